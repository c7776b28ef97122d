// Buffers of TileLang's kernels: `s = T.alloc_shared((M, N), "float16")` becomes the layout of its elements, and an
// annotation `T.annotate_layout({s: make_swizzled_layout(s)})` their annotated layout.
#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr std::size_t max_buffers = 64;
constexpr std::size_t max_annotation = 1 << 12;

// The text between the bracket at `open` and its closing bracket.
std::string_view in_brackets(std::string_view text, std::size_t open) {
  const std::size_t end = past_bracket(text, open, {.quotes = Quotes::none, .longest = max_annotation});
  return end == std::string_view::npos ? std::string_view() : text.substr(open + 1, end - open - 2);
}

struct Buffer {
  std::string_view name;
  std::vector<std::string_view> extents;  // integers, names and expressions of them
  std::string_view type;
  Span span;
  bool placed = false;  // the program places its elements; those of a fragment are placed by the compiler
};

// The type that the program binds to the name, dtype = "float16" or dtype: str = "float16"; otherwise the name.
std::string_view type_bound_to(std::string_view program, std::string_view name) {
  for (std::size_t at = program.find(name); at != std::string_view::npos; at = program.find(name, at + name.size())) {
    std::size_t next = at + name.size();
    if ((at > 0 && is_word(program[at - 1])) || (next < program.size() && is_word(program[next]))) continue;
    next = skip_blanks(program, next);
    if (program.substr(next).starts_with(':'))
      next = skip_blanks(program, word_end(program, skip_blanks(program, next + 1)));
    if (!program.substr(next).starts_with('=') || program.substr(next).starts_with("==")) continue;
    next = skip_blanks(program, next + 1);
    if (next < program.size() && (program[next] == '"' || program[next] == '\'')) ++next;
    if (program.substr(next).starts_with("T.")) next += 2;
    const std::string_view type = program.substr(next, word_end(program, next) - next);
    if (!type.empty() && type != name) return type;
  }
  return name;
}

// [NAME =] T.alloc_shared((M, N), "float16"), or alloc_fragment, at the name.
std::optional<Buffer> buffer_at(std::string_view program, std::size_t begin) {
  Buffer out;
  const std::size_t name = word_end(program, begin);
  if (name == begin || is_digit(program[begin])) return std::nullopt;
  std::size_t at = skip_blanks(program, name);
  const bool named = program.substr(at).starts_with('=');
  if (named) out.name = program.substr(begin, name - begin);
  at = named ? skip_blanks(program, at + 1) : begin;
  constexpr std::size_t longest = 40;
  const std::string_view rest = program.substr(at, longest);  // T., tilelang.language.
  const std::size_t shared = rest.find("alloc_shared(");
  const std::size_t alloc = std::min(shared, rest.find("alloc_fragment("));
  if (alloc >= rest.size() || alloc == 0 || rest[alloc - 1] != '.') return std::nullopt;
  out.placed = shared == alloc;
  const auto is_module = [](char c) { return is_word(c) || c == '.'; };
  if (!std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(alloc), is_module)) return std::nullopt;
  const std::size_t open = program.find('(', at + alloc);
  const std::string_view arguments = in_brackets(program, open);
  const std::size_t list = skip_blanks(arguments, 0);
  if (list >= arguments.size() || (arguments[list] != '(' && arguments[list] != '[')) return std::nullopt;
  const std::string_view shape = in_brackets(arguments, list);
  for (std::size_t i = skip_blanks(shape, 0); i < shape.size();) {
    std::size_t end = i;
    while (end < shape.size() && shape[end] != ',') end = shape[end] == '(' ? past_bracket(shape, end) : end + 1;
    if (end == i || end > shape.size() || out.extents.size() == 6) return std::nullopt;
    out.extents.push_back(trimmed(shape.substr(i, end - i)));
    i = skip_blanks(shape, std::min(end + 1, shape.size()));
  }
  std::size_t type = skip_blanks(arguments, list + shape.size() + 2);
  if (type >= arguments.size() || arguments[type] != ',') return std::nullopt;
  type = skip_blanks(arguments, type + 1);
  if (arguments.substr(type).starts_with("dtype=")) type += 6;
  if (type < arguments.size() && (arguments[type] == '"' || arguments[type] == '\'')) ++type;
  if (arguments.substr(type).starts_with("T.")) type += 2;
  out.type = arguments.substr(type, word_end(arguments, type) - type);
  if (out.type.empty() || out.extents.empty()) return std::nullopt;
  if (!find_type(out.type)) out.type = type_bound_to(program, out.type);
  out.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(open + arguments.size() + 2)};
  return out;
}

// An extent that Python computes from names, which can be parameters of the kernel.
std::optional<std::uint32_t> extent_of(std::string_view program, std::string_view extent, ForeignTree& tree) {
  const auto begin = static_cast<std::uint32_t>(extent.data() - program.data());
  const Span span = {begin, begin + static_cast<std::uint32_t>(extent.size())};
  const std::size_t nodes = tree.nodes.size();
  std::string text(extent);  // without // comments
  for (std::size_t at = text.find("//"); at != std::string::npos; at = text.find("//", at)) text.erase(at, 1);
  const auto root = expression_of(tree, std::move(text), true, span);
  for (std::size_t n = nodes; n < tree.nodes.size(); ++n) {
    if (tree.nodes[n].kind == Syntax::name) tree.nodes[n].integer = static_int(1);
  }
  return root;
}

void add_buffer(std::string_view program, ForeignTree& tree, const Buffer& buffer, std::string_view name,
                std::string text) {
  tree.literals.emplace_back(Text{std::move(text)});
  const std::uint32_t literal = tree.add({.kind = Syntax::literal,
                                          .span = buffer.span,
                                          .integer = static_int(static_cast<std::int64_t>(tree.literals.size() - 1))});
  std::vector<std::uint32_t> extents;
  for (const std::string_view extent : buffer.extents) {
    if (word_end(extent, 0) < extent.size()) {  // block_M // 2
      if (const auto root = extent_of(program, extent, tree)) extents.push_back(*root);
      continue;
    }
    SyntaxNode node = {.kind = Syntax::name, .span = buffer.span, .name_span = buffer.span, .text = extent};
    node.integer = static_int(1);
    if (is_digit(extent[0])) {
      std::int64_t value = 0;
      for (const char c : extent.substr(0, 9)) value = is_digit(c) ? value * 10 + (c - '0') : value;
      node = {.kind = Syntax::integer, .span = buffer.span, .integer = dynamic_int(value)};
    }
    extents.push_back(tree.add(std::move(node)));
  }
  const std::uint32_t shape =
      tree.add({.kind = Syntax::tuple, .span = buffer.span, .trailing_comma = true, .children = std::move(extents)});
  Statement statement;
  statement.name = name;
  statement.name_span = {buffer.span.begin, buffer.span.begin + static_cast<std::uint32_t>(buffer.name.size())};
  statement.span = buffer.span;
  statement.root = tree.add({.kind = Syntax::call,
                             .span = buffer.span,
                             .name_span = buffer.span,
                             .text = "tilelang",
                             .has_arguments = true,
                             .children = {literal, shape}});
  statement.pasted = true;
  tree.statements.push_back(std::move(statement));
}

}  // namespace

std::vector<Span> read_buffers(std::string_view program, ForeignTree& tree) {
  std::vector<Span> out;
  if (program.find("alloc_shared(") == std::string_view::npos &&
      program.find("alloc_fragment(") == std::string_view::npos)
    return out;
  std::vector<Buffer> buffers;
  for (std::size_t at = 0; at < program.size() && buffers.size() < max_buffers;) {
    while (at < program.size() && is_blank(program[at])) ++at;
    if (auto one = buffer_at(program, at)) {
      out.push_back(one->span);
      if (one->placed) {
        buffers.push_back(*std::move(one));
      } else {
        tree.skipped.push_back({one->span, RemainderKind::declaration});
        if (!one->name.empty()) tree.skipped_names.emplace_back(one->name, one->span);
      }
    }
    at = std::min(program.find('\n', at), program.size() - 1) + 1;
  }
  for (const Buffer& buffer : buffers)
    add_buffer(program, tree, buffer, buffer.name, cat("alloc_shared(\"", buffer.type, "\")"));
  constexpr std::string_view annotate = "annotate_layout({";
  for (std::size_t at = program.find(annotate); at != std::string_view::npos; at = program.find(annotate, at + 1)) {
    std::size_t begin = at;  // begin of T.annotate_layout
    while (begin > 0 && (is_word(program[begin - 1]) || program[begin - 1] == '.')) --begin;
    const std::size_t open = at + annotate.size() - 2;
    const std::string_view whole = in_brackets(program, open);
    if (whole.empty()) continue;
    out.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(open + whole.size() + 2)});
    for (const Buffer& buffer : buffers) {
      // s: make_swizzled_layout(s, k_major=False)
      const std::size_t entry = whole.find(cat(buffer.name, ':'));
      if (buffer.name.empty() || entry == std::string_view::npos || (entry > 0 && is_word(whole[entry - 1]))) continue;
      std::size_t maker = skip_blanks(whole, entry + buffer.name.size() + 1);
      std::size_t bracket = maker;
      while (bracket < whole.size() && (is_word(whole[bracket]) || whole[bracket] == '.')) {
        if (whole[bracket] == '.') maker = bracket + 1;
        ++bracket;
      }
      if (bracket >= whole.size() || whole[bracket] != '(' || bracket == maker) continue;
      const std::string_view arguments = in_brackets(whole, bracket);
      if (!arguments.starts_with(buffer.name)) continue;
      tree.texts.push_back(std::make_unique<std::string>(cat(buffer.name, "_annotated")));
      add_buffer(program, tree, buffer, *tree.texts.back(),
                 cat(whole.substr(maker, bracket - maker), "(\"", buffer.type, '"',
                     arguments.substr(buffer.name.size()), ')'));
    }
  }
  return out;
}

bool is_of_tilus(std::string_view program, std::string_view text) {
  const std::string_view name = text.substr(0, text.find('('));
  for (std::size_t at = program.find(name); at != std::string_view::npos; at = program.find(name, at + 1)) {
    const std::size_t behind = std::min(program.find_first_not_of(" \t", at + name.size()), program.size());
    const bool binds = program.substr(behind).starts_with('=') || program.substr(behind).starts_with(':');
    if (binds && (at == 0 || !is_word(program[at - 1]))) return false;
  }
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_word(c) || std::string_view("(),. \r").find(c) != std::string_view::npos;
  });
}

}  // namespace stridescope
