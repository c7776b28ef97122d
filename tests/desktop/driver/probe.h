// The widgets and texts of the last frame, by name and as drawn: the driver clicks them and checks their layout.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "desktop/view/ui.h"

namespace stridescope::desktop {

// A widget or a text, with the windows that contain it.
struct Drawn {
  std::string name;
  ImVec4 rect;
  ImVec4 clip;
  const void* window = nullptr;  // the innermost window
  bool scrolls_x = false;        // the window scrolls
  bool scrolls_y = false;
  int layer = 0;  // of its draw list: floating parts have another one
};

class Probe final : public Observer {
 public:
  std::map<std::string, ImVec4> rects;  // x0, y0, x1, y1
  std::vector<Drawn> drawn;             // kept if `layout` is set (layout_check.h)
  bool layout = false;

  void begin_frame() override;
  void place(std::string_view name, ImVec2 min, ImVec2 max) override;
  void widget(std::string_view name, ImVec2 min, ImVec2 max) override;
  void text(std::string_view text) override;

 private:
  void add(std::string name, ImVec2 min, ImVec2 max);
};
Probe& probe();

}  // namespace stridescope::desktop
