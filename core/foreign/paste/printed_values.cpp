// Atoms and tilings in CUTLASS's printed form, read as the calls that make them.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/foreign/paste/statement_reader.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

using Index = ForeignReader::Index;

// CUTLASS's printed form of an atom or a tiling: its name, below it a line `label: value` for each part. It is read as
// the call that makes it.
struct PrintedForm {
  std::string_view name;
  std::string_view function;
  std::string_view labels[5];  // in print order
  std::string_view of;         // the form that follows
  std::int8_t order[5];        // order of the arguments; 5: the form that follows
};
constexpr std::string_view facts = "*";  // in column `of`: further lines `label: text`, kept verbatim
constexpr PrintedForm printed_forms[] = {
    {"MMA_Atom",
     "make_mma_atom",
     {"ThrID", "Shape_MNK", "LayoutA_TV", "LayoutB_TV", "LayoutC_TV"},
     "",
     {0, 1, 2, 3, 4}},
    {"Copy_Atom",
     "make_copy_atom",
     {"ThrID", "ValLayoutSrc", "ValLayoutDst", "ValLayoutRef", "ValueType"},
     "",
     {0, 1, 2, 3, 4}},
    {"TiledMMA", "make_tiled_mma", {"ThrLayoutVMNK", "PermutationMNK"}, "MMA_Atom", {5, 0, 1, -1}},
    {"TiledCopy", "make_tiled_copy_impl", {"Tiler_MN", "TiledLayout_TV"}, "Copy_Atom", {5, 1, 0, -1}},
    {"ThrMMA", "get_slice", {"Thr"}, "TiledMMA", {5, 0, -1}},
    {"ThrCopy", "get_slice", {"ThrIdx"}, "TiledCopy", {5, 0, -1}},
    {"TMA_Atom", "make_tma_atom", {"Operation", "GmemLayout", "SmemLayout", "ElementBits"}, facts, {0, 1, 2, 3, 5}},
};

bool names(const ProgramParser& parser, std::size_t token, std::string_view word) {
  return parser.token(token).kind == TokenKind::name && parser.spelling(parser.token(token).span) == word;
}

bool ends_line(const Token& token) { return token.kind == TokenKind::newline && !token.forced; }

// The form of that name, if its first part follows on the next line.
const PrintedForm* printed_form(const ProgramParser& parser, std::size_t next, std::string_view name) {
  if (!ends_line(parser.token(next))) return nullptr;
  for (const PrintedForm& form : printed_forms) {
    if (form.name == name && names(parser, next + 1, form.labels[0])) return &form;
  }
  return nullptr;
}

std::size_t end_of_line(ProgramParser& parser) {
  std::size_t end = parser.next();
  while (parser.token(end).kind != TokenKind::newline && parser.token(end).kind != TokenKind::end) ++end;
  return end;
}

// A value that is not an expression of ours, up to the end of its line: a layout that CUTLASS prints in another form,
// the name of an operation, a layout with an unset pointer.
Index odd_value(ProgramParser& parser, ForeignTree& tree, std::string_view label) {
  std::size_t& next = parser.next();
  const std::size_t end = end_of_line(parser);
  if (end == next) return {};
  const Span span = {parser.token(next).span.begin, parser.token(end - 1).span.end};
  if (label == "Operation") {
    next = end;
    return parser.add({.kind = Syntax::string, .span = span, .text = parser.spelling(span)});
  }
  if (label == "SmemLayout") {
    const std::size_t nodes = tree.nodes.size();
    PasteParser paste(parser.text(), span.begin, span.end, tree, false);
    const auto root = paste.expression();
    if (root && paste.at_end()) {
      parser.report_lexical(span.end, false);
      next = end;
      return root;
    }
    tree.nodes.erase(tree.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree.nodes.end());
    return {};
  }
  if (label != "LayoutA_TV") return {};
  auto layout = layout_of_print(parser.spelling(span));
  if (!layout) return {};
  next = end;
  tree.literals.emplace_back(std::move(*layout));
  return parser.add({.kind = Syntax::literal,
                     .span = span,
                     .integer = static_int(static_cast<std::int64_t>(tree.literals.size() - 1))});
}

Index fact_lines(ProgramParser& parser) {
  std::size_t& next = parser.next();
  Span span = {parser.token(next).span.begin, parser.token(next).span.begin};
  for (;;) {
    // Inside brackets the line break before it may have been skipped.
    const std::size_t at = next + (parser.token(next).kind == TokenKind::newline && !parser.token(next).forced ? 1 : 0);
    static constexpr std::string_view labels[] = {"Box",     "Modes",       "Extents",     "StrideBytes",
                                                  "Swizzle", "Instruction", "Instructions"};
    const auto named = [&](std::string_view label) { return names(parser, at, label); };
    if (std::none_of(std::begin(labels), std::end(labels), named) || parser.token(at + 1).kind != TokenKind::colon)
      break;
    next = at;
    next = end_of_line(parser);
    span.end = parser.token(next - 1).span.end;
  }
  return parser.add({.kind = Syntax::string, .span = span, .text = parser.spelling(span)});
}

Index printed(ProgramParser& parser, ForeignTree& tree, SyntaxNode& node, const PrintedForm& form) {
  std::size_t& next = parser.next();
  parser.settle();
  std::uint32_t parts[6] = {};
  const auto part = [&](std::size_t i, const Index& index) {
    if (!index) return false;
    parts[i] = *index;
    node.span.end = tree.nodes[*index].span.end;
    return true;
  };
  for (std::size_t i = 0; i < 5 && !form.labels[i].empty(); ++i) {
    if (parser.token(next).kind == TokenKind::newline && !parser.token(next).forced) ++next;
    if (!names(parser, next, form.labels[i])) {
      parser.error(
          parser.token(next).span,
          say("expected '{}:' of the {} before {}", form.labels[i], form.name, parser.describe(parser.token(next))),
          say("paste all lines that CUTLASS prints"));
      return {};
    }
    ++next;
    if (names(parser, next, "VMNK")) ++next;
    if (parser.token(next).kind != TokenKind::colon) {
      parser.error(parser.token(next).span, say("expected ':' before {}", parser.describe(parser.token(next))));
      return {};
    }
    ++next;
    const Index odd = odd_value(parser, tree, form.labels[i]);
    if (!part(i, odd ? odd : parser.expression())) return {};
  }
  if (form.of == facts) {
    if (!part(5, fact_lines(parser))) return {};
  } else if (!form.of.empty()) {
    if (parser.token(next).kind == TokenKind::newline && !parser.token(next).forced) ++next;
    if (!names(parser, next, form.of)) {
      parser.error(parser.token(next).span,
                   say("expected the {} of the {} before {}", form.of, form.name, parser.describe(parser.token(next))),
                   say("paste all lines that CUTLASS prints"));
      return {};
    }
    if (!part(5, parser.name())) return {};
  }
  node.kind = Syntax::call;
  node.text = form.function;
  node.has_arguments = true;
  for (const std::int8_t i : form.order) {
    if (i < 0) break;
    node.children.push_back(parts[i]);
  }
  return parser.add(std::move(node));
}

}  // namespace

std::optional<Index> StatementReader::printed_value(ProgramParser& parser, SyntaxNode& name) {
  const PrintedForm* form = printed_form(parser, parser.next(), name.text);
  return form != nullptr ? std::optional<Index>(printed(parser, tree_, name, *form)) : std::nullopt;
}

// Lines below the name of a bare operation repeat it.
void StatementReader::after_atom(ProgramParser& parser) {
  std::size_t& next = parser.next();
  while (
      parser.token(next).kind == TokenKind::newline && !parser.token(next).forced &&
      (names(parser, next + 1, "ThrID") || (parser.token(next + 1).kind == TokenKind::name &&
                                            parser.spelling(parser.token(next + 1).span).starts_with("BitLayout"))) &&
      parser.token(next + 2).kind == TokenKind::colon) {
    const std::uint32_t begin = parser.token(++next).span.begin;
    while (parser.token(next).kind != TokenKind::newline && parser.token(next).kind != TokenKind::end) ++next;
    tree_.skipped.push_back({{begin, parser.token(next - 1).span.end}, RemainderKind::part});
  }
}

}  // namespace stridescope
