// Occupancy: how many blocks of a kernel fit on one multiprocessor, and what limits them.
// Source: CUDA Programming Guide, compute capabilities (technical specifications per compute capability);
// cuda_occupancy.h of the CUDA Toolkit 13.0 (granularities and rounding).
// Registers are allocated to a warp in units of 256, shared memory to a block in the architecture's granularity with
// what the system keeps for itself; a block runs where all four limits leave room for it.
// It is an upper bound from resources alone: it says nothing of how many warps a kernel needs. With clusters, or a
// smaller carve-out of shared memory, fewer blocks may run.
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
  int threads = 0;        // resident on one multiprocessor
  int blocks = 0;
  int registers = 0;     // of 32 bits, of one multiprocessor
  int shared_bytes = 0;  // of one multiprocessor
  // The most that one block may ask for. What is beyond default_shared_bytes takes the opt-in of
  // cudaFuncSetAttribute.
  int block_shared_bytes = 0;
  // Bytes: what a block gets is its own and the reserved bytes together, rounded up to a multiple of this.
  int shared_granularity = 0;
  // Bytes that the system takes for each block, in addition to the kernel's: 0 before sm80, 1024 from there on.
  int reserved_shared_bytes = 0;
};

inline constexpr int max_registers_per_thread = 255;
inline constexpr int max_threads_per_block = 1024;
inline constexpr int default_shared_bytes = 48 * 1024;  // of one block with no opt-in

// All of architectures.def, the oldest first.
std::span<const Architecture> architectures();
// By name: "sm90", "sm_90", "90", each also with the suffix a or f of a feature set ("sm90a", "sm100f"), which changes
// no limit here. Null if unknown. The row is static and never freed.
const Architecture* find_architecture(std::string_view name);

// Resources that a block requests. Threads that are not whole warps take a warp; 0 registers set no limit. Shared
// memory is that of the kernel, static and dynamic, without the system's part.
struct BlockResources {
  std::int64_t threads = 0;
  std::int64_t registers_per_thread = 0;
  std::int64_t shared_bytes = 0;
};

// The number of blocks that each limit allows; the minimum is the number that run together. All are per multiprocessor.
// post: blocks >= 1, warps = blocks * (warps of a block) <= max_warps, blocks is the least of the four blocks_by_
// members.
struct Occupancy {
  // In the order of the members below, in which a tie is decided: of two equal limits the earlier one is named.
  enum class Limit { threads, blocks, registers, shared_memory };
  std::int64_t blocks_by_threads = 0;
  std::int64_t blocks_by_blocks = 0;
  std::int64_t blocks_by_registers = 0;
  std::int64_t blocks_by_shared_memory = 0;
  std::int64_t blocks = 0;  // the smallest
  std::int64_t warps = 0;   // resident
  std::int64_t max_warps = 0;
  Limit limit = Limit::threads;  // the first of the smallest
  // As they are allocated: each warp gets a multiple of 256. The four partitions of a multiprocessor have a quarter
  // of its registers each, so blocks_by_registers may be less than registers / registers_per_block.
  std::int64_t registers_per_block = 0;
  std::int64_t shared_bytes_per_block = 0;  // with what the system takes
};
// "threads", "blocks", "registers", "shared memory".
Term name_of(Occupancy::Limit limit);

// arguments, with the limit that is broken, for a block that can never run: threads outside 1 ... 1024, registers of
// a thread outside 0 ... 255, more shared memory or registers than one multiprocessor gives a block. Constant cost.
// Example: 128 threads, 168 registers, 98304 bytes on sm90: 2 blocks, 8 of 64 warps (12.5 %), by shared memory.
Result<Occupancy> occupancy(const Architecture& architecture, const BlockResources& block);

// For a card: the verdict in a row without a name, then the occupancy and a row for each of the four limits. pre: all
// three belong together.
std::vector<AnalysisRow> rows_of(const Occupancy& occupancy, const Architecture& architecture,
                                 const BlockResources& block);

}  // namespace stridescope
