// The cards of a report, derived from the cards of the report before.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "core/app/app.h"

namespace stridescope::app {

// Makes one card per binding. It keeps the picture, open sections and place of the old card with the same key until its
// own are made. If the program has errors, the cards of names that it still assigns on lines in error stay at their
// places as stale cards.
std::vector<Card> next_cards(std::vector<Card> before, std::vector<door::Binding> bindings, bool broken,
                             std::string_view program);

// The names that the program's statements assign, including statements with errors.
std::set<std::string_view> assigned_names(std::string_view program);

// Orders the cards: arranged cards keep their order; any other card follows its predecessor in the program, or comes
// first. pre: the cards are in the order of the program.
void arrange_cards(std::vector<Card>& cards);
// The card that many places after `of`, or before it for a negative number, among the cards of its group (stage.h). The
// last one in that direction if there are fewer.
std::vector<Card>::iterator neighbour(std::vector<Card>& cards, std::vector<Card>::iterator of, int by);

}  // namespace stridescope::app
