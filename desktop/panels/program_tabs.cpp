// Several programs in a window, one tab each above the editor. The current program is the session's; the others are
// stored with their undo history. All of them are in the journal, so that they return after a crash and at the next
// start.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "desktop/panels/app.h"
#include "desktop/panels/programs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float tallest_tab = 30;
constexpr float narrowest_tab = 104;  // a dozen letters
constexpr float widest_tab = 190;
constexpr std::size_t title_letters = 32;

// The first nonempty line, without the sign of a comment.
std::string title_of(std::string_view program) {
  while (!program.empty()) {
    const std::size_t end = line_end(program, 0);
    std::string_view line = program.substr(0, end);
    program.remove_prefix(std::min(end + 1, program.size()));
    while (!line.empty() && (line.front() == ' ' || line.front() == '#' || line.front() == '/')) line.remove_prefix(1);
    if (line.empty() || line.front() == '\r') continue;
    return std::string(line.substr(0, character_begin(line, std::min(line.size(), title_letters))));
  }
  return {};
}

constexpr std::size_t most_closed = 20;

KeptProgram kept_of(const ProgramTab& tab, bool closed) {
  const Parked& p = tab.parked;
  return {tab.file, print_document({p.text.text(), p.mode, p.choices}), p.held, closed};
}

ProgramTab tab_of(const KeptProgram& kept) {
  const Document document = read_document(kept.document);
  ProgramTab out;
  out.file = kept.file;
  if (!out.file.empty()) out.saved = read_file(out.file).value_or(std::string());
  out.parked.text.reset(clean_text(document.program));
  out.parked.mode = document.mode;
  out.parked.choices = document.choices;
  out.parked.held = kept.held;
  return out;
}

void note_closed(ProgramsState& programs, ProgramTab closed) {
  programs.closed.push_back(std::move(closed));
  if (programs.closed.size() > most_closed) programs.closed.erase(programs.closed.begin());
}

// Shows the tab's program, and stores the current one in its tab.
void exchange(App& app, std::size_t which) {
  ProgramTab& left = app.programs.tabs[app.programs.current];
  ProgramTab& next = app.programs.tabs[which];
  app.runs.cancel();
  app.session.exchange(next.parked);
  std::swap(left.parked, next.parked);
  left.file = std::exchange(app.file, std::exchange(next.file, {}));
  left.saved = std::exchange(app.saved, std::exchange(next.saved, {}));
  app.programs.current = which;
  app.cards.stage.clear();
  app.editor.reveal = app.editor.want_focus = true;
  app.editor.list_open = false;
}

}  // namespace

bool is_fresh(const App& app) {
  const std::string& text = app.session.text.text();
  return app.file.empty() &&
         (text.find_first_not_of(" \t\r\n") == std::string::npos || text == page_word("welcome.shared"));
}

void new_tab(App& app) {
  if (app.file.empty() && app.session.text.text().empty()) return;
  ProgramTab fresh;
  fresh.parked.mode = app.session.mode;
  ProgramsState& programs = app.programs;
  programs.tabs.insert(programs.tabs.begin() + static_cast<std::ptrdiff_t>(programs.current) + 1, std::move(fresh));
  exchange(app, programs.current + 1);
}

void go_to_tab(App& app, std::size_t which) {
  if (which >= app.programs.tabs.size() || which == app.programs.current) return;
  exchange(app, which);
}

void close_tab(App& app, std::size_t which) {
  ProgramsState& programs = app.programs;
  if (which >= programs.tabs.size()) return;
  if (programs.tabs.size() == 1) {
    // The window stays open with an empty program; undo restores this one.
    open_program(app, "", app.session.mode, {});
    return;
  }
  if (which == programs.current) go_to_tab(app, which + 1 < programs.tabs.size() ? which + 1 : which - 1);
  const bool missed = worth_keeping(kept_of(programs.tabs[which], true), page_word("welcome.shared"));
  if (missed) note_closed(programs, std::move(programs.tabs[which]));
  programs.tabs.erase(programs.tabs.begin() + static_cast<std::ptrdiff_t>(which));
  if (which < programs.current) --programs.current;
  if (missed) app.session.say(tr("Ctrl Shift T opens it again"));
}

void reopen_tab(App& app) {
  ProgramsState& programs = app.programs;
  if (programs.closed.empty()) return;
  programs.tabs.insert(programs.tabs.begin() + static_cast<std::ptrdiff_t>(programs.current) + 1,
                       std::move(programs.closed.back()));
  programs.closed.pop_back();
  go_to_tab(app, programs.current + 1);
}

std::string tab_title(const App& app, std::size_t which) {
  const bool shown = which == app.programs.current;
  const ProgramTab& tab = app.programs.tabs[which];
  const std::string& path = shown ? app.file : tab.file;
  if (!path.empty()) return path.substr(path.find_last_of('/') + 1);
  const std::string title = title_of(shown ? app.session.text.text() : tab.parked.text.text());
  return title.empty() ? std::string(tr("empty")) : title;
}

KeptWindow kept_window(const App& app) {
  const ProgramsState& programs = app.programs;
  KeptWindow out;
  for (std::size_t i = 0; i < programs.tabs.size(); ++i)
    out.programs.push_back(i == programs.current
                               ? KeptProgram{app.file, print_document(app.document()), app.session.held(), false}
                               : kept_of(programs.tabs[i], false));
  for (const ProgramTab& one : programs.closed) out.programs.push_back(kept_of(one, true));
  out.shown = static_cast<std::int64_t>(programs.current);
  out.evaluating = app.evaluating;
  return out;
}

bool restore_tabs(App& app, const std::vector<KeptWindow>& left, bool all) {
  ProgramsState& programs = app.programs;
  std::vector<ProgramTab> restored;
  std::size_t shown = 0;
  for (const KeptWindow& gone : left) {
    for (std::size_t i = 0; i < gone.programs.size(); ++i) {
      const KeptProgram& one = gone.programs[i];
      const bool missed = worth_keeping(one, page_word("welcome.shared"));
      if (one.closed && missed) note_closed(programs, tab_of(one));
      const bool open = all && &gone == &left.front() && !one.file.empty();
      if (one.closed || (!missed && !open)) continue;
      if (restored.size() == max_tabs) {
        note_closed(programs, tab_of(one));
        continue;
      }
      if (&gone == &left.front() && static_cast<std::int64_t>(i) == gone.shown) shown = restored.size();
      restored.push_back(tab_of(one));
    }
  }
  if (restored.empty()) return false;
  programs.tabs = std::move(restored);
  programs.current = std::min(shown, programs.tabs.size() - 1);
  ProgramTab& current = programs.tabs[programs.current];
  app.session.exchange(current.parked);
  app.file = std::exchange(current.file, {});
  app.saved = std::exchange(current.saved, {});
  app.cards.stage.clear();
  app.editor.reveal = true;
  return true;
}

float tab_bar_height() { return px(tallest_tab); }

void draw_tab_bar(App& app, float width) {
  const Theme& t = theme();
  const float height = tab_bar_height();
  begin_pane("tabs", {width, height}, t.panel, {0, 0}, ImGuiWindowFlags_NoScrollbar);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  list.AddLine({corner.x, corner.y + height - 1}, {corner.x + width, corner.y + height - 1}, t.line);
  const float tool = px(30);
  const float cross = segment_width("\xC3\x97") + px(2);
  const std::size_t count = app.programs.tabs.size();
  const float room = width - 2 * tool;
  const float each = std::clamp(room / flt(count), px(narrowest_tab), px(widest_tab));
  // If not all tabs fit, shows those around the active one.
  const std::size_t fit = std::clamp<std::size_t>(static_cast<std::size_t>(room / each), 1, count);
  const std::size_t first = std::min(app.programs.current > fit / 2 ? app.programs.current - fit / 2 : 0, count - fit);
  std::size_t chosen = app.programs.current;
  std::size_t closed = count;
  float x = 0;
  for (std::size_t i = first; i < first + fit; ++i) {
    const bool on = i == app.programs.current;
    const std::string title = tab_title(app, i);
    ImGui::SetCursorPos({x, 0});
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetNextItemWidth(each);
    if (ImGui::InvisibleButton("tab", {each, height})) chosen = i;
    ImGui::SetItemAllowOverlap();
    const bool over = ImGui::IsItemHovered();
    note_item(cat("tab/", i + 1));
    const std::string& path = i == app.programs.current ? app.file : app.programs.tabs[i].file;
    tooltip(path.empty() ? title.c_str() : path.c_str());
    if (over && ImGui::IsMouseReleased(2)) closed = i;
    const ImVec2 a = {corner.x + x, corner.y};
    const ImVec2 b = {a.x + each, a.y + height};
    if (on) list.AddRectFilled(a, b, t.pane);
    if (on) list.AddRectFilled({a.x, b.y - px(2)}, b, t.accent);
    if (over && !on) list.AddRectFilled(a, {b.x, b.y - 1}, t.raised);
    list.AddLine({b.x - 1, a.y}, {b.x - 1, b.y - 1}, t.line);
    // In a narrow tab the title has all of it until the pointer comes.
    const bool closes = count > 1 && (over || (on && each >= px(narrowest_tab) + cross));
    const float sign = closes ? cross : px(4);
    ImGui::PushFont(fonts().small_ui);
    const std::string shown = fitted_words(title, each - px(8) - sign);
    list.AddText({std::floor(a.x + px(8)), std::floor(a.y + (height - ImGui::GetFontSize()) / 2)},
                 on ? t.text : t.muted, shown.c_str());
    ImGui::PopFont();
    if (closes) {
      ImGui::SetCursorPos({x + each - cross, px(4)});
      if (segment(cat("tab/", i + 1, "/close"), "\xC3\x97", false)) closed = i;
      tooltip(tr("Close the program (Ctrl W)"));
    }
    ImGui::PopID();
    x += each;
  }
  ImGui::SetCursorPos({x + px(2), px(3)});
  if (segment("tab/new", "+", false)) new_tab(app);
  tooltip(tr("New program (Ctrl N)"));
  if (fit < count) {
    ImGui::SameLine(0, 0);
    if (segment("tab/list", "\xE2\x96\xBE", false)) ImGui::OpenPopup("tabs/all");
  }
  if (ImGui::BeginPopup("tabs/all")) {
    for (std::size_t i = 0; i < count; ++i) {
      if (ImGui::MenuItem(cat(tab_title(app, i), "##", i).c_str(), nullptr, i == app.programs.current)) chosen = i;
    }
    ImGui::EndPopup();
  }
  end_pane();
  if (closed < app.programs.tabs.size() && count == app.programs.tabs.size())
    close_tab(app, closed);
  else if (chosen != app.programs.current && count == app.programs.tabs.size())
    go_to_tab(app, chosen);
}

}  // namespace stridescope::desktop
