// Keys by name, over ImGui's input before and after 1.87.
#pragma once

#include <imgui.h>

namespace stridescope::desktop {

enum class Key {
  none,
  left,
  right,
  up,
  down,
  home,
  end,
  page_up,
  page_down,
  insert,
  erase,
  backspace,
  enter,
  escape,
  tab,
  space,
  a,
  b,
  c,
  d,
  e,
  f,
  g,
  h,
  i,
  j,
  k,
  l,
  m,
  n,
  o,
  p,
  q,
  r,
  s,
  t,
  u,
  v,
  w,
  x,
  y,
  z,
  d0,
  d1,
  d2,
  d3,
  d4,
  d5,
  d6,
  d7,
  d8,
  d9,
  slash,
  minus,
  equal,
  f1,
  f5,
  f11,
};

// The key went down in this frame, or repeats.
bool pressed(Key key, bool repeat = true);
// With Ctrl (Cmd), Shift and Alt exactly as said.
bool chord(Key key, bool ctrl, bool shift = false, bool alt = false, bool repeat = false);
// For scripts: holds a key for the next frame.
void inject_key(Key key, bool down);
void inject_modifiers(bool ctrl, bool shift, bool alt);
// "ctrl+shift+k" in parts; none where it is no key.
struct Chord {
  Key key = Key::none;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
};
Chord chord_named(const char* name);
// Tells ImGui which keys are which, where no backend does.
void map_keys();

}  // namespace stridescope::desktop
