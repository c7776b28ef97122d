// Reads the limits of each architecture, and computes the number of blocks that fit under each limit with the
// hardware's allocation: registers per warp in units of 256, shared memory in the architecture's granularity, including
// the reserved bytes.
#include "core/hardware/occupancy.h"

#include <algorithm>
#include <array>

#include "core/base/number_text.h"
#include "core/tiled/thread_value.h"

namespace stridescope {
namespace {

constexpr std::int64_t kib(std::int64_t n) { return n * 1024; }

constexpr Architecture architecture_table[] = {
#define STRIDESCOPE_ARCHITECTURE(name, threads, blocks, registers, shared, block_shared, granularity, reserved) \
  {#name, threads, blocks, registers, kib(shared), kib(block_shared), granularity, reserved},
#include "core/hardware/architectures.def"
#undef STRIDESCOPE_ARCHITECTURE
};

constexpr std::int64_t register_granularity = 256;  // per warp
constexpr std::int64_t partitions = 4;              // parts of a multiprocessor; each has its share of the registers

std::int64_t round_up(std::int64_t x, std::int64_t unit) { return (x + unit - 1) / unit * unit; }

}  // namespace

std::span<const Architecture> architectures() { return architecture_table; }

const Architecture* find_architecture(std::string_view name) {
  if (name.starts_with("sm_")) name.remove_prefix(3);
  if (name.starts_with("sm")) name.remove_prefix(2);
  if (!name.empty() && (name.back() == 'a' || name.back() == 'f')) name.remove_suffix(1);
  for (const Architecture& a : architecture_table) {
    if (a.name.substr(2) == name) return &a;
  }
  return nullptr;
}

Term name_of(Occupancy::Limit limit) {
  constexpr std::array<Term, 4> names = {term("threads"), term("blocks"), term("registers"), term("shared memory")};
  return names[static_cast<std::size_t>(limit)];
}

Result<Occupancy> occupancy(const Architecture& a, const BlockResources& block) {
  if (block.threads < 1 || block.threads > max_threads_per_block) {
    return failure(ErrorCode::arguments, say("a block of {} {thread|threads}", block.threads),
                   say("a block must have 1 to {} {thread|threads}", max_threads_per_block));
  }
  if (block.registers_per_thread < 0 || block.registers_per_thread > max_registers_per_thread) {
    return failure(ErrorCode::arguments, say("{} {register|registers} per thread", block.registers_per_thread),
                   say("a thread can have at most {}", max_registers_per_thread));
  }
  if (block.shared_bytes < 0 || block.shared_bytes > a.block_shared_bytes) {
    return failure(ErrorCode::arguments, say("{} {byte|bytes} of shared memory in one block", block.shared_bytes),
                   say("{} has at most {} for a block", a.name, a.block_shared_bytes));
  }
  Occupancy out;
  const std::int64_t warps = (block.threads + lanes_per_warp - 1) / lanes_per_warp;
  out.max_warps = a.threads / lanes_per_warp;
  out.blocks_by_threads = out.max_warps / warps;
  out.blocks_by_blocks = a.blocks;
  const std::int64_t of_warp = round_up(block.registers_per_thread * lanes_per_warp, register_granularity);
  out.registers_per_block = of_warp * warps;
  if (of_warp * round_up(warps, partitions) > a.registers) {
    return failure(
        ErrorCode::arguments, say("{} {register|registers} in one block", out.registers_per_block),
        say("{} has {}: at most {} per thread of this block", a.name, a.registers,
            a.registers / round_up(warps, partitions) / register_granularity * register_granularity / lanes_per_warp));
  }
  out.blocks_by_registers = of_warp == 0 ? a.blocks : a.registers / partitions / of_warp * partitions / warps;
  out.shared_bytes_per_block = round_up(block.shared_bytes + a.reserved_shared_bytes, a.shared_granularity);
  out.blocks_by_shared_memory =
      out.shared_bytes_per_block == 0 ? a.blocks : a.shared_bytes / out.shared_bytes_per_block;
  const std::array<std::int64_t, 4> limits = {out.blocks_by_threads, out.blocks_by_blocks, out.blocks_by_registers,
                                              out.blocks_by_shared_memory};
  const auto smallest = std::min_element(limits.begin(), limits.end());
  out.blocks = *smallest;
  out.limit = static_cast<Occupancy::Limit>(smallest - limits.begin());
  out.warps = out.blocks * warps;
  return out;
}

std::vector<AnalysisRow> rows_of(const Occupancy& o, const Architecture& a, const BlockResources& block) {
  return {
      {{},
       say("{} {block|blocks} of {} {thread|threads} on a multiprocessor of {}, limited by {}", o.blocks, block.threads,
           a.name, name_of(o.limit)),
       {}},
      {say("occupancy"),
       say("{} of {} {warp|warps}, {}", o.warps, o.max_warps, percent_text(o.warps, o.max_warps)),
       {}},
      {say("by threads"), say("{} {block|blocks}", o.blocks_by_threads), say("{} {thread|threads}", a.threads)},
      {say("by blocks"), say("{} {block|blocks}", o.blocks_by_blocks), say("{} {block|blocks}", a.blocks)},
      {say("by registers"), say("{} {block|blocks}", o.blocks_by_registers),
       say("{} {register|registers}, {} per block", a.registers, o.registers_per_block)},
      {say("by shared memory"), say("{} {block|blocks}", o.blocks_by_shared_memory),
       say("{} {byte|bytes}, {} per block with the {} that the system reserves", a.shared_bytes,
           o.shared_bytes_per_block, a.reserved_shared_bytes)},
  };
}

}  // namespace stridescope
