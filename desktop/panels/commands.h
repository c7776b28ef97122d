// The commands of the window: by name, by key, and in the bar at the top; and the line at the bottom.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stridescope::desktop {

struct App;

// Every command by name: the palette lists them, scripts call them.
struct Command {
  std::string title;
  std::string detail;
  std::string words;  // further search words
  std::function<void()> run;
};
std::vector<Command> all_commands(App& app);

void handle_shortcuts(App& app);  // handles the keys of this frame
// Changes the size of all text by steps; 0: the screen's scale.
void zoom_by(App& app, int steps);
void draw_top_bar(App& app);
void draw_status(App& app);
float draw_warnings(App& app,
                    float top);  // rows below the top bar with unsaved data and invalid settings; returns their height

}  // namespace stridescope::desktop
