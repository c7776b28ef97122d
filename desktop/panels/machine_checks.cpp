// The panes of the machine's dialog on the whole run: findings of the checks, all orders, and who waits for whom.
#include "desktop/panels/machine_checks.h"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "core/base/text.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

namespace {

using machine::ChartSpanKind;

void go_to(App& app, MachineRun& run, std::int64_t warp, std::int64_t instant) {
  run.view = MachineRun::View::state;
  run.act(app.session.side(), {.warp = warp, .instant = instant});
}

void finding_row(App& app, MachineRun& run, const debugger::FindingRow& row, const std::string& name, bool leads) {
  const bool error = row.severity == debugger::Severity::error;
  wrapped(shown(row.title), error ? theme().bad : theme().warn);
  if (leads && row.line > 0) {
    const std::string show =
        page_word("machine.show", {{"line", std::to_string(row.line)}, {"instant", std::to_string(row.instant)}});
    if (button(name, show)) go_to(app, run, row.warp, row.instant);
    if (row.times > 1) ImGui::SameLine();
  }
  if (row.times > 1) muted(page_word("machine.times", {{"times", std::to_string(row.times)}}));
  for (const debugger::FindingPart& part : row.parts) wrapped_code(cat("  ", shown(part.text)), theme().muted);
  ImGui::Dummy({0, px(6)});
}

ImU32 span_fill(ChartSpanKind kind) {
  const int color = machine::chart_color(kind);
  return color < 0 ? theme().raised : class_fill(color);
}

void all_orders(App& app, MachineRun& run) {
  ImGui::AlignTextToFramePadding();
  bold(page_word("machine.orders"), theme().text);
  ImGui::SameLine();
  if (run.waiting > 0)
    muted(page_word("machine.running"));
  else if (button("machine/orders", page_word("machine.searchOrders")))
    run.search_orders(app.session.side());
  const debugger::OrdersFound* const found = run.orders();
  if (found == nullptr) return wrapped(page_word("machine.ordersAbout"), theme().muted);
  using machine::OrderVerdict;
  const OrderVerdict verdict = found->verdict;
  wrapped(shown(found->answer), verdict == OrderVerdict::proved ? theme().good
                                : verdict == OrderVerdict::bad  ? theme().bad
                                                                : theme().warn);
  if (!found->order.empty()) {
    if (button("machine/play_order", page_word("machine.playOrder"))) {
      run.form.order = found->order;
      run.begin(app.session.side());
      return;
    }
    wrapped_code(found->order, theme().muted);
  }
  // The findings of the order on the screen, played or usual, are listed below.
  if (found->order.empty() ? run.findings.empty() : found->order != run.form.order) {
    for (const debugger::FindingRow& row : found->findings) finding_row(app, run, row, {}, false);
  }
  for (const debugger::FindingPart& doubt : found->doubts)
    wrapped_code(cat(doubt.line, ": ", shown(doubt.text)), theme().muted);
}

}  // namespace

void step_through(App& app, const Card& card) {
  app.session.emit(card, "cuda_json", [&app, name = card.binding.name](const Result<std::string>& text) {
    if (!text) return app.session.say(shown(text.error().message));
    app.machine = MachineRun::open_kernel(app.session.side(), name, *text);
    show_dialog(app, Dialog::machine);
  });
}

void machine_findings(App& app, MachineRun& run) {
  all_orders(app, run);
  ImGui::Separator();
  if (!run.state->checked)
    muted(page_word("machine.unchecked"));
  else if (run.findings.empty())
    muted(page_word("machine.noFindings"));
  else
    muted(page_word("machine.found", {{"count", std::to_string(run.findings.size())}}));
  for (std::size_t i = 0; i < run.findings.size(); ++i)
    finding_row(app, run, run.findings[i], cat("machine/finding:", i), true);
}

void machine_waits(App& app, MachineRun& run) {
  Worker& worker = app.session.side();
  if (!run.waits) {
    if (run.waiting == 0) run.ask_waits(worker, 0, 0);
    return muted(page_word("machine.running"));
  }
  const machine::WaitChart& chart = run.waits->chart;
  const std::int64_t after = chart.iteration + chart.iterations;
  ImGui::AlignTextToFramePadding();
  bold(page_word("machine.whoWaits"), theme().text);
  ImGui::SameLine();
  muted(page_word("machine.iterations", {{"first", std::to_string(chart.iteration)},
                                         {"last", std::to_string(after - 1)},
                                         {"count", std::to_string(chart.all_iterations)}}));
  if (chart.iteration > 0) {
    ImGui::SameLine();
    if (button("machine/waits_earlier", page_word("machine.earlier")))
      run.ask_waits(worker, std::max<std::int64_t>(chart.iteration - chart.iterations, 0), chart.iterations);
  }
  if (after < chart.all_iterations) {
    ImGui::SameLine();
    if (button("machine/waits_later", page_word("machine.later"))) run.ask_waits(worker, after, 0);
  }
  // The legend, of the kinds that occur.
  for (const ChartSpanKind one : machine::chart_kinds(chart)) {
    const bool marks = machine::is_mark(one);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (one == ChartSpanKind::arrival)
      list.AddTriangleFilled({at.x + px(6), at.y + px(5)}, {at.x + px(2), at.y + px(13)},
                             {at.x + px(10), at.y + px(13)}, theme().text);
    else
      list.AddRectFilled({at.x + (marks ? px(5) : 0), at.y + px(3)}, {at.x + (marks ? px(7) : px(12)), at.y + px(14)},
                         marks ? theme().text : span_fill(one), px(2));
    ImGui::Dummy({px(14), px(14)});
    ImGui::SameLine(0, px(4));
    small(shown(machine::word_of(one)));
    ImGui::SameLine(0, px(12));
  }
  ImGui::NewLine();
  const float told = ImGui::GetTextLineHeightWithSpacing() * 7;
  ImGui::BeginChild("machine/chart", {0, -told}, false, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(fonts().small_ui);
  float titles = 0;
  for (const machine::ChartRow& row : chart.rows) titles = std::max(titles, text_width(shown(row.title)) + px(16));
  const std::vector<std::int64_t> tops = machine::chart_rows(chart);
  const auto row_y = [&](std::int64_t row) { return px(flt(tops[static_cast<std::size_t>(row)] - 28)); };
  const auto step_x = [&](std::int64_t step) {
    return titles + px(flt((step - chart.first) * machine::ChartSizes::step));
  };
  const auto row_height = [&](std::int64_t row) {
    return px(flt(machine::chart_row_height(chart.rows[static_cast<std::size_t>(row)].kind)));
  };
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton("chart", {step_x(chart.end) + px(16), px(flt(tops.back()))});
  const bool over = ImGui::IsItemHovered();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& t = theme();
  for (std::size_t i = 0; i < chart.starts.size(); ++i) {
    const float x = from.x + step_x(chart.starts[i]);
    list.AddLine({x, from.y + px(2)}, {x, from.y + px(flt(tops.back() - 28))}, t.line);
    list.AddText({x + px(3), from.y}, t.muted, std::to_string(chart.iteration + static_cast<std::int64_t>(i)).c_str());
  }
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    const std::string title = shown(chart.rows[i].title);
    const float y = from.y + row_y(static_cast<std::int64_t>(i)) + row_height(static_cast<std::int64_t>(i)) / 2;
    list.AddText({from.x + titles - px(8) - text_width(title), y - ImGui::GetFontSize() / 2}, t.text, title.c_str());
    list.AddLine({from.x + titles, y}, {from.x + step_x(chart.end), y}, t.line);
  }
  std::size_t found = chart.spans.size();
  for (std::size_t i = 0; i < chart.spans.size(); ++i) {
    const machine::ChartSpan& span = chart.spans[i];
    const bool mark = machine::is_mark(span.kind);
    ImVec2 min = {from.x + step_x(span.begin), from.y + row_y(span.row) + px(3)};
    ImVec2 max = {from.x + step_x(span.end) - 1, from.y + row_y(span.row) + row_height(span.row) - px(3)};
    if (mark) {
      min.x -= span.kind == ChartSpanKind::arrival ? px(4) : px(1);
      max.x = min.x + (span.kind == ChartSpanKind::arrival ? px(8) : px(2));
    }
    if (over && mouse.x >= min.x && mouse.x < std::max(max.x, min.x + px(4)) && mouse.y >= min.y && mouse.y < max.y)
      found = i;
    if (span.kind == ChartSpanKind::arrival) {
      list.AddTriangleFilled({(min.x + max.x) / 2, max.y - px(8)}, {min.x, max.y}, max, t.text);
      continue;
    }
    const ImU32 fill = mark ? t.text : span_fill(span.kind);
    list.AddRectFilled(min, max, span.odd ? with_alpha(fill, 0.6F) : fill, mark ? 0 : px(2));
    if (span.kind == ChartSpanKind::stuck) list.AddRect(min, max, t.bad, px(2));
    if (const float width = text_width(span.label); !span.label.empty() && width + px(4) < max.x - min.x)
      list.AddText({(min.x + max.x - width) / 2, (min.y + max.y - ImGui::GetFontSize()) / 2}, t.text,
                   span.label.c_str());
  }
  for (const machine::ChartArrow& one : chart.arrows) {
    const bool down = one.to_row > one.from_row;
    const ImVec2 begin = {from.x + step_x(one.from),
                          from.y + row_y(one.from_row) + row_height(one.from_row) / 2 + (down ? px(6) : -px(6))};
    const ImVec2 end = {from.x + step_x(one.to),
                        from.y + row_y(one.to_row) + row_height(one.to_row) / 2 + (down ? -px(5) : px(5))};
    list.AddLine(begin, end, with_alpha(t.muted, 0.75F));
    const float head = down ? -px(6) : px(6);
    list.AddTriangleFilled(end, {end.x - px(4), end.y + head}, {end.x + px(4), end.y + head}, t.muted);
  }
  note_item("machine/chart");
  ImGui::PopFont();
  ImGui::EndChild();
  if (found == chart.spans.size()) return wrapped(page_word("machine.waitsHint"), theme().muted);
  for (const Message& sentence : chart.spans[found].about) wrapped(shown(sentence), theme().text);
  if (clicked) go_to(app, run, chart.spans[found].warp, chart.spans[found].instant);
}

}  // namespace stridescope::desktop
