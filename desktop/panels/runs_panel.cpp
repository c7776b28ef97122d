// Live runs: what ran last, whether it was right, how fast, how near to the yardstick, and what ran before.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "core/base/text.h"
#include "core/workspace/devices.h"
#include "desktop/model/kernel_edit.h"
#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string grouped(double value) {
  std::string text = fixed(value, 0);
  for (std::size_t at = text.size(); at > 3 + (text[0] == '-' ? 1U : 0U);) text.insert(at -= 3, " ");
  return text;
}

const char* const types[] = {"float", "half_t", "bfloat16_t", "double", "int8_t", "float_e4m3_t", "uint8_t", "int32_t"};

std::string statement_of(const App& app, const Card& card) {
  const auto& snapshot = app.session.snapshot;
  if (!snapshot || snapshot->program != app.session.text.text()) return {};
  return snapshot->program.substr(card.data.span.begin, card.data.span.end - card.data.span.begin);
}

bool set_option(App& app, const Card& card, const std::string& name, const std::string& value) {
  const auto changed = with_option(statement_of(app, card), name, value);
  return changed && app.session.replace(card.data.span, *changed);
}

// The sizes of the problem: src and dst are matrices in the call, or values of the program.
void draw_size(App& app, Card& kernel, float width) {
  const std::string statement = statement_of(app, kernel);
  const auto arguments = call_arguments(statement);
  if (arguments.size() < 2) return;
  std::string texts[2];
  const Card* named[2] = {};
  std::optional<PlainMatrix> matrices[2];
  for (int i = 0; i < 2; ++i) {
    const ArgumentSpan& span = arguments[static_cast<std::size_t>(i)];
    texts[i] = statement.substr(span.begin, span.end - span.begin);
    named[i] = app.session.card(texts[i]);
    if (named[i] != nullptr && named[i]->stale) named[i] = nullptr;
    matrices[i] = read_matrix(named[i] != nullptr ? named[i]->data.source : texts[i]);
  }
  if (!matrices[0] || !matrices[1]) return;
  static const std::int64_t sizes[] = {256, 512, 1024, 2048, 4096, 8192};
  ImGui::AlignTextToFramePadding();
  muted(tr("size"));
  ImGui::SameLine(0, px(6));
  ImGui::SetNextItemWidth(std::min(px(150), width - px(60)));
  const std::string now = std::to_string(matrices[0]->rows) + " \xC3\x97 " + std::to_string(matrices[0]->cols);
  if (ImGui::BeginCombo("##size", now.c_str())) {
    for (const std::int64_t size : sizes) {
      const std::string label = std::to_string(size) + " \xC3\x97 " + std::to_string(size);
      const bool chosen = ImGui::Selectable(label.c_str(), matrices[0]->rows == size && matrices[0]->cols == size);
      note_item("size/" + std::to_string(size));
      if (!chosen) continue;
      std::string program = app.session.snapshot->program;
      // From the end on, so that the spans before stay where they are.
      struct Change {
        std::size_t begin, end;
        std::string text;
      };
      std::vector<Change> changes;
      for (int i = 0; i < 2; ++i) {
        PlainMatrix m = *matrices[i];
        m.rows = m.cols = size;
        if (named[i] == nullptr) {
          const ArgumentSpan& span = arguments[static_cast<std::size_t>(i)];
          changes.push_back({kernel.data.span.begin + span.begin, kernel.data.span.begin + span.end, print_matrix(m)});
        } else {
          const std::string before =
              program.substr(named[i]->data.span.begin, named[i]->data.span.end - named[i]->data.span.begin);
          const std::size_t at = before.find('=');
          changes.push_back(
              {named[i]->data.span.begin, named[i]->data.span.end, before.substr(0, at + 1) + " " + print_matrix(m)});
        }
      }
      std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.begin > b.begin; });
      for (const Change& change : changes) program.replace(change.begin, change.end - change.begin, change.text);
      app.session.text.set(program);
    }
    ImGui::EndCombo();
  }
  note_item("size");
}

void draw_controls(App& app, float width) {
  DockState& dock = app.dock;
  Card* kernel = app.kernel_card();
  std::vector<std::string> kernels;
  int chosen = 0;
  for (const Card& card : app.session.cards) {
    if (card.stale || !card.data.kernel) continue;
    if (kernel != nullptr && card.data.key == kernel->data.key) chosen = static_cast<int>(kernels.size());
    kernels.push_back(card.data.name.empty() ? fitted(card.data.source, px(120)) : card.data.name);
  }
  if (kernels.empty()) {
    wrapped(tr("No kernel value in the program: it runs what copy_kernel(\xE2\x80\xA6) makes."), theme().muted);
    if (button("add_kernel", "Add a transposing copy")) {
      app.session.append(app.session.fresh_name("K") +
                         " = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), "
                         "tile=(64,64), dtype=\"float\")");
    }
    return;
  }
  if (choice("kernel", "kernel", kernels, chosen, std::min(width, px(150)))) {
    int index = 0;
    for (const Card& card : app.session.cards) {
      if (card.stale || !card.data.kernel) continue;
      if (index++ == chosen) dock.kernel = card.data.key;
    }
  }
  if (kernel != nullptr) {
    std::vector<std::string> names(std::begin(types), std::end(types));
    const std::string now = option_of(statement_of(app, *kernel), "dtype");
    int type = 0;
    for (std::size_t i = 0; i < names.size(); ++i) type = names[i] == now ? static_cast<int>(i) : type;
    if (choice("dtype", "dtype", names, type) &&
        !set_option(app, *kernel, "dtype", "\"" + names[static_cast<std::size_t>(type)] + "\""))
      app.session.say(tr("The program is being edited; try again."));
    draw_size(app, *kernel, width);
  }
  if (checkbox("live", "run each edit", dock.live) && dock.live) dock.wished.clear();
  ImGui::SameLine(0, px(12));
  checkbox("counters", "with counters", dock.counters);
  if (app.runs.running) {
    if (button("run/stop", "Stop")) app.runs.cancel();
  } else if (button("run/now", "Run", ButtonKind::primary)) {
    app.run_kernel();
  }
  ImGui::SameLine();
  ImGui::SetNextItemWidth(std::max(px(90), width - px(70)));
  if (ImGui::InputTextWithHint("##runner", tr("runner here, or: ssh host stridescope-runner"), dock.runner,
                               sizeof dock.runner, ImGuiInputTextFlags_EnterReturnsTrue)) {
    std::vector<std::string> words;
    std::string word;
    for (const char* c = dock.runner;; ++c) {
      if (*c != ' ' && *c != 0)
        word.push_back(*c);
      else if (!word.empty())
        words.push_back(std::move(word)), word.clear();
      if (*c == 0) break;
    }
    app.runs.use(words);
    app.settings.runner = dock.runner;
    dock.wished.clear();
  }
  note_item("runner");
}

void draw_outcome(App& app, float width) {
  const Theme& t = theme();
  const Runs& runs = app.runs;
  if (runs.running) {
    plain(std::string(tr("running")) + ": " + (runs.progress.empty() ? "\xE2\x80\xA6" : runs.progress), t.accent);
  }
  if (!runs.trouble.empty()) wrapped(runs.trouble, t.bad);
  if (!runs.last) {
    if (!runs.running) muted(tr("Nothing has run yet."));
    return;
  }
  const RunRecord& record = *runs.last;
  const RunOutcome& r = record.outcome;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  if (r.status == RunOutcome::Status::error) {
    if (runs.trouble.empty()) {
      plain(r.message, t.bad);
      if (!r.hint.empty()) plain(r.hint, t.muted);
    }
    ImGui::PopTextWrapPos();
    return;
  }
  const bool right = r.status == RunOutcome::Status::ok && r.wrong == 0;
  if (r.gb_per_s) {
    ImGui::PushFont(fonts().mono(px(24)));
    plain(fixed(*r.gb_per_s, 0) + " GB/s", t.text);
    ImGui::PopFont();
    note_item("bandwidth");
    ImGui::SameLine(0, px(10));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + px(9));
    std::string beside = tr("measured");
    if (r.spread) append_all(beside, " \xC2\xB1 ", fixed(*r.spread * 100, 1), "%");
    if (r.ratio) append_all(beside, ", ", fixed(*r.ratio * 100, 1), "% ", tr("of"), " ", r.yardstick_name);
    muted(beside);
  }
  const bool checked = r.checked > 0;
  plain(std::string(!checked ? "? "
                    : right  ? "\xE2\x9C\x93 "
                             : "\xE2\x9C\x97 ") +
            r.verified,
        !checked ? t.warn
        : right  ? t.good
                 : t.bad);
  note_item("verified");
  for (std::size_t i = 0; i < std::min<std::size_t>(3, r.examples.size()); ++i) plain(r.examples[i], t.bad);
  if (r.on_gpu) {
    muted(r.device_line);
  } else {
    // One clear line why there is no live number.
    std::string why = tr("No live numbers: ");
    why += r.missing.empty() ? std::string(tr("this run was asked of the reference device")) : r.missing.front();
    plain(why, t.warn);
    note_item("no_gpu");
    muted(tr("Verified on the CPU, thread by thread; recorded measurements are under Recorded."));
  }
  if (!r.compiled.empty()) muted(r.compiled);
  ImGui::PopTextWrapPos();
  if (!r.resources.empty()) {
    Flow flow(width, 12);
    for (const auto& [name, value] : r.resources) flow.pair(tr(name), value);
  }
  muted(cat("#", record.number, ", ", fixed(record.seconds * 1000, 0), " ms ", tr("from the edit to the answer"),
            runs.replaced > 0 ? cat(", ", runs.replaced, " ", tr("runners replaced")) : std::string()));
}

// How near the kernel comes to what the memory can do: bars on one scale.
void draw_roofline(App& app, ImVec2 size) {
  const Theme& t = theme();
  const auto& last = app.runs.last;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = fonts().small_ui;
  list.AddText(font, font->FontSize, corner, t.muted, tr("bandwidth, GB/s"));
  struct Bar {
    std::string name;
    double value;
    ImU32 color;
    bool measured;
  };
  std::vector<Bar> bars;
  std::string device = last ? last->outcome.device : "";
  if (const auto peak = dram_peak_gb_per_s(device)) {
    bars.push_back({std::string(tr("DRAM peak, data sheet")), static_cast<double>(*peak), t.faint, false});
  }
  if (last && last->outcome.yardstick)
    bars.push_back({last->outcome.yardstick_name, *last->outcome.yardstick, t.muted, true});
  if (last && last->outcome.gb_per_s) bars.push_back({tr("this kernel"), *last->outcome.gb_per_s, t.accent, true});
  if (bars.empty()) {
    list.AddText(font, font->FontSize, {corner.x, corner.y + px(20)}, t.faint, tr("needs a measured run"));
    return;
  }
  double most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  float y = corner.y + px(22);
  for (const Bar& bar : bars) {
    const float length = flt(bar.value / most) * (size.x - px(60));
    list.AddText(font, font->FontSize, {corner.x, y}, t.muted, bar.name.c_str());
    y += font->FontSize + px(2);
    if (bar.measured)
      list.AddRectFilled({corner.x, y}, {corner.x + length, y + px(10)}, bar.color, px(2));
    else
      list.AddRect({corner.x, y}, {corner.x + length, y + px(10)}, bar.color, px(2));
    list.AddText(font, font->FontSize, {corner.x + length + px(6), y - px(2)}, t.text, fixed(bar.value, 0).c_str());
    y += px(17);
  }
}

// A point a run; a click returns to its program, a click with Shift compares it.
void draw_history(App& app, ImVec2 size) {
  const Theme& t = theme();
  const auto& history = app.runs.history;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("history", {std::max(px(40), size.x), std::max(px(40), size.y)});
  note_item("history");
  const bool over = ImGui::IsItemHovered();
  const bool clicked = ImGui::IsItemClicked();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = fonts().small_ui;
  const float top = corner.y + px(20);
  const float bottom = corner.y + size.y - px(16);
  const float left = corner.x + px(44);
  const float right = corner.x + size.x - px(8);
  list.AddText(font, font->FontSize, corner, t.muted, tr("history, GB/s"));
  list.AddRectFilled({left, top}, {right, bottom}, with_alpha(t.raised, 0.6F), px(4));
  if (history.empty()) return;
  double most = 1;
  for (const RunRecord& r : history) most = std::max(most, r.outcome.gb_per_s.value_or(0));
  most *= 1.1;
  for (int i = 0; i <= 2; ++i) {
    const float y = bottom - (bottom - top) * flt(i) / 2;
    list.AddLine({left, y}, {right, y}, t.line);
    const std::string text = most > 1.2 ? fixed(most * i / 2, 0) : "";
    list.AddText(font, font->FontSize,
                 {left - px(6) - font->CalcTextSizeA(font->FontSize, 1e9F, 0, text.c_str()).x, y - font->FontSize / 2},
                 t.faint, text.c_str());
  }
  const std::size_t shown = std::min<std::size_t>(history.size(), 60);
  const float step = (right - left) / flt(std::max<std::size_t>(shown, 8));
  const RunRecord* under = nullptr;
  ImVec2 before;
  bool has_before = false;
  for (std::size_t i = 0; i < shown; ++i) {
    const RunRecord& r = history[history.size() - shown + i];
    const ImVec2 at = {left + (flt(i) + 0.5F) * step,
                       bottom - (bottom - top) * flt(r.outcome.gb_per_s.value_or(0) / most)};
    if (r.outcome.gb_per_s) {
      if (has_before) list.AddLine(before, at, with_alpha(t.accent, 0.5F), 1.5F);
      before = at;
      has_before = true;
    }
    const bool wrong = r.outcome.status == RunOutcome::Status::wrong;
    const ImVec2 dot = r.outcome.gb_per_s ? at : ImVec2{at.x, bottom - px(6)};
    list.AddCircleFilled(dot, px(4), wrong ? t.bad : r.outcome.gb_per_s ? t.accent : t.good);
    if (app.dock.run_a == r.number) list.AddText(font, font->FontSize, {dot.x - px(4), dot.y - px(20)}, t.text, "A");
    if (app.dock.run_b == r.number) list.AddText(font, font->FontSize, {dot.x - px(4), dot.y - px(20)}, t.text, "B");
    note_rect("run:" + std::to_string(r.number), {dot.x - px(4), dot.y - px(4)}, {dot.x + px(4), dot.y + px(4)});
    if (over && std::abs(ImGui::GetIO().MousePos.x - at.x) <= step / 2) under = &r;
  }
  if (under == nullptr) return;
  ImGui::BeginTooltip();
  muted(tr("A click returns to it, Shift and a click compares it."));
  plain(cat("#", under->number,
            under->outcome.gb_per_s ? cat("  ", fixed(*under->outcome.gb_per_s, 0), " GB/s ", tr("measured"))
                                    : std::string()),
        t.text);
  muted(under->outcome.verified);
  muted(under->outcome.device);
  code(under->wish.program.substr(0, 600), t.text);
  ImGui::EndTooltip();
  if (!clicked) return;
  if (ImGui::GetIO().KeyShift) {
    app.dock.run_a = app.dock.run_b;
    app.dock.run_b = under->number;
    if (app.dock.run_a == 0) app.dock.run_a = app.runs.last ? app.runs.last->number : 0;
  } else {
    app.session.text.set(under->wish.program);
    app.session.set_mode(under->wish.mode);
  }
}

const RunRecord* run_of(const App& app, int number) {
  for (const RunRecord& r : app.runs.history) {
    if (r.number == number) return &r;
  }
  return nullptr;
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
  row(tr("ms, measured"), a->outcome.median_ms, b->outcome.median_ms, 4);
  for (const Counted& c : a->outcome.counters) {
    for (const Counted& d : b->outcome.counters) {
      if (c.counter != d.counter) continue;
      row((c.counter + ", " + tr("predicted")).c_str(), c.predicted, d.predicted, 0);
      row((c.counter + ", " + tr("measured")).c_str(), c.measured, d.measured, 0);
    }
  }
  ImGui::EndTable();
}

}  // namespace

void draw_runs(App& app) {
  const float height = ImGui::GetContentRegionAvail().y;
  const float width = ImGui::GetContentRegionAvail().x;
  const float first = px(270);
  const float second = std::clamp(width * 0.34F, px(230), px(420));
  ImGui::BeginChild("runs/controls", {first, height});
  draw_controls(app, first - px(10));
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  ImGui::BeginChild("runs/outcome", {second, height});
  draw_outcome(app, second - px(10));
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  ImGui::BeginChild("runs/plots", {0, height});
  if (app.dock.run_a != 0 && app.dock.run_b != 0) {
    draw_comparison(app);
  } else {
    const float room = ImGui::GetContentRegionAvail().x;
    const float roof = std::min(px(230), room * 0.42F);
    draw_history(app, {room - roof - px(16), height - px(4)});
    ImGui::SameLine(0, px(16));
    draw_roofline(app, {roof, height - px(4)});
  }
  ImGui::EndChild();
}

void draw_counters(App& app) {
  const Theme& t = theme();
  const auto& last = app.runs.last;
  if (!last || last->outcome.counters.empty()) {
    muted(tr(last && !last->outcome.not_predicted.empty() ? last->outcome.not_predicted
                                                          : std::string("Run a kernel to see its counters.")));
    return;
  }
  const RunOutcome& r = last->outcome;
  std::string where = tr("predicted: the model of the core");
  where += r.on_gpu ? std::string("; ") + tr("measured: ") + r.device + ", " + r.date
                    : std::string("; ") + tr("nothing measured: there is no GPU");
  muted(where);
  if (!r.counters_missing.empty()) plain(r.counters_missing, t.warn);
  if (ImGui::BeginTable("counters", 4,
                        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("counter"), 0, 3);
    ImGui::TableSetupColumn(tr("predicted"));
    ImGui::TableSetupColumn(tr("measured"));
    ImGui::TableSetupColumn(tr("difference"));
    ImGui::TableHeadersRow();
    for (const Counted& c : r.counters) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      code(c.counter, t.text);
      ImGui::TableNextColumn();
      code(c.predicted ? grouped(*c.predicted) : "\xE2\x80\x93", t.text);
      ImGui::TableNextColumn();
      code(c.measured ? grouped(*c.measured) : "\xE2\x80\x93", t.text);
      ImGui::TableNextColumn();
      if (c.predicted && c.measured)
        code(grouped(*c.measured - *c.predicted), *c.measured == *c.predicted ? t.good : t.bad);
      else
        code("\xE2\x80\x93", t.muted);
    }
    ImGui::EndTable();
  }
}

}  // namespace stridescope::desktop
