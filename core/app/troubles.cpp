// Found among the tokens: a line in error has no tree, or half of one.
#include "core/app/troubles.h"

#include <algorithm>
#include <initializer_list>

#include "core/app/library.h"
#include "core/foreign/cpp/source_text.h"
#include "core/functions/builtin.h"
#include "core/lang/token.h"

namespace stridescope::app {
namespace {

// The page of a token that is no name; empty where it has none of its own.
std::string_view notation_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::colon:
      return "layout_of_shape";
    case TokenKind::compose:
      return "composed";
    case TokenKind::slash:
    case TokenKind::percent:
      return "shape_division";
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::star:
      return "arithmetic";
    case TokenKind::arrow:
    case TokenKind::dashes:
      return "arrow";
    default:
      return {};
  }
}

}  // namespace

std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog) {
  // Of a call's own name the place ends at its bracket.
  for (const std::size_t caret : {std::size_t{place.begin}, std::size_t{place.end}, std::size_t{place.end} + 1}) {
    if (caret > program.size() || (caret > place.end && program[place.end] != '(' && program[place.end] != '<')) break;
    if (auto call = typed_call(program, caret, {}, catalog)) return call;
  }
  return std::nullopt;
}

std::vector<std::string> troubled_pages(std::string_view program) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view name) {
    const bool known = name.empty() || !has_page(name) || std::find(out.begin(), out.end(), name) != out.end();
    if (!known && out.size() < most_troubled_pages) out.emplace_back(name);
  };
  std::vector<Error> errors;
  const SourceText source = without_comments(program, errors);
  const std::string_view read = source.text.empty() ? program : std::string_view(source.text);
  const std::vector<Token> tokens = tokenize(read, errors);
  for (std::size_t i = 0; i < tokens.size() && out.size() < most_troubled_pages; ++i) {
    const Token& token = tokens[i];
    if (token.kind != TokenKind::name) {
      add(notation_of(token.kind));
      continue;
    }
    const TokenKind next = i + 1 < tokens.size() ? tokens[i + 1].kind : TokenKind::end;
    const std::string_view name = read.substr(token.span.begin, token.span.end - token.span.begin);
    if (name == "Sw" && next == TokenKind::open_angle) add("swizzle");
    const bool called = next == TokenKind::open_paren || next == TokenKind::open_angle;
    if (called && find_builtin(name) != nullptr) add(name);
  }
  if (out.empty()) {
    for (const std::string_view name : {"statement", "layout_of_shape", "function", "composed"}) add(name);
  }
  return out;
}

}  // namespace stridescope::app
