// Values of the report as pictures and as source text.
#include "core/analysis/cute_print.h"
#include "core/base/text.h"
#include "core/codegen/codegen.h"
#include "core/render/render.h"
#include "core/value/print.h"
#include "core/workspace/workspace.h"

namespace stridescope {

Result<std::string> Workspace::emit(int binding, std::string_view format, const View& view) const {
  if (!known(binding)) return failure(ErrorCode::index_range, cat("there is no value ", binding));
  const ReportBinding& b = report_.bindings[static_cast<std::size_t>(binding)];
  if (format == "cute") return to_text(b.value);
  if (format == "ascii") return ascii(b.value);
  if (format == "cute_latex") return print_latex(b.value);
  if (const auto language = language_named(format)) return code(b.value, *language);
  const bool latex = format == "latex";
  const bool figure = format == "figure";
  if (format != "svg" && format != "json" && format != "text" && !latex && !figure) {
    return failure(ErrorCode::arguments, cat("unknown format '", format, "'"),
                   "use svg, latex, ascii, text, json, cute, cpp, dsl, pycute or python");
  }
  auto made = scene(binding, view);
  if (!made) return failure(made.error());
  if (format == "json") return scene_json(*made, true);
  if (format == "text") return text_picture(*made);
  // A report of many lines is no title.
  const std::string& what = b.text.find('\n') == std::string::npos ? b.text : b.source;
  const std::string title = b.name.empty() ? what : cat(b.name, " = ", what);
  if (format == "svg") return svg(*made, title);
  const auto drawing = paint(*made, {.legend = true});
  if (!drawing) return failure(drawing.error());
  return latex ? tikz(*drawing, title) : svg(*drawing, title);
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
    return failure(ErrorCode::arguments, cat("a whole program has no form '", format, "'"),
                   "use cute, cpp, dsl, pycute or python; a picture is of one value");
  }
  std::vector<CodeStatement> statements;
  for (const ReportBinding& b : report_.bindings) statements.push_back({b.name, b.source, b.value});
  return code(statements, *language);
}

}  // namespace stridescope
