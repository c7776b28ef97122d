// A writing event has a color; bytes that were written by it have the same color in the events that read them. A
// barrier is a vertical line in its own column. Arcs above the events connect writers with readers.
#include "core/scene/block_memory.h"

#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

constexpr std::size_t most_arcs = 64;  // more would be unreadable

struct Columns {
  std::vector<std::size_t> of_event;
  std::vector<std::size_t> barriers;
  std::size_t count = 0;
};

Columns columns_of(const BlockMemory& memory) {
  Columns out;
  for (std::size_t e = 0; e < memory.events.size(); ++e) {
    if (e > 0 && memory.events[e].phase != memory.events[e - 1].phase) out.barriers.push_back(out.count++);
    out.of_event.push_back(out.count++);
  }
  return out;
}

std::string bytes_label(const BlockMemory::Use& use, std::int64_t row_bytes) {
  const std::int64_t bytes = std::max(use.written, use.read);
  const char* what = use.written == 0 ? "R" : use.read == 0 ? "W" : "RW";
  return bytes == row_bytes ? what : cat(what, ' ', bytes);
}

std::string event_label(const BlockMemory::Event& event) {
  if (event.written == 0 && event.read == 0) return cat("G ", event.loaded);
  return cat(event.written == 0 ? "R" : event.read == 0 ? "W" : "RW", ' ', std::max(event.written, event.read));
}

CellState state_of(const BlockMemory::Use& use) {
  if (use.unordered > 0) return CellState::lit;
  if (use.unwritten > 0) return CellState::crossed;
  return use.unread > 0 && use.unread >= use.written ? CellState::dimmed : CellState::element;
}

}  // namespace

Scene block_memory_scene(const BlockMemory& memory) {
  const Columns columns = columns_of(memory);
  const auto events = static_cast<std::int64_t>(memory.events.size());
  std::vector<std::int32_t> colors(memory.events.size(), -1);
  Scene scene;
  scene.title = memory.title;
  scene.note = memory.note;
  std::int64_t writers = 0;
  for (std::size_t e = 0; e < memory.events.size(); ++e) {
    if (memory.events[e].written == 0) continue;
    colors[e] = palette_class(writers++);
    if (writers <= palette_size) scene.legend.push_back({colors[e], say("{} writes", memory.events[e].name)});
  }
  const auto row_of_gaps = [&](SceneBuilder& sheet, CellState state, Message head) {
    const std::size_t row = sheet.row({}, std::move(head));
    for (std::size_t c = 0; c < columns.count; ++c) sheet.add({0, -1, -1, state, {}});
    for (const std::size_t c : columns.barriers) sheet.at({row, c}).state = CellState::outside;
    return row;
  };
  SceneBuilder sheet;
  row_of_gaps(sheet, CellState::outside, say("bytes"));
  bool again = false;
  for (std::size_t e = 0; e < memory.events.size(); ++e) {
    const BlockMemory::Event& event = memory.events[e];
    const bool repeats = event.again > 0;
    again = again || repeats;
    sheet.at({0, columns.of_event[e]}) = {event.written + event.read, static_cast<std::int64_t>(e), colors[e],
                                          repeats ? CellState::image : CellState::element, event_label(event)};
  }
  for (const std::int64_t first : memory.rows) row_of_gaps(sheet, CellState::gap, say("{}", first));
  bool states[8] = {};
  for (const BlockMemory::Use& use : memory.uses) {
    const CellState state = state_of(use);
    states[static_cast<std::size_t>(state)] = true;
    const std::int32_t color = use.written > 0 ? colors[use.event]
                               : use.from >= 0 ? colors[static_cast<std::size_t>(use.from)]
                                               : -1;
    std::string label = bytes_label(use, memory.row_bytes);
    if (use.written == 0 && use.several) label += '+';
    sheet.at({use.row + 1, columns.of_event[use.event]}) = {
        memory.rows[use.row], (static_cast<std::int64_t>(use.row) + 1) * events + static_cast<std::int64_t>(use.event),
        color, state, std::move(label)};
  }
  bool kinds[2] = {};
  for (std::size_t i = 0; i < memory.flows.size() && i < most_arcs; ++i) {
    const BlockMemory::Flow& flow = memory.flows[i];
    if (flow.from == flow.to) continue;
    kinds[flow.unordered ? 1 : 0] = true;
    sheet.arrow(flow.unordered ? Scene::Arrow::Kind::carry : Scene::Arrow::Kind::step, {0, columns.of_event[flow.from]},
                {0, columns.of_event[flow.to]});
  }
  for (const std::size_t c : columns.barriers) sheet.arrow(Scene::Arrow::Kind::branch, {0, c}, {memory.rows.size(), c});
  if (kinds[0]) scene.legend.push_back({-1, say("reads its own write"), "step"});
  if (kinds[1])
    scene.legend.push_back({-1, say("reads what another warp wrote, without a barrier in between"), "carry"});
  const auto explain = [&](CellState state, Message label, std::string_view mark) {
    if (states[static_cast<std::size_t>(state)]) scene.legend.push_back({-1, std::move(label), mark});
  };
  explain(CellState::lit, say("two warps without a barrier between them"), "lit");
  explain(CellState::crossed, say("reads uninitialized memory"), "crossed");
  explain(CellState::dimmed, say("writes that are never read"), "dimmed");
  if (again) scene.legend.push_back({-1, say("loads global memory that the block has already loaded"), "image"});
  Scene out = sheet.finish(std::move(scene));
  out.picture = Picture::grid;
  out.col_heads.resize(2);
  for (std::vector<Message>& level : out.col_heads) level.resize(columns.count);
  for (std::size_t e = 0; e < memory.events.size(); ++e) {
    out.col_heads[0][columns.of_event[e]] = Message::verbatim(memory.events[e].what);
    out.col_heads[1][columns.of_event[e]] = Message::verbatim(memory.events[e].place);
  }
  for (const std::size_t c : columns.barriers) out.col_heads[0][c] = say("barrier");
  return out;
}

}  // namespace stridescope
