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

void draw_files(App& app) {
  namespace fs = std::filesystem;
  const Theme& t = theme();
  DialogState& form = app.form;
  std::error_code error;
  if (app.opened != Dialog::files) {
    form.path =
        app.file.empty() ? (fs::current_path(error).string() + "/" + (form.saving ? "program.stride" : "")) : app.file;
  }
  muted(tr(form.saving ? "Save the program as" : "A file, or a link of the explorer"));
  search_field(app, "files/path", form.path, "path", ImGui::GetContentRegionAvail().x - px(100));
  ImGui::SameLine();
  const bool enter = pressed(Key::enter, false);
  const bool go = button("files/go", form.saving ? "Save" : "Open", ButtonKind::primary) || enter;
  const auto open = [&](const std::string& path) {
    app.open_path(path);
    if (app.session.notice.empty() || app.file == path || looks_like_link(path)) app.dialog = Dialog::none;
  };
  if (go && !form.path.empty()) {
    if (form.saving) {
      if (app.save(form.path))
        app.dialog = Dialog::none;
      else
        form.trouble = app.session.notice;
    } else {
      open(form.path);
      if (app.dialog != Dialog::none) form.trouble = app.session.notice;
    }
  }
  if (!form.trouble.empty()) wrapped(form.trouble, t.bad);
  if (!form.saving && !app.settings.recent.empty()) {
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
  if (listed != folder.string()) {
    listed = folder.string();
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
      else if (extension == ".stride" || extension == ".txt" || extension == ".cute")
        names.push_back(name);
    }
    std::sort(names.begin(), names.end());
  }
  plain(folder.string(), t.accent);
  ImGui::BeginChild("folder", {0, 0});
  if (folder.has_parent_path() && folder != folder.root_path() && ImGui::Selectable(".."))
    form.path = folder.parent_path().string() + "/";
  for (const std::string& name : names) {
    if (!ImGui::Selectable(name.c_str())) continue;
    const std::string path = (folder / name).string();
    if (name.back() == '/' || form.saving) {
      form.path = path;
    } else {
      open(path);
      break;
    }
  }
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
