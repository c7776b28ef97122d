// Writes values of the report as pictures and as source text.
#include "core/emit/emit.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/systems/interchange.h"
#include "core/render/cute/cute_print.h"
#include "core/render/render.h"
#include "core/value/print.h"
#include "core/workspace/formats.h"
#include "core/workspace/kernel.h"
#include "core/workspace/workspace.h"

namespace stridescope {

namespace {

// Budget of steps to write a layout for another system: about a second.
constexpr std::uint64_t work_of_one_text = 100'000'000;

// The printed form evaluates to the same value: it is not a report about an object, nor the contents of a text.
bool is_expression(const Value& value) {
  const auto* tuple = value.as<ValueTuple>();
  if (tuple != nullptr) return std::all_of(tuple->modes.begin(), tuple->modes.end(), is_expression);
  return !value.is<Object>() && !value.is<Text>();
}

Result<std::string> value_as(std::string_view format, const Value& value) {
  if (format == "cute") return to_text(value);
  if (format == "expression" && is_expression(value)) return to_text(value);
  if (format == "expression")
    return failure(ErrorCode::unsupported, say("`{}` is not an expression", kind_name(value)));
  if (format == "ascii") return ascii(value);
  if (format == "cute_latex") return print_latex(value);
  if (const auto language = language_named(format)) return code(value, *language);
  if (const ForeignSystem* system = find_foreign_system(format)) {
    Budget budget(work_of_one_text, max_emitted_bytes);
    Arith arith(&budget);
    std::string text = system->write(arith, value, {});
    return arith.finish(std::move(text));
  }
  if (format.substr(0, 4) == "cuda") return kernel_text(value, format);
  return failure(ErrorCode::arguments, say("unknown format '{}'", format),
                 say("use svg, latex, ascii, text, json, cute, cpp, dsl, pycute, python, or for a kernel cuda"));
}

Result<std::string> scene_as(std::string_view format, const Scene& scene, std::string_view title,
                             const Catalog& catalog) {
  if (format == "json") return scene_json(scene, catalog);
  if (format == "text") return text_picture(scene, catalog);
  const auto drawing = paint(scene, {.legend = true, .catalog = &catalog});
  if (!drawing) return failure(drawing.error());
  return format == "latex" ? tikz(*drawing, title) : svg(*drawing, title);
}

}  // namespace

std::vector<std::string> foreign_formats() {
  std::vector<std::string> out;
  for (const ForeignSystem& system : foreign_systems()) out.emplace_back(system.name);
  return out;
}

Result<std::string> Workspace::emit(int binding, std::string_view format, const View& view,
                                    const Catalog& catalog) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  const ReportBinding& b = report_.bindings[static_cast<std::size_t>(binding)];
  const bool svg_alone = format == "svg";
  if (!svg_alone && format != "json" && format != "text" && format != "latex" && format != "figure") {
    return value_as(format, b.value);
  }
  auto made = scene(binding, view);
  if (!made) return failure(made.error());
  const std::string title = this->title(binding);
  return svg_alone ? svg(*made, title, catalog) : scene_as(format, *made, title, catalog);
}

std::string Workspace::title(int binding) const {
  if (!known(binding)) return {};
  const ReportBinding& b = report_.bindings[static_cast<std::size_t>(binding)];
  // A report with many lines is not used as a title.
  const std::string& what = b.text.find('\n') == std::string::npos ? b.text : b.source;
  return b.name.empty() ? what : cat(b.name, " = ", what);
}

Result<std::string> Workspace::emit_program(std::string_view format) const {
  if (format == "cute") {
    std::string out;
    for (const ReportBinding& b : report_.bindings) {
      append_all(out, b.name, b.name.empty() ? "" : " = ", to_text(b.value), '\n');
    }
    return out;
  }
  const auto language = language_named(format);
  if (!language) {
    return failure(ErrorCode::arguments, say("a whole program cannot be written as '{}'", format),
                   say("use cute, cpp, dsl, pycute or python; only one value can be drawn"));
  }
  std::vector<CodeStatement> statements;
  for (const ReportBinding& b : report_.bindings) statements.push_back({b.name, b.source, b.value});
  return code(statements, *language);
}

}  // namespace stridescope
