// Simulated keys, by their names in keys.def or their character: ctrl+k, shift+tab, f5.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>

namespace stridescope::desktop {

#if IMGUI_VERSION_NUM >= 18700
using KeyCode = ImGuiKey;
#else
using KeyCode = int;
#endif

// The parts of "ctrl+shift+k".
struct Chord {
  KeyCode key = KeyCode();
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
};
std::optional<Chord> chord_named(std::string text);

// Sets the state of a key for the next frame.
void inject_key(KeyCode key, bool down);
void inject_modifiers(bool ctrl, bool shift, bool alt);

}  // namespace stridescope::desktop
