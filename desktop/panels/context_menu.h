// Context menus, and the dialog that goes to a cell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stridescope::desktop {

struct App;

// Target of the context menu.
struct ContextMenu {
  static constexpr std::int64_t no_picture = -2;
  bool pending = false;
  bool editor = false;
  std::string card;                // key of the card, or empty
  std::int64_t cell = no_picture;  // cell of its picture; -1: outside all cells
  std::string text;                // text that can be copied
  bool selection = false;          // the text was selected
};

// Notes that the right button was released in this window over a card, or over a cell of its picture.
void open_context(App& app, std::string_view card, std::int64_t cell = ContextMenu::no_picture);
void open_editor_context(App& app);
void draw_context_menu(App& app);

// The dialog that goes to a cell.
struct SeekState {
  std::string card;  // key of the card
  bool failed = false;
};

void ask_cell(App& app, const std::string& key);  // opens the dialog for the picture of that card

}  // namespace stridescope::desktop
