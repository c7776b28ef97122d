// Proves from one run that every other order of the warps has the same synchronization: each arrival counts for the
// same phase, each wait waits for the same one, and each strong access sees the same value. Then all orders have the
// same happens-before relation, so that a run without a finding is a proof for all of them.
//
// By induction over an order: an arrival counts for phase k if its warp knows that phase k-1 is over, since phase k
// needs it. A wait for a parity passes for phase k if its warp knows that phase k-1 is over (an earlier phase has the
// other parity or the same one two phases before), and if phase k+1 cannot end before the wait.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/machine/checks/finding.h"
#include "core/machine/flow.h"
#include "core/machine/machine.h"

namespace stridescope::machine {

// Something that another order may change.
struct OrderDoubt {
  Message what;
  const Instruction* instruction = nullptr;
  const Instruction* other = nullptr;  // or none
};

class OrderProof final : public Observer {
 public:
  // The time of each warp, then for each barrier the number of phases that are over.
  using Clock = std::vector<std::uint32_t>;
  OrderProof(const Program& program, const Launch& launch);
  // One for each pair of instructions; empty: all orders are alike.
  const std::vector<OrderDoubt>& doubts() const { return doubts_; }
  // Arrivals, waits and strong accesses of warps.
  std::uint64_t events() const { return events_; }

  // An event whose phase or partner can differ in another order, and the events that precede it in every order.
  struct Doubtful {
    std::size_t warp = 0;
    Clock clock;  // before the event
  };
  void collect() { collects_ = true; }
  std::vector<Doubtful> take_doubtful() { return std::exchange(doubtful_, {}); }
  bool all_doubtful() const { return all_doubtful_; }  // the proof has lost count
  // The time of a warp, which grows with each event that others may know of. It begins at 1.
  std::uint32_t time(std::size_t warp) const { return warps_[warp].clock[warp]; }
  // Everything that comes before a new event of the warp.
  const Clock& clock(std::size_t warp) const { return warps_[warp].clock; }
  // The barrier and the phase for which the last copy counted.
  std::pair<std::size_t, std::uint32_t> last_completion() const { return last_completion_; }

  void begin(const std::vector<std::uint32_t>& blocks) override;
  void access(const Place&, const Access&) override;
  void group(const Place&, const GroupEvent&) override;
  void barrier(const Place&, const BarrierEvent&) override;
  void barrier_over(std::uint32_t block, std::uint32_t number) override;
  void mbarrier(const Place&, const MbarrierEvent&) override;
  void ended(const Place& place) override { act(place); }

 private:
  struct Mark {
    std::size_t warp = 0;
    std::uint32_t time = 0;
    const Instruction* instruction = nullptr;
  };
  // An mbarrier, or a barrier of a block or the cluster.
  struct Meeting {
    std::size_t slot = 0;
    std::uint32_t phases = 0;  // phases that are over
    Clock arriving;            // arrivals of the open phase, those of copies included
    Clock arrivals;            // without them
    Clock over;
    std::vector<Mark> tests;    // waits for the last phase that is over
    std::vector<Mark> expects;  // marks of expect_tx for the open phase
    std::vector<std::size_t> waiting;
  };
  struct Warp {
    Clock clock;
    // A test that failed, which the warp must repeat.
    const Instruction* failed = nullptr;
    std::uint64_t address = 0;
    Clock product;                     // clock at its last wgmma
    std::array<Clock, 8> groups = {};  // clocks at the last commits, by number
    std::size_t committed = 0;
    std::size_t awaited = 0;  // groups whose end it has waited for since its last event
  };
  // Strong accesses to an address.
  struct Flag {
    std::vector<Mark> writes;         // the last one, or updates that commute
    std::vector<Mark> reads;          // since then
    std::string_view operation = {};  // operation of updates that commute
  };

  std::size_t index(const Place& place) const { return std::size_t{place.block} * warps_of_block_ + place.warp; }
  static void join(Clock& into, const Clock& with);
  static std::uint32_t at(const Clock& clock, std::size_t slot) { return slot < clock.size() ? clock[slot] : 0; }
  static bool knows(const Clock& clock, const Mark& mark) { return at(clock, mark.warp) >= mark.time; }
  // Lanes of a warp count once.
  void count(const Place& place);
  Mark mark(const Place& place);
  void release(std::size_t warp, Clock& into);
  void act(const Place& place);
  void settle(const Place& place);
  void doubt(const Place& place, const Instruction* other, Message what);
  Meeting& meeting(std::uint32_t kind, std::uint32_t block, std::uint64_t at);
  void arrive(const Place& place, Meeting& meeting, const Message& name);
  void complete(const Place* place, Meeting& meeting, const Message& name);
  static void keep(std::vector<Mark>& marks, const Mark& one);
  bool only_updates(const Instruction& one);

  const Program& program_;
  std::uint32_t warps_of_block_ = 0;
  std::vector<OrderDoubt> doubts_;
  bool collects_ = false;
  std::vector<Doubtful> doubtful_;
  bool all_doubtful_ = false;
  std::pair<std::size_t, std::uint32_t> last_completion_;
  std::uint64_t events_ = 0;
  std::pair<std::size_t, const Instruction*> counted_;
  std::vector<Warp> warps_;
  std::size_t slots_ = 0;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, Meeting> meetings_;
  Meeting others_;  // too many
  std::map<std::tuple<Space, std::uint32_t, std::uint64_t>, Flag> flags_;
  std::map<const Instruction*, bool> loops_;  // tests: true if a failed one is repeated
  std::map<const Instruction*, bool> updates_;
  std::map<const Function*, Liveness> live_;
};

}  // namespace stridescope::machine
