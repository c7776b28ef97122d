// Measurements of before, on a named GPU on a named day; never shown as this run's.
#include <cstdio>

#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void draw_recorded(App& app) {
  const Theme& t = theme();
  DockState& dock = app.dock;
  if (!dock.recorded_read) {
    dock.recorded_read = true;
    app.session.side().post(0, [&app]() -> Worker::Done {
      std::vector<Recorded> found = read_recorded(embedded_measured_h100);
      for (Recorded& one : read_recorded(embedded_measured_h200)) found.push_back(std::move(one));
      std::vector<std::string> identities;
      identities.reserve(found.size());
      for (const Recorded& one : found) identities.push_back(kernel_identity(one.program, "", IntegerMode::cute));
      return [&app, found = std::move(found), identities = std::move(identities)] {
        app.dock.recorded = found;
        app.dock.recorded_identity = identities;
      };
    });
  }
  if (dock.recorded.empty()) {
    muted("\xE2\x80\xA6");
    return;
  }
  muted(tr("Recorded with tests/gpu/measure.py, not measured now. A click opens the program."));
  if (!ImGui::BeginTable("recorded", 6,
                         ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(tr("kernel"), 0, 2.6F);
  ImGui::TableSetupColumn("GB/s");
  ImGui::TableSetupColumn(tr("of the yardstick"));
  ImGui::TableSetupColumn(tr("spread"));
  ImGui::TableSetupColumn(tr("device"), 0, 2);
  ImGui::TableSetupColumn(tr("date"), 0, 1.2F);
  ImGui::TableHeadersRow();
  for (std::size_t i = 0; i < dock.recorded.size(); ++i) {
    const Recorded& one = dock.recorded[i];
    const bool same = !dock.kernel_printed.empty() && i < dock.recorded_identity.size() &&
                      dock.recorded_identity[i] == dock.kernel_printed;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(i));
    ImGui::PushStyleColor(ImGuiCol_Text, same ? t.accent : t.text);
    if (ImGui::Selectable(
            (one.name + (same ? std::string("  \xE2\x86\x90 ") + tr("this kernel") : std::string())).c_str(), same,
            ImGuiSelectableFlags_SpanAllColumns)) {
      app.open_program("K = " + one.program + "\n", IntegerMode::cute, {});
    }
    note_item("recorded:" + std::to_string(i));
    ImGui::PopStyleColor();
    tooltip(one.program.c_str());
    ImGui::PopID();
    char text[64];
    ImGui::TableNextColumn();
    std::snprintf(text, sizeof text, "%.0f", one.gb_per_s);
    code(text, t.text);
    ImGui::TableNextColumn();
    std::snprintf(text, sizeof text, "%.1f%%", one.ratio * 100);
    code(text, t.text);
    ImGui::TableNextColumn();
    std::snprintf(text, sizeof text, "%.2f%%", one.spread * 100);
    code(text, t.muted);
    ImGui::TableNextColumn();
    muted(one.device);
    ImGui::TableNextColumn();
    muted(one.date.substr(0, 10));
  }
  ImGui::EndTable();
}

}  // namespace stridescope::desktop
