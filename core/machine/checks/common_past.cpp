// Follows a run, and plays what precedes its doubtful events.
#include "core/machine/checks/common_past.h"

#include <algorithm>

namespace stridescope::machine {
namespace {

constexpr std::uint32_t no_warp = ~std::uint32_t{0};
constexpr std::uint32_t endless = ~std::uint32_t{0};
constexpr std::uint32_t most_idle_rounds = FailedTests::least + FailedTests::longest_period;

}  // namespace

std::uint32_t CommonPast::end_of(std::size_t warp, std::uint32_t time) const {
  if (time == 0) return 0;
  return time <= ends_[warp].size() ? ends_[warp][time - 1] : turns_[warp];
}

// Joins what precedes the doubtful events of a turn.
void CommonPast::note_doubts() {
  for (OrderProof::Doubtful& one : proof_.take_doubtful()) {
    most_[one.warp] = std::min(most_[one.warp], end_of(one.warp, one.clock[one.warp] - 1));
    one.clock[one.warp] = endless;
    if (!doubts_) common_ = one.clock;
    doubts_ = true;
    common_.resize(std::min(common_.size(), one.clock.size()));
    for (std::size_t i = 0; i < common_.size(); ++i) common_[i] = std::min(common_[i], one.clock[i]);
  }
}

void CommonPast::note_times(std::size_t warp) {
  while (ends_[warp].size() + 1 < proof_.time(warp)) ends_[warp].push_back(turns_[warp]);
}

void CommonPast::complete_copies(Execution& run, std::uint32_t issuer, std::uint32_t turn) {
  if (run.ended() || run.late_copies().empty()) return;
  std::vector<Completion>& done = completions_[{issuer, turn}];
  while (!run.late_copies().empty()) {
    run.complete_copy(0);
    const auto [barrier, phase] = proof_.last_completion();
    done.push_back({barrier, phase});
    note_doubts();
  }
}

// Copies are complete at once: those that are late when all warps have ended are lost.
Advance CommonPast::take_turn(Execution& run, std::uint32_t warp) {
  const Advance out = advance(run, warp, 1, [&] { complete_copies(run, warp, turns_[warp] + 1); });
  note_doubts();
  ++turns_[warp];
  note_times(warp);
  return out;
}

// True if all warps that have not ended know the common past; then all of their later events know it, too.
bool CommonPast::is_common_to_all(const Execution& run) const {
  for (std::size_t warp = 0; warp < turns_.size(); ++warp) {
    if (run.place(warp).state == WarpPlace::State::ended) continue;
    const OrderProof::Clock& known = proof_.clock(warp);
    for (std::size_t i = 0; i < common_.size(); ++i) {
      if (i != warp && common_[i] > (i < known.size() ? known[i] : 0)) return false;
    }
  }
  return true;
}

bool CommonPast::follow(Execution& run) {
  complete_copies(run, no_warp, 0);
  for (std::size_t warp = 0; warp < turns_.size(); ++warp) note_times(warp);
  std::vector<FailedTests> failed(turns_.size());
  for (std::uint32_t idle = 0; !run.ended(); ++idle) {
    bool moved = false;
    bool waits = true;
    for (std::uint32_t warp = 0; warp < turns_.size() && !run.ended(); ++warp) {
      if (!run.place(warp).goes_on()) continue;
      const Advance done = take_turn(run, warp);
      if (done.count >= most_in_turn || proof_.all_doubtful()) return false;
      moved = true;
      if (done.failed) failed[warp].note(run, warp);
      waits = waits && failed[warp].are_endless();
      if (!done.progressed) continue;
      failed.assign(failed.size(), {});
      idle = 0;
    }
    if (doubts_ && is_common_to_all(run)) return true;
    hangs_ = !run.ended() && (!moved || waits);
    if (hangs_) return true;
    if (idle > most_idle_rounds) return false;
  }
  hangs_ = run.error().has_value();
  return !hangs_ || run.error()->code != ErrorCode::too_large;
}

std::uint32_t CommonPast::limit(std::size_t warp) const {
  const std::uint32_t time = warp < common_.size() ? common_[warp] : 0;
  return time == endless ? most_[warp] : std::min(most_[warp], end_of(warp, time));
}

// Turns in the same rounds as before, so that the same tests fail. needed: without those that fail.
std::vector<Turn> CommonPast::play_past(Execution& run, std::vector<Turn>& needed) const {
  const auto warps = static_cast<std::uint32_t>(turns_.size());
  std::vector<Turn> out;
  std::vector<std::uint32_t> played(warps, 0);
  // Completes the youngest copies as far as all orders have that in common.
  const auto complete = [&](std::uint32_t issuer, std::uint32_t turn, std::size_t first) {
    const auto found = completions_.find({issuer, turn});
    if (found == completions_.end()) return;
    auto at = static_cast<std::uint32_t>(first);
    for (const Completion& one : found->second) {
      if (one.barrier >= common_.size() || common_[one.barrier] <= one.phase) {
        ++at;
        continue;
      }
      run.complete_copy(at);
      out.push_back({warps + at, 1});
      needed.push_back(out.back());
    }
  };
  complete(no_warp, 0, 0);
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      if (played[warp] >= limit(warp) || !run.place(warp).goes_on()) continue;
      const std::size_t late = run.late_copies().size();
      const Advance done = advance(run, warp, 1);
      out.push_back({warp, done.count});
      if (!done.failed) needed.push_back(out.back());
      complete(warp, ++played[warp], late);
      moved = true;
    }
  }
  return out;
}

CommonPast::Answer CommonPast::find(Execution& run) {
  const std::size_t warps = run.warp_count();
  turns_.assign(warps, 0);
  most_.assign(warps, endless);
  ends_.assign(warps, {});
  common_.clear();
  completions_.clear();
  doubts_ = hangs_ = false;
  std::vector<std::uint32_t> blocks;
  for (std::size_t i = 0; i < warps; ++i) {
    const WarpPlace place = run.place(i);
    if (place.warp == 0) blocks.push_back(static_cast<std::uint32_t>(place.block));
  }
  proof_.begin(blocks);
  const auto here = run.copy();
  const std::uint64_t before = run.steps();
  run.observe(&proof_);
  const bool known = follow(run);
  run.observe(nullptr);
  Answer out;
  out.steps = run.steps() - before;
  run.restore(*here);
  if (!known || proof_.all_doubtful()) return out;
  out.whole = !doubts_;
  out.hangs = hangs_;
  if (out.whole) return out;
  std::vector<Turn> needed;
  out.turns = play_past(run, needed);
  const auto there = run.hash();
  run.restore(*here);
  play(run, needed);
  if (run.hash() == there) {
    out.turns = std::move(needed);
  } else {
    // A test that fails changes a register.
    run.restore(*here);
    play(run, out.turns);
  }
  return out;
}

}  // namespace stridescope::machine
