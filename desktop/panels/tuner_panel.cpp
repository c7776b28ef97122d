// The tuner's pane: kernels equivalent to the chosen one, with predictions and measurements, as a table. A click adds
// one to the program.
#include <imgui.h>

#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dock.h"
#include "desktop/panels/kernel.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float room_for_bounds = 520;  // width of the table from which it has the bottleneck

void draw_tools(App& app) {
  Tunings& tunings = app.tunings;
  const bool runner = app.tuner.measures;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  if (tunings.running) {
    if (button("tuner/stop", "Stop")) tunings.stop();
  } else if (button("tuner/tune", runner ? "Tune: measure candidates" : "Candidates, predicted", ButtonKind::primary)) {
    tune_kernel(app);
  }
  ImGui::SameLine(0, px(12));
  if (checkbox("tuner/measure", "measure", app.tuner.measures)) tunings.stop();
  tooltip(tr("On the GPU of the runner; without one, predictions only."));
  ImGui::SameLine(0, px(12));
  ImGui::SetNextItemWidth(px(70));
  ImGui::DragFloat("##tuner/budget", &app.tuner.budget, 1, 1, 3600, "%.0f s");
  app.tuner.budget = std::clamp(app.tuner.budget, 1.0F, 3600.0F);
  note_item("tuner/budget");
  tooltip(tr("Time limit for starting new measurements, in seconds"));
  ImGui::PopStyleVar();
  const std::string told = !tunings.told.empty()                           ? shown(tunings.told)
                           : !tunings.shown.note.empty()                   ? shown(tunings.shown.note)
                           : tunings.running && tunings.shown.rows.empty() ? std::string("\xE2\x80\xA6")
                                                                           : shown(tunings.shown.title);
  ImGui::SameLine(0, px(12));
  if (text_width(told) > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
  ImGui::AlignTextToFramePadding();
  muted(fitted_words(told, ImGui::GetContentRegionAvail().x));
  note_item("tuner/told");
}

void draw_time(double us, bool doubted, double length, const Message& instead, ImU32 bar) {
  if (us > 0) {
    code(cat(doubted ? "~ " : "", us_text(us), " us"), theme().text);
  } else {
    muted(fitted_words(shown(instead), ImGui::GetContentRegionAvail().x));
  }
  if (!(length > 0)) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - px(6);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y - px(3)}, {at.x + width * flt(length), at.y}, bar, px(1.5F));
}

void draw_tip(const TuningRow& row, const std::vector<Message>& doubts) {
  ImGui::BeginTooltip();
  plain(shown(row.label), theme().text);
  if (!row.predicted.empty()) muted(cat(tr("predicted"), ": ", shown(row.predicted)));
  if (row.doubt > 0) wrapped(shown(doubts[row.doubt - 1]), theme().muted);
  if (!row.binds.empty()) muted(cat(tr("bottleneck"), ": ", shown(row.binds)));
  if (!row.measured.empty()) muted(cat(tr("measured"), ": ", shown(row.measured)));
  if (!row.apart.empty()) wrapped(shown(row.apart), theme().warn);
  ImGui::EndTooltip();
}

void draw_candidates(App& app, ImVec2 size) {
  const Theme& t = theme();
  const TuningShown& tuning = app.tunings.shown;
  const bool bounds = size.x >= px(room_for_bounds);
  if (!ImGui::BeginTable("tuner/table", bounds ? 5 : 4,
                         ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp, size))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(tr("kernel"), 0, 3);
  ImGui::TableSetupColumn(tr("predicted"), ImGuiTableColumnFlags_WidthFixed, px(94));
  if (bounds) ImGui::TableSetupColumn(tr("bottleneck"), 0, 1);
  ImGui::TableSetupColumn(tr("measured"), 0, 1.4F);
  ImGui::TableSetupColumn("##add", ImGuiTableColumnFlags_WidthFixed, text_width(tr("Add")) + px(18));
  ImGui::TableHeadersRow();
  for (const TuningRow& row : tuning.rows) {
    const auto number = static_cast<std::int64_t>(row.number);
    ImGui::TableNextRow();
    if (row.best) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, with_alpha(t.good, 0.14F));
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(number));
    const float top = ImGui::GetCursorPosY();
    ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap,
                      {0, ImGui::GetFontSize() + px(5)});
    note_item(cat("tuner/row:", number));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) draw_tip(row, tuning.doubts);
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosY(top + px(1));
    plain(fitted_words(shown(row.label), ImGui::GetContentRegionAvail().x), row.best ? t.good : t.text);
    ImGui::TableNextColumn();
    draw_time(row.predicted_us, row.doubt > 0, 0, row.predicted, t.accent);
    if (bounds) {
      ImGui::TableNextColumn();
      muted(fitted_words(shown(row.binds), ImGui::GetContentRegionAvail().x));
    }
    ImGui::TableNextColumn();
    if (app.tunings.measuring == number)
      muted("\xE2\x80\xA6");
    else
      draw_time(row.measured_us, false, row.length, row.measured,
                row.apart.empty() ? with_alpha(t.accent, row.measured_us > 0 ? 1 : 0.4F) : t.warn);
    ImGui::TableNextColumn();
    if (!row.text.empty()) {
      ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(1)});
      if (button(cat("tuner/add:", number), "Add", row.best ? ButtonKind::primary : ButtonKind::plain))
        add_tuned(app, row.text);
      ImGui::PopStyleVar();
    }
    ImGui::PopID();
  }
  ImGui::EndTable();
}

}  // namespace

void tune_kernel(App& app) {
  const RunWish wish = kernel_wish(app);
  if (wish.printed.empty()) return;
  app.tunings.tune(wish, app.runs.command(), app.tuner.measures, static_cast<double>(app.tuner.budget));
}

void add_tuned(App& app, const std::string& text) {
  const Card* kernel = kernel_card(app);
  const std::string name = kernel == nullptr || kernel->binding.name.empty() ? "kernel" : kernel->binding.name;
  app.session.append(app.session.fresh_name(name + "_tuned") + " = " + text);
}

void draw_tuner(App& app) {
  if (kernel_card(app) == nullptr) {
    draw_no_kernel();
    return;
  }
  draw_tools(app);
  const Tunings& tunings = app.tunings;
  const TuningShown& tuning = tunings.shown;
  if (tuning.rows.empty()) {
    if (!tunings.running && tunings.told.empty()) {
      wrapped(tr("Other tiles, stages, swizzles and clusters that compute the same result. The model ranks them, the "
                 "GPU measures the best, and the fastest can be added to the program."),
              theme().muted);
    }
    return;
  }
  const Card* card = kernel_card(app);
  if (card->binding.text != tunings.of) {
    wrapped(tr("From the kernel before the program changed."), theme().warn);
    note_item("tuner/old");
  }
  if (!tuning.summary.empty()) {
    wrapped(cat(shown(tuning.summary), tuning.plot.told.empty() ? "" : "; ", shown(tuning.plot.told)), theme().text);
    note_item("tuner/summary");
  }
  draw_candidates(app, ImGui::GetContentRegionAvail());
}

}  // namespace stridescope::desktop
