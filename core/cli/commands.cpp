#include "core/cli/commands.h"

#include <algorithm>
#include <cstdio>

#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

void print(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

void print_line(std::FILE* to, std::string_view text) {
  print(to, text);
  if (!text.ends_with('\n')) print(to, "\n");
}

// 0 if there are none.
int print_diagnostics(const Workspace& workspace) {
  const Report& report = workspace.report();
  for (const Diagnostic& d : report.diagnostics) print(stderr, format_diagnostic(workspace.program(), d));
  return report.diagnostics.empty() ? 0 : 1;
}

void print_error(const Error& error) {
  print(stderr, "error: " + error.message + "\n");
  if (!error.hint.empty()) print(stderr, " = " + error.hint + "\n");
}

// The last value, if the last statement has one.
const ReportBinding* last_value(const Report& report) {
  if (report.bindings.empty()) return nullptr;
  const ReportBinding& last = report.bindings.back();
  const bool failed_after =
      std::any_of(report.diagnostics.begin(), report.diagnostics.end(), [&](const Diagnostic& d) { return d.span.begin >= last.span.end; });
  return failed_after ? nullptr : &last;
}

}  // namespace

std::string read_stdin() {
  std::string text;
  char buffer[65536];
  // More than any program may have: the evaluator refuses it, the rest need not be read.
  for (std::size_t got = 1; got > 0 && text.size() <= (1 << 20);) {
    got = std::fread(buffer, 1, sizeof buffer, stdin);
    text.append(buffer, got);
  }
  return text;
}

int eval(const std::string& program, IntegerMode mode, bool all) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, mode);
  if (all) {
    for (const ReportBinding& b : report.bindings) print_line(stdout, b.name.empty() ? b.text : b.name + " = " + b.text);
  } else if (const ReportBinding* last = last_value(report)) {
    print_line(stdout, last->text);
  }
  const int status = print_diagnostics(workspace);
  if (status == 0 && report.bindings.empty()) {
    print(stderr, "error: the program is empty\n = write an expression, such as (4,8):(1,4)\n");
    return 1;
  }
  return status;
}

int render(const std::string& program, IntegerMode mode, const std::string& format, const std::string& view_text) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, mode);
  if (const int status = print_diagnostics(workspace); status != 0) return status;
  if (report.bindings.empty()) {
    print(stderr, "error: the program is empty\n = write an expression, such as (4,8):(1,4)\n");
    return 1;
  }
  const int last = static_cast<int>(report.bindings.size()) - 1;
  const auto view = workspace.view(last, view_text);
  auto text = view ? workspace.emit(last, format, *view) : Result<std::string>(failure(view.error()));
  if (!text) {
    print_error(text.error());
    return 1;
  }
  print_line(stdout, *text);
  return 0;
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

}  // namespace stridescope::cli
