// The first minute: the sentence and the doors above the cards, the tour, and the hint that cells are linked.
#pragma once

#include <imgui.h>

namespace stridescope::desktop {

struct App;

struct WelcomeState {
  bool open = false;      // the sentence and the doors are there
  int step = -1;          // of the tour; -1: closed
  double hint_until = 0;  // end of the hint that cells are linked
};

void start_tour(App& app);
// Above the cards; returns where they begin.
float draw_welcome(App& app, ImVec2 at, float room);
void draw_first_minute(App& app);

}  // namespace stridescope::desktop
