// The window's frame from top to bottom: reactions to the last frame, saving, and the panes of the panels.
#include "desktop/panels/app.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/records/records.h"
#include "desktop/model/run_file.h"
#include "desktop/panels/commands.h"
#include "desktop/view/fonts.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Idle frames after which a program counts as harmless.
constexpr int proving_frames = 4;
constexpr float editor_part_of_width = 0.235F;
constexpr float dock_part_of_width = 0.28F;   // next to the cards
constexpr float dock_part_of_height = 0.33F;  // below the cards, at most
constexpr float least_cards = 380;
constexpr float room_for_file = 1000;  // for an open file and cards together
constexpr float file_part_of_width = 0.58F;

// Keeps the place of a window from before it was maximized.
WindowPlace seen_again(const WindowPlace& before, const WindowPlace& now) {
  if (now.width == 0) return before;
  if (!now.maximized || before.width == 0) return now;
  WindowPlace out = before;
  out.maximized = true;
  return out;
}

// Two writers would damage the file.
void finish_keeping(Worker& keeper) {
  for (int i = 0; i < 5000 && !keeper.idle(); ++i) {
    keeper.drain();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Drags the border between two panes.
void splitter(const char* id, ImVec2 corner, ImVec2 size, bool upright, float& length, float sign, float low,
              float high) {
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton(id, size);
  note_item(id);
  const bool on = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (on) ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  // While the window is temporarily small, the length is kept.
  if (ImGui::IsItemActive()) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    length = std::clamp(length, low, std::max(low, high));
    length = std::clamp(length + sign * (upright ? moved.x : moved.y) / ui_scale(), low, std::max(low, high));
  }
  const ImVec2 middle = {corner.x + (upright ? size.x / 2 : 0), corner.y + (upright ? 0 : size.y / 2)};
  ImGui::GetWindowDrawList()->AddLine(middle,
                                      {upright ? middle.x : corner.x + size.x, upright ? corner.y + size.y : middle.y},
                                      on ? theme().accent : theme().line);
}

}  // namespace

App::App(const std::function<void()>& wake) : session(wake), runs(wake), tunings(wake), page(wake), keeper({}) {
  session.before_evaluation = [this] {
    frames_settled = 0;
    evaluating = true;
    journal->write(kept_window(*this));
  };
  runs.keep = [this](const RunRecord& record) {
    KeptRun run = kept_run(
        {record.id, record.date, record.wish.program, record.wish.mode, record.wish.kernel, record.wish.printed},
        record.outcome);
    if (const std::string line = kept_line(run); !line.empty() && !folder.empty()) unkept_runs += line + "\n";
    return run_table.add(std::move(run));
  };
}
App::~App() = default;

Document App::document() const { return {session.text.text(), session.mode, session.choices}; }

void App::keep() {
  if (folder.empty()) return;
  static double kept_at = 0;
  // A program is proven if it was evaluated, drawn and run without harm.
  const bool settled = !session.held() && !session.busy() && session.idle() && runs.idle();
  frames_settled = settled ? frames_settled + 1 : 0;
  if (frames_settled >= proving_frames && evaluating) {
    evaluating = false;
    journal->write(kept_window(*this));
  }
  // Typed text is in the journal within half a second.
  if (now_ms() - kept_at < 400 && !quit) return;
  kept_at = now_ms();
  journal->write(kept_window(*this));
  settings.language = language();
  settings.cute_integers = session.mode == IntegerMode::cute;
  settings.file = file;
  if (window != nullptr) settings.place = seen_again(settings.place, window->place());
  // Writes everything at the end: pending writes may not finish.
  if (quit) finish_keeping(keeper);
  if (quit || print_settings(settings) != kept_settings || !unkept_runs.empty()) post_kept();
}

void App::post_kept(std::function<Result<void>()> also) {
  kept_settings = print_settings(settings);
  auto write = [this, folder = folder, now = kept_settings, lines = std::exchange(unkept_runs, {}),
                also = std::move(also)]() -> Worker::Done {
    const auto appended = lines.empty() ? Result<void>() : append_runs(folder, lines);
    const auto written = write_file(folder + "/settings.json", now);
    const auto done = also ? also() : Result<void>();
    return [this, lines, appended, written, done] {
      if (!appended) unkept_runs.insert(0, lines);
      if (!written) kept_settings.clear();
      unkept = !appended ? appended.error().message : !written ? written.error().message : Message();
      if (!done) session.say(shown(done.error().message));
    };
  };
  if (quit)
    write()();
  else
    keeper.post(0, std::move(write));
}

Message App::trouble() const {
  if (homeless) return say("HOME and XDG_STATE_HOME do not name a folder");
  return journal->trouble.empty() ? unkept : journal->trouble;
}

Result<void> App::keep_copy(const std::string& to) const {
  std::string runs_kept;
  for (const KeptRun& run : run_table.runs()) {
    if (const std::string line = run.recorded ? std::string() : kept_line(run); !line.empty()) runs_kept += line + "\n";
  }
  auto done = write_file(to + "/windows/copy.journal", Journal::print(kept_window(*this)));
  if (done) done = write_file(to + "/settings.json", print_settings(settings));
  return done && !runs_kept.empty() ? write_file(to + "/runs.jsonl", runs_kept) : done;
}

bool App::update() {
  static std::uint64_t seen = 0;
  if (session.text.version() != seen) {
    seen = session.text.version();
    kernel.edited_at = now_ms();
    fonts().want(session.text.text());
  }
  if (spoken != language()) {
    spoken = language();
    fonts().want(all_words());
    session.speak(catalog());
  }
  bool changed = session.update();
  changed = keeper.drain() || changed;
  changed = runs.update() || changed;
  kernel_runs.follow(kernel_wish(*this), run_table);
  changed = tunings.update() || changed;
  changed = follow_page(*this) || changed;
  return follow_kernel(*this) || changed;
}

void App::copy(std::string_view text, std::string_view what) {
  ImGui::SetClipboardText(std::string(text).c_str());
  session.say(std::string(tr("Copied")) + ": " + std::string(what.substr(0, 80)));
}

void App::frame() {
  const Theme& t = theme();
  if (observer != nullptr) observer->begin_frame();
  begin_texts();
  follow_typing();
  handle_shortcuts(*this);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  begin_filling("##main");
  const float top = px(44);
  const float status = px(28);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_top_bar(*this);
  const float bar = top + draw_warnings(*this, top);
  list.AddLine({0, bar}, {display.x, bar}, t.line);
  // A thin bar while an evaluation takes longer than a moment.
  if (session.busy() && now_ms() - session.busy_since > 100) {
    const float phase = flt(std::fmod(ImGui::GetTime(), 1.2) / 1.2);
    list.AddRectFilled({display.x * (phase - 0.25F), bar - px(2)}, {display.x * phase, bar}, t.accent);
  }
  const float closed_dock = px(34);
  const bool beside = dock_is_beside(*this, display);
  // Until the user moves the border, a low window leaves the pictures more room.
  const float room = (display.y - bar - status) / ui_scale();
  float dock_high = settings.dock_height;
  if (dock_high == Settings().dock_height) dock_high = std::min(dock_high, room * dock_part_of_height);
  dock_high = std::min(dock_high, std::max(120.0F, room - 180));
  float dock_wished = settings.dock_width;
  if (dock_wished == Settings().dock_width)
    dock_wished = std::max(dock_wished, display.x / ui_scale() * dock_part_of_width);
  const float dock_wide = std::min(dock_wished, std::max(300.0F, display.x / ui_scale() - 680));
  const float below = beside ? 0 : settings.dock_open ? px(dock_high) : closed_dock;
  const float right = display.x - (beside ? px(dock_wide) : 0);  // where the cards end
  const float height = display.y - bar - status - below;
  // The program is left of the cards or, in a narrow window, above them.
  const bool stacked = right < px(room_side_by_side);
  const float most_side = std::max(px(240), std::min(right * 0.6F, right - px(least_cards)));
  // Until the user moves the border, a wide window gives the program more room.
  float wide = settings.editor_width;
  if (wide == Settings().editor_width) wide = std::max(wide, display.x / ui_scale() * editor_part_of_width);
  const float side = stacked ? right : std::clamp(px(wide), px(240), most_side);
  const float part = stacked ? std::floor(height * editor_part) : height;
  // The panes are separated by a gap that the mouse can grab.
  const float before = px(3);
  const float after = px(4);
  const float column = stacked ? side : side - before;
  const float low = settings.dock_open && !beside ? before : 1;
  const float heads = tab_bar_height() + find_bar_height(*this);
  ImGui::SetCursorPos({0, bar + 1});
  draw_tab_bar(*this, column);
  if (find.open) {
    ImGui::SetCursorPos({0, bar + 1 + tab_bar_height()});
    draw_find_bar(*this, column);
  }
  ImGui::SetCursorPos({0, bar + 1 + heads});
  draw_editor(*this, {column, part - (stacked ? before : low) - heads});
  const ImVec2 corner = {stacked ? 0 : side + after, bar + 1 + (stacked ? part + after : 0)};
  ImGui::SetCursorPos(corner);
  const ImVec2 rest = {right - corner.x - (beside ? before : 0), height - low - (corner.y - bar - 1)};
  opened_file.open = opened_file.open && (session.file || session.taking_file);
  // An open file shares the place of the cards, or has all of it.
  opened_file.covers = opened_file.open && rest.x < px(room_for_file);
  const float cards_wide = opened_file.open ? std::floor(rest.x * (1 - file_part_of_width)) : rest.x;
  if (!opened_file.covers) {
    if (cards.stage.empty())
      draw_cards(*this, {cards_wide, rest.y});
    else
      draw_stage(*this, {cards_wide, rest.y});
  }
  if (opened_file.open) {
    const float from = opened_file.covers ? 0 : cards_wide + 1;
    list.AddLine({corner.x + from - 1, corner.y}, {corner.x + from - 1, corner.y + rest.y}, t.line);
    ImGui::SetCursorPos({corner.x + from, corner.y});
    draw_file_panel(*this, {rest.x - from, rest.y});
  }
  if (stacked) {
    float above = part;
    splitter("split/editor", {0, bar + part - px(3)}, {right, px(7)}, false, above, ui_scale(), 0.2F * height,
             0.8F * height);
    editor_part = above / std::max(1.0F, height);
  } else {
    const float was = wide;
    splitter("split/editor", {side - px(3), bar}, {px(7), height - px(4)}, true, wide, 1, 240, most_side / ui_scale());
    if (wide != was) settings.editor_width = wide;
  }
  if (beside) {
    ImGui::SetCursorPos({right + after, bar + 1});
    draw_dock(*this, {display.x - right - after, height - 1}, true);
    list.AddLine({right, bar}, {right, bar + height}, t.line);
    const float was = dock_wished;
    splitter("split/dock", {right - px(3), bar}, {px(7), height}, true, dock_wished, -1, 300,
             display.x / ui_scale() - 680);
    if (dock_wished != was) settings.dock_width = dock_wished;
  } else {
    const float gap = settings.dock_open ? after : 1;
    ImGui::SetCursorPos({0, bar + height + gap});
    draw_dock(*this, {display.x, below - gap}, false);
    list.AddLine({0, bar + height}, {display.x, bar + height}, t.line);
    if (settings.dock_open)
      splitter("split/dock", {0, bar + height - px(3)}, {display.x, px(7)}, false, settings.dock_height, -1, 120,
               display.y / ui_scale() - 260);
  }
  list.AddRectFilled({0, display.y - status}, display, t.panel);
  list.AddLine({0, display.y - status}, {display.x, display.y - status}, t.line);
  ImGui::SetCursorPos({0, display.y - status});
  draw_status(*this);
  draw_context_menu(*this);
  ImGui::End();
  draw_dialogs(*this);
  end_texts();
}

}  // namespace stridescope::desktop
