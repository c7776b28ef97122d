// Letters on everything that can be pressed: which places have one, which letters, and the press that follows when they
// are typed.
#include "desktop/panels/hints.h"

#include <imgui_internal.h>

#include <algorithm>
#include <string_view>

#include "desktop/platform/keys.h"
#include "desktop/platform/window.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"

namespace stridescope::desktop {
namespace {

// Those under the fingers first.
constexpr std::string_view alphabet = "asdfghjklqwertyuiopzxcvbnm";

// What a press without a place means nothing to.
bool needs_a_place(std::string_view name) {
  return name.starts_with("split/") || name.starts_with("picture:") || name == "history" || name == "roofline";
}

// The window that the mouse would meet there.
const ImGuiWindow* window_at(ImVec2 at) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  for (int i = g.Windows.Size - 1; i >= 0; --i) {
    const ImGuiWindow* window = g.Windows[i];
    const bool root = window->RootWindow == window;
    if (!root || !window->Active || window->Hidden || (window->Flags & ImGuiWindowFlags_NoMouseInputs) != 0) continue;
    if (window->OuterRectClipped.Contains(at)) return window;
  }
  return nullptr;
}

void make(Hints& hints) {
  hints.wanted = false;
  for (const Pressable& p : probe().pressables) {
    const ImVec2 middle = {(p.rect.x + p.rect.z) / 2, (p.rect.y + p.rect.w) / 2};
    if (needs_a_place(p.name) || window_at(middle) != p.window) continue;
    const bool known =
        std::any_of(hints.targets.begin(), hints.targets.end(), [&](const Hints::Target& t) { return t.id == p.id; });
    if (!known) hints.targets.push_back({p.name, {}, p.id, p.rect});
  }
  std::stable_sort(hints.targets.begin(), hints.targets.end(), [](const Hints::Target& a, const Hints::Target& b) {
    return a.rect.y != b.rect.y ? a.rect.y < b.rect.y : a.rect.x < b.rect.x;
  });
  const std::vector<std::string> letters = hint_letters(hints.targets.size());
  hints.targets.resize(letters.size());
  for (std::size_t i = 0; i < letters.size(); ++i) hints.targets[i].letters = letters[i];
}

}  // namespace

std::vector<std::string> hint_letters(std::size_t count) {
  std::vector<std::string> out;
  const bool one = count <= alphabet.size();
  for (const char a : alphabet) {
    if (one) {
      if (out.size() < count) out.emplace_back(1, a);
      continue;
    }
    for (const char b : alphabet) {
      if (out.size() < count) out.push_back({a, b});
    }
  }
  return out;
}

bool read_hints(Hints& hints) {
  ImGuiIO& io = ImGui::GetIO();
  hints.settling = std::max(0, hints.settling - 1);
  if (chord(key('g'), true, false, false, false)) {
    const bool open = !hints.on();
    hints.close();
    hints.wanted = open;
    return true;
  }
  if (!hints.on()) return false;
  if (pressed(Key::escape, false) || ImGui::IsMouseClicked(0) || io.MouseWheel != 0) {
    hints.close();
    return true;
  }
  if (pressed(Key::backspace, false) && !hints.typed.empty()) hints.typed.pop_back();
  for (const ImWchar c : io.InputQueueCharacters) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper || (c >= 'a' && c <= 'z')) hints.typed.push_back(static_cast<char>(upper ? c - 'A' + 'a' : c));
  }
  io.ClearInputCharacters();
  bool begins = hints.wanted || hints.typed.empty();
  for (const Hints::Target& target : hints.targets) {
    if (target.letters == hints.typed) {
      // As if it were clicked, in the next frame; not by the mouse, which stays where its owner left it.
      ImGuiContext& g = *ImGui::GetCurrentContext();
      g.NavNextActivateId = target.id;
      // A slider is typed into; the flags of what was pressed before would be kept.
      g.NavNextActivateFlags =
          target.name.starts_with("slice:") ? ImGuiActivateFlags_PreferInput : ImGuiActivateFlags_None;
      g.NavInputSource = ImGuiInputSource_Keyboard;  // a field is then typed into
      hints.close();
      hints.settling = 4;
      return true;
    }
    begins = begins || target.letters.rfind(hints.typed, 0) == 0;
  }
  if (!begins) hints.close();
  return true;
}

void draw_hints(Hints& hints) {
  // Wanted by a command of this frame: what it drew is not noted.
  if (hints.wanted && probe().collect) make(hints);
  if (hints.targets.empty()) return;
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.PushClipRect({0, 0}, {2 * second_from, second_from});  // of both windows
  ImFont* font = fonts().code;
  const float size = font->FontSize * 0.86F;
  for (const Hints::Target& target : hints.targets) {
    if (target.letters.rfind(hints.typed, 0) != 0) continue;
    const std::string left = target.letters.substr(hints.typed.size());
    const ImVec2 room = font->CalcTextSizeA(size, 1e9F, 0, left.c_str());
    const ImVec2 corner = {target.rect.x - px(4), target.rect.y - px(4)};
    const ImVec2 end = {corner.x + room.x + px(6), corner.y + room.y + px(1)};
    list.AddRectFilled(corner, end, t.accent, px(3));
    list.AddText(font, size, {corner.x + px(3), corner.y + px(0.5F)}, t.on_accent, left.c_str());
  }
  list.PopClipRect();
}

}  // namespace stridescope::desktop
