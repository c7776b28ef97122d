// From addresses to layouts: for one instruction of a launch the map (thread,
// repetition, block) -> address becomes the smallest layout that equals it,
// with swizzles on top where there are some, predicates where lanes are masked,
// and an offset for each block; or it is none, and the first coordinate at
// which the best partial one fails says why.
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

// Steps that the recovery of a launch takes where nobody says otherwise: a few
// seconds at most.
inline constexpr std::uint64_t recovery_steps = std::uint64_t{1} << 29;
// Addresses of one instruction that are looked at; those beyond are said to be
// left out.
inline constexpr std::int64_t max_recovered = 1 << 22;

// Which indices the two parts of a layout are of.
enum class AccessIndex : std::uint8_t {
  thread_repetition,  // the thread; the repetition
  running,            // thread + threads * repetition, as loops over a tile have it;
                      // nothing
  lane_running,       // lane + 32 * repetition; the warp
};

// Where the map is not what the layout says.
struct AccessMiss {
  std::int64_t thread = 0;
  std::int64_t repetition = 0;
  std::int64_t block = 0;
  std::int64_t address = 0;
  std::int64_t layout_says = 0;
};

// address = origin + swizzles(base + first(index) + second(index)), all in
// bytes; swizzles act on what lies between. law: where there is no miss it
// holds of every active thread, repetition and block that was looked at.
struct AccessLayout {
  std::uint32_t instruction = 0;
  int number = 0;  // which of its addresses
  AccessSpace space = AccessSpace::none;
  int bytes = 0;  // of one lane; 1 where the instruction has no width

  AccessIndex index = AccessIndex::thread_repetition;
  std::int64_t first_thread = 0;  // whole warps in which nobody accesses are left out
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

  // Active threads and repetitions where not all are: the same in all blocks.
  // Nothing where all are; irregular where they are no box of modes, or differ
  // from block to block.
  std::optional<std::vector<FitBound>> thread_mask;
  std::optional<std::vector<FitBound>> repetition_mask;
  bool irregular_mask = false;
  std::int64_t masked = 0;  // threads and repetitions that do not take part

  std::int64_t addresses = 0;  // that were looked at
  std::int64_t left_out = 0;
  std::optional<AccessMiss> miss;
  std::int64_t agreeing = 0;  // of addresses: all where there is no miss
  bool undecided = false;     // the budget was spent before a layout was found, or
                              // all were tried

  bool exact() const { return !miss.has_value(); }
  // What the layout says; first_thread <= thread.
  std::int64_t address(std::int64_t thread, std::int64_t repetition, std::size_t base) const;
};

// Which addresses of which instructions were executed, in the order of the code.
std::vector<std::pair<std::uint32_t, int>> executed_addresses(const TracedLaunch& launch, const Executions& executions);
// The layouts of all addresses of a launch, by instruction and number. Accesses of one range of shared memory are
// under the same swizzles where that costs no modes.
std::vector<AccessLayout> recover_layouts(const TracedLaunch& launch, const Executions& executions, Budget& budget);

}  // namespace stridescope
