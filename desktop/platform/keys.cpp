// Key names for both of ImGui's interfaces, before and after 1.87, and simulated keys for scripts.
#include "desktop/platform/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <iterator>
#include <string>
#include <utility>

namespace stridescope::desktop {
namespace {

#if IMGUI_VERSION_NUM >= 18700
using Code = ImGuiKey;
#define STRIDESCOPE_KEY(imgui, glfw) ImGuiKey_##imgui
#else
using Code = int;
#define STRIDESCOPE_KEY(imgui, glfw) GLFW_KEY_##glfw
#endif

struct Named {
  const char* word;
  Code code;
};
// From `none` on, in the order of Key.
constexpr Named named[] = {
    {"", Code()},
#define KEY(name, word, imgui, glfw) {word, STRIDESCOPE_KEY(imgui, glfw)},
#define EDITING_KEY KEY
#include "desktop/platform/keys.def"
#undef EDITING_KEY
#undef KEY
};
static_assert(std::size(named) == static_cast<std::size_t>(Key::letters));

Code code_of(Key key) {
  const int at = static_cast<int>(key);
  const auto after = [&](Code first, Key from) { return static_cast<Code>(first + at - static_cast<int>(from)); };
  if (key >= Key::digits) return after(STRIDESCOPE_KEY(0, 0), Key::digits);
  if (key >= Key::letters) return after(STRIDESCOPE_KEY(A, A), Key::letters);
  return named[at].code;
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
#define KEY(name, word, imgui, glfw)
#define EDITING_KEY(name, word, imgui, glfw) io.KeyMap[ImGuiKey_##imgui] = GLFW_KEY_##glfw;
#include "desktop/platform/keys.def"
#undef EDITING_KEY
#undef KEY
  // The letters of clipboard and undo.
  constexpr std::pair<int, char> letters[] = {{ImGuiKey_A, 'A'}, {ImGuiKey_C, 'C'}, {ImGuiKey_V, 'V'},
                                              {ImGuiKey_X, 'X'}, {ImGuiKey_Y, 'Y'}, {ImGuiKey_Z, 'Z'}};
  for (const auto& [imgui, letter] : letters) io.KeyMap[imgui] = letter;  // GLFW's code of a letter
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
  for (std::size_t i = 1; i < std::size(named); ++i) {
    if (text == named[i].word) out.key = static_cast<Key>(i);
  }
  const char types = text.size() == 1 ? text[0] : '\0';
  if ((types >= 'a' && types <= 'z') || (types >= '0' && types <= '9')) out.key = key(types);
  return out;
}

}  // namespace stridescope::desktop
