// `stridescope trace FILE.cu|FILE.ptx`: one kernel of a source, with arguments that are layouts.
#pragma once

#include <string>
#include <vector>

#include "gpu_runner/trace/trace_source.h"

namespace stridescope::cli {

struct SourceWords {
  std::string file;
  std::string kernel;
  std::string grid;   // "64,64"
  std::string block;  // "32,8"
  std::int64_t shared = 0;
  std::vector<std::string> arguments;  // "f32:(2048,2048):(2048,1)", "i32=2048"
  std::vector<std::string> includes;
  std::vector<std::string> options;
  std::string blocks;
  std::int64_t records = 0;
};

// The parsed arguments; an error names the wrong word.
Result<gpu::SourceOptions> source_options(const SourceWords& words);

}  // namespace stridescope::cli
