// Opens and saves files: by path, by a drop on the window, and in the dialog of files.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace stridescope::desktop {

struct App;

// Purpose of the dialog of files.
struct FileWish {
  enum class Kind { open, save, picture, text, copy };
  Kind kind = Kind::open;
  std::string name = {};     // that is proposed, with its extension
  std::string card = {};     // card of the picture
  std::string content = {};  // of a text
  std::string path = {};     // that the dialog begins with, or empty
  bool saves() const { return kind != Kind::open; }
};

struct FilesState {
  FileWish wish;
  std::string path;
  std::string replaces;  // the file that the dialog asks about
  std::string trouble;
  std::vector<std::string> refusals;  // files that were dropped on the window or saved, and why that failed
};

void ask_file(App& app, FileWish wish);
// Opens a path or a link: a program in a tab of its own, files of others next to it, runs in their table.
enum class Opened { program, beside, runs };
Result<Opened> open_any(App& app, const std::string& path_or_link);
bool open_path(App& app, const std::string& path_or_link);  // false: the notice says why not
// Opens files that were dropped on the window; the dialog of files lists the failures and their reasons.
void open_dropped(App& app, const std::vector<std::string>& paths);
bool save_program(App& app, const std::string& path);
void copy_link(App& app);     // a link to the program, or a line with the reason
void save_program(App& app);  // where it was; a program without a file, or where that fails, opens the dialog

}  // namespace stridescope::desktop
