// `stridescope call`: calls the door (core/door/door.def) from scripts, and prints its reference.
#include <memory>

#include "core/cli/command.h"
#include "core/door/door.h"
#include "core/door/reference.h"

namespace stridescope::cli {
namespace {

constexpr Manual call_manual = {
    .summary = "call a method of the JSON interface",
    .synopsis =
        "call [--program PROGRAM] METHOD [REQUEST]\n"
        "call --list | --typescript",
    .description = R"man(
The page, the C library and other programs use Stridescope through methods.
A method takes a JSON object and answers with another one. `call --list`
prints all methods with the members of their objects, in Markdown.

METHOD is the name of a method, REQUEST its object; without REQUEST the
object is empty. Some methods refer to a binding, which is a value of a
program: --program evaluates the program first. REQUEST and PROGRAM can be -
for standard input.

--typescript prints the types of requests and answers.
)man",
    .examples = R"man(
Describe a cell of a layout:
  $ stridescope call --program 'L = (4,8):(8,1)' describe '{"binding":0,"cell":5}'
  {"text":"L(1,1) = 9","rows":[{"name":"1-D","value":"5"},{"name":"natural","value":"(1,1)"},{"name":"offset","value":"9"}]}
)man",
    .exit_status = R"man(
0   the method answered
1   the answer is an error, or the program has an error
2   the command line is invalid
)man",
};

struct CallOptions {
  std::string program;
  std::string method;
  std::string request;
  IntegerMode mode = IntegerMode::teaching;
  bool list = false;
  bool typescript = false;
};

int call(const CallOptions& options) {
  if (options.typescript || options.list) {
    print(stdout, options.list ? door::reference_page() : door::typescript());
    return 0;
  }
  if (options.method.empty()) {
    print_error({ErrorCode::arguments, say("which method?"), say("`stridescope call --list` prints them"), {}, {}});
    return 2;
  }
  door::Door door;
  door.speak(language());
  if (!options.program.empty()) {
    door.evaluate(program_text(options.program), options.mode);
    if (const int status = print_diagnostics(door.workspace()); status != 0) return status;
  }
  const std::string& answer = door.call(options.method, program_text(options.request));
  print_line(stdout, answer);
  return answer.starts_with("{\"error\":") ? 1 : 0;
}

}  // namespace

void add_call(CLI::App& app, int& status) {
  auto options = std::make_shared<CallOptions>();
  CLI::App* command = add_command(app, "call", call_manual);
  command->add_option("METHOD", options->method, "The method to call.");
  command->add_option("REQUEST", options->request, "The request, a JSON object.");
  command->add_option("--program", options->program, "The program to evaluate first.")->type_name("PROGRAM");
  add_integer_mode(*command, options->mode);
  command->add_flag("--list", options->list, "Print all methods and their records.");
  command->add_flag("--typescript", options->typescript, "Print the types of all records for TypeScript.");
  command->callback([options, &status] { status = call(*options); });
}

}  // namespace stridescope::cli
