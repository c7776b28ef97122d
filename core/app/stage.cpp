// Chooses the card on the stage and the places of the others.
#include "core/app/stage.h"

#include <algorithm>

#include "core/app/app.h"

namespace stridescope::app {
namespace {

// Limit of the cards below the stage that show their pictures; if there are more, they are a list, except expanded and
// pinned ones.
constexpr int most_small = 3;
// With more integers than this, they are chips even without other cards.
constexpr std::size_t most_numbers = 64;
// A tuple with more characters than this is not a chip.
constexpr std::size_t longest_chip = 48;

bool is_number(const Card& card) {
  return card.binding.number && card.binding.views.empty() && card.binding.text.size() <= longest_chip;
}

bool is_seen(const Card& card) { return !card.binding.views.empty() || card.binding.is_kernel(); }

std::uint32_t begins(const Card& card) { return card.binding.span.begin; }

// The card of the statement with the caret: the last one that begins before the caret and ends on its line or later.
// pre: the caret was moved.
const Card* at_caret(const std::vector<Card>& cards, std::string_view program, std::size_t caret) {
  const std::string_view before = program.substr(0, std::min(caret, program.size()));
  const std::size_t line = before.rfind('\n') + 1;  // 0 if no line precedes
  const Card* out = nullptr;
  for (const Card& card : cards) {
    const bool later = out == nullptr || begins(card) >= begins(*out);
    if (!card.stale && later && begins(card) <= caret && card.binding.span.end >= line) out = &card;
  }
  return out;
}

}  // namespace

Group group_of(Place place, bool pinned) {
  switch (place) {
    case Place::stage:
      return Group::stage;
    case Place::chip:
    case Place::number:
      return Group::numbers;
    case Place::operand:
      return Group::operands;
    case Place::small:
    case Place::row:
      break;
  }
  return pinned ? Group::pinned : Group::others;
}

Group group_of(const Card& card) { return group_of(card.place, card.choice.pin); }

bool joins_group(Group moved, Group on) {
  for (const Group group : {moved, on}) {
    if (group == Group::stage || group == Group::numbers) return false;
  }
  return (moved == Group::pinned) != (on == Group::pinned);
}

bool lands(Group moved, Group on) { return on == Group::stage || moved == on || joins_group(moved, on); }

void place_cards(std::vector<Card>& cards, std::string_view program, std::int64_t caret) {
  const Card* here = caret < 0 ? nullptr : at_caret(cards, program, static_cast<std::size_t>(caret));
  bool numbers = true;
  for (const Card& card : cards) numbers = numbers && !is_seen(card);
  // The card with the highest claim; among equal claims the last one in the program. A card pinned at the start has a
  // higher claim.
  const Card* staged = nullptr;
  int best = 0;
  for (const Card& card : cards) {
    if (!numbers && is_number(card)) continue;
    const int claim = &card == here                      ? 4
                      : card.place == Place::stage       ? 3
                      : is_seen(card) && card.choice.pin ? 2
                      : is_seen(card)                    ? 1
                                                         : 0;
    if (claim < best || (claim == best && staged != nullptr && begins(card) < begins(*staged))) continue;
    best = claim;
    staged = &card;
  }
  const bool alone = cards.size() <= most_numbers && std::all_of(cards.begin(), cards.end(), is_number);
  int small = 0;
  for (Card& card : cards) {
    // While its line has an error, its operands stay next to it.
    bool used = staged->stale && card.place == Place::operand;
    if (!staged->stale && !card.stale) {
      for (const int id : staged->binding.uses) used = used || id == card.binding.id;
    }
    card.place = &card == staged                             ? Place::stage
                 : is_number(card)                           ? (alone ? Place::number : Place::chip)
                 : used && is_seen(card) && !card.choice.pin ? Place::operand
                                                             : Place::small;
    if (card.place == Place::small) ++small;
  }
  if (small <= most_small) return;
  for (Card& card : cards) {
    if (card.place == Place::small && !card.expanded && !card.choice.pin) card.place = Place::row;
  }
}

std::string_view staged_name(const std::vector<Card>& cards) {
  for (const Card& card : cards) {
    if (card.place == Place::stage) return card.binding.name;
  }
  return {};
}

}  // namespace stridescope::app
