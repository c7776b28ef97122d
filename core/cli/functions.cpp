// `stridescope functions`: the list of functions, or the page of one. Both come from builtins.def.
#include <memory>

#include "core/cli/command.h"

namespace stridescope::cli {
namespace {

constexpr Manual manual = {
    .summary = "list the functions of the language, or explain one",
    .synopsis = "functions [NAME]",
    .description = R"man(
Without a name, a line for each function. With one: its signature, what it
does and which law its result keeps, and an example with its value.
)man",
    .examples = R"man(
  $ stridescope functions cosize
  cosize<I...>(L)
  ...
)man",
};

int functions(const std::string& name) {
  if (name.empty()) {
    print(stdout, functions_text(language()));
    return 0;
  }
  const auto text = function_text(name, language());
  if (!text) {
    print_error(text.error());
    return 1;
  }
  print(stdout, *text);
  return 0;
}

}  // namespace

void add_functions(CLI::App& app, int& status) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = add_command(app, "functions", manual);
  command->add_option("NAME", *name, "The function to explain.");
  command->callback([name, &status] { status = functions(*name); });
}

}  // namespace stridescope::cli
