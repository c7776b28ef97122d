// What a kernel asks of a GPU, by its plan, and what of the GPU then limits it: the pipe that needs longest at the peak
// of its data sheet, and what keeps more blocks from a multiprocessor. Predictions, each with the GPU that it is for;
// beside a measured time they say how much of that time the pipe was needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/bound.h"
#include "core/analysis/occupancy.h"
#include "core/codegen/kernel_work.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// unsupported for a value that is no kernel that runs as one (probes), else why the kernel cannot be made.
Result<KernelWork> kernel_work(const Workspace& workspace, int binding);

// Dense products a second by the data sheet, 10^12 operations, for operands of so many bits; nothing where the table of
// GPUs does not say it (64 bits, less than 8).
std::optional<double> tensor_peak_tflops(const Gpu& gpu, int bits);

// What is known of a run; everything may be missing.
struct KernelRun {
  std::string_view device;                // the driver's name of the GPU; empty: none was there
  std::string_view architecture;          // "sm_90", that it was compiled for; may be empty
  std::optional<std::int64_t> registers;  // of a thread
  std::optional<std::int64_t> shared_wavefronts, l2_sectors;
  std::optional<double> milliseconds;  // measured
  // What was measured on the same GPU, for one that the table of peaks does not have: how fast the driver copies its
  // memory, bytes read and written, and how fast the vendor's library multiplies, each with its name.
  std::optional<double> copy_gb_per_s;
  std::string_view copy_name;
  std::optional<double> library_tflops;
  std::string_view library_name;
};

// What limits a kernel on a GPU, as far as that can be told: predictions, in words and numbers.
struct KernelLimits {
  const Gpu* gpu = nullptr;  // whose peaks these are; null: not in the table
  bool assumed = false;      // it was not there: the first of that architecture in the table
  std::optional<Bound> bound;
  std::optional<Occupancy> occupancy;
  bool registers_known = false;
  std::optional<double> part;  // of the measured time that the binding pipe is needed for
  // "DRAM", "latency" or "caches": what binds, where it can be told.
  Message binding;
  // A line for the binding pipe, and one for the occupancy; empty where nothing is known. For a GPU that the table does
  // not have, the first says so and takes what was measured on it as its roof.
  Message bound_line, occupancy_line;
};

// Below this part of the measured time no pipe is said to bind.
inline constexpr double least_binding_part = 0.5;

// Never fails: what cannot be told is not there.
KernelLimits kernel_limits(const KernelWork& work, const KernelRun& run);

}  // namespace stridescope
