// Live runs: the last run, its verdict, its rate, its rate relative to the yardstick, and the earlier runs.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/kernel.h"
#include "desktop/panels/runs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Options of the kernel; while the program is edited, the last options stay visible and disabled.
void draw_fields(App& app, const Card& kernel, float column, float width) {
  RunPanelState& panel = app.run_panel;
  if (const std::string of = cat(app.session.serial(), ' ', kernel.binding.key); panel.fields_of != of) {
    panel.fields_of = of;
    app.session.kernel_form(kernel, [&panel](std::vector<app::FormField> fields) { panel.fields = std::move(fields); });
  }
  for (const app::FormField& field : panel.fields) {
    if (field.options.empty()) {
      wrapped(tr(field.note), theme().muted);
      note_item(field.id + "/refused");
      continue;
    }
    ImGui::AlignTextToFramePadding();
    muted(tr(field.title));
    ImGui::SameLine(column);
    std::string value = field.values[0];
    if (draw_options(field.id, field.options, value, width)) app.session.set_field(kernel, field.id, value);
  }
}

// The runner reports only in English: in other languages, a word states its progress.
std::string progress_text(const Runs& runs) {
  const auto& [event, text] = runs.progress;
  if (event.empty()) return "\xE2\x80\xA6";
  return cat(tr(event), language() == "en" && !text.empty() ? ": " + text : "");
}

void draw_controls(App& app, float width) {
  RunPanelState& panel = app.run_panel;
  Card* kernel = kernel_card(app);
  std::vector<app::FieldOption> kernels;
  for (const Card& card : app.session.cards) {
    const door::Binding& value = card.binding;
    if (card.stale || !value.is_kernel()) continue;
    kernels.push_back({value.key, Message::verbatim(value.name.empty() ? fitted(value.source, px(120)) : value.name)});
  }
  if (kernels.empty()) {
    draw_no_kernel();
    if (button("add_kernel", "Add a transposing copy"))
      app.session.append(cat(app.session.fresh_name("K"), " = ", app::first_kernel()));
    return;
  }
  const float column = px(66);
  const auto row = [&](const char* name) {
    ImGui::AlignTextToFramePadding();
    muted(tr(name));
    ImGui::SameLine(column);
  };
  row("kernel");
  std::string chosen = kernel == nullptr ? std::string() : kernel->binding.key;
  if (draw_options("kernel", kernels, chosen, width - column)) app.kernel.choice = chosen;
  if (kernel != nullptr) draw_fields(app, *kernel, column, width - column);
  if (checkbox("live", "run each edit", app.settings.live) && app.settings.live) app.kernel.last_request.clear();
  ImGui::SameLine(0, px(12));
  checkbox("counters", "with counters", panel.counters);
  if (app.runs.running) {
    if (button("run/stop", "Stop")) app.runs.cancel();
  } else if (button("run/now", "Run", ButtonKind::primary)) {
    run_kernel(app);
  }
  if (app.runs.running && app.runs.last) {
    ImGui::SameLine(0, px(8));
    muted(fitted_words(progress_text(app.runs), width - px(70)));
  }
  ImGui::SetNextItemWidth(width);
  if (ImGui::InputTextWithHint("##runner", tr("here, or: ssh host stridescope-runner"), &panel.runner,
                               ImGuiInputTextFlags_EnterReturnsTrue)) {
    app.runs.use(command_words(panel.runner));
    app.settings.runner = panel.runner;
    app.kernel.last_request.clear();
  }
  note_item("runner");
}

}  // namespace

void draw_no_kernel() { wrapped(tr(app::no_kernel()), theme().muted); }

ImU32 verdict_color(RunVerdict verdict) {
  const Theme& t = theme();
  switch (verdict) {
    case RunVerdict::verified:
    case RunVerdict::sampled:
      return t.good;
    case RunVerdict::wrong:
      return t.bad;
    case RunVerdict::not_verified:
      return t.warn;
    case RunVerdict::not_run:
      break;
  }
  return t.muted;
}

ImU32 agreement_color(Agreement agreement) {
  const Theme& t = theme();
  switch (agreement) {
    case Agreement::exact:
    case Agreement::bounded:
      return t.good;
    case Agreement::beyond:
      return t.bad;
    case Agreement::undecided:
      return t.warn;
    case Agreement::not_predicted:
    case Agreement::not_measured:
      break;
  }
  return t.muted;
}

const char* verdict_sign(RunVerdict verdict) {
  switch (verdict) {
    case RunVerdict::verified:
    case RunVerdict::sampled:
      return "\xE2\x9C\x93";
    case RunVerdict::wrong:
      return "\xE2\x9C\x97";
    case RunVerdict::not_verified:
      return "?";
    case RunVerdict::not_run:
      break;
  }
  return "\xE2\x80\x93";
}

void draw_verdict(const RunOutcome& r) { plain(tr(Message(name_of(r.verdict))), verdict_color(r.verdict)); }

namespace {

void draw_outcome(App& app, float width) {
  const Theme& t = theme();
  const Runs& runs = app.runs;
  if (runs.running && !runs.last) {
    plain(cat(tr("running"), ": ", progress_text(runs)), t.accent, width);
  }
  if (!runs.trouble.empty()) wrapped(tr(runs.trouble), t.bad);
  if (!runs.last) {
    if (!runs.running) muted(tr("Nothing has run yet."));
    return;
  }
  const RunRecord& record = *runs.last;
  const RunOutcome& r = record.outcome;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  // The report of another kernel does not apply to this one.
  const bool current = run_is_current(app);
  const auto ink = [&](ImU32 color) { return current ? color : t.muted; };
  if (!current) {
    plain(tr("The last run was of another kernel:"), t.muted);
    note_item("run/other");
  }
  if (r.status == RunOutcome::Status::error) {
    if (runs.trouble.empty()) {
      plain(shown(r.message), ink(t.bad));
      if (!r.hint.empty()) plain(shown(r.hint), t.muted);
    }
    ImGui::PopTextWrapPos();
    return;
  }
  if (const auto rate = r.rate()) {
    ImGui::PushFont(fonts().mono(px(24)));
    plain(cat(fixed(*rate, *rate < 100 ? 1 : 0), " ", r.unit()), ink(t.text));
    ImGui::PopFont();
    note_item("bandwidth");
    // Two lines next to it: wrapping would break the text after decimal points.
    ImGui::SameLine(0, px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginGroup();
    std::string beside = tr("measured");
    if (r.spread) append_all(beside, " \xC2\xB1 ", fixed(*r.spread * 100, 1), "%");
    muted(beside);
    if (r.ratio) muted(cat(fixed(*r.ratio * 100, 1), "% ", tr("of"), " ", r.yardstick_name));
    ImGui::PopStyleVar();
    ImGui::EndGroup();
  }
  plain(cat(verdict_sign(r.verdict), " ", tr(r.sentence)), ink(verdict_color(r.verdict)));
  note_item("verified");
  for (std::size_t i = 0; i < std::min<std::size_t>(4, r.examples.size()); ++i) plain(tr(r.examples[i]), ink(t.bad));
  if (r.on_gpu) {
    muted(tr(r.device_line));
  } else {
    // One line: the reason why live numbers are missing.
    std::string why = tr("No live numbers: ");
    why += r.missing.empty() ? std::string(tr("this run used the reference device")) : tr(r.missing.front());
    plain(why, ink(t.warn));
    note_item("no_gpu");
  }
  // The limit by the core; predicted if the runner's measurements do not give it.
  const auto limit = [&](const char* name, const Message& line) {
    if (line.empty()) return;
    muted(cat(tr(name), ": ", tr(line)));
    note_item(std::string("limit/") + name);
  };
  limit("binding", r.limits.bound_line);
  limit("occupancy", r.limits.occupancy_line);
  if (const ShownRun kept = shown_run(app); kept.kept && current) {
    plain(cat("#", kept.number, ": ", tr(run_headline(*kept.report))), t.text);
    note_item("run/kept");
  }
  for (const Message& line : r.lines) muted(tr(line));
  for (const Message& note : r.notes) plain(tr(note), r.on_gpu ? t.warn : t.muted);
  ImGui::PopTextWrapPos();
  if (!r.figures.empty()) {
    Flow flow(width, 12);
    for (const RunFigure& figure : r.figures) flow.pair(tr(figure.name), tr(figure.text));
  }
  muted(cat("#", record.number, ", ", fixed(record.seconds * 1000, 0), " ms ", tr("from the edit to the result"),
            runs.replaced > 0 ? cat(", ", runs.replaced, " ", tr("runners replaced")) : std::string()));
}

// Draws the area right of the last run: all runs, as a table and a plot if both fit.
void draw_all_runs(App& app, ImVec2 size) {
  struct Part {
    const char* name;
    const char* title;
    void (*draw)(App& app, ImVec2 size);
  };
  static constexpr Part parts[] = {{"table", "Table", draw_run_table}, {"plot", "Plot", draw_run_plot}};
  // Without a timed run the table has all of the room.
  const auto& plots = shown_runs(app).plots;
  if (plots.empty() || plots.front().points.empty()) return draw_run_table(app, size);
  const float gap = px(16);
  const bool wide = size.x > px(700);
  // Next to the cards of a large window, the plot is below the table.
  const bool high = !wide && size.y > px(400);
  const float top = ImGui::GetCursorPosY();
  if (wide || high) {
    // The table is only as high as its rows, with its header and the text above.
    const float rows = flt(shown_runs(app).rows.size() + 6) * ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 table = wide ? ImVec2(std::round(size.x * 0.64F), size.y)
                              : ImVec2(size.x, std::round(std::min(size.y * 0.6F, std::max(px(220), rows))));
    const ImVec2 places[] = {{0, 0}, wide ? ImVec2(table.x + gap, 0) : ImVec2(0, table.y + gap)};
    const ImVec2 sizes[] = {table, {size.x - places[1].x, size.y - places[1].y}};
    const float left = ImGui::GetCursorPosX();
    for (std::size_t i = 0; i < std::size(parts); ++i) {
      ImGui::SetCursorPos({left + places[i].x, top + places[i].y});
      ImGui::BeginChild(parts[i].name, sizes[i]);
      parts[i].draw(app, ImGui::GetContentRegionAvail());
      ImGui::EndChild();
    }
    return;
  }
  for (int i = 0; i < static_cast<int>(std::size(parts)); ++i) {
    if (i > 0) ImGui::SameLine(0, px(2));
    if (segment(cat("runs/", parts[i].name), parts[i].title, app.run_panel.part == i)) app.run_panel.part = i;
  }
  const float used = ImGui::GetCursorPosY() - top;
  parts[app.run_panel.part].draw(app, {size.x, size.y - used});
}

}  // namespace

void draw_runs(App& app) {
  constexpr float lowest = 140;
  const float height = ImGui::GetContentRegionAvail().y;
  const float width = ImGui::GetContentRegionAvail().x;
  const float first = px(270);
  const float second = std::clamp(width * 0.24F, px(230), px(380));
  // In a narrow window the last result is below the kernel; in a dock at the side, all runs are below both.
  const bool narrow = width < px(1040);
  // A narrow pane scrolls as a whole.
  if ((width < px(560) && height <= px(460)) || height < px(lowest)) {
    ImGui::BeginChild("runs/controls", {width, height});
    draw_controls(app, std::min(first, width) - px(10));
    draw_outcome(app, width - px(24));
    draw_all_runs(app, {width - px(14), px(220)});
    ImGui::EndChild();
    return;
  }
  if (narrow && height > px(460)) {
    const float top = std::min(px(300), height * 0.5F);
    const bool apart = width > px(540);
    ImGui::BeginChild("runs/controls", {apart ? first : width, top});
    draw_controls(app, first - px(10));
    if (!apart) draw_outcome(app, width - px(24));
    ImGui::EndChild();
    if (apart) {
      ImGui::SameLine(0, px(14));
      ImGui::BeginChild("runs/outcome", {0, top});
      draw_outcome(app, width - first - px(38));
      ImGui::EndChild();
    }
    ImGui::BeginChild("runs/all", {0, 0}, false, ImGuiWindowFlags_NoScrollbar);
    draw_all_runs(app, ImGui::GetContentRegionAvail());
    ImGui::EndChild();
    return;
  }
  ImGui::BeginChild("runs/controls", {first, height});
  draw_controls(app, first - px(10));
  if (narrow) draw_outcome(app, first - px(24));
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  if (!narrow) {
    ImGui::BeginChild("runs/outcome", {second, height});
    draw_outcome(app, second - px(24));
    ImGui::EndChild();
    ImGui::SameLine(0, px(14));
  }
  ImGui::BeginChild("runs/all", {0, height}, false, ImGuiWindowFlags_NoScrollbar);
  draw_all_runs(app, ImGui::GetContentRegionAvail());
  ImGui::EndChild();
}

void draw_counters(App& app) {
  const Theme& t = theme();
  const ShownRun run = shown_run(app);
  if (run.report == nullptr || run.report->counters.empty()) {
    muted(tr("Run a kernel to see its counters."));
    for (std::size_t i = 0; run.report != nullptr && i < run.report->notes.size(); ++i) muted(tr(run.report->notes[i]));
    return;
  }
  const RunReport& r = *run.report;
  if (!run.current) muted(tr("The last run was of another kernel:"));
  if (run.kept) muted(cat("#", run.number, ": ", tr(run_headline(r))));
  note_item("counters/run");
  wrapped(cat(tr("predicted by the model of the core"), "; ", tr(r.origin)), t.muted);
  if (!r.counters_missing.empty()) plain(tr(r.counters_missing), t.warn);
  if (ImGui::BeginTable("counters", 4,
                        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("counter"), ImGuiTableColumnFlags_WidthStretch, 4);
    ImGui::TableSetupColumn(tr("predicted"), ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn(tr("measured"), ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn(tr("difference"), ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableHeadersRow();
    const auto count = [&](const std::optional<double>& value) {
      ImGui::TableNextColumn();
      code(value ? grouped(*value) : "\xE2\x80\x93", t.text);
    };
    for (const RunCount& c : r.counters) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      // Uses short words if nothing longer fits; the tooltip has the name.
      const CounterWords known = counter_words(c.counter);
      const float room = ImGui::GetContentRegionAvail().x;
      const std::string plain_words = known.title.empty() ? c.counter : std::string(tr(known.title));
      plain(fitted_words(plain_words, room), t.text);
      tooltip(cat(c.counter, known.tip.empty() ? "" : "\n", tr(known.tip)).c_str());
      const float used = text_width(plain_words) + px(12);
      if (!known.title.empty() && used + code_width(c.counter) <= room) {
        ImGui::SameLine(0, px(12));
        code(c.counter, t.faint);
      }
      count(c.predicted);
      count(c.measured);
      ImGui::TableNextColumn();
      wrapped(c.text.empty() ? "\xE2\x80\x93" : tr(c.text), agreement_color(c.agreement));
    }
    ImGui::EndTable();
  }
}

}  // namespace stridescope::desktop
