// Programs: parsing, evaluating and printing end soon, in both integer modes; the same program gives the same report; a
// printed value reads as the same value; formatting changes no value.
#include "core/base/archive_json.h"
#include "core/records/records.h"
#include "tests/fuzz/programs.h"

namespace stridescope::fuzz {
namespace {

void reads_back(const Report& report, IntegerMode mode) {
  for (const ReportBinding& b : report.bindings) {
    if (!has_text_form(b.value)) continue;
    const Evaluation read = evaluate(b.text, mode);
    require(read.errors.empty() && read.bindings.size() == 1, "a printed value is read", b.text);
    require(to_text(read.bindings[0].value, mode) == b.text, "a printed value reads as itself", b.text,
            to_text(read.bindings[0].value, mode));
  }
}

void try_in(std::string_view program, IntegerMode mode) {
  const ReportBudget budget = budget_of(program);
  Workspace workspace;
  const Report& first_report = workspace.evaluate(program, mode, budget);
  tally.taken += first_report.diagnostics.empty() && !first_report.bindings.empty() ? 1 : 0;
  if (chosen(program, 4)) reads_back(workspace.report(), mode);
  if (!chosen(program, 8)) return;
  const std::string first = to_json(door::report_of(workspace, 64));
  Workspace other;
  other.evaluate(program, mode, budget);
  require(to_json(door::report_of(other, 64)) == first, "the same program has the same report", first,
          to_json(door::report_of(other, 64)));
  const std::string formatted = format_program(program);
  Budget same = budget.program;
  const Evaluation again = evaluate(formatted, mode, same);
  const Report& report = other.report();
  require(again.bindings.size() == report.bindings.size(), "formatting keeps the values", program, formatted);
  for (std::size_t i = 0; i < report.bindings.size(); ++i) {
    const std::string text = to_text(again.bindings[i].value, mode);
    require(text == report.bindings[i].text, "formatting keeps the values", report.bindings[i].text, text);
  }
}

void run(std::string_view program) {
  const bool teaching = program.size() % 2 == 1;  // only one mode per input, since inputs are mutated often
  if (all_checks || !teaching) try_in(program, IntegerMode::cute);
  if (all_checks || teaching) try_in(program, IntegerMode::teaching);
}

const Target target("evaluate", Input::program, run);

}  // namespace
}  // namespace stridescope::fuzz
