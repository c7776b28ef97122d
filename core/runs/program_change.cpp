// Compares programs line by line, and changed lines argument by argument.
#include "core/runs/program_change.h"

#include <vector>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/words.h"
#include "core/foreign/cpp/source_text.h"
#include "core/runs/line_difference.h"

namespace stridescope {
namespace {

constexpr std::string_view minus = "\xE2\x88\x92 ";

// Each statement on a line, without comments and blanks for alignment: a line ends outside of brackets.
std::string statements_of(std::string_view program) {
  std::vector<Error> errors;
  const SourceText source = without_comments(program, errors);
  std::string out;
  for (const std::string_view statement :
       split_outside(source.text.empty() ? program : std::string_view(source.text), '\n')) {
    bool space = false;
    for (const char c : statement) {
      if (space && !is_blank(c)) out.push_back(' ');
      space = is_blank(c);
      if (!space) out.push_back(c);
    }
    if (!statement.empty()) out.push_back('\n');
  }
  return out;
}

// "K = f(a, b)": the head "K = f", the name K, and the arguments of the outermost call, one per line.
struct Statement {
  std::string_view head, name;
  std::string arguments;
};

Statement statement_of(std::string_view line) {
  Statement out;
  const std::size_t open = std::min(line.find('('), line.size());
  out.head = trimmed(line.substr(0, open));
  const std::size_t end = word_end(line, 0);
  if (trimmed(line.substr(end)).starts_with('=')) out.name = line.substr(0, end);
  // Without a function before it the bracket is a tuple's.
  if (open == line.size() || out.head.empty() || !is_word(out.head.back())) {
    out.head = {};
    return out;
  }
  const std::size_t past = past_bracket(line, open);
  const bool closed = past != std::string_view::npos;
  for (const std::string_view one : split_outside(line.substr(open + 1, closed ? past - open - 2 : past), ','))
    append_all(out.arguments, one, '\n');
  // Text after the call is an argument, too.
  if (const auto rest = closed ? trimmed(line.substr(past)) : std::string_view(); !rest.empty())
    append_all(out.arguments, rest, '\n');
  return out;
}

std::string change_of_line(std::string_view before, std::string_view after) {
  const Statement a = statement_of(before);
  const Statement b = statement_of(after);
  if (b.head.empty() || a.head != b.head) return std::string(after);
  std::string added;
  std::string removed;
  for (const std::string& line : line_difference(a.arguments, b.arguments, max_different_lines)) {
    const bool is_new = line.starts_with('+');
    std::string& to = is_new ? added : removed;
    append_all(to, to.empty() ? "" : ", ", is_new ? std::string_view(line).substr(2) : std::string_view(line));
  }
  const std::string& change = added.empty() ? removed : added;
  return change.empty() ? change : b.name.empty() ? change : cat(b.name, ": ", change);
}

}  // namespace

std::string program_change(std::string_view before, std::string_view after) {
  std::string out;
  const auto add = [&](std::string_view change) {
    if (!change.empty()) append_all(out, out.empty() ? "" : "; ", change);
  };
  // A change is a group of removed lines, then of added ones: those at the same place in both belong together.
  std::vector<std::string> gone;
  std::size_t paired = 0;
  const auto finish = [&] {
    for (; paired < gone.size(); ++paired) add(cat(minus, gone[paired]));
    gone.clear();
    paired = 0;
  };
  bool adding = false;
  for (const std::string& line : line_difference(statements_of(before), statements_of(after), max_different_lines)) {
    const bool is_new = line.starts_with('+');
    if (!is_new && adding) finish();
    adding = is_new;
    const std::string_view text = trimmed(std::string_view(line).substr(is_new ? 2 : line.find(' ') + 1));
    if (!is_new)
      gone.emplace_back(text);
    else if (paired < gone.size())
      add(change_of_line(gone[paired++], text));
    else
      add(text);
  }
  finish();
  return out;
}

}  // namespace stridescope
