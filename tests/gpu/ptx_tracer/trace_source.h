// Traces one kernel of a CUDA source or of PTX on a GPU: its PTX is rewritten so that each memory instruction records
// its addresses (ptx.h), and it runs with the given arguments. The PTX machine is compared with it.
#pragma once

#include "core/trace/kernel_argument.h"
#include "core/trace/trace.h"
#include "gpu_runner/trace/source_launch.h"

namespace stridescope::gpu {

struct TracedSource {
  Trace trace;
  bool same = false;               // the traced and the untraced run left equal buffers
  std::vector<std::string> notes;  // NVRTC's warnings
};

// A parameter: a number, a buffer, or the members of a structure.
using Members = std::vector<KernelArgument>;

// unsupported: no driver, NVRTC or GPU; syntax: the text does not compile; arguments: they do not fit the kernel.
Result<TracedSource> trace_source(const SourceOptions& options, const std::vector<Members>& arguments);

}  // namespace stridescope::gpu
