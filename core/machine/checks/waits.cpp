// Follows the events of a run with a clock for each warp.
#include "core/machine/checks/waits.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t most_kept = std::size_t{1} << 16;

void write_line(JsonWriter& out, std::string_view key, const Instruction* instruction) {
  if (instruction != nullptr) out.field(key, instruction->line);
}

}  // namespace

std::uint64_t StageLife::bytes() const {
  std::uint64_t out = 0;
  for (const auto& [first, end] : ranges) out += end - first;
  return out;
}

WaitRecorder::WaitRecorder(const Launch& launch) {
  out_.warps = static_cast<std::uint32_t>((launch.block[0] * launch.block[1] * launch.block[2] + 31) / 32);
}

void WaitRecorder::begin(const std::vector<std::uint32_t>& blocks) {
  blocks_ = blocks;
  Warp fresh;
  for (Groups& groups : fresh.groups) groups.stages.resize(1);
  warps_.assign(blocks.size() * out_.warps, fresh);
  targets_.clear();
  filling_.clear();
  live_.assign(blocks.size(), {});
}

void WaitRecorder::end() {
  for (Warp& w : warps_) {
    (void)step(w);
    out_.end = std::max(out_.end, w.now);
  }
}

bool WaitRecorder::full(std::size_t count) {
  out_.cut = out_.cut || count >= most_kept;
  return count >= most_kept;
}

WarpEvent WaitRecorder::event(const Place& place, std::uint64_t time) const {
  return {blocks_[place.block], place.warp, time, place.instruction, instant_};
}

std::uint64_t WaitRecorder::step(Warp& w) {
  if (w.work != no_index) ++w.now;
  w.work = no_index;
  return w.now;
}

// A test that the warp does not repeat is over.
void WaitRecorder::leave(Warp& w) {
  if (w.open != no_index) out_.waits[w.open].end = w.now;
  w.open = no_index;
}

std::size_t WaitRecorder::target(bool mbarrier, std::uint32_t block, std::uint64_t at) {
  const auto [found, fresh] = targets_.try_emplace({mbarrier, block, at}, out_.targets.size());
  if (fresh && full(out_.targets.size())) {
    targets_.erase(found);
    return no_index;
  }
  if (fresh) {
    WaitTarget one;
    one.mbarrier = mbarrier;
    one.block = blocks_[block];
    one.at = at;
    one.phases.emplace_back();
    out_.targets.push_back(std::move(one));
  }
  return found->second;
}

void WaitRecorder::arrive(const Place& place, std::size_t target, bool of_copy) {
  WaitTarget::Phase& phase = out_.targets[target].phases.back();
  const std::size_t number = out_.targets[target].phases.size() - 1;
  Warp& w = warp(place);
  if (!out_.arrivals.empty()) {
    // Lanes of a warp arrive together, and so do the parts of a copy.
    const WaitArrival& last = out_.arrivals.back();
    if (last.by.instruction == place.instruction && last.by.block == blocks_[place.block] &&
        last.by.warp == place.warp && last.target == target && last.phase == number &&
        last.by.time == w.now + (of_copy ? 1 : 0) && w.work == no_index)
      return;
  }
  leave(w);
  // A copy completes bytes after the step at which it begins.
  const std::uint64_t time = of_copy ? step(w) + 1 : (w.now = step(w) + 1);
  if (full(out_.arrivals.size())) return;
  if (phase.last == no_index || out_.arrivals[phase.last].by.time <= time) phase.last = out_.arrivals.size();
  out_.arrivals.push_back({event(place, time), target, number, of_copy});
}

void WaitRecorder::complete(std::size_t target) {
  std::vector<WaitTarget::Phase>& phases = out_.targets[target].phases;
  WaitTarget::Phase& done = phases.back();
  const std::uint64_t end = done.last == no_index ? done.begin : out_.arrivals[done.last].by.time;
  if (full(phases_)) {
    done = {end, never, no_index};
    return;
  }
  ++phases_;
  done.end = std::max(end, done.begin);
  phases.push_back({done.end, never, no_index});
}

std::size_t WaitRecorder::wait(const Place& place, std::size_t target, std::size_t phase) {
  leave(warp(place));
  const std::uint64_t now = step(warp(place));
  if (full(out_.waits.size())) return no_index;
  WarpWait one;
  one.by = event(place, now);
  one.target = target;
  one.phase = phase;
  out_.waits.push_back(one);
  return out_.waits.size() - 1;
}

void WaitRecorder::pass(Warp& w, std::size_t wait, std::uint64_t end, std::size_t arrival) {
  w.now = std::max(w.now, end);
  w.open = no_index;
  if (wait == no_index) return;
  w.passed = wait;
  out_.waits[wait].end = w.now;
  out_.waits[wait].arrival = arrival;
}

void WaitRecorder::mbarrier(const Place& place, const MbarrierEvent& event) {
  using Kind = MbarrierEvent::Kind;
  const std::size_t at = target(true, event.block, event.address);
  if (at == no_index) return;
  WaitTarget& one = out_.targets[at];
  Warp& w = warp(place);
  if (event.kind == Kind::init) {
    one.init = place.instruction;
    one.phases.back().begin = step(w);
    return;
  }
  if (event.kind == Kind::arrive || (event.kind == Kind::complete && event.of_copy))
    arrive(place, at, event.kind == Kind::complete);
  if (event.phase_over) complete(at);
  if (event.kind != Kind::test) return;
  if (!event.passed) {
    // The phase that is not over; a test in a loop waits on.
    if (w.open == no_index || out_.waits[w.open].target != at || out_.waits[w.open].by.instruction != place.instruction)
      w.open = wait(place, at, one.phases.size() - 1);
    return;
  }
  // Lanes of a warp test together.
  if (w.passed != no_index && w.open == no_index && w.work == no_index && out_.waits[w.passed].target == at &&
      out_.waits[w.passed].by.instruction == place.instruction && out_.waits[w.passed].end == w.now &&
      out_.waits[w.passed].phase + 2 == one.phases.size())
    return;
  std::size_t open = w.open;
  const std::size_t phase = one.phases.size() > 1 ? one.phases.size() - 2 : no_index;
  if (open == no_index || out_.waits[open].target != at || out_.waits[open].phase != phase)
    open = wait(place, at, phase);
  if (phase == no_index) return pass(w, open, 0, no_index);
  pass(w, open, one.phases[phase].end, one.phases[phase].last);
}

void WaitRecorder::barrier(const Place& place, const BarrierEvent& event) {
  const std::size_t at = target(false, event.number == barrier_of_cluster ? 0 : place.block, event.number);
  if (at == no_index) return;
  if (event.arrives) arrive(place, at, false);
  if (!event.waits) return;
  Warp& w = warp(place);
  const std::vector<WaitTarget::Phase>& phases = out_.targets[at].phases;
  const std::size_t phase = event.over && phases.size() > 1 ? phases.size() - 2 : phases.size() - 1;
  w.open = wait(place, at, phase);
  if (event.over) pass(w, w.open, phases[phase].end, phases[phase].last);
}

void WaitRecorder::barrier_over(std::uint32_t block, std::uint32_t number) {
  const std::size_t at = target(false, block, number);
  if (at == no_index) return;
  const std::size_t last = out_.targets[at].phases.back().last;
  const std::uint64_t end = last == no_index ? 0 : out_.arrivals[last].by.time;
  for (Warp& w : warps_) {
    if (w.open == no_index || out_.waits[w.open].target != at) continue;
    ++w.barriers;
    pass(w, w.open, end, last);
  }
  complete(at);
}

void WaitRecorder::group(const Place& place, const GroupEvent& event) {
  Warp& w = warp(place);
  Groups& groups = w.groups[static_cast<std::size_t>(event.kind)];
  if (!event.waits || event.uncommitted) {
    ++groups.committed;
    if (groups.stages.size() < most_kept) groups.stages.emplace_back();
  }
  if (!event.waits) return;
  const std::size_t one = wait(place, no_index, no_index);
  ++w.now;
  if (event.kind == Completion::Kind::wgmma) {
    // The warps of a warpgroup go on together.
    Warp* const first = &warps_[place.block * out_.warps + place.warp / 4 * 4];
    for (int i = 0; i < 4; ++i) w.now = std::max(w.now, first[i].now);
  }
  pass(w, one, w.now, no_index);
  const std::size_t left = event.uncommitted ? 0 : static_cast<std::size_t>(event.left);
  for (std::size_t i = groups.over; i + left < std::min(groups.committed, std::uint64_t{most_kept}); ++i) {
    groups.over = std::min(i + 1, most_kept - 1);
    for (const std::size_t stage : groups.stages[i]) {
      if (event.kind == Completion::Kind::copies)
        out_.stages[stage].filled = std::max(out_.stages[stage].filled, w.now);
      else
        out_.stages[stage].last_read = std::max(out_.stages[stage].last_read, w.now);
    }
    groups.stages[i].clear();
  }
}

void WaitRecorder::access(const Place& place, const Access& access) {
  Warp& w = warp(place);
  leave(w);
  const Completion::Kind kind = access.completion.kind;
  if (w.work == no_index && !full(out_.work.size())) {
    w.work = out_.work.size();
    out_.work.push_back({event(place, w.now), place.instruction, 0, false, false});
  }
  if (w.work != no_index) {
    WarpWork& work = out_.work[w.work];
    if (work.last != place.instruction || kind == Completion::Kind::none) ++work.accesses;
    work.last = place.instruction;
    work.products = work.products || kind == Completion::Kind::wgmma;
    work.copies = work.copies || (kind != Completion::Kind::none && kind != Completion::Kind::wgmma);
  }
  each_lane(place.lanes, [&](std::size_t lane) {
    if (access.space_of(lane) != Space::shared) return;
    const std::uint32_t block = access.block_of(lane, place);
    if (access.touch == Touch::read)
      read(place, block, access.addresses[lane], access.bytes, kind);
    else
      write(place, block, access.addresses[lane], access.bytes, access);
  });
}

// Bytes of one phase or group, or between two barriers, are one stage.
void WaitRecorder::write(const Place& place, std::uint32_t block, std::uint64_t address, std::uint64_t bytes,
                         const Access& access) {
  Warp& w = warp(place);
  const Completion::Kind kind = access.completion.kind;
  std::size_t at = 0;
  std::uint64_t number = w.barriers;
  if (kind == Completion::Kind::mbarrier) {
    at = target(true, access.completion.block, access.completion.address);
    if (at == no_index) return;
    number = out_.targets[at].phases.size() - 1;
  } else if (kind != Completion::Kind::none) {
    number = w.groups[static_cast<std::size_t>(kind)].committed;
  }
  const auto [filling, fresh] = filling_.try_emplace({block, kind, at, number}, out_.stages.size());
  if (fresh) {
    if (full(out_.stages.size())) {
      filling_.erase(filling);
      return;
    }
    StageLife stage;
    stage.block = blocks_[block];
    stage.writer = event(place, w.now);
    stage.writer_wait = w.passed;
    if (kind == Completion::Kind::mbarrier) {
      stage.target = at;
      stage.phase = static_cast<std::size_t>(number);
    }
    out_.stages.push_back(std::move(stage));
  }
  const std::size_t index = filling->second;
  StageLife& stage = out_.stages[index];
  stage.filled = std::max(stage.filled, w.now + 1);
  if (kind == Completion::Kind::copies) {
    std::vector<std::size_t>& group = w.groups[static_cast<std::size_t>(kind)].stages.back();
    if (group.empty() || group.back() != index) group.push_back(index);
  }
  Live& live = live_[block];
  const std::uint64_t end = address + bytes;
  // Stages that lose bytes are replaced.
  auto old = live.upper_bound(address);
  if (old != live.begin() && std::prev(old)->second.first > address) --old;
  std::uint64_t from = address;
  std::uint64_t to = end;
  while (old != live.end() && old->first < end) {
    const std::uint64_t first = old->first;
    const auto [last, owner] = old->second;
    old = live.erase(old);
    if (owner == index) {
      from = std::min(from, first);
      to = std::max(to, last);
      continue;
    }
    out_.stages[owner].replaced = std::min(out_.stages[owner].replaced, w.now);
    if (first < address) live[first] = {address, owner};
    if (last > end) live[end] = {last, owner};
  }
  // Neighbors of the same stage are one range.
  if (const auto next = live.find(to); next != live.end() && next->second.second == index) {
    to = next->second.first;
    live.erase(next);
  }
  if (const auto after = live.lower_bound(from); after != live.begin()) {
    const auto before = std::prev(after);
    if (before->second == std::pair(from, index)) {
      from = before->first;
      live.erase(before);
    }
  }
  live[from] = {to, index};
  const auto known = stage.ranges.upper_bound(from);
  if (known != stage.ranges.begin() && std::prev(known)->second >= to) return;
  for (auto one = stage.ranges.lower_bound(from); one != stage.ranges.end() && one->first < to;) {
    to = std::max(to, one->second);
    one = stage.ranges.erase(one);
  }
  stage.ranges[from] = to;
}

void WaitRecorder::read(const Place& place, std::uint32_t block, std::uint64_t address, std::uint64_t bytes,
                        Completion::Kind kind) {
  Warp& w = warp(place);
  const Live& live = live_[block];
  auto found = live.upper_bound(address);
  if (found != live.begin() && std::prev(found)->second.first > address) --found;
  for (; found != live.end() && found->first < address + bytes; ++found) {
    const std::size_t index = found->second.second;
    StageLife& stage = out_.stages[index];
    if (w.now < stage.first_read) {
      stage.first_read = w.now;
      stage.reader = event(place, w.now);
      stage.reader_wait = w.passed;
    }
    stage.last_read = std::max(stage.last_read, w.now + 1);
    if (kind == Completion::Kind::none || kind == Completion::Kind::mbarrier) continue;
    std::vector<std::size_t>& group = w.groups[static_cast<std::size_t>(kind)].stages.back();
    if (group.empty() || group.back() != index) group.push_back(index);
  }
}

std::string timeline_text(const WaitTimeline& timeline, const Program& program, const Catalog& catalog) {
  std::string out;
  const auto line = [&](const Message& text) { append_all(out, render(text, catalog), "\n"); };
  const auto name = [&](std::size_t target) {
    const WaitTarget& one = timeline.targets[target];
    return one.mbarrier ? say("the mbarrier at {}", one.at) : say("barrier {}", one.at);
  };
  std::vector<std::size_t> order(timeline.waits.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const WarpWait& x = timeline.waits[a];
    const WarpWait& y = timeline.waits[b];
    return std::tuple(x.by.block, x.by.warp, a) < std::tuple(y.by.block, y.by.warp, b);
  });
  const WarpWait* before = nullptr;
  for (const std::size_t i : order) {
    const WarpWait& wait = timeline.waits[i];
    if (wait.target == no_index || wait.end == wait.by.time) continue;
    if (before == nullptr || before->by.block != wait.by.block || before->by.warp != wait.by.warp)
      line(say("block {}, warp {}:", wait.by.block, wait.by.warp));
    before = &wait;
    const std::uint64_t begin = wait.by.time;
    const Message where = line_of(*wait.by.instruction, program);
    if (wait.end == never) {
      line(say("  {}: {} waits for phase {} of {} forever", begin, where, wait.phase, name(wait.target)));
    } else if (wait.arrival == no_index) {
      line(say("  {}-{}: {} waits for phase {} of {}", begin, wait.end, where, wait.phase, name(wait.target)));
    } else {
      const WarpEvent& by = timeline.arrivals[wait.arrival].by;
      line(say("  {}-{}: {} waits for phase {} of {}; warp {} of block {} releases it, {}", begin, wait.end, where,
               wait.phase, name(wait.target), by.warp, by.block, line_of(*by.instruction, program)));
    }
  }
  for (const WaitTarget& target : timeline.targets) {
    if (!target.mbarrier) continue;
    std::string ends;
    for (const WaitTarget::Phase& phase : target.phases) {
      if (phase.end != never) append_all(ends, ends.empty() ? "" : ", ", phase.end);
    }
    line(say("block {}, mbarrier at {}: its phases end at {}", target.block, target.at, ends.empty() ? "-" : ends));
  }
  for (const StageLife& stage : timeline.stages) {
    const Message what =
        say("block {}, bytes {} to {}: {} by {}", stage.block, stage.ranges.begin()->first,
            stage.ranges.rbegin()->second - 1, stage.writer.time, line_of(*stage.writer.instruction, program));
    if (stage.first_read == never)
      line(say("{}; never read", what));
    else if (stage.replaced == never)
      line(say("{}; read from {} to {}, first by {}", what, stage.first_read, stage.last_read,
               line_of(*stage.reader.instruction, program)));
    else
      line(say("{}; read from {} to {}, first by {}; replaced at {}", what, stage.first_read, stage.last_read,
               line_of(*stage.reader.instruction, program), stage.replaced));
  }
  if (timeline.cut) line(say("note: the run has more events than are kept"));
  return out;
}

void write_timeline(JsonWriter& out, const WaitTimeline& timeline) {
  out.open_object();
  out.field("end", timeline.end);
  out.objects("targets", timeline.targets, [&](const WaitTarget& one) {
    out.field("kind", one.mbarrier ? "mbarrier" : "barrier");
    out.field("block", one.block);
    out.field(one.mbarrier ? "address" : "number", one.at);
    write_line(out, "init_line", one.init);
    out.list("phase_ends", one.phases, [&](const WaitTarget::Phase& phase) {
      if (phase.end != never) out.number(phase.end);
    });
  });
  const auto write_event = [&](std::string_view time, const WarpEvent& event) {
    out.field(time, event.time);
    out.field("block", event.block);
    out.field("warp", event.warp);
    write_line(out, "line", event.instruction);
  };
  out.objects("arrivals", timeline.arrivals, [&](const WaitArrival& one) {
    write_event("time", one.by);
    out.field("target", one.target);
    out.field("phase", one.phase);
  });
  out.key("waits");
  out.open_array();
  for (const WarpWait& one : timeline.waits) {
    if (one.target == no_index) continue;
    out.open_object();
    write_event("begin", one.by);
    if (one.end != never) out.field("end", one.end);
    out.field("target", one.target);
    if (one.phase != no_index) out.field("phase", one.phase);
    if (one.arrival != no_index) out.field("arrival", one.arrival);
    out.close_object();
  }
  out.close_array();
  out.objects("stages", timeline.stages, [&](const StageLife& one) {
    out.field("block", one.block);
    out.field("address", one.ranges.begin()->first);
    out.field("bytes", one.bytes());
    out.field("written", one.writer.time);
    write_line(out, "writer_line", one.writer.instruction);
    if (one.first_read != never) {
      out.field("first_read", one.first_read);
      out.field("last_read", one.last_read);
      write_line(out, "reader_line", one.reader.instruction);
    }
    if (one.replaced != never) out.field("replaced", one.replaced);
  });
  out.close_object();
}

}  // namespace stridescope::machine
