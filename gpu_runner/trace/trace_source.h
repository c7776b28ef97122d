// Traces one kernel of a CUDA source or of PTX, without the Compute Sanitizer API: it is compiled by NVRTC, its PTX is
// rewritten so that each memory instruction writes its addresses down (core/trace/ptx.h), and it runs with arguments
// that are given.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace stridescope::gpu {

// A scalar's bytes, or the elements of a buffer.
struct SourceArgument {
  std::string scalar;
  std::int64_t buffer_bytes = 0;  // not 0: a pointer to this many
  std::int64_t element_bytes = 1;
  // The contents of a buffer, element by element, as integers of its width: zeros, 0 1 2 ..., or a fixed generator's.
  // For a floating type small integers, so that sums stay exact.
  enum class Fill : std::uint8_t { zeros, iota, random } fill = Fill::iota;
  bool floating = false;
};

struct SourceOptions {
  std::string name;  // of the file
  std::string text;  // a CUDA source, or PTX
  bool is_ptx = false;
  std::string kernel;  // its name; with template arguments of a source's template
  std::array<std::int64_t, 3> grid = {1, 1, 1};
  std::array<std::int64_t, 3> block = {1, 1, 1};
  std::int64_t shared_bytes = 0;  // dynamic
  std::vector<SourceArgument> arguments;
  std::vector<std::string> includes;
  std::vector<std::string> options;  // of NVRTC
  std::string blocks = "first,middle";
  std::int64_t records = 1 << 18;
};

struct TracedSource {
  Trace trace;
  bool same = false;               // both runs, traced and not, left the same in all buffers
  std::vector<std::string> notes;  // what NVRTC warned of
};

// unsupported: no driver, NVRTC or GPU; syntax: it does not compile; arguments: they do not fit the kernel.
Result<TracedSource> trace_source(const SourceOptions& options);

// The blocks that a list names, of the given number.
std::vector<std::uint32_t> listed_blocks(const std::string& list, std::uint64_t all);

}  // namespace stridescope::gpu
