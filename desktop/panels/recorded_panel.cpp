// Measurements of before, on a named GPU on a named day; never shown as this run's.
#include <cstdio>

#include "core/base/text.h"
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
      std::vector<Recorded> found;
      for (const auto& files : recorded_files()) {
        for (const std::string_view file : files) {
          for (Recorded& one : read_recorded(file)) found.push_back(std::move(one));
        }
      }
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
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  if (segment("recorded/copies", tr("copy kernels"), !dock.recorded_products)) dock.recorded_products = false;
  ImGui::SameLine(0, 2);
  if (segment("recorded/products", tr("products of matrices"), dock.recorded_products)) dock.recorded_products = true;
  ImGui::SameLine(0, px(12));
  ImGui::AlignTextToFramePadding();
  muted(tr("Recorded with tests/gpu/measure.py, not measured now. A click opens the program."));
  ImGui::PopStyleVar();
  // A narrow pane leaves out where and when: the tooltip has it.
  const bool wide = ImGui::GetContentRegionAvail().x >= px(520);
  const bool spread = ImGui::GetContentRegionAvail().x >= px(290);
  if (!ImGui::BeginTable("recorded",
                         wide     ? 6
                         : spread ? 4
                                  : 3,
                         ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(tr("kernel"), 0, 3);
  constexpr ImGuiTableColumnFlags narrow = ImGuiTableColumnFlags_WidthFixed;
  ImGui::TableSetupColumn(dock.recorded_products ? "TFLOP/s" : "GB/s", narrow);
  ImGui::TableSetupColumn(tr(dock.recorded_products ? "of cuBLASLt" : "of cuMemcpyDtoD"), narrow);
  if (spread) ImGui::TableSetupColumn(tr("spread"), narrow);
  if (wide) {
    ImGui::TableSetupColumn(tr("device"), 0, 2);
    ImGui::TableSetupColumn(tr("date"), narrow);
  }
  ImGui::TableHeadersRow();
  bool first = true;
  for (std::size_t i = 0; i < dock.recorded.size(); ++i) {
    const Recorded& one = dock.recorded[i];
    if (one.product != dock.recorded_products) continue;
    const bool same = !dock.kernel_printed.empty() && i < dock.recorded_identity.size() &&
                      dock.recorded_identity[i] == dock.kernel_printed;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(i));
    ImGui::PushStyleColor(ImGuiCol_Text, same ? t.accent : t.text);
    if (ImGui::Selectable(((one.group == "peak" ? std::string(tr("peak")) + ", " : std::string()) + one.name +
                           (same ? std::string("  \xE2\x86\x90 ") + tr("this kernel") : std::string()))
                              .c_str(),
                          same, ImGuiSelectableFlags_SpanAllColumns)) {
      app.open_beside(one.named(), IntegerMode::cute, {});
    }
    note_item("recorded:" + std::to_string(i));
    if (first) note_item("recorded/first");
    first = false;
    ImGui::PopStyleColor();
    tooltip(wide ? one.program.c_str() : cat(one.program, "\n", one.device, ", ", one.date.substr(0, 10)).c_str());
    ImGui::PopID();
    char text[64];
    ImGui::TableNextColumn();
    std::snprintf(text, sizeof text, one.product ? "%.1f" : "%.0f", one.rate);
    code(text, t.text);
    ImGui::TableNextColumn();
    if (one.ratio) {
      std::snprintf(text, sizeof text, "%.1f%%", *one.ratio * 100);
      code(text, t.text);
    } else {
      code("\xE2\x80\x93", t.muted);
    }
    if (!spread) continue;
    ImGui::TableNextColumn();
    std::snprintf(text, sizeof text, "%.2f%%", one.spread * 100);
    code(text, t.muted);
    if (!wide) continue;
    ImGui::TableNextColumn();
    muted(fitted_words(one.device, ImGui::GetContentRegionAvail().x));
    tooltip(one.device.c_str());
    ImGui::TableNextColumn();
    muted(one.date.substr(0, 10));
  }
  ImGui::EndTable();
}

}  // namespace stridescope::desktop
