// Key names over both of ImGui's interfaces, before and after 1.87, and for scripts keys that nobody pressed.
#include "desktop/platform/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstring>
#include <string>

namespace stridescope::desktop {
namespace {

#if IMGUI_VERSION_NUM >= 18700
using Code = ImGuiKey;
#define STRIDESCOPE_KEY(imgui, glfw) ImGuiKey_##imgui
#else
using Code = int;
#define STRIDESCOPE_KEY(imgui, glfw) GLFW_KEY_##glfw
#endif

Code code_of(Key key) {
  if (key >= Key::a && key <= Key::z) {
    return static_cast<Code>(static_cast<int>(STRIDESCOPE_KEY(A, A)) + static_cast<int>(key) -
                             static_cast<int>(Key::a));
  }
  if (key >= Key::d0 && key <= Key::d9) {
    return static_cast<Code>(static_cast<int>(STRIDESCOPE_KEY(0, 0)) + static_cast<int>(key) -
                             static_cast<int>(Key::d0));
  }
  switch (key) {
    case Key::left:
      return STRIDESCOPE_KEY(LeftArrow, LEFT);
    case Key::right:
      return STRIDESCOPE_KEY(RightArrow, RIGHT);
    case Key::up:
      return STRIDESCOPE_KEY(UpArrow, UP);
    case Key::down:
      return STRIDESCOPE_KEY(DownArrow, DOWN);
    case Key::home:
      return STRIDESCOPE_KEY(Home, HOME);
    case Key::end:
      return STRIDESCOPE_KEY(End, END);
    case Key::page_up:
      return STRIDESCOPE_KEY(PageUp, PAGE_UP);
    case Key::page_down:
      return STRIDESCOPE_KEY(PageDown, PAGE_DOWN);
    case Key::insert:
      return STRIDESCOPE_KEY(Insert, INSERT);
    case Key::erase:
      return STRIDESCOPE_KEY(Delete, DELETE);
    case Key::backspace:
      return STRIDESCOPE_KEY(Backspace, BACKSPACE);
    case Key::enter:
      return STRIDESCOPE_KEY(Enter, ENTER);
    case Key::escape:
      return STRIDESCOPE_KEY(Escape, ESCAPE);
    case Key::tab:
      return STRIDESCOPE_KEY(Tab, TAB);
    case Key::space:
      return STRIDESCOPE_KEY(Space, SPACE);
    case Key::slash:
      return STRIDESCOPE_KEY(Slash, SLASH);
    case Key::minus:
      return STRIDESCOPE_KEY(Minus, MINUS);
    case Key::equal:
      return STRIDESCOPE_KEY(Equal, EQUAL);
    case Key::f1:
      return STRIDESCOPE_KEY(F1, F1);
    case Key::f5:
      return STRIDESCOPE_KEY(F5, F5);
    default:
      return STRIDESCOPE_KEY(F11, F11);
  }
}

}  // namespace

bool pressed(Key key, bool repeat) { return key != Key::none && ImGui::IsKeyPressed(code_of(key), repeat); }

bool chord(Key key, bool ctrl, bool shift, bool alt, bool repeat) {
  const ImGuiIO& io = ImGui::GetIO();
  return (io.KeyCtrl || io.KeySuper) == ctrl && io.KeyShift == shift && io.KeyAlt == alt && pressed(key, repeat);
}

void inject_key(Key key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddKeyEvent(code_of(key), down);
#else
  ImGui::GetIO().KeysDown[code_of(key)] = down;
#endif
}

void inject_modifiers(bool ctrl, bool shift, bool alt) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, ctrl);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, shift);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, alt);
#else
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = ctrl;
  io.KeyShift = shift;
  io.KeyAlt = alt;
#endif
}

void map_keys() {
#if IMGUI_VERSION_NUM < 18700
  ImGuiIO& io = ImGui::GetIO();
  const auto map = [&](int imgui, int glfw) { io.KeyMap[imgui] = glfw; };
  map(ImGuiKey_Tab, GLFW_KEY_TAB);
  map(ImGuiKey_LeftArrow, GLFW_KEY_LEFT);
  map(ImGuiKey_RightArrow, GLFW_KEY_RIGHT);
  map(ImGuiKey_UpArrow, GLFW_KEY_UP);
  map(ImGuiKey_DownArrow, GLFW_KEY_DOWN);
  map(ImGuiKey_PageUp, GLFW_KEY_PAGE_UP);
  map(ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN);
  map(ImGuiKey_Home, GLFW_KEY_HOME);
  map(ImGuiKey_End, GLFW_KEY_END);
  map(ImGuiKey_Insert, GLFW_KEY_INSERT);
  map(ImGuiKey_Delete, GLFW_KEY_DELETE);
  map(ImGuiKey_Backspace, GLFW_KEY_BACKSPACE);
  map(ImGuiKey_Space, GLFW_KEY_SPACE);
  map(ImGuiKey_Enter, GLFW_KEY_ENTER);
  map(ImGuiKey_Escape, GLFW_KEY_ESCAPE);
  map(ImGuiKey_A, GLFW_KEY_A);
  map(ImGuiKey_C, GLFW_KEY_C);
  map(ImGuiKey_V, GLFW_KEY_V);
  map(ImGuiKey_X, GLFW_KEY_X);
  map(ImGuiKey_Y, GLFW_KEY_Y);
  map(ImGuiKey_Z, GLFW_KEY_Z);
#endif
}

Chord chord_named(const char* name) {
  Chord out;
  std::string text = name;
  while (true) {
    const std::size_t plus = text.find('+');
    if (plus == std::string::npos || plus + 1 >= text.size()) break;
    const std::string word = text.substr(0, plus);
    if (word == "ctrl")
      out.ctrl = true;
    else if (word == "shift")
      out.shift = true;
    else if (word == "alt")
      out.alt = true;
    else
      return {};
    text.erase(0, plus + 1);
  }
  static constexpr struct {
    const char* name;
    Key key;
  } named[] = {{"left", Key::left},      {"right", Key::right},
               {"up", Key::up},          {"down", Key::down},
               {"home", Key::home},      {"end", Key::end},
               {"pageup", Key::page_up}, {"pagedown", Key::page_down},
               {"delete", Key::erase},   {"backspace", Key::backspace},
               {"enter", Key::enter},    {"escape", Key::escape},
               {"tab", Key::tab},        {"space", Key::space},
               {"slash", Key::slash},    {"minus", Key::minus},
               {"equal", Key::equal},    {"f1", Key::f1},
               {"f5", Key::f5},          {"f11", Key::f11}};
  for (const auto& one : named) {
    if (text == one.name) out.key = one.key;
  }
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') {
    out.key = static_cast<Key>(static_cast<int>(Key::a) + (text[0] - 'a'));
  }
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') {
    out.key = static_cast<Key>(static_cast<int>(Key::d0) + (text[0] - '0'));
  }
  return out;
}

}  // namespace stridescope::desktop
