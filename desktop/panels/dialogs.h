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
// By its name, as scripts call it.
std::string_view name_of(Dialog dialog);
std::optional<Dialog> dialog_named(std::string_view name);

struct DialogState {
  Dialog now = Dialog::none;
  Dialog before = Dialog::none;  // that had its first frame
  std::string search;            // text of its search field
  int row = 0;                   // of its list, under the arrow keys
  std::string reference;         // name that the reference explains
};

void show_dialog(App& app, Dialog which);
void draw_dialogs(App& app);
#define DIALOG(name, title, width, height, keeps) void draw_##name(App& app);
#include "desktop/panels/dialogs.def"
#undef DIALOG
// True if its typed text stays when a file is dropped.
bool keeps_typed(Dialog dialog);
// A line of text; true when it changed. The first frame of a dialog gives it the keyboard.
bool search_field(App& app, const char* name, std::string& text, const char* hint, float width = -1);

// Atoms: those found by words, and the form that builds a tiling of one.
struct AtomsState {
  app::AtomSearch search = {app::AtomKind::mma, "sm80", {}};
  std::string request;  // that `found` answers
  app::AtomsFound found;
  std::string atom;                     // the one that is picked
  std::vector<app::FieldValue> fields;  // what its form is to say
  // The form of a kind and an atom; made anew where one of them has changed.
  app::Form form;
  std::optional<app::AtomKind> form_kind;
  door::ListedAtom form_atom;
  Sketch sketch;
  std::string sketch_text;  // its program
};

struct PasteState {
  std::string text;
  std::string clipboard;             // when the field was last opened
  std::map<std::string, int> holes;  // integers that the text does not give
  Sketch sketch;
  std::string sketch_text;  // its program
};

// The file of others: its drawn rows and the picture of the selected one, each with its state and its language.
struct OpenedFileState {
  app::ShownFile rows;
  std::shared_ptr<const app::FileState> rows_of;
  std::string_view rows_in;
  bool follow_row = false;  // the list scrolls to the selected row
  std::shared_ptr<const Picture> picture;
  std::shared_ptr<const app::FileState> picture_of;
  std::string_view picture_in;
};

// Takes the program of the gallery with the reader's integers.
void open_entry(App& app, const GalleryEntry& entry);
// It with its picture, to be pressed; true when it was.
inline constexpr float entry_width = 255;  // at least
inline constexpr float entry_height = 178;
bool draw_entry(App& app, const GalleryEntry& entry, ImVec2 size);

// Opens the page in the browser at that place (page_dialog.cpp): "#learn", "#reference=coalesce".
void open_page(App& app, const std::string& place);
bool follow_page(App& app);  // takes what came of it; true when something did
// Shows how that is written; opens the page's reference where the name is empty or unknown.
void look_up(App& app, std::string_view name);

}  // namespace stridescope::desktop
