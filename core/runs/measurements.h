// A file of measurements (core/data/measured_*.json, products_*.json, ladder_*.json, texts_*.json): what
// tests/gpu/measure.py ran on a GPU, kernel by kernel. The one reader of such files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_result.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// A kernel by its program, whose last value it is. Without `ms` it was proved or counted, not timed.
struct MeasuredKernel {
  std::string group, name, program;
  std::optional<double> ms, spread, gb_per_s, tflop_per_s, ratio, yardstick_gb_per_s, yardstick_tflop_per_s;
  std::optional<std::uint64_t> runs;
  // Resources of the launch; files of products have three of these numbers next to the times.
  std::optional<RunResources> resources;
  std::optional<std::uint64_t> registers, local_bytes, shared_bytes;
  std::optional<RunMeasured> measured;
  std::optional<RunTrace> trace;
  std::string entry, cuda, ptx, sass;
};

// A kernel that was counted alone.
struct CountedKernel {
  std::string program;
  ByName<JsonNumber> counters;
};

struct Measurements {
  RunDevice device;
  std::string date;
  std::vector<MeasuredKernel> kernels, products;
  std::vector<CountedKernel> sweep;
};

// arguments: the text is not such a file, or a member of it is not as it should be. Any text may be read; a file may
// have none of the lists.
Result<Measurements> read_measurements(std::string_view text);

// The binding's kernel as it was measured, as a result with `recorded`. unknown_name when it was not. A kernel is found
// by its value, not by its text.
Result<RunResult> recorded_result(const Workspace& workspace, int binding, const Measurements& measurements);

}  // namespace stridescope
