// The dock below the cards: runs, counters, generated code, questions on threads and values, recorded measurements.
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void draw_dock(App& app, ImVec2 size) {
  const Theme& t = theme();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, t.panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(12), px(6)});
  ImGui::BeginChild("dock", size, false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
  struct Tab {
    const char* id;
    const char* title;
    DockTab tab;
  };
  static constexpr Tab tabs[] = {{"runs", "Runs", DockTab::runs},
                                 {"counters", "Counters", DockTab::counters},
                                 {"kernel", "Kernel", DockTab::kernel},
                                 {"threads", "Threads and values", DockTab::threads},
                                 {"recorded", "Recorded", DockTab::recorded}};
  for (const Tab& tab : tabs) {
    const bool on = app.dock_open && app.dock.tab == tab.tab;
    if (segment(std::string("dock/") + tab.id, tab.title, on)) {
      app.dock_open = !on;
      app.dock_touched = true;
      app.dock.tab = tab.tab;
    }
    ImGui::SameLine(0, px(2));
  }
  // What the last run says, also while the dock is closed.
  if (app.run_is_current() && !app.runs.running) {
    const RunOutcome& r = app.runs.last->outcome;
    char text[96] = "";
    if (const auto rate = r.rate())
      std::snprintf(text, sizeof text, "%.*f %s %s", *rate < 100 ? 1 : 0, *rate, r.unit(), tr("measured"));
    ImGui::SameLine(0, px(16));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + px(4));
    if (text[0] != 0 && verdict_color(r.verdict) == theme().good)
      plain(text, t.accent);
    else if (r.verdict != RunVerdict::not_run)
      draw_verdict(r);
    note_item("dock/verdict");
    ImGui::SameLine();
  }
  const float arrow = ImGui::GetWindowWidth() - px(44);
  ImGui::SetCursorPosX(arrow);
  if (segment("dock/toggle", app.dock_open ? "\xE2\x96\xBE" : "\xE2\x96\xB4", false))
    app.dock_open = !app.dock_open, app.dock_touched = true;
  if (app.dock_open) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
    switch (app.dock.tab) {
      case DockTab::runs:
        draw_runs(app);
        break;
      case DockTab::counters:
        draw_counters(app);
        break;
      case DockTab::kernel:
        draw_kernel(app);
        break;
      case DockTab::threads:
        draw_threads(app);
        break;
      case DockTab::recorded:
        draw_recorded(app);
        break;
    }
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace stridescope::desktop
