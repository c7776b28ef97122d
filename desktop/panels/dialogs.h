// The dialogs, one at a time over the window. One function draws each, between the begin and the end of its window.
#pragma once

#include <imgui.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/gallery.h"
#include "core/files/open_file.h"
#include "desktop/model/session.h"

namespace stridescope::desktop {

struct App;

enum class Dialog {
  none,
#define DIALOG(name, title, width, height, keeps) name,
#include "desktop/panels/dialogs.def"
#undef DIALOG
};
// Name of a dialog for scripts.
std::string_view name_of(Dialog dialog);

struct DialogState {
  Dialog now = Dialog::none;
  Dialog before = Dialog::none;  // dialog of the last frame
  std::string search;            // text of its search field
  int row = 0;                   // index in its list, for the arrow keys
  bool wants_focus = false;      // its first field gets the keyboard
  std::string reference;         // name that the reference explains
};

void show_dialog(App& app, Dialog which);
void draw_dialogs(App& app);
#define DIALOG(name, title, width, height, keeps) void draw_##name(App& app);
#include "desktop/panels/dialogs.def"
#undef DIALOG
// True if typed text stays when a file is dropped.
bool keeps_typed(Dialog dialog);
// The next field gets the keyboard, if it is the first one since the dialog opened.
void focus_first(App& app);
// A line of text; true if it changed.
bool search_field(App& app, const char* name, std::string& text, const char* hint, float width = -1);

// Atoms: the results of a search, and the form that builds a tiling of an atom.
struct AtomsState {
  app::AtomSearch search = {app::AtomKind::mma, "sm80", {}};
  std::string request;  // the request of `found`
  app::AtomsFound found;
  std::string atom;                     // the picked atom
  std::vector<app::FieldValue> fields;  // values of its form
  // The form of a kind and an atom; made again if one of them changes.
  app::Form form;
  std::optional<app::AtomKind> form_kind;
  door::ListedAtom form_atom;
  Sketch sketch;
  std::string sketch_text;  // the program of the sketch
};

struct PasteState {
  std::string text;
  std::string clipboard;             // the clipboard when the field was last opened
  std::map<std::string, int> holes;  // integers that the text does not give
  Sketch sketch;
  std::string sketch_text;  // the program of the sketch
};

// The open file of another program: its drawn rows and the picture of the selected row, each with its state and its
// language.
struct OpenedFileState {
  bool open = false;    // the pane is drawn
  bool covers = false;  // the pane covers the cards
  std::string words;    // text of its search field
  app::ShownFile rows;
  std::shared_ptr<const app::FileState> rows_of;
  std::string_view rows_in;
  int lines = 1;            // lines for the sentence of a row: the most of those seen
  std::string lines_of;     // the list and the width for which `lines` was counted
  bool follow_row = false;  // the list scrolls to the selected row
  std::shared_ptr<const Picture> picture;
  std::shared_ptr<const app::FileState> picture_of;
  std::string_view picture_in;
};

// The pane next to the program (file_panel.cpp).
void draw_file_panel(App& app, ImVec2 size);

// Opens the program of a gallery entry in the user's integer mode.
void open_entry(App& app, const GalleryEntry& entry);
// Draws the entry with its picture as a button; true if it was pressed.
inline constexpr float entry_width = 255;  // at least
inline constexpr float entry_height = 178;
bool draw_entry(App& app, const GalleryEntry& entry, ImVec2 size);

// Opens the page in the browser at the given place (page_dialog.cpp): "#learn", "#reference=coalesce".
void open_page(App& app, const std::string& place);
bool follow_page(App& app);  // handles the result of opening; true if there was one
// Shows the spelling of a name; opens the page's reference if the name is empty or unknown.
void look_up(App& app, std::string_view name);

}  // namespace stridescope::desktop
