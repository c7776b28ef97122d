// What a kernel asks of a GPU, by its plan, and what of the GPU then limits it: the pipe that needs longest at the
// peak of its data sheet, and what keeps more blocks from a multiprocessor. Predictions, each with the GPU that it is
// for; beside a measured time they say how much of that time the pipe was needed. Source of the peaks:
// core/hardware/bound.h, of the occupancy: core/hardware/occupancy.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware/bound.h"
#include "core/hardware/occupancy.h"
#include "core/kernels/kernel_work.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// What one launch of the binding's kernel does, by its plan: operations, bytes, threads, shared memory. unsupported
// for a value that is no kernel that runs as one (probes), else why the kernel cannot be made.
Result<KernelWork> kernel_work(const Workspace& workspace, int binding);

// Dense products a second by the data sheet, 10^12 operations (a multiplication and an addition each count), for
// operands of so many bits; nothing where the table of GPUs does not say it (64 bits, less than 8). The table has 16
// bits: 8 count double, 32 (tf32) half.
std::optional<double> tensor_peak_tflops(const Gpu& gpu, int bits);

// What is known of a run; everything may be missing: without any of it the limits are a prediction for the first sm90
// of the table.
struct KernelRun {
  // The driver's name of the GPU, "NVIDIA H100 80GB HBM3"; empty: none was there.
  std::string_view device;
  // "sm_90", that it was compiled for; may be empty.
  std::string_view architecture;
  // Of a thread, as the compiler tells them. Without them registers are taken to limit nothing.
  std::optional<std::int64_t> registers;
  // Of one launch, predicted or measured, as the caller has them: wavefronts of shared memory, sectors of 32 bytes at
  // L2. Missing: nothing is asked of the pipe.
  std::optional<std::int64_t> shared_wavefronts, l2_sectors;
  // Of one launch, measured.
  std::optional<double> milliseconds;
  // What was measured on the same GPU, for one that the table of peaks does not have: how fast the driver copies its
  // memory, bytes read and written, and how fast the vendor's library multiplies, each with its name. 10^9 bytes and
  // 10^12 operations a second.
  std::optional<double> copy_gb_per_s;
  std::string_view copy_name;
  std::optional<double> library_tflops;
  std::string_view library_name;
};

// What limits a kernel on a GPU, as far as that can be told: predictions, in words and numbers.
struct KernelLimits {
  // Whose peaks these are; null: not in the table. Static memory.
  const Gpu* gpu = nullptr;
  // It was not there: the first of that architecture in the table. Lines say "assumed" then.
  bool assumed = false;
  // The time that each pipe needs at its peak.
  std::optional<Bound> bound;
  // Blocks and warps that fit a multiprocessor; nothing for a kernel of unknown block, or one that never fits.
  std::optional<Occupancy> occupancy;
  // Whether the occupancy counts registers.
  bool registers_known = false;
  // Of the measured time that the binding pipe is needed for, as a fraction; above 1 where caches serve what DRAM was
  // thought to. Nothing without a measured time.
  std::optional<double> part;
  // A pipe ("DRAM", "L2", "shared memory", "tensor cores"), "latency" or "caches": what binds, where it can be told.
  // caches: DRAM alone would need longer than the kernel took; latency: no pipe is needed for least_binding_part of
  // the time.
  Message binding;
  // A line for the binding pipe, and one for the occupancy; empty where nothing is known. For a GPU that the table does
  // not have, the first says so and takes what was measured on it as its roof.
  //
  //   DRAM, needed for 92% of the measured time at its peak (H100, data sheet)
  //   DRAM, predicted: at least 12.3 us (H100, assumed)
  //   latency: the busiest pipe, DRAM, is needed for 31% of the measured time at its peak (H100, data sheet)
  //   48 of 64 warps a multiprocessor (sm90), limited by registers
  Message bound_line, occupancy_line;
};

// Below this part of the measured time no pipe is said to bind. A fraction.
inline constexpr double least_binding_part = 0.5;

// Never fails: what cannot be told is not there. A device that the table does not have is not replaced by a similar
// one.
KernelLimits kernel_limits(const KernelWork& work, const KernelRun& run);

}  // namespace stridescope
