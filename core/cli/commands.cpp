#include "core/cli/commands.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "core/lang/ast.h"
#include "core/lang/builtin.h"
#include "core/lang/suggest.h"
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
  // One byte too many is enough for the evaluator to refuse the rest.
  for (std::size_t got = 1; got > 0 && text.size() <= max_program_bytes;) {
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
    for (const Builtin& f : builtins()) {
      const std::string_view doc = f.doc;
      print(stdout, std::string(f.name) + std::string(f.name.size() < 24 ? 24 - f.name.size() : 1, ' '));
      print_line(stdout, doc.substr(0, doc.find(". ") == std::string_view::npos ? doc.size() : doc.find(". ") + 1));
    }
    return 0;
  }
  if (const Builtin* f = find_builtin(name)) {
    Workspace workspace;
    const Report& report = workspace.evaluate(f->example, IntegerMode::cute);
    print_line(stdout, std::string(f->signature) + "\n\n" + std::string(f->doc) + "\n\nExample:\n  " + std::string(f->example));
    if (!report.bindings.empty()) print_line(stdout, "  " + report.bindings.back().text);
    return 0;
  }
  std::vector<std::string_view> names;
  for (const Builtin& f : builtins()) names.push_back(f.name);
  const std::string_view nearest = suggest(name, names);
  print_error({ErrorCode::unknown_name, "there is no function '" + name + "'", nearest.empty() ? "" : "did you mean '" + std::string(nearest) + "'?", {}, {}});
  return 1;
}

}  // namespace stridescope::cli
