// All orders of the warps of a block or a cluster: first a proof from one run (order_proof.h); where another order may
// differ, the orders of synchronizing instructions, and of the moments at which copies are complete, are executed one
// after another. States that are reached twice are executed once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/machine/checks/element_map.h"
#include "core/machine/checks/order_proof.h"

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

struct InterleavingLimits {
  std::uint64_t states = std::uint64_t{1} << 16;
  std::uint64_t steps = std::uint64_t{1} << 32;  // instructions of lanes and copies of states, in sum
  std::size_t bytes = std::size_t{256} << 20;    // of kept states
  std::uint64_t checked = 512;                   // orders whose accesses are checked; fewer than there are: open
  bool proves = true;                            // false: the orders are visited even if the proof suffices
};

// proved: without a doubt all is, otherwise that no order hangs; accesses are those of `orders` orders.
enum class OrderVerdict : std::uint8_t { proved, bad, open };
inline constexpr std::string_view order_verdict_names[] = {"proved", "bad", "open"};

struct InterleavingReport {
  OrderVerdict verdict = OrderVerdict::open;
  std::size_t warps = 0;
  std::uint64_t events = 0;  // synchronizing steps of the first run
  std::uint64_t states = 0;  // 0: the proof needed no other order
  std::uint64_t orders = 0;  // whose accesses were checked
  bool exhausted = false;    // all states were visited
  std::vector<OrderDoubt> doubts;
  std::vector<Turn> order;  // of a bad run; empty: the usual one
  std::vector<Finding> findings;
  Message limit;  // of an open verdict
};

// Errors: those of the launch.
Result<InterleavingReport> interleavings(const Program& program, const Function& kernel, const Launch& launch,
                                         const std::vector<ElementMap>& tensors = {},
                                         const InterleavingLimits& limits = {});
// The answer as a sentence.
Message to_message(const InterleavingReport& report);

}  // namespace stridescope::machine
