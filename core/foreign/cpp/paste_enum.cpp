// Reads C++'s enumerations in foreign text: layouts use their constants as integers.
#include <algorithm>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"

namespace stridescope {
namespace {

// The value of constants without an explicit value: a number of steps after the last explicit one.
struct Base {
  std::int64_t steps = 0;
  std::uint32_t root = 0;
  bool known = false;
};

std::uint32_t counted(ForeignTree& tree, const Base& base, Span span) {
  const std::uint32_t steps =
      tree.add({.kind = Syntax::integer, .span = span, .name_span = span, .integer = dynamic_int(base.steps)});
  if (!base.known) return steps;
  return tree.add(
      {.kind = Syntax::infix, .span = span, .name_span = span, .op = TokenKind::plus, .children = {base.root, steps}});
}

}  // namespace

std::size_t read_enumeration(std::string_view text, std::size_t begin, std::size_t limit, SourceKind kind,
                             ForeignTree& tree) {
  text = text.substr(0, limit);
  std::size_t at = begin;
  std::string_view word = text.substr(at, word_end(text, at) - at);
  const bool scoped = word == "class" || word == "struct";
  if (scoped) {
    at = skip_blanks(text, at + word.size());
    word = text.substr(at, word_end(text, at) - at);
  }
  const std::string_view scope = scoped ? word : std::string_view();
  at = std::min(text.find_first_of("{;=(", at), text.size());
  if (at == text.size() || text[at] != '{') return 0;
  const std::size_t close = text.find('}', at);
  if (close == std::string_view::npos || (scoped && scope.empty())) return 0;
  Base base;
  bool lost = false;  // later values are unknown
  for (std::size_t entry = at + 1; entry < close;) {
    int depth = 0;
    std::size_t end = entry;
    for (; end < close && (text[end] != ',' || depth > 0); ++end) {
      if (text[end] == '(' || text[end] == '<') ++depth;
      if (text[end] == ')' || text[end] == '>') --depth;
    }
    const std::size_t name = skip_blanks(text, entry);
    const std::size_t name_end = word_end(text, name);
    const std::size_t equals = skip_blanks(text, name_end);
    entry = end + 1;
    if (name >= end || name_end == name) continue;
    const Span span = {static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(std::max(name_end, end))};
    if (equals < end && text[equals] == '=') {
      const std::size_t nodes = tree.nodes.size();
      PasteParser parser(text, equals + 1, end, tree, false);
      parser.integer_of_cpp();
      const auto root = parser.expression();
      base = {0, root.value_or(0), root && parser.at_end()};
      lost = !base.known;
      if (lost) tree.nodes.erase(tree.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree.nodes.end());
    }
    const std::string_view constant = text.substr(name, name_end - name);
    const std::uint32_t root = base.known && base.steps == 0 ? base.root : counted(tree, base, span);
    ++base.steps;
    lost = lost || tree.nodes[root].height > max_tree_height;
    if (lost) {
      if (!scoped) tree.skipped_names.emplace_back(constant, span);
      continue;
    }
    if (scoped) {
      tree.enumerators.insert_or_assign({scope, constant}, root);
      continue;
    }
    Statement statement;
    statement.name = constant;
    statement.name_span = {span.begin, static_cast<std::uint32_t>(name_end)};
    statement.span = span;
    statement.root = root;
    statement.pasted = true;
    statement.source = kind != SourceKind::own;
    tree.statements.push_back(std::move(statement));
  }
  const std::size_t behind = skip_blanks(text, close + 1);
  return behind < text.size() && text[behind] == ';' ? behind + 1 : close + 1;
}

// Mode::load, at the first name.
PasteParser::Index PasteParser::enumerator(std::uint32_t begin) {
  const auto found = tree_.enumerators.find({spelling(peek().span), spelling(peek(2).span)});
  if (found == tree_.enumerators.end()) return {};
  next_ += 3;
  foreign_ = true;
  SyntaxNode value = node(found->second);
  return add(std::move(value), begin);
}

}  // namespace stridescope
