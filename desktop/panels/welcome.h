// The first minute: the sentence and the entry points above the cards, the tour, and the hint about linked cells.
#pragma once

#include <imgui.h>

namespace stridescope::desktop {

struct App;

struct WelcomeState {
  bool open = false;      // the sentence and the entry points are visible
  int step = -1;          // step of the tour; -1: closed
  double hint_until = 0;  // end of the hint about linked cells
};

void start_tour(App& app);
// Draws above the cards; returns where they begin.
float draw_welcome(App& app, ImVec2 at, float room);
void draw_first_minute(App& app);

}  // namespace stridescope::desktop
