// The tuner's pane: kernels that do the same as the one that is chosen, what was predicted of each and what was
// measured, as a table and as a plot of one over the other. A click adds one to the program.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float room_for_plot = 620;    // of the pane, for a plot beside the table
constexpr float least_plot = 96;        // in height
constexpr float room_for_bounds = 520;  // of the table, for what binds

// The row that the pointer is on, in the table or in the plot: lit in both.
struct Over {
  std::int64_t now = -1;
  std::int64_t next = -1;
};

void draw_tools(App& app) {
  Tunings& tunings = app.tunings;
  const bool runner = app.dock.tuning_runs;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  if (tunings.running) {
    if (button("tuner/stop", "Stop")) tunings.stop();
  } else if (button("tuner/tune", runner ? "Tune: measure candidates" : "Candidates, predicted", ButtonKind::primary)) {
    app.tune_kernel();
  }
  ImGui::SameLine(0, px(12));
  if (checkbox("tuner/measure", "measure", app.dock.tuning_runs)) tunings.stop();
  tooltip(tr("On the GPU of the runner; without one there are predictions alone."));
  ImGui::SameLine(0, px(12));
  ImGui::SetNextItemWidth(px(70));
  ImGui::DragFloat("##tuner/budget", &app.dock.tuning_budget, 1, 1, 3600, "%.0f s");
  app.dock.tuning_budget = std::clamp(app.dock.tuning_budget, 1.0F, 3600.0F);
  note_item("tuner/budget");
  tooltip(tr("No new measurement begins after so many seconds"));
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
  if (!row.binds.empty()) muted(cat(tr("binds"), ": ", shown(row.binds)));
  if (!row.measured.empty()) muted(cat(tr("measured"), ": ", shown(row.measured)));
  if (!row.apart.empty()) wrapped(shown(row.apart), theme().warn);
  ImGui::EndTooltip();
}

void draw_table(App& app, ImVec2 size, Over& over) {
  const Theme& t = theme();
  const TuningShown& tuning = app.tunings.shown;
  const bool bounds = size.x >= px(room_for_bounds);
  if (!ImGui::BeginTable("tuner/table", bounds ? 5 : 4,
                         ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp, size))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(tr("kernel"), 0, 3);
  ImGui::TableSetupColumn(tr("predicted"), ImGuiTableColumnFlags_WidthFixed, px(94));
  if (bounds) ImGui::TableSetupColumn(tr("binds"), 0, 1);
  ImGui::TableSetupColumn(tr("measured"), 0, 1.4F);
  ImGui::TableSetupColumn("##add", ImGuiTableColumnFlags_WidthFixed, text_width(tr("Add")) + px(18));
  ImGui::TableHeadersRow();
  for (const TuningRow& row : tuning.rows) {
    const auto number = static_cast<std::int64_t>(row.number);
    ImGui::TableNextRow();
    if (row.best) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, with_alpha(t.good, 0.14F));
    if (number == over.now) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, with_alpha(t.lit, 0.16F));
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(number));
    const float top = ImGui::GetCursorPosY();
    ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap,
                      {0, ImGui::GetFontSize() + px(5)});
    note_item(cat("tuner/row:", number));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
      over.next = number;
      draw_tip(row, tuning.doubts);
    }
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
        app.add_tuned(row.text);
      ImGui::PopStyleVar();
    }
    ImGui::PopID();
  }
  ImGui::EndTable();
}

// In all the room that is left.
void draw_plot(const TuningShown& tuning, Over& over) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("tuner/plot", ImGui::GetContentRegionAvail());
  note_item("tuner/plot");
  const ImVec2 size = ImGui::GetItemRectSize();
  const bool hovered = ImGui::IsItemHovered();
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = fonts().small_ui;
  const float line = font->FontSize;
  const auto width = [&](std::string_view text) {
    return font->CalcTextSizeA(line, 1e9F, 0, text.data(), text.data() + text.size()).x;
  };
  const auto label = [&](ImVec2 at, ImU32 color, std::string_view text, float across) {
    list.AddText(font, line, {std::round(at.x - across * width(text)), std::round(at.y)}, color, text.data(),
                 text.data() + text.size());
  };
  const TuningPlot& plot = tuning.plot;
  const float top = corner.y + line + px(6);
  const float bottom = corner.y + size.y - line - px(6);
  const float left = corner.x + px(40);
  const float side = std::min(bottom - top, corner.x + size.x - left - px(8));  // both axes are alike
  const float right = left + side;
  const float base = top + side;
  label(corner, t.muted, cat(tr("measured"), ", us"), 0);
  list.AddRectFilled({left, top}, {right, base}, with_alpha(t.raised, 0.6F), px(4));
  if (plot.points.empty()) {
    const char* note = tr("Nothing is measured yet.");
    list.AddText(font, line, {left + px(6), top + px(6)}, t.muted, note, nullptr, side - px(12));
    return;
  }
  const auto place = [&](double x, double y) { return ImVec2{left + flt(x) * side, base - flt(y) * side}; };
  // Where a prediction came true, and 15 % beside it.
  ImGui::PushClipRect({left, top}, {right, base}, true);
  const float near = flt(plot.near) * side;
  list.AddQuadFilled({left, base - near}, {right, top - near}, {right, top + near}, {left, base + near},
                     with_alpha(t.good, 0.12F));
  list.AddLine({left, base}, {right, top}, with_alpha(t.good, 0.7F), px(1));
  ImGui::PopClipRect();
  float above = base + line;
  float taken = left - px(40);
  const std::string along = cat(tr("predicted"), ", us");
  for (const TuningPlot::Tick& tick : plot.ticks) {
    const ImVec2 at = place(tick.place, tick.place);
    list.AddLine({left, at.y}, {right, at.y}, t.line);
    list.AddLine({at.x, top}, {at.x, base}, t.line);
    if (above - at.y >= line && at.y > top + line / 2) {
      label({left - px(5), at.y - line / 2}, t.faint, tick.text, 1);
      above = at.y;
    }
    const float half = width(tick.text) / 2;
    if (at.x - half < taken + px(6) || at.x + half > right - width(along) - px(8)) continue;
    label({at.x, base + px(3)}, t.faint, tick.text, 0.5F);
    taken = at.x + half;
  }
  label({right, base + px(3)}, t.faint, along, 1);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  float nearest = px(12);
  for (const TuningPlot::Point& p : plot.points) {
    const ImVec2 at = place(p.x, p.y);
    const ImU32 color = p.best ? t.good : p.near ? t.accent : t.warn;
    list.AddCircleFilled(at, px(p.best ? 4.5F : 3.5F), color);
    if (static_cast<std::int64_t>(p.number) == over.now) list.AddCircle(at, px(7.5F), t.lit, 0, px(1.5F));
    note_rect(cat("tuner/point:", p.number), {at.x - px(4), at.y - px(4)}, {at.x + px(4), at.y + px(4)});
    const float away = std::hypot(mouse.x - at.x, mouse.y - at.y);
    if (!hovered || away > nearest) continue;
    nearest = away;
    over.next = static_cast<std::int64_t>(p.number);
  }
  if (nearest < px(12) && over.next >= 0) draw_tip(tuning.rows[static_cast<std::size_t>(over.next)], tuning.doubts);
}

}  // namespace

void App::tune_kernel() {
  const RunWish wish = kernel_wish();
  if (wish.printed.empty()) return;
  tunings.tune(wish, runs.command(), dock.tuning_runs, static_cast<double>(dock.tuning_budget));
}

void App::add_tuned(const std::string& text) {
  const Card* kernel = kernel_card();
  const std::string name = kernel == nullptr || kernel->binding.name.empty() ? "kernel" : kernel->binding.name;
  session.append(session.fresh_name(name + "_tuned") + " = " + text);
}

void draw_tuner(App& app) {
  if (app.kernel_card() == nullptr) {
    draw_no_kernel();
    return;
  }
  draw_tools(app);
  const Tunings& tunings = app.tunings;
  const TuningShown& tuning = tunings.shown;
  if (tuning.rows.empty()) {
    if (!tunings.running && tunings.told.empty()) {
      wrapped(tr("Other tiles, stages, swizzles and clusters that compute the same: the model ranks them, the GPU "
                 "measures the best, and the quickest can be added to the program."),
              theme().muted);
    }
    return;
  }
  static Over over;
  over.now = std::exchange(over.next, -1);
  const Card* card = app.kernel_card();
  if (card->binding.text != tunings.of) {
    wrapped(tr("Of the kernel as it was before the program changed."), theme().warn);
    note_item("tuner/old");
  }
  if (!tuning.summary.empty()) {
    wrapped(cat(shown(tuning.summary), tuning.plot.told.empty() ? "" : "; ", shown(tuning.plot.told)), theme().text);
    note_item("tuner/summary");
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float side = std::min(room.y, room.x * 0.42F);
  if (room.x >= px(room_for_plot) && room.y >= px(least_plot)) {
    draw_table(app, {room.x - side - px(44), room.y}, over);
    ImGui::SameLine(0, px(12));
    draw_plot(tuning, over);
  } else if (room.y >= px(2.6F * least_plot)) {
    // In a narrow pane that is high: as high as its rows, and the plot below it.
    const float low = std::min(room.x, room.y * 0.45F);
    const float rows = (flt(tuning.rows.size()) + 1) * (ImGui::GetFontSize() + px(11));
    draw_table(app, {room.x, std::min(rows, room.y - low - px(8))}, over);
    draw_plot(tuning, over);
  } else {
    draw_table(app, room, over);
  }
}

}  // namespace stridescope::desktop
