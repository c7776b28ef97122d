// The first minute: the sentence and the entry points above the cards.
#pragma once

#include <imgui.h>

namespace stridescope::desktop {

struct App;

struct WelcomeState {
  bool open = false;  // the sentence and the entry points are visible
};

// Draws above the cards; returns where they begin.
float draw_welcome(App& app, ImVec2 at, float room);

}  // namespace stridescope::desktop
