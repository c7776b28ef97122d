// What CUTLASS prints for an atom or a tiling, read as the call that makes it; and atoms by name.
#include "core/base/text.h"
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
            cat("expected '", form.labels[i], ":' of the ", form.name, " before ", describe(tokens_[next_])),
            "paste all lines that CUTLASS prints");
      return {};
    }
    ++next_;
    if (names(next_, "VMNK")) ++next_;
    if (tokens_[next_].kind != TokenKind::colon) {
      error(tokens_[next_].span, cat("expected ':' before ", describe(tokens_[next_])));
      return {};
    }
    ++next_;
    const Index odd = form.labels[i] == "LayoutA_TV" ? odd_layout() : Index{};
    if (!part(i, odd ? odd : expression())) return {};
  }
  if (!form.of.empty()) {
    if (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
    if (!names(next_, form.of)) {
      error(tokens_[next_].span,
            cat("expected the ", form.of, " of the ", form.name, " before ", describe(tokens_[next_])),
            "paste all lines that CUTLASS prints");
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

ProgramParser::Index ProgramParser::odd_layout() {
  std::size_t end = next_;
  while (tokens_[end].kind != TokenKind::newline && tokens_[end].kind != TokenKind::end) ++end;
  if (end == next_) return {};
  const Span span = {tokens_[next_].span.begin, tokens_[end - 1].span.end};
  auto layout = layout_of_print(spelling(span));
  if (!layout) return {};
  next_ = end;
  tree_.literals.push_back(std::move(*layout));
  return add({.kind = Syntax::literal,
              .span = span,
              .integer = static_int(static_cast<std::int64_t>(tree_.literals.size() - 1))});
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
      depth += kind == TokenKind::open_angle ? 1 : kind == TokenKind::close_angle ? -1 : 0;
      node.span.end = tokens_[next_++].span.end;
    } while (depth > 0);
  }
  node.text = spelling(node.span);
  skip_bit_layouts();
  return add(std::move(node));
}

}  // namespace stridescope
