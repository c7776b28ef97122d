// The cards of a report, given those of the report before.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "core/app/app.h"

namespace stridescope::app {

// One card a binding, with the picture, the open sections and the place of the card of the same key until its own are
// there. Where the program has errors the cards of names that it still assigns, on lines in error, stay at their places
// as stale ones.
std::vector<Card> next_cards(std::vector<Card> before, std::vector<door::Binding> bindings, bool broken,
                             std::string_view program);

// The names that statements of the program, whole or broken, assign.
std::set<std::string_view> assigned_names(std::string_view program);

// Arranged cards keep their order; any other follows its predecessor in the program, or comes first. pre: they are in
// the order of the program.
void arrange_cards(std::vector<Card>& cards);
// The card the given number of places after that one, or before it (below 0), among those of its group (stage.h). The
// last of them if there are fewer.
std::vector<Card>::iterator neighbour(std::vector<Card>& cards, std::vector<Card>::iterator of, int by);

}  // namespace stridescope::app
