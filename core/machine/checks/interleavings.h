// All orders of the warps of a block or a cluster. A proof from one run comes first (order_proof.h). Where another
// order may differ, executes the orders of the synchronizing instructions and of the moments at which copies are
// complete. A state that is reached twice is executed once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/machine/checks/element_map.h"
#include "core/machine/checks/order_proof.h"
#include "core/machine/checks/turns.h"

namespace stridescope::machine {

struct InterleavingLimits {
  std::uint64_t states = std::uint64_t{1} << 16;  // states between two that all orders have in common
  std::uint64_t steps = std::uint64_t{1} << 32;   // instructions of lanes and copies of states, in sum
  std::size_t bytes = std::size_t{256} << 20;     // bytes of kept states
  std::uint64_t checked = 512;                    // orders whose accesses are checked; open if more are needed
  // Searches once more, with folded loops, what these limits leave open (folded_loops.h); nullptr: no search.
  std::optional<std::uint64_t> (*folded)(const Program&, const Function&, Launch, const InterleavingLimits&) = nullptr;
  // false: all orders are visited from the beginning, and states differ in all registers.
  bool proves = true;
};

// proved: no order hangs; without doubts the accesses are proved, too, otherwise they are checked in `orders` orders.
enum class OrderVerdict : std::uint8_t { proved, bad, open };
inline constexpr std::string_view order_verdict_names[] = {"proved", "bad", "open"};

struct InterleavingReport {
  OrderVerdict verdict = OrderVerdict::open;
  std::size_t warps = 0;
  std::uint64_t events = 0;         // synchronizing steps of the first run
  std::uint64_t states = 0;         // 0: the proof needed no other order
  std::uint64_t orders = 0;         // orders whose accesses were checked
  bool exhausted = false;           // all states were visited
  std::uint64_t folded_states = 0;  // of the search with folded loops, if it gave a proof (folded_loops.h)
  std::vector<OrderDoubt> doubts;
  std::vector<Turn> order;  // order of a bad run; empty: the usual one
  std::vector<Finding> findings;
  Message limit;  // limit that left an open verdict
};

// Errors: those of the launch.
Result<InterleavingReport> interleavings(const Program& program, const Function& kernel, const Launch& launch,
                                         const std::vector<ElementMap>& tensors = {},
                                         const InterleavingLimits& limits = {});
// The answer as a sentence.
Message to_message(const InterleavingReport& report);

}  // namespace stridescope::machine
