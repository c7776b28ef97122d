// The documentation of functions as text, from builtins.def.
#include "core/base/characters.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/workspace/workspace.h"

namespace stridescope {

namespace {

void append_indented(std::string& out, std::string_view text) {
  while (!text.empty()) append_all(out, "  ", take_line(text), '\n');
}

}  // namespace

std::string functions_text(const Catalog& catalog) {
  constexpr std::size_t name_column = 24;
  std::string out;
  for (const Builtin& f : builtins()) {
    append_all(out, f.name, std::string(f.name.size() < name_column ? name_column - f.name.size() : 1, ' '),
               first_sentence(render(documentation_of(f).doc, catalog)), '\n');
  }
  return out;
}

Result<std::string> function_text(std::string_view name, const Catalog& catalog) {
  if (const Builtin* f = find_builtin(name)) {
    Workspace workspace;
    const Documentation& text = documentation_of(*f);
    const Report& report = workspace.evaluate(text.example, IntegerMode::cute);
    std::string out = cat(signatures(*f, "\n"), "\n\n", render(text.doc, catalog), "\n\n",
                          render(say("Example:"), catalog), "\n  ", text.example, '\n');
    if (!report.bindings.empty()) append_indented(out, report.bindings.back().text);
    return out;
  }
  std::vector<std::string_view> names;
  for (const Builtin& f : builtins()) names.push_back(f.name);
  const std::string_view nearest = suggest(name, names);
  const std::string containing = names_with(name, names);
  return failure(ErrorCode::unknown_name, say("there is no function '{}'", name),
                 !nearest.empty()      ? say("did you mean '{}'?", nearest)
                 : !containing.empty() ? say("there are {}", containing)
                                       : say("`stridescope functions` lists them"));
}

}  // namespace stridescope
