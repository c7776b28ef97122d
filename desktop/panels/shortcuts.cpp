// The global keys, and the keys of the inspected picture. editor_input.cpp has the keys of the program.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
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
#include "desktop/platform/keys.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void zoom_by(App& app, int steps) {
  constexpr float step = 0.1F;
  float& zoom = app.settings.zoom;
  zoom = steps == 0 ? 1 : std::clamp(std::round((zoom + flt(steps) * step) / step) * step, least_zoom, most_zoom);
  app.session.say(cat(tr("Text"), ": ", static_cast<int>(std::round(zoom * 100)), " %"));
}

void handle_shortcuts(App& app) {
  Session& session = app.session;
  if (chord(key('k'), true)) show_dialog(app, app.dialog.now == Dialog::palette ? Dialog::none : Dialog::palette);
  if (chord(key('v'), true, true)) show_dialog(app, Dialog::paste);
  if (chord(key('o'), true)) ask_file(app, {});
  if (chord(key('s'), true, true)) ask_file(app, {FileWish::Kind::save});
  if (chord(key('s'), true)) save_program(app);
  if (chord(key('n'), true)) new_tab(app);
  if (chord(key('w'), true)) close_tab(app, app.programs.current);
  if (chord(key('t'), true, true)) reopen_tab(app);
  if (chord(Key::tab, true)) go_to_tab(app, (app.programs.current + 1) % app.programs.tabs.size());
  if (chord(Key::tab, true, true))
    go_to_tab(app, (app.programs.current + app.programs.tabs.size() - 1) % app.programs.tabs.size());
  if (chord(key('j'), true)) open_dock(app, !app.settings.dock_open);
  if (chord(key('e'), true)) app.editor.want_focus = true;
  if (chord(key('m'), true) && app.dialog.now == Dialog::none) choose_cards(app);
  if (chord(key('f'), true) && app.dialog.now == Dialog::none) look_for(app, false);
  if (chord(key('h'), true) && app.dialog.now == Dialog::none) look_for(app, true);
  if (chord(key('l'), true) && app.dialog.now == Dialog::none) {
    // In the inspected picture, or else the one on the stage.
    for (const Card& card : session.cards) {
      const bool looked =
          session.target_key.empty() ? card.place == app::Place::stage : card.binding.key == session.target_key;
      if (looked && card.picture) ask_cell(app, card.binding.key);
    }
  }
  // Undo reverts changes of the program by buttons or cards like typing, wherever the keyboard focus is.
  if (!app.editor.focused && !ImGui::GetIO().WantTextInput && app.dialog.now == Dialog::none) {
    const bool undone = chord(key('z'), true, false, false, true) && session.text.undo();
    const bool again = chord(key('z'), true, true, false, true) || chord(key('y'), true, false, false, true);
    if (undone || (again && session.text.redo())) app.editor.reveal = true;
  }
  if (chord(key('c'), true) && !app.editor.focused && !ImGui::GetIO().WantTextInput && !selected_text().empty())
    app.copy(selected_text(), selected_text());
  if (chord(Key::equal, true) || chord(Key::equal, true, true)) zoom_by(app, 1);
  if (chord(Key::minus, true)) zoom_by(app, -1);
  if (chord(key('0'), true)) zoom_by(app, 0);
  if (chord(Key::f1, false, true)) show_dialog(app, Dialog::shortcuts);
  if (chord(Key::f1, false)) {
    TextBuffer copy = session.text;
    copy.select_word(copy.caret());
    look_up(app, app.editor.focused ? copy.selected() : std::string_view());
  }
  if (pressed(Key::f5, false)) session.held() ? session.evaluate_held() : run_kernel(app);
  for (int i = 0; i < 5; ++i) {
    if (chord(key(static_cast<char>('1' + i)), true)) show_dock_tab(app, static_cast<DockTab>(i));
  }
  // Goes from the program to the card of its line; the arrow keys then start at its first cell.
  if (chord(Key::enter, true)) {
    for (Card& card : session.cards) {
      if (card.stale || session.text.caret() < card.binding.span.begin || session.text.caret() > card.binding.span.end)
        continue;
      app.cards.scroll_to = card.binding.key;
      app.editor.focused = false;
      ImGui::SetWindowFocus(nullptr);
      if (card.picture && !card.picture->scene.ids.empty()) {
        for (const std::int64_t id : card.picture->scene.ids) {
          if (id < 0) continue;
          session.walk(card, id);
          break;
        }
      }
    }
  }
  // In an open menu the key closes the menu alone.
  if (pressed(Key::escape, false) &&
      !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
    if (app.dialog.now != Dialog::none)
      app.dialog.now = Dialog::none;
    else if (!app.cards.walk.key.empty())
      app.cards.walk.key.clear();
    else if (session.pinned)
      session.let_go();
    else if (!app.cards.stage.empty())
      app.cards.stage.clear();
    else
      app.opened_file.open = false;
  }
  if (app.dialog.now != Dialog::none) return;
  if (chord(key('f'), false, true, true)) session.format();
  if (app.editor.focused || ImGui::GetIO().WantTextInput) return;
  if (walk_cards(app)) return;
  // In a picture: the last inspected cell.
  Card* card = session.card(session.target_key);
  if (card == nullptr || !card->picture) return;
  const auto walk = [&](int columns, int rows) {
    session.walk(*card, neighbour(*card->picture, session.target_cell, columns, rows));
  };
  if (pressed(Key::left)) walk(-1, 0);
  if (pressed(Key::right)) walk(1, 0);
  if (pressed(Key::up)) walk(0, -1);
  if (pressed(Key::down)) walk(0, 1);
  if (pressed(Key::enter, false) || pressed(Key::space, false)) session.toggle(*card, session.target_cell);
  if (ImGui::GetIO().KeyCtrl) return;
  PictureState& state = app.pictures[(app.cards.stage.empty() ? "card:" : "stage:") + session.target_key];
  if (pressed(Key::equal)) zoom_picture(state, 1);
  if (pressed(Key::minus)) zoom_picture(state, -1);
  if (pressed(key('0'))) zoom_picture(state, 0);
}

}  // namespace stridescope::desktop
