// Context menus: on a card, on a cell of its picture, in the program, on any text. Also the dialog that goes to a cell
// by its coordinate.
#include "desktop/panels/context_menu.h"

#include <imgui.h>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/editor.h"
#include "desktop/panels/files.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float farthest_click = 4;  // a button that moved farther is not a click

void draw_text_entries(App& app) {
  const std::string& text = app.context.text;
  if (text.empty()) return;
  if (entry("menu/copy_text", app.context.selection ? "Copy the selection" : "Copy this text", "Ctrl C"))
    app.copy(text, text.substr(0, text.find('\n')));
  ImGui::Separator();
}

void draw_editor_entries(App& app) {
  TextBuffer& text = app.session.text;
  const bool chosen = text.has_selection();
  // The program gets the keyboard back after the command.
  const auto edit = [&](const char* name, const char* title, const char* keys, bool enabled = true) {
    const bool clicked = entry(cat("menu/", name), title, keys, false, enabled);
    app.editor.want_focus = app.editor.want_focus || clicked;
    return clicked;
  };
  if (edit("undo", "Undo", "Ctrl Z", text.can_undo())) text.undo();
  if (edit("redo", "Redo", "Ctrl Shift Z", text.can_redo())) text.redo();
  ImGui::Separator();
  const auto copy = [&] { ImGui::SetClipboardText(std::string(text.selected()).c_str()); };
  if (edit("cut", "Cut", "Ctrl X", chosen)) copy(), text.insert("");
  if (edit("copy", "Copy", "Ctrl C", chosen)) copy();
  if (edit("paste", "Paste", "Ctrl V")) paste_clipboard(app, text);
  if (edit("all", "Select all", "Ctrl A")) text.select_all();
  ImGui::Separator();
  if (entry("menu/find", "Find in the program", "Ctrl F")) look_for(app, false);
  if (entry("menu/replace", "Find and replace", "Ctrl H")) look_for(app, true);
  if (edit("comment", "Comment in or out", "Ctrl /")) text.toggle_comment();
  if (edit("format", "Format the program", "Alt Shift F")) app.session.format();
}

void draw_cell_entries(App& app, Card& card) {
  Session& session = app.session;
  const std::int64_t cell = app.context.cell;
  PictureState& state = app.pictures[(app.cards.stage.empty() ? "card:" : "stage:") + card.binding.key];
  if (cell >= 0) {
    const bool kept = session.pinned && session.target_key == card.binding.key && session.target_cell == cell;
    if (entry("menu/keep", kept ? "Release this cell" : "Pin this cell", "Enter")) session.toggle(card, cell);
    if (session.inspection && session.target_key == card.binding.key && session.target_cell == cell &&
        entry("menu/copy_cell", "Copy its description")) {
      const std::string sentence = tr(session.inspection->sentence);
      app.copy(sentence, sentence);
    }
  }
  if (entry("menu/seek", "Go to a cell\xE2\x80\xA6", "Ctrl L")) ask_cell(app, card.binding.key);
  ImGui::Separator();
  if (entry("menu/fit", "Show all of it", "0")) zoom_picture(state, 0);
  if (entry("menu/larger", "Larger", "+")) zoom_picture(state, 1);
  if (entry("menu/smaller", "Smaller", "\xE2\x88\x92")) zoom_picture(state, -1);
  ImGui::Separator();
}

void draw_card_entries(App& app, Card& card) {
  Session& session = app.session;
  if (entry("menu/line", "Go to its line")) go_to(app, card.binding.span);
  const Card* other = nullptr;
  for (const Card& one : session.cards) {
    if (one.taken && &one != &card) other = &one;
  }
  const std::string compare = other == nullptr ? std::string(tr("Compare with\xE2\x80\xA6"))
                                               : cat(tr("Compare with"), " ", other->binding.name);
  if (entry("menu/compare", compare, nullptr, false, !card.stale)) {
    session.compare(card);
    if (other == nullptr) session.say(tr("Now choose the other one: Shift + click its name, or this menu there"));
  }
  const bool pinned = session.choice_of(card).pin;
  if (entry("menu/pin", pinned ? "Unpin this card" : "Pin this card to the top")) session.pin(card, !pinned);
  if (!card.binding.views.empty() && app.cards.stage.empty() && entry("menu/enlarge", "Enlarge"))
    app.cards.stage = {card.binding.key};
  if (ImGui::BeginMenu(tr("Copy or save"))) {
    draw_copy_entries(app, card);
    ImGui::EndMenu();
  }
}

}  // namespace

void ask_cell(App& app, const std::string& key) {
  app.seek = {key, false};
  app.dialog.before = Dialog::none;  // starts the dialog anew
  show_dialog(app, Dialog::seek);
}

void open_context(App& app, std::string_view card, std::int64_t cell) {
  if (!ImGui::IsMouseReleased(1) || !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) return;
  app.context = {true, false, std::string(card), cell, {}, false};
}

void open_editor_context(App& app) {
  if (ImGui::IsMouseReleased(1) && ImGui::IsWindowHovered()) app.context = {true, true, {}, -1, {}, false};
}

void draw_context_menu(App& app) {
  ContextMenu& context = app.context;
  const ImGuiIO& io = ImGui::GetIO();
  const bool clicked = ImGui::IsMouseReleased(1) && io.MouseDragMaxDistanceSqr[1] < farthest_click * farthest_click;
  const bool blocked = app.dialog.now != Dialog::none || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId);
  if (clicked && !blocked) {
    const std::string chosen = selected_text();
    const std::string text = chosen.empty() ? text_under_pointer() : chosen;
    const bool on_widget = !context.pending && ImGui::IsAnyItemHovered();
    if (!text.empty() && !on_widget && !context.editor) {
      if (!context.pending) context = {true, false, {}, -1, {}, false};
      context.text = text;
      context.selection = !chosen.empty();
    }
    if (context.pending) ImGui::OpenPopup("context");
  }
  context.pending = false;
  if (!ImGui::BeginPopup("context")) {
    context = {};
    return;
  }
  draw_text_entries(app);
  if (context.editor) draw_editor_entries(app);
  if (Card* card = app.session.card(context.card)) {
    if (context.cell != ContextMenu::no_picture) draw_cell_entries(app, *card);
    draw_card_entries(app, *card);
  }
  // ImGui closes a menu by Escape only if its own keyboard navigation is on.
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void draw_seek(App& app) {
  SeekState& seek = app.seek;
  Card* card = app.session.card(seek.card);
  if (card == nullptr) {
    app.dialog.now = Dialog::none;
    return;
  }
  const std::string name = card->binding.name.empty() ? card->binding.source : card->binding.name;
  code(fitted(cat(name, " = ", card->binding.text.substr(0, card->binding.text.find('\n'))),
              ImGui::GetContentRegionAvail().x),
       theme().muted);
  // Typing overwrites refused text.
  if (seek.failed && !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  if (search_field(app, "seek", app.dialog.search, "(1,2), 17 or =24")) seek.failed = false;
  wrapped(tr("A coordinate, an index along the first mode first, or = and an offset. Enter goes there."),
          theme().muted);
  if (seek.failed) {
    wrapped(app.session.notice, theme().bad);
    note_item("seek/refused");
  }
  if (!pressed(Key::enter, false) || app.dialog.search.empty()) return;
  app.cards.scroll_to = seek.card;
  app.session.seek(*card, app.dialog.search, [&app](bool found) {
    app.seek.failed = !found;
    app.cards.reveal_cell = found;
    if (found && app.dialog.now == Dialog::seek) app.dialog.now = Dialog::none;
  });
}

}  // namespace stridescope::desktop
