// Records what the window draws, with the pane that clips it.
#include "tests/desktop/driver/probe.h"

#include <imgui_internal.h>

#include "core/base/text.h"

namespace stridescope::desktop {

Probe& probe() {
  static Probe instance;
  return instance;
}

void Probe::begin_frame() {
  rects.clear();
  drawn.clear();
}

void Probe::place(std::string_view name, ImVec2 min, ImVec2 max) {
  rects[std::string(name)] = {min.x, min.y, max.x, max.y};
}

void Probe::widget(std::string_view name, ImVec2 min, ImVec2 max) {
  place(name, min, max);
  add(std::string(name), min, max);
}

void Probe::text(std::string_view text) {
  add(cat("text: ", text.substr(0, 60)), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void Probe::add(std::string name, ImVec2 min, ImVec2 max) {
  if (!layout) return;
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiWindow& window = *g.CurrentWindow;
  if (window.SkipItems) return;
  // A clickable row of a table extends over all its columns.
  const bool row = g.CurrentTable != nullptr && g.LastItemData.ID != 0;
  ImRect clip = row ? g.CurrentTable->InnerClipRect : window.ClipRect;
  // Rows and heads begin at the edge of their cell, before its padding.
  if (g.CurrentTable != nullptr) clip.Expand({ImGui::GetStyle().CellPadding.x, 0});
  drawn.push_back({std::move(name),
                   {min.x, min.y, max.x, max.y},
                   {clip.Min.x, clip.Min.y, clip.Max.x, clip.Max.y},
                   &window,
                   window.ScrollMax.x > 0,
                   window.ScrollMax.y > 0,
                   window.DrawList->_Splitter._Current});
}

}  // namespace stridescope::desktop
