// Opens and saves files: by path, by drag and drop, and in the file dialog.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace stridescope::desktop {

struct App;
class TextBuffer;

// Purpose of the file dialog.
struct FileWish {
  enum class Kind { open, save, picture, text, copy };
  Kind kind = Kind::open;
  std::string name = {};     // proposed name, with its extension
  std::string card = {};     // card of the picture
  std::string content = {};  // text to save
  std::string path = {};     // initial path of the dialog, or empty
  bool saves() const { return kind != Kind::open; }
};

struct FilesState {
  FileWish wish;
  std::string path;
  std::string replaces;  // the existing file that the dialog asks about
  std::string trouble;
  std::vector<std::string> refusals;  // files that could not be opened or saved, with the reasons
};

void ask_file(App& app, FileWish wish);
// Opens a path or a link: a program in its own tab, files of other programs next to it, runs in their table.
enum class Opened { program, beside, runs };
Result<Opened> open_any(App& app, const std::string& path_or_link);
// Pastes the clipboard into the program; PTX opens in the machine.
void paste_clipboard(App& app, TextBuffer& text);
bool open_path(App& app, const std::string& path_or_link);  // false: the notice has the reason
// Opens files that were dropped on the window; the dialog of files lists the failures and their reasons.
void open_dropped(App& app, const std::vector<std::string>& paths);
bool save_program(App& app, const std::string& path);
void copy_link(App& app);     // copies a link to the program, or shows the reason
void save_program(App& app);  // saves to its file; for a program without a file, or after a failure, opens the dialog

}  // namespace stridescope::desktop
