// Every command by name: typed, chosen with the arrow keys, started with Enter. Also the list of keys.
#include <algorithm>
#include <cstdio>

#include "core/base/text.h"
#include "core/data/gallery.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/commands.h"
#include "desktop/panels/context_menu.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/dock.h"
#include "desktop/panels/editor.h"
#include "desktop/panels/files.h"
#include "desktop/panels/kernel.h"
#include "desktop/panels/programs.h"
#include "desktop/panels/runs.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr std::size_t most_listed = 80;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

// Number of words that occur in the title or begin one of its words; -1 if one is missing.
int rank(const Command& command, const std::vector<std::string>& words) {
  const std::string title = lower(command.title);
  const std::string all = title + " " + lower(command.words) + " " + lower(command.detail);
  int out = 0;
  for (const std::string& word : words) {
    if (all.find(word) == std::string::npos) return -1;
    const std::size_t at = title.find(word);
    if (at == std::string::npos) continue;
    out += at == 0 || title[at - 1] == ' ' ? 2 : 1;
  }
  return out;
}

}  // namespace

std::vector<Command> all_commands(App& app) {
  std::vector<Command> out;
  const auto add = [&](std::string title, std::string detail, std::string words, std::function<void()> run) {
    out.push_back({std::move(title), std::move(detail), std::move(words), std::move(run)});
  };
  add(tr("Learn"), "", "course lessons tutorial exercises start", [&app] { open_page(app, "#learn"); });
  add(tr("Gallery"), "", "gallery examples open", [&app] { show_dialog(app, Dialog::gallery); });
  add(tr("Atoms and tilings"), "", "atoms mma copy builder instruction", [&app] { show_dialog(app, Dialog::atoms); });
  add(tr("Paste CuTe output or C++"), "Ctrl Shift V", "paste import print link",
      [&app] { show_dialog(app, Dialog::paste); });
  add(tr("PTX machine"), "", "ptx debug step kernel barrier registers", [&app] { show_dialog(app, Dialog::machine); });
  add(tr("Open\xE2\x80\xA6"), "Ctrl O", "open file recent", [&app] { ask_file(app, {}); });
  if (app.session.file)
    add(tr("Back to the open file"), app.session.file->file->name, "module x-ray xray",
        [&app] { app.opened_file.open = true; });
  add(tr("Save"), "Ctrl S", "save file", [&app] { save_program(app); });
  add(tr("Save as\xE2\x80\xA6"), "Ctrl Shift S", "save file name", [&app] { ask_file(app, {FileWish::Kind::save}); });
  if (!app.programs.closed.empty())
    add(tr("Reopen the last closed program"), "Ctrl Shift T", "recover tab lost undo", [&app] { reopen_tab(app); });
  if (app.session.held())
    add(tr("Evaluate the program"), "F5", "evaluate held", [&app] { app.session.evaluate_held(); });
  add(tr("Find in the program"), "Ctrl F", "search word", [&app] { look_for(app, false); });
  add(tr("Find and replace"), "Ctrl H", "search word substitute", [&app] { look_for(app, true); });
  for (const Card& card : app.session.cards) {
    if (card.place == app::Place::stage && card.picture)
      add(tr("Go to a cell\xE2\x80\xA6"), "Ctrl L", "coordinate offset jump element",
          [&app, key = card.binding.key] { ask_cell(app, key); });
  }
  add(tr("Format the program"), "Alt Shift F", "format", [&app] { app.session.format(); });
  add(tr("Copy a link"), "", "share url link explorer", [&app] { copy_link(app); });
  add(tr(app.settings.dark ? "Switch to light" : "Switch to dark"), "", "theme light dark",
      [&app] { app.settings.dark = !app.settings.dark; });
  for (const LanguageName& one : language_names()) {
    if (one.code != language())
      add(std::string(one.name), "", cat("language ", one.code), [code = one.code] { speak(code); });
  }
  add(std::string(tr("Integers")) + ": " + tr(app.session.mode == IntegerMode::cute ? "teaching" : "CuTe"), "",
      "mode static dynamic integers", [&app] {
        app.session.set_mode(app.session.mode == IntegerMode::cute ? IntegerMode::teaching : IntegerMode::cute);
      });
  add(tr("Run the kernel"), "F5", "run gpu measure", [&app] { run_kernel(app); });
  add(tr("Tune the kernel"), "", "tuner candidates faster fastest measure gpu", [&app] {
    show_dock_tab(app, DockTab::tuner);
    tune_kernel(app);
  });
  add(tr("Run each edit"), app.settings.live ? tr("on") : tr("off"), "live run",
      [&app] { app.settings.live = !app.settings.live; });
  add(page_word(app.settings.details ? "details.hide" : "details.show"), "", "verdict law properties beginner",
      [&app] { app.settings.details = !app.settings.details; });
  for (std::size_t i = 0; i < dock_tab_count; ++i) {
    const char* title = dock_tab_titles[i];
    add(std::string(tr("Dock")) + ": " + tr(title), "", std::string("dock panel ") + title,
        [&app, i] { show_dock_tab(app, static_cast<DockTab>(i)); });
  }
  add(tr(app.settings.dock_open ? "Close the dock" : "Open the dock"), "Ctrl J", "dock panel",
      [&app] { open_dock(app, !app.settings.dock_open); });
  const DockMove move = dock_move(dock_is_beside(app, ImGui::GetIO().DisplaySize));
  add(tr(move.words), "", "dock panel side", [&app, move] { move_dock(app, move.side); });
  // The points of the history, the newest first.
  const auto& history = app.runs.history;
  for (std::size_t i = 0; i < std::min<std::size_t>(history.size(), 12); ++i) {
    const RunRecord& run = history[history.size() - 1 - i];
    const auto rate = run.outcome.rate();
    char figure[48] = "";
    if (rate) std::snprintf(figure, sizeof figure, "%.*f %s", *rate < 100 ? 1 : 0, *rate, run.outcome.unit());
    add(cat(tr("Return to run"), " #", run.number), figure, "history run program",
        [&app, wish = run.wish] { return_to(app, wish); });
    add(cat(tr("Compare runs with"), " #", run.number), "", "history compare baseline", [&app, id = run.id] {
      app.run_panel.view.baseline = id;
      show_dock_tab(app, DockTab::runs);
    });
  }
  add(tr("With counters"), app.run_panel.counters ? tr("on") : tr("off"), "hardware counters run",
      [&app] { app.run_panel.counters = !app.run_panel.counters; });
  add(tr("Reference"), "F1", "functions manual documentation search help language", [&app] { look_up(app, {}); });
  add(tr("Keyboard shortcuts"), "Shift F1", "keys help shortcuts", [&app] { show_dialog(app, Dialog::shortcuts); });
  add(tr("Empty program"), "Ctrl N", "new clear fresh tab", [&app] { new_tab(app); });
  add(tr("Close the program"), "Ctrl W", "tab", [&app] { close_tab(app, app.programs.current); });
  for (std::size_t i = 0; i < app.programs.tabs.size(); ++i) {
    if (i != app.programs.current)
      add(cat(tr("Program"), ": ", tab_title(app, i)),
          i == (app.programs.current + 1) % app.programs.tabs.size() ? "Ctrl Tab" : "", "tab go switch",
          [&app, i] { go_to_tab(app, i); });
  }
  add(tr("Move through the cards and rearrange them"), "Ctrl M", "arrange order keyboard sort",
      [&app] { choose_cards(app); });
  add(tr("Unpin all cards"), "", "pin", [&app] {
    for (Card& card : app.session.cards) app.session.pin(card, false);
  });
  for (const Card& card : app.session.cards) {
    if (card.stale) continue;
    const std::string name = card.binding.name.empty() ? card.binding.source.substr(0, 40) : card.binding.name;
    for (const door::OfferedPicture& view : card.binding.views) {
      add(name + ": " + tr(view.title), "", "view picture " + view.kind,
          [&app, key = card.binding.key, kind = view.kind] {
            if (Card* found = app.session.card(key)) {
              app.session.choose(*found, "kind=" + kind);
              app.cards.scroll_to = key;
            }
          });
    }
    if (card.binding.views.empty()) continue;
    add(std::string(tr("Enlarge")) + " " + name, "", "stage large",
        [&app, key = card.binding.key] { app.cards.stage = {key}; });
    for (const char* type : {"PNG", "SVG"}) {
      add(std::string(tr(type[0] == 'P' ? "Save the picture as PNG" : "Save the picture as SVG")) + ": " + name, "",
          "png svg image export", [&app, key = card.binding.key, name, type] {
            ask_file(app, {FileWish::Kind::picture, name + (type[0] == 'P' ? ".png" : ".svg"), key, {}});
          });
    }
  }
  for (const GalleryEntry& entry : gallery()) {
    add(std::string(tr("Gallery")) + ": " + tr(entry.title), tr(entry.about),
        std::string(entry.title) + " " + std::string(entry.group), [&app, &entry] { open_entry(app, entry); });
  }
  for (const auto& [name, help] : app.editor.functions) {
    add(std::string(tr("Function")) + ": " + name, help.substr(0, help.find('\n')), help, [&app, called = name] {
      app.session.text.insert(called + "(");
      app.editor.want_focus = true;
    });
  }
  return out;
}

void draw_palette(App& app) {
  const Theme& t = theme();
  DialogState& dialog = app.dialog;
  if (search_field(app, "palette/search", dialog.search, "Type a command")) dialog.row = 0;
  std::vector<std::string> words;
  std::string word;
  for (const char c : lower(dialog.search) + " ") {
    if (c != ' ')
      word.push_back(c);
    else if (!word.empty())
      words.push_back(std::move(word)), word.clear();
  }
  std::vector<Command> all = all_commands(app);
  std::vector<std::pair<int, Command*>> found;
  for (Command& command : all) {
    const int r = rank(command, words);
    if (r >= 0) found.emplace_back(r, &command);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (found.size() > most_listed) found.resize(most_listed);
  const int last = static_cast<int>(found.size()) - 1;
  bool moved = false;
  if (pressed(Key::down)) dialog.row = std::min(dialog.row + 1, last), moved = true;
  if (pressed(Key::up)) dialog.row = std::max(dialog.row - 1, 0), moved = true;
  dialog.row = std::clamp(dialog.row, 0, std::max(0, last));
  const auto run = [&](const Command& command) {
    const auto action = command.run;
    app.dialog.now = Dialog::none;
    action();
  };
  ImGui::BeginChild("commands", {0, 0});
  const float height = ImGui::GetFontSize() + px(11);
  const Command* wanted = nullptr;
  for (int i = 0; i <= last; ++i) {
    const Command& command = *found[static_cast<std::size_t>(i)].second;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushID(i);
    if (ImGui::InvisibleButton("command", {width, height})) wanted = &command;
    note_item("command:" + command.title);
    ImGui::PopID();
    if (ImGui::IsItemHovered() && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0))
      dialog.row = i;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool on = i == dialog.row;
    if (on) list.AddRectFilled(corner, {corner.x + width, corner.y + height - px(2)}, t.active, px(4));
    if (on && moved) ImGui::SetScrollHereY(0.5F);
    list.AddText({corner.x + px(8), corner.y + px(4)}, on ? t.accent : t.text, command.title.c_str());
    const float used = text_width(command.title) + px(30);
    if (!command.detail.empty() && width - used > px(60)) {
      const std::string detail = fitted_words(command.detail, width - used);
      list.AddText({corner.x + width - text_width(detail) - px(8), corner.y + px(4)}, t.faint, detail.c_str());
    }
  }
  if (found.empty()) muted(tr("No command matches these words."));
  ImGui::EndChild();
  if (pressed(Key::enter, false) && last >= 0) wanted = found[static_cast<std::size_t>(dialog.row)].second;
  if (wanted != nullptr) run(*wanted);
}

void draw_shortcuts(App&) {
  struct Line {
    const char* keys;
    const char* what;
  };
  static constexpr Line lines[] = {{nullptr, "Anywhere"},
                                   {"Ctrl K", "commands"},
                                   {"Shift F1", "this sheet"},
                                   {"F5", "run the kernel"},
                                   {"Ctrl O  S  N", "open, save, new"},
                                   {"Ctrl Tab, Ctrl W", "the next program, close this one"},
                                   {"Ctrl Shift V", "paste the output of another program"},
                                   {"Ctrl J", "the dock"},
                                   {"Ctrl + \xE2\x88\x92 0", "text larger, smaller, reset"},
                                   {"Ctrl E", "the program"},
                                   {"Ctrl 1 \xE2\x80\xA6 5", "tabs of the dock"},
                                   {"Esc", "release a pinned cell, close an open dialog"},
                                   {nullptr, "In the program"},
                                   {"Ctrl Space", "complete a name"},
                                   {"F1", "signature of the name at the caret, and the reference"},
                                   {"Tab, Enter", "take the completion"},
                                   {"Alt Shift F", "format the program"},
                                   {"Ctrl Z, Ctrl Shift Z", "undo, redo"},
                                   {"Ctrl /", "comment the line in or out"},
                                   {"Ctrl F  H", "find, and replace"},
                                   {"Ctrl L", "go to a cell by coordinate"},
                                   {"Ctrl Enter", "go to the card of this line"},
                                   {nullptr, "Among the cards"},
                                   {"Ctrl M", "arrow keys move through them; Esc ends"},
                                   {"Alt + \xE2\x86\x90 \xE2\x86\x92", "move the selected card"},
                                   {"Enter", "show it on the stage"},
                                   {nullptr, "In a picture"},
                                   {"\xE2\x86\x90 \xE2\x86\x91 \xE2\x86\x92 \xE2\x86\x93", "move through the cells"},
                                   {"Enter, click", "pin a cell: only related cells stay bright"},
                                   {"+  \xE2\x88\x92  0", "larger cells, smaller cells, all cells"},
                                   {"drag", "move a large picture"},
                                   {"Ctrl + wheel", "zoom at the pointer"}};
  for (const Line& line : lines) {
    if (line.keys == nullptr) {
      ImGui::Spacing();
      plain(tr(line.what), theme().accent);
      continue;
    }
    code(line.keys, theme().text);
    ImGui::SameLine(px(210));
    muted(tr(line.what));
  }
}

}  // namespace stridescope::desktop
