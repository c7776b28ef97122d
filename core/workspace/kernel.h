// Kernel values of a workspace: their plan, their CUDA text, and the predicted counters. The runner and the page
// compute none of these, and measurements compile exactly this text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/kernels/copy/tensor_map.h"
#include "core/kernels/gemm/gemm_predict.h"
#include "core/kernels/kernel_plan.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// The plan of a binding that is a kernel. Errors: unsupported for other values, and with the reason if the kernel
// cannot be made; index_range for a binding that does not exist. Needs no GPU, and runs nothing.
Result<KernelPlan> kernel_plan(const Workspace& workspace, int binding);
// The last binding of that name, or for an empty name the last binding that is a kernel; unknown_name if none exists.
// The named binding need not be a kernel: kernel_plan then reports it.
Result<int> kernel_binding(const Workspace& workspace, std::string_view name);

// format: cuda (the kernel), cuda_standalone (a file that nvcc builds), cuda_json (the kernel with the table byte range
// -> mode, its launch, and the predicted counts). Errors: arguments for any other format; those of kernel_plan.
Result<std::string> kernel_text(const Value& value, std::string_view format);

// Cells of the picture `threads` of a copy kernel, which shows one of its tiles. about: the mode of an index expression
// as in cuda_json, "src: thread, mode 0.1, extent 32, stride 1": the elements along this mode alone, none for a mode
// over the tiles. (kernel_cells.cpp)
Result<std::vector<std::int64_t>> kernel_cells(const Workspace& workspace, int binding, std::string_view about);
// Cells of elements of the written tensor, 1-D coordinates of any of its tiles, in the picture of a copy, which shows
// both sides, or of a product, which shows C. unsupported for other kernels.
Result<std::vector<std::int64_t>> element_cells(const Workspace& workspace, int binding,
                                                std::span<const std::int64_t> elements);

}  // namespace stridescope
