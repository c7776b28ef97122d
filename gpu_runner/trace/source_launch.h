// A kernel of a CUDA source or of PTX, with its launch: what `stridescope trace FILE.cu` runs. NVRTC or clang compiles
// the source.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace stridescope::gpu {

struct SourceOptions {
  std::string name;  // name of the file
  std::string text;  // CUDA source or PTX
  bool is_ptx = false;
  std::string kernel;  // kernel name; with template arguments for a template
  std::array<std::int64_t, 3> grid = {1, 1, 1};
  std::array<std::int64_t, 3> block = {1, 1, 1};
  std::int64_t shared_bytes = 0;  // dynamic
  std::vector<std::string> includes;
  std::vector<std::string> options;  // for NVRTC
  bool clang = false;                // compile by clang even where NVRTC is installed
  std::string blocks = "first,middle";
  std::int64_t records = 1 << 18;
};

struct CompiledSource {
  std::string ptx;
  std::string kernel;  // its name in the PTX
  std::string log;     // warnings
};
// A source as PTX, by NVRTC, or without it by clang; PTX as it is. architecture: 90 for sm_90. unsupported: no compiler
// is installed, or the source needs the toolkit; syntax: the text does not compile.
Result<CompiledSource> compiled_source(const SourceOptions& options, int architecture);
Result<CompiledSource> compiled_by_clang(const SourceOptions& options);

// The first header of the CUDA toolkit, or of a library that needs it, that the source includes; empty: none.
std::string toolkit_header(std::string_view text);

// The blocks of a list like "0,5-7" or "all", where `all` is the number of blocks.
std::vector<std::uint32_t> listed_blocks(const std::string& list, std::uint64_t all);

}  // namespace stridescope::gpu
