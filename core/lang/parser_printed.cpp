// What CUTLASS prints for an atom or a tiling, read as the call that makes it; and atoms by name.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"
#include "core/lang/program_parser.h"
#include "core/tiled/atom.h"
#include "core/tiled/type_name.h"

namespace stridescope {

const ProgramParser::PrintedForm* ProgramParser::printed_form(std::string_view name) const {
  if (tokens_[next_].kind != TokenKind::newline || tokens_[next_].forced) return nullptr;
  for (const PrintedForm& form : printed_forms) {
    if (form.name == name && names(next_ + 1, form.labels[0])) return &form;
  }
  return nullptr;
}

ProgramParser::Index ProgramParser::printed(SyntaxNode& node, const PrintedForm& form) {
  printed_ = true;
  std::uint32_t parts[6] = {};
  const auto part = [&](std::size_t i, const Index& index) {
    if (!index) return false;
    parts[i] = *index;
    node.span.end = tree_.nodes[*index].span.end;
    return true;
  };
  for (std::size_t i = 0; i < 5 && !form.labels[i].empty(); ++i) {
    if (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
    if (!names(next_, form.labels[i])) {
      error(tokens_[next_].span,
            say("expected '{}:' of the {} before {}", form.labels[i], form.name, describe(tokens_[next_])),
            say("paste all lines that CUTLASS prints"));
      return {};
    }
    ++next_;
    if (names(next_, "VMNK")) ++next_;
    if (tokens_[next_].kind != TokenKind::colon) {
      error(tokens_[next_].span, say("expected ':' before {}", describe(tokens_[next_])));
      return {};
    }
    ++next_;
    const Index odd = odd_value(form.labels[i]);
    if (!part(i, odd ? odd : expression())) return {};
  }
  if (form.of == facts) {
    if (!part(5, fact_lines())) return {};
  } else if (!form.of.empty()) {
    if (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
    if (!names(next_, form.of)) {
      error(tokens_[next_].span,
            say("expected the {} of the {} before {}", form.of, form.name, describe(tokens_[next_])),
            say("paste all lines that CUTLASS prints"));
      return {};
    }
    if (!part(5, name())) return {};
  }
  node.kind = Syntax::call;
  node.text = form.function;
  node.has_arguments = true;
  for (const std::int8_t i : form.order) {
    if (i < 0) break;
    node.children.push_back(parts[i]);
  }
  return add(std::move(node));
}

std::size_t ProgramParser::end_of_line() const {
  std::size_t end = next_;
  while (tokens_[end].kind != TokenKind::newline && tokens_[end].kind != TokenKind::end) ++end;
  return end;
}

ProgramParser::Index ProgramParser::odd_value(std::string_view label) {
  const std::size_t end = end_of_line();
  if (end == next_) return {};
  const Span span = {tokens_[next_].span.begin, tokens_[end - 1].span.end};
  if (label == "Operation") {
    next_ = end;
    return add({.kind = Syntax::string, .span = span, .text = spelling(span)});
  }
  if (label == "SmemLayout") {
    const std::size_t nodes = tree_.nodes.size();
    PasteParser parser(text_, span.begin, span.end, tree_, false);
    const auto root = parser.expression();
    if (root && parser.at_end()) {
      report_lexical(span.end, false);
      next_ = end;
      return root;
    }
    tree_.nodes.erase(tree_.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree_.nodes.end());
    return {};
  }
  if (label != "LayoutA_TV") return {};
  auto layout = layout_of_print(spelling(span));
  if (!layout) return {};
  next_ = end;
  tree_.literals.emplace_back(std::move(*layout));
  return add({.kind = Syntax::literal,
              .span = span,
              .integer = static_int(static_cast<std::int64_t>(tree_.literals.size() - 1))});
}

ProgramParser::Index ProgramParser::fact_lines() {
  Span span = {tokens_[next_].span.begin, tokens_[next_].span.begin};
  for (;;) {
    // Inside brackets the line break before it may have been passed over.
    const std::size_t at = next_ + (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced ? 1 : 0);
    static constexpr std::string_view labels[] = {"Box",     "Modes",       "Extents",     "StrideBytes",
                                                  "Swizzle", "Instruction", "Instructions"};
    const auto named = [&](std::string_view label) { return names(at, label); };
    if (std::none_of(std::begin(labels), std::end(labels), named) || tokens_[at + 1].kind != TokenKind::colon) break;
    next_ = at;
    next_ = end_of_line();
    span.end = tokens_[next_ - 1].span.end;
  }
  return add({.kind = Syntax::string, .span = span, .text = spelling(span)});
}

void ProgramParser::label(Statement& statement) {
  const bool chain = tree_.nodes[statement.root].kind == Syntax::chain;
  const std::uint32_t labelled = chain ? tree_.nodes[statement.root].children.front() : statement.root;
  if (tree_.nodes[labelled].kind != Syntax::pair) return;
  const SyntaxNode name = tree_.nodes[tree_.nodes[labelled].children[0]];
  const std::uint32_t value = tree_.nodes[labelled].children[1];
  const Syntax kind = tree_.nodes[value].kind;
  if (name.kind != Syntax::name || (!chain && kind != Syntax::tuple && kind != Syntax::call)) return;
  const auto is_it = [&](const auto& one) { return one.first == name.text; };
  const bool bound =
      std::any_of(tree_.statements.begin(), tree_.statements.end(),
                  [&](const Statement& s) {
                    return s.name == name.text || std::any_of(s.names.begin(), s.names.end(),
                                                              [&](const BoundName& n) { return n.name == name.text; });
                  }) ||
      std::any_of(tree_.failed_names.begin(), tree_.failed_names.end(), is_it) ||
      std::any_of(tree_.skipped_names.begin(), tree_.skipped_names.end(), is_it) ||
      std::any_of(tree_.parameters.begin(), tree_.parameters.end(),
                  [&](const Parameter& p) { return p.name == name.text; });
  if (bound || (find_builtin(name.text) != nullptr && kind != Syntax::tuple)) return;
  statement.name = name.text;
  statement.name_span = name.span;
  statement.pasted = true;
  if (chain) {
    tree_.nodes[statement.root].children.front() = value;
    tree_.nodes[statement.root].span.begin = tree_.nodes[value].span.begin;
  } else {
    statement.root = value;
  }
}

void ProgramParser::skip_bit_layouts() {
  while (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced &&
         (names(next_ + 1, "ThrID") ||
          (tokens_[next_ + 1].kind == TokenKind::name && spelling(tokens_[next_ + 1].span).starts_with("BitLayout"))) &&
         tokens_[next_ + 2].kind == TokenKind::colon) {
    ++next_;
    while (tokens_[next_].kind != TokenKind::newline && tokens_[next_].kind != TokenKind::end) ++next_;
  }
}

ProgramParser::Index ProgramParser::atom(SyntaxNode& node) {
  node.kind = Syntax::type;
  int depth = 0;
  if (tokens_[next_].kind == TokenKind::open_angle && tokens_[next_].after_name) {
    do {
      const TokenKind kind = tokens_[next_].kind;
      if (kind == TokenKind::end || (kind == TokenKind::newline && tokens_[next_].forced) ||
          node.span.end - node.span.begin > max_type_name_bytes) {
        return unclosed(node.name_span, '>');
      }
      // UniversalCopy<uint_byte_t<2 * kN>>, sizeof(T): C++'s expressions are read as C++.
      if (kind == TokenKind::open_paren || kind == TokenKind::star || kind == TokenKind::plus ||
          kind == TokenKind::minus || kind == TokenKind::slash) {
        error(node.name_span, say("'{}' is not of this language", node.text));
        return {};
      }
      depth += kind == TokenKind::open_angle ? 1 : kind == TokenKind::close_angle ? -1 : 0;
      node.span.end = tokens_[next_++].span.end;
    } while (depth > 0);
  }
  node.text = spelling(node.span);
  skip_bit_layouts();
  return add(std::move(node));
}

}  // namespace stridescope
