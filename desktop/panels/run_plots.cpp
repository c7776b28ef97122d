// The runs as pictures: their history, their roofline, and two of them beside each other.
#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "desktop/model/run_history.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

const RunRecord* run_of(const App& app, int number) {
  for (const RunRecord& r : app.runs.history) {
    if (r.number == number) return &r;
  }
  return nullptr;
}

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

// The run's figures and its program; a click returns to it, Shift and a click compares it.
void draw_run_tip(App& app, const RunRecord& run, bool clicked) {
  const Theme& t = theme();
  ImGui::BeginTooltip();
  muted(tr("A click returns to it, Shift and a click compares it."));
  const auto rate = run.outcome.rate();
  plain(cat("#", run.number,
            rate ? cat("  ", fixed(*rate, *rate < 100 ? 1 : 0), " ", run.outcome.unit(), " ", tr("measured"))
                 : std::string()),
        t.text);
  plain(cat(verdict_sign(run.outcome.verdict), " ", tr(run.outcome.sentence)), verdict_color(run.outcome.verdict));
  muted(run.outcome.device);
  code(run.wish.program.substr(0, 600), t.text);
  ImGui::EndTooltip();
  if (!clicked) return;
  if (ImGui::GetIO().KeyShift) {
    app.dock.run_a = app.dock.run_b;
    app.dock.run_b = run.number;
    if (app.dock.run_a == 0) app.dock.run_a = app.runs.last ? app.runs.last->number : 0;
  } else {
    app.return_to(run.wish);
  }
}

// One plot below the other where there are two units: each has an axis of its own, and a run the same place in both.
void draw_history_plot(App& app, const HistoryPlot& plot, ImVec2 corner, ImVec2 size, std::size_t shown, bool over,
                       const RunRecord** under) {
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Label label = {list};
  const float top = corner.y + px(22);
  const float bottom = corner.y + size.y - px(8);
  const float left = corner.x + px(44);
  const float right = corner.x + size.x - px(8);
  const bool timed = plot.most > 0;
  label.draw(corner, t.muted, timed ? cat(tr("history"), ", ", plot.unit) : std::string(tr("history")));
  list.AddRectFilled({left, top}, {right, bottom}, with_alpha(t.raised, 0.6F), px(4));
  const double most = timed ? plot.most * 1.1 : 1;
  const int ticks = bottom - top > px(60) ? 2 : 1;
  for (int i = 0; i <= ticks; ++i) {
    const float y = bottom - (bottom - top) * flt(i) / flt(ticks);
    list.AddLine({left, y}, {right, y}, t.line);
    if (timed)
      label.draw({left - px(6), y - label.height() / 2}, t.faint, fixed(most * i / ticks, most < 10 ? 1 : 0), 1);
  }
  const float step = (right - left) / flt(std::max<std::size_t>(shown, 8));
  ImVec2 before;
  bool has_before = false;
  for (const HistoryPlot::Point& p : plot.points) {
    const ImVec2 at = {left + (flt(p.at) + 0.5F) * step, bottom - (bottom - top) * flt(p.rate / most)};
    if (p.rate > 0) {
      if (has_before) list.AddLine(before, at, with_alpha(t.accent, 0.5F), 1.5F);
      before = at;
      has_before = true;
    }
    const ImVec2 dot = p.rate > 0 ? at : ImVec2{at.x, bottom - px(7)};
    const ImU32 color = p.rate > 0 && verdict_color(p.verdict) == t.good ? t.accent : verdict_color(p.verdict);
    list.AddCircleFilled(dot, px(4), color);
    if (app.runs.last && app.runs.last->number == p.run) list.AddCircle(dot, px(7), color, 0, 1.5F);
    if (app.dock.run_a == p.run) label.draw({dot.x, dot.y - px(22)}, t.text, "A", 0.5F);
    if (app.dock.run_b == p.run) label.draw({dot.x, dot.y - px(22)}, t.text, "B", 0.5F);
    note_rect("run:" + std::to_string(p.run), {dot.x - px(4), dot.y - px(4)}, {dot.x + px(4), dot.y + px(4)});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (over && mouse.y >= corner.y && mouse.y < corner.y + size.y && std::abs(mouse.x - at.x) <= step / 2)
      *under = run_of(app, p.run);
  }
  if (timed) return;
  const char* note = tr(plot.note);
  if (label.width(note) <= right - left)
    label.draw({(left + right) / 2, top + px(6)}, t.muted, note, 0.5F);
  else
    list.AddText(label.font, label.height(), {left + px(4), top + px(6)}, t.muted, note, nullptr, right - left - px(8));
}

void draw_history(App& app, ImVec2 size) {
  const Theme& t = theme();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  size = {std::max(px(40), size.x), std::max(px(40), size.y)};
  ImGui::InvisibleButton("history", size);
  note_item("history");
  const bool over = ImGui::IsItemHovered();
  const bool clicked = ImGui::IsItemClicked();
  const std::vector<HistoryPlot> plots = history_plots(app.runs.history);
  if (plots.empty()) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Label label = {list};
    label.draw(corner, t.muted, tr("history"));
    list.AddRectFilled({corner.x + px(44), corner.y + px(22)}, {corner.x + size.x - px(8), corner.y + size.y - px(16)},
                       with_alpha(t.raised, 0.6F), px(4));
    label.draw({corner.x + size.x / 2, corner.y + (size.y - label.height()) / 2}, t.faint, tr("a point for each run"),
               0.5F);
    return;
  }
  const std::size_t shown = std::min(app.runs.history.size(), most_points);
  const RunRecord* under = nullptr;
  const float height = size.y / flt(plots.size());
  for (std::size_t i = 0; i < plots.size(); ++i)
    draw_history_plot(app, plots[i], {corner.x, corner.y + flt(i) * height}, {size.x, height}, shown, over, &under);
  if (under != nullptr) draw_run_tip(app, *under, clicked);
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
  const RooflinePlot plot = roofline_of(app.runs.history, app.runs.last);
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
  label.draw({right, corner.y}, t.faint, fitted(tr(plot.gpu), room), 1);
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
  // Data sheet dashed, measured whole; what they are stands under them, where no point lies that is worth much.
  float label_y = bottom - 2 * label.height() - px(4);
  if (!plot.points.empty() && !plot.note.empty()) {
    label.draw({right - px(4), label_y}, t.faint, fitted(tr(plot.note), right - left - px(12)), 1);
    label_y -= label.height() + px(1);
  }
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
    const std::string text =
        fitted(cat(tr(roof.label), ", ", tr(roof.measured ? "measured" : "data sheet")), right - left - px(12));
    label.draw({right - px(4), label_y}, color, text, 1);
    label_y -= label.height() + px(1);
  }
  // Without a point the kernel stands somewhere below the roof.
  if (plot.points.empty() && plot.here > 0) {
    const float x = place(plot.here, plot.y.low).x;
    const int dashes = static_cast<int>(std::ceil((bottom - top) / px(6)));
    for (int n = 0; n < dashes; ++n) {
      const float y = top + flt(n) * px(6);
      list.AddLine({x, y}, {x, std::min(bottom, y + px(2))}, t.accent, px(1.5F));
    }
  }
  const RunRecord* under = nullptr;
  float nearest = px(14);
  for (const RooflinePlot::Point& p : plot.points) {
    const RunRecord* run = run_of(app, p.run);
    if (run == nullptr) continue;
    const ImVec2 at = place(p.x, p.y);
    const ImU32 color = p.wrong ? t.bad : t.accent;
    list.AddCircleFilled(at, px(p.newest ? 4.5F : 3), p.newest ? color : with_alpha(color, 0.55F));
    if (p.newest) list.AddCircle(at, px(7.5F), color, 0, 1.5F);
    note_rect("roof:" + std::to_string(p.run), {at.x - px(4), at.y - px(4)}, {at.x + px(4), at.y + px(4)});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float away = std::hypot(mouse.x - at.x, mouse.y - at.y);
    if (!over || away > nearest) continue;
    nearest = away;
    under = run;
  }
  if (plot.points.empty() && !plot.note.empty())
    label.draw({left + px(6), bottom - label.height() - px(2)}, t.faint, tr(plot.note));
  if (under != nullptr) draw_run_tip(app, *under, clicked);
}

}  // namespace

void draw_run_plots(App& app, ImVec2 size) {
  const float gap = px(18);
  const float history = std::max(px(120), (size.x - gap) * 0.44F);
  draw_history(app, {history, size.y});
  ImGui::SameLine(0, gap);
  draw_roofline(app, {size.x - gap - history, size.y});
}

void draw_comparison(App& app) {
  const RunRecord* a = run_of(app, app.dock.run_a);
  const RunRecord* b = run_of(app, app.dock.run_b);
  if (a == nullptr || b == nullptr) return;
  const Theme& t = theme();
  plain(cat("A #", a->number, "   B #", b->number), t.text);
  ImGui::SameLine(0, px(10));
  if (button("compare/close", "Close", ButtonKind::quiet)) app.dock.run_a = app.dock.run_b = 0;
  if (!ImGui::BeginTable("ab", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn("");
  ImGui::TableSetupColumn("A");
  ImGui::TableSetupColumn("B");
  ImGui::TableSetupColumn("B \xE2\x88\x92 A");
  ImGui::TableHeadersRow();
  const auto row = [&](const char* name, std::optional<double> x, std::optional<double> y, int digits) {
    if (!x && !y) return;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    muted(name);
    ImGui::TableNextColumn();
    code(x ? fixed(*x, digits) : "\xE2\x80\x93", t.text);
    ImGui::TableNextColumn();
    code(y ? fixed(*y, digits) : "\xE2\x80\x93", t.text);
    ImGui::TableNextColumn();
    code(x && y ? fixed(*y - *x, digits) : "\xE2\x80\x93", t.text);
  };
  row(tr("GB/s, measured"), a->outcome.gb_per_s, b->outcome.gb_per_s, 1);
  row(tr("TFLOP/s, measured"), a->outcome.tflop_per_s, b->outcome.tflop_per_s, 1);
  row(tr("ms, measured"), a->outcome.median_ms, b->outcome.median_ms, 4);
  const auto whole = [](const std::optional<std::int64_t>& n) {
    return n ? std::optional<double>(static_cast<double>(*n)) : std::nullopt;
  };
  row(tr("registers"), whole(a->outcome.registers), whole(b->outcome.registers), 0);
  for (const RunCount& c : a->outcome.counters) {
    for (const RunCount& d : b->outcome.counters) {
      if (c.counter != d.counter) continue;
      row((c.counter + ", " + tr("predicted")).c_str(), c.predicted, d.predicted, 0);
      row((c.counter + ", " + tr("measured")).c_str(), c.measured, d.measured, 0);
    }
  }
  ImGui::EndTable();
}

}  // namespace stridescope::desktop
