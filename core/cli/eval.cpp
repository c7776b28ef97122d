// `stridescope eval`: prints the last value as CuTe prints it, or with --jsonl answers one request per line, for tests
// and other programs.
#include <algorithm>
#include <memory>

#include "core/cli/command.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::cli {
namespace {

constexpr Manual eval_manual = {
    .summary = "evaluate a program and print its last value",
    .synopsis = R"man(
eval [--ints MODE] [--all] PROGRAM
eval [--ints MODE] --jsonl [--all] [--verdict]
)man",
    .description = R"man(
Evaluates a layout program and prints its last value as CuTe prints it. A
program is statements `name = expression` or `expression`, ended by a line
break or ';'. Statements without errors keep their values if others have
errors. Every error is reported with its position and a fix.

--jsonl answers requests from standard input. Each line is a JSON object
{"id":...,"expr":"PROGRAM"}; its answer is a line {"id":...,"result":"..."}
or {"id":...,"error":"..."}, in the same order. With --all, the answer also
has "values": an object for each value, with its "text" and, if it has one,
its "name". With --verdict, or "verdict":true in the request, the answer
also has a "verdict": the array that `stridescope verdict --json` prints.
)man",
    .examples = R"man(
A composition, in both integer modes:
  $ stridescope eval 'composition((6,2):(8,2), (4,3):(3,1))'
  ((2,2),(3,1)):((24,2),(8,2))
  $ stridescope eval --ints teaching '(6,2):(8,2) o (4,3):(3,1)'
  ((2,2),3):((24,2),8)

Several statements:
  $ stridescope eval --all 'A = (_4,_8):(_1,_4); B = complement(A, 64); cosize(B)'
  A = (_4,_8):(_1,_4)
  B = 2:_32
  33

One request per line:
  $ echo '{"id":7,"expr":"size((4,8):(1,4))"}' | stridescope eval --jsonl
  {"id":7,"result":"32"}
)man",
};

struct EvalOptions {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  bool all = false;
  bool jsonl = false;
  bool verdict = false;
};

// The last value, if the last statement has one.
const ReportBinding* last_value(const Report& report) {
  if (report.bindings.empty()) return nullptr;
  const ReportBinding& last = report.bindings.back();
  const auto after = [&](const Diagnostic& d) { return fails(d) && d.span.begin >= last.span.end; };
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(), after) ? nullptr : &last;
}

int eval(const EvalOptions& options) {
  if (options.jsonl) return eval_jsonl(options.mode, options.all, options.verdict);
  Workspace workspace;
  const Report& report = workspace.evaluate(program_text(options.program), options.mode);
  if (options.all) {
    for (const ReportBinding& b : report.bindings) {
      print_line(stdout, b.name.empty() ? b.text : b.name + " = " + b.text);
    }
  } else if (const ReportBinding* last = last_value(report)) {
    print_line(stdout, last->text);
  }
  const int status = print_diagnostics(workspace);
  return status == 0 && report.bindings.empty() ? refuse_empty_program(report) : status;
}

}  // namespace

void add_eval(CLI::App& app, int& status) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* command = add_command(app, "eval", eval_manual);
  CLI::Option* program = add_program(*command, options->program);
  add_integer_mode(*command, options->mode);
  command->add_flag("--all", options->all, "Print every value, as `name = value`.");
  CLI::Option* jsonl =
      command->add_flag("--jsonl", options->jsonl, "Answer requests from standard input, one JSON object per line.")
          ->excludes(program);
  command->add_flag("--verdict", options->verdict, "With --jsonl: check the laws of every result.")->needs(jsonl);
  command->callback([options, program, &status] {
    if (!options->jsonl && program->count() == 0) throw CLI::RequiredError("PROGRAM (or --jsonl)");
    status = eval(*options);
  });
}

}  // namespace stridescope::cli
