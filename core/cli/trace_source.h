// `stridescope trace FILE.cu|FILE.ptx`: one kernel of a source, with arguments that are layouts.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/cli/command.h"
#include "gpu_runner/trace/source_launch.h"

namespace stridescope::cli {

struct SourceWords {
  std::string file;
  std::string grid;                    // "64,64"
  std::string block;                   // "32,8"
  std::string cluster;                 // "2,1"; only the PTX machine
  std::vector<std::string> arguments;  // "f32:(2048,2048):(2048,1)", "i32=2048"
  gpu::SourceOptions given;            // the words that need no reading
};

// "64,64" as extents; zeros for any other text.
std::array<std::int64_t, 3> extents(const std::string& text);
// The number of elements that a layout reaches; an error if it is not a layout.
Result<std::int64_t> reach_of(const std::string& layout);
// --grid, --block, --shared, --arg, -I, --nvrtc, --clang.
void add_launch_options(CLI::App& command, SourceWords& source);
// The parsed arguments; an error names the wrong word.
Result<gpu::SourceOptions> source_options(const SourceWords& words);

}  // namespace stridescope::cli
