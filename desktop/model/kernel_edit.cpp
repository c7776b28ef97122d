#include "desktop/model/kernel_edit.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope::desktop {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

}  // namespace

std::vector<ArgumentSpan> call_arguments(std::string_view text) {
  std::vector<ArgumentSpan> out;
  const std::size_t close = text.rfind(')');
  // The call's name stands directly before its bracket.
  std::size_t open = std::string_view::npos;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char before = text[i - 1];
    const bool name = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') || before == '_' ||
                      (before >= '0' && before <= '9') || before == '>';
    if (text[i] == '(' && name) {
      open = i;
      break;
    }
  }
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return out;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = open + 1;
  const auto add = [&](std::size_t end) {
    std::size_t from = begin;
    while (from < end && is_blank(text[from])) ++from;
    while (end > from && is_blank(text[end - 1])) --end;
    if (end > from) out.push_back({from, end});
  };
  for (std::size_t i = open + 1; i < close; ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (c == ',' && depth == 0) {
      add(i);
      begin = i + 1;
    }
  }
  add(close);
  return out;
}

namespace {

// The value's span of an argument `name = value`; empty where the argument is none.
ArgumentSpan value_of(std::string_view statement, const ArgumentSpan& argument, std::string_view name) {
  const std::string_view text = statement.substr(argument.begin, argument.end - argument.begin);
  if (text.substr(0, name.size()) != name) return {};
  std::size_t at = name.size();
  while (at < text.size() && is_blank(text[at])) ++at;
  if (at >= text.size() || text[at] != '=') return {};
  ++at;
  while (at < text.size() && is_blank(text[at])) ++at;
  return {argument.begin + at, argument.end};
}

}  // namespace

std::optional<std::string> with_option(std::string_view statement, std::string_view name, std::string_view value) {
  const auto arguments = call_arguments(statement);
  if (arguments.empty()) return std::nullopt;
  std::string out(statement);
  for (const ArgumentSpan& argument : arguments) {
    const ArgumentSpan old = value_of(statement, argument, name);
    if (old.end == 0) continue;
    out.replace(old.begin, old.end - old.begin, value);
    return out;
  }
  out.insert(arguments.back().end, cat(", ", name, "=", value));
  return out;
}

std::string option_of(std::string_view statement, std::string_view name) {
  for (const ArgumentSpan& argument : call_arguments(statement)) {
    const ArgumentSpan value = value_of(statement, argument, name);
    if (value.end == 0) continue;
    std::string_view text = statement.substr(value.begin, value.end - value.begin);
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    return std::string(text);
  }
  return {};
}

}  // namespace stridescope::desktop
