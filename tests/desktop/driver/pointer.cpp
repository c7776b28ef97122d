// The actions of the pointer. The target is located in the first frames, and may disappear later.
#include <imgui.h>

#include <algorithm>
#include <cstdlib>

#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "tests/desktop/driver/keys.h"
#include "tests/desktop/driver/probe.h"
#include "tests/desktop/driver/script.h"

namespace stridescope::desktop {
namespace {

void set_mouse(float x, float y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMousePosEvent(x, y);
#else
  ImGui::GetIO().MousePos = {x, y};
#endif
}

void set_button(bool down, int button = 0) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseButtonEvent(button, down);
#else
  ImGui::GetIO().MouseDown[button] = down;
#endif
}

// The middle of a widget.
bool point(const std::string& name, ImVec2& out) {
  const auto found = probe().rects.find(name);
  if (found == probe().rects.end()) return false;
  out = {(found->second.x + found->second.z) / 2, (found->second.y + found->second.w) / 2};
  return true;
}

// Center of a cell, on the stage if possible.
bool point(const Turn& t, const std::string& cell, ImVec2& out) {
  const auto found = t.app.pictures.find((t.app.cards.stage.empty() ? "card:" : "stage:") + t.word(0));
  return found != t.app.pictures.end() && cell_on_screen(found->second, std::strtoll(cell.c_str(), nullptr, 10), out);
}

constexpr int aiming = 2;  // frames before an action presses a button or turns a wheel

// Takes the position of the target in the first frames of the line: a target that moves before the press is aimed at
// anew. False without a target; if this lasts, the line fails.
bool aim_at(Turn& t, bool in_sight, ImVec2 at, const char* why) {
  if (t.phase > aiming || (t.phase > 0 && !in_sight)) return true;
  if (!in_sight) {
    t.wait(why);
    return false;
  }
  if (t.phase > 0 && (at.x != t.x() || at.y != t.y()) && !t.late) t.phase = 0;
  t.x() = at.x;
  t.y() = at.y;
  return true;
}

bool aim(Turn& t, const std::string& name, ImVec2 offset = {}) {
  ImVec2 at;
  const bool in_sight = point(name, at);
  return aim_at(t, in_sight, {at.x + offset.x, at.y + offset.y}, "nothing of that name in sight");
}

bool aim_at_cell(Turn& t) {
  ImVec2 at;
  const bool in_sight = point(t, t.word(1), at);
  return aim_at(t, in_sight, at, "no such cell in sight");
}

bool rest_there(Turn& t) {
  set_mouse(t.x(), t.y());
  return ++t.phase > 3;
}

bool press_and_release(Turn& t, int button = 0) {
  set_mouse(t.x(), t.y());
  set_button(t.phase >= 3 && t.phase < 5, button);
  return ++t.phase > 7;
}

bool press_and_release(Turn& t, bool ctrl, bool shift) {
  const bool held = t.phase >= 2 && t.phase < 6;
  inject_modifiers(ctrl && held, shift && held, false);
  return press_and_release(t);
}

// Moves in steps from the current position to the end.
void move_to(const Turn& t, ImVec2 end) {
  const float part = t.phase < 3 ? 0 : std::min(1.0F, flt(t.phase - 2) / 6);
  set_mouse(t.x() + (end.x - t.x()) * part, t.y() + (end.y - t.y()) * part);
}

bool drag_to(Turn& t, ImVec2 end) {
  move_to(t, end);
  set_button(t.phase >= 2 && t.phase < 10);
  return ++t.phase > 11;
}

bool hover(Turn& t) { return aim(t, t.word(0), {t.real(1), t.real(2)}) && rest_there(t); }

bool hover_mode(Turn& t) {
  // The first visible one of the kernel's text.
  std::string name = t.rest;
  const auto text = probe().rects.find("kernel/text");
  for (const auto& [known, rect] : probe().rects) {
    const bool seen = text != probe().rects.end() && rect.y > text->second.y && rect.w < text->second.w;
    if (seen && known.rfind("mode:" + t.rest, 0) == 0) name = known;
  }
  return aim(t, name) && rest_there(t);
}

bool cell(Turn& t) { return aim_at_cell(t) && rest_there(t); }

bool click(Turn& t) { return aim(t, t.rest) && press_and_release(t, false, false); }
bool shift_click(Turn& t) { return aim(t, t.rest) && press_and_release(t, false, true); }
bool ctrl_click(Turn& t) { return aim(t, t.rest) && press_and_release(t, true, false); }
bool click_cell(Turn& t) { return aim_at_cell(t) && press_and_release(t, false, false); }
bool right_click(Turn& t) { return aim(t, t.rest) && press_and_release(t, 1); }
bool right_click_cell(Turn& t) { return aim_at_cell(t) && press_and_release(t, 1); }

// A narrow window may have no room for the widget.
bool is_missing(const Turn& t) { return t.phase == 0 && probe().rects.count(t.rest) == 0; }
bool try_click(Turn& t) { return is_missing(t) || click(t); }
bool try_ctrl_click(Turn& t) { return is_missing(t) || ctrl_click(t); }

bool wheel(Turn& t) {
  if (!aim(t, t.word(0))) return false;
  set_mouse(t.x(), t.y());
  if (t.phase++ < 2) return false;
  if (t.phase == 3) {
    inject_modifiers(t.word(2) == "ctrl", false, false);
    ImGui::GetIO().MouseWheel = t.real(1);
    return false;
  }
  inject_modifiers(false, false, false);
  return t.phase > 4;
}

bool drag(Turn& t) { return aim(t, t.word(0)) && drag_to(t, {t.x() + t.real(1), t.y() + t.real(2)}); }

bool drag_to_widget(Turn& t) {
  ImVec2 end;
  if (!aim(t, t.word(0))) return false;
  return point(t.word(1), end) ? drag_to(t, {end.x + px(2), end.y + px(2)}) : t.fail("nothing to drag it to");
}

// Drags to the lower edge of the cards until the widget becomes visible, and then onto it.
bool drag_down(Turn& t) {
  if (!aim(t, t.word(0))) return false;
  const ImVec4 cards = probe().rects["cards"];
  ImVec2 end = {t.x(), cards.w - px(6)};
  const auto found = probe().rects.find(t.word(1));
  const bool seen = found != probe().rects.end() && found->second.w < cards.w - px(60) && found->second.y > cards.y;
  if (t.phase == 11 && !seen) {
    set_mouse(end.x, end.y);
    return t.late && t.fail("it does not come into sight");
  }
  if (t.phase >= 11 && seen) end = {t.x(), found->second.w - px(3)};
  move_to(t, end);
  set_button(t.phase >= 2 && t.phase < 15);
  return ++t.phase > 16;
}

constexpr Action every_pointer_action[] = {
    {"hover", hover},
    {"hover-mode", hover_mode},
    {"cell", cell},
    {"click", click},
    {"try-click", try_click},
    {"shift-click", shift_click},
    {"ctrl-click", ctrl_click},
    {"try-ctrl-click", try_ctrl_click},
    {"click-cell", click_cell},
    {"right-click", right_click},
    {"right-click-cell", right_click_cell},
    {"wheel", wheel},
    {"drag", drag},
    {"drag-to", drag_to_widget},
    {"drag-down", drag_down},
};

}  // namespace

std::span<const Action> pointer_actions() { return every_pointer_action; }

}  // namespace stridescope::desktop
