// The dialog of the PTX machine: a block step by step: PTX, warps, registers, shared memory, a buffer.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "core/app/highlight.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/machine_checks.h"
#include "desktop/panels/machine_launch.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/token_color.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

namespace {

using debugger::CellGrid;
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
    ImGui::Dummy({0, px(4)});
    const ImVec2 room = ImGui::GetContentRegionAvail();
    ImGui::BeginGroup();
    bold(run_.name, theme().text);
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
        pane("machine/shared", {half.x, 0}, [&] { shared_memory(*run_.state); });
        ImGui::SameLine();
      }
      if (run_.state->buffer.parameter >= 0) pane("machine/buffer", {0, 0}, [&] { buffer(*run_.state); });
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
  void move(Unit unit, bool back, std::int64_t line = 0) {
    MachineAction action;
    action.move = Move{unit, back, line};
    act(std::move(action));
  }
  void look() {
    MachineAction action;
    action.look = run_.look;
    act(std::move(action));
  }
  void tell_breakpoints() {
    if (!run_.state) return;
    MachineAction action;
    action.breakpoints = run_.breakpoints;
    act(std::move(action));
  }
  void toggle_line(std::int64_t line) {
    auto& lines = run_.breakpoints.lines;
    const auto at = std::find(lines.begin(), lines.end(), line);
    if (at == lines.end())
      lines.push_back(line);
    else
      lines.erase(at);
    tell_breakpoints();
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
    if (ImGui::SliderInt("##machine/instant", &instant, 0, static_cast<int>(state.length), told.c_str())) {
      MachineAction action;
      action.instant = instant;
      act(std::move(action));
    }
    note_item("machine/instant");
    ImGui::SameLine();
    views();
    if (button("machine/launch", page_word("machine.launch"))) run_.state.reset();
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

  void code_pane() {
    const Theme& t = theme();
    const float height = fonts().code->FontSize + px(4);
    const std::int64_t next = run_.state ? run_.state->line : 0;
    const std::pair place = {next, run_.state ? run_.state->instant : -1};
    if (next > 0 && place != run_.revealed) {
      const float y = flt(next - 1) * height;
      const float from = ImGui::GetScrollY();
      if (y < from + height || y > from + ImGui::GetWindowHeight() - 3 * height)
        ImGui::SetScrollY(std::max(0.0F, y - ImGui::GetWindowHeight() / 3));
      run_.revealed = place;
    }
    ImGui::PushFont(fonts().code);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(run_.lines.size()), height);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const std::int64_t line = i + 1;
        const std::string& text = run_.lines[static_cast<std::size_t>(i)];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::PushID(i);
        const float width = std::max(ImGui::GetContentRegionAvail().x, px(90) + code_width(text));
        if (ImGui::InvisibleButton("line", {width, height})) {
          if (ImGui::GetIO().MousePos.x < at.x + px(18)) toggle_line(line);
        }
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0) && run_.state) move(Unit::line, false, line);
        note_item("machine/line:" + std::to_string(line));
        ImGui::PopID();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (line == next) {
          list.AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(t.accent, 0.22F));
          list.AddRectFilled(at, {at.x + px(3), at.y + height}, t.accent);
        } else if (run_.state && line == run_.state->ran) {
          list.AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(t.line, 0.5F));
        }
        const auto& stops = run_.breakpoints.lines;
        if (std::find(stops.begin(), stops.end(), line) != stops.end())
          list.AddCircleFilled({at.x + px(10), at.y + height / 2}, px(5), t.bad);
        const std::string number = std::to_string(line);
        list.AddText({at.x + px(56) - code_width(number), at.y + px(2)}, t.faint, number.c_str());
        draw_line(list, {at.x + px(66), at.y + px(2)}, text);
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
      if (ImGui::Selectable(std::to_string(i).c_str(), chosen, 0, {px(26), px(16)})) {
        MachineAction action;
        action.warp = static_cast<std::int64_t>(i);
        act(std::move(action));
      }
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
      look();
    }
    const float column = px(170);
    const int columns = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / column));
    if (!ImGui::BeginTable("registers", columns, ImGuiTableFlags_ScrollY)) return;
    for (const debugger::RegisterRow& one : state.registers) {
      ImGui::TableNextColumn();
      code(one.name, theme().muted);
      ImGui::SameLine(px(62));
      code(fitted(one.value, ImGui::GetContentRegionAvail().x), one.changed ? theme().lit : theme().text);
    }
    ImGui::EndTable();
  }

  // The cells of a grid; `kind` gives the fill of a cell. Returns the cell under the pointer, or -1.
  template <class F>
  int cells(const CellGrid& grid, AccessSpace space, std::int64_t bytes, F&& fill) {
    const Theme& t = theme();
    const auto columns = static_cast<int>(std::max<std::int64_t>(grid.shown_columns, 1));
    const auto rows = static_cast<int>(grid.shown_rows);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float head = px(30);
    const float width = std::clamp((room.x - head) / flt(columns), px(9), px(60));
    const float height = std::clamp((room.y - px(62)) / flt(std::max(rows, 1)), px(11), px(22));
    const bool clicked = ImGui::InvisibleButton("cells", {head + width * flt(columns), height * flt(rows)});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int column = static_cast<int>((mouse.x - at.x - head) / width);
    const int row = static_cast<int>((mouse.y - at.y) / height);
    const bool over = ImGui::IsItemHovered() && mouse.x > at.x + head && column < columns && row >= 0 && row < rows;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushFont(fonts().small_ui);
    const float letter = ImGui::CalcTextSize("0").x;
    // All values, or none.
    std::size_t longest = 1;
    for (const std::string& value : grid.values) longest = std::max(longest, value.size());
    const bool lettered = letter * flt(longest) < width - 1 && height > px(10);
    const int every = height < ImGui::GetFontSize() ? 2 : 1;
    for (int i = 0; i < rows; i += every) {
      const std::string label_of_row = std::to_string(grid.first_row + i);
      list.AddText({at.x + head - px(4) - letter * flt(label_of_row.size()), at.y + flt(i) * height}, t.faint,
                   label_of_row.c_str());
    }
    for (int i = 0; i < rows * columns; ++i) {
      const auto cell = static_cast<std::size_t>(i);
      if (grid.addresses[cell] < 0) continue;
      const ImVec2 min = {at.x + head + flt(i % columns) * width, at.y + flt(i / columns) * height};
      const ImVec2 max = {min.x + width - 1, min.y + height - 1};
      list.AddRectFilled(min, max, fill(cell));
      const std::string& value = grid.values[cell];
      if (!value.empty() && lettered)
        list.AddText({(min.x + max.x - letter * flt(value.size())) / 2, (min.y + max.y) / 2 - ImGui::GetFontSize() / 2},
                     t.text, value.c_str());
      if ((grid.marks[cell] & 3) != 0) list.AddRect(min, max, (grid.marks[cell] & 2) != 0 ? t.lit : t.accent, 0, 0, 2);
      for (const debugger::WatchedBytes& one : run_.breakpoints.watched) {
        if (one.space == space && one.address == grid.addresses[cell])
          list.AddCircleFilled({min.x + px(4), min.y + px(4)}, px(3), t.bad);
      }
    }
    ImGui::PopFont();
    const int found = over ? row * columns + column : -1;
    if (clicked && found >= 0 && grid.addresses[static_cast<std::size_t>(found)] >= 0) {
      auto& watched = run_.breakpoints.watched;
      const std::int64_t address = grid.addresses[static_cast<std::size_t>(found)];
      const auto known = std::find_if(watched.begin(), watched.end(), [&](const debugger::WatchedBytes& one) {
        return one.space == space && one.address == address;
      });
      if (known == watched.end())
        watched.push_back({space, address, bytes});
      else
        watched.erase(known);
      tell_breakpoints();
    }
    return found;
  }

  void row_slider(const CellGrid& grid, std::int64_t& row, const char* name) {
    if (grid.rows <= grid.shown_rows) return;
    int first = static_cast<int>(grid.first_row);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::SliderInt(name, &first, 0, static_cast<int>(grid.rows - grid.shown_rows))) {
      row = first;
      look();
    }
  }

  void shared_memory(const MachineState& state) {
    const debugger::SharedPane& shared_pane = state.shared;
    ImGui::AlignTextToFramePadding();
    bold(page_word("machine.shared"), theme().text);
    for (const debugger::TileChoice& choice : shared_pane.choices) {
      ImGui::SameLine();
      if (segment(cat("machine/tile:", choice.tile), shown(choice.title), choice.tile == shared_pane.tile)) {
        run_.look.tile = choice.tile;
        run_.look.shared_row = 0;
        look();
      }
    }
    const CellGrid& grid = shared_pane.grid;
    const int found = cells(grid, AccessSpace::shared, shared_pane.cell_bytes, [&](std::size_t cell) {
      return grid.threads[cell] < 0 ? theme().raised : class_fill(grid.threads[cell] / lanes_of_warp % 12);
    });
    row_slider(grid, run_.look.shared_row, "##machine/shared_row");
    if (found < 0) return muted(page_word("machine.sharedHint"));
    const auto cell = static_cast<std::size_t>(found);
    const std::int32_t thread = grid.threads[cell];
    const auto number = [](std::int64_t of) { return std::to_string(of); };
    const std::int64_t columns = std::max<std::int64_t>(grid.shown_columns, 1);
    const std::string place = page_word("machine.sharedCell", {{"row", number(grid.first_row + found / columns)},
                                                               {"column", number(grid.first_column + found % columns)},
                                                               {"address", number(grid.addresses[cell])},
                                                               {"bank", number(grid.addresses[cell] / 4 % 32)}});
    if (thread < 0) {
      muted(cat(place, ": ", page_word("machine.unwritten")));
    } else {
      const std::string writer = page_word(
          "machine.writer",
          {{"thread", number(thread)}, {"warp", number(thread / lanes_of_warp)}, {"line", number(grid.lines[cell])}});
      muted(cat(place, ": ", grid.values[cell], ", ", writer));
    }
    if (grid.lives[cell] < 0) return;
    ImGui::BeginTooltip();
    for (const Message& sentence : shared_pane.lives[static_cast<std::size_t>(grid.lives[cell])].about)
      plain(shown(sentence), theme().text);
    ImGui::EndTooltip();
  }

  void buffer(const MachineState& state) {
    const debugger::BufferPane& pane_of_buffer = state.buffer;
    ImGui::AlignTextToFramePadding();
    bold(page_word("machine.buffer"), theme().text);
    for (const debugger::BufferChoice& choice : pane_of_buffer.choices) {
      ImGui::SameLine();
      if (segment(cat("machine/parameter:", choice.parameter), std::to_string(choice.parameter),
                  choice.parameter == pane_of_buffer.parameter)) {
        run_.look.buffer = choice.parameter;
        run_.look.buffer_row = 0;
        look();
      }
    }
    ImGui::SameLine();
    for (const bool before : {true, false}) {
      if (segment(before ? "machine/before" : "machine/now", page_word(before ? "machine.before" : "machine.now"),
                  run_.look.before == before)) {
        run_.look.before = before;
        look();
      }
      ImGui::SameLine();
    }
    muted(cat(pane_of_buffer.type, ' ', pane_of_buffer.layout));
    const CellGrid& grid = pane_of_buffer.grid;
    const int found = cells(grid, AccessSpace::global, 4, [&](std::size_t cell) {
      return (grid.marks[cell] & 4) != 0 ? theme().good_soft : theme().raised;
    });
    row_slider(grid, run_.look.buffer_row, "##machine/buffer_row");
    if (found >= 0) muted(grid.values[static_cast<std::size_t>(found)]);
  }

  App& app_;
  MachineRun& run_;
};

}  // namespace

void draw_machine(App& app) { MachineDialog(app).draw(); }

}  // namespace stridescope::desktop
