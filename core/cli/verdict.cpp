// `stridescope verdict`: checks every operation of the last statement by its law; exit status 3 if one is violated.
#include <algorithm>
#include <memory>

#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/records/records.h"

namespace stridescope::cli {
namespace {

constexpr Manual verdict_manual = {
    .summary = "check whether a result satisfies the laws of its operation",
    .synopsis = "verdict [--ints MODE] [--all] [--json] PROGRAM",
    .description = R"man(
Checks the laws of every operation in the last statement of a program: each
composition, complement, divide, product, inverse, coalesce, filter and
cast, also inside a larger expression. The result remains that of CuTe; the
verdict reports whether it satisfies the law:

  satisfied    The law holds at every coordinate. Beyond 2^20 coordinates it
               holds at a fixed sample (the first and the last 16384, and
               32768 spread evenly), and symbolic conditions prove the rest.
  violated     The law fails: the verdict has the first counterexample, the
               right value and the cause.
  not checked  The law was not checked, for the given reason.

If the result depends on which integers are static, both the static and the
dynamic form are shown, with the rule by which they differ.

--json prints an array of {function, source, span, result, status, law,
text, checked}, with counterexample, cause and forms if they exist. A
violation names its cause (carry, uneven_step, shape_divisibility, ...).
)man",
    .examples = R"man(
A result that CuTe gets wrong:
  $ stridescope verdict '(_4,_6,_8):(_2,_3,_5) o _6:_3'
  (_4,_6,_8):(_2,_3,_5) o _6:_3
    = (_2,_3):(_6,_3)
    law: R(c) = A(B(c)), compatible(B, R)
    violated at 2: got 3, should be 7
    cause: A stride of B is smaller than an extent of A and does not divide it. CuTe continues as if the next run of that mode began at 0.
    here: B steps by 3 through a mode of A of extent 4: 4 % 3 is not 0
    static form: (_2,_3):(_6,_3)
    dynamic form: (2,3,1):(6,3,5)
    they differ: a static mode of size 1 is dropped, a dynamic one stays (the same function)

A result that is right:
  $ stridescope verdict 'coalesce((_4,_8):(_1,_8))'
  coalesce((_4,_8):(_1,_8))
    = (_4,_8):(_1,_8)
    law: size(R) = size(A), depth(R) ≤ 1, R(i) = A(i)
    satisfied (all 32 coordinates)
)man",
    .exit_status = R"man(
0   every verdict is satisfied or not checked
1   the program has an error, which is printed on standard error
2   the command line is invalid
3   a law is violated
)man",
};

// Each call with its result, the law and the verdict, the cause of a violation, and both integer forms if they differ.
std::string verdict_text(const std::vector<OperationVerdict>& verdicts) {
  std::string out;
  const auto line = [&](const Message& message) { append_all(out, "  ", words(message), '\n'); };
  for (const OperationVerdict& v : verdicts) {
    append_all(out, v.source, "\n  = ", v.result, '\n');
    line(say("law: {}", v.verdict.law));
    line(v.verdict.checked.empty() ? v.verdict.text : say("{} ({})", v.verdict.text, v.verdict.checked));
    if (v.verdict.at && v.verdict.natural != cat(*v.verdict.at)) line(say("coordinate: {}", v.verdict.natural));
    if (v.verdict.cause != Cause::none) {
      line(say("cause: {}", meaning_of(v.verdict.cause)));
      if (!v.verdict.explanation.empty()) line(say("here: {}", v.verdict.explanation));
    }
    if (v.forms) {
      line(say("static form: {}", v.forms->static_form));
      line(say("dynamic form: {}", v.forms->dynamic_form));
      const auto& same = v.forms->same_function;
      line(!same   ? say("they differ: {}", v.forms->why)
           : *same ? say("they differ: {} (the same function)", v.forms->why)
                   : say("they differ: {} (another function)", v.forms->why));
    }
  }
  return out;
}

struct VerdictOptions {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  bool all = false;
  bool json = false;
};

int verdict(const VerdictOptions& options) {
  Workspace workspace;
  const int last = evaluate(workspace, options.program, options.mode);
  if (last < 0) return 1;
  std::vector<OperationVerdict> verdicts;
  for (int binding = options.all ? 0 : last; binding <= last; ++binding) {
    auto found = workspace.verdict(binding);
    if (!found) {
      print_error(found.error());
      return 1;
    }
    std::move(found->begin(), found->end(), std::back_inserter(verdicts));
  }
  if (options.json) {
    const TextMap map(workspace.program());
    print_line(stdout, to_json(verdicts, &map, language()));
  } else if (verdicts.empty()) {
    print_line(stdout, words(say("not checked: {}", say("the program has no operation with a law"))));
  } else {
    print(stdout, verdict_text(verdicts));
  }
  const auto violated = [](const OperationVerdict& v) { return v.verdict.status == LawStatus::violated; };
  return std::any_of(verdicts.begin(), verdicts.end(), violated) ? 3 : 0;
}

}  // namespace

void add_verdict(CLI::App& app, int& status) {
  auto options = std::make_shared<VerdictOptions>();
  CLI::App* command = add_command(app, "verdict", verdict_manual);
  add_program(*command, options->program)->required();
  add_integer_mode(*command, options->mode);
  command->add_flag("--all", options->all, "Check every statement, not only the last.");
  command->add_flag("--json", options->json, "Print an array of JSON objects.");
  command->callback([options, &status] { status = verdict(*options); });
}

}  // namespace stridescope::cli
