// The program that a prompt has so far. An entry is evaluated behind it, and afterwards only the statements that some
// name still needs are kept.
#include "core/cli/session.h"

#include <algorithm>

#include "core/cli/command.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::cli {

std::string Session::program() const {
  std::string out;
  for (const Statement& statement : statements_) {
    out.append(statement.text);
    out.push_back('\n');
  }
  return out;
}

// The errors with their places in the entry.
bool Session::print_errors(const Workspace& workspace, std::size_t entry_begin) const {
  const std::string_view all = workspace.program();
  for (Diagnostic d : workspace.report().diagnostics) {
    std::string_view text = all;
    if (d.span.begin >= entry_begin) {
      text.remove_prefix(entry_begin);
      d.span.begin -= static_cast<std::uint32_t>(entry_begin);
      d.span.end -= static_cast<std::uint32_t>(entry_begin);
    }
    std::fflush(stdout);
    print(stderr, format_diagnostic(text, d, language()));
  }
  return !workspace.report().diagnostics.empty();
}

bool Session::enter(std::string_view entry, bool quiet) {
  const std::string before = program();
  const Report& report = workspace_.evaluate(before + std::string(entry), mode_);
  for (const ReportBinding& b : report.bindings) {
    if (quiet || b.span.begin < before.size()) continue;
    print_line(stdout, b.name.empty() ? b.text : b.name + " = " + b.text);
  }
  const bool failed = print_errors(workspace_, before.size());
  // An error among the statements before would be one of the caps: what had a value must not be lost for it.
  const bool intact = std::none_of(report.diagnostics.begin(), report.diagnostics.end(),
                                   [&](const Diagnostic& d) { return d.span.begin < before.size(); });
  if (intact && keep_live()) return !failed;
  std::fflush(stdout);
  print_error({ErrorCode::too_large,
               say("the session is full and does not keep this entry"),
               say("`:save FILE` writes the statements, `:clear` forgets them"),
               {},
               {}});
  workspace_.evaluate(before, mode_);
  return false;
}

// Keeps the last binding of each name, and what those are made from.
bool Session::keep_live() {
  const Report& report = workspace_.report();
  std::vector<bool> live(report.bindings.size(), false);
  std::vector<std::string_view> named;
  for (std::size_t i = report.bindings.size(); i-- > 0;) {
    const ReportBinding& b = report.bindings[i];
    if (b.name.empty()) continue;
    named.push_back(b.name);
  }
  std::sort(named.begin(), named.end());
  std::vector<bool> seen(named.size(), false);
  for (std::size_t i = report.bindings.size(); i-- > 0;) {
    const ReportBinding& b = report.bindings[i];
    if (!b.name.empty()) {
      const auto at = static_cast<std::size_t>(std::lower_bound(named.begin(), named.end(), b.name) - named.begin());
      if (!seen[at]) live[i] = true;
      seen[at] = true;
    }
    if (!live[i]) continue;
    for (const int used : b.uses) live[static_cast<std::size_t>(used)] = true;  // earlier ones only
  }
  std::vector<Statement> kept;
  for (std::size_t i = 0; i < report.bindings.size(); ++i) {
    const ReportBinding& b = report.bindings[i];
    if (live[i]) kept.push_back({b.name, workspace_.program().substr(b.span.begin, b.span.end - b.span.begin)});
  }
  if (kept.size() > max_session_statements) return false;
  statements_ = std::move(kept);
  return true;
}

std::optional<Session::NamedBinding> Session::subject(std::string_view argument) {
  const Report& report = workspace_.report();
  if (argument.empty()) {
    if (!report.bindings.empty()) return NamedBinding{&workspace_, static_cast<int>(report.bindings.size()) - 1};
    print_error(
        {ErrorCode::arguments, say("there is no value yet"), say("enter an expression, such as (4,8):(1,4)"), {}, {}});
    return std::nullopt;
  }
  for (std::size_t i = report.bindings.size(); i-- > 0;) {
    if (report.bindings[i].name == argument) return NamedBinding{&workspace_, static_cast<int>(i)};
  }
  const std::string before = program();
  const Report& asked = scratch_.evaluate(before + std::string(argument), mode_);
  if (print_errors(scratch_, before.size()) || asked.bindings.empty()) return std::nullopt;
  return NamedBinding{&scratch_, static_cast<int>(asked.bindings.size()) - 1};
}

bool Session::set_mode(IntegerMode mode) {
  Workspace other;
  other.evaluate(program(), mode);
  if (print_errors(other, 0)) return false;
  mode_ = mode;
  workspace_ = std::move(other);
  return true;
}

void Session::clear() {
  statements_.clear();
  workspace_.evaluate("", mode_);
}

std::string Session::listing() {
  scratch_.evaluate(program(), mode_);
  std::string out;
  for (const ReportBinding& b : scratch_.report().bindings) {
    const std::string statement = b.name + " = " + b.source;
    out.append(statement);
    if (b.source != b.text) out.append("  # ").append(b.text);
    out.push_back('\n');
  }
  return out;
}

Completions Session::complete(std::string_view text) const {
  return workspace_.complete(text, static_cast<std::uint32_t>(text.size()));
}

}  // namespace stridescope::cli
