// Codes of keys for both of ImGui's interfaces, before and after 1.87.
#include "desktop/platform/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <iterator>
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

// From `none` on, in the order of Key.
constexpr Code codes[] = {
    Code(),
#define KEY(name, word, imgui, glfw) STRIDESCOPE_KEY(imgui, glfw),
#define EDITING_KEY KEY
#include "desktop/platform/keys.def"
#undef EDITING_KEY
#undef KEY
};
static_assert(std::size(codes) == static_cast<std::size_t>(Key::letters));

Code code_of(Key key) {
  const int at = static_cast<int>(key);
  const auto after = [&](Code first, Key from) { return static_cast<Code>(first + at - static_cast<int>(from)); };
  if (key >= Key::digits) return after(STRIDESCOPE_KEY(0, 0), Key::digits);
  if (key >= Key::letters) return after(STRIDESCOPE_KEY(A, A), Key::letters);
  return codes[at];
}

}  // namespace

bool pressed(Key key, bool repeat) { return key != Key::none && ImGui::IsKeyPressed(code_of(key), repeat); }

bool chord(Key key, bool ctrl, bool shift, bool alt, bool repeat) {
  const ImGuiIO& io = ImGui::GetIO();
  return (io.KeyCtrl || io.KeySuper) == ctrl && io.KeyShift == shift && io.KeyAlt == alt && pressed(key, repeat);
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

}  // namespace stridescope::desktop
