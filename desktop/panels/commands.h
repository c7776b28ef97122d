// The commands of the window: by name, by key, and in the bar at the top; and the line at the bottom.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stridescope::desktop {

struct App;

// Every command by name: the palette lists them, scripts do them.
struct Command {
  std::string title;
  std::string detail;
  std::string words;  // that find it too
  std::function<void()> run;
};
std::vector<Command> all_commands(App& app);

void take_shortcuts(App& app);  // the keys of this frame
// All text a step larger or smaller, or (0) as large as the screen's scale says.
void zoom_by(App& app, int steps);
void draw_top_bar(App& app);
void draw_status(App& app);
float draw_warnings(App& app,
                    float top);  // rows below the top bar: what is not kept, what is not in force; their height

}  // namespace stridescope::desktop
