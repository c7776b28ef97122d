// The dialog of the PTX machine: a block step by step: PTX, warps, registers, shared memory, a buffer.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>

#include "core/app/highlight.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/machine_checks.h"
#include "desktop/panels/machine_launch.h"
#include "desktop/panels/machine_memory.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/token_color.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

namespace {

using debugger::MachineAction;
using debugger::MachineState;
using debugger::Move;
using debugger::Unit;

constexpr int lanes_of_warp = 32;

constexpr std::pair<MachineRun::View, std::string_view> all_views[] = {
    {MachineRun::View::state, "machine.state"},
    {MachineRun::View::waits, "machine.whoWaits"},
    {MachineRun::View::findings, "machine.findings"}};

class MachineDialog {
 public:
  explicit MachineDialog(App& app) : app_(app), run_(*app.machine) {}

  void draw() {
    if (run_.name.empty()) return machine_opening(app_, run_);
    if (run_.state) controls(*run_.state);
    if (!run_.problem.empty())
      wrapped(shown(run_.problem), theme().bad);
    else if (run_.state && !run_.state->note.empty())
      wrapped(shown(run_.state->note), theme().muted);
    else if (run_.state && !run_.state->ending.empty())
      wrapped(shown(run_.state->ending), run_.state->failed ? theme().bad : theme().muted);
    if (run_.problem.empty() && run_.state && run_.state->failed && !run_.state->hint.empty())
      wrapped(shown(run_.state->hint), theme().muted);
    ImGui::Dummy({0, px(4)});
    const ImVec2 room = ImGui::GetContentRegionAvail();
    ImGui::BeginGroup();
    bold(run_.name, theme().text);
    ImGui::SameLine();
    muted(fitted_words(page_word("machine.codeHint"),
                       room.x * 0.36F - ImGui::GetCursorPosX() + ImGui::GetWindowContentRegionMin().x));
    if (run_.edited)
      edited_code(room.x * 0.36F);
    else
      pane("machine/code", {room.x * 0.36F, 0}, [&] { code_pane(); });
    ImGui::EndGroup();
    ImGui::SameLine();
    ImGui::BeginGroup();
    if (!run_.state) {
      machine_launch(app_, run_);
    } else if (run_.view != MachineRun::View::state) {
      pane("machine/whole", {0, 0}, [&] {
        if (run_.view == MachineRun::View::waits)
          machine_waits(app_, run_);
        else
          machine_findings(app_, run_);
      });
    } else {
      const ImVec2 right = ImGui::GetContentRegionAvail();
      const ImVec2 half = {(right.x - px(8)) / 2, right.y * 0.36F};
      pane("machine/warps", half, [&] { warps(*run_.state); });
      ImGui::SameLine();
      pane("machine/registers", {0, half.y}, [&] { registers(*run_.state); });
      const bool has_shared = run_.state->shared.bytes > 0;
      if (has_shared) {
        pane("machine/shared", {half.x, 0}, [&] { machine_shared(app_, run_); });
        ImGui::SameLine();
      }
      if (run_.state->buffer.parameter >= 0) pane("machine/buffer", {0, 0}, [&] { machine_buffer(app_, run_); });
    }
    ImGui::EndGroup();
  }

 private:
  template <class F>
  void pane(const char* name, ImVec2 size, F&& draw_contents) {
    ImGui::BeginChild(name, size, true);
    draw_contents();
    ImGui::EndChild();
  }

  void act(MachineAction action) { run_.act(app_.session.side(), std::move(action)); }
  void move(Unit unit, bool back, std::int64_t line = 0) { act({.move = Move{unit, back, line}}); }
  void toggle_line(std::int64_t line) {
    auto& lines = run_.breakpoints.lines;
    const auto at = std::find(lines.begin(), lines.end(), line);
    if (at == lines.end())
      lines.push_back(line);
    else
      lines.erase(at);
    if (run_.state) run_.send_breakpoints(app_.session.side());
  }

  // Each button, with its key.
  void controls(const MachineState& state) {
    struct Control {
      const char* name;
      const char* label;
      std::string_view word;
      Unit unit;
      bool back;
      Key key;
      bool shift = false;
    };
    static constexpr Control all[] = {
        {"machine/first", "❚◀", "machine.back.all", Unit::all, true, Key::home},
        {"machine/breakpoint_back", "◀◀", "machine.back.breakpoint", Unit::breakpoint, true, key('r'), true},
        {"machine/iteration_back", "↺", "machine.back.iteration", Unit::iteration, true, key('i'), true},
        {"machine/barrier_back", "❙❙◀", "machine.back.barrier", Unit::barrier, true, Key::left, true},
        {"machine/back", "◀", "machine.back.instruction", Unit::instruction, true, Key::left},
        {"machine/step", "", "machine.to.instruction", Unit::instruction, false, Key::right},
        {"machine/barrier", "▶❙❙", "machine.to.barrier", Unit::barrier, false, Key::right, true},
        {"machine/iteration", "↻", "machine.to.iteration", Unit::iteration, false, key('i')},
        {"machine/breakpoint", "▶▶", "machine.to.breakpoint", Unit::breakpoint, false, key('r')},
        {"machine/last", "▶❚", "machine.to.all", Unit::all, false, Key::end},
    };
    const bool keys = !ImGui::GetIO().WantTextInput && run_.waiting == 0;
    for (const Control& control : all) {
      const bool step = control.label[0] == '\0';
      const bool clicked = button(control.name, step ? page_word(control.word) : control.label,
                                  step ? ButtonKind::primary : ButtonKind::plain, page_word(control.word));
      if (clicked || (keys && chord(control.key, false, control.shift))) move(control.unit, control.back);
      ImGui::SameLine();
    }
    int instant = static_cast<int>(state.instant);
    float after = text_width(page_word("machine.launch")) + text_width(page_word("machine.accesses")) + px(100);
    for (const auto& [view, word] : all_views) after += segment_width(page_word(word)) + px(8);
    ImGui::SetNextItemWidth(std::max(px(120), ImGui::GetContentRegionAvail().x - after));
    const std::string told = page_word(
        "machine.instant", {{"instant", std::to_string(state.instant)}, {"length", std::to_string(state.length)}});
    if (ImGui::SliderInt("##machine/instant", &instant, 0, static_cast<int>(state.length), told.c_str()))
      act({.instant = instant});
    note_item("machine/instant");
    // Arrivals at barriers.
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    for (const std::int64_t barrier : state.barriers) {
      const float x =
          from.x + px(6) + (to.x - from.x - px(12)) * flt(barrier) / flt(std::max<std::int64_t>(state.length, 1));
      ImGui::GetWindowDrawList()->AddRectFilled({x, to.y + px(1)}, {x + px(1), to.y + px(5)}, theme().warn);
    }
    ImGui::SameLine();
    views();
    if (button("machine/launch", page_word("machine.launch"))) {
      run_.state.reset();
      return;
    }
    ImGui::SameLine();
    if (button("machine/accesses", page_word("machine.accesses"))) {
      run_.trace(app_.session.side(),
                 [&app = app_, name = page_word("machine.traceName", {{"name", run_.name}})](std::string text) {
                   app.session.take_file(name, std::move(text), true);
                   app.opened_file.open = true;
                   app.dialog.now = Dialog::none;
                 });
    }
  }

  void views() {
    for (const auto& [view, word] : all_views) {
      std::string title = page_word(word);
      if (view == MachineRun::View::findings && !run_.findings.empty())
        append_all(title, " (", run_.findings.size(), ')');
      if (segment(cat("machine/view:", word.substr(8)), title, run_.view == view)) run_.view = view;
      ImGui::SameLine();
    }
  }

  // The PTX as a field.
  void edited_code(float width) {
    if (button("machine/use", page_word("machine.useText"), ButtonKind::primary)) {
      app_.machine = run_.take_edited(app_.session.side());
      return;
    }
    ImGui::SameLine();
    if (button("machine/keep", page_word("machine.keepText"))) return run_.edited.reset();
    ImGui::PushFont(fonts().code);
    ImGui::InputTextMultiline("##machine/text", &*run_.edited, {width, ImGui::GetContentRegionAvail().y});
    ImGui::PopFont();
    note_item("machine/text");
  }

  // The arrow keys move the cursor over the lines, B sets a breakpoint, Enter runs to the line.
  void code_keys() {
    if (ImGui::GetIO().WantTextInput) return;
    const auto last = static_cast<std::int64_t>(run_.lines.size());
    const auto page = static_cast<std::int64_t>(ImGui::GetWindowHeight() / code_height()) - 1;
    using Step = std::pair<Key, std::int64_t>;
    for (const auto& [key_of_step, step] :
         {Step(Key::up, -1), Step(Key::down, 1), Step(Key::page_up, -page), Step(Key::page_down, page)}) {
      if (!chord(key_of_step, false, false, false, true)) continue;
      run_.cursor = std::clamp<std::int64_t>(run_.cursor + step, 1, last);
      reveal(run_.cursor);
    }
    if (run_.cursor > 0 && chord(key('b'), false)) toggle_line(run_.cursor);
    if (run_.cursor > 0 && run_.state && chord(Key::enter, false)) move(Unit::line, false, run_.cursor);
  }

  static float code_height() { return fonts().code->FontSize + px(4); }
  static void reveal(std::int64_t line) {
    const float y = flt(line - 1) * code_height();
    const float from = ImGui::GetScrollY();
    if (y < from + code_height() || y > from + ImGui::GetWindowHeight() - 3 * code_height())
      ImGui::SetScrollY(std::max(0.0F, y - ImGui::GetWindowHeight() / 3));
  }

  // The warps that are at a line: 0–3, 6.
  std::string warps_at(std::int64_t line) const {
    std::string out;
    const auto& all = run_.state->warps;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].line != line) continue;
      const std::size_t first = i;
      while (i + 1 < all.size() && all[i + 1].line == line) ++i;
      append_all(out, out.empty() ? "" : ", ", first);
      if (i > first) append_all(out, "–", i);
    }
    return out;
  }

  void code_pane() {
    const Theme& t = theme();
    const float height = code_height();
    const std::int64_t next = run_.state ? run_.state->line : run_.wrong_line;
    const std::pair place = {next, run_.state ? run_.state->instant : -1};
    if (place != run_.revealed) {
      // PTX that is opened begins at its first line.
      if (next > 0)
        reveal(next);
      else if (run_.revealed.first < 0)
        ImGui::SetScrollY(0);
      if (next > 0) run_.cursor = next;
      run_.revealed = place;
    }
    code_keys();
    const std::vector<std::int32_t>& sources = run_.read ? run_.read->source_lines : no_sources_;
    const bool has_source = std::any_of(sources.begin(), sources.end(), [](std::int32_t line) { return line > 0; });
    const float gutter = px(has_source ? 100 : 66);
    ImGui::PushFont(fonts().code);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(run_.lines.size()), height);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const std::int64_t line = i + 1;
        const std::string& text = run_.lines[static_cast<std::size_t>(i)];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::PushID(i);
        const float width = std::max(ImGui::GetContentRegionAvail().x, px(24) + gutter + code_width(text));
        if (ImGui::InvisibleButton("line", {width, height})) {
          run_.cursor = line;
          if (ImGui::GetIO().MousePos.x < at.x + px(18)) toggle_line(line);
        }
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0) && run_.state) move(Unit::line, false, line);
        note_item("machine/line:" + std::to_string(line));
        ImGui::PopID();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (line == next) {
          const ImU32 color = run_.state ? t.accent : t.bad;
          list.AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(color, 0.22F));
          list.AddRectFilled(at, {at.x + px(3), at.y + height}, color);
        } else if (run_.state && line == run_.state->ran) {
          list.AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(t.line, 0.5F));
        }
        if (line == run_.cursor && line != next)
          list.AddRect(at, {at.x + width, at.y + height}, with_alpha(t.accent, 0.6F));
        const auto& stops = run_.breakpoints.lines;
        if (std::find(stops.begin(), stops.end(), line) != stops.end())
          list.AddCircleFilled({at.x + px(10), at.y + height / 2}, px(5), t.bad);
        const std::string number = std::to_string(line);
        list.AddText({at.x + px(56) - code_width(number), at.y + px(2)}, t.faint, number.c_str());
        if (has_source && i + 1 < static_cast<int>(sources.size()) && sources[static_cast<std::size_t>(line)] > 0) {
          const std::string source = std::to_string(sources[static_cast<std::size_t>(line)]);
          list.AddText({at.x + px(92) - code_width(source), at.y + px(2)}, with_alpha(t.accent, 0.75F), source.c_str());
        }
        draw_line(list, {at.x + gutter, at.y + px(2)}, text);
        if (const std::string here = run_.state ? warps_at(line) : std::string(); !here.empty()) {
          const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - px(20);
          const float wide = code_width(here);
          list.AddRectFilled({right - wide - px(8), at.y + px(1)}, {right, at.y + height - px(1)},
                             line == next ? t.accent : t.raised, px(6));
          list.AddText({right - wide - px(4), at.y + px(2)}, line == next ? t.on_accent : t.muted, here.c_str());
        }
      }
    }
    ImGui::PopFont();
  }

  // With the tabs of PTX as four blanks.
  static void draw_line(ImDrawList& list, ImVec2 at, const std::string& text) {
    const float letter = code_width("0");
    float x = at.x;
    std::size_t done = 0;
    const auto draw_part = [&](std::size_t end, ImU32 color) {
      for (std::size_t i = done; i < end;) {
        if (text[i] == '\t' || text[i] == ' ') {
          x += letter * (text[i] == '\t' ? 4.0F : 1.0F);
          ++i;
          continue;
        }
        std::size_t stop = i;
        while (stop < end && text[stop] != '\t' && text[stop] != ' ') ++stop;
        list.AddText({x, at.y}, color, text.data() + i, text.data() + stop);
        x += letter * flt(stop - i);
        i = stop;
      }
      done = std::max(done, end);
    };
    for (const app::Token& token : app::highlight_ptx(text)) {
      draw_part(token.begin, theme().text);
      draw_part(token.end, color_of(token.kind));
    }
    draw_part(text.size(), theme().text);
  }

  // 32 small boxes; true if one was clicked.
  bool lanes(std::int64_t active, std::int64_t alive, std::int64_t chosen, float width, int& clicked) {
    const Theme& t = theme();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float box = width / lanes_of_warp;
    const float height = px(10);
    const bool hit = ImGui::InvisibleButton("lanes", {width, height + px(4)});
    clicked = static_cast<int>((ImGui::GetIO().MousePos.x - at.x) / box);
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
      const bool runs = (active >> lane & 1) != 0;
      const bool lives = (alive >> lane & 1) != 0;
      const ImU32 color = lane == chosen ? t.lit : runs ? t.accent : lives ? with_alpha(t.muted, 0.35F) : t.line;
      ImGui::GetWindowDrawList()->AddRectFilled({at.x + flt(lane) * box, at.y + px(3)},
                                                {at.x + flt(lane + 1) * box - px(1), at.y + px(3) + height}, color);
    }
    return hit;
  }

  void warps(const MachineState& state) {
    bold(page_word("machine.warps"), theme().text);
    ImGui::SameLine();
    muted(page_word("machine.block", {{"block", state.block}}));
    static constexpr std::string_view status_words[] = {"machine.ready", "machine.tests", "machine.waits",
                                                        "machine.done"};
    for (std::size_t i = 0; i < state.warps.size(); ++i) {
      const debugger::WarpRow& warp = state.warps[i];
      ImGui::PushID(static_cast<int>(i));
      const bool chosen = static_cast<std::int64_t>(i) == state.warp;
      if (ImGui::Selectable(std::to_string(i).c_str(), chosen, 0, {px(26), px(16)}))
        act({.warp = static_cast<std::int64_t>(i)});
      note_item("machine/warp:" + std::to_string(i));
      ImGui::SameLine();
      int lane = 0;
      (void)lanes(warp.active, warp.alive, chosen ? state.lane : -1, px(110), lane);
      ImGui::SameLine();
      const auto status = static_cast<std::size_t>(warp.status);
      if (warp.status == debugger::WarpStatus::ready) {
        code(fitted(cat(warp.line, "  ", warp.code), ImGui::GetContentRegionAvail().x), theme().text);
      } else {
        const std::string words = warp.note.empty() ? std::string(page_word(status_words[status]))
                                                    : cat(page_word(status_words[status]), ": ", shown(warp.note));
        plain(fitted_words(words, ImGui::GetContentRegionAvail().x),
              warp.status == debugger::WarpStatus::done ? theme().faint : theme().warn);
      }
      ImGui::PopID();
    }
  }

  void registers(const MachineState& state) {
    bold(page_word("machine.registers"), theme().text);
    ImGui::SameLine();
    muted(page_word("machine.thread", {{"thread", state.thread}}));
    int lane = 0;
    const debugger::WarpRow& warp = state.warps[static_cast<std::size_t>(state.warp)];
    if (lanes(warp.active, warp.alive, state.lane, ImGui::GetContentRegionAvail().x, lane)) {
      run_.look.lane = lane;
      run_.send_look(app_.session.side());
    }
    const float column = px(170);
    const int columns = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / column));
    if (!ImGui::BeginTable("registers", columns, ImGuiTableFlags_ScrollY)) return;
    for (const debugger::RegisterRow& one : state.registers) {
      ImGui::TableNextColumn();
      code(one.name, theme().muted);
      ImGui::SameLine(px(62));
      code(fitted(one.value, ImGui::GetContentRegionAvail().x), one.changed ? theme().lit : theme().text);
      if (ImGui::IsItemHovered()) {
        const char* const uniform = one.uniform ? page_word("machine.uniform") : "";
        tooltip(cat(one.type, "  ", one.other, "  ", uniform).c_str());
      }
      if (!one.changed || state.instant == run_.registers_at) continue;
      run_.registers_at = state.instant;
      if (!ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.5F);
    }
    ImGui::EndTable();
  }

  App& app_;
  MachineRun& run_;
  std::vector<std::int32_t> no_sources_;
};

}  // namespace

void draw_machine(App& app) {
  // Edited PTX is another run.
  const std::shared_ptr<MachineRun> run = app.machine;
  MachineDialog(app).draw();
}

}  // namespace stridescope::desktop
