// Vector clocks of threads, and the accesses of a run against them.
// Source: PTX ISA 9.0, Memory Consistency Model; Flanagan and Freund, FastTrack (2009): reads that a later read knows
// need not be kept.
#include "core/machine/checks/checker.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t most_flags = std::size_t{1} << 16;
constexpr std::size_t most_reads_of_cell = 3;  // on average: about 500 MB with the most cells
// Each slot adds a tick to every clock.
constexpr std::size_t most_mbarriers = 2048;
constexpr std::size_t most_mbarrier_slots = 2 * most_mbarriers;
constexpr std::size_t most_arrivals = std::size_t{1} << 20;  // more than a phase has
constexpr Slot foreign = 0;  // a tick is the number of a release, and stands for all that releases up to it publish
// If a run has more releases, its first release publishes the whole run, and so in later runs.
constexpr std::size_t most_releases = 4096;
constexpr std::size_t most_released = std::size_t{1} << 21;

}  // namespace

Checker::Checker(const Program& program, const Launch& launch, std::vector<ElementMap> tensors, std::size_t most_cells)
    : program_(program),
      threads_(static_cast<std::uint32_t>(launch.block[0] * launch.block[1] * launch.block[2])),
      warps_of_block_((threads_ + 31) / 32),
      tensors_(std::move(tensors)),
      bases_(tensors_.size()),
      most_cells_(most_cells),
      blocks_of_runs_(1) {}

void Checker::allocated(std::size_t argument, std::uint64_t base, std::uint64_t bytes) {
  const auto number = static_cast<std::size_t>(std::count_if(
      allocations_.begin(), allocations_.end(), [&](const Allocation& one) { return one.argument == argument; }));
  allocations_.push_back({argument, base, bytes});
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    if (tensors_[i].argument == argument && tensors_[i].buffer == number) bases_[i] = base;
  }
}

void Checker::begin(const std::vector<std::uint32_t>& blocks) {
  ++run_;
  blocks_ = blocks;
  blocks_of_runs_.push_back(blocks);
  released_.emplace_back();
  known_.assign(thread_count(), {});
  warps_.assign(blocks.size() * warps_of_block_, {});
  next_slot_ = 2 * thread_count() + 1;
  shared_.clear();
  kept_reads_[1] = 0;
  while (shared_.size() < blocks.size()) shared_.emplace_back(most_cells_);
  mbarriers_.clear();
  barriers_.clear();
  warpgroups_.clear();
  flags_.clear();
  others_ = {};
  mbarrier_slots_ = 0;
}

// --- knowledge ---

void Checker::join(Known& into, const Known& with, Joined& last) {
  if (with == nullptr || into == with) return;
  if (into == nullptr) {
    into = with;
    return;
  }
  if (last.from != into || last.with != with) {
    Gathering both;
    both.add(into);
    both.add(with);
    last = {into, with, both.known()};
  }
  into = last.to;
}

void Checker::acquire(Slot slot, const Clock& clock) {
  Thread& t = thread(slot);
  join(t.clock.all, clock.all, last_join_[0]);
  join(t.clock.fenced, clock.fenced, last_join_[1]);
}

void Checker::release_into(Meeting& meeting, Slot slot) {
  const Thread& t = thread(slot);
  meeting.add(t.clock);
  meeting.all.add(slot, warp(slot).tick);
  meeting.fenced.add(slot, t.fenced);
  meeting.add_both(copies_of(slot), t.copies);
}

bool Checker::knows(const Actor& actor, const Touched& touched) {
  const Thread& t = thread(actor.thread);
  if (touched.foreign()) return tick_of(t.clock.all, foreign) >= touched.tick;
  if (sites_[touched.site].collective) {
    if (warp_index(touched.slot) == warp_index(actor.thread)) return true;
    for (Slot lane = 0; lane < 32 && (touched.slot - 1) % threads_ + lane < threads_; ++lane) {
      if (tick_of(t.clock.all, touched.slot + lane) >= touched.tick) return true;
    }
    return false;
  }
  if (touched.slot == actor.thread) return true;
  if (touched.slot == copies_of(actor.thread) && t.copies >= touched.tick) return true;
  return tick_of(t.clock.all, touched.slot) >= touched.tick;
}

// pre: knows(actor, touched)
bool Checker::knows_fenced(const Actor& actor, const Touched& touched) {
  const Thread& t = thread(actor.thread);
  if (touched.foreign()) return true;
  if (touched.slot == actor.thread && t.fenced >= touched.tick) return true;
  const Slot lanes = sites_[touched.site].collective ? 32 : 1;
  for (Slot lane = 0; lane < lanes && (touched.slot - 1) % threads_ + lane < threads_; ++lane) {
    if (touched.slot + lane == actor.thread && t.fenced >= touched.tick) return true;
    if (tick_of(t.clock.fenced, touched.slot + lane) >= touched.tick) return true;
  }
  return false;
}

// --- accesses ---

std::uint32_t Checker::site(const Place& place, const Access& access) {
  const Site wanted = {place.instruction, access.touch,      access.proxy,
                       access.strong,     access.collective, access.completion.kind};
  std::vector<std::uint32_t>& known = sites_at_[place.instruction];
  for (const std::uint32_t one : known) {
    if (sites_[one] == wanted) return one;
  }
  sites_.push_back(wanted);
  known.push_back(static_cast<std::uint32_t>(sites_.size() - 1));
  return known.back();
}

Slot Checker::bulk_slot(Slot slot, bool reads) {
  Thread& t = thread(slot);
  if (t.bulk_reads == 0) {
    t.bulk_reads = next_slot_++;
    t.bulk_writes = next_slot_++;
  }
  return reads ? t.bulk_reads : t.bulk_writes;
}

Slot Checker::warpgroup_slot(Slot slot) {
  Slot& out = warpgroups_[static_cast<std::uint32_t>(warp_index(slot) / 4)];
  if (out == 0) out = next_slot_++;
  return out;
}

void Checker::access(const Place& place, const Access& access) {
  const std::uint32_t where = site(place, access);
  each_lane(place.lanes, [&](std::size_t lane) {
    const Space space = access.space_of(lane);
    if (space != Space::global && space != Space::shared) return;
    ++accesses_;
    const std::uint32_t block = access.block_of(lane, place);
    const std::uint64_t address = access.addresses[lane];
    const Slot slot = slot_of(place, lane);
    Actor actor = {slot, slot, warp(slot).tick, where};
    const bool reads = access.touch != Touch::write;
    switch (access.completion.kind) {
      case Completion::Kind::none:
        if (access.collective) actor.slot = slot_of(place, 0);
        break;
      case Completion::Kind::copies:
        if (!reads) thread(slot).copy = {place.instruction, address, slot, 0};
        actor.slot = copies_of(slot);
        actor.tick = thread(slot).committed + 1;
        break;
      case Completion::Kind::mbarrier: {
        Mbarrier& barrier = mbarrier_at(access.completion.block, access.completion.address);
        actor.slot = barrier.slot;
        actor.tick = barrier.phase + 1;
        if (!reads) barrier.copied = {place.instruction, address, slot, actor.tick};
        break;
      }
      case Completion::Kind::bulk:
        actor.slot = bulk_slot(slot, reads);
        actor.tick = thread(slot).bulk + 1;
        if (reads && space == Space::shared) thread(slot).bulk_store = place.instruction;
        break;
      case Completion::Kind::wgmma:
        actor.slot = warpgroup_slot(slot);
        actor.tick = warp(slot).products + 1;
        break;
    }
    if (access.strong) pass_flags(place, access, lane, space, address);
    visit(space, block, address, access.bytes, actor, (access.changed >> lane & 1) != 0);
    outside_layout(place, access, lane, space, address);
  });
  if (access.collective) check_rows(place, access);
  if (tiles_ > 0 && access.completion.kind == Completion::Kind::wgmma) check_operand(place, access);
}

void Checker::visit(Space space, std::uint32_t block, std::uint64_t address, std::uint64_t bytes, const Actor& actor,
                    bool changed) {
  const bool shared = space == Space::shared;
  if (shared && block >= shared_.size()) return;
  Shadow& shadow = shared ? shared_[block] : global_;
  const auto age = [&](Cell& cell, std::uint32_t run) {
    const auto one = [&](Touched& touched) {
      if (!touched.ever() || touched.foreign()) return;
      touched.tick = first_release(run, touched);
      touched.slot = foreign_slots | blocks_of_runs_[run][(touched.thread - 1) / threads_];
      touched.thread = (touched.thread - 1) % threads_;
    };
    one(cell.write);
    for (Touched& read : cell.reads) one(read);
    if (cell.reads.size() <= 1) return;
    kept_reads_[0] -= static_cast<std::int64_t>(cell.reads.size()) - 1;
    cell.reads.resize(1);
  };
  shadow.visit(
      address, bytes, run_,
      [&](Cell& cell, std::uint64_t at, std::uint64_t) { touch(cell, actor, changed, space, block, at); }, age);
  kept_reads_[shared ? 1 : 0] += static_cast<std::int64_t>(shadow.take_copied_reads());
}

void Checker::touch(Cell& cell, const Actor& actor, bool changed, Space space, std::uint32_t block,
                    std::uint64_t address) {
  const Site now = sites_[actor.site];
  const bool reads = now.touch != Touch::write;
  const bool writes = now.touch != Touch::read;
  const auto kind_of = [&](const Touched& touched) {
    return sites_[touched.site].completion == Completion::Kind::none || touched.foreign() ? FindingKind::race
                                                                                          : FindingKind::early_access;
  };
  if (cell.write.ever()) {
    const Site& site = sites_[cell.write.site];
    if (!(now.strong && site.strong)) {
      if (!knows(actor, cell.write)) {
        if (reads || changed) conflict(kind_of(cell.write), actor, cell.write, space, block, address);
      } else if (now.proxy == Proxy::async && site.proxy == Proxy::generic && !site.strong &&
                 site.completion == Completion::Kind::none && !knows_fenced(actor, cell.write)) {
        conflict(FindingKind::missing_proxy_fence, actor, cell.write, space, block, address);
      }
    }
  } else if (reads && space == Space::shared) {
    conflict(FindingKind::unwritten, actor, {}, space, block, address);
  }
  const Touched touched = {actor.slot, actor.tick, actor.thread, actor.site};
  std::int64_t& kept = kept_reads_[space == Space::shared ? 1 : 0];
  if (writes) {
    for (const Touched& read : cell.reads) {
      if (!(now.strong && sites_[read.site].strong) && !knows(actor, read))
        conflict(kind_of(read), actor, read, space, block, address);
    }
    cell.write = touched;
    kept -= static_cast<std::int64_t>(cell.reads.size());
    cell.reads.clear();
    return;
  }
  if (!cell.reads.empty() && cell.reads.back().slot == actor.slot) {
    cell.reads.back() = touched;
    return;
  }
  if (const std::size_t count = cell.reads.size(); count != 0 && (count & (count - 1)) == 0)
    kept -=
        static_cast<std::int64_t>(std::erase_if(cell.reads, [&](const Touched& read) { return knows(actor, read); }));
  if (kept >= static_cast<std::int64_t>(most_reads_of_cell * most_cells_)) {
    reads_left_out_ = true;
    return;
  }
  ++kept;
  cell.reads.push_back(touched);
}

void Checker::outside_layout(const Place& place, const Access& access, std::size_t lane, Space space,
                             std::uint64_t address) {
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    const ElementMap& tensor = tensors_[i];
    if (tensor.variable.empty() != (space == Space::global)) continue;
    if (tensor.coordinates.empty() || bases_[i] == 0 || address < bases_[i]) continue;
    const auto size = static_cast<std::uint64_t>(tensor.element_bytes);
    if (address - bases_[i] >= tensor.coordinates.size() * size) continue;
    const std::uint64_t first = (address - bases_[i]) / size;
    for (std::uint64_t k = first; k * size < address - bases_[i] + access.bytes; ++k) {
      if (tensor.has(static_cast<std::int64_t>(k))) continue;
      Finding* const finding = report(FindingKind::outside_layout, place.instruction, nullptr);
      if (finding == nullptr) return;
      finding->here = party_of(slot_of(place, lane), place.instruction);
      finding->here.touch = access.touch;
      finding->space = space;
      finding->address = bases_[i] + k * size;
      finding->bytes = access.bytes;
      finding->what = tensor.variable.empty()
                          ? say("offset {} of argument {} is not an offset of its layout", k, tensor.name())
                          : say("offset {} of tile {} is not an offset of its layout", k, tensor.name());
      return;
    }
  }
}

void Checker::name_element(Finding& finding) const {
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    const bool shared = !tensors_[i].variable.empty();
    if (shared != (finding.space == Space::shared) || bases_[i] == 0 || finding.address < bases_[i]) continue;
    const auto offset = static_cast<std::int64_t>(finding.address - bases_[i]) / tensors_[i].element_bytes;
    if (!tensors_[i].has(offset)) continue;
    finding.element = tensors_[i].coordinate(offset);
    (shared ? finding.tile : finding.argument) = tensors_[i].name();
  }
}

// Passes knowledge by strong accesses: a release, or a write after a fence, publishes it; any strong read acquires it.
void Checker::pass_flags(const Place& place, const Access& access, std::size_t lane, Space space,
                         std::uint64_t address) {
  const std::uint32_t block = access.block_of(lane, place);
  const std::pair<std::uint32_t, std::uint64_t> key = {space == Space::shared ? block + 1 : 0, address};
  const Slot slot = slot_of(place, lane);
  if (access.touch != Touch::write) {
    if (const auto flag = flags_.find(key); flag != flags_.end()) acquire(slot, flag->second.clock());
    if (const auto known = last_releases_.find(address); space == Space::global && known != last_releases_.end()) {
      Meeting earlier;
      earlier.add_both(foreign, known->second.run < run_ ? known->second.last : known->second.before);
      acquire(slot, earlier.clock());
    }
  }
  if (access.touch == Touch::read || (!access.releases && !thread(slot).fence)) return;
  if (flags_.size() < most_flags || flags_.contains(key)) release_into(flags_[key], slot);
  if (space == Space::global && (last_releases_.size() < most_flags || last_releases_.contains(address))) {
    Release& release = last_releases_[address];
    if (release.run != run_) release = {run_, release.last, release.last};
    release.last = ++releases_;
    keep_release(slot);
  }
  ++warp(slot).tick;
}

void Checker::keep_release(Slot slot) {
  Released& run = released_.back();
  if (run.count++ == 0) run.first = releases_;
  if (run.count > most_releases || released_ticks_ > most_released) {
    run.by_slot.clear();
    return;
  }
  Meeting meeting;
  release_into(meeting, slot);
  const Known known = meeting.all.known();
  if (run.by_slot.size() < known->size()) run.by_slot.resize(known->size());
  for (std::size_t i = 1; i < known->size(); ++i) {
    auto& ticks = run.by_slot[i];
    const Tick tick = (*known)[i];
    if (tick == 0 || (!ticks.empty() && ticks.back().first >= tick)) continue;
    ticks.emplace_back(tick, releases_);
    ++released_ticks_;
  }
}

// The first release of a run that publishes an access of the run; the largest tick without one.
Tick Checker::first_release(std::uint32_t run, const Touched& touched) const {
  constexpr Tick never = ~Tick{0};
  const Released& released = released_[run];
  if (released.first == 0) return never;
  if (released.by_slot.empty()) return released.first;
  Tick out = never;
  const Slot lanes = sites_[touched.site].collective ? 32 : 1;
  for (Slot slot = touched.slot; slot < touched.slot + lanes && slot < released.by_slot.size(); ++slot) {
    const auto& ticks = released.by_slot[slot];
    const auto found = std::lower_bound(ticks.begin(), ticks.end(), std::pair<Tick, Tick>(touched.tick, 0));
    if (found != ticks.end()) out = std::min(out, found->second);
  }
  return out;
}

// --- what threads wait for ---

Checker::Mbarrier& Checker::mbarrier_at(std::uint32_t block, std::uint64_t address) {
  const auto known = mbarriers_.find({block, address});
  if (known != mbarriers_.end()) return known->second;
  const bool others = mbarriers_.size() >= most_mbarriers;
  mbarriers_left_out_ = mbarriers_left_out_ || others;
  Mbarrier& out = others ? others_ : mbarriers_[{block, address}];
  if (out.slot == 0) out.slot = next_slot_++;
  return out;
}

void Checker::keep_arrival(Arrivals& arrivals, Slot slot, const Instruction* instruction) {
  if (arrivals.size() < most_arrivals) arrivals.push_back({slot, instruction});
}

void Checker::touch_mbarrier(const Place& place, const MbarrierEvent& event) {
  const bool writes = event.kind == MbarrierEvent::Kind::init || event.kind == MbarrierEvent::Kind::invalidate;
  Access access;
  access.touch = writes ? Touch::write : event.kind == MbarrierEvent::Kind::test ? Touch::read : Touch::atomic;
  access.strong = !writes;
  const Slot slot = slot_of(place, event.lane);
  const Actor actor = {slot, slot, warp(slot).tick, site(place, access)};
  visit(Space::shared, event.block, event.address, 8, actor, true);
  // The cell no longer shows the initialization after later operations of the same thread.
  Mbarrier& barrier = mbarrier_at(event.block, event.address);
  if (!writes && barrier.initialized.ever() && !knows(actor, barrier.initialized))
    conflict(FindingKind::race, actor, barrier.initialized, Space::shared, event.block, event.address);
}

void Checker::mbarrier(const Place& place, const MbarrierEvent& event) {
  using Kind = MbarrierEvent::Kind;
  touch_mbarrier(place, event);
  const Slot slot = slot_of(place, event.lane);
  Mbarrier& barrier = mbarrier_at(event.block, event.address);
  if (event.kind == Kind::init && &barrier != &others_) {
    // A new mbarrier here has other copies; beyond the limit of slots they count as copies of earlier phases.
    const bool other = mbarrier_slots_++ < most_mbarrier_slots;
    const Slot before = barrier.slot;
    const std::uint32_t phases = barrier.phase;
    barrier = {};
    barrier.slot = other ? next_slot_++ : before;
    barrier.phase = other ? 0 : phases + 1;
    barrier.init = place.instruction;
    Access access;
    access.touch = Touch::write;
    barrier.initialized = {slot, warp(slot).tick, slot, site(place, access)};
    barrier.count = event.count;
  }
  barrier.pending = event.pending;
  barrier.bytes = event.bytes;
  if (event.kind == Kind::expect || event.expected != 0) barrier.expects = place.instruction;
  if (event.kind == Kind::complete) barrier.copy = place.instruction;
  Warp& w = warp(slot);
  if (event.kind == Kind::arrive) {
    w.arrived = place.instruction;
    w.arrived_at = event.address;
    keep_arrival(barrier.arrivals, slot, place.instruction);
    if (!event.relaxed) release_into(barrier.arriving, slot);
    if (event.after_copies) barrier.arriving.add_both(copies_of(slot), ++thread(slot).committed);
    ++w.tick;
  }
  if (event.phase_over) {
    ++barrier.phase;
    // A later phase publishes what an earlier one did.
    barrier.arriving.add(barrier.over);
    barrier.arriving.add_both(barrier.slot, barrier.phase);
    barrier.over = barrier.arriving.clock();
    barrier.arriving.clear();
    barrier.before = std::move(barrier.arrivals);
    barrier.arrivals.clear();
  }
  if (event.kind != Kind::test) return;
  const bool same = w.wait.is_mbarrier && w.wait.instruction == place.instruction && w.wait.at == event.address &&
                    w.wait.block == event.block && !w.wait.passed;
  const std::uint32_t lanes = (same ? w.wait.lanes : 0) | place.lanes;
  w.wait = {place.instruction,
            event.passed ? lanes & ~place.lanes : lanes,
            true,
            event.passed,
            event.block,
            event.address,
            event.parity,
            barrier.phase};
  if (!event.passed) return;
  w.passed[event.address] = w.wait;
  if (!event.relaxed) acquire(slot, barrier.over);
}

void Checker::group(const Place& place, const GroupEvent& event) {
  each_lane(place.lanes, [&](std::size_t lane) {
    const Slot slot = slot_of(place, lane);
    Thread& t = thread(slot);
    const auto over = [&](Tick committed) {
      return committed > event.left ? committed - static_cast<Tick>(event.left) : 0;
    };
    Meeting learned;
    switch (event.kind) {
      case Completion::Kind::copies:
        if (!event.waits || event.uncommitted) t.groups.push_back(++t.committed);
        if (!event.waits) return;
        if (const std::uint64_t left = event.uncommitted ? 0 : event.left; t.groups.size() > left)
          t.copies = std::max(t.copies, t.groups[t.groups.size() - 1 - static_cast<std::size_t>(left)]);
        t.copies_wait = place.instruction;
        return;
      case Completion::Kind::bulk:
        if (!event.waits) {
          ++t.bulk;
          return;
        }
        learned.add_both(bulk_slot(slot, true), over(t.bulk));
        if (!event.reads_only) learned.add_both(bulk_slot(slot, false), over(t.bulk));
        break;
      case Completion::Kind::wgmma:
        if (!event.waits) return;
        learned.add_both(warpgroup_slot(slot), over(warp(slot).products));
        end_products(warp(slot), over(warp(slot).products));
        warp(slot).products_wait = place.instruction;
        warp(slot).products_left = static_cast<Tick>(event.left);
        break;
      default:
        return;
    }
    acquire(slot, learned.clock());
  });
  if (event.kind == Completion::Kind::wgmma && !event.waits) ++warp(place).products;
}

void Checker::barrier(const Place& place, const BarrierEvent& event) {
  const std::uint32_t block = event.number == barrier_of_cluster ? 0 : place.block;
  Barrier& barrier = barriers_[{block, event.number}];
  if (barrier.expected != 0 && event.expected != barrier.expected && !barrier.arrivals.empty()) {
    const Arrival& first = barrier.arrivals.front();
    if (Finding* const finding = report(FindingKind::barrier_count, place.instruction, first.instruction)) {
      finding->here = party_of(slot_of(place, __builtin_ctz(place.lanes)), place.instruction);
      finding->what = say("{} {thread|threads} at barrier {}, but another instruction expects {}", event.expected,
                          event.number, barrier.expected);
      finding->notes.push_back({say("the other instruction"), first.instruction});
    }
  }
  if (event.expected != 0) barrier.expected = event.expected;
  each_lane(place.lanes, [&](std::size_t lane) {
    const Slot slot = slot_of(place, lane);
    if (event.arrives) {
      release_into(barrier.arriving, slot);
      keep_arrival(barrier.arrivals, slot, place.instruction);
    }
    if (event.waits && !event.over) barrier.waiting.push_back(slot);
  });
  Warp& w = warp(place);
  if (event.arrives) ++w.tick;
  if (event.over) {
    each_lane(place.lanes, [&](std::size_t lane) { acquire(slot_of(place, lane), barrier.over); });
    return;
  }
  if (event.waits) w.wait = {place.instruction, place.lanes, false, false, block, event.number, 0, 0};
  // The machine releases warps after all have had their turn; a thread that arrives later belongs to the next phase.
  if (barrier.expected != 0 && barrier.arrivals.size() >= barrier.expected) complete(barrier);
}

void Checker::barrier_over(std::uint32_t block, std::uint32_t number) {
  Barrier& barrier = barriers_[{block, number}];
  if (!barrier.arrivals.empty()) complete(barrier);
}

void Checker::complete(Barrier& barrier) {
  const Clock clock = barrier.arriving.clock();
  for (const Slot slot : barrier.waiting) {
    acquire(slot, clock);
    warp(slot).wait.passed = true;
  }
  Arrivals arrivals = std::move(barrier.arrivals);
  barrier = {};
  barrier.before = std::move(arrivals);
  barrier.over = clock;
}

void Checker::warp_sync(const Place& place, std::uint32_t mask) {
  Warp& w = warp(place);
  each_lane(place.lanes & mask, [&](std::size_t lane) { release_into(w.meeting, slot_of(place, lane)); });
  w.met |= place.lanes & mask;
  ++w.tick;
  const Clock clock = w.meeting.clock();
  each_lane(w.met, [&](std::size_t lane) { acquire(slot_of(place, lane), clock); });
  if ((mask & ~w.ended & ~w.met) != 0) return;
  w.meeting.clear();
  w.met = 0;
}

void Checker::fence(const Place& place, Fence kind) {
  if (kind == Fence::mbarrier_init) return;
  each_lane(place.lanes, [&](std::size_t lane) {
    const Slot slot = slot_of(place, lane);
    Thread& t = thread(slot);
    if (kind == Fence::memory) {
      t.fence = true;
      return;
    }
    join(t.clock.fenced, t.clock.all, last_join_[1]);
    t.fenced = warp(slot).tick;
  });
  ++warp(place).tick;
}

void Checker::ended(const Place& place) { warp(place).ended |= place.lanes; }

}  // namespace stridescope::machine
