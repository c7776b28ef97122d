// Makes rows and spans of a timeline, and chooses the shown steps.
#include "core/machine/checks/wait_chart.h"

#include <algorithm>
#include <set>

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

constexpr std::int64_t readable_steps = 64;
constexpr std::int64_t stuck_steps = 3;  // drawn steps of a wait that never ends
constexpr std::size_t most_warp_rows = 40;
constexpr std::size_t most_other_rows = 48;
constexpr std::size_t most_spans = 8192;

constexpr Term words[] = {
    term("accesses"), term("products"), term("copies begin"), term("waits"), term("never goes on"), term("arrives"),
    term("passes"),   term("phase"),    term("is written"),   term("full"),  term("is read"),       term("free"),
};

std::int64_t number(std::uint64_t of) { return static_cast<std::int64_t>(of); }

// An act of a warp, from `begin` to `end`; its index is that in a list of the timeline.
struct Deed {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  ChartSpanKind kind = ChartSpanKind::work;
  const Instruction* instruction = nullptr;
  std::size_t target = no_index;
  std::size_t phase = no_index;
  std::size_t index = 0;
  std::uint64_t instant = 0;
  // True if the deeds are equal, apart from the warp.
  bool operator==(const Deed& other) const {
    return begin == other.begin && end == other.end && kind == other.kind && instruction == other.instruction &&
           target == other.target && phase == other.phase;
  }
};
struct Row {
  std::uint32_t block = 0;
  std::uint32_t first = 0;  // warps
  std::uint32_t last = 0;
  std::vector<Deed> deeds;
};

class Chart {
 public:
  Chart(const WaitTimeline& timeline, const Program& program) : timeline_(timeline), program_(program) {}

  // Finds the names of blocks and barriers; before anything else.
  void name_all() {
    for (const WaitTarget& one : timeline_.targets) blocks_.insert(one.block);
    for (const WarpWork& one : timeline_.work) blocks_.insert(one.by.block);
    std::set<std::pair<std::uint32_t, std::uint32_t>> copying;
    for (const WaitArrival& one : timeline_.arrivals) {
      if (!one.of_copy) continue;
      full_.insert(one.target);
      copying.insert({one.by.block, one.by.warp});
    }
    for (const WarpWait& one : timeline_.waits) {
      if (copying.contains({one.by.block, one.by.warp})) empty_.insert(one.target);
    }
  }

  // The stage, the round-th at its place.
  std::vector<Message> about(const StageLife& stage, std::size_t round) const {
    std::vector<Message> out;
    out.push_back(say("{} {byte|bytes} at {}, round {}", stage.bytes(), stage.ranges.begin()->first, round));
    out.push_back(say("written by {}, {}", name(stage.writer), line_of(*stage.writer.instruction, program_)));
    if (stage.writer_wait != no_index) out.push_back(say("allowed by: {}", reason(timeline_.waits[stage.writer_wait])));
    if (stage.first_read == never) {
      out.push_back(say("never read"));
    } else {
      out.push_back(say("read by {}, {}", name(stage.reader), line_of(*stage.reader.instruction, program_)));
      if (stage.reader_wait != no_index)
        out.push_back(say("allowed by: {}", reason(timeline_.waits[stage.reader_wait])));
    }
    if (stage.replaced != never) out.push_back(say("replaced at step {}", stage.replaced));
    return out;
  }

  WaitChart make(const ChartWindow& window) {
    name_all();
    out_.steps = number(timeline_.end);
    for (const WarpWait& one : timeline_.waits) {
      if (one.end == never) out_.steps = std::max(out_.steps, number(one.by.time) + stuck_steps);
    }
    out_.cut = timeline_.cut;
    choose_steps(window);
    list_deeds();
    for (std::size_t i = 0; i < rows_.size(); ++i) add_warps(i);
    for (std::size_t i = 0; i < timeline_.waits.size(); ++i) add_arrow(timeline_.waits[i]);
    add_barriers();
    add_memory();
    out_.arrows.assign(arrows_.begin(), arrows_.end());
    return std::move(out_);
  }

 private:
  // The loop is the instruction at which a warp waits most often.
  void choose_steps(const ChartWindow& window) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, const Instruction*>, std::vector<std::int64_t>> loops;
    for (const WarpWait& wait : timeline_.waits) {
      if (wait.target != no_index && timeline_.targets[wait.target].mbarrier)
        loops[{wait.by.block, wait.by.warp, wait.by.instruction}].push_back(number(wait.by.time));
    }
    if (loops.empty()) {
      for (const WarpWait& wait : timeline_.waits)
        loops[{wait.by.block, wait.by.warp, wait.by.instruction}].push_back(number(wait.by.time));
    }
    std::vector<std::int64_t> starts;
    for (auto& [key, times] : loops) {
      if (times.size() > starts.size()) starts = std::move(times);
    }
    out_.all_iterations = std::max<std::int64_t>(static_cast<std::int64_t>(starts.size()), 1);
    if (starts.empty()) starts.push_back(0);
    out_.iteration = std::clamp<std::int64_t>(window.iteration, 0, out_.all_iterations - 1);
    const auto start = [&](std::int64_t i) {
      return i >= out_.all_iterations ? out_.steps : i == 0 ? 0 : starts[static_cast<std::size_t>(i)];
    };
    out_.first = start(out_.iteration);
    std::int64_t end =
        out_.iteration + std::clamp<std::int64_t>(window.iterations, 1, out_.all_iterations - out_.iteration);
    while (window.iterations <= 0 && end < out_.all_iterations && start(end + 1) - out_.first <= readable_steps) ++end;
    out_.iterations = end - out_.iteration;
    out_.end = std::max(start(end), out_.first + 1);
    for (std::int64_t i = out_.iteration; i < end; ++i) {
      if (starts[static_cast<std::size_t>(i)] < out_.end) out_.starts.push_back(starts[static_cast<std::size_t>(i)]);
    }
  }

  bool is_shown(std::int64_t begin, std::int64_t end) const {
    return begin == end ? begin >= out_.first && begin <= out_.end : begin < out_.end && end > out_.first;
  }

  void list_deeds() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Deed>> deeds;
    const auto add = [&](const WarpEvent& by, std::int64_t begin, std::int64_t end, ChartSpanKind kind,
                         std::size_t target, std::size_t phase, std::size_t index) {
      auto& all = deeds[{by.block, by.warp}];
      if (is_shown(begin, end)) all.push_back({begin, end, kind, by.instruction, target, phase, index, by.instant});
    };
    for (std::size_t i = 0; i < timeline_.work.size(); ++i) {
      const WarpWork& one = timeline_.work[i];
      add(one.by, number(one.by.time), number(one.by.time) + 1,
          one.products ? ChartSpanKind::product
          : one.copies ? ChartSpanKind::copy
                       : ChartSpanKind::work,
          no_index, no_index, i);
    }
    for (std::size_t i = 0; i < timeline_.waits.size(); ++i) {
      const WarpWait& one = timeline_.waits[i];
      const std::int64_t end = one.end == never ? out_.steps : number(one.end);
      const std::int64_t begin = number(one.by.time);
      add(one.by, begin, std::max(begin, end),
          one.end == never ? ChartSpanKind::stuck
          : begin == end   ? ChartSpanKind::passed
                           : ChartSpanKind::wait,
          one.target, one.phase, i);
    }
    for (std::size_t i = 0; i < timeline_.arrivals.size(); ++i) {
      const WaitArrival& one = timeline_.arrivals[i];
      if (!one.of_copy)
        add(one.by, number(one.by.time), number(one.by.time), ChartSpanKind::arrival, one.target, one.phase, i);
    }
    for (auto& [place, all] : deeds) {
      Row* const before = rows_.empty() ? nullptr : &rows_.back();
      if (before != nullptr && before->block == place.first && before->last + 1 == place.second &&
          before->deeds == all) {
        before->last = place.second;
      } else if (rows_.size() < most_warp_rows) {
        rows_.push_back({place.first, place.second, place.second, std::move(all)});
      } else {
        out_.cut = true;
      }
    }
  }

  Message of_block(std::uint32_t block, Message what) const {
    return blocks_.size() < 2 ? std::move(what) : say("block {}, {}", block, what);
  }
  Message name(const WarpEvent& by) const { return of_block(by.block, say("warp {}", by.warp)); }
  Message name(std::size_t target) const {
    const WaitTarget& one = timeline_.targets[target];
    // The copies of a pipeline fill what one mbarrier is for, and wait for the other.
    if (one.mbarrier)
      return of_block(one.block, full_.contains(target)    ? say("full mbarrier {}", one.at)
                                 : empty_.contains(target) ? say("empty mbarrier {}", one.at)
                                                           : say("mbarrier {}", one.at));
    return one.at == barrier_of_cluster ? say("the barrier of the cluster")
                                        : of_block(one.block, say("barrier {}", one.at));
  }
  std::int64_t row_of(const WarpEvent& by) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].block == by.block && rows_[i].first <= by.warp && by.warp <= rows_[i].last)
        return static_cast<std::int64_t>(i);
    }
    return -1;
  }

  std::int64_t add_row(ChartRowKind kind, Message title) {
    out_.rows.push_back({kind, std::move(title)});
    return static_cast<std::int64_t>(out_.rows.size()) - 1;
  }
  // nullptr: it is not shown, or there are too many.
  ChartSpan* add_span(std::int64_t row, std::int64_t begin, std::int64_t end, ChartSpanKind kind) {
    if (!is_shown(begin, end)) return nullptr;
    if (out_.spans.size() >= most_spans) {
      out_.cut = true;
      return nullptr;
    }
    ChartSpan one;
    one.row = row;
    one.begin = std::max(begin, out_.first);
    one.end = std::min(end, out_.end);
    one.kind = kind;
    out_.spans.push_back(std::move(one));
    return &out_.spans.back();
  }
  void place(ChartSpan& span, const WarpEvent& by) const {
    span.line = by.instruction->line;
    span.instant = number(by.instant);
    std::int64_t before = 0;
    for (const std::uint32_t block : blocks_) before += block < by.block ? 1 : 0;
    span.warp = before * timeline_.warps + by.warp;
  }

  // The reason why a wait ends: it passes at once, or an arrival releases the warp.
  Message reason(const WarpWait& wait) const {
    if (wait.target == no_index) return say("its own groups are complete");
    if (wait.phase == no_index) return say("{} is new: the wait passes at once", name(wait.target));
    if (wait.end == never) return say("phase {} of {} is never over", wait.phase, name(wait.target));
    if (wait.arrival == no_index) return say("phase {} of {} is over", wait.phase, name(wait.target));
    const WaitArrival& by = timeline_.arrivals[wait.arrival];
    return by.of_copy ? say("phase {} of {} ends with the last bytes of the copy by {}, {}", wait.phase,
                            name(wait.target), name(by.by), line_of(*by.by.instruction, program_))
                      : say("phase {} of {} ends with the arrival of {}, {}", wait.phase, name(wait.target),
                            name(by.by), line_of(*by.by.instruction, program_));
  }

  void add_warps(std::size_t i) {
    const Row& row = rows_[i];
    const std::int64_t at = add_row(
        ChartRowKind::warp, of_block(row.block, row.first == row.last ? say("warp {}", row.first)
                                                                      : say("warps {} to {}", row.first, row.last)));
    for (const Deed& one : row.deeds) {
      ChartSpan* const span = add_span(at, one.begin, one.end, one.kind);
      if (span == nullptr) continue;
      const WarpEvent by = {row.block, row.first, 0, one.instruction, one.instant};
      place(*span, by);
      const Message line = line_of(*one.instruction, program_);
      if (one.kind <= ChartSpanKind::copy) {
        const WarpWork& work = timeline_.work[one.index];
        span->about.push_back(
            say("{}: {} {access|accesses} to memory, from {}", word_of(one.kind), work.accesses, line));
        if (work.last != one.instruction) span->about.push_back(say("to {}", line_of(*work.last, program_)));
      } else if (one.kind == ChartSpanKind::arrival) {
        span->about.push_back(say("arrives at {}, phase {}: {}", name(one.target), one.phase, line));
      } else {
        span->about.push_back(say("{}: {}", word_of(one.kind), line));
        span->about.push_back(reason(timeline_.waits[one.index]));
        if (one.phase != no_index && one.kind != ChartSpanKind::passed) span->label = std::to_string(one.phase);
      }
    }
  }

  void add_arrow(const WarpWait& wait) {
    if (wait.arrival == no_index || wait.end == never || wait.end == wait.by.time) return;
    const WarpEvent& by = timeline_.arrivals[wait.arrival].by;
    const std::int64_t from = number(by.time);
    const std::int64_t to = number(wait.end);
    const std::int64_t from_row = row_of(by);
    const std::int64_t to_row = row_of(wait.by);
    if (from < out_.first || to > out_.end || from_row < 0 || to_row < 0 || from_row == to_row) return;
    arrows_.insert({from_row, from, to_row, to});
  }

  void add_barriers() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < timeline_.targets.size(); ++i) order.push_back(i);
    const auto key = [&](std::size_t i) {
      const WaitTarget& one = timeline_.targets[i];
      return std::tuple(one.block, one.mbarrier, one.at);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    // Barriers that a warp arrives at, or whose phase is never over for a warp.
    std::set<std::size_t> acted;
    std::vector<std::pair<std::size_t, std::size_t>> open;
    for (const WarpWait& one : timeline_.waits) {
      if (one.end != never || one.target == no_index || !is_shown(number(one.by.time), out_.steps)) continue;
      acted.insert(one.target);
      open.emplace_back(one.target, one.phase);
    }
    for (const WaitArrival& one : timeline_.arrivals) {
      if (is_shown(number(one.by.time), number(one.by.time))) acted.insert(one.target);
    }
    std::size_t count = 0;
    for (const std::size_t i : order) {
      if (!acted.contains(i)) continue;
      const WaitTarget& target = timeline_.targets[i];
      std::int64_t row = -1;
      for (std::size_t k = 0; k < target.phases.size(); ++k) {
        const WaitTarget::Phase& phase = target.phases[k];
        // After its last arrival a barrier has an empty phase, which is left out.
        if (phase.end == never && phase.last == no_index && k > 0 &&
            std::find(open.begin(), open.end(), std::pair(i, k)) == open.end())
          continue;
        const std::int64_t begin = number(phase.begin);
        const std::int64_t end = phase.end == never ? out_.steps : number(phase.end);
        if (!is_shown(begin, end)) continue;
        if (row < 0) {
          if (count++ >= most_other_rows) {
            out_.cut = true;
            return;
          }
          row = add_row(ChartRowKind::barrier, name(i));
        }
        ChartSpan* const span = add_span(row, begin, end, ChartSpanKind::phase);
        if (span == nullptr) return;
        span->label = std::to_string(k);
        span->odd = k % 2 != 0;
        span->about.push_back(say("phase {} of {}, steps {} to {}", k, name(i), begin, end));
        if (phase.last == no_index) continue;
        const WaitArrival& last = timeline_.arrivals[phase.last];
        place(*span, last.by);
        span->about.push_back(last.of_copy ? say("its end: the last bytes of the copy by {}, {}", name(last.by),
                                                 line_of(*last.by.instruction, program_))
                                           : say("its end: the arrival of {}, {}", name(last.by),
                                                 line_of(*last.by.instruction, program_)));
      }
    }
  }

  void add_memory() {
    // Stages that begin at the same byte share a row.
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::size_t>> rows;
    for (std::size_t i = 0; i < timeline_.stages.size(); ++i)
      rows[{timeline_.stages[i].block, timeline_.stages[i].ranges.begin()->first}].push_back(i);
    std::size_t count = 0;
    for (const auto& [place_of_row, stages] : rows) {
      std::int64_t row = -1;
      for (std::size_t round = 0; round < stages.size(); ++round) {
        const StageLife& stage = timeline_.stages[stages[round]];
        const std::int64_t last = stage.replaced == never ? out_.steps : number(stage.replaced);
        if (!is_shown(number(stage.writer.time), std::max(last, number(stage.writer.time) + 1))) continue;
        if (row < 0) {
          if (count++ >= most_other_rows) {
            out_.cut = true;
            return;
          }
          row = add_row(ChartRowKind::memory,
                        of_block(place_of_row.first, say("{} {byte|bytes} at {}", stage.bytes(), place_of_row.second)));
        }
        add_stage(row, stage, round, last);
      }
    }
  }

  void add_stage(std::int64_t row, const StageLife& stage, std::size_t round, std::int64_t last) {
    std::int64_t filled = number(stage.filled);
    if (stage.target != no_index) {
      const std::uint64_t end = timeline_.targets[stage.target].phases[stage.phase].end;
      filled = end == never ? last : number(end);
    }
    const bool is_read = stage.first_read != never;
    const std::int64_t first_read = is_read ? number(stage.first_read) : last;
    const std::int64_t last_read = is_read ? std::max(number(stage.last_read), first_read) : last;
    const std::vector<Message> sentences = about(stage, round);
    const auto add = [&](std::int64_t begin, std::int64_t end, ChartSpanKind kind, const WarpEvent& by) {
      if (begin >= end) return;
      ChartSpan* const span = add_span(row, begin, end, kind);
      if (span == nullptr) return;
      place(*span, by);
      span->label = std::to_string(round);
      span->about = sentences;
      span->about.insert(span->about.begin(), word_of(kind));
    };
    const std::int64_t written = number(stage.writer.time);
    filled = std::clamp(filled, written, last);
    add(written, std::min(filled, first_read), ChartSpanKind::filling, stage.writer);
    add(filled, first_read, ChartSpanKind::full, stage.writer);
    if (!is_read) return;
    add(first_read, std::min(last_read, last), ChartSpanKind::read, stage.reader);
    add(last_read, last, ChartSpanKind::free, stage.reader);
  }

  const WaitTimeline& timeline_;
  const Program& program_;
  WaitChart out_;
  std::set<std::uint32_t> blocks_;
  std::set<std::size_t> full_;  // targets
  std::set<std::size_t> empty_;
  std::vector<Row> rows_;
  std::set<ChartArrow> arrows_;
};

}  // namespace

Message word_of(ChartSpanKind kind) { return words[static_cast<std::size_t>(kind)]; }

WaitChart wait_chart(const WaitTimeline& timeline, const Program& program, const ChartWindow& window) {
  return Chart(timeline, program).make(window);
}

std::vector<std::vector<Message>> about_stages(const WaitTimeline& timeline, const Program& program,
                                               const std::vector<std::size_t>& stages) {
  Chart chart(timeline, program);
  chart.name_all();
  std::vector<std::vector<Message>> out;
  for (const std::size_t stage : stages) {
    const StageLife& one = timeline.stages[stage];
    const auto before = timeline.stages.begin() + static_cast<std::ptrdiff_t>(stage);
    const auto round = std::count_if(timeline.stages.begin(), before, [&](const StageLife& other) {
      return other.block == one.block && other.ranges.begin()->first == one.ranges.begin()->first;
    });
    out.push_back(chart.about(one, static_cast<std::size_t>(round)));
  }
  return out;
}

std::vector<ChartSpanKind> chart_kinds(const WaitChart& chart) {
  std::set<ChartSpanKind> out;
  for (const ChartSpan& one : chart.spans) out.insert(one.kind);
  return {out.begin(), out.end()};
}

std::vector<std::int64_t> chart_rows(const WaitChart& chart) {
  std::vector<std::int64_t> out;
  std::int64_t y = ChartSizes::head;
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    if (i > 0 && chart.rows[i].kind != chart.rows[i - 1].kind) y += ChartSizes::gap;
    out.push_back(y);
    y += chart_row_height(chart.rows[i].kind);
  }
  out.push_back(y);
  return out;
}

void members(Archive& a, ChartRow& r) {
  if (!a.record("ChartRow", "A row of the picture of who waits for whom.")) return;
  a.word("kind", r.kind, chart_row_names, "Its kind.");
  a.member("title", r.title, "Its title.");
}

void members(Archive& a, ChartSpan& r) {
  if (!a.record("ChartSpan", "A span of steps in a row.")) return;
  a.member("row", r.row, "The index of its row.");
  a.member("begin", r.begin, "Its first step.");
  a.member("end", r.end, "The step behind it.");
  a.word("kind", r.kind, chart_span_names, "Its kind.");
  a.member("odd", r.odd, "A phase of parity 1.");
  a.member("label", r.label, "A short label; or empty.");
  a.member("about", r.about, "Sentences about it.");
  a.member("line", r.line, "The line of the PTX; 0: none.");
  a.member("warp", r.warp, "Its warp, among those that run.");
  a.member("instant", r.instant, "The instant at which it begins.");
}

void members(Archive& a, WaitChart& r) {
  if (!a.record("WaitChart", "Who waits for whom, over steps of the order.")) return;
  a.member("first", r.first, "The first shown step.");
  a.member("end", r.end, "The step behind the shown ones.");
  a.member("steps", r.steps, "The steps of the run.");
  a.member("iteration", r.iteration, "The first shown iteration.");
  a.member("iterations", r.iterations, "The number of shown iterations.");
  a.member("allIterations", r.all_iterations, "The iterations of the run.");
  a.member("rows", r.rows, "Warps, barriers, and shared memory.");
  a.member("spans", r.spans, "What happens in them.");
  a.member("cut", r.cut, "A part of the run is left out.");
}

}  // namespace stridescope::machine
