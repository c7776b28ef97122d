// The dock below the cards, beside them or in a window of its own: panes with a tab each, of runs, counters, generated
// code, questions on threads and values, recorded measurements, the tuner. A pane can be split and closed, its borders
// and its tabs can be dragged.
#include <imgui.h>

#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// In the order of DockTab.
constexpr void (*draw_tab[])(App& app) = {draw_runs,    draw_counters, draw_kernel,
                                          draw_threads, draw_recorded, draw_tuner};
static_assert(std::size(draw_tab) == dock_tab_count);

constexpr const char* dragged_tab = "dock tab";
constexpr float narrowest_pane = 300;  // side by side
constexpr float least_pane = 280;      // narrower ones are left out
constexpr float lowest_pane = 130;     // one above the other
constexpr float room_beside = 2000;    // in a window of this width it stands beside the cards by itself
constexpr float least_beside = 1060;   // a narrower one has no room for it there

// Between two panes, for the mouse.
float border_grip() { return px(7); }

// "dock/runs" of the first pane, "dock2/runs" of the second.
std::string name_in(std::size_t pane, std::string_view what) {
  return pane == 0 ? cat("dock/", what) : cat("dock", pane + 1, "/", what);
}

enum class Sign { split, below, beside, apart };

// A window in small: where the border is, and which part the dock has.
bool sign_button(std::string_view name, Sign sign, bool upright, const char* tip) {
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
  // The second window lies over the first one's corner.
  if (sign == Sign::apart) {
    const ImVec2 corner = {std::floor(a.x + px(5)), std::floor(a.y + px(4))};
    list.AddRect(a, {b.x - std::floor(px(3)), b.y - std::floor(px(3))}, ink, px(2));
    list.AddRectFilled(corner, b, ink, px(2));
    return clicked;
  }
  list.AddRect(a, b, ink, px(2));
  const float x = std::floor((a.x + b.x) / 2);
  const float y = std::floor((a.y + b.y) / 2);
  if (sign == Sign::split && upright) list.AddLine({a.x, y}, {b.x, y}, ink);
  if (sign == Sign::split && !upright) list.AddLine({x, a.y}, {x, b.y}, ink);
  if (sign == Sign::below) list.AddRectFilled({a.x, y}, b, ink, px(1));
  if (sign == Sign::beside) list.AddRectFilled({x, a.y}, b, ink, px(1));
  return clicked;
}

// As many as there is room for; the others wait behind the one in front.
std::size_t fitting_panes(ImVec2 size, bool beside) {
  const float room = beside ? size.y / px(lowest_pane) : size.x / px(least_pane);
  return static_cast<std::size_t>(std::max(1.0F, std::floor(room)));
}

// What the last run says, also while the dock is closed.
void draw_measured(App& app) {
  if (!app.run_is_current() || app.runs.running) return;
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

// What shows a place of the dock in small.
Sign sign_of(DockSide side) {
  return side == DockSide::apart ? Sign::apart : side == DockSide::beside ? Sign::beside : Sign::below;
}

void draw_tab_menu(App& app, std::size_t pane, DockTab tab, bool beside) {
  if (!ImGui::BeginPopupContextItem()) return;
  DockLayout& layout = app.settings.dock;
  const bool alone = layout.panes.size() == 1;
  if (entry("dock/menu/split", "In a pane of its own", nullptr, false, layout.can_split())) {
    app.open_dock(true);
    layout.split(pane, tab);
  }
  if (entry("dock/menu/close", "Close this pane", nullptr, false, !alone)) layout.close(pane);
  ImGui::Separator();
  for (const DockMove& move : dock_moves(app, beside)) {
    if (entry(cat("dock/menu/", move.name), move.words)) app.move_dock(move.side);
  }
  ImGui::EndPopup();
}

// The tabs, beside each other where there is room, else as a choice among them; and the pane's own tools at the right.
void draw_head(App& app, std::size_t pane, bool beside, std::size_t fitting) {
  DockLayout& layout = app.settings.dock;
  const std::size_t seen = std::min(layout.panes.size(), fitting);
  const bool alone = layout.panes.size() == 1;
  const bool last = seen == 1 || pane + 1 == layout.panes.size();
  const bool first = seen == 1 || pane == 0;
  const DockTab shown = layout.panes[pane].tab;
  const bool corner = !app.settings.dock_open || (beside ? first : last);  // where the tools of the whole dock are
  const float tool = px(30);
  const float top = ImGui::GetCursorPosY();
  const bool splits = app.settings.dock_open && layout.can_split() && layout.panes.size() < fitting;
  const std::vector<DockMove> moves =
      corner && app.settings.dock_open ? dock_moves(app, beside) : std::vector<DockMove>();
  const float tools =
      tool * flt((splits ? 1 : 0) + (app.settings.dock_open && !alone ? 1 : 0) + moves.size() + (corner ? 1 : 0)) +
      px(8);
  const float room = ImGui::GetContentRegionAvail().x - tools;
  float wide = 0;
  for (const char* title : dock_tab_titles) wide += text_width(tr(title)) + px(16);
  if (wide <= room) {
    for (std::size_t i = 0; i < dock_tab_count; ++i) {
      const auto tab = static_cast<DockTab>(i);
      const bool on = app.settings.dock_open && shown == tab;
      if (segment(name_in(pane, dock_tab_names[i]), dock_tab_titles[i], on)) {
        // In the only pane a click on what is shown closes the dock.
        app.open_dock(!(on && alone));
        layout.put(tab, pane);
      }
      if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload(dragged_tab, &tab, sizeof tab);
        muted(tr(dock_tab_titles[i]));
        ImGui::EndDragDropSource();
      }
      draw_tab_menu(app, pane, tab, beside);
      ImGui::SameLine(0, px(2));
    }
  } else {
    std::vector<app::FieldOption> tabs;
    for (std::size_t i = 0; i < dock_tab_count; ++i)
      tabs.push_back({std::string(dock_tab_names[i]), Message::verbatim(tr(dock_tab_titles[i]))});
    std::string chosen(dock_tab_names[static_cast<std::size_t>(shown)]);
    if (draw_options(name_in(pane, "tab"), tabs, chosen, std::clamp(room - px(4), px(40), px(170)))) {
      const auto at = std::find(std::begin(dock_tab_names), std::end(dock_tab_names), chosen);
      layout.put(static_cast<DockTab>(at - std::begin(dock_tab_names)), pane);
    }
    ImGui::SameLine(0, px(2));
  }
  if (first && wide + px(220) <= room) draw_measured(app);
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetWindowWidth() - tools - ImGui::GetStyle().WindowPadding.x + px(8));
  ImGui::SetCursorPosY(top);
  const auto beside_it = [&] {
    ImGui::SameLine(0, 2);
    ImGui::SetCursorPosY(top);
  };
  if (splits) {
    if (sign_button(name_in(pane, "split"), Sign::split, beside, tr("Split: one more pane"))) layout.split(pane);
    beside_it();
  }
  if (app.settings.dock_open && !alone) {
    if (segment(name_in(pane, "close"), "\xC3\x97", false)) layout.close(pane);
    tooltip(tr("Close this pane"));
    beside_it();
  }
  if (!corner) return ImGui::NewLine();
  for (const DockMove& move : moves) {
    if (sign_button(cat("dock/", move.name), sign_of(move.side), false, tr(move.words))) app.move_dock(move.side);
    beside_it();
  }
  if (segment("dock/toggle", app.settings.dock_open ? "\xE2\x96\xBE" : "\xE2\x96\xB4", false))
    app.open_dock(!app.settings.dock_open);
}

// A tab that is dropped in the middle of a pane is shown there; near its end it gets a pane of its own.
void take_tab(App& app, std::size_t pane, ImVec2 corner, ImVec2 size, bool beside) {
  if (!ImGui::BeginDragDropTarget()) return;
  const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(
      dragged_tab, ImGuiDragDropFlags_AcceptBeforeDelivery | ImGuiDragDropFlags_AcceptNoDrawDefaultRect);
  if (payload != nullptr) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float part = beside ? (mouse.y - corner.y) / size.y : (mouse.x - corner.x) / size.x;
    DockLayout& layout = app.settings.dock;
    const bool splits = part > 0.7F && layout.can_split();
    const DockTab tab = *static_cast<const DockTab*>(payload->Data);
    const ImVec2 half = {corner.x + (splits && !beside ? size.x / 2 : 0),
                         corner.y + (splits && beside ? size.y / 2 : 0)};
    const ImVec2 end = {corner.x + size.x, corner.y + size.y};
    ImDrawList& over = *ImGui::GetForegroundDrawList();
    over.PushClipRect(corner, end);  // its own is the first window
    over.AddRectFilled(half, end, with_alpha(theme().accent, 0.18F), px(4));
    over.PopClipRect();
    if (payload->IsDelivery()) {
      app.open_dock(true);
      if (splits)
        layout.split(pane, tab);
      else
        layout.put(tab, pane);
    }
  }
  ImGui::EndDragDropTarget();
}

void draw_pane(App& app, std::size_t pane, ImVec2 size, bool beside, std::size_t fitting) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::BeginChild(cat("pane", pane).c_str(), size, false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav |
                        ImGuiWindowFlags_NoScrollWithMouse);
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) app.settings.dock.front = pane;
  draw_head(app, pane, beside, fitting);
  if (app.settings.dock_open) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
    draw_tab[static_cast<std::size_t>(app.settings.dock.panes[pane].tab)](app);
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
  take_tab(app, pane, corner, size, beside);
  note_rect(name_in(pane, "pane"), corner, {corner.x + size.x, corner.y + size.y});
}

// Between a pane and the next.
void draw_border(App& app, std::size_t pane, ImVec2 corner, ImVec2 size, float all, float least, bool beside) {
  const float grip = border_grip();
  const ImVec2 from = {corner.x - (beside ? 0 : grip), corner.y - (beside ? grip : 0)};
  ImGui::SetCursorScreenPos(from);
  ImGui::InvisibleButton(cat("border", pane).c_str(), {beside ? size.x : grip, beside ? grip : size.y});
  note_item(name_in(pane, "border"));
  const bool on = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (on) ImGui::SetMouseCursor(beside ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    app.settings.dock.drag(pane, (beside ? moved.y : moved.x) / all, least / all);
  }
  const ImVec2 middle = {corner.x - (beside ? 0 : grip / 2), corner.y - (beside ? grip / 2 : 0)};
  ImGui::GetWindowDrawList()->AddLine(middle, {middle.x + (beside ? size.x : 0), middle.y + (beside ? 0 : size.y)},
                                      on ? theme().accent : theme().line);
}

}  // namespace

bool dock_is_beside(const App& app, ImVec2 display) {
  const DockSide side = app.settings.dock.side;
  const bool wanted = side == DockSide::beside || (side == DockSide::automatic && display.x >= px(room_beside));
  return app.settings.dock_open && wanted && display.x >= px(least_beside);
}

std::vector<DockMove> dock_moves(const App& app, bool beside) {
  if (app.settings.dock.side == DockSide::apart)
    return {{"side", DockSide::automatic, "The dock back into the first window"}};
  return {beside ? DockMove{"side", DockSide::below, "The dock below the cards"}
                 : DockMove{"side", DockSide::beside, "The dock beside the cards"},
          {"apart", DockSide::apart, "The dock in a window of its own"}};
}

void draw_dock(App& app, ImVec2 size, bool beside) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("dock", size, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(12), px(6)});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  DockLayout& layout = app.settings.dock;
  const float all = beside ? size.y : size.x;
  const float least = std::min(px(beside ? lowest_pane : narrowest_pane), all / flt(layout.panes.size()));
  // While it is closed, and where there is no room for all, the one in front stands alone.
  const std::size_t fitting = fitting_panes(size, beside);
  const bool one = !app.settings.dock_open || layout.panes.size() == 1 || layout.panes.size() > fitting;
  const std::vector<float> parts = one ? std::vector<float>{1} : layout.parts();
  const std::size_t front = one ? std::min(layout.front, layout.panes.size() - 1) : 0;
  const std::size_t before = layout.panes.size();
  const float grip = border_grip();
  float at = 0;
  for (std::size_t i = 0; i < parts.size() && layout.panes.size() == before; ++i) {
    // Whole pixels, the last one to the end.
    const float length = i + 1 == parts.size() ? all - at : std::floor(all * parts[i]);
    const ImVec2 from = {corner.x + (beside ? 0 : at), corner.y + (beside ? at : 0)};
    ImGui::SetCursorScreenPos(from);
    // The border keeps a gap that no pane covers.
    const float seen = length - (i + 1 < parts.size() ? grip : 0);
    draw_pane(app, front + i, {beside ? size.x : seen, beside ? seen : size.y}, beside, fitting);
    at += length;
    if (i + 1 < parts.size())
      draw_border(app, i, {corner.x + (beside ? 0 : at), corner.y + (beside ? at : 0)}, size, all, least, beside);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

InSecond::InSecond(App& app, bool wanted) : app_(app), before_(app.in_second) {
  ImGuiViewport& shown = *ImGui::GetMainViewport();
  first_[0] = shown.Pos;
  first_[1] = shown.Size;
  first_[2] = shown.WorkPos;
  first_[3] = shown.WorkSize;
  app.in_second = wanted && app.second_size.x > 0;
  if (!app.in_second) return;
  shown.Pos = shown.WorkPos = {second_from, 0};
  shown.Size = shown.WorkSize = app.second_size;
}

InSecond::~InSecond() {
  ImGuiViewport& shown = *ImGui::GetMainViewport();
  shown.Pos = first_[0];
  shown.Size = first_[1];
  shown.WorkPos = first_[2];
  shown.WorkSize = first_[3];
  app_.in_second = before_;
}

void draw_second_window(App& app) {
  const ImVec2 size = app.second_size;
  if (size.x <= 0 || size.y <= 0) return;
  const InSecond there(app, true);
  begin_filling("##second", ImGui::GetMainViewport()->Pos, size);
  draw_dock(app, size, size.y > size.x);
  app.second_focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  ImGui::End();
}

}  // namespace stridescope::desktop
