// `stridescope functions`: prints the list of functions, or the page of one. Both come from builtins.def.
#include <memory>

#include "core/base/characters.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/functions/builtin.h"

namespace stridescope::cli {
namespace {

constexpr Manual functions_manual = {
    .summary = "list the functions of the language, or explain one",
    .synopsis = "functions [NAME]",
    .description = R"man(
Without NAME: prints one line per function. With NAME: prints the signature,
the meaning, the law of the result, and an example with its value.
)man",
    .examples = R"man(
  $ stridescope functions cosize
  cosize<I...>(L)
  ...
)man",
};

void append_indented(std::string& out, std::string_view text) {
  while (!text.empty()) append_all(out, "  ", cut_line(text), '\n');
}

std::string functions_text() {
  constexpr std::size_t name_column = 24;
  std::string out;
  for (const Builtin& f : builtins()) {
    append_all(out, f.name, std::string(f.name.size() < name_column ? name_column - f.name.size() : 1, ' '),
               first_sentence(words(documentation_of(f).doc)), '\n');
  }
  return out;
}

int functions(const std::string& name) {
  if (name.empty()) {
    print(stdout, functions_text());
    return 0;
  }
  const auto text = function_text(name);
  if (!text) {
    print_error(text.error());
    return 1;
  }
  print(stdout, *text);
  return 0;
}

}  // namespace

Result<std::string> function_text(std::string_view name) {
  if (const Builtin* f = find_builtin(name)) {
    Workspace workspace;
    const Documentation& text = documentation_of(*f);
    const Report& report = workspace.evaluate(text.example, IntegerMode::cute);
    std::string out =
        cat(signatures(*f, "\n"), "\n\n", words(text.doc), "\n\n", words(say("Example:")), "\n  ", text.example, '\n');
    if (!report.bindings.empty()) append_indented(out, report.bindings.back().text);
    return out;
  }
  std::vector<std::string_view> names;
  for (const Builtin& f : builtins()) names.push_back(f.name);
  const std::string_view nearest = suggest(name, names);
  const std::string containing = names_with(name, names);
  return failure(ErrorCode::unknown_name, say("unknown function '{}'", name),
                 !nearest.empty()      ? say("did you mean '{}'?", nearest)
                 : !containing.empty() ? say("names that contain it: {}", containing)
                                       : say("`stridescope functions` lists them"));
}

void add_functions(CLI::App& app, int& status) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = add_command(app, "functions", functions_manual);
  command->add_option("NAME", *name, "The function to explain.");
  command->callback([name, &status] { status = functions(*name); });
}

}  // namespace stridescope::cli
