// `stridescope act`: performs actions of page and window, for scripts.
#include <memory>

#include "core/base/archive_json.h"
#include "core/base/characters.h"
#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/door/records_app.h"

namespace stridescope::cli {
namespace {

constexpr Manual act_manual = {
    .summary = "perform actions of the page or the window, and print the resulting state",
    .synopsis = "act ACTIONS",
    .description = R"man(
ACTIONS has one JSON object per line; `-` reads standard input.
`stridescope call --list` lists the members of an Action. Actions that
change the text of the program, such as append, change it. The command
prints the final state as JSON: the program, the cards with their pictures,
and the inspected cell.
)man",
    .examples = R"man(
Add a layout to an empty program:
  $ stridescope act '{"do":"append","text":"(2,2)","wish":"A"}'
  {"program":"A = (2,2)\n","mode":"teaching","all":{"serial":1,"report":{"order":["A"],"diagnostics":[],"left_out":"","skipped":[],"omitted":{"bindings":0,"diagnostics":0},"microseconds":0},"cards":[{"key":"A","stale":false,"pending":false,"pinned":false,"place":"stage","group":"stage","landing":["stage"],"taken":false,"expanded":false,"shown":{"kind":"","label":"","color":""},"binding":{"id":0,"key":"A","name":"A","span":[0,9],"line":1,"source":"(2,2)","kind":"tuple","text":"(2,2)","cute":"(_2,_2)","properties":[{"name":"rank","value":"2"},{"name":"depth","value":"1"},{"name":"size","value":"4"}],"views":[],"uses":[]},"offered":["verdict","derivation","analysis"],"sections":[]}],"views":[],"lookedChanged":true,"typedChanged":true,"element":""}}
)man",
    .exit_status = R"man(
0   all actions succeeded
1   an action was refused; the others succeeded
2   a line is not an action
)man",
};

// Standard input can be longer than a program: an action may contain a whole module.
std::string actions_text(const std::string& argument) {
  constexpr std::size_t most = std::size_t{1} << 27;
  if (argument != "-") return argument;
  auto text = read_input(argument, most);
  if (!text) throw CommandFailure(std::move(text.error()));
  return std::move(*text);
}

int act(const std::string& argument) {
  app::App app;
  app.speak(language());
  const std::string text = actions_text(argument);
  int number = 0;
  int status = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = cut_line(rest);
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto json = JsonValue::parse(line);
    app::ActionRecord action;
    action.budget = -1;
    Message problem = json ? Message() : Message(say("it is not JSON"));
    if (json) {
      ReadArchive reader(*json);
      reader.visit(action);
      problem = reader.problem();
    }
    if (!problem.empty()) {
      print_line(stderr, cat("error: line ", number, ": ", words(problem)));
      return 2;
    }
    if (action.caret >= 0) app::caret_to_bytes(action, app.state().program);
    const app::Changes changes = app.with_edit(app.act(action.take()), action.budget);
    if (changes.refused.empty()) continue;
    print_line(stderr, cat("error: line ", number, ": ", words(changes.refused)));
    status = 1;
  }
  print_line(stdout, app::state_json(app));
  return status;
}

}  // namespace

void add_act(CLI::App& app, int& status) {
  auto actions = std::make_shared<std::string>();
  CLI::App* command = add_command(app, "act", act_manual);
  command->add_option("ACTIONS", *actions, "One JSON object per line.")->required();
  command->callback([actions, &status] { status = act(*actions); });
}

}  // namespace stridescope::cli
