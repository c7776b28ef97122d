// Draws a drawing of the core on ImGui's draw list. It scales the primitives; it computes no position, class or label.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "core/render/drawing.h"

namespace stridescope::desktop {

// Highlighted cells.
struct Lighting {
  const std::set<std::int64_t>* lit = nullptr;
  const std::set<std::int64_t>* group = nullptr;
  const std::set<std::int64_t>* wrong = nullptr;  // elements that a run computed wrong
  bool alone = false;                             // the other cells fade
  bool dimmed = false;                            // the whole picture is outdated
};

struct DrawingFrame {
  ImVec2 origin;    // position of the drawing's (0,0) on the screen
  float zoom = 1;   // pixels per unit
  ImVec2 clip_min;  // the visible part
  ImVec2 clip_max;
  ImVec2 margin;  // room for heads left of and above the origin: head_margin
};

// The margins for the numbers of rows and columns left of and above small cells: left of a strip, a drawing that is
// much higher than wide, and on both sides of other small pictures. 0 where they fit or would be too close.
ImVec2 head_margin(const Drawing& drawing, float zoom);
void paint_drawing(ImDrawList& list, const Drawing& drawing, const DrawingFrame& frame, const Lighting& lighting);
// The cell under a point; -1 if no cell is there.
std::int64_t drawn_cell_at(const Drawing& drawing, const DrawingFrame& frame, ImVec2 point);

// Text centered on a point in the monospaced font, of about that height. Two lines are split at the line break.
void paint_label(ImDrawList& list, ImVec2 middle, float height, ImU32 color, std::string_view text);
// The baked size nearest to a height: text of that size is sharp.
struct LabelFont {
  ImFont* font;
  float size;
};
LabelFont label_font(float height);

}  // namespace stridescope::desktop
