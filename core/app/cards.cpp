// How cards outlive an edit.
#include "core/app/cards.h"

#include <algorithm>

#include "core/lang/token.h"

namespace stridescope::app {

std::set<std::string_view> assigned_names(std::string_view program) {
  std::set<std::string_view> out;
  std::vector<Error> errors;
  const std::vector<Token> tokens = tokenize(program, errors);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind != TokenKind::name || tokens[i + 1].kind != TokenKind::equals) continue;
    if (i > 0 && tokens[i - 1].kind != TokenKind::newline) continue;
    out.insert(program.substr(token.span.begin, token.span.end - token.span.begin));
  }
  return out;
}

std::vector<Card> next_cards(std::vector<Card> before, std::vector<door::Binding> bindings, bool broken,
                             std::string_view program) {
  std::vector<Card> out;
  const auto of_key = [](std::vector<Card>& cards, const std::string& key) {
    return std::find_if(cards.begin(), cards.end(), [&](const Card& card) { return card.binding.key == key; });
  };
  for (door::Binding& binding : bindings) {
    Card& card = out.emplace_back();
    card.pending = !binding.views.empty();
    const auto old = of_key(before, binding.key);
    if (old != before.end()) {
      if (card.pending) card.picture = old->picture;
      card.sections = std::move(old->sections);
      card.place = old->place;
    }
    card.binding = std::move(binding);
  }
  if (!broken) return out;
  const std::set<std::string_view> assigned = assigned_names(program);
  std::size_t place = 0;
  for (Card& card : before) {
    const auto at = of_key(out, card.binding.key);
    if (at != out.end()) {
      place = static_cast<std::size_t>(at - out.begin()) + 1;
    } else if (assigned.contains(card.binding.name)) {
      card.stale = true;
      out.insert(out.begin() + static_cast<std::ptrdiff_t>(place++), std::move(card));
    }
  }
  return out;
}

}  // namespace stridescope::app
