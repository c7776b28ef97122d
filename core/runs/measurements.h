// A file of measurements (core/data/measured_*.json, products_*.json, ladder_*.json, texts_*.json): the results of
// tests/gpu/measure.py on a GPU, kernel by kernel. All readers of such files use this one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_result.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// A kernel, given as the last value of its program. Without `ms` it was checked or counted, but not timed.
struct MeasuredKernel {
  std::string group, name, program;
  std::optional<double> ms, spread, gb_per_s, tflop_per_s, ratio, yardstick_gb_per_s, yardstick_tflop_per_s;
  std::optional<std::uint64_t> runs;
  // Resources of the launch; files of products have three of these numbers together with the times.
  std::optional<RunResources> resources;
  std::optional<std::uint64_t> registers, local_bytes, shared_bytes;
  std::optional<RunMeasured> measured;
  std::optional<RunTrace> trace;
  std::string entry, cuda, ptx, sass;
};

// A kernel that was only counted.
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

// arguments: the text is not such a file, or a member is invalid. Accepts any text; lists may be missing.
Result<Measurements> read_measurements(std::string_view text);

// The measurement of the binding's kernel, as a result with `recorded`. unknown_name if it was not measured. The kernel
// is identified by its value, not by its text.
Result<RunResult> recorded_result(const Workspace& workspace, int binding, const Measurements& measurements);

}  // namespace stridescope
