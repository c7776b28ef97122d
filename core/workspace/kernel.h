// Kernel values through the facade: their plan, their CUDA text, and the predicted counters. The runner and the page
// compute none of this, and measurements compile exactly this text.
#pragma once

#include <string>
#include <string_view>

#include "core/kernels/copy/tensor_map.h"
#include "core/kernels/gemm/gemm_predict.h"
#include "core/kernels/kernel_plan.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// The plan of a binding that is a kernel; unsupported for other values, and the reason if the kernel cannot be made;
// index_range for a binding that does not exist. Needs no GPU, and runs nothing.
Result<KernelPlan> kernel_plan(const Workspace& workspace, int binding);
// The binding of that name (the last one of it), or without a name the last binding that is a kernel; unknown_name. A
// binding of that name need not be a kernel: kernel_plan then reports it.
Result<int> kernel_binding(const Workspace& workspace, std::string_view name);

// format: cuda (the kernel), cuda_standalone (a file that nvcc builds), cuda_json (the kernel with the table byte
// range -> mode, its launch, and the predicted counts). arguments for any other; kernel_plan's errors.
Result<std::string> kernel_text(const Value& value, std::string_view format);

// Cells of the picture `threads` of a copy kernel, which shows a tile of it. about: a coordinate of the tensor
// "(3,37)", whose element has a cell on each side; or the mode of an index expression as cuda_json names it, "src:
// thread, mode 0.1, extent 32, stride 1": the elements of this mode alone, none for a mode over the tiles.
// (kernel_cells.cpp)
Result<std::vector<std::int64_t>> kernel_cells(const Workspace& workspace, int binding, std::string_view about);

}  // namespace stridescope
