// Lists the parts of a program that neither a statement nor an error covers.
#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_type_scan.h"

namespace stridescope {
namespace {

// Bytes covered by spans, in time linear in the text and the number of spans.
class Coverage {
 public:
  explicit Coverage(std::size_t size) : changes_(size + 1, 0) {}

  void add(Span span) {
    const auto end = std::min<std::size_t>(span.end, changes_.size() - 1);
    if (span.begin >= end) return;
    ++changes_[span.begin];
    --changes_[end];
  }
  std::vector<bool> bytes() const {
    std::vector<bool> out(changes_.size() - 1);
    std::int64_t depth = 0;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (depth += changes_[i]) > 0;
    return out;
  }

 private:
  std::vector<std::int32_t> changes_;
};

// Runs of the text on one line for which `is` holds, without surrounding blanks.
template <class Is, class Use>
void for_runs(std::string_view text, Is&& is, Use&& use) {
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank(text[i]) || !is(i)) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    std::size_t end = i;
    for (; i < text.size() && text[i] != '\n' && (is_blank(text[i]) || is(i)); ++i) {
      if (!is_blank(text[i])) end = i + 1;
    }
    use(Span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }
}

// The bytes of the spans.
std::vector<bool> bytes_of(std::size_t size, const std::vector<Span>& spans) {
  Coverage out(size);
  for (const Span span : spans) out.add(span);
  return out.bytes();
}

// The bytes of lines with a statement.
std::vector<bool> lines_with(std::string_view program, const std::vector<Statement>& statements) {
  Coverage of_statements(program.size());
  for (const Statement& statement : statements) of_statements.add(statement.span);
  std::vector<bool> out = of_statements.bytes();
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t end = std::min(program.find('\n', begin), out.size());
    const auto first = out.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = out.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::find(first, last, true) != last) std::fill(first, last, true);
    begin = end + 1;
  }
  return out;
}

bool says(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return is_word(c) || static_cast<unsigned char>(c) >= 0x80; });
}

// Adds the part of a remainder between two bytes, if it is not blank.
void add_piece(std::string_view program, std::uint32_t begin, std::uint32_t end, RemainderKind kind,
               std::vector<Remainder>& out) {
  while (begin < end && is_blank(program[begin])) ++begin;
  while (end > begin && is_blank(program[end - 1])) --end;
  if (begin == end) return;
  out.push_back({{begin, end}, says(program.substr(begin, end - begin)) ? kind : RemainderKind::structure});
}

// A layout is never a remainder: layouts in words and in lines of messages become statements. In a statement of a
// source, and in an operation, only layouts with static integers count, whose spelling belongs to neither C++ nor
// Python.
void read_in_remainders(std::string_view program, ForeignTree& tree) {
  const auto is_structure = [](const Remainder& one) { return one.kind == RemainderKind::structure; };
  if (std::all_of(tree.skipped.begin(), tree.skipped.end(), is_structure)) return;
  PasteWork work(program.size(), SourceKind::own);
  const bool of_dsl = program.find("!cute.") != std::string_view::npos;
  const std::size_t own = tree.statements.size();
  std::vector<Remainder> kept;
  for (const Remainder& one : std::exchange(tree.skipped, {})) {
    const bool in_words =
        one.kind == RemainderKind::words || one.kind == RemainderKind::message || one.kind == RemainderKind::unread;
    const std::size_t first = tree.statements.size();
    const bool of_module = one.kind == RemainderKind::operation || one.kind == RemainderKind::undefined;
    const bool looks = in_words || of_module || one.kind == RemainderKind::statement;
    TypeScan scan(program, one.span.begin, one.span.end, tree, work);
    if (!looks || scan.prints(of_dsl, !in_words) == 0) {
      kept.push_back(one);
      continue;
    }
    std::uint32_t at = one.span.begin;
    for (std::size_t i = first; i < tree.statements.size(); ++i) {
      const Statement& statement = tree.statements[i];
      const Span name = statement.name_span;
      if (!name.empty() && name.begin >= at && name.end <= statement.span.begin) {
        add_piece(program, at, name.begin, one.kind, kept);
        kept.push_back({name, RemainderKind::part});
        at = name.end;
      }
      add_piece(program, at, statement.span.begin, one.kind, kept);
      at = statement.span.end;
    }
    add_piece(program, at, one.span.end, one.kind, kept);
  }
  kept.insert(kept.end(), tree.skipped.begin(), tree.skipped.end());
  tree.skipped = std::move(kept);
  if (tree.statements.size() == own) return;
  sort_stable(std::span(tree.statements),
              [](const Statement& a, const Statement& b) { return a.span.begin < b.span.begin; });
}

}  // namespace

void list_comments(std::string_view program, std::string_view without, ForeignTree& tree) {
  for_runs(
      program, [&](std::size_t i) { return is_blank(without[i]); },
      [&](Span span) {
        tree.skipped.push_back({span, RemainderKind::comment});
      });
}

void list_remainders(std::string_view program, const std::vector<Span>& parts, const std::vector<Error>& errors,
                     ForeignTree& tree) {
  // A program of our own language has no errors, comments or words between its statements as a rule, and is read again
  // for each key: each table of bytes is made only if it is needed.
  if (!tree.failed.empty()) {
    const std::vector<bool> wrong = bytes_of(program.size(), tree.failed);
    std::erase_if(tree.skipped, [&](const Remainder& one) {
      const auto end = wrong.begin() + one.span.end;
      return one.kind == RemainderKind::part && std::find(wrong.begin() + one.span.begin, end, false) == end;
    });
  }
  for (const Span span : tree.failed) tree.skipped.push_back({span, RemainderKind::failed});
  Coverage covered(program.size());
  for (const Statement& statement : tree.statements) {
    covered.add(statement.span);
    if (!statement.grid.empty()) tree.skipped.push_back({statement.grid, RemainderKind::grid});
    // `T = ` before a type of a message.
    const Span name = statement.name_span;
    const bool apart = name.end <= statement.span.begin || name.begin >= statement.span.end;
    if (apart && !name.empty()) tree.skipped.push_back({name, RemainderKind::part});
  }
  const auto is_comment = [](const Remainder& one) { return one.kind == RemainderKind::comment; };
  if (std::any_of(tree.skipped.begin(), tree.skipped.end(), is_comment)) {
    // An encoding of Triton begins like a comment.
    const std::vector<bool> bound = covered.bytes();
    std::erase_if(tree.skipped, [&](const Remainder& one) {
      return is_comment(one) && bound[one.span.begin] && bound[one.span.end - 1];
    });
  }
  for (const Error& error : errors) tree.skipped.push_back({error.span, RemainderKind::failed});
  for (const Remainder& one : tree.skipped) covered.add(one.span);
  const std::vector<bool> read = covered.bytes();
  std::vector<bool> part;
  std::vector<bool> next_to_layout;
  for_runs(
      program, [&](std::size_t i) { return !read[i]; },
      [&](Span span) {
        const bool words = says(program.substr(span.begin, span.end - span.begin));
        if (words && next_to_layout.empty()) {
          part = bytes_of(program.size(), parts);
          next_to_layout = lines_with(program, tree.statements);
        }
        const RemainderKind kind = !words                       ? RemainderKind::structure
                                   : next_to_layout[span.begin] ? RemainderKind::words
                                   : part[span.begin]           ? RemainderKind::part
                                                                : RemainderKind::unread;
        tree.skipped.push_back({span, kind});
      });
  read_in_remainders(program, tree);
}

}  // namespace stridescope
