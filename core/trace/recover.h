// From addresses to layouts: for one instruction of a launch the map (thread,
// repetition, block) -> address becomes the smallest layout that equals it,
// with swizzles on top, predicates for masked lanes, and an offset for each
// block; or it is not a layout, and the first coordinate at which the best
// partial layout fails gives the reason.
//
// A repetition counts how often a warp has executed the instruction before: of
// a loop its iterations. What is recovered was tried at every address.
#pragma once

#include <optional>

#include "core/base/budget.h"
#include "core/trace/fit.h"
#include "core/trace/shared_ranges.h"
#include "core/trace/swizzle_chain.h"
#include "core/trace/trace.h"

namespace stridescope {

// Default budget of the recovery of a launch, in steps: a few seconds at most.
inline constexpr std::uint64_t recovery_steps = std::uint64_t{1} << 29;
// Inspected addresses of one instruction; the number beyond them is reported.
inline constexpr std::int64_t max_recovered = 1 << 22;

// The indices of the two parts of a layout.
enum class AccessIndex : std::uint8_t {
  thread_repetition,  // the thread; the repetition
  running,            // thread + threads * repetition, as loops over a tile have it;
                      // nothing
  lane_running,       // lane + 32 * repetition; the warp
};

// The first place at which the map differs from the layout.
struct AccessMiss {
  std::int64_t thread = 0;
  std::int64_t repetition = 0;
  std::int64_t block = 0;
  std::int64_t address = 0;
  std::int64_t layout_says = 0;
};

// address = origin + swizzles(base + first(index) + second(index)), all in
// bytes; swizzles act on the bracket. law: without a miss it holds for every
// active thread, repetition and block that was inspected.
struct AccessLayout {
  std::uint32_t instruction = 0;
  int number = 0;  // which of its addresses
  AccessSpace space = AccessSpace::none;
  int bytes = 0;  // of one lane; 1 where the instruction has no width

  AccessIndex index = AccessIndex::thread_repetition;
  std::int64_t first_thread = 0;  // whole warps without an access are omitted
  std::int64_t threads = 0;
  std::int64_t repetitions = 0;
  std::int64_t origin = 0;
  SwizzleChain swizzles;       // of bytes
  std::vector<FitMode> first;  // strides in bytes
  std::vector<FitMode> second;
  // In place of the second part: where each repetition begins. There where the
  // threads are a layout and the repetitions none, as in a tree of sums.
  std::vector<std::int64_t> offsets;
  struct Base {
    std::int64_t block = 0;
    std::int64_t bytes = 0;
  };
  std::vector<Base> bases;  // of each block that was traced and executes it

  // Active threads and repetitions if not all are: the same in all blocks.
  // Empty if all are; irregular if they are not a box of modes, or differ from
  // block to block.
  std::optional<std::vector<FitBound>> thread_mask;
  std::optional<std::vector<FitBound>> repetition_mask;
  bool irregular_mask = false;
  std::int64_t masked = 0;  // threads and repetitions that do not take part

  std::int64_t addresses = 0;  // that were looked at
  std::int64_t left_out = 0;
  std::optional<AccessMiss> miss;
  std::int64_t agreeing = 0;  // of addresses: all without a miss
  bool undecided = false;     // the budget was spent before a layout was found, or
                              // all were tried

  bool exact() const { return !miss.has_value(); }
  // The layout's value; first_thread <= thread.
  std::int64_t address(std::int64_t thread, std::int64_t repetition, std::size_t base) const;
};

// Executed instructions with their addresses, in the order of the code.
std::vector<std::pair<std::uint32_t, int>> executed_addresses(const TracedLaunch& launch, const Executions& executions);
// The layouts of all addresses of a launch, by instruction and number. Accesses of one range of shared memory are
// under the same swizzles where that costs no modes.
std::vector<AccessLayout> recover_layouts(const TracedLaunch& launch, const Executions& executions, Budget& budget);

}  // namespace stridescope
