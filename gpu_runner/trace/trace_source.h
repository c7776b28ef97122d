// Traces one kernel of a CUDA source or of PTX, without the Compute Sanitizer API: NVRTC compiles it, its PTX is
// rewritten so that each memory instruction records its addresses (core/trace/ptx.h), and it runs with the given
// arguments.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/kernel_argument.h"
#include "core/trace/trace.h"

namespace stridescope::gpu {

struct SourceOptions {
  std::string name;  // of the file
  std::string text;  // CUDA source or PTX
  bool is_ptx = false;
  std::string kernel;  // kernel name; with template arguments for a template
  std::array<std::int64_t, 3> grid = {1, 1, 1};
  std::array<std::int64_t, 3> block = {1, 1, 1};
  std::int64_t shared_bytes = 0;  // dynamic
  std::vector<KernelArgument> arguments;
  std::vector<std::string> includes;
  std::vector<std::string> options;  // for NVRTC
  std::string blocks = "first,middle";
  std::int64_t records = 1 << 18;
};

struct TracedSource {
  Trace trace;
  bool same = false;               // the traced and the untraced run left equal buffers
  std::vector<std::string> notes;  // NVRTC's warnings
};

// unsupported: no driver, NVRTC or GPU; syntax: the text does not compile; arguments: they do not fit the kernel.
Result<TracedSource> trace_source(const SourceOptions& options);

// A source as PTX, by NVRTC; PTX as it is. architecture: 90 for sm_90. Errors as of trace_source.
struct CompiledSource {
  std::string ptx;
  std::string kernel;  // its name in the PTX
  std::string log;
};
Result<CompiledSource> compiled_source(const SourceOptions& options, int architecture);

// The blocks of a list like "0,5-7" or "all", where `all` is the number of blocks.
std::vector<std::uint32_t> listed_blocks(const std::string& list, std::uint64_t all);

}  // namespace stridescope::gpu
