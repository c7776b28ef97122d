#include <algorithm>

#include "core/base/json.h"
#include "core/base/utf.h"
#include "core/codegen/kernel_plan.h"
#include "core/lang/builtin.h"
#include "core/render/render.h"
#include "core/workspace/no_picture.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

void write_span(JsonWriter& json, std::string_view name, Span span, const TextMap& text) {
  json.key(name);
  json.open_array();
  json.number(text.to_utf16(span.begin));
  json.number(text.to_utf16(span.end));
  json.close_array();
}

void write_views(JsonWriter& json, const Workspace& workspace, int binding) {
  const auto views = workspace.views(binding);
  json.key("views");
  json.open_array();
  if (views) {
    for (const OfferedView& view : *views) {
      json.open_object();
      json.field("kind", name_of(view.picture));
      json.field("title", view.title);
      json.key("labels");
      json.open_array();
      for (const Label label : view.labels) json.string(name_of(label));
      json.close_array();
      json.key("colors");
      json.open_array();
      for (const ColorBy color : view.colors) json.string(name_of(color));
      json.close_array();
      json.close_object();
    }
  }
  json.close_array();
  if (!views || !views->empty()) return;
  if (const std::string why = no_picture(workspace, binding); !why.empty()) json.field("noPicture", why);
}

void write_binding(JsonWriter& json, const Workspace& workspace, int id, const TextMap& text) {
  const ReportBinding& b = workspace.report().bindings[static_cast<std::size_t>(id)];
  json.open_object();
  json.field("id", id);
  json.field("name", b.name);
  write_span(json, "span", b.span, text);
  json.field("line", text.place(b.span.end).line);
  json.field("source", b.source);
  json.field("kind", kind_name(b.value));
  if (const std::string_view kernel = kernel_kind(b.value); !kernel.empty()) json.field("kernel", kernel);
  json.field("text", b.text);
  json.field("cute", to_text(b.value));
  json.key("properties");
  json.open_array();
  if (const auto properties = workspace.properties(id)) {
    for (const Property& property : *properties) {
      json.open_object();
      json.field("name", property.name);
      json.field("value", property.value);
      json.close_object();
    }
  }
  json.close_array();
  write_views(json, workspace, id);
  json.key("uses");
  json.open_array();
  for (const int used : b.uses) json.number(used);
  json.close_array();
  json.close_object();
}

}  // namespace

std::string report_json(const Workspace& workspace, std::size_t limit) {
  const Report& report = workspace.report();
  const TextMap text(workspace.program());
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("version", 1);
  json.field("mode", report.mode == IntegerMode::cute ? "cute" : "teaching");
  json.key("bindings");
  json.open_array();
  const std::size_t bindings = std::min(report.bindings.size(), limit);
  for (std::size_t i = 0; i < bindings; ++i) write_binding(json, workspace, static_cast<int>(i), text);
  json.close_array();
  json.key("diagnostics");
  json.open_array();
  const std::size_t diagnostics = std::min(report.diagnostics.size(), limit);
  for (std::size_t i = 0; i < diagnostics; ++i) {
    const Diagnostic& d = report.diagnostics[i];
    json.open_object();
    json.field("severity", d.severity == Severity::error ? "error" : "warning");
    json.field("code", code_name(d.code));
    write_span(json, "span", d.span, text);
    const TextMap::Place place = text.place(d.span.begin);
    json.field("line", place.line);
    json.field("column", place.column);
    json.field("message", d.message);
    json.field("hint", d.hint);
    json.field("replacement", d.replacement);
    json.close_object();
  }
  json.close_array();
  json.field("left_out", report.left_out);
  json.key("omitted");
  json.open_object();
  json.field("bindings", static_cast<std::int64_t>(report.bindings.size() - bindings));
  json.field("diagnostics", static_cast<std::int64_t>(report.diagnostics.size() - diagnostics));
  json.close_object();
  json.close_object();
  return out;
}

std::string described_json(const Described& described) {
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("text", described.text);
  json.key("rows");
  json.open_array();
  for (const auto& [name, value] : described.rows) {
    json.open_object();
    json.field("name", name);
    json.field("value", value);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return out;
}

std::string linked_json(const Linked& linked) {
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("sentence", linked.sentence);
  json.key("cells");
  json.open_array();
  for (const auto& cell : linked.cells) {
    json.open_object();
    json.field("binding", cell.binding);
    json.field("cell", cell.cell);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return out;
}

std::string completions_json(const Completions& completions, std::string_view program) {
  static constexpr std::string_view kinds[] = {"function", "binding", "keyword"};
  const TextMap text(program);
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("from", text.to_utf16(completions.from));
  json.field("to", text.to_utf16(completions.to));
  json.key("items");
  json.open_array();
  for (const Completion& item : completions.items) {
    json.open_object();
    json.field("label", item.label);
    json.field("kind", kinds[static_cast<std::size_t>(item.kind)]);
    json.field("detail", item.detail);
    json.field("info", item.info);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return out;
}

std::string scene_header_json(const Scene& scene) { return scene_json(scene, false); }

std::string functions_json() {
  std::string out;
  JsonWriter json(out);
  json.open_array();
  for (const Builtin& f : builtins()) {
    json.open_object();
    json.field("name", f.name);
    json.field("signature", signatures(f, "\n"));
    json.field("doc", f.doc);
    json.field("example", f.example);
    json.close_object();
  }
  json.close_array();
  return out;
}

}  // namespace stridescope
