#include <CLI/CLI.hpp>
#include <cstdio>

#include "core/cli/commands.h"
#include "core/workspace/workspace.h"

namespace {

constexpr const char* about =
    "Stridescope: see, prove and measure CuTe layouts.\n"
    "Example: stridescope eval 'composition((6,2):(8,2), (4,3):(3,1))'";

constexpr const char* footer =
    "A program is statements `name = expression` or `expression`, ended by a line break or ';'.\n"
    "In CuTe mode 4 is a dynamic integer and _4 a static one; in teaching mode every integer is static.";

std::string program_text(const std::string& argument) { return argument == "-" ? stridescope::cli::read_stdin() : argument; }

}  // namespace

int main(int argc, char** argv) {
  using stridescope::IntegerMode;
  CLI::App app(about);
  app.footer(footer);
  app.set_version_flag("--version", std::string(stridescope::version));
  app.require_subcommand(1);

  std::string program;
  IntegerMode mode = IntegerMode::cute;
  const auto add_mode = [&](CLI::App* command) {
    const std::map<std::string, IntegerMode> modes = {{"cute", IntegerMode::cute}, {"teaching", IntegerMode::teaching}};
    command->add_option("--ints", mode, "what a plain integer is: cute (4 is dynamic, _4 static; the default) or teaching (every integer is static)")
        ->transform(CLI::CheckedTransformer(modes))
        ->type_name("cute|teaching");
  };

  bool all = false;
  bool jsonl = false;
  CLI::App* eval = app.add_subcommand("eval", "evaluate a program and print its last value");
  eval->footer(footer);
  eval->add_option("PROGRAM", program, "the program, or - for stdin");
  add_mode(eval);
  eval->add_flag("--all", all, "print every value as `name = value`");
  eval->add_flag("--jsonl", jsonl,
                 "read a JSON object {\"id\",\"expr\"} a line from stdin and answer each with {\"id\",\"result\"} or {\"id\",\"error\"}, in order");

  std::string format = "ascii";
  std::string view;
  CLI::App* render = app.add_subcommand("render", "draw the last value of a program");
  render->footer(footer);
  render->add_option("PROGRAM", program, "the program, or - for stdin")->required();
  add_mode(render);
  render->add_option("--format", format, "ascii (exactly print_layout / print_tensor; the default), svg or json")->check(CLI::IsMember({"ascii", "svg", "json"}));
  render->add_option("--view", view, "which picture, for svg and json, such as 'kind=grid label=coord color=tile slice=0,1'");

  std::string name;
  CLI::App* functions = app.add_subcommand("functions", "list the functions of the language, or explain one");
  functions->add_option("NAME", name, "the function to explain");

  try {
    app.parse(argc, argv);
    if (*eval && !jsonl && program.empty()) throw CLI::RequiredError("PROGRAM (or --jsonl)");
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  if (*eval) return jsonl ? stridescope::cli::eval_jsonl(mode) : stridescope::cli::eval(program_text(program), mode, all);
  if (*render) return stridescope::cli::render(program_text(program), mode, format, view);
  return stridescope::cli::functions(name);
}
