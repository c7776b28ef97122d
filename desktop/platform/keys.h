// Keys by name, for ImGui's input before and after 1.87.
#pragma once

#include <imgui.h>

namespace stridescope::desktop {

// The keys of keys.def, then the letters and the digits.
enum class Key {
  none,
#define EDITING_KEY(name, word, imgui, glfw) name,
#define KEY(name, word, imgui, glfw) name,
#include "desktop/platform/keys.def"
#undef EDITING_KEY
#undef KEY
  letters,
  digits = letters + 26,
};
// The key that types a small letter or a digit.
constexpr Key key(char types) {
  const bool digit = types >= '0' && types <= '9';
  return static_cast<Key>(digit ? static_cast<int>(Key::digits) + types - '0'
                                : static_cast<int>(Key::letters) + types - 'a');
}

// True if the key went down in this frame, or repeats.
bool pressed(Key key, bool repeat = true);
// The same with exactly these states of Ctrl (Cmd), Shift and Alt.
bool chord(Key key, bool ctrl, bool shift = false, bool alt = false, bool repeat = false);
// Tells ImGui the codes of the keys, if no backend does.
void map_keys();

}  // namespace stridescope::desktop
