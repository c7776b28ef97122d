// The dock below the cards or next to them: runs, counters, generated code, questions about threads and values, the
// tuner.
#include "desktop/panels/dock.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/kernel.h"
#include "desktop/panels/runs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// In the order of DockTab.
constexpr void (*draw_tab[])(App& app) = {draw_runs, draw_counters, draw_kernel, draw_threads, draw_tuner};
static_assert(std::size(draw_tab) == dock_tab_count);

constexpr float room_beside = 2000;   // in a window of this width it is next to the cards by default
constexpr float least_beside = 1060;  // in a narrower window it does not fit there

// A small picture of a window: a border across its middle, and a filled area for the dock.
bool side_button(std::string_view name, DockSide side, const char* tip) {
  const Theme& t = theme();
  const float height = ImGui::GetFontSize() + px(8);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(std::string(name).c_str(), {px(28), height});
  const bool over = ImGui::IsItemHovered();
  note_item(name);
  tooltip(tip);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (over) list.AddRectFilled(at, {at.x + px(28), at.y + height}, t.raised, px(5));
  const ImU32 ink = over ? t.text : t.muted;
  const ImVec2 a = {std::floor(at.x + px(7)), std::floor(at.y + (height - px(11)) / 2)};
  const ImVec2 b = {a.x + std::floor(px(14)), a.y + std::floor(px(11))};
  list.AddRect(a, b, ink, px(2));
  const ImVec2 from =
      side == DockSide::beside ? ImVec2(std::floor((a.x + b.x) / 2), a.y) : ImVec2(a.x, std::floor((a.y + b.y) / 2));
  list.AddRectFilled(from, b, ink, px(1));
  return clicked;
}

// Draws the report of the last run, even if the dock is closed.
void draw_measured(App& app) {
  if (!run_is_current(app) || app.runs.running) return;
  const RunOutcome& r = app.runs.last->outcome;
  char text[96] = "";
  if (const auto rate = r.rate())
    std::snprintf(text, sizeof text, "%.*f %s %s", *rate < 100 ? 1 : 0, *rate, r.unit(), tr("measured"));
  ImGui::SameLine(0, px(16));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + px(4));
  if (text[0] != 0 && verdict_color(r.verdict) == theme().good)
    plain(text, theme().accent);
  else if (r.verdict != RunVerdict::not_run)
    draw_verdict(r);
  note_item("dock/verdict");
}

// Draws the tabs in a row if they fit, otherwise a menu; the dock's tools are at the right.
void draw_head(App& app, bool beside) {
  DockLayout& dock = app.settings.dock;
  const bool open = app.settings.dock_open;
  const float top = ImGui::GetCursorPosY();
  const float tools = px(30) * (open ? 2 : 1) + px(8);
  const float room = ImGui::GetContentRegionAvail().x - tools;
  float wide = 0;
  for (const char* title : dock_tab_titles) wide += text_width(tr(title)) + px(16);
  if (wide <= room) {
    for (std::size_t i = 0; i < dock_tab_count; ++i) {
      const auto tab = static_cast<DockTab>(i);
      const bool on = open && dock.tab == tab;
      if (segment(cat("dock/", dock_tab_names[i]), dock_tab_titles[i], on)) {
        open_dock(app, !on);  // a click on the current tab closes the dock
        dock.tab = tab;
      }
      ImGui::SameLine(0, px(2));
    }
  } else {
    std::vector<app::FieldOption> tabs;
    for (std::size_t i = 0; i < dock_tab_count; ++i)
      tabs.push_back({std::string(dock_tab_names[i]), Message::verbatim(tr(dock_tab_titles[i]))});
    std::string chosen(dock_tab_names[static_cast<std::size_t>(dock.tab)]);
    if (draw_options("dock/tab", tabs, chosen, std::clamp(room - px(4), px(40), px(170)))) {
      const auto at = std::find(std::begin(dock_tab_names), std::end(dock_tab_names), chosen);
      dock.tab = static_cast<DockTab>(at - std::begin(dock_tab_names));
    }
    ImGui::SameLine(0, px(2));
  }
  if (wide + px(220) <= room) draw_measured(app);
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetWindowWidth() - tools - ImGui::GetStyle().WindowPadding.x + px(8));
  ImGui::SetCursorPosY(top);
  if (open) {
    const DockMove move = dock_move(beside);
    if (side_button("dock/side", move.side, tr(move.words))) move_dock(app, move.side);
    ImGui::SameLine(0, 2);
    ImGui::SetCursorPosY(top);
  }
  if (segment("dock/toggle", open ? "\xE2\x96\xBE" : "\xE2\x96\xB4", false)) open_dock(app, !open);
}

}  // namespace

void open_dock(App& app, bool open) {
  app.settings.dock_open = open;
  app.dock.set_by_user = true;
}

void show_dock_tab(App& app, DockTab which) {
  open_dock(app, true);
  app.settings.dock.tab = which;
}

void move_dock(App& app, DockSide side) {
  app.settings.dock.side = side;
  open_dock(app, true);
}

bool dock_is_beside(const App& app, ImVec2 display) {
  const DockSide side = app.settings.dock.side;
  const bool wanted = side == DockSide::beside || (side == DockSide::automatic && display.x >= px(room_beside));
  return app.settings.dock_open && wanted && display.x >= px(least_beside);
}

DockMove dock_move(bool beside) {
  return beside ? DockMove{DockSide::below, "The dock below the cards"}
                : DockMove{DockSide::beside, "The dock next to the cards"};
}

void draw_dock(App& app, ImVec2 size, bool beside) {
  begin_pane("dock", size, theme().panel, {12, 6}, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_head(app, beside);
  if (app.settings.dock_open) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
    draw_tab[static_cast<std::size_t>(app.settings.dock.tab)](app);
    ImGui::PopStyleVar();
  }
  end_pane();
}

}  // namespace stridescope::desktop
