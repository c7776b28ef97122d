// Makes pictures of measurements from the counters and traces of a result.
#include "core/runs/overlay.h"

#include "core/render/render.h"
#include "core/runs/run_counts.h"
#include "core/workspace/kernel.h"

namespace stridescope {
namespace {

struct Named {
  Overlay overlay;
  std::string_view name;
  Term title;
};
constexpr Named named[] = {
    {Overlay::counters, "counters", term("counts, predicted and measured")},
    {Overlay::bandwidth, "bandwidth", term("bandwidth by tile, measured")},
    {Overlay::timeline, "timeline", term("timeline by multiprocessor, measured")},
    {Overlay::cycles, "cycles", term("cycles by warp access, measured")},
};

const Named& row_of(Overlay overlay) { return named[static_cast<std::size_t>(overlay)]; }

MeasuredOn origin_of(const RunResult& result) {
  return {result.device ? result.device->name : std::string(), result.date.substr(0, 10), result.recorded};
}

bool has(const RunResult& result, Overlay overlay) {
  const bool tiles = result.trace && result.trace->tiles;
  switch (overlay) {
    case Overlay::counters:
      return (result.measured && !result.measured->counters.empty()) ||
             (result.predicted && !result.predicted->counters.empty());
    case Overlay::bandwidth:
    case Overlay::timeline:
      return tiles && !result.trace->tiles->rows.empty();
    case Overlay::cycles:
      return result.trace && result.trace->accesses && !result.trace->accesses->rows.empty();
  }
  return false;
}

// The indices of the requested columns; false if one is missing.
template <std::size_t N>
bool columns_of(const TraceTable& table, const std::string_view (&names)[N], std::size_t (&out)[N]) {
  for (std::size_t i = 0; i < N; ++i) {
    out[i] = table.column(names[i]);
    if (out[i] == table.columns.size()) return false;
  }
  return true;
}

std::int64_t whole(const JsonNumber& number) { return static_cast<std::int64_t>(number.value); }

// The error for a trace table without the columns that a picture needs.
tl::unexpected<Error> malformed(std::string_view table) {
  return failure(unbelievable(say("'{}.columns' lacks a name", table)));
}

Result<TileTrace> tiles_of(const RunTrace& trace) {
  const TileTable& table = *trace.tiles;
  static constexpr std::string_view names[] = {"tile", "sm", "start_ns", "end_ns", "bytes"};
  std::size_t at[std::size(names)];
  if (!columns_of(table, names, at)) return malformed("trace.tiles");
  TileTrace out;
  out.of = static_cast<std::int64_t>(table.of);
  out.timer_ns = trace.timer_ns.value_or(JsonNumber()).value;
  out.grid.assign(table.grid.begin(), table.grid.end());
  out.order.assign(table.order.begin(), table.order.end());
  for (const auto& row : table.rows) {
    out.tiles.push_back({whole(row[at[0]]), whole(row[at[1]]), row[at[2]].value, row[at[3]].value, whole(row[at[4]])});
  }
  return out;
}

Result<AccessTrace> accesses_of(const AccessTable& table) {
  static constexpr std::string_view names[] = {"side", "warp", "access", "cycles"};
  std::size_t at[std::size(names)];
  if (!columns_of(table, names, at)) return malformed("trace.accesses");
  AccessTrace out;
  out.tile = static_cast<std::int64_t>(table.tile);
  out.sides = table.sides;
  for (const auto& row : table.rows)
    out.accesses.push_back({whole(row[at[0]]), whole(row[at[1]]), whole(row[at[2]]), whole(row[at[3]])});
  return out;
}

std::vector<CountPair> counts_of(const Workspace& workspace, int binding, const RunResult& result) {
  std::vector<CountPair> out;
  for (RunCount& c : run_counts(result, predicted_counts(workspace, binding))) {
    out.push_back(
        {std::move(c.counter), std::move(c.meaning), c.predicted, c.measured, c.agreement == Agreement::bounded});
  }
  return out;
}

}  // namespace

std::string_view name_of(Overlay overlay) { return row_of(overlay).name; }
Term title_of(Overlay overlay) { return row_of(overlay).title; }

std::optional<Overlay> overlay_named(std::string_view name) {
  for (const Named& row : named) {
    if (row.name == name) return row.overlay;
  }
  return std::nullopt;
}

std::vector<Overlay> overlays(const RunResult& result) {
  std::vector<Overlay> out;
  for (const Named& row : named) {
    if (has(result, row.overlay)) out.push_back(row.overlay);
  }
  return out;
}

Result<Scene> overlay_scene(const Workspace& workspace, int binding, const RunResult& result, Overlay overlay) {
  const MeasuredOn origin = origin_of(result);
  switch (overlay) {
    case Overlay::counters:
      return counters_scene(counts_of(workspace, binding, result), origin);
    case Overlay::bandwidth:
    case Overlay::timeline: {
      if (!has(result, overlay)) return bandwidth_scene({}, origin);
      const auto tiles = tiles_of(*result.trace);
      if (!tiles) return failure(tiles.error());
      return overlay == Overlay::bandwidth ? bandwidth_scene(*tiles, origin) : timeline_scene(*tiles, origin);
    }
    case Overlay::cycles: {
      if (!has(result, overlay)) return cycles_scene({}, origin);
      const auto accesses = accesses_of(*result.trace->accesses);
      if (!accesses) return failure(accesses.error());
      return cycles_scene(*accesses, origin);
    }
  }
  return failure(ErrorCode::internal, say("unknown picture"));
}

Result<std::string> overlay_svg(const Workspace& workspace, int binding, const RunResult& result, Overlay overlay,
                                const Catalog& catalog) {
  const auto scene = overlay_scene(workspace, binding, result, overlay);
  if (!scene) return failure(scene.error());
  const auto drawing = paint(*scene, {true, &catalog});
  if (!drawing) return failure(drawing.error());
  return svg(*drawing, render(scene->title, catalog));
}

std::vector<std::int64_t> wrong_cells(const Workspace& workspace, int binding, const WrongElements& wrong) {
  std::vector<std::int64_t> elements;
  wrong.visit([&](std::int64_t element, std::int64_t) { elements.push_back(element); });
  return element_cells(workspace, binding, elements).value_or(std::vector<std::int64_t>{});
}

}  // namespace stridescope
