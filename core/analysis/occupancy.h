// Occupancy: how many blocks of a kernel fit on one multiprocessor, and what limits them.
// Source: CUDA Programming Guide, compute capabilities (technical specifications per compute capability);
// cuda_occupancy.h of the CUDA Toolkit 13.0 (granularities and rounding).
// Registers are allocated to a warp in units of 256, shared memory to a block in the architecture's granularity with
// what the system keeps for itself; a block runs where all four limits leave room for it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/result.h"

namespace stridescope {

// What one multiprocessor of an architecture has.
struct Architecture {
  std::string_view name;  // "sm90"
  int threads = 0;        // resident on one multiprocessor
  int blocks = 0;
  int registers = 0;              // of 32 bits, of one multiprocessor
  int shared_bytes = 0;           // of one multiprocessor
  int block_shared_bytes = 0;     // of one block, with the opt-in of cudaFuncSetAttribute
  int shared_granularity = 0;     // bytes
  int reserved_shared_bytes = 0;  // by the system for each block
};

inline constexpr int max_registers_per_thread = 255;
inline constexpr int max_threads_per_block = 1024;
inline constexpr int default_shared_bytes = 48 * 1024;  // of one block with no opt-in

// All of architectures.def, the oldest first.
std::span<const Architecture> architectures();
// By name, "sm90", "sm_90", "sm90a", "90"; null if there is none.
const Architecture* find_architecture(std::string_view name);

// What a block asks for. pre: threads and registers above 0; a block beyond what any may have is refused by occupancy.
struct BlockResources {
  std::int64_t threads = 0;
  std::int64_t registers_per_thread = 0;
  std::int64_t shared_bytes = 0;
};

// How many blocks each limit allows; the least of them is how many run together.
struct Occupancy {
  enum class Limit { threads, blocks, registers, shared_memory };
  std::int64_t blocks_by_threads = 0;
  std::int64_t blocks_by_blocks = 0;
  std::int64_t blocks_by_registers = 0;
  std::int64_t blocks_by_shared_memory = 0;
  std::int64_t blocks = 0;  // the smallest
  std::int64_t warps = 0;   // resident
  std::int64_t max_warps = 0;
  Limit limit = Limit::threads;             // the first of the smallest
  std::int64_t registers_per_block = 0;     // as they are allocated
  std::int64_t shared_bytes_per_block = 0;  // with what the system takes

  std::int64_t percent_e2() const { return max_warps == 0 ? 0 : warps * 10000 / max_warps; }
};
// "threads", "blocks", "registers", "shared memory".
Term name_of(Occupancy::Limit limit);

// arguments, with the limit that is broken, for a block that can never run.
Result<Occupancy> occupancy(const Architecture& architecture, const BlockResources& block);

// How many blocks and warps there are, and how many each resource would allow.
std::vector<AnalysisRow> rows_of(const Occupancy& occupancy, const Architecture& architecture,
                                 const BlockResources& block);

}  // namespace stridescope
