// Every button by the keyboard: Ctrl G writes letters on all that can be pressed, and typing them presses it. What is
// covered by a dialog or scrolled out of sight has none.
#pragma once

#include <imgui.h>

#include <map>
#include <string>
#include <vector>

namespace stridescope::desktop {

struct Hints {
  struct Target {
    std::string name, letters;
    ImGuiID id = 0;
    ImVec4 rect;
  };
  bool wanted = false;  // to be made of what this frame draws
  std::vector<Target> targets;
  std::string typed;
  int settling = 0;  // frames until what was pressed is done
  bool on() const { return wanted || !targets.empty(); }
  void close() {
    wanted = false;
    targets.clear();
    typed.clear();
  }
};

// Letters for so many targets: one each as long as they last, else two; no one begins another.
std::vector<std::string> hint_letters(std::size_t count);

// At the begin of a frame: opens, reads what is typed, presses. True when the keys of this frame are taken.
bool read_hints(Hints& hints);
// At its end: makes and draws them.
void draw_hints(Hints& hints);

}  // namespace stridescope::desktop
