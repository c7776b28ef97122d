// Turns of warps: an order of the instructions of a run, as a text and step by step.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/machine/execution.h"

namespace stridescope::machine {

// Instructions of a warp in a row, or a late copy that completes: `warp` is then the count of warps and its number
// among those that are late.
struct Turn {
  std::uint32_t warp = 0;
  std::uint32_t count = 1;
};
inline constexpr std::size_t most_turns = std::size_t{1} << 20;
// "0*12 2*5 +1": twelve instructions of warp 0, five of warp 2, then copy 1 is complete.
std::string turns_text(const std::vector<Turn>& turns, std::size_t warps);
// arguments: the text is not one of turns. too_large: it has more than most_turns.
Result<std::vector<Turn>> read_turns(std::string_view text, std::size_t warps);

// Executes turns until the run ends.
void play(Execution& run, const std::vector<Turn>& turns);

// True if other warps can notice the instruction, or it depends on them.
bool synchronizes(const Instruction& one);

// The turns that a search tries in a state: warps, and after their numbers late copies.
std::vector<std::uint32_t> turn_choices(const Execution& run);

inline constexpr std::uint32_t most_in_turn = 1 << 16;
struct Advance {
  std::uint32_t count = 0;  // executed instructions, at most most_in_turn
  bool progressed = false;  // others wait for something else now, or a copy is late
  bool failed = false;      // it tested an mbarrier whose phase was not over
};
// Executes a warp up to its next synchronizing instruction; at least `least` instructions. `then` follows each.
Advance advance(Execution& run, std::size_t warp, std::uint32_t least, const std::function<void()>& then = {});

}  // namespace stridescope::machine
