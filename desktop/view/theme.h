// Every color and size of the window: light and dark, from core/data/colors.def, shared with the page.
#pragma once

#include <imgui.h>

#include <array>

#include "core/render/drawing.h"

namespace stridescope::desktop {

struct Theme {
  bool dark = false;
  ImU32 bg = 0, panel = 0, pane = 0, raised = 0, text = 0, muted = 0, faint = 0, line = 0;
  ImU32 accent = 0, on_accent = 0, active = 0, selection = 0;
  ImU32 good = 0, good_soft = 0, bad = 0, bad_soft = 0, warn = 0, warn_soft = 0, lit = 0, veil = 0;
  ImU32 code_comment = 0, code_number = 0, code_static = 0, code_keyword = 0;
  std::array<ImU32, color_classes> classes = {};  // and the scale from low to high
  ImU32 image = 0, step = 0, carry = 0, blank = 0, ink = 0, wrong = 0;
};

const Theme& theme(bool dark);
// The theme of the current frame.
const Theme& theme();
// Applies the theme to ImGui, with sizes times `scale`.
void apply_theme(bool dark, float scale);

// Converts a length of the design to pixels of the screen.
float px(float length);
float ui_scale();

inline ImVec4 vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }
ImU32 with_alpha(ImU32 color, float alpha);
// The color of a class, or of a level of the scale of measurements.
ImU32 class_fill(std::int32_t color);
// The fill of a cell.
ImU32 cell_fill(std::int32_t color, CellState state);

// Between cards.
constexpr float card_gap = 12;

template <class T>
constexpr float flt(T value) {
  return static_cast<float>(value);
}

}  // namespace stridescope::desktop
