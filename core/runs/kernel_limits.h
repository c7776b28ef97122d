// Limits of a kernel on a GPU, predicted from its plan: the pipe that needs longest at the peak of its data sheet, and
// the resource that keeps more blocks from a multiprocessor. Each prediction names its GPU. With a measured time it
// gives the part of that time that the pipe was needed for. The peaks come from core/hardware/bound.h, the occupancy
// from core/hardware/occupancy.h.
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

// The work of one launch of the binding's kernel, from its plan: operations, bytes, threads, shared memory. Error:
// unsupported for a value that does not run as one kernel (probes), else the reason why the kernel cannot be generated.
Result<KernelWork> kernel_work(const Workspace& workspace, int binding);

// Dense products a second by the data sheet, 10^12 operations (a multiplication and an addition each count), for
// operands of `bits` bits; empty for widths without an entry in the table of GPUs (64 bits, less than 8). The table
// holds 16 bits: 8 count double, 32 (tf32) half.
std::optional<double> tensor_peak_tflops(const Gpu& gpu, int bits);

// The known facts of a run; each may be missing. Without any of them the limits are a prediction for the first sm90 of
// the table.
struct KernelRun {
  // The driver's name of the GPU, "NVIDIA H100 80GB HBM3"; empty without a GPU.
  std::string_view device;
  // The architecture that the kernel was compiled for, "sm_90"; may be empty.
  std::string_view architecture;
  // Registers of a thread, as the compiler reports them. Without them the occupancy ignores registers.
  std::optional<std::int64_t> registers;
  // Counts of one launch, predicted or measured: wavefronts of shared memory, sectors of 32 bytes at L2. A missing
  // count puts no load on its pipe.
  std::optional<std::int64_t> shared_wavefronts, l2_sectors;
  // The measured time of one launch.
  std::optional<double> milliseconds;
  // Measured roofs of a GPU that the table of peaks does not have: the rate at which the driver copies its memory
  // (bytes read and written) and at which the vendor's library multiplies, each with its name. 10^9 bytes and 10^12
  // operations a second.
  std::optional<double> copy_gb_per_s;
  std::string_view copy_name;
  std::optional<double> library_tflops;
  std::string_view library_name;
};

// The known limits of a kernel on a GPU: predictions, in words and numbers.
struct KernelLimits {
  // The GPU of these peaks; null if it is not in the table. Static memory.
  const Gpu* gpu = nullptr;
  // True without a GPU: `gpu` is the first of that architecture in the table, and the lines say "assumed".
  bool assumed = false;
  // The time that each pipe needs at its peak.
  std::optional<Bound> bound;
  // Blocks and warps that fit a multiprocessor; nothing for a kernel of unknown block, or one that never fits.
  std::optional<Occupancy> occupancy;
  // True if the occupancy counts registers.
  bool registers_known = false;
  // The part of the measured time that the binding pipe is needed for, a fraction; above 1 where caches serve accesses
  // that the model counts for DRAM. Empty without a measured time.
  std::optional<double> part;
  // A pipe ("DRAM", "L2", "shared memory", "tensor cores"), "latency" or "caches": the limit, where it is known.
  // caches: DRAM alone would need longer than the kernel took; latency: no pipe is needed for least_binding_part of
  // the time.
  Message binding;
  // A line for the binding pipe, and one for the occupancy; empty where nothing is known. For a GPU that the table does
  // not have, the first line says so and uses the measured roofs.
  //
  //   DRAM, needed for 92% of the measured time at its peak (H100, data sheet)
  //   DRAM, predicted: at least 12.3 us (H100, assumed)
  //   latency: the busiest pipe, DRAM, is needed for 31% of the measured time at its peak (H100, data sheet)
  //   48 of 64 warps a multiprocessor (sm90), limited by registers
  Message bound_line, occupancy_line;
};

// The least part of the measured time at which a pipe counts as the limit. A fraction.
inline constexpr double least_binding_part = 0.5;

// Never fails: unknown members stay empty. A device that the table does not have is not replaced by a similar one.
KernelLimits kernel_limits(const KernelWork& work, const KernelRun& run);

}  // namespace stridescope
