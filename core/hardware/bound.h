// The bottleneck of a kernel: the time that each pipe of a GPU needs at its peak, and the longest of them. A prediction
// of the best case, not a measurement: no latency, no launch, everything overlaps. Units are in the names: ps are
// picoseconds, GB/s 10^9 bytes per second, wavefronts are of 128 bytes and one per clock and multiprocessor. Source:
// NVIDIA's data sheets and architecture papers, each named in its row. A bound compares the work of each pipe with its
// peak: the roofline of Williams, Waterman and Patterson with four roofs. core/tune/time_model.h predicts the time that
// kernels really reach.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/facts/rows.h"

namespace stridescope {

// A GPU as its data sheet describes it: peaks that no kernel exceeds, and few reach. Rates are of the whole GPU but
// for the clock; tensor rates are without sparsity.
struct Gpu {
  std::string_view name;     // "H100"
  std::string_view product;  // "H100 SXM5 80 GB"
  // "sm90": the name of its row in architectures.def, find_architecture finds it.
  std::string_view architecture;
  std::int64_t multiprocessors = 0;
  std::int64_t clock_mhz = 0;           // boost
  std::int64_t dram_gb_per_s = 0;       // 10^9 bytes, peak
  std::int64_t l2_bytes_per_clock = 0;  // 0: not published
  // Dense products of 16-bit floats with f32 accumulation, in tenths of 10^12 operations a second: 9894 is 989.4
  // TFLOP/s. A multiplication and an addition are two operations.
  std::int64_t tensor_tflops_e1 = 0;
  std::string_view source;
  // The driver's name for exactly this model, without "NVIDIA", `|` between several. Other variants of a chip (PCIe,
  // NVL, laptops, MIG slices) have other peaks and are not included.
  std::string_view driver_names;
};

// All that are known, in the order of the table, oldest architecture first. Static: rows are never freed.
std::span<const Gpu> gpus();
// By its short name, "H100", case-insensitive. Null if unknown: product and driver names are not tried.
const Gpu* find_gpu(std::string_view name);

// The work of one launch for each pipe, summed over all blocks. pre: no negative values.
struct Work {
  // Read plus written. A roofline counts each byte once, however often kernels read it again.
  std::int64_t dram_bytes = 0;
  // Bytes served by L2: 32 for each sector that a request touches.
  std::int64_t l2_bytes = 0;
  // Wavefronts of shared memory, conflicts included (core/memory/shared_memory.h); a multiprocessor serves one a
  // clock.
  std::int64_t shared_wavefronts = 0;
  std::int64_t tensor_operations = 0;  // 2 M N K of 16-bit products; halve for 8 bits, double for tf32
};

// The least time that each pipe needs for the work, and the pipe that needs longest: no kernel that does this work on
// this GPU is faster than predicted_ps, up to a picosecond, since times are rounded up.
// Example: 2^37 operations and 96 MiB on an H100 are 138.91 us of tensor cores and 30.03 us of DRAM.
struct Bound {
  enum class Pipe { dram, l2, shared_memory, tensor };
  // In picoseconds; empty if the GPU's rate is not published, which does not mean that the pipe is idle.
  std::optional<std::int64_t> dram_ps, l2_ps, shared_ps, tensor_ps;
  Pipe binding = Pipe::dram;
  // The longest of those that are there; 0 for no work.
  std::int64_t predicted_ps = 0;
};
// "DRAM", "L2", "shared memory", "tensor cores": as reports have them.
Term name_of(Bound::Pipe pipe);

// overflow when a time does not fit 64 bits of picoseconds; arguments for negative work. Constant cost. Of equally
// long pipes the first in the order of Pipe binds.
Result<Bound> bound(const Gpu& gpu, const Work& work);
// The bottleneck, and the note that it is a prediction, in a row without a name; then a row per pipe with its time,
// work and rate, or the note that the rate is unknown.
std::vector<AnalysisRow> rows_of(const Bound& bound, const Gpu& gpu, const Work& work);

}  // namespace stridescope
