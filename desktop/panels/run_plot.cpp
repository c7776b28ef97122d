// The plot of runs: the rate of each, in the order of the runs.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/runs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float mark_size = 4;

struct Label {
  ImDrawList& list;
  ImFont* font = fonts().small_ui;
  float height() const { return font->FontSize; }
  float width(std::string_view text) const {
    return font->CalcTextSizeA(font->FontSize, 1e9F, 0, text.data(), text.data() + text.size()).x;
  }
  // `across`: 0: the text begins at the position, 1: it ends there.
  void draw(ImVec2 at, ImU32 color, std::string_view text, float across = 0) const {
    list.AddText(font, font->FontSize, {std::round(at.x - across * width(text)), std::round(at.y)}, color, text.data(),
                 text.data() + text.size());
  }
};

// Returns the run under the pointer, or null.
const RunPlot::Point* draw_plot(const RunPlot& plot, ImVec2 corner, ImVec2 size, bool over, int newest) {
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Label label = {list};
  const float top = corner.y + px(20);
  const float bottom = corner.y + size.y - px(18);
  const float left = corner.x + px(46);
  const float right = corner.x + size.x - px(8);
  const auto titled = [](const PlotAxis& axis) {
    return axis.unit.empty() ? std::string(tr(axis.title)) : cat(tr(axis.title), ", ", axis.unit);
  };
  label.draw(corner, t.muted, fitted(titled(plot.y), size.x));
  list.AddRectFilled({left, top}, {right, bottom}, with_alpha(t.raised, 0.6F), px(4));
  const auto place = [&](double x, double y) {
    return ImVec2{left + flt(plot.x.place(x)) * (right - left), bottom - flt(plot.y.place(y)) * (bottom - top)};
  };
  float above = bottom + label.height();
  for (const auto& [value, text] : plot.y.ticks) {
    const float y = place(plot.x.low, value).y;
    list.AddLine({left, y}, {right, y}, t.line);
    if (above - y < label.height()) continue;
    label.draw({left - px(6), y - label.height() / 2}, t.faint, text, 1);
    above = y;
  }
  const std::string along = titled(plot.x);
  float taken = left - px(40);
  for (const auto& [value, text] : plot.x.ticks) {
    const float x = place(value, plot.y.low).x;
    const float half = label.width(text) / 2;
    if (x - half < taken + px(8) || x + half > right - label.width(along) - px(10)) continue;
    label.draw({x, bottom + px(2)}, t.faint, text, 0.5F);
    taken = x + half;
  }
  label.draw({right, bottom + px(2)}, t.faint, along, 1);
  const RunPlot::Point* under = nullptr;
  float nearest = px(14);
  // The last point of each device.
  std::vector<std::optional<ImVec2>> before(plot.devices.size());
  for (const RunPlot::Point& p : plot.points) {
    const ImVec2 at = place(p.x, p.y);
    const ImU32 line = with_alpha(p.device == 0 ? t.accent : t.muted, 0.5F);
    std::optional<ImVec2>& last = before[p.device];
    if (plot.in_order && last) list.AddLine(*last, at, line, 1.5F);
    last = at;
    const ImU32 good = p.device == 0 ? t.accent : t.muted;
    const ImU32 color = verdict_color(p.verdict) == t.good ? good : verdict_color(p.verdict);
    list.AddCircleFilled(at, px(mark_size), color);
    if (p.number == newest) list.AddCircle(at, px(7), color, 0, 1.5F);
    if (p.baseline) list.AddLine({left, at.y}, {right, at.y}, with_alpha(t.warn, 0.8F), px(1));
    note_rect("run:" + std::to_string(p.number), {at.x - px(mark_size), at.y - px(mark_size)},
              {at.x + px(mark_size), at.y + px(mark_size)});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float away = std::hypot(mouse.x - at.x, mouse.y - at.y);
    if (!over || away > nearest) continue;
    nearest = away;
    under = &p;
  }
  // The axis begins at zero: above it is room for the devices.
  for (std::size_t i = 0; plot.devices.size() > 1 && i < plot.devices.size(); ++i) {
    const float y = bottom - flt(plot.devices.size() - i) * (label.height() + px(2));
    const std::string name = fitted(plot.devices[i], right - left - px(12));
    label.draw({right - px(6), y}, i == 0 ? t.accent : t.muted, name, 1);
    note_rect(cat("plot/device:", i), {right - px(6) - label.width(name), y}, {right - px(6), y + label.height()});
  }
  return under;
}

}  // namespace

void draw_run_tip(App& app, std::string_view id, bool clicked) {
  const KeptRun* run = app.run_table.find(id);
  if (run == nullptr || (typing() && !clicked)) return;
  const Theme& t = theme();
  ImGui::BeginTooltip();
  muted(tr("Click to return to it; Shift + click to compare the others with it."));
  muted(tr("Ctrl + click two rows of the table to compare their programs."));
  const auto rate = run->tflop_per_s ? run->tflop_per_s : run->gb_per_s;
  plain(
      cat("#", app.run_table.number_of(id),
          rate ? cat("  ", fixed(*rate, *rate < 100 ? 1 : 0), run->tflop_per_s ? " TFLOP/s " : " GB/s ", tr("measured"))
               : std::string()),
      t.text);
  if (!run->recorded)
    plain(cat(verdict_sign(run->verdict), " ", tr(Message(name_of(run->verdict)))), verdict_color(run->verdict));
  muted(run->device);
  code(run->program.substr(0, 600), t.text);
  ImGui::EndTooltip();
  if (!clicked) return;
  if (ImGui::GetIO().KeyShift)
    app.run_panel.view.baseline = app.run_panel.view.baseline == id ? std::string() : std::string(id);
  else
    return_to(app, *run);
}

void draw_run_plot(App& app, ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  size = {std::max(px(40), size.x), std::max(px(40), size.y)};
  ImGui::InvisibleButton("history", size);
  note_item("history");
  const bool over = ImGui::IsItemHovered();
  const bool clicked = ImGui::IsItemClicked();
  // Copies and products have separate plots; the first one is that of the newest timed run.
  const std::vector<RunPlot>& plots = shown_runs(app).plots;
  const int newest = app.runs.last ? app.runs.last->number : 0;
  const RunPlot::Point* under = draw_plot(plots.front(), corner, size, over, newest);
  if (under != nullptr) draw_run_tip(app, std::string(under->id), clicked);
}

}  // namespace stridescope::desktop
