// User actions for tests of the application, and their visible results.
#pragma once

#include <string>
#include <vector>

#include "core/app/app.h"
#include "core/app/cards.h"
#include "core/base/text.h"

namespace stridescope::app {

inline action::Open open(std::string program, std::vector<View> views = {}, IntegerMode mode = IntegerMode::teaching) {
  return {.program = std::move(program), .mode = mode, .views = std::move(views), .budget = -1};
}

inline action::Edit edit(std::string program, IntegerMode mode = IntegerMode::teaching) {
  return {.program = std::move(program), .mode = mode, .budget = -1};
}

// Keys of the cards whose picture changed.
inline std::vector<std::string> pictures(const App& app, const Changes& changes) {
  std::vector<std::string> out;
  for (const ChangedCard& card : changes.cards) {
    if (card.picture) out.push_back(app.state().cards[card.at].binding.key);
  }
  return out;
}

// "A B:stale C:pending": the cards in order.
inline std::string cards(const App& app) {
  std::string out;
  for (const Card& card : app.state().cards) {
    append_all(out, out.empty() ? "" : " ", card.binding.key, card.stale ? ":stale" : "",
               card.pending ? ":pending" : "");
  }
  return out;
}

}  // namespace stridescope::app
