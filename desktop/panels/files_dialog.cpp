// Open and save: by path, from recent files, or from the folder.
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/files.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

namespace {

namespace fs = std::filesystem;

const char* title_of(FileWish::Kind kind) {
  switch (kind) {
    case FileWish::Kind::open:
      return "A file, or a link of the explorer";
    case FileWish::Kind::save:
      return "Save the program as";
    case FileWish::Kind::picture:
      return "Save the picture as .png, .svg, .tex, .txt or .json";
    case FileWish::Kind::copy:
      return "Save the programs, runs and settings in a new folder";
    case FileWish::Kind::text:
      break;
  }
  return "Save the text as";
}

// Folder of the last file; otherwise the app's start folder.
std::string proposed(const App& app) {
  const FileWish& wish = app.files.wish;
  if (!wish.path.empty()) return wish.path;
  if (wish.kind == FileWish::Kind::open || wish.kind == FileWish::Kind::save) {
    if (!app.file.empty()) return app.file;
  }
  std::error_code error;
  fs::path folder = app.settings.folder;
  if (folder.empty() && !app.file.empty()) folder = fs::path(app.file).parent_path();
  if (folder.empty() || !fs::is_directory(folder, error)) folder = fs::current_path(error);
  const std::string name = wish.kind == FileWish::Kind::save ? "program.stride" : wish.name;
  return (folder / name).string();
}

bool listed_type(const FileWish& wish, const std::string& extension) {
  if (wish.kind == FileWish::Kind::picture)
    return extension == ".png" || extension == ".svg" || extension == ".tex" || extension == ".txt" ||
           extension == ".json";
  if (wish.kind == FileWish::Kind::text) return extension == fs::path(wish.name).extension();
  return extension == ".stride" || extension == ".txt" || extension == ".cute" || extension == ".trace" ||
         extension == ".ptx" || file_reader(extension, {}) != FileReader::program;
}

// True if it is saved or being saved; otherwise files.trouble has the reason.
bool save(App& app, const std::string& path) {
  FilesState& files = app.files;
  const FileWish wish = files.wish;
  if (wish.kind == FileWish::Kind::save) {
    if (save_program(app, path)) return true;
    files.trouble = app.session.notice;
    return false;
  }
  const auto written = [&app, path](std::string_view content) {
    const auto done = write_file(path, content);
    app.session.say(done ? std::string(tr("Saved")) + ": " + path : shown(done.error().message));
    return static_cast<bool>(done);
  };
  if (wish.kind == FileWish::Kind::copy) {
    const auto done = app.keep_copy(path);
    if (done) app.session.say(tr("Saved; stridescope-desktop --home {path} opens it", "path", path));
    if (!done) files.trouble = shown(done.error().message);
    return static_cast<bool>(done);
  }
  if (wish.kind == FileWish::Kind::text) {
    if (written(wish.content)) return true;
    files.trouble = app.session.notice;
    return false;
  }
  const std::string extension = fs::path(path).extension().string();
  std::string_view format;
  for (const auto& one : door::text_forms()) {
    if (!extension.empty() && one.ending == extension) format = one.format;
  }
  const Card* card = app.session.card(wish.card);
  if (card == nullptr) {
    files.trouble = tr("The value of this picture is no longer in the program.");
  } else if (extension == ".png") {
    app.wanted_png = wish.card;
    app.wanted_path = path;
    return true;
  } else if (format.empty()) {
    files.trouble = tr("A picture's file must end with .png, .svg, .tex, .txt or .json.");
  } else {
    app.session.emit(*card, std::string(format), [&app, written](const Result<std::string>& text) {
      if (text)
        (void)written(*text);
      else
        app.session.say(shown(text.error().message));
    });
    return true;
  }
  return false;
}

// Dropped files that could not be opened.
void draw_refused(const std::vector<std::string>& refused) {
  constexpr std::size_t most = 6;
  for (std::size_t i = 0; i < std::min(most, refused.size()); ++i) {
    wrapped(refused[i], theme().bad);
    note_item("files/refused:" + std::to_string(i));
  }
  if (refused.size() > most) muted(tr("and {count} more", "count", std::to_string(refused.size() - most)));
}

}  // namespace

void ask_file(App& app, FileWish wish) {
  app.files.wish = std::move(wish);
  app.files.refusals.clear();
  app.dialog.before = Dialog::none;  // starts the dialog anew
  show_dialog(app, Dialog::files);
}

void draw_files(App& app) {
  const Theme& t = theme();
  FilesState& files = app.files;
  const bool saving = files.wish.saves();
  std::error_code error;
  if (app.dialog.before != Dialog::files) {
    files.path = proposed(app);
    files.replaces.clear();
    files.trouble.clear();
  }
  muted(tr(title_of(files.wish.kind)));
  const char* const word = saving ? "Save" : "Open";
  search_field(app, "files/path", files.path, "path", ImGui::GetContentRegionAvail().x - text_width(tr(word)) - px(26));
  ImGui::SameLine();
  const bool enter = chord(Key::enter, false);
  const bool go = button("files/go", word, ButtonKind::primary) || enter;
  const auto note_folder = [&](const std::string& path) {
    const fs::path parent = fs::absolute(path, error).parent_path();
    if (!error && fs::is_directory(parent, error)) app.settings.folder = parent.string();
  };
  const auto open = [&](const std::string& path) {
    if (!open_path(app, path)) {
      files.trouble = app.session.notice;
      return;
    }
    files.refusals.clear();
    if (!looks_like_link(path)) note_folder(path);
    if (app.dialog.now == Dialog::files) app.dialog.now = Dialog::none;
  };
  const auto save_as = [&](const std::string& path) {
    if (!save(app, path)) return;
    note_folder(path);
    app.dialog.now = Dialog::none;
  };
  const std::string absolute = fs::absolute(files.path, error).string();
  const std::string target = error ? files.path : absolute;
  if (target != files.replaces) files.replaces.clear();
  if (go && !files.path.empty()) {
    files.trouble.clear();
    if (!saving)
      open(files.path);
    else if (target != app.file && fs::exists(target, error) && !fs::is_directory(target, error))
      files.replaces = target;  // the user must confirm the replacement
    else
      save_as(target);
  }
  if (saving && !files.replaces.empty()) {
    wrapped(tr("A file with this name exists."), t.warn);
    const bool sure = chord(Key::enter, true);
    if (button("files/replace", "Replace it (Ctrl Enter)", ButtonKind::primary) || sure) save_as(files.replaces);
    ImGui::SameLine();
    if (button("files/keep", "Keep it")) files.replaces.clear();
  }
  if (!files.trouble.empty()) wrapped(files.trouble, t.bad);
  draw_refused(files.refusals);
  if (!saving && !app.settings.recent.empty()) {
    plain(tr("Recent files"), t.accent);
    for (std::size_t i = 0; i < app.settings.recent.size(); ++i) {
      const std::string path = app.settings.recent[i];
      if (ImGui::Selectable((path + "##recent" + std::to_string(i)).c_str())) {
        open(path);
        break;
      }
      note_item("recent:" + std::to_string(i));
    }
  }
  // The folder of the path.
  fs::path folder = fs::path(files.path);
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  if (folder.empty() || !fs::is_directory(folder, error)) return;
  static std::string listed;
  static std::vector<std::string> names;
  static FileWish::Kind listed_for = FileWish::Kind::open;
  if (listed != folder.string() || listed_for != files.wish.kind || app.dialog.before != Dialog::files) {
    listed = folder.string();
    listed_for = files.wish.kind;
    names.clear();
    fs::directory_iterator at(folder, error);
    for (int n = 0; !error && at != fs::directory_iterator() && n < 2000; at.increment(error), ++n) {
      std::error_code none;
      const bool is_folder = at->is_directory(none);
      const std::string name = at->path().filename().string();
      if (name.empty() || name[0] == '.') continue;
      const std::string extension = at->path().extension().string();
      if (is_folder)
        names.push_back(name + "/");
      else if (listed_type(files.wish, extension))
        names.push_back(name);
    }
    std::sort(names.begin(), names.end());
  }
  plain(folder.string(), t.accent);
  ImGui::BeginChild("folder", {0, 0});
  if (folder.has_parent_path() && folder != folder.root_path() && ImGui::Selectable(".."))
    files.path = (folder.parent_path() / (saving ? fs::path(files.path).filename() : fs::path())).string();
  for (const std::string& name : names) {
    if (!ImGui::Selectable(name.c_str())) continue;
    const std::string path = (folder / name).string();
    if (name.back() == '/') {
      // Keeps the name of the file to save.
      files.path = saving ? (folder / name / fs::path(files.path).filename()).string() : path;
    } else if (saving) {
      files.path = path;
    } else {
      open(path);
      break;
    }
  }
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
