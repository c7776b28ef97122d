// How the parts of the session speak to the application on its worker.
#pragma once

#include "core/app/app.h"
#include "desktop/model/session.h"

namespace stridescope::desktop {

inline app::Action action_on(const Card& card, app::ActionKind kind) {
  app::Action action;
  action.kind = kind;
  action.key = card.data.key;
  return action;
}

// Jobs of these kinds replace each other while they wait.
enum Slot : int {
  in_order = 0,
  evaluation = 1,
  hovering = 2,
  completion = 3,
  excerpts = 4,
  answers = 5,
  carets = 7,
  listing = 6,
  questions = 60,  // of the second worker
  pictures = 100
};

}  // namespace stridescope::desktop
