// User actions for tests of the application, and their visible results.
#pragma once

#include <string>
#include <vector>

#include "core/app/app.h"
#include "core/app/cards.h"
#include "core/base/text.h"

namespace stridescope::app {

inline Action open(std::string program, std::vector<View> views = {}, IntegerMode mode = IntegerMode::teaching) {
  Action out;
  out.mode = mode;
  out.kind = ActionKind::open;
  out.program = std::move(program);
  out.views = std::move(views);
  out.budget = -1;
  return out;
}

inline Action edit(std::string program, IntegerMode mode = IntegerMode::teaching) {
  Action out;
  out.program = std::move(program);
  out.mode = mode;
  out.budget = -1;
  return out;
}

inline Action on_card(ActionKind kind, std::string key, std::string view = {}, std::int64_t cell = -1) {
  Action out;
  out.kind = kind;
  out.key = std::move(key);
  out.view = std::move(view);
  out.cell = cell;
  return out;
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
