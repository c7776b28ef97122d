// Records waits and arrivals, and writes them as text and JSON.
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

void WaitRecorder::begin(const std::vector<std::uint32_t>& blocks) {
  blocks_ = blocks;
  targets_.clear();
  open_.clear();
  live_.clear();
}

std::size_t WaitRecorder::target(bool mbarrier, std::uint32_t block, std::uint64_t at) {
  const auto [found, fresh] = targets_.try_emplace({mbarrier, block, at}, out_.targets.size());
  if (fresh && out_.targets.size() >= most_kept) {
    out_.cut = true;
    targets_.erase(found);
    return no_index;
  }
  if (fresh) {
    WaitTarget one;
    one.mbarrier = mbarrier;
    one.block = blocks_[block];
    one.at = at;
    one.phases.push_back({now_, 0, no_index});
    out_.targets.push_back(std::move(one));
  }
  return found->second;
}

void WaitRecorder::arrive(const Place& place, std::size_t target, bool of_copy) {
  WaitTarget::Phase& phase = out_.targets[target].phases.back();
  const std::size_t number = out_.targets[target].phases.size() - 1;
  if (!out_.arrivals.empty()) {
    // Lanes of a warp arrive together.
    WaitArrival& last = out_.arrivals.back();
    if (last.instruction == place.instruction && last.block == blocks_[place.block] && last.warp == place.warp &&
        last.target == target && last.phase == number && last.time + 1 == now_) {
      last.time = now_;
      return;
    }
  }
  if (out_.arrivals.size() >= most_kept) {
    out_.cut = true;
    return;
  }
  phase.last = out_.arrivals.size();
  out_.arrivals.push_back({blocks_[place.block], place.warp, now_, target, number, of_copy, place.instruction});
}

void WaitRecorder::complete(std::size_t target) {
  std::vector<WaitTarget::Phase>& phases = out_.targets[target].phases;
  if (phases_ >= most_kept) {
    out_.cut = true;
    phases.back() = {now_, 0, no_index};
    return;
  }
  ++phases_;
  phases.back().end = now_;
  phases.push_back({now_, 0, no_index});
}

void WaitRecorder::wait(const Place& place, std::size_t target) {
  if (out_.waits.size() >= most_kept) {
    out_.cut = true;
    return;
  }
  open_[{place.block, place.warp}] = out_.waits.size();
  out_.waits.push_back({blocks_[place.block], place.warp, now_, 0, target, out_.targets[target].phases.size() - 1,
                        no_index, place.instruction});
}

void WaitRecorder::pass(std::size_t wait, std::size_t arrival) {
  out_.waits[wait].end = now_;
  out_.waits[wait].arrival = arrival;
}

void WaitRecorder::mbarrier(const Place& place, const MbarrierEvent& event) {
  using Kind = MbarrierEvent::Kind;
  ++now_;
  extends_ = false;
  const std::size_t at = target(true, event.block, event.address);
  if (at == no_index) return;
  if (event.kind == Kind::init) {
    out_.targets[at].init = place.instruction;
    return;
  }
  if (event.kind == Kind::arrive || (event.kind == Kind::complete && event.of_copy))
    arrive(place, at, event.kind == Kind::complete);
  if (event.phase_over) complete(at);
  if (event.kind != Kind::test) return;
  const auto open = open_.find({place.block, place.warp});
  if (!event.passed) {
    if (open == open_.end()) wait(place, at);
    return;
  }
  if (open == open_.end() || out_.waits[open->second].target != at) return;
  const WaitTarget& over = out_.targets[at];
  pass(open->second, over.phases.size() > 1 ? over.phases[over.phases.size() - 2].last : no_index);
  open_.erase(open);
}

void WaitRecorder::barrier(const Place& place, const BarrierEvent& event) {
  ++now_;
  extends_ = false;
  const std::size_t at = target(false, event.number == barrier_of_cluster ? 0 : place.block, event.number);
  if (at == no_index) return;
  if (event.arrives) arrive(place, at, false);
  if (event.waits && !event.over) wait(place, at);
}

void WaitRecorder::barrier_over(std::uint32_t block, std::uint32_t number) {
  ++now_;
  const std::size_t at = target(false, block, number);
  if (at == no_index) return;
  const std::size_t last = out_.targets[at].phases.back().last;
  for (auto open = open_.begin(); open != open_.end();) {
    if (out_.waits[open->second].target != at) {
      ++open;
      continue;
    }
    pass(open->second, last);
    open = open_.erase(open);
  }
  complete(at);
}

void WaitRecorder::access(const Place& place, const Access& access) {
  ++now_;
  const bool copies = access.completion.kind != Completion::Kind::none && access.touch == Touch::write;
  for (std::uint32_t lanes = place.lanes; lanes != 0; lanes &= lanes - 1) {
    const int lane = __builtin_ctz(lanes);
    const Space space = access.spaces != nullptr ? access.spaces[lane] : access.space;
    if (space != Space::shared) continue;
    const std::uint32_t block = access.blocks != nullptr ? access.blocks[lane] : place.block;
    const std::uint64_t address = access.addresses[lane];
    if (copies) {
      // The parts of one copy are one stage.
      if (extends_ && out_.stages.back().writer == place.instruction && out_.stages.back().block == blocks_[block]) {
        StageLife& stage = out_.stages.back();
        const std::uint64_t end = std::max(stage.address + stage.bytes, address + access.bytes);
        live_.erase({block, stage.address});
        stage.address = std::min(stage.address, address);
        stage.bytes = end - stage.address;
        live_[{block, stage.address}] = out_.stages.size() - 1;
        continue;
      }
      if (out_.stages.size() >= most_kept) {
        out_.cut = true;
        continue;
      }
      const auto [old, fresh] = live_.try_emplace({block, address}, out_.stages.size());
      if (!fresh) {
        out_.stages[old->second].replaced = now_;
        old->second = out_.stages.size();
      }
      StageLife stage;
      stage.block = blocks_[block];
      stage.address = address;
      stage.bytes = access.bytes;
      stage.written = now_;
      stage.writer = place.instruction;
      out_.stages.push_back(stage);
      extends_ = true;
      continue;
    }
    if (access.touch == Touch::write) continue;
    auto found = live_.upper_bound({block, address});
    if (found == live_.begin()) continue;
    --found;
    StageLife& stage = out_.stages[found->second];
    if (found->first.first != block || address >= stage.address + stage.bytes) continue;
    if (stage.first_read == 0) {
      stage.first_read = now_;
      stage.reader = place.instruction;
    }
    stage.last_read = now_;
  }
  if (!copies && access.touch == Touch::read && access.space == Space::shared) extends_ = false;
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
    return std::tuple(x.block, x.warp, a) < std::tuple(y.block, y.warp, b);
  });
  const WarpWait* before = nullptr;
  for (const std::size_t i : order) {
    const WarpWait& wait = timeline.waits[i];
    if (before == nullptr || before->block != wait.block || before->warp != wait.warp)
      line(say("block {}, warp {}:", wait.block, wait.warp));
    before = &wait;
    const Message where = line_of(*wait.instruction, program);
    if (wait.end == 0) {
      line(say("  {}: {} waits for phase {} of {} without an end", wait.begin, where, wait.phase, name(wait.target)));
    } else if (wait.arrival == no_index) {
      line(say("  {}-{}: {} waits for phase {} of {}", wait.begin, wait.end, where, wait.phase, name(wait.target)));
    } else {
      const WaitArrival& by = timeline.arrivals[wait.arrival];
      line(say("  {}-{}: {} waits for phase {} of {}; warp {} of block {} lets it go on, {}", wait.begin, wait.end,
               where, wait.phase, name(wait.target), by.warp, by.block, line_of(*by.instruction, program)));
    }
  }
  for (const WaitTarget& target : timeline.targets) {
    if (!target.mbarrier) continue;
    std::string ends;
    for (const WaitTarget::Phase& phase : target.phases) {
      if (phase.end != 0) append_all(ends, ends.empty() ? "" : ", ", phase.end);
    }
    line(say("block {}, mbarrier at {}: its phases end at {}", target.block, target.at, ends.empty() ? "-" : ends));
  }
  for (const StageLife& stage : timeline.stages) {
    const Message what = say("block {}, bytes {} to {}: {} by {}", stage.block, stage.address,
                             stage.address + stage.bytes - 1, stage.written, line_of(*stage.writer, program));
    if (stage.reader == nullptr)
      line(say("{}; never read", what));
    else if (stage.replaced == 0)
      line(say("{}; read from {} to {}, first by {}", what, stage.first_read, stage.last_read,
               line_of(*stage.reader, program)));
    else
      line(say("{}; read from {} to {}, first by {}; replaced at {}", what, stage.first_read, stage.last_read,
               line_of(*stage.reader, program), stage.replaced));
  }
  if (timeline.cut) line(say("note: the run has more events than are kept"));
  return out;
}

void write_timeline(JsonWriter& out, const WaitTimeline& timeline) {
  out.open_object();
  out.field("end", timeline.end);
  out.key("targets");
  out.open_array();
  for (const WaitTarget& one : timeline.targets) {
    out.open_object();
    out.field("kind", one.mbarrier ? "mbarrier" : "barrier");
    out.field("block", one.block);
    out.field(one.mbarrier ? "address" : "number", one.at);
    write_line(out, "init_line", one.init);
    out.key("phase_ends");
    out.open_array();
    for (const WaitTarget::Phase& phase : one.phases) {
      if (phase.end != 0) out.number(phase.end);
    }
    out.close_array();
    out.close_object();
  }
  out.close_array();
  out.key("arrivals");
  out.open_array();
  for (const WaitArrival& one : timeline.arrivals) {
    out.open_object();
    out.field("time", one.time);
    out.field("block", one.block);
    out.field("warp", one.warp);
    out.field("target", one.target);
    out.field("phase", one.phase);
    write_line(out, "line", one.instruction);
    out.close_object();
  }
  out.close_array();
  out.key("waits");
  out.open_array();
  for (const WarpWait& one : timeline.waits) {
    out.open_object();
    out.field("begin", one.begin);
    if (one.end != 0) out.field("end", one.end);
    out.field("block", one.block);
    out.field("warp", one.warp);
    out.field("target", one.target);
    out.field("phase", one.phase);
    if (one.arrival != no_index) out.field("arrival", one.arrival);
    write_line(out, "line", one.instruction);
    out.close_object();
  }
  out.close_array();
  out.key("stages");
  out.open_array();
  for (const StageLife& one : timeline.stages) {
    out.open_object();
    out.field("block", one.block);
    out.field("address", one.address);
    out.field("bytes", one.bytes);
    out.field("written", one.written);
    write_line(out, "writer_line", one.writer);
    if (one.first_read != 0) {
      out.field("first_read", one.first_read);
      out.field("last_read", one.last_read);
      write_line(out, "reader_line", one.reader);
    }
    if (one.replaced != 0) out.field("replaced", one.replaced);
    out.close_object();
  }
  out.close_array();
  out.close_object();
}

}  // namespace stridescope::machine
