// What bounds a kernel: the time that each pipe of a GPU needs at its peak, and the longest of them. A prediction of
// the best that can be, not a measurement: no latency, no launch, everything overlaps.
// Units are in the names: ps are picoseconds, GB/s 10^9 bytes a second, wavefronts are of 128 bytes and one a clock and
// multiprocessor. Source: NVIDIA's data sheets and architecture papers, each named in its row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/result.h"

namespace stridescope {

// A GPU as its data sheet describes it: peaks that no kernel exceeds, and few reach.
struct Gpu {
  std::string_view name;          // "H100"
  std::string_view product;       // "H100 SXM5 80 GB"
  std::string_view architecture;  // "sm90"
  std::int64_t multiprocessors = 0;
  std::int64_t clock_mhz = 0;           // boost
  std::int64_t dram_gb_per_s = 0;       // 10^9 bytes, peak
  std::int64_t l2_bytes_per_clock = 0;  // 0: not published
  std::int64_t tensor_tflops_e1 = 0;    // dense f16 with f32 accumulation, tenths of 10^12 operations a second
  std::string_view source;
  std::string_view driver_names;  // `|` between them
};

// All that are known, in the order of the table.
std::span<const Gpu> gpus();
const Gpu* find_gpu(std::string_view name);  // letter case does not matter; null if there is none

// What one launch asks of each pipe. pre: nothing negative.
struct Work {
  std::int64_t dram_bytes = 0;  // read plus written
  std::int64_t l2_bytes = 0;    // sectors of 32 bytes
  std::int64_t shared_wavefronts = 0;
  std::int64_t tensor_operations = 0;  // 2 M N K of 16-bit products; halve for 8 bits, double for tf32
};

// The least time that each pipe needs for the work, and the pipe that needs longest: no kernel that does this work on
// this GPU is faster than predicted_ps.
struct Bound {
  enum class Pipe { dram, l2, shared_memory, tensor };
  // Predicted, in picoseconds; nothing where the GPU's rate is not published.
  std::optional<std::int64_t> dram_ps, l2_ps, shared_ps, tensor_ps;
  Pipe binding = Pipe::dram;
  std::int64_t predicted_ps = 0;  // the longest
};
// "DRAM", "L2", "shared memory", "tensor cores": as reports have them.
Term name_of(Bound::Pipe pipe);

// overflow when a time does not fit; arguments for negative work.
Result<Bound> bound(const Gpu& gpu, const Work& work);
// Which pipe binds, and that it is a prediction; then a row a pipe.
std::vector<AnalysisRow> rows_of(const Bound& bound, const Gpu& gpu, const Work& work);

}  // namespace stridescope
