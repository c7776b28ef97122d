// Open and save: by path, from what was open lately, or from the folder.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "desktop/panels/dialogs.h"
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
    case FileWish::Kind::text:
      break;
  }
  return "Save the text as";
}

// Folder of the last file; else the app's start folder.
std::string proposed(const App& app) {
  const FileWish& wish = app.form.file;
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
         app::others_wrote(extension, {});
}

// True when it is done or under way; else form.trouble says why not.
bool save(App& app, const std::string& path) {
  DialogState& form = app.form;
  const FileWish wish = form.file;
  if (wish.kind == FileWish::Kind::save) {
    if (app.save(path)) return true;
    form.trouble = app.session.notice;
    return false;
  }
  const auto written = [&app, path](std::string_view content) {
    const auto done = write_file(path, content);
    app.session.say(done ? std::string(tr("Saved")) + ": " + path : shown(done.error().message));
    return static_cast<bool>(done);
  };
  if (wish.kind == FileWish::Kind::text) {
    if (written(wish.content)) return true;
    form.trouble = app.session.notice;
    return false;
  }
  const std::string extension = fs::path(path).extension().string();
  std::string_view format;
  for (const auto& one : door::text_forms()) {
    if (!extension.empty() && one.ending == extension) format = one.format;
  }
  const Card* card = app.session.card(wish.card);
  if (card == nullptr) {
    form.trouble = tr("The value of this picture is no more in the program.");
  } else if (extension == ".png") {
    app.wanted_png = wish.card;
    app.wanted_path = path;
    return true;
  } else if (format.empty()) {
    form.trouble = tr("A picture's file ends with .png, .svg, .tex, .txt or .json.");
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

// Those that were dropped on the window and are not open.
void draw_refused(const std::vector<std::string>& refused) {
  constexpr std::size_t most = 6;
  for (std::size_t i = 0; i < std::min(most, refused.size()); ++i) {
    wrapped(refused[i], theme().bad);
    note_item("files/refused:" + std::to_string(i));
  }
  if (refused.size() > most) muted(tr("and {count} more", "count", std::to_string(refused.size() - most)));
}

}  // namespace

void draw_files(App& app) {
  const Theme& t = theme();
  DialogState& form = app.form;
  const bool saving = form.file.saves();
  std::error_code error;
  if (app.opened != Dialog::files) {
    form.path = proposed(app);
    form.replaces.clear();
  }
  muted(tr(title_of(form.file.kind)));
  search_field(app, "files/path", form.path, "path", ImGui::GetContentRegionAvail().x - px(100));
  ImGui::SameLine();
  const bool enter = chord(Key::enter, false);
  const bool go = button("files/go", saving ? "Save" : "Open", ButtonKind::primary) || enter;
  const auto note_folder = [&](const std::string& path) {
    const fs::path parent = fs::absolute(path, error).parent_path();
    if (!error && fs::is_directory(parent, error)) app.settings.folder = parent.string();
  };
  const auto open = [&](const std::string& path) {
    if (!app.open_path(path)) {
      form.trouble = app.session.notice;
      return;
    }
    form.refused.clear();
    if (!looks_like_link(path)) note_folder(path);
    if (app.dialog == Dialog::files) app.dialog = Dialog::none;
  };
  const auto save_as = [&](const std::string& path) {
    if (!save(app, path)) return;
    note_folder(path);
    app.dialog = Dialog::none;
  };
  const std::string absolute = fs::absolute(form.path, error).string();
  const std::string target = error ? form.path : absolute;
  if (target != form.replaces) form.replaces.clear();
  if (go && !form.path.empty()) {
    form.trouble.clear();
    if (!saving)
      open(form.path);
    else if (target != app.file && fs::exists(target, error) && !fs::is_directory(target, error))
      form.replaces = target;  // it is somebody's work
    else
      save_as(target);
  }
  if (saving && !form.replaces.empty()) {
    wrapped(tr("There is a file of this name."), t.warn);
    const bool sure = chord(Key::enter, true);
    if (button("files/replace", "Replace it (Ctrl Enter)", ButtonKind::primary) || sure) save_as(form.replaces);
    ImGui::SameLine();
    if (button("files/keep", "Keep it")) form.replaces.clear();
  }
  if (!form.trouble.empty()) wrapped(form.trouble, t.bad);
  draw_refused(form.refused);
  if (!saving && !app.settings.recent.empty()) {
    plain(tr("Open lately"), t.accent);
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
  fs::path folder = fs::path(form.path);
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  if (folder.empty() || !fs::is_directory(folder, error)) return;
  static std::string listed;
  static std::vector<std::string> names;
  static FileWish::Kind listed_for = FileWish::Kind::open;
  if (listed != folder.string() || listed_for != form.file.kind || app.opened != Dialog::files) {
    listed = folder.string();
    listed_for = form.file.kind;
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
      else if (listed_type(form.file, extension))
        names.push_back(name);
    }
    std::sort(names.begin(), names.end());
  }
  plain(folder.string(), t.accent);
  ImGui::BeginChild("folder", {0, 0});
  if (folder.has_parent_path() && folder != folder.root_path() && ImGui::Selectable(".."))
    form.path = (folder.parent_path() / (saving ? fs::path(form.path).filename() : fs::path())).string();
  for (const std::string& name : names) {
    if (!ImGui::Selectable(name.c_str())) continue;
    const std::string path = (folder / name).string();
    if (name.back() == '/') {
      // The name that was to be saved goes along.
      form.path = saving ? (folder / name / fs::path(form.path).filename()).string() : path;
    } else if (saving) {
      form.path = path;
    } else {
      open(path);
      break;
    }
  }
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
