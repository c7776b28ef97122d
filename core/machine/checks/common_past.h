// The events that all orders of the warps have in common from a state of a run on. One run from that state is followed
// with the proof of order_proof.h. Every order matches that run up to the first event that the proof doubts, so the
// events that precede all doubtful ones belong to every order. A search can start after them, however often a loop
// turns there. Without a doubt all orders match the run.
#pragma once

#include <map>
#include <vector>

#include "core/machine/checks/order_proof.h"
#include "core/machine/checks/turns.h"

namespace stridescope::machine {

class CommonPast {
 public:
  CommonPast(const Program& program, const Launch& launch) : proof_(program, launch) { proof_.collect(); }

  struct Answer {
    bool whole = false;       // all orders are like the run
    bool hangs = false;       // the run hangs or fails
    std::uint64_t steps = 0;  // executed instructions of threads
    std::vector<Turn> turns;  // the common past; empty: the next events may differ
  };
  // pre: launch.late_copies, warps at synchronizing instructions. post: the run has executed the turns of the answer.
  Answer find(Execution& run);

 private:
  // Runs on in turns, each up to the next synchronizing instruction, until the end or until no later event can change
  // the common past. False: neither is known.
  bool follow(Execution& run);
  void complete_copies(Execution& run, std::uint32_t issuer, std::uint32_t turn);
  Advance take_turn(Execution& run, std::uint32_t warp);
  void note_doubts();
  void note_times(std::size_t warp);
  bool is_common_to_all(const Execution& run) const;
  std::uint32_t limit(std::size_t warp) const;
  // The number of turns of a warp in which the time ended.
  std::uint32_t end_of(std::size_t warp, std::uint32_t time) const;
  std::vector<Turn> play_past(Execution& run, std::vector<Turn>& needed) const;

  struct Completion {
    std::size_t barrier = 0;
    std::uint32_t phase = 0;
  };
  OrderProof proof_;
  bool hangs_ = false;
  bool doubts_ = false;
  OrderProof::Clock common_;          // the events before every doubtful event
  std::vector<std::uint32_t> turns_;  // by warp: turns so far
  std::vector<std::uint32_t> most_;   // by warp: turns before its first doubtful event
  std::vector<std::vector<std::uint32_t>> ends_;
  // Phases that the copies of a turn fill, by the issuing warp and its turn; `no_warp`: copies that are late at first.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Completion>> completions_;
};

}  // namespace stridescope::machine
