// Findings of the checker: the parties, and what explains them.
#include <algorithm>

#include "core/base/text.h"
#include "core/machine/checks/checker.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t most_findings = 200;
constexpr std::size_t most_waiting = 8;
constexpr std::uint64_t most_gap = 4096;

// The access of an instruction that failed at an address. The first state space of a copy is that of its destination.
Touch touch_of(const Instruction& one, Space space) {
  const std::string_view opcode = one.words.front();
  if (opcode == "st" || opcode == "stmatrix") return Touch::write;
  if (opcode == "atom" || opcode == "red") return Touch::atomic;
  if (opcode != "cp") return Touch::read;
  const auto to = std::find_if(one.words.begin(), one.words.end(),
                               [](std::string_view word) { return word == "global" || word.substr(0, 6) == "shared"; });
  return to != one.words.end() && (*to == "global") == (space == Space::global) ? Touch::write : Touch::read;
}

bool has_thread(const std::vector<Slot>& slots, Slot slot) {
  return std::find(slots.begin(), slots.end(), slot) != slots.end();
}

}  // namespace

Finding* Checker::report(FindingKind kind, const Instruction* here, const Instruction* other) {
  const auto [known, fresh] = known_findings_.try_emplace({kind, here, other}, findings_.size());
  if (!fresh) {
    if (known->second < findings_.size()) ++findings_[known->second].times;
    return nullptr;
  }
  if (findings_.size() >= most_findings) return nullptr;
  findings_.emplace_back();
  findings_.back().kind = kind;
  return &findings_.back();
}

Party Checker::party_of(Slot slot, const Instruction* instruction) const {
  Party out;
  out.instruction = instruction;
  out.block = blocks_[(slot - 1) / threads_];
  out.thread = (slot - 1) % threads_;
  return out;
}

Party Checker::party(const Touched& touched) const {
  const Site& site = sites_[touched.site];
  Party out;
  if (touched.foreign()) {
    out.instruction = site.instruction;
    out.block = touched.slot & ~foreign_slots;
    out.thread = touched.thread;
  } else {
    out = party_of(touched.thread, site.instruction);
  }
  out.touch = site.touch;
  out.asynchronous = site.completion != Completion::Kind::none;
  return out;
}

void Checker::conflict(FindingKind kind, const Actor& actor, const Touched& other, Space space, std::uint32_t block,
                       std::uint64_t address) {
  const Instruction* const here = sites_[actor.site].instruction;
  Finding* const finding = report(kind, here, other.ever() ? sites_[other.site].instruction : nullptr);
  if (finding == nullptr) return;
  finding->here = party({actor.slot, actor.tick, actor.thread, actor.site});
  if (other.ever()) finding->other = party(other);
  finding->space = space;
  finding->block = blocks_[block];
  finding->address = address;
  name_element(*finding);
  if (kind == FindingKind::unwritten) note_other_place(*finding, actor);
  if (kind != FindingKind::race && kind != FindingKind::early_access) return;
  if (other.foreign()) return;
  note_copies(*finding, actor, other);
  note_barrier(*finding, actor, other);
}

// Notes where the copy wrote that the warp waited for, if no thread wrote the bytes that are read.
void Checker::note_other_place(Finding& finding, const Actor& actor) {
  const Wait& wait = warp(actor.thread).wait;
  Copy copy = thread(actor.thread).copy;
  if (wait.is_mbarrier && wait.passed) {
    finding.notes.push_back({say("the last wait of this warp, for the mbarrier at {}", wait.at), wait.instruction});
    note_idle_wait(finding, warp(actor.thread));
    const auto found = mbarriers_.find({wait.block, wait.at});
    if (found == mbarriers_.end()) return;
    copy = found->second.copied;
    for (const Arrival& one : found->second.before) {
      if (copy.instruction == nullptr) copy = thread(one.thread).copy;
    }
  }
  if (copy.instruction == nullptr) return;
  finding.notes.push_back({say("the last copy that this warp waited for wrote at {}", copy.address), copy.instruction});
}

// Notes for an access to bytes of an asynchronous operation: where it completes, and what the thread has waited for.
void Checker::note_copies(Finding& finding, const Actor& actor, const Touched& other) {
  switch (sites_[other.site].completion) {
    case Completion::Kind::copies: {
      const Thread& owner = thread(other.thread);
      if (owner.copies >= other.tick)
        finding.notes.push_back(
            {say("thread {} has waited for the copy, but nothing orders it before this access", finding.other.thread),
             owner.copies_wait});
      else if (owner.copies_wait != nullptr)
        finding.notes.push_back({say("the copy is in group {}; thread {} has waited for groups below {}",
                                     other.tick - 1, finding.other.thread, owner.copies),
                                 owner.copies_wait});
      else
        finding.notes.push_back({say("thread {} has not waited for its copies", finding.other.thread), nullptr});
      return;
    }
    case Completion::Kind::mbarrier: {
      for (const auto& [key, barrier] : mbarriers_) {
        if (barrier.slot != other.slot) continue;
        finding.notes.push_back(
            {say("the copy completes phase {} of the mbarrier at {}", other.tick - 1, key.second), barrier.init});
        if (barrier.expects != nullptr)
          finding.notes.push_back({say("the phase expects these bytes"), barrier.expects});
        const Warp& w = warp(actor.thread);
        const auto passed = w.passed.find(key.second);
        if (passed == w.passed.end())
          finding.notes.push_back({say("the warp has not waited for this mbarrier"), nullptr});
        else if (passed->second.phase == 0)
          finding.notes.push_back(
              {say("the wait for parity {} passed before any phase was over", passed->second.parity),
               passed->second.instruction});
        else
          finding.notes.push_back(
              {say("the warp has waited for phase {}", passed->second.phase - 1), passed->second.instruction});
        return;
      }
      return;
    }
    case Completion::Kind::bulk:
      finding.notes.push_back(
          {say("expected cp.async.bulk.wait_group of thread {} before this access", finding.other.thread), nullptr});
      return;
    case Completion::Kind::wgmma:
      finding.notes.push_back({say("expected wgmma.wait_group of the warpgroup before this access"), nullptr});
      note_products_wait(finding, warp(other.thread));
      return;
    case Completion::Kind::none:
      return;
  }
}

// Notes the last wait of a warp if it passed at once: no phase was over, and it waited for the parity before the first
// phase.
void Checker::note_idle_wait(Finding& finding, const Warp& w) {
  if (w.wait.is_mbarrier && w.wait.passed && w.wait.phase == 0)
    finding.notes.push_back(
        {say("the wait for parity {} passed before any phase was over", w.wait.parity), w.wait.instruction});
}

// Notes the last barrier that the warp passed, and the part of the other thread in it.
void Checker::note_barrier(Finding& finding, const Actor& actor, const Touched& other) {
  note_idle_wait(finding, warp(actor.thread));
  if (warp_index(actor.thread) != warp_index(other.thread)) note_idle_wait(finding, warp(other.thread));
  const Wait& wait = warp(actor.thread).wait;
  if (wait.instruction == nullptr || !wait.passed) return;
  std::vector<Slot> arrived;
  const Arrivals* before = nullptr;
  const Instruction* init = nullptr;
  std::uint64_t count = 0;
  if (wait.is_mbarrier) {
    const auto found = mbarriers_.find({wait.block, wait.at});
    if (found == mbarriers_.end()) return;
    before = &found->second.before;
    init = found->second.init;
    count = found->second.count;
  } else {
    const auto found = barriers_.find({wait.block, static_cast<std::uint32_t>(wait.at)});
    if (found == barriers_.end()) return;
    before = &found->second.before;
  }
  const Instruction* arrival = nullptr;
  for (const Arrival& one : *before) {
    arrived.push_back(one.thread);
    if (one.thread == other.thread) arrival = one.instruction;
  }
  finding.notes.push_back({wait.is_mbarrier ? say("the last wait of this warp, for the mbarrier at {}", wait.at)
                                            : say("the last barrier of this warp, number {}", wait.at),
                           wait.instruction});
  if (arrival != nullptr)
    finding.notes.push_back({say("thread {} arrived there", finding.other.thread), arrival});
  else if (!has_thread(arrived, other.thread) && other.thread != actor.thread)
    finding.notes.push_back({wait.is_mbarrier ? say("the phase was over after {} {arrival|arrivals}, without thread {}",
                                                    count, finding.other.thread)
                                              : say("the barrier was complete without thread {}", finding.other.thread),
                             init != nullptr ? init : wait.instruction});
}

// The allocation that ends next to an access outside of all.
void Checker::note_allocation(Finding& finding) const {
  const Allocation* nearest = nullptr;
  for (const Allocation& one : allocations_) {
    if (one.base <= finding.address && (nearest == nullptr || nearest->base < one.base)) nearest = &one;
  }
  if (nearest == nullptr || finding.address - nearest->base > 2 * nearest->bytes + most_gap) return;
  const std::uint64_t end = nearest->base + nearest->bytes;
  finding.notes.push_back({finding.address < end
                               ? say("argument {} has {} {byte|bytes}; the access begins {} before their end",
                                     nearest->argument, nearest->bytes, end - finding.address)
                               : say("argument {} has {} {byte|bytes}; the access begins {} after their end",
                                     nearest->argument, nearest->bytes, finding.address - end),
                           nullptr});
}

void Checker::failed(const Place& place, Fault fault, Space space, std::uint64_t address, const Error& error,
                     const Message& what) {
  stopped_ = true;
  if (error.code == ErrorCode::too_large) {
    limit_ = error.message;
    return;
  }
  constexpr FindingKind kinds[] = {FindingKind::failure, FindingKind::out_of_bounds, FindingKind::misaligned,
                                   FindingKind::divergent_barrier, FindingKind::arrivals};
  Finding* const finding = report(kinds[static_cast<std::size_t>(fault)], place.instruction, nullptr);
  if (finding == nullptr) return;
  finding->here = party_of(slot_of(place, __builtin_ctz(place.lanes)), place.instruction);
  finding->space = space;
  finding->block = blocks_[place.block];
  finding->address = address;
  finding->here.touch = touch_of(*place.instruction, space);
  finding->what = what;
  name_element(*finding);
  if (fault == Fault::bounds && space == Space::global) note_allocation(*finding);
  if (fault == Fault::arrivals) {
    const auto found = mbarriers_.find({place.block, address});
    if (found != mbarriers_.end() && found->second.init != nullptr)
      finding->notes.push_back(
          {say("each phase expects {} {arrival|arrivals}", found->second.count), found->second.init});
    else
      finding->notes.push_back({say("expected mbarrier.init before this instruction"), nullptr});
  }
  if (fault == Fault::divergence) {
    // The other lanes have passed the barrier or wait elsewhere, but only the last position of the warp is known, so no
    // place is given.
    finding->notes.push_back({say("all lanes of a warp must reach the barrier together"), nullptr});
  }
}

std::vector<std::size_t> Checker::waits_for(std::size_t index, Finding& finding) {
  const Warp& w = warps_[index];
  std::vector<std::size_t> out;
  const std::uint32_t block = blocks_[index / warps_of_block_];
  const auto number = static_cast<std::uint32_t>(index % warps_of_block_);
  const Arrivals* arrivals = nullptr;
  const Arrivals* before = nullptr;
  if (w.wait.is_mbarrier) {
    const Mbarrier& barrier = mbarriers_[{w.wait.block, w.wait.at}];
    arrivals = &barrier.arrivals;
    before = &barrier.before;
    finding.notes.push_back(
        {barrier.bytes < 0 ? say("warp {} of block {} waits for phase {} of the mbarrier at {} (parity {}); the phase "
                                 "lacks {} of {} {arrival|arrivals} and has {} {byte|bytes} more than it expects",
                                 number, block, barrier.phase, w.wait.at, w.wait.parity, barrier.pending, barrier.count,
                                 -barrier.bytes)
                           : say("warp {} of block {} waits for phase {} of the mbarrier at {} (parity {}); the phase "
                                 "lacks {} of {} {arrival|arrivals} and {} {byte|bytes}",
                                 number, block, barrier.phase, w.wait.at, w.wait.parity, barrier.pending, barrier.count,
                                 barrier.bytes),
         w.wait.instruction});
    const auto passed = w.passed.find(w.wait.at);
    if (barrier.phase >= 2 && (passed == w.passed.end() || passed->second.phase + 1 < barrier.phase))
      finding.notes.push_back(
          {say("phase {} has the same parity and is already over; the warp did not wait for it in time",
               barrier.phase - 2),
           w.wait.instruction});
    if (barrier.init != nullptr)
      finding.notes.push_back({say("each phase expects {} {arrival|arrivals}", barrier.count), barrier.init});
    if (barrier.bytes != 0 && barrier.expects != nullptr)
      finding.notes.push_back({say("the phase expects these bytes"), barrier.expects});
    if (barrier.bytes != 0 && barrier.copy != nullptr)
      finding.notes.push_back({say("the last copy that completed bytes of this phase"), barrier.copy});
  } else {
    const Barrier& barrier = barriers_[{w.wait.block, static_cast<std::uint32_t>(w.wait.at)}];
    arrivals = &barrier.arrivals;
    if (w.wait.at == barrier_of_cluster)
      finding.notes.push_back(
          {say("warp {} of block {} waits at the barrier of the cluster, which has {} of {} {arrival|arrivals}", number,
               block, barrier.arrivals.size(), thread_count()),
           w.wait.instruction});
    else
      finding.notes.push_back(
          {say("warp {} of block {} waits at barrier {}, which has {} of {} {arrival|arrivals}", number, block,
               w.wait.at, barrier.arrivals.size(), barrier.expected != 0 ? barrier.expected : threads_),
           w.wait.instruction});
  }
  // Only bytes of copies are missing.
  if (w.wait.is_mbarrier && mbarriers_[{w.wait.block, w.wait.at}].pending == 0) return out;
  const auto by_thread = [&](const Arrivals* all) {
    std::vector<bool> has(thread_count() + 1U);
    for (std::size_t i = 0; all != nullptr && i < all->size(); ++i) has[(*all)[i].thread] = true;
    return has;
  };
  const std::vector<bool> arrived = by_thread(arrivals);
  const std::vector<bool> arrived_before = by_thread(before);
  // The warps that arrived in the phase before and not in this one; without a phase before, all that have not arrived.
  for (std::size_t other = 0; other < warps_.size(); ++other) {
    if (other == index) continue;
    const auto first = static_cast<Slot>(other / warps_of_block_ * threads_ + other % warps_of_block_ * 32 + 1);
    bool missing = false;
    for (Slot lane = 0; lane < 32 && (first - 1) % threads_ + lane < threads_; ++lane) {
      const Slot slot = first + lane;
      if (arrived[slot]) continue;
      missing = missing || before == nullptr || before->empty() || arrived_before[slot];
    }
    if (missing) out.push_back(other);
  }
  return out;
}

void Checker::note_warp(std::size_t index, Finding& finding) {
  const Warp& w = warps_[index];
  const std::uint32_t block = blocks_[index / warps_of_block_];
  const std::size_t number = index % warps_of_block_;
  const bool waits = w.wait.instruction != nullptr && !w.wait.passed;
  if (!waits && w.wait.instruction != nullptr)
    finding.notes.push_back({say("warp {} of block {}, which {}, waited here last", number, block,
                                 w.ended != 0 ? say("has ended") : say("still runs")),
                             w.wait.instruction});
  if (w.arrived != nullptr)
    finding.notes.push_back(
        {say("warp {} of block {} arrived here last, at the mbarrier at {}", number, block, w.arrived_at), w.arrived});
}

void Checker::hangs() {
  stopped_ = true;
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if (warps_[i].wait.instruction != nullptr && !warps_[i].wait.passed) waiting.push_back(i);
  }
  if (waiting.empty()) return;
  const Wait& wait = warps_[waiting[0]].wait;
  Finding* const finding = report(FindingKind::deadlock, wait.instruction, nullptr);
  if (finding == nullptr) return;
  const std::size_t first = waiting[0];
  finding->here = party_of(static_cast<Slot>(first / warps_of_block_ * threads_ + first % warps_of_block_ * 32 + 1),
                           wait.instruction);
  finding->block = blocks_[wait.block];
  finding->address = wait.is_mbarrier ? wait.at : 0;
  finding->space = wait.is_mbarrier ? Space::shared : Space::generic;
  std::map<std::size_t, std::vector<std::size_t>> needs;
  std::map<std::size_t, Finding> reasons;
  for (const std::size_t one : waiting) needs[one] = waits_for(one, reasons[one]);
  // Finds a cycle: starts at the first warp, and goes to the first one that it needs and that waits itself.
  std::vector<std::size_t> path = {first};
  std::size_t begin = 0;
  while (true) {
    const std::vector<std::size_t>& next = needs[path.back()];
    const auto found = std::find_if(next.begin(), next.end(), [&](std::size_t one) { return needs.contains(one); });
    if (found == next.end()) {
      begin = path.size();
      break;
    }
    const auto seen = std::find(path.begin(), path.end(), *found);
    if (seen != path.end()) {
      begin = static_cast<std::size_t>(seen - path.begin());
      break;
    }
    path.push_back(*found);
  }
  std::vector<std::size_t> shown(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  finding->what = shown.empty()
                      ? say("{} {warp waits|warps wait}; no running thread can release {it|them}", waiting.size())
                      : say("{} {warp waits|warps wait}, {} of them for each other", waiting.size(), shown.size());
  for (const std::size_t one : waiting) {
    if (std::find(shown.begin(), shown.end(), one) == shown.end() && shown.size() < most_waiting) shown.push_back(one);
  }
  std::vector<std::size_t> needed;
  const auto keep = [&](Finding::Note& note) {
    const bool known = std::any_of(finding->notes.begin(), finding->notes.end(), [&](const Finding::Note& one) {
      return one.instruction == note.instruction && one.text == note.text;
    });
    if (!known) finding->notes.push_back(std::move(note));
  };
  for (const std::size_t one : shown) {
    for (Finding::Note& note : reasons[one].notes) keep(note);
    for (const std::size_t other : needs[one]) {
      if (needed.size() < most_waiting && std::find(needed.begin(), needed.end(), other) == needed.end())
        needed.push_back(other);
    }
  }
  Finding all;
  for (const std::size_t one : needed) note_warp(one, all);
  for (Finding::Note& note : all.notes) keep(note);
}

// The last copy of an mbarrier, if no thread has waited for it: in another order the block ends before.
void Checker::find_unawaited(std::uint64_t address, const Mbarrier& barrier) {
  const Copy& copy = barrier.copied;
  const bool awaited = std::any_of(known_.begin(), known_.end(),
                                   [&](const Thread& t) { return tick_of(t.clock.all, barrier.slot) >= copy.tick; });
  Finding* const finding = awaited ? nullptr : report(FindingKind::unawaited, copy.instruction, nullptr);
  if (finding == nullptr) return;
  finding->here = party_of(copy.thread, copy.instruction);
  finding->here.touch = Touch::write;
  finding->here.asynchronous = true;
  finding->space = Space::shared;
  finding->block = finding->here.block;
  finding->address = copy.address;
  finding->what =
      say("no thread waits for the copy to address {} of shared memory; the block may end first", copy.address);
  finding->notes.push_back(
      {say("the copy completes phase {} of the mbarrier at {}", copy.tick - 1, address), barrier.init});
}

void Checker::end() {
  if (stopped_) return;
  for (const auto& [key, barrier] : mbarriers_) {
    if (barrier.arrivals.empty() && barrier.bytes == 0) {
      find_unawaited(key.second, barrier);
      continue;
    }
    const Instruction* const at = barrier.arrivals.empty() ? barrier.expects : barrier.arrivals.back().instruction;
    Finding* const finding = report(FindingKind::unfinished_phase, barrier.init, at);
    if (finding == nullptr) continue;
    finding->here.instruction = barrier.init;
    finding->here.block = blocks_[key.first];
    finding->space = Space::shared;
    finding->block = blocks_[key.first];
    finding->address = key.second;
    finding->what = say("phase {} has {} {arrival|arrivals} and lacks {} of {} {arrival|arrivals} and {} {byte|bytes}",
                        barrier.phase, barrier.count - barrier.pending, barrier.pending, barrier.count, barrier.bytes);
    if (at != nullptr) finding->notes.push_back({say("the last arrival or expect_tx"), at});
  }
  for (Slot slot = 1; slot <= thread_count(); ++slot) {
    const Thread& t = thread(slot);
    if (t.bulk_store == nullptr || tick_of(t.clock.all, t.bulk_reads) >= t.bulk) continue;
    Finding* const finding = report(FindingKind::unawaited, t.bulk_store, nullptr);
    if (finding == nullptr) continue;
    finding->here = party_of(slot, t.bulk_store);
    finding->space = Space::shared;
    finding->block = finding->here.block;
    finding->what = say("the thread ends before its copy has read shared memory");
  }
}

std::vector<Message> Checker::unchecked() const {
  std::vector<Message> out;
  if (!limit_.empty()) out.push_back(limit_);
  bool full = global_.full() || reads_left_out_ || mbarriers_left_out_;
  for (const Shadow& shadow : shared_) full = full || shadow.full();
  if (full) out.push_back(say("the kernel accesses more memory than is checked: {} {cell|cells}", most_cells_));
  if (findings_.size() >= most_findings) out.push_back(say("there are more than {} findings", most_findings));
  return out;
}

}  // namespace stridescope::machine
