// Recovers layouts from addresses. For one instruction of a launch, the map (thread, repetition, block) -> address
// becomes the smallest layout that equals it, with swizzles, predicates for masked lanes, and an offset for each block.
// If the map is not a layout, the result names the first coordinate at which the best partial layout fails.
//
// The repetition is the number of previous executions of the instruction by the warp: in a loop, the iteration. Every
// recovered layout was verified at every address.
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
// Addresses inspected per instruction; the number of further ones is reported.
inline constexpr std::int64_t max_recovered = 1 << 22;

// The indices of the two parts of a layout: first; second.
enum class AccessIndex : std::uint8_t {
  thread_repetition,  // thread; repetition
  running,            // thread + threads * repetition, as in loops over a tile; none
  lane_running,       // lane + 32 * repetition; warp
};

// The first coordinate at which the map differs from the layout.
struct AccessMiss {
  std::int64_t thread = 0;
  std::int64_t repetition = 0;
  std::int64_t block = 0;
  std::int64_t address = 0;
  std::int64_t layout_says = 0;
};

// address = origin + swizzles(base + first(index) + second(index)), in bytes; the swizzles apply to the sum in
// brackets. law: without a miss this holds for every inspected active thread, repetition and block.
struct AccessLayout {
  std::uint32_t instruction = 0;
  int number = 0;  // which address of the instruction
  AccessSpace space = AccessSpace::none;
  int bytes = 0;  // bytes per lane; 1 if the instruction has no width

  AccessIndex index = AccessIndex::thread_repetition;
  std::int64_t first_thread = 0;  // warps without an access at the beginning are omitted
  std::int64_t threads = 0;
  std::int64_t repetitions = 0;
  std::int64_t origin = 0;
  SwizzleChain swizzles;       // on byte offsets
  std::vector<FitMode> first;  // strides in bytes
  std::vector<FitMode> second;
  // Offset of each repetition, in place of `second`: used if the threads are a layout and the repetitions are not, as
  // in a tree reduction.
  std::vector<std::int64_t> offsets;
  struct Base {
    std::int64_t block = 0;
    std::int64_t bytes = 0;
  };
  std::vector<Base> bases;  // for each traced block that executes the instruction

  // The active threads and repetitions, equal in all blocks; empty if all are active. irregular: they are not a box of
  // modes, or differ between blocks.
  std::optional<std::vector<FitBound>> thread_mask;
  std::optional<std::vector<FitBound>> repetition_mask;
  bool irregular_mask = false;
  std::int64_t masked = 0;  // inactive pairs of thread and repetition

  std::int64_t addresses = 0;  // inspected addresses
  std::int64_t left_out = 0;
  std::optional<AccessMiss> miss;
  std::int64_t agreeing = 0;  // agreeing addresses; without a miss, all addresses
  bool undecided = false;     // the budget was exhausted before a layout was found or excluded

  bool exact() const { return !miss.has_value(); }
  // The address that the layout yields. pre: first_thread <= thread.
  std::int64_t address(std::int64_t thread, std::int64_t repetition, std::size_t base) const;
};

// Executed instructions and the numbers of their addresses, in code order.
std::vector<std::pair<std::uint32_t, int>> executed_addresses(const TracedLaunch& launch, const Executions& executions);
// The layouts of all addresses of a launch, by instruction and number. Accesses to one range of shared memory get the
// same swizzles if that needs no more modes.
std::vector<AccessLayout> recover_layouts(const TracedLaunch& launch, const Executions& executions, Budget& budget);

}  // namespace stridescope
