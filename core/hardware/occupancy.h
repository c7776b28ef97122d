// Occupancy: the number of blocks of a kernel that fit on one multiprocessor, and the limit that decides it. Source:
// CUDA Programming Guide, compute capabilities (technical specifications per compute capability); cuda_occupancy.h of
// the CUDA Toolkit 13.0 (granularities and rounding).
// Registers are allocated per warp in units of 256. Shared memory is allocated per block in the architecture's
// granularity, including the reserved bytes. A block runs if all four limits leave room for it. This is an upper bound
// from resources alone; a kernel may need fewer warps. With clusters, or a smaller carve-out of shared memory, fewer
// blocks may run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/facts/rows.h"

namespace stridescope {

// Resources of one multiprocessor of an architecture. Each limit is that of the hardware, not of a toolkit; `threads`
// is a multiple of 32.
struct Architecture {
  std::string_view name;  // "sm90"
  int threads = 0;        // resident per multiprocessor
  int blocks = 0;
  int registers = 0;     // registers of 32 bits, per multiprocessor
  int shared_bytes = 0;  // per multiprocessor
  // Maximum for one block. Beyond default_shared_bytes it requires the opt-in by cudaFuncSetAttribute.
  int block_shared_bytes = 0;
  // Bytes: the sum of a block's own and reserved bytes is rounded up to a multiple of this.
  int shared_granularity = 0;
  // Bytes that the system reserves for each block, in addition to the kernel's: 0 before sm80, 1024 from then on.
  int reserved_shared_bytes = 0;
};

inline constexpr int max_registers_per_thread = 255;
inline constexpr int max_threads_per_block = 1024;
inline constexpr int default_shared_bytes = 48 * 1024;  // per block, without the opt-in

// All rows of architectures.def, the oldest first.
std::span<const Architecture> architectures();
// By name: "sm90", "sm_90", "90", each also with the suffix a or f of a feature set ("sm90a", "sm100f"), which changes
// no limit here. Null if unknown. Static memory.
const Architecture* find_architecture(std::string_view name);

// Resources that a block requests. An incomplete warp counts as a warp; 0 registers means no limit. Shared memory is
// that of the kernel, static and dynamic, without the reserved bytes.
struct BlockResources {
  std::int64_t threads = 0;
  std::int64_t registers_per_thread = 0;
  std::int64_t shared_bytes = 0;
};

// The number of blocks that each limit allows; the minimum runs together. All numbers are per multiprocessor. post:
// blocks >= 1, warps = blocks * (warps per block) <= max_warps, blocks is the minimum of the four blocks_by_ members.
struct Occupancy {
  // In the order of the members below: of two equal limits, the earlier one is reported.
  enum class Limit { threads, blocks, registers, shared_memory };
  std::int64_t blocks_by_threads = 0;
  std::int64_t blocks_by_blocks = 0;
  std::int64_t blocks_by_registers = 0;
  std::int64_t blocks_by_shared_memory = 0;
  std::int64_t blocks = 0;  // the minimum
  std::int64_t warps = 0;   // resident
  std::int64_t max_warps = 0;
  Limit limit = Limit::threads;  // the first limit with the minimum
  // As allocated: each warp gets a multiple of 256. Each of the four partitions of a multiprocessor has a quarter of
  // its registers, so blocks_by_registers can be less than registers / registers_per_block.
  std::int64_t registers_per_block = 0;
  std::int64_t shared_bytes_per_block = 0;  // with what the system takes
};
// "threads", "blocks", "registers", "shared memory".
Term name_of(Occupancy::Limit limit);

// Errors: arguments, with the exceeded limit, for a block that can never run: threads outside 1 ... 1024, registers per
// thread outside 0 ... 255, more shared memory or registers than a block can have. Constant cost. Example: 128 threads,
// 168 registers, 98304 bytes on sm90: 2 blocks, 8 of 64 warps (12.5 %), limited by shared memory.
Result<Occupancy> occupancy(const Architecture& architecture, const BlockResources& block);

// For a card: the verdict as a row without a name, then the occupancy and a row for each of the four limits. pre: all
// three arguments belong together.
std::vector<AnalysisRow> rows_of(const Occupancy& occupancy, const Architecture& architecture,
                                 const BlockResources& block);

}  // namespace stridescope
