// Makes the scene of core/scene/block_memory.h from a block's shared memory around one of its events: chooses the
// displayed events and lines, and their verdicts.
#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/files/open_file.h"
#include "core/render/render.h"
#include "core/scene/block_memory.h"
#include "core/trace/hazards.h"
#include "core/trace/shared_timeline.h"

namespace stridescope::app {
namespace {

constexpr std::size_t events_around = 10;  // before the selected event, and after it
constexpr std::size_t most_writers = 8;    // writers of the values that the events read
constexpr std::size_t most_rows = 48;
constexpr std::uint64_t picture_steps = std::uint64_t{1} << 27;

// "load" of "load_15_xb40".
std::string kind_of(const std::string& name) { return name.substr(0, name.find('_')); }

std::string short_place(const TracedInstruction& i) {
  if (i.line > 0) return cat(':', i.line);
  const std::string place = place_of(i);
  return place.size() > 9 ? place.substr(place.size() - 9) : place;
}

struct Rows {
  std::vector<std::int64_t> first;         // for each row, its first line
  std::map<std::int64_t, std::size_t> of;  // row of line / together
  std::int64_t together = 1;               // lines per row
};

// The rows of the accessed lines; if there are many lines, several share a row.
Rows rows_of(const std::vector<std::int64_t>& lines) {
  Rows out;
  for (;; out.together *= 2) {
    out.first.clear();
    out.of.clear();
    for (const std::int64_t line : lines) {
      if (!out.of.try_emplace(line / out.together, out.first.size()).second) continue;
      out.first.push_back(line / out.together * out.together);
    }
    if (out.first.size() <= most_rows) return out;
  }
}

// The events from begin to end, and the last writers of the values that they read.
std::vector<std::size_t> chosen_events(const SharedTimeline& timeline, std::size_t begin, std::size_t end) {
  std::set<std::size_t> writers;
  for (const SharedFlow& flow : timeline.flows) {
    if (flow.to >= begin && flow.to < end && flow.from < begin) writers.insert(flow.from);
  }
  while (writers.size() > most_writers) writers.erase(writers.begin());
  std::vector<std::size_t> out(writers.begin(), writers.end());
  for (std::size_t e = begin; e < end; ++e) out.push_back(e);
  return out;
}

}  // namespace

Result<Scene> block_memory_picture(const Trace& trace, const FileItem::Moment& moment) {
  if (moment.launch >= trace.launches.size() || moment.block >= trace.launches[moment.launch].blocks.size())
    return failure(ErrorCode::index_range, say("the trace does not contain that block"));
  const TracedLaunch& launch = trace.launches[moment.launch];
  const std::map<std::uint32_t, std::string> names = instruction_names(launch);
  Budget budget(picture_steps, 0);
  const SharedOrder order = shared_order(launch, budget);
  const SharedTimeline timeline = shared_timeline(launch, moment.block, budget);
  const std::size_t begin = moment.event - std::min(moment.event, events_around);
  const std::size_t end = std::min(timeline.events.size(), moment.event + events_around + 1);
  if (begin >= end) return failure(ErrorCode::index_range, say("the block does not access shared memory"));
  const std::vector<std::size_t> chosen = chosen_events(timeline, begin, end);
  std::map<std::size_t, std::size_t> place;  // index among the displayed events
  for (const std::size_t e : chosen) place.try_emplace(e, place.size());
  BlockMemory out;
  out.title =
      say("shared memory of block {}, events {} to {} of {}", timeline.block, begin, end - 1, timeline.events.size());
  for (const std::size_t e : chosen) {
    const SharedEvent& event = timeline.events[e];
    const TracedInstruction& i = launch.instructions[event.instruction];
    const auto named = names.find(event.instruction);
    const std::string name = named == names.end() ? std::string() : named->second;
    out.events.push_back(
        {kind_of(name), short_place(i), name, event.phase, event.written, event.read, event.loaded, event.again});
  }
  const auto shown = [&](std::size_t event) { return place.count(event) > 0; };
  std::vector<std::int64_t> lines;
  for (const SharedUse& use : timeline.uses) {
    if (shown(use.event)) lines.push_back(use.line);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  const Rows rows = rows_of(lines);
  for (const std::int64_t first : rows.first) out.rows.push_back(first * shared_line_bytes);
  out.row_bytes = rows.together * shared_line_bytes;
  std::map<std::pair<std::size_t, std::size_t>, BlockMemory::Use> uses;
  for (const SharedUse& one : timeline.uses) {
    if (!shown(one.event)) continue;
    const std::size_t row = rows.of.find(one.line / rows.together)->second;
    BlockMemory::Use& use = uses.try_emplace({one.event, row}).first->second;
    const auto writer = one.from >= 0 ? place.find(static_cast<std::size_t>(one.from)) : place.end();
    const std::int64_t from = writer == place.end() ? -1 : static_cast<std::int64_t>(writer->second);
    use.several = use.several || one.several || (use.read > 0 && one.read > 0 && from != use.from);
    if (use.read == 0) use.from = from;
    use.event = place.find(one.event)->second;
    use.row = row;
    use.written += one.written;
    use.read += one.read;
    if (order.judged(HazardKind::unwritten)) use.unwritten += one.unwritten;
    if (order.judged(HazardKind::unread)) use.unread += one.unread;
    if (order.judged(HazardKind::unordered)) use.unordered += one.unordered;
  }
  for (const auto& [key, use] : uses) out.uses.push_back(use);
  for (const SharedFlow& flow : timeline.flows) {
    if (!shown(flow.from) || !shown(flow.to)) continue;
    const bool apart = timeline.events[flow.from].phase != timeline.events[flow.to].phase;
    out.flows.push_back({place.find(flow.from)->second, place.find(flow.to)->second,
                         !apart && flow.other_warps > 0 && order.judged(HazardKind::unordered)});
  }
  const std::vector<Message> missing = unjudged(order);
  out.note = say("a row is {} {byte|bytes}; W writes, R reads, G loads from global memory", out.row_bytes);
  if (chosen.size() > end - begin)
    out.note = say("{}; {}", out.note, say("also shown: the earlier accesses that wrote the values read here"));
  for (const Message& one : missing) out.note = say("{}; {}", out.note, one);
  if (timeline.cut) out.note = say("{}; {}", out.note, say("the trace does not contain all of the block"));
  return block_memory_scene(out);
}

Result<std::string> block_memory_svg(const Trace& trace, std::string_view kernel, std::size_t event,
                                     const Catalog& catalog) {
  for (std::size_t i = 0; i < trace.launches.size(); ++i) {
    const TracedLaunch& launch = trace.launches[i];
    const auto touches = [](const TracedInstruction& one) { return shared_touch(one.kind).has_value(); };
    if (launch.kernel.find(kernel) == std::string::npos || launch.blocks.empty() ||
        std::none_of(launch.instructions.begin(), launch.instructions.end(), touches))
      continue;
    const auto scene = block_memory_picture(trace, {i, 0, event});
    if (!scene) return failure(scene.error());
    const auto drawing = paint(*scene, {.legend = true, .catalog = &catalog});
    if (!drawing) return failure(drawing.error());
    return svg(*drawing, render(scene->title, catalog));
  }
  return failure(ErrorCode::arguments, say("no launch of that name accesses shared memory"));
}

}  // namespace stridescope::app
