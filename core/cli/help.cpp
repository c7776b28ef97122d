// `stridescope help`: prints the pages of commands, functions and topics.
#include <memory>

#include "core/base/suggest.h"
#include "core/cli/command.h"
#include "core/cli/topic.h"

namespace stridescope::cli {
namespace {

constexpr Manual help_manual = {
    .summary = "explain a command or a topic",
    .synopsis = "help [COMMAND | TOPIC]",
    .description = R"man(
Prints the page of a command, as `stridescope COMMAND --help` does, of a
function, or of a topic: language, modes, errors, views, formats and others.
Without an argument: lists the commands and topics.
)man",
    .examples = R"man(
What can be written in a program:
  $ stridescope help language
  NAME
      stridescope language - what can be written in a program
  ...

Functions have their own pages:
  $ stridescope functions cosize
  cosize<I...>(L)
  ...
)man",
};

int help(const CLI::App& app, const std::string& name) {
  if (name.empty()) {
    print(stdout, app.get_formatter()->make_help(&app, {}, CLI::AppFormatMode::Normal));
    return 0;
  }
  for (const Topic& topic : topics()) {
    if (topic.name != name) continue;
    print(stdout, "NAME\n    stridescope " + name + " - " + std::string(topic.summary) + "\n");
    print(stdout, topic.text());
    return 0;
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() != name) continue;
    print(stdout, command->help());
    return 0;
  }
  const auto function = function_text(name);
  if (!function) {
    std::vector<std::string_view> names;
    for (const Topic& topic : topics()) names.push_back(topic.name);
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(command->get_name());
    const std::string_view nearest = suggest(name, names);
    print_error({ErrorCode::unknown_name,
                 say("unknown command, topic or function '{}'", name),
                 !nearest.empty()                 ? say("did you mean '{}'?", nearest)
                 : !function.error().hint.empty() ? function.error().hint
                                                  : say("`stridescope help` and `stridescope functions` list them"),
                 {},
                 {}});
    return 1;
  }
  print(stdout, *function);
  return 0;
}

}  // namespace

void add_help(CLI::App& app, int& status) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = add_command(app, "help", help_manual);
  command->add_option("TOPIC", *name, "A command, a topic or a function.");
  command->callback([name, &app, &status] { status = help(app, *name); });
}

}  // namespace stridescope::cli
