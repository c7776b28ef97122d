// The bottleneck of a kernel: the time that each pipe of a GPU needs at its peak, and the longest of these times. It is
// a prediction of the best case, not a measurement: without latency and launch overhead, and with full overlap. Names
// give the units: ps are picoseconds, GB/s is 10^9 bytes per second, a wavefront has 128 bytes and takes one clock of a
// multiprocessor. Source: NVIDIA's data sheets and architecture papers, named in each row. A bound compares the work of
// each pipe with its peak: the roofline of Williams, Waterman and Patterson with four roofs. core/tune/time_model.h
// predicts the time that kernels reach in practice.
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

// A GPU by its data sheet: peaks that no kernel exceeds, and few reach. Rates are for the whole GPU, except the clock;
// tensor rates are without sparsity.
struct Gpu {
  std::string_view name;     // "H100"
  std::string_view product;  // "H100 SXM5 80 GB"
  // "sm90": the name of its row in architectures.def; find_architecture finds it.
  std::string_view architecture;
  std::int64_t multiprocessors = 0;
  std::int64_t clock_mhz = 0;           // boost
  std::int64_t dram_gb_per_s = 0;       // peak, 10^9 bytes per second
  std::int64_t l2_bytes_per_clock = 0;  // 0: not published
  // Dense products of 16-bit floats with f32 accumulation, in tenths of 10^12 operations per second: 9894 means 989.4
  // TFLOP/s. A multiplication and an addition are two operations.
  std::int64_t tensor_tflops_e1 = 0;
  std::string_view source;
  // The driver's names of exactly this model, without "NVIDIA", separated by `|`. Other variants of a chip (PCIe, NVL,
  // laptops, MIG slices) have other peaks and are not included.
  std::string_view driver_names;
};

// All GPUs in the order of the table, oldest architecture first. Static memory.
std::span<const Gpu> gpus();
// By its short name, "H100", case-insensitive. Null if unknown; product and driver names are not searched.
const Gpu* find_gpu(std::string_view name);

// The work of one launch for each pipe, summed over all blocks. pre: no negative values.
struct Work {
  // Bytes read and written. A roofline counts each byte once, even if kernels read it several times.
  std::int64_t dram_bytes = 0;
  // Bytes served by L2: 32 for each sector that a request touches.
  std::int64_t l2_bytes = 0;
  // Wavefronts of shared memory, including conflicts (core/memory/shared_memory.h); a multiprocessor serves one per
  // clock.
  std::int64_t shared_wavefronts = 0;
  std::int64_t tensor_operations = 0;  // 2 M N K for 16-bit products; half of it for 8 bits, twice for tf32
};

// The minimum time that each pipe needs for the work, and the pipe with the longest time: no kernel that does this work
// on this GPU is faster than predicted_ps, except for up to a picosecond, since times are rounded up. Example: 2^37
// operations and 96 MiB on an H100 take 138.91 us of tensor cores and 30.03 us of DRAM.
struct Bound {
  enum class Pipe { dram, l2, shared_memory, tensor };
  // In picoseconds; empty if the GPU's rate is not published, which does not mean that the pipe is idle.
  std::optional<std::int64_t> dram_ps, l2_ps, shared_ps, tensor_ps;
  Pipe binding = Pipe::dram;
  // The longest of the known times; 0 without work.
  std::int64_t predicted_ps = 0;
};
// "DRAM", "L2", "shared memory", "tensor cores": the terms in reports.
Term name_of(Bound::Pipe pipe);

// Errors: overflow if a time does not fit 64 bits of picoseconds; arguments for negative work. Constant cost. Of
// several pipes with the longest time, the first in the order of Pipe is the bottleneck.
Result<Bound> bound(const Gpu& gpu, const Work& work);
// The bottleneck, and the note that it is a prediction, as a row without a name; then a row per pipe with its time,
// work and rate, or the note that the rate is unknown.
std::vector<AnalysisRow> rows_of(const Bound& bound, const Gpu& gpu, const Work& work);

}  // namespace stridescope
