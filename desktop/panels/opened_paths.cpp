// Opens one or several paths or links: a program in its own tab, files of other programs next to the program, runs in
// their table.
#include <imgui.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/runs/run_list.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/files.h"
#include "desktop/panels/programs.h"
#include "desktop/panels/runs.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;

std::string name_of(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

// End of the valid text: a byte that never occurs in text, or invalid UTF-8.
std::optional<std::size_t> no_text_at(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence(text, at);
    if (length == 0 || text[at] == '\0') return at;
    at += length;
  }
  return std::nullopt;
}

// Compares files, not spellings: the command line has relative paths, a drop has absolute ones.
bool same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  return !one.empty() && !other.empty() && (one == other || fs::equivalent(one, other, error));
}

// The error and its fix.
std::string error_line(const Error& error) {
  return cat(shown(error.message), error.hint.empty() ? "" : "; ", shown(error.hint));
}

}  // namespace

// --- Programs

void open_program(App& app, const std::string& program, IntegerMode mode, const Choices& choices) {
  // Saving it must not replace the file of the previous program.
  app.file.clear();
  app.saved.clear();
  app.session.open(program, mode, choices);
  app.cards.stage.clear();
  app.editor.reveal = true;
}

void open_beside(App& app, const std::string& program, IntegerMode mode, const Choices& choices) {
  if (!is_fresh(app)) new_tab(app);
  open_program(app, program, mode, choices);
}

void copy_link(App& app) {
  const auto link = make_link(app.document());
  if (link)
    app.copy(*link, tr("a link to this program"));
  else
    app.session.say(shown(link.error().message));
}

bool save_program(App& app, const std::string& path) {
  const std::string text = print_document(app.document());
  const auto done = write_file(path, text);
  if (!done) {
    app.session.say(shown(done.error().message));
    return false;
  }
  app.file = path;
  app.saved = text;
  note_recent(app.settings, path);
  app.session.say(std::string(tr("Saved")) + ": " + path);
  return true;
}

void save_program(App& app) {
  if (!app.file.empty() && save_program(app, app.file)) return;
  ask_file(app, {FileWish::Kind::save});
  if (!app.file.empty()) app.files.refusals = {app.session.notice};
}

// --- Paths

Result<Opened> open_any(App& app, const std::string& path) {
  const auto open_as_link = [&](std::string_view text) -> Result<Opened> {
    const auto link = open_link(text);
    if (!link) return failure(link.error());
    open_beside(app, link->program, link->mode, link->choices);
    return Opened::program;
  };
  if (looks_like_link(path)) return open_as_link(path);
  auto text = read_file(path, max_foreign_bytes);
  if (!text) return failure(text.error());
  text = taken_text(std::move(*text));
  if (!text) return failure(text.error());
  if (debugger::looks_like_ptx(*text)) {
    app.machine = MachineRun::open(app.session.side(), name_of(path), std::move(*text));
    show_dialog(app, Dialog::machine);
    note_recent(app.settings, path);
    return Opened::beside;
  }
  if (file_reader(path, *text) != FileReader::program) {
    app.session.take_file(name_of(path), std::move(*text), true);
    app.opened_file.open = true;
    note_recent(app.settings, path);
    return Opened::beside;
  }
  if (looks_like_runs(path, *text)) {
    const auto read = read_run_list(name_of(path), *text);
    if (!read) return failure(read.error());
    take_runs(app, *read);
    return Opened::runs;
  }
  if (const auto at = no_text_at(*text))
    return failure(ErrorCode::arguments,
                   say("{} is not text: byte {} does not start a UTF-8 character", name_of(path), *at));
  if (text->size() > max_file_bytes)
    return failure(ErrorCode::too_large, say("{} is larger than {} bytes", path, max_file_bytes));
  if (looks_like_link(*text)) return open_as_link(*text);
  const ProgramsState& programs = app.programs;
  for (std::size_t i = 0; i < programs.tabs.size(); ++i) {
    if (!same_file(i == programs.current ? app.file : programs.tabs[i].file, path)) continue;
    go_to_tab(app, i);
    // Unsaved edits are kept; a version saved elsewhere meanwhile becomes a step of undo.
    if (print_document(app.document()) != app.saved) {
      app.session.say(tr("It is open here, with unsaved changes."));
      return Opened::program;
    }
    if (*text == app.saved) return Opened::program;
    const Document again = read_document(*text);
    app.session.open(again.program, again.mode, again.choices);
    app.saved = print_document(app.document());
    return Opened::program;
  }
  const Document read = read_document(*text);
  open_beside(app, read.program, read.mode, read.choices);
  app.file = path;
  app.saved = print_document(app.document());
  note_recent(app.settings, path);
  return Opened::program;
}

void paste_clipboard(App& app, TextBuffer& text) {
  const char* const clip = ImGui::GetClipboardText();
  if (clip == nullptr) return;
  if (!debugger::looks_like_ptx(clip)) return text.insert(clip);
  app.machine = MachineRun::open(app.session.side(), "PTX", clip);
  show_dialog(app, Dialog::machine);
}

bool open_path(App& app, const std::string& path) {
  app.session.notice.clear();
  const auto opened_as = open_any(app, path);
  if (!opened_as) app.session.say(error_line(opened_as.error()));
  return static_cast<bool>(opened_as);
}

void open_dropped(App& app, const std::vector<std::string>& paths) {
  std::vector<std::string> refusals;
  bool beside = false;
  if (!keeps_typed(app.dialog.now)) app.dialog.now = Dialog::none;
  std::error_code error;
  for (const std::string& path : paths) {
    const auto refuse = [&](const Message& why) { refusals.push_back(shown(why)); };
    if (looks_like_link(path)) {
      if (!open_path(app, path)) refusals.push_back(app.session.notice);
      continue;
    }
    if (fs::is_directory(path, error)) {
      // A single path is the start of the file dialog.
      if (paths.size() == 1) return ask_file(app, {FileWish::Kind::open, {}, {}, {}, path});
      refuse(say("{} is a folder", path));
      continue;
    }
    // Opening a pipe or a device would block.
    if (fs::exists(path, error) && !fs::is_regular_file(path, error)) {
      refuse(say("{} is not a regular file", path));
      continue;
    }
    if (app.programs.tabs.size() >= max_tabs) {
      refuse(say("cannot open {}: the limit of {} open programs is reached", path, app.programs.tabs.size()));
      continue;
    }
    // Only one of them can be open at a time.
    if (beside) {
      if (const auto text = read_file(path, max_foreign_bytes);
          text && file_reader(path, *text) != FileReader::program) {
        refuse(say("{} is not opened: only one file of another program can be open at a time", path));
        continue;
      }
    }
    const auto opened_as = open_any(app, path);
    if (!opened_as)
      refusals.push_back(error_line(opened_as.error()));
    else if (*opened_as == Opened::beside)
      beside = true;
  }
  if (refusals.empty()) return;
  ask_file(app, {FileWish::Kind::open, {}, {}, {}, paths.back()});
  app.files.refusals = std::move(refusals);
}

}  // namespace stridescope::desktop
