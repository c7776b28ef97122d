// Edits of the program's text that page and window offer: options of a kernel's call, names for unnamed values, and
// free names. Positions come from the syntax tree, so brackets within comments and strings do not count.
#include "core/workspace/edit.h"

#include <algorithm>
#include <set>

#include "core/analysis/compared.h"
#include "core/analysis/memory_value.h"
#include "core/analysis/told.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::size_t max_named_values = 64;  // limit of the named values of a paste

std::string_view part(std::string_view text, std::size_t begin, std::size_t end) {
  return text.substr(begin, end - begin);
}

void add_words(std::set<std::string, std::less<>>& words, std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > i) words.emplace(part(text, i, end));
    i = end + 1;
  }
}

std::string unused_name(std::set<std::string, std::less<>>& words, std::string_view wish) {
  std::string name(wish);
  for (int number = 2; !words.insert(name).second; ++number) name = cat(wish, number);
  return name;
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  while (at > 0 && text[at - 1] != '\n') --at;
  return at;
}
// A text under edit: pieces of the original, and inserted text between them.
struct Rewriting {
  std::string_view text;
  std::size_t at = 0;
  std::string out;

  void keep_to(std::size_t end) {
    if (end > at) out.append(part(text, at, end));
    at = std::max(at, end);
  }
  // Appends whole lines as comments.
  void comment_to(std::size_t end) {
    while (at < end) {
      const std::size_t next = std::min(line_end(text, at) + 1, end);
      append_all(out, "// ", part(text, at, next));
      at = next;
    }
    if (!out.empty() && out.back() != '\n') out.push_back('\n');
  }
};

// Gives names to the values of a pasted text.
class Naming {
 public:
  Naming(std::string before, std::string_view text) : before_(std::move(before)), text_(text) {
    const std::string whole = cat(before_, text);
    whole_ = evaluate(whole, IntegerMode::cute);
    for (const Binding& b : whole_.bindings) {
      if (b.span.begin < before_.size()) continue;
      values_.push_back(&b);
      // A note belongs to the value of the same statement, and is placed with it.
      const bool told = b.value.is<Compared>() || b.value.is<SharedAccess>() || b.value.is<Told>();
      const bool again = !begins_.insert(b.span.begin).second;
      answers_.push_back(b.value.is<Text>() || (told && again));
    }
  }

  // amid: also names values among other words.
  std::string run(bool amid) {
    words_.clear();
    add_words(words_, before_);
    add_words(words_, text_);
    Rewriting r = {text_, 0, {}};
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Binding& b = *values_[i];
      const std::size_t begin = b.span.begin - before_.size();
      if (begin < r.at || !b.name.empty() || answers_[i]) continue;
      if (alone(begin, r.at)) {
        r.keep_to(begin);
        if (part(text_, begin, begin + 7) == "return ") r.at += 7;
        append_all(r.out, unused_name(words_, "L"), " = ");
      } else if (amid) {
        i = message(r, i);
      }
    }
    r.keep_to(text_.size());
    return std::move(r.out);
  }

  // True if the text still has the same values.
  bool keeps_values(std::string_view written) const {
    const Evaluation again = evaluate(cat(before_, written), IntegerMode::cute);
    std::size_t i = 0;
    for (const Binding& b : again.bindings) {
      if (b.span.begin < before_.size()) continue;
      if (i == values_.size() || to_text(b.value, IntegerMode::cute) != to_text(values_[i]->value, IntegerMode::cute))
        return false;
      ++i;
    }
    return i == values_.size() && again.errors.size() <= whole_.errors.size();
  }

  bool small() const { return values_.size() <= max_named_values; }

 private:
  // True if only blanks, or Python's prompt, come before it in its statement.
  bool alone(std::size_t begin, std::size_t after) const {
    if (part(text_, begin, std::min(begin + 2, text_.size())) == "_Z") return false;  // a mangled name, not a layout
    std::size_t at = begin;
    while (at > after && (text_[at - 1] == ' ' || text_[at - 1] == '\t' || text_[at - 1] == '>')) --at;
    return at == 0 || at == after || text_[at - 1] == '\n' || text_[at - 1] == ';' || text_[at - 1] == '{' ||
           text_[at - 1] == '}';
  }

  bool amid_words(std::size_t i) const { return !alone(values_[i]->span.begin - before_.size(), 0); }

  // Writes the lines of the value `first` as comments, followed by the values in these lines. Returns the last of
  // these.
  std::size_t message(Rewriting& r, std::size_t first) {
    const auto begin_of = [&](std::size_t i) { return line_begin(text_, values_[i]->span.begin - before_.size()); };
    const auto end_of = [&](std::size_t i) { return line_end(text_, values_[i]->span.end - before_.size()); };
    const auto blank = [&](std::size_t from, std::size_t to) {
      return part(text_, from, to).find_first_not_of(" \t\r\n") == std::string_view::npos;
    };
    // The surrounding lines belong to the same message.
    const std::size_t floor = std::max(r.at, first > 0 ? std::min(end_of(first - 1) + 1, begin_of(first)) : 0);
    std::size_t begin = std::max(floor, begin_of(first));
    while (begin > floor && !blank(line_begin(text_, begin - 1), begin)) begin = line_begin(text_, begin - 1);
    r.keep_to(begin);
    std::size_t last = first;
    std::size_t end = end_of(first);
    for (;;) {
      if (last + 1 < values_.size() && begin_of(last + 1) <= end && !answers_[last + 1]) {
        end = std::max(end, end_of(++last));
      } else if (end < text_.size() && !blank(end + 1, line_end(text_, end + 1)) &&
                 !(last + 1 < values_.size() && begin_of(last + 1) <= end + 1 && !amid_words(last + 1))) {
        end = line_end(text_, end + 1);
      } else {
        break;
      }
    }
    r.comment_to(std::min(end + 1, text_.size()));
    for (std::size_t i = first; i <= last; ++i) {
      const Binding& b = *values_[i];
      append_all(r.out, b.name.empty() ? unused_name(words_, "L") : b.name, " = ", to_text(b.value, IntegerMode::cute),
                 '\n');
    }
    return last;
  }

  std::string before_;
  std::string_view text_;
  std::set<std::string, std::less<>> words_;
  Evaluation whole_;
  std::vector<const Binding*> values_;
  std::vector<bool> answers_;
  std::set<std::uint32_t> begins_;
};

}  // namespace

std::optional<WrittenCall> written_call(std::string_view statement) {
  std::vector<Error> errors;
  const SyntaxTree tree = parse(statement, errors);
  if (tree.statements.size() != 1) return std::nullopt;
  const SyntaxNode& root = tree.nodes[tree.statements[0].root];
  if (root.kind != Syntax::call || !root.has_arguments || root.span.end > statement.size()) return std::nullopt;
  WrittenCall out;
  out.function = part(statement, root.name_span.begin, root.name_span.end);
  out.span = root.span;
  for (const std::uint32_t child : root.children) {
    const SyntaxNode& n = tree.nodes[child];
    WrittenArgument argument = {n.span, {}, n.span};
    if (n.kind == Syntax::call && n.text == "option" && n.children.size() == 2) {
      argument.option = part(statement, n.name_span.begin, n.name_span.end);
      argument.value = tree.nodes[n.children[1]].span;
    }
    out.arguments.push_back(argument);
  }
  return out;
}

std::optional<std::string> with_option(std::string_view statement, std::string_view name, std::string_view value) {
  const auto call = written_call(statement);
  if (!call) return std::nullopt;
  std::string out(statement);
  for (const WrittenArgument& argument : call->arguments) {
    if (argument.option != name) continue;
    out.replace(argument.value.begin, argument.value.end - argument.value.begin, value);
    return out;
  }
  const bool first = call->arguments.empty();
  out.insert(first ? call->span.end - 1 : call->arguments.back().span.end, cat(first ? "" : ", ", name, "=", value));
  return out;
}

std::string option_of(std::string_view statement, std::string_view name) {
  const auto call = written_call(statement);
  if (!call) return {};
  for (const WrittenArgument& argument : call->arguments) {
    if (argument.option != name) continue;
    std::string_view text = part(statement, argument.value.begin, argument.value.end);
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    return std::string(text);
  }
  return {};
}

std::string fresh_name(std::string_view program, std::string_view wish) {
  std::set<std::string, std::less<>> words;
  add_words(words, program);
  return unused_name(words, wish);
}

ProgramEdit appended_lines(std::string_view program, std::string_view text) {
  std::size_t end = program.size();
  while (end > 0 && (program[end - 1] == '\n' || program[end - 1] == ' ' || program[end - 1] == '\t')) --end;
  return {{static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(program.size())},
          cat(end > 0 ? "\n" : "", text, '\n'),
          true};
}

Span came(const ProgramEdit& edit) {
  std::size_t begin = 0;
  std::size_t end = edit.text.size();
  while (end > begin && edit.text[end - 1] == '\n') --end;
  while (begin < end && edit.text[begin] == '\n') ++begin;
  return {static_cast<std::uint32_t>(edit.span.begin + begin), static_cast<std::uint32_t>(edit.span.begin + end)};
}

std::string with_named_value(std::string_view program, std::string_view wish) {
  std::vector<Error> errors;
  const SyntaxTree tree = parse(program, errors);
  Rewriting r = {program, 0, {}};
  std::set<std::string, std::less<>> names;
  for (const Statement& statement : tree.statements) {
    names.emplace(statement.name);
    for (const BoundName& one : statement.names) names.emplace(one.name);
  }
  for (const Statement& statement : tree.statements) {
    // A `;` between two statements on a line becomes a line break.
    const std::string_view between = part(program, r.at, std::max<std::size_t>(r.at, statement.span.begin));
    const bool separated = r.at > 0 && between.find_first_not_of("; \t") == std::string_view::npos &&
                           between.find(';') != std::string_view::npos;
    if (separated) {
      r.out.push_back('\n');
      r.at = statement.span.begin;
    }
    r.keep_to(statement.span.begin);
    if (&statement == &tree.statements.back() && statement.name.empty())
      append_all(r.out, unused_name(names, wish), " = ");
    r.keep_to(std::max<std::size_t>(statement.span.end, statement.grid.end));
  }
  r.keep_to(program.size());
  if (!r.out.empty() && r.out.back() != '\n') r.out.push_back('\n');
  return std::move(r.out);
}

std::string pasted_lines(std::string_view program, std::string_view fills, std::string_view text) {
  std::string head;
  std::vector<Error> errors;
  const int holes = parse(program, errors).holes;
  for (std::size_t at = 0; at < fills.size();) {  // a line such as n1 = 128
    const std::string_view line = part(fills, at, line_end(fills, at));
    at = line_end(fills, at) + 1;
    const std::size_t equals = line.find(" = ");
    if (equals == std::string_view::npos) continue;
    int number = 0;
    bool counted = line.starts_with('n') && equals > 1 && equals < 8;
    for (std::size_t i = 1; counted && i < equals; ++i) {
      counted = is_digit(line[i]);
      number = number * 10 + (line[i] - '0');
    }
    if (counted) append_all(head, 'n', number + holes, line.substr(equals), '\n');
    if (!counted) append_all(head, line, '\n');  // a line such as rows = 64
  }
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  while (!text.empty() && is_blank(text.front()) &&
         text.substr(0, line_end(text, 0)).find_first_not_of(" \t\r") == std::string_view::npos)
    text.remove_prefix(std::min(line_end(text, 0) + 1, text.size()));
  if (program.size() + head.size() + text.size() > max_program_bytes) return cat(head, text);
  Naming naming(cat(program, program.empty() || program.ends_with('\n') ? "" : "\n", head), text);
  if (!naming.small()) return cat(head, text);
  for (const bool amid : {true, false}) {
    std::string written = naming.run(amid);
    while (!written.empty() && is_blank(written.back())) written.pop_back();
    if (naming.keeps_values(written)) return cat(head, written);
  }
  return cat(head, text);
}

}  // namespace stridescope
