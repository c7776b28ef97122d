// Keeps cards across an edit.
#include "core/app/cards.h"

#include <algorithm>
#include <iterator>

#include "core/base/sort_stable.h"
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

namespace {

bool arranged(const Card& card) { return card.choice.at >= 0; }

void sort_arranged(std::vector<Card>& cards) {
  // Each card that the user has arranged, with the cards that follow it.
  std::vector<std::vector<Card>> groups(1);
  for (Card& card : cards) {
    if (arranged(card)) groups.emplace_back();
    groups.back().push_back(std::move(card));
  }
  sort_stable(std::span(groups).subspan(1),
              [](const auto& a, const auto& b) { return a.front().choice.at < b.front().choice.at; });
  cards.clear();
  for (auto& group : groups) std::move(group.begin(), group.end(), std::back_inserter(cards));
}

}  // namespace

std::vector<Card>::iterator neighbour(std::vector<Card>& cards, std::vector<Card>::iterator of, int by) {
  auto out = of;
  for (auto at = of; by != 0;) {
    if (by < 0 ? at == cards.begin() : at + 1 == cards.end()) break;
    at += by < 0 ? -1 : 1;
    if (group_of(*at) != group_of(*of)) continue;
    out = at;
    by += by < 0 ? 1 : -1;
  }
  return out;
}

void arrange_cards(std::vector<Card>& cards) {
  if (std::any_of(cards.begin(), cards.end(), arranged)) sort_arranged(cards);
}

}  // namespace stridescope::app
