// Arrays declared in C++: pointers of the tensors made from them, and tensors of shared memory.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_code.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr std::size_t max_arrays = 16;  // in one declaration

struct DeclaredArrays {
  int bits = 0;
  bool shared = false;
  std::vector<Span> names;
  std::vector<std::string_view> extents;  // [32][33] of each name
};

// The bits of an element; 0 for a name that is not a type.
int bits_of_element(std::string_view word) {
  if (word == "int" || word == "unsigned") return 32;
  if (word == "char" || word == "bool") return 8;
  const auto type = find_type(word);
  return type ? type->bits : 0;
}

// { specifier } type name[...]{[...]} { , name[...] }; empty for any other text.
DeclaredArrays declared_arrays(std::string_view text, std::size_t begin, std::size_t end) {
  static constexpr std::string_view specifiers[] = {"const",   "static", "constexpr",  "volatile", "signed",
                                                    "cutlass", "cute",   "__shared__", "alignas",  "__align__"};
  DeclaredArrays out;
  std::size_t at = begin;
  const auto blanks = [&] { at = std::min(skip_blanks(text, at), end); };
  const auto word = [&] {
    const std::size_t first = at;
    at = word_end(text, at, end);
    return text.substr(first, at - first);
  };
  while (out.bits == 0) {
    blanks();
    const std::string_view one = word();
    if (one.empty() || is_digit(one[0])) return {};
    out.shared = out.shared || one == "__shared__";
    if (text.substr(at).starts_with("::")) at += 2;
    if (one.find("align") != one.npos && at < end && text[at] == '(') at = std::min(past_bracket(text, at), end);
    if (std::find(std::begin(specifiers), std::end(specifiers), one) != std::end(specifiers)) continue;
    out.bits = bits_of_element(one);
    if (out.bits == 0) return {};
  }
  if (text.substr(at, 1) == "<") return {};
  for (;;) {
    blanks();
    const std::size_t first = at;
    const std::string_view name = word();
    if (name.empty() || is_digit(name[0]) || out.names.size() == max_arrays) return {};
    out.names.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(at)});
    blanks();
    const std::size_t open = at;
    for (; at < end && text[at] == '['; blanks()) {
      at = past_bracket(text, at);
      if (at > end) return {};
    }
    if (at == open) return {};
    out.extents.push_back(text.substr(open, at - open));
    if (at == end) return out;
    if (text[at++] != ',') return {};
  }
}

// True if a later call uses the array: f(&name[0], or f(name,
bool is_taken(std::string_view rest, std::string_view name) {
  for (std::size_t at = rest.find(name); at != std::string_view::npos; at = rest.find(name, at + name.size())) {
    const std::size_t end = at + name.size();
    if (at == 0 || (end < rest.size() && is_word(rest[end]))) continue;
    if (rest[at - 1] == '&' || rest[at - 1] == '(') return true;
  }
  return false;
}

// make_layout(make_shape(Int<32>{},Int<33>{}),LayoutRight{}) of [32][33]: the order of the elements in memory.
std::string layout_of(std::string_view extents) {
  std::string out = "make_layout(make_shape(";
  for (const char c : extents) {
    if (c == '[')
      out += out.back() == '(' ? "Int<" : ",Int<";
    else if (c == ']')
      out += ">{}";
    else
      out += c;
  }
  return out + "),LayoutRight{})";
}

}  // namespace

bool read_arrays(std::string_view program, std::uint32_t begin, std::size_t end, ForeignTree& tree, PasteWork& work) {
  if (work.kind == SourceKind::python || program.substr(begin, end - begin).find('[') == std::string_view::npos)
    return false;
  const DeclaredArrays found = declared_arrays(program, begin, end);
  if (found.names.empty()) return false;
  const std::string_view rest = program.substr(end);
  Span span = {begin, static_cast<std::uint32_t>(end)};
  Remainder declaration = {span, RemainderKind::declaration};
  for (std::size_t i = 0; i < found.names.size(); ++i) {
    const Span name = found.names[i];
    const std::string_view word = program.substr(name.begin, name.end - name.begin);
    const bool taken = work.take(rest.size()) && is_taken(rest, word);
    const bool tensor = !taken && found.shared && found.extents[i].find('[', 1) != std::string_view::npos;
    if (!taken && !tensor) {
      tree.skipped_names.emplace_back(word, span);
      continue;
    }
    Iterator iterator;
    iterator.kind = Iterator::Kind::pointer;
    iterator.position = dynamic_int(0);
    iterator.pointer.bits = static_cast<std::uint16_t>(found.bits);
    if (tensor) iterator.pointer.space = MemorySpace::smem;
    tree.literals.emplace_back(std::move(iterator));
    Statement statement;
    statement.name = word;
    statement.name_span = statement.span = name;
    statement.root = tree.add({.kind = Syntax::literal,
                               .span = name,
                               .integer = static_int(static_cast<std::int64_t>(tree.literals.size() - 1))});
    statement.pasted = true;
    statement.source = work.kind != SourceKind::own;
    if (tensor) {
      statement.other = statement.source;
      const auto layout = expression_of(tree, layout_of(found.extents[i]), false, name);
      if (!layout || tree.nodes[*layout].height == max_tree_height) {
        tree.skipped_names.emplace_back(word, span);
        continue;
      }
      statement.root = add_call(tree, name, "make_tensor", {statement.root, *layout});
      declaration.kind = RemainderKind::part;
    }
    tree.statements.push_back(std::move(statement));
  }
  tree.skipped.push_back(declaration);
  return true;
}

}  // namespace stridescope
