// Evaluates and lints the text of a document, once.
#include "core/lsp/reading.h"

#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/sources/declarations.h"
#include "core/workspace/tiled_properties.h"

namespace stridescope::lsp {
namespace {

constexpr std::size_t max_value_text = 4096;
constexpr std::size_t max_brief = 2;

// Sets the value from its printed form. An access gets a summary; a tiling gets facts after its first line.
void set_value(Declared& one, const Value& value, std::string_view text, IntegerMode mode) {
  const std::size_t end = line_end(text, 0);
  one.value = text.substr(0, std::min(end, max_value_text));
  if (end == text.size()) return;
  one.summary = brief_of(value);
  if (one.summary.empty()) one.brief = tiled_properties(value, mode);
  if (one.brief.size() > max_brief) one.brief.resize(max_brief);
}

bool same_without_blanks(std::string_view a, std::string_view b) {
  const auto next = [](std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  };
  for (next(a), next(b); !a.empty() && !b.empty() && a[0] == b[0]; next(a), next(b)) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

// The place of a binding's name in its statement, or its expression.
Span name_place(std::string_view program, const ReportBinding& b) {
  if (b.name.empty()) return b.expression;
  const std::string_view head = program.substr(b.span.begin, b.expression.begin - b.span.begin);
  for (std::size_t at = head.find(b.name); at != std::string_view::npos; at = head.find(b.name, at + 1)) {
    const std::size_t end = at + b.name.size();
    if ((at > 0 && is_word(head[at - 1])) || (end < head.size() && is_word(head[end]))) continue;
    const auto begin = b.span.begin + static_cast<std::uint32_t>(at);
    return {begin, begin + static_cast<std::uint32_t>(b.name.size())};
  }
  return b.expression;
}

}  // namespace

Language language_of_document(std::string_view uri, std::string_view language_id) {
  if (uri.ends_with(".stride") || language_id == "stride") return Language::stride;
  return Language::source;
}

const std::vector<Declared>& Reading::declared() {
  if (declared_) return *declared_;
  declared_.emplace();
  if (language_ == Language::source) {
    read_source();
    return *declared_;
  }
  const Report& report = workspace_.evaluate(text_, mode_);
  for (std::size_t i = 0; i < report.bindings.size(); ++i) {
    const ReportBinding& b = report.bindings[i];
    Declared one;
    one.span = name_place(text_, b);
    one.statement = b.span;
    one.name = b.name;
    set_value(one, b.value, b.text, mode_);
    one.binding = static_cast<int>(i);
    one.quiet = same_without_blanks(text_.substr(b.expression.begin, b.expression.end - b.expression.begin), b.text);
    declared_->push_back(std::move(one));
  }
  return *declared_;
}

// The values of a source, for declarations and findings; null beyond the limits.
const SourceValues* Reading::source() {
  if (!source_) {
    Budget budget = max_program_budget;
    source_ = values_of(text_, budget, include_);
  }
  return *source_ ? &**source_ : nullptr;
}

void Reading::read_source() {
  const SourceValues* all = source();
  if (all == nullptr) return;
  mode_ = integers_of(text_);
  for (Declaration d : all->declarations) {
    Declared one;
    one.span = d.name_span;
    one.statement = d.name_span;
    one.name = std::move(d.name);
    // Integers and types are for hovers alone: a hint would repeat the line.
    one.quiet = d.kind == DeclarationKind::shape || d.kind == DeclarationKind::other;
    if (d.value)
      set_value(one, *d.value, to_text(*d.value, mode_), mode_);
    else
      one.open = std::move(d.open);
    one.open_name = std::move(d.open_name);
    one.program = std::move(d.program);
    // The value of an alias is called `value` there.
    if (const std::size_t equal = one.program.find(" = ");
        equal != std::string::npos && one.program.find('\n') == std::string::npos)
      one.program.replace(0, equal, one.name);
    declared_->push_back(std::move(one));
  }
}

const std::vector<lint::Finding>& Reading::findings() {
  if (!findings_) {
    findings_.emplace();
    if (language_ == Language::source && lint::is_read_as_source(text_)) {
      if (const SourceValues* seen = source()) findings_ = lint::lint_source(*seen, text_).findings;
    } else if (auto linted = lint::lint(text_, include_)) {
      findings_ = std::move(linted->findings);
    }
    // Those of included files are shown when these are opened.
    std::erase_if(*findings_, [](const lint::Finding& one) { return !one.file.empty(); });
  }
  return *findings_;
}

const Workspace& Reading::program() {
  declared();
  return workspace_;
}

Reading::Valued Reading::valued(const Declared& one) {
  if (one.program.empty()) return {workspace_, one.binding};
  if (shown_of_ != &one) {
    shown_of_ = &one;
    // A source may use a name that is a function here, such as `layout`: then the value goes without it.
    const std::size_t equal = one.program.find("= ");
    if (shown_.evaluate(one.program, mode_).bindings.empty() && equal != std::string::npos)
      shown_.evaluate(std::string_view(one.program).substr(equal + 2), mode_);
  }
  return {shown_, static_cast<int>(shown_.report().bindings.size()) - 1};
}

}  // namespace stridescope::lsp
