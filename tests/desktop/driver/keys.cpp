// Key names and simulated keys for both of ImGui's interfaces, before and after 1.87.
#include "tests/desktop/driver/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string_view>

namespace stridescope::desktop {
namespace {

#if IMGUI_VERSION_NUM >= 18700
#define STRIDESCOPE_KEY_CODE(imgui, glfw) ImGuiKey_##imgui
#else
#define STRIDESCOPE_KEY_CODE(imgui, glfw) GLFW_KEY_##glfw
#endif

struct Named {
  std::string_view word;
  KeyCode code;
};
constexpr Named named[] = {
#define KEY(name, word, imgui, glfw) {word, STRIDESCOPE_KEY_CODE(imgui, glfw)},
#define EDITING_KEY KEY
#include "desktop/platform/keys.def"
#undef EDITING_KEY
#undef KEY
};

std::optional<KeyCode> code_named(std::string_view name) {
  for (const Named& one : named) {
    if (one.word == name) return one.code;
  }
  if (name.size() != 1) return std::nullopt;
  const auto after = [&](KeyCode first, char from) { return static_cast<KeyCode>(first + name[0] - from); };
  if (name[0] >= 'a' && name[0] <= 'z') return after(STRIDESCOPE_KEY_CODE(A, A), 'a');
  if (name[0] >= '0' && name[0] <= '9') return after(STRIDESCOPE_KEY_CODE(0, 0), '0');
  return std::nullopt;
}

}  // namespace

std::optional<Chord> chord_named(std::string text) {
  Chord out;
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
      return std::nullopt;
    text.erase(0, plus + 1);
  }
  const auto code = code_named(text);
  if (!code) return std::nullopt;
  out.key = *code;
  return out;
}

void inject_key(KeyCode key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddKeyEvent(key, down);
#else
  ImGui::GetIO().KeysDown[key] = down;
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

}  // namespace stridescope::desktop
