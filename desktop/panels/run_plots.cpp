// The runs as pictures: two of their columns as plots, and their roofline.
#include <algorithm>
#include <cmath>

#include "core/app/line_difference.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float mark_size = 4;
constexpr std::size_t most_lines = 14;  // of a difference of programs

struct Label {
  ImDrawList& list;
  ImFont* font = fonts().small_ui;
  float height() const { return font->FontSize; }
  float width(std::string_view text) const {
    return font->CalcTextSizeA(font->FontSize, 1e9F, 0, text.data(), text.data() + text.size()).x;
  }
  // `across`: 0 begins at the place, 1 ends there.
  void draw(ImVec2 at, ImU32 color, std::string_view text, float across = 0) const {
    list.AddText(font, font->FontSize, {std::round(at.x - across * width(text)), std::round(at.y)}, color, text.data(),
                 text.data() + text.size());
  }
};

// One plot below the other where there are two units: each has an axis of its own, and a run the same place in both.
// The run under the pointer, or nothing.
const RunPlot::Point* draw_plot(const RunPlot& plot, ImVec2 corner, ImVec2 size, bool over, int newest) {
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Label label = {list};
  const bool known = plot.note.empty();
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
    if (!known || above - y < label.height()) continue;
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
  ImVec2 before;
  bool has_before = false;
  for (const RunPlot::Point& p : plot.points) {
    ImVec2 at = place(p.x, p.y);
    if (!p.known) at.y = bottom - px(7);
    if (p.known && plot.in_order) {
      if (has_before) list.AddLine(before, at, with_alpha(t.accent, 0.5F), 1.5F);
      before = at;
      has_before = true;
    }
    const ImU32 color = p.known && verdict_color(p.verdict) == t.good ? t.accent : verdict_color(p.verdict);
    // What has no value is hollow, at the foot.
    if (p.known)
      list.AddCircleFilled(at, px(mark_size), color);
    else
      list.AddCircle(at, px(mark_size), color, 0, px(1.2F));
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
  if (known) return under;
  const char* note = tr(plot.note);
  list.AddText(label.font, label.height(), {left + px(6), top + px(6)}, t.muted, note, nullptr, right - left - px(12));
  return under;
}

}  // namespace

void draw_run_tip(App& app, std::string_view id, bool clicked) {
  const KeptRun* run = app.run_table.find(id);
  if (run == nullptr) return;
  const Theme& t = theme();
  ImGui::BeginTooltip();
  muted(tr("A click returns to it, Shift and a click compares the others with it."));
  muted(tr("Ctrl and a click on two of the table: their programs beside each other."));
  const auto rate = run->tflop_per_s ? run->tflop_per_s : run->gb_per_s;
  plain(
      cat("#", app.run_table.number_of(id),
          rate ? cat("  ", fixed(*rate, *rate < 100 ? 1 : 0), run->tflop_per_s ? " TFLOP/s " : " GB/s ", tr("measured"))
               : std::string()),
      t.text);
  if (!run->recorded)
    plain(cat(verdict_sign(run->verdict), " ", tr(Message(name_of(run->verdict)))), verdict_color(run->verdict));
  muted(run->device);
  const KeptRun* base = app.run_table.find(app.run_view.baseline);
  if (base != nullptr && base != run) {
    muted(tr("Its program, beside that of the baseline:"));
    const auto lines = line_difference(base->program, run->program, most_lines);
    if (lines.empty()) muted(tr("the same"));
    for (const std::string& line : lines) code(line, line[0] == '+' ? t.good : t.bad);
  } else {
    code(run->program.substr(0, 600), t.text);
  }
  ImGui::EndTooltip();
  if (!clicked) return;
  if (ImGui::GetIO().KeyShift)
    app.run_view.baseline = app.run_view.baseline == id ? std::string() : std::string(id);
  else
    app.return_to(*run);
}

void draw_run_plot(App& app, ImVec2 size) {
  const Theme& t = theme();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  size = {std::max(px(40), size.x), std::max(px(40), size.y)};
  ImGui::InvisibleButton("history", size);
  note_item("history");
  const bool over = ImGui::IsItemHovered();
  const bool clicked = ImGui::IsItemClicked();
  const std::vector<RunPlot>& plots = app.shown_runs().plots;
  if (plots.empty()) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Label label = {list};
    list.AddRectFilled({corner.x + px(8), corner.y}, {corner.x + size.x - px(8), corner.y + size.y - px(8)},
                       with_alpha(t.raised, 0.6F), px(4));
    label.draw({corner.x + size.x / 2, corner.y + (size.y - label.height()) / 2}, t.faint, tr("a point for each run"),
               0.5F);
    return;
  }
  const int newest = app.runs.last ? app.runs.last->number : 0;
  const RunPlot::Point* under = nullptr;
  const float height = size.y / flt(plots.size());
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const RunPlot::Point* point =
        draw_plot(plots[i], {corner.x, corner.y + flt(i) * height}, {size.x, height}, over, newest);
    if (point != nullptr) under = point;
  }
  if (under != nullptr) draw_run_tip(app, std::string(under->id), clicked);
}

void draw_roofline(App& app, ImVec2 size) {
  const Theme& t = theme();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("roofline", {std::max(px(40), size.x), std::max(px(40), size.y)});
  note_item("roofline");
  const bool over = ImGui::IsItemHovered();
  const bool clicked = ImGui::IsItemClicked();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Label label = {list};
  const ShownRun shown = app.shown_run();
  const RooflinePlot plot = app.kernel_runs.roofline(app.runs, shown);
  if (plot.points.empty() || plot.recorded) {
    std::vector<std::string_view> files;
    for (const auto& of_gpu : recorded_files()) files.insert(files.end(), of_gpu.begin(), of_gpu.end());
    app.kernel_runs.want_recorded(shown, std::move(files));
  }
  const float top = corner.y + px(22);
  const float bottom = corner.y + size.y - px(16);
  const float left = corner.x + px(40);
  const float right = corner.x + size.x - px(10);
  std::string title = cat(tr("roofline"), plot.empty ? "" : cat(", ", tr(plot.y.title)));
  label.draw(corner, t.muted, title);
  list.AddRectFilled({left, top}, {right, bottom}, with_alpha(t.raised, 0.6F), px(4));
  if (plot.empty) {
    label.draw({(left + right) / 2, (top + bottom) / 2 - label.height() / 2}, t.faint, tr(plot.note), 0.5F);
    return;
  }
  const float room = right - corner.x - label.width(title) - px(12);
  // A run of another day says which.
  const std::string day = shown.kept && !plot.recorded ? cat(", ", shown.report->date.substr(0, 10)) : std::string();
  label.draw({right, corner.y}, t.faint, fitted(tr(plot.gpu) + day, room), 1);
  const auto place = [&](double x, double y) {
    return ImVec2{left + flt(plot.x.place(x)) * (right - left), bottom - flt(plot.y.place(y)) * (bottom - top)};
  };
  for (const auto& [value, text] : plot.x.ticks) {
    const float x = place(value, plot.y.low).x;
    list.AddLine({x, top}, {x, bottom}, t.line);
    const bool last = value >= plot.x.high;
    label.draw({x, bottom + px(2)}, t.faint, text, last ? 1.0F : value <= plot.x.low ? 0 : 0.5F);
  }
  for (const auto& [value, text] : plot.y.ticks) {
    const float y = place(plot.x.low, value).y;
    list.AddLine({left, y}, {right, y}, t.line);
    label.draw({left - px(5), y - label.height() / 2}, t.faint, text, 1);
  }
  // At the left of the same line stands why there are no points.
  const bool crowded = plot.points.empty() && !plot.note.empty() &&
                       label.width(tr(plot.note)) + label.width(tr(plot.x.title)) + px(24) > right - left;
  if (!crowded) label.draw({right - px(4), bottom - label.height() - px(2)}, t.faint, tr(plot.x.title), 1);
  // Data sheet dashed, measured whole.
  std::vector<std::pair<ImU32, std::string>> told_below;
  if (!plot.points.empty() && !plot.note.empty()) told_below.emplace_back(t.faint, tr(plot.note));
  for (const RooflinePlot::Roof& roof : plot.roofs) {
    const ImU32 color = roof.measured ? t.good : t.warn;
    for (std::size_t i = 1; i < roof.line.size(); ++i) {
      const ImVec2 a = place(roof.line[i - 1].first, roof.line[i - 1].second);
      const ImVec2 b = place(roof.line[i].first, roof.line[i].second);
      const float length = std::hypot(b.x - a.x, b.y - a.y);
      const float dash = roof.measured ? length + 1 : px(4);
      const int dashes = static_cast<int>(std::ceil(length / (dash + px(3))));
      for (int n = 0; n < dashes; ++n) {
        const float at = flt(n) * (dash + px(3));
        const float end = std::min(length, at + dash);
        list.AddLine({a.x + (b.x - a.x) * at / length, a.y + (b.y - a.y) * at / length},
                     {a.x + (b.x - a.x) * end / length, a.y + (b.y - a.y) * end / length}, color, px(1.5F));
      }
    }
    told_below.emplace_back(color, cat(tr(roof.label), ", ", tr(roof.measured ? "measured" : "data sheet")));
  }
  // Without a point the kernel stands somewhere below the roof.
  if ((plot.points.empty() || plot.recorded) && plot.here > 0) {
    const float x = place(plot.here, plot.y.low).x;
    const int dashes = static_cast<int>(std::ceil((bottom - top) / px(6)));
    for (int n = 0; n < dashes; ++n) {
      const float y = top + flt(n) * px(6);
      list.AddLine({x, y}, {x, std::min(bottom, y + px(2))}, t.accent, px(1.5F));
    }
  }
  // What they are stands under them at the right, or at the left where there are fewer points.
  float widest = 0;
  for (auto& [color, text] : told_below) {
    text = fitted(text, right - left - px(12));
    widest = std::max(widest, label.width(text));
  }
  const float line = label.height() + px(1);
  const float foot = bottom - label.height() - px(3);
  const auto covered = [&](float from) {
    return std::count_if(plot.points.begin(), plot.points.end(), [&](const RooflinePlot::Point& p) {
      const ImVec2 at = place(p.x, p.y);
      return at.x > from - px(6) && at.x < from + widest + px(6) && at.y < foot + px(4) &&
             at.y > foot - flt(told_below.size()) * line - px(4);
    });
  };
  const bool at_left = covered(left + px(6)) < covered(right - px(4) - widest);
  float label_y = foot - line;
  const float from = at_left ? left + px(6) : right - px(4) - widest;
  if (!told_below.empty())
    list.AddRectFilled({from - px(3), foot - flt(told_below.size()) * line}, {from + widest + px(3), foot},
                       with_alpha(t.panel, 0.9F), px(3));
  for (const auto& [color, text] : told_below) {
    label.draw({at_left ? from : from + widest, label_y}, color, text, at_left ? 0.0F : 1.0F);
    label_y -= line;
  }
  std::string under;
  const RooflinePlot::Point* told = nullptr;
  float nearest = px(14);
  for (const RooflinePlot::Point& p : plot.points) {
    const ImVec2 at = place(p.x, p.y);
    const ImU32 color = p.wrong ? t.bad : t.accent;
    // What is not the reader's is hollow.
    if (plot.recorded)
      list.AddCircle(at, px(3), with_alpha(color, 0.8F), 0, px(1.2F));
    else
      list.AddCircleFilled(at, px(p.newest ? 4.5F : 3), p.newest ? color : with_alpha(color, 0.55F));
    if (p.newest) list.AddCircle(at, px(7.5F), color, 0, 1.5F);
    note_rect(plot.recorded ? "recorded-point" : "roof:" + std::to_string(p.run), {at.x - px(4), at.y - px(4)},
              {at.x + px(4), at.y + px(4)});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float away = std::hypot(mouse.x - at.x, mouse.y - at.y);
    if (!over || away > nearest) continue;
    nearest = away;
    told = &p;
    if (!plot.recorded) under = app.kernel_runs.id_of(app.runs, p.run);
  }
  if (plot.points.empty() && !plot.note.empty())
    label.draw({left + px(6), bottom - label.height() - px(2)}, t.faint, tr(plot.note));
  if (!under.empty()) {
    draw_run_tip(app, under, clicked);
  } else if (told != nullptr && plot.recorded) {
    ImGui::BeginTooltip();
    plain(tr(told->told), t.text);
    ImGui::EndTooltip();
  }
}

}  // namespace stridescope::desktop
