// Reads a runner's result, or a row that was recorded of the same kernel, into the pictures of measurements. Whether a
// row is of this kernel is decided by evaluating its program and comparing the values, never by its text alone.
#include "core/workspace/overlay.h"

#include <unordered_map>

#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/render/render.h"
#include "core/value/kind_word.h"
#include "core/workspace/kernel.h"
#include "core/workspace/run_counts.h"
#include "core/workspace/run_result.h"

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

MeasuredOn origin_of(const JsonValue& result) {
  return {result["device"]["name"].string(), result["date"].string().substr(0, 10), result["recorded"].boolean()};
}

bool has(const JsonValue& result, Overlay overlay) {
  const JsonValue& trace = result["trace"];
  switch (overlay) {
    case Overlay::counters:
      return !result["measured"]["counters"].members().empty() || !result["predicted"]["counters"].members().empty();
    case Overlay::bandwidth:
    case Overlay::timeline:
      return !trace["tiles"]["rows"].items().empty();
    case Overlay::cycles:
      return !trace["accesses"]["rows"].items().empty();
  }
  return false;
}

// Places of the columns that are asked for; false when one is missing.
template <std::size_t N>
bool columns_of(const JsonValue& table, const std::string_view (&names)[N], std::size_t (&out)[N]) {
  const auto& columns = table["columns"].items();
  for (std::size_t i = 0; i < N; ++i) {
    out[i] = columns.size();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].string() == names[i]) out[i] = c;
    }
    if (out[i] == columns.size()) return false;
  }
  return true;
}

// A result of a run, every field of which has its type.
Result<JsonValue> read_result(std::string_view text) {
  auto json = JsonValue::parse(text);
  if (!json)
    return failure(ErrorCode::arguments, say("the result is no JSON of a runner's"),
                   say("pass a RunResult as it came"));
  if (const Message problem = run_result_problem(*json); !problem.empty()) {
    return failure(ErrorCode::arguments, unbelievable(problem), unbelievable_hint());
  }
  return std::move(*json);
}

// A table of a trace without the columns that a picture needs.
tl::unexpected<Error> malformed(std::string_view table) {
  return failure(ErrorCode::arguments, unbelievable(say("'{}.columns' lacks a name", table)), unbelievable_hint());
}

Result<TileTrace> tiles_of(const JsonValue& trace) {
  const JsonValue& table = trace["tiles"];
  static constexpr std::string_view names[] = {"tile", "sm", "start_ns", "end_ns", "bytes"};
  std::size_t at[std::size(names)];
  if (!columns_of(table, names, at)) return malformed("trace.tiles");
  TileTrace out;
  out.of = table["of"].integer();
  out.timer_ns = trace["timer_ns"].number();
  for (const JsonValue& n : table["grid"].items()) out.grid.push_back(n.integer());
  for (const JsonValue& n : table["order"].items()) out.order.push_back(n.integer());
  for (const JsonValue& row : table["rows"].items()) {
    out.tiles.push_back({row.at(at[0]).integer(), row.at(at[1]).integer(), row.at(at[2]).number(),
                         row.at(at[3]).number(), row.at(at[4]).integer()});
  }
  return out;
}

Result<AccessTrace> accesses_of(const JsonValue& trace) {
  const JsonValue& table = trace["accesses"];
  static constexpr std::string_view names[] = {"side", "warp", "access", "cycles"};
  std::size_t at[std::size(names)];
  if (!columns_of(table, names, at)) return malformed("trace.accesses");
  AccessTrace out;
  out.tile = table["tile"].integer();
  for (const JsonValue& side : table["sides"].items()) out.sides.push_back(side.string());
  for (const JsonValue& row : table["rows"].items()) {
    out.accesses.push_back(
        {row.at(at[0]).integer(), row.at(at[1]).integer(), row.at(at[2]).integer(), row.at(at[3]).integer()});
  }
  return out;
}

std::vector<CountPair> counts_of(const Workspace& workspace, int binding, const JsonValue& result) {
  std::vector<CountPair> out;
  for (RunCount& c : run_counts(result, predicted_counts(workspace, binding))) {
    out.push_back(
        {std::move(c.counter), std::move(c.meaning), c.predicted, c.measured, c.agreement == Agreement::bounded});
  }
  return out;
}

// The kernel as text that does not depend on which integers are static.
std::string kernel_text_of(const Value& value) { return is_kernel(value) ? to_text(value, IntegerMode::teaching) : ""; }

// Whether that program's last value is this kernel. The programs of a file are asked for again with each kernel that is
// edited, and are always the same: what they come to is kept.
bool is_same(const std::string& program, const std::string& kernel) {
  constexpr std::size_t most = 2048;
  thread_local std::unordered_map<std::string, std::string> known;
  if (known.size() >= most) known.clear();
  const auto [at, is_new] = known.try_emplace(program);
  if (is_new) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    if (e.errors.empty() && !e.bindings.empty()) at->second = kernel_text_of(e.bindings.back().value);
  }
  return at->second == kernel;
}

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '_') out.push_back(c);
  }
  return out;
}

// The row whose program makes this kernel: by its text, else by its value; outside the sweep one with a time, since
// some products were only proved or counted. Null if there is none.
const JsonValue* row_of_kernel(const std::vector<JsonValue>& rows, bool sweep, std::string_view source,
                               const std::string& kernel) {
  const auto program = [&](const JsonValue& row) -> const std::string& {
    return sweep ? row.at(0).string() : row["program"].string();
  };
  const std::string plain = without_blanks(source);
  const auto usable = [&](const JsonValue& row) { return sweep || row.has("ms"); };
  for (const JsonValue& row : rows) {
    if (usable(row) && without_blanks(program(row)) == plain) return &row;
  }
  for (const JsonValue& row : rows) {
    if (usable(row) && is_same(program(row), kernel)) return &row;
  }
  return nullptr;
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

std::vector<Overlay> overlays(std::string_view result) {
  std::vector<Overlay> out;
  const auto json = read_result(result);
  if (!json) return out;
  for (const Named& row : named) {
    if (has(*json, row.overlay)) out.push_back(row.overlay);
  }
  return out;
}

Result<Scene> overlay_scene(const Workspace& workspace, int binding, std::string_view result, Overlay overlay) {
  const auto json = read_result(result);
  if (!json) return failure(json.error());
  const MeasuredOn origin = origin_of(*json);
  switch (overlay) {
    case Overlay::counters:
      return counters_scene(counts_of(workspace, binding, *json), origin);
    case Overlay::bandwidth:
    case Overlay::timeline: {
      if (!has(*json, overlay)) return bandwidth_scene({}, origin);
      const auto tiles = tiles_of((*json)["trace"]);
      if (!tiles) return failure(tiles.error());
      return overlay == Overlay::bandwidth ? bandwidth_scene(*tiles, origin) : timeline_scene(*tiles, origin);
    }
    case Overlay::cycles: {
      if (!has(*json, overlay)) return cycles_scene({}, origin);
      const auto accesses = accesses_of((*json)["trace"]);
      if (!accesses) return failure(accesses.error());
      return cycles_scene(*accesses, origin);
    }
  }
  return failure(ErrorCode::internal, say("there is no such picture"));
}

Result<std::string> overlay_svg(const Workspace& workspace, int binding, std::string_view result, Overlay overlay,
                                const Catalog& catalog) {
  const auto scene = overlay_scene(workspace, binding, result, overlay);
  if (!scene) return failure(scene.error());
  const auto drawing = paint(*scene, {true, &catalog});
  if (!drawing) return failure(drawing.error());
  return svg(*drawing, render(scene->title, catalog));
}

Result<std::string> recorded_result(const Workspace& workspace, int binding, std::string_view measurements) {
  const auto file = JsonValue::parse(measurements);
  if (!file || !file->is_object()) return failure(ErrorCode::arguments, say("this is no file of measurements"));
  const auto& bindings = workspace.report().bindings;
  if (binding < 0 || static_cast<std::size_t>(binding) >= bindings.size()) {
    return failure(ErrorCode::index_range, say("there is no value {}", binding));
  }
  const ReportBinding& b = bindings[static_cast<std::size_t>(binding)];
  if (!is_kernel(b.value)) return failure(ErrorCode::unsupported, say("a {} is no kernel", kind_word(b.value)));
  const std::string kernel = kernel_text_of(b.value);
  const JsonValue* timed = row_of_kernel((*file)["kernels"].items(), false, b.source, kernel);
  if (timed == nullptr) timed = row_of_kernel((*file)["products"].items(), false, b.source, kernel);
  const JsonValue* counted = row_of_kernel((*file)["sweep"]["rows"].items(), true, b.source, kernel);
  if (timed == nullptr && counted == nullptr) {
    return failure(ErrorCode::unknown_name,
                   say("this kernel was not measured on {}", (*file)["device"]["name"].string()),
                   say("those of the gallery were"));
  }
  std::string out = "{\"status\":\"ok\",\"recorded\":true,\"device\":";
  append_json(out, (*file)["device"]);
  out.append(",\"date\":");
  append_json(out, (*file)["date"]);
  const auto part = [&](std::string_view key, const JsonValue& value) {
    append_all(out, ",\"", key, "\":");
    append_json(out, value);
  };
  if (timed != nullptr) {
    const JsonValue& row = *timed;
    out.append(",\"time\":{\"median_ms\":");
    append_json(out, row["ms"]);
    for (const std::string_view key : {"gb_per_s", "tflop_per_s", "spread", "runs"}) {
      if (row.has(key)) part(key, row[key]);
    }
    out.append("}");
    if (row.has("yardstick_gb_per_s")) {
      out.append(",\"yardstick\":{\"name\":\"cuMemcpyDtoD\",\"gb_per_s\":");
      append_json(out, row["yardstick_gb_per_s"]);
      out.append("}");
    }
    if (row.has("yardstick_tflop_per_s")) {
      out.append(",\"yardstick\":{\"name\":\"cuBLASLt\",\"tflop_per_s\":");
      append_json(out, row["yardstick_tflop_per_s"]);
      out.append("}");
    }
    if (row.has("registers")) {
      out.append(",\"resources\":{\"registers\":");
      append_json(out, row["registers"]);
      for (const std::string_view key : {"local_bytes", "shared_bytes"}) {
        if (row.has(key)) part(key, row[key]);
      }
      out.append("}");
    }
    for (const std::string_view key : {"ratio", "resources", "trace", "measured", "entry", "cuda", "ptx", "sass"}) {
      if (row.has(key)) part(key, row[key]);
    }
  }
  if (counted != nullptr && (timed == nullptr || !timed->has("measured"))) {
    const auto& names = (*file)["sweep"]["counters"].items();
    out.append(",\"measured\":{\"counters\":{");
    bool any = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      // Below 0 the file has what was not counted.
      const JsonValue& count = counted->at(1).at(i);
      if (!count.is_number() || count.number() < 0) continue;
      if (any) out.push_back(',');
      any = true;
      append_json(out, names[i]);
      out.push_back(':');
      append_json(out, count);
    }
    out.append("}}");
  }
  out.push_back('}');
  return out;
}

}  // namespace stridescope
