// The window's frame from top to bottom: files, runs that follow edits, keys that work everywhere, and the
// panes that the panels draw into.
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
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

// Frames in which nothing is under way any more, after which a program has done no harm.
constexpr int proving_frames = 4;
constexpr float editor_part_of_width = 0.235F;
constexpr float dock_part_of_width = 0.28F;  // next to the cards

App::App(const std::function<void()>& wake) : session(wake), runs(wake), tunings(wake), page(wake), keeper({}) {
  session.before_evaluation = [this] {
    frames_settled = 0;
    evaluating = true;
    journal->write(kept());
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

// --- Files

namespace {

constexpr float room_side_by_side = 600;  // for program and cards
constexpr float least_cards = 380;
constexpr float room_for_runs = 560;  // below the cards, alone

// Keeps the place of a window from before it was maximized.
WindowPlace seen_again(const WindowPlace& before, const WindowPlace& now) {
  if (now.width == 0) return before;
  if (!now.maximized || before.width == 0) return now;
  WindowPlace out = before;
  out.maximized = true;
  return out;
}

// Two writers of one file would spoil it.
void finish_keeping(Worker& keeper) {
  for (int i = 0; i < 5000 && !keeper.idle(); ++i) {
    keeper.drain();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

void App::keep() {
  if (folder.empty()) return;
  static std::string kept_settings;
  static double kept_at = 0;
  // Proven is what was evaluated, drawn and run without harm.
  const bool settled = !session.held() && !session.busy() && session.idle() && runs.idle();
  frames_settled = settled ? frames_settled + 1 : 0;
  if (frames_settled >= proving_frames && evaluating) {
    evaluating = false;
    journal->write(kept());
  }
  // Typed text is in the journal within half a second, whatever happens then.
  if (now_ms() - kept_at < 400 && !quit) return;
  kept_at = now_ms();
  journal->write(kept());
  settings.language = language();
  settings.cute_integers = session.mode == IntegerMode::cute;
  settings.file = file;
  if (window != nullptr) settings.place = seen_again(settings.place, window->place());
  const std::string now = print_settings(settings);
  // At the end all of it: what was on its way then may not arrive.
  const bool both = quit || now != kept_settings;
  if (!both && unkept_runs.empty()) return;
  kept_settings = now;
  const auto write = [folder = folder, now, both, lines = std::exchange(unkept_runs, {})] {
    if (!lines.empty()) (void)append_runs(folder, lines);
    if (both) (void)write_file(folder + "/settings.json", now);
  };
  if (quit) {
    finish_keeping(keeper);
    write();
  } else {
    keeper.post(0, [write]() -> Worker::Done {
      write();
      return {};
    });
  }
}

void App::ask_file(FileWish wish) {
  form.file = std::move(wish);
  form.refused.clear();
  opened = Dialog::none;  // it begins anew
  show(Dialog::files);
}

// --- Runs

Card* App::kernel_card() {
  Card* last = nullptr;
  for (Card& card : session.cards) {
    if (card.stale || !card.binding.is_kernel()) continue;
    last = &card;
    if (card.binding.key == dock.kernel) return last;
  }
  return last;
}

RunWish App::kernel_wish() {
  const Card* kernel = kernel_card();
  if (kernel == nullptr || !session.snapshot) return {};
  return {session.snapshot->program, session.mode, kernel->binding.name, false, kernel->binding.text};
}

void App::run_kernel() {
  const RunWish wish = kernel_wish();
  if (wish.printed.empty()) return;
  dock.wished = wish.printed;
  runs.run(wish, dock.edited_at > 0 ? dock.edited_at : now_ms());
}

bool App::run_is_current() {
  const Card* kernel = kernel_card();
  return kernel != nullptr && runs.last && runs.last->wish.printed == kernel->binding.text;
}

const RunRecord* App::kernel_run() {
  const Card* kernel = kernel_card();
  return kernel == nullptr ? nullptr : runs.run_of(kernel->binding.text);
}

void App::want_listing() {
  const Card* kernel = kernel_card();
  if (kernel == nullptr || dock.kernel_serial != session.serial()) return;
  const RunRecord* run = kernel_run();
  if (run != nullptr) runs.want_sass(*run);
  const DockState::ListedOf wanted = {session.serial(), run == nullptr ? 0 : run->number,
                                      run == nullptr ? nullptr : run->outcome.result};
  if (dock.listed_of == wanted) return;
  dock.listed_of = wanted;
  session.kernel_texts(*kernel, wanted.result, embedded_texts_h100,
                       [this, wanted](const Result<KernelListing>& listing) {
                         if (!(dock.listed_of == wanted)) return;
                         dock.texts = listing ? KernelTexts(*listing) : KernelTexts();
                         dock.text_refused = listing ? "" : shown(door::sentence_of(listing.error()));
                       });
}

bool App::update() {
  static std::uint64_t seen = 0;
  if (session.text.version() != seen) {
    seen = session.text.version();
    dock.edited_at = now_ms();
    fonts().want(session.text.text());
  }
  if (spoken != language()) {
    spoken = language();
    fonts().want(all_words());
    session.speak(catalog());
  }
  bool changed = session.update();
  changed = runs.update() || changed;
  kernel_runs.follow(kernel_wish(), run_table);
  changed = tunings.update() || changed;
  changed = follow_page() || changed;
  const Card* kernel = kernel_card();
  if (kernel == nullptr) {
    dock.kernel_key.clear();
    dock.kernel_printed.clear();
    if (!session.busy()) dock.wished.clear();
  } else if (dock.kernel_serial != session.serial() || dock.kernel_key != kernel->binding.key) {
    dock.kernel_serial = session.serial();
    // The first kernel shows what runs, where the stage keeps its room.
    const ImVec2 room = ImGui::GetIO().DisplaySize;
    const bool roomy = room.x >= px(room_side_by_side) && room.y >= px(room_for_runs);
    if (!dock_touched && dock.kernel_key.empty() && roomy) settings.dock_open = true;
    dock.kernel_key = kernel->binding.key;
    if (dock.kernel_printed != kernel->binding.text) dock.texts = {};
    dock.kernel_printed = kernel->binding.text;
  }
  // The newest edit that parses runs; what is under way is cancelled.
  const bool settled = !session.busy() && session.snapshot && session.snapshot->program == session.text.text();
  if (settings.live && settled && kernel != nullptr && kernel->binding.text != dock.wished) {
    run_kernel();
    changed = true;
  }
  // The time first, then the counters of the same kernel.
  if (dock.counters && !runs.running && runs.last && runs.last->outcome.on_gpu && !runs.last->wish.counters &&
      runs.last->outcome.status == RunOutcome::Status::ok && kernel != nullptr && kernel->binding.text == dock.wished &&
      settled) {
    RunWish wish = runs.last->wish;
    wish.counters = true;
    runs.run(wish, now_ms());
    changed = true;
  }
  // In the kernel's picture: the cells of the mode under the pointer, and those that the last run got wrong.
  if (kernel != nullptr && dock.hovered_mode != dock.mode_asked) {
    dock.mode_asked = dock.hovered_mode;
    dock.mode_cells.clear();
    if (!dock.mode_asked.empty()) {
      session.cells(*kernel, {dock.mode_asked}, [this, asked = dock.mode_asked](const std::set<std::int64_t>& cells) {
        if (asked == dock.mode_asked) dock.mode_cells = cells;
      });
    }
  }
  const bool wrong = run_is_current() && runs.last->outcome.verdict == RunVerdict::wrong;
  if (!wrong) {
    dock.wrong_cells.clear();
    dock.wrong_asked = 0;
  } else if (dock.wrong_asked != runs.last->number) {
    dock.wrong_asked = runs.last->number;
    session.cells(*kernel, runs.last->outcome.wrong_coordinates,
                  [this](const std::set<std::int64_t>& cells) { dock.wrong_cells = cells; });
  }
  return changed;
}

void App::open_dock(bool open) {
  settings.dock_open = open;
  dock_touched = true;
}

void App::show_tab(DockTab which) {
  open_dock(true);
  settings.dock.tab = which;
}

void App::move_dock(DockSide side) {
  settings.dock.side = side;
  open_dock(true);
}

void App::copy(std::string_view text, std::string_view what) {
  ImGui::SetClipboardText(std::string(text).c_str());
  session.say(std::string(tr("Copied")) + ": " + std::string(what.substr(0, 80)));
}

void App::return_to(const RunWish& wish) {
  session.open(wish.program, wish.mode, session.choices);
  stage.clear();
  editor.reveal = true;
}

void App::return_to(const KeptRun& run) {
  chosen_run = run.id;
  return_to(RunWish{run.program, run.mode, run.kernel, false});
}

void App::zoom_by(int steps) {
  constexpr float step = 0.1F;
  float& zoom = settings.zoom;
  zoom = steps == 0 ? 1 : std::clamp(std::round((zoom + flt(steps) * step) / step) * step, least_zoom, most_zoom);
  session.say(cat(tr("Text"), ": ", static_cast<int>(std::round(zoom * 100)), " %"));
}

void App::load_kept_runs() {
  if (folder.empty()) return;
  const LoadedRuns loaded = load_runs(folder);
  (void)run_table.read(loaded.lines);
  if (!loaded.why.empty()) session.say(shown(loaded.why));
}

void App::forget_run(const std::string& id) {
  run_table.remove(id);
  if (folder.empty()) return;
  keeper.post(0, [folder = folder, id, lines = std::exchange(unkept_runs, {})]() -> Worker::Done {
    if (!lines.empty()) (void)append_runs(folder, lines);
    (void)desktop::forget_run(folder, id);
    return {};
  });
}

const RunTableShown& App::shown_runs() {
  return shown_runs_made.of({run_table.version(), run_view}, [&] { return run_table.show(run_view); });
}

std::string App::runs_json() { return to_json(shown_runs()); }

namespace {

// Drags the border between two panes.
void splitter(const char* id, ImVec2 corner, ImVec2 size, bool upright, float& length, float sign, float low,
              float high) {
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton(id, size);
  note_item(id);
  const bool on = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (on) ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  // A window that is small for a while leaves the length as it is.
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

void App::frame() {
  const Theme& t = theme();
  probe().rects.clear();
  probe().drawn.clear();
  begin_texts();
  take_shortcuts(*this);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  begin_filling("##main");
  const float bar = px(44);
  const float status = px(28);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_top_bar(*this);
  list.AddLine({0, bar}, {display.x, bar}, t.line);
  // A thin bar while an evaluation takes longer than a moment.
  if (session.busy() && now_ms() - session.busy_since > 100) {
    const float phase = flt(std::fmod(ImGui::GetTime(), 1.2) / 1.2);
    list.AddRectFilled({display.x * (phase - 0.25F), bar - px(2)}, {display.x * phase, bar}, t.accent);
  }
  const float closed_dock = px(34);
  const bool beside = dock_is_beside(*this, display);
  const float dock_high =
      std::min(settings.dock_height, std::max(120.0F, (display.y - bar - status) / ui_scale() - 180));
  float dock_wished = settings.dock_width;
  if (dock_wished == Settings().dock_width)
    dock_wished = std::max(dock_wished, display.x / ui_scale() * dock_part_of_width);
  const float dock_wide = std::min(dock_wished, std::max(300.0F, display.x / ui_scale() - 680));
  const float below = beside ? 0 : settings.dock_open ? px(dock_high) : closed_dock;
  const float right = display.x - (beside ? px(dock_wide) : 0);  // where the cards end
  const float height = display.y - bar - status - below;
  // The program at the left of the cards, or, in a narrow window, above them.
  const bool stacked = right < px(room_side_by_side);
  const float most_side = std::max(px(240), std::min(right * 0.6F, right - px(least_cards)));
  // Until the user moves the border, a wide window gives the program more.
  float wide = settings.editor_width;
  if (wide == Settings().editor_width) wide = std::max(wide, display.x / ui_scale() * editor_part_of_width);
  const float side = stacked ? right : std::clamp(px(wide), px(240), most_side);
  const float part = stacked ? std::floor(height * editor_part) : height;
  // Between the panes a gap is left that the mouse can take hold of.
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
  if (stage.empty())
    draw_cards(*this, rest);
  else
    draw_stage(*this, rest);
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
  draw_first_minute(*this);
  draw_dialogs(*this);
  end_texts();
}

}  // namespace stridescope::desktop
