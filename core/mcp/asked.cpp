// Programs of requests: evaluation, errors, links.
#include "core/mcp/asked.h"

#include "core/base/text.h"
#include "core/value/print.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/link.h"

namespace stridescope::mcp {
namespace {

constexpr std::size_t most_errors = 8;

Error program_error(const Workspace& workspace, const Diagnostic& first) {
  std::string text = "the program is wrong";
  std::size_t count = 0;
  for (const Diagnostic& d : workspace.report().diagnostics) {
    if (fails(d) && ++count <= most_errors) append_all(text, "\n", format_diagnostic(workspace.program(), d));
  }
  return {first.code, Message::verbatim(text), {}, {}, {}};
}

}  // namespace

std::string with_line(std::string program, std::string_view line) {
  if (!program.empty() && program.back() != '\n') program.push_back('\n');
  return program.append(line);
}

std::string link_to(std::string program, IntegerMode mode, std::string_view page) {
  Link link;
  link.program = std::move(program);
  link.mode = mode;
  const auto fragment = encode_link(link);
  return fragment ? cat(page.substr(0, page.find('#')), *fragment) : std::string();
}

Result<void> Asked::ask(const ProgramRequest& program, std::initializer_list<std::string_view> expressions) {
  given_ = program;
  std::vector<std::size_t> begins;
  for (const std::string_view expression : expressions) {
    if (expression.find_first_of("\n;") != std::string_view::npos) {
      return failure(
          ErrorCode::arguments,
          Message::verbatim(cat("'", expression.substr(0, 80), "' has several statements; expected one expression")),
          Message::verbatim("give names to values in `program`"));
    }
    given_.program = with_line(std::move(given_.program), expression);
    begins.push_back(given_.program.size() - expression.size());
  }
  const Report& report = workspace.evaluate(given_.program, given_.mode);
  if (const Diagnostic* first = first_failure(report)) {
    for (std::size_t i = 0; i < begins.size(); ++i) {
      if (first->span.begin >= begins[i]) failing_ = i;
    }
    return failure(program_error(workspace, *first));
  }
  first_ = report.bindings.size();
  while (!begins.empty() && first_ > 0 && report.bindings[first_ - 1].span.begin >= begins[0]) --first_;
  if (report.bindings.empty() || report.bindings.size() - first_ != begins.size()) {
    return failure(ErrorCode::arguments,
                   report.left_out.empty() ? Message::verbatim("the program has no value") : report.left_out,
                   Message::verbatim("write a layout, such as (4,8):(8,1)"));
  }
  return {};
}

std::string Asked::picture(std::string_view page, std::string_view shown) const {
  if (shown.empty()) return link_to(given_.program, given_.mode, page);
  std::string other = with_line(given_.program, shown);
  Workspace drawn;
  const bool wrong = first_failure(drawn.evaluate(other, given_.mode)) != nullptr;
  return link_to(wrong ? given_.program : std::move(other), given_.mode, page);
}

std::string plain(const Value& value) { return to_text(value, IntegerMode::teaching); }

}  // namespace stridescope::mcp
