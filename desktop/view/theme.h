// Every colour and size of the window: light and dark, the same as the page's.
#pragma once

#include <imgui.h>

#include <array>

#include "core/render/drawing.h"

namespace stridescope::desktop {

struct Theme {
  bool dark = false;
  ImU32 bg, panel, pane, raised, text, muted, faint, line, accent, on_accent, active, selection;
  ImU32 good, good_soft, bad, bad_soft, warn, warn_soft, lit, veil;
  ImU32 code_comment, code_number, code_static, code_keyword;
  std::array<ImU32, palette_size + heat_levels> classes;  // and the scale from little to much
  ImU32 image, step, carry, blank, ink, wrong;
};

const Theme& theme(bool dark);
// Of the frame that is drawn.
const Theme& theme();
// Makes it ImGui's, with sizes times `scale`.
void apply_theme(bool dark, float scale);

// A length of the design in pixels of the screen.
float px(float length);
float ui_scale();

inline ImVec4 vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }
ImU32 with_alpha(ImU32 color, float alpha);
// Of a class, or of the scale of measurements.
ImU32 class_fill(std::int32_t color);
// The fill of a cell.
ImU32 cell_fill(std::int32_t color, CellState state);

template <class T>
constexpr float flt(T value) {
  return static_cast<float>(value);
}

}  // namespace stridescope::desktop
