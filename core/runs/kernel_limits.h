// Limits of a kernel on a GPU, predicted from its plan: the pipe that needs the most time at its data sheet peak, and
// the resource that limits the blocks per multiprocessor. Each prediction names its GPU. With a measured time it
// includes the fraction of that time for which the pipe is needed. The peaks come from core/hardware/bound.h, the
// occupancy from core/hardware/occupancy.h.
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

// The work of one launch of the binding's kernel, from its plan: operations, bytes, threads, shared memory.
// unsupported: a value that does not run as a single kernel (a probe); otherwise the reason why the kernel cannot be
// generated.
Result<KernelWork> kernel_work(const Workspace& workspace, int binding);

// Dense matrix products by the data sheet, in 10^12 operations per second (multiplications and additions count
// separately), for operands of `bits` bits. Empty for other widths (64 bits, less than 8). The table has 16 bits: 8
// bits have double the rate, 32 (tf32) half.
std::optional<double> tensor_peak_tflops(const Gpu& gpu, int bits);

// The known facts of a run, each optional. Without any of them the limits are predicted for the first sm90 of the
// table.
struct KernelRun {
  // The driver's name of the GPU, "NVIDIA H100 80GB HBM3"; empty without a GPU.
  std::string_view device;
  // The target architecture of the compilation, "sm_90"; may be empty.
  std::string_view architecture;
  // Registers per thread, from the compiler. Without them the occupancy ignores registers.
  std::optional<std::int64_t> registers;
  // Counts of one launch, predicted or measured: wavefronts of shared memory, sectors of 32 bytes at L2. A missing
  // count puts no load on its pipe.
  std::optional<std::int64_t> shared_wavefronts, l2_sectors;
  // The measured time of one launch.
  std::optional<double> milliseconds;
  // Measured roofs of a GPU that is not in the table: the rate of the driver's copy (bytes read and written, 10^9 per
  // second) and of the vendor's matrix product (10^12 operations per second), each with its name.
  std::optional<double> copy_gb_per_s;
  std::string_view copy_name;
  std::optional<double> library_tflops;
  std::string_view library_name;
};

// The known limits of a kernel on a GPU: predictions, as sentences and numbers.
struct KernelLimits {
  // The GPU of these peaks; null if it is not in the table. Static memory.
  const Gpu* gpu = nullptr;
  // True without a GPU: `gpu` is the first of that architecture in the table, and the lines contain "assumed".
  bool assumed = false;
  // The time that each pipe needs at its peak.
  std::optional<Bound> bound;
  // Blocks and warps per multiprocessor; empty for an unknown block size, or if no block fits.
  std::optional<Occupancy> occupancy;
  // True if the occupancy counts registers.
  bool registers_known = false;
  // The fraction of the measured time for which the binding pipe is needed; above 1 if caches serve accesses that the
  // model counts for DRAM. Empty without a measured time.
  std::optional<double> part;
  // The limit, if known: a pipe ("DRAM", "L2", "shared memory", "tensor cores"), "latency" or "caches". caches: DRAM
  // alone would need more than the measured time; latency: no pipe is needed for least_binding_part of the time.
  Message binding;
  // A line for the binding pipe, and one for the occupancy; empty if unknown. For a GPU that is not in the table, the
  // first line says so and uses the measured roofs.
  //
  //   DRAM, needed for 92% of the measured time at its peak (H100, data sheet)
  //   DRAM, predicted: at least 12.3 us (H100, assumed)
  //   latency: the busiest pipe, DRAM, is needed for 31% of the measured time at its peak (H100, data sheet)
  //   48 of 64 warps a multiprocessor (sm90), limited by registers
  Message bound_line, occupancy_line;
};

// The minimum fraction of the measured time from which on a pipe counts as the limit.
inline constexpr double least_binding_part = 0.5;

// Never fails: unknown members stay empty. A device that is not in the table is not replaced by a similar one.
KernelLimits kernel_limits(const KernelWork& work, const KernelRun& run);

}  // namespace stridescope
