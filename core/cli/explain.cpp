// `stridescope explain`: prints the derivation of the last value, as text or as a JSON tree.
#include <memory>

#include "core/base/archive_json.h"
#include "core/cli/command.h"
#include "core/records/records.h"

namespace stridescope::cli {
namespace {

constexpr Manual explain_manual = {
    .summary = "derive the last value of a program step by step",
    .synopsis = "explain [--ints MODE] [--json] PROGRAM",
    .description = R"man(
Derives the last value of a program as by hand: the operation, its rule, and
the smaller operations that it consists of, down to single modes. A rule is
explained at its first use. The left side of each equation is an expression
of the language, and the right side is its value.
)man",
    .examples = R"man(
A composition, one mode at a time:
  $ stridescope explain --ints teaching '20:2 o (4,5):(1,4)'
  20:2 o (4,5):(1,4) = (4,5):(2,8)
  composition: R = A o B is the layout with R(c) = A(B(c)) for every coordinate c
  of B. B decides the shape.

  1. 20:2 o 4:1 = 4:2
     one mode into one mode: a:b o s:d = s:(d*b).
     one mode: the strides multiply, 1 x 2 = 2

  2. 20:2 o 5:4 = 5:8
     one mode: the strides multiply, 4 x 2 = 8

  3. make_layout(4:2, 5:8) = (4,5):(2,8)
     concatenate: Layouts next to each other become the modes of one layout.

A division goes through coalesce, complement and composition:
  $ stridescope explain --ints teaching 'logical_divide(24:2, 4:2)'
  logical_divide(24:2, 4:2) = (4,(2,3)):(4,(2,16))
  ...

The tree as JSON, for another program:
  $ stridescope explain --json 'coalesce((2,6):(1,2))'
  ...
)man",
};

struct ExplainOptions {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  bool json = false;
};

int explain(const ExplainOptions& options) {
  Workspace workspace;
  const int last = evaluate(workspace, options.program, options.mode);
  if (last < 0) return 1;
  const auto step = workspace.explain(last);
  if (!step) {
    print_error(step.error());
    return 1;
  }
  print_line(stdout, options.json ? to_json(*step, nullptr, language()) : explain_text(*step, language()));
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = add_command(app, "explain", explain_manual);
  add_program(*command, options->program)->required();
  add_integer_mode(*command, options->mode);
  command->add_flag(
      "--json", options->json,
      "Print the tree as JSON: rule, statement, expression, value, why, steps; `exact` is false if a text "
      "is shortened, `cut` is true if steps are omitted.");
  command->callback([options, &status] { status = explain(*options); });
}

}  // namespace stridescope::cli
