// Opens paths or links, one or several that were dropped on the window: a program goes into a tab of its own, files of
// others next to the program, runs into their table.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/runs/run_list.h"
#include "desktop/panels/dialogs.h"
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

// However the paths are written: by the command line from its folder, by a drop from the root.
bool same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  return !one.empty() && !other.empty() && (one == other || fs::equivalent(one, other, error));
}

// States the error and the remedy.
std::string told_error(const Error& error) {
  return cat(shown(error.message), error.hint.empty() ? "" : "; ", shown(error.hint));
}

bool is_of_others(const std::string& path, std::string_view text) {
  return app::others_wrote(path, text) || app::is_unpacked_trace(text) || app::is_counts(text);
}

}  // namespace

// --- Programs

void App::open_program(const std::string& program, IntegerMode mode, const Choices& choices) {
  // Saving it must not replace the file of the program before.
  file.clear();
  saved.clear();
  session.open(program, mode, choices);
  stage.clear();
  editor.reveal = true;
}

void App::open_beside(const std::string& program, IntegerMode mode, const Choices& choices) {
  if (!is_fresh()) new_tab();
  open_program(program, mode, choices);
}

bool App::save(const std::string& path) {
  const std::string text = print_document(document());
  const auto done = write_file(path, text);
  if (!done) {
    session.say(shown(done.error().message));
    return false;
  }
  file = path;
  saved = text;
  note_recent(settings, path);
  session.say(std::string(tr("Saved")) + ": " + path);
  return true;
}

void App::save() {
  if (file.empty())
    ask_file({FileWish::Kind::save});
  else
    (void)save(file);
}

// --- Paths

Result<App::Opened> App::open(const std::string& path) {
  const auto open_as_link = [&](std::string_view text) -> Result<Opened> {
    const auto link = open_link(text);
    if (!link) return failure(link.error());
    open_beside(link->program, link->mode, link->choices);
    return Opened::program;
  };
  if (looks_like_link(path)) return open_as_link(path);
  auto text = read_file(path, max_foreign_bytes);
  if (!text) return failure(text.error());
  text = taken_text(std::move(*text));
  if (!text) return failure(text.error());
  if (is_of_others(path, *text)) {
    session.take_file(name_of(path), std::move(*text), true);
    show(Dialog::opened_file);
    note_recent(settings, path);
    return Opened::beside;
  }
  if (looks_like_runs(path, *text)) {
    const auto read = read_run_list(name_of(path), *text);
    if (!read) return failure(read.error());
    take_runs(*read);
    return Opened::runs;
  }
  if (const auto at = no_text_at(*text))
    return failure(ErrorCode::arguments,
                   say("{} is not text: byte {} begins no character of UTF-8", name_of(path), *at));
  if (text->size() > max_file_bytes)
    return failure(ErrorCode::too_large, say("{} is larger than {} bytes", path, max_file_bytes));
  if (looks_like_link(*text)) return open_as_link(*text);
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    if (!same_file(i == tab ? file : tabs[i].file, path)) continue;
    go_to_tab(i);
    // Unsaved typing stays; a version saved elsewhere meanwhile comes as a step of undo.
    if (print_document(document()) != saved) {
      session.say(tr("It is open here, with changes that are not saved."));
      return Opened::program;
    }
    if (*text == saved) return Opened::program;
    const Document again = read_document(*text);
    session.open(again.program, again.mode, again.choices);
    saved = print_document(document());
    return Opened::program;
  }
  const Document read = read_document(*text);
  open_beside(read.program, read.mode, read.choices);
  file = path;
  saved = print_document(document());
  note_recent(settings, path);
  return Opened::program;
}

bool App::open_path(const std::string& path) {
  session.notice.clear();
  const auto opened_as = open(path);
  if (!opened_as) session.say(told_error(opened_as.error()));
  return static_cast<bool>(opened_as);
}

// The table has them behind those of before, the oldest first; those that it has already stay as they are.
void App::take_runs(const KeptRuns& read) {
  std::vector<KeptRun> runs_read = read.runs;
  std::stable_sort(runs_read.begin(), runs_read.end(),
                   [](const KeptRun& a, const KeptRun& b) { return a.date < b.date; });
  std::size_t added = 0;
  for (KeptRun& run : runs_read) {
    if (run_table.find(run.id) != nullptr) continue;
    ++added;
    if (const std::string line = run.recorded ? std::string() : kept_line(run); !line.empty() && !folder.empty())
      unkept_runs += line + "\n";
    run_table.add(std::move(run));
  }
  show_tab(DockTab::runs);
  std::string told = shown(say("{} {run|runs} came into the table", added));
  if (const std::size_t known = read.runs.size() - added; known > 0)
    append_all(told, "; ", shown(say("{} {was|were} in it", known)));
  if (read.refused > 0) append_all(told, "; ", shown(say("not read: {} ({})", read.refused, read.why)));
  session.say(told);
}

void App::open_dropped(const std::vector<std::string>& paths) {
  std::vector<std::string> refused;
  bool beside = false;
  if (!keeps_typed(dialog)) dialog = Dialog::none;
  std::error_code error;
  for (const std::string& path : paths) {
    const auto refuse = [&](const Message& why) { refused.push_back(shown(why)); };
    if (looks_like_link(path)) {
      if (!open_path(path)) refused.push_back(session.notice);
      continue;
    }
    if (fs::is_directory(path, error)) {
      // One alone is what to choose from.
      if (paths.size() == 1) return ask_file({FileWish::Kind::open, {}, {}, {}, path});
      refuse(say("{} is a folder", path));
      continue;
    }
    // A pipe or a device would be waited for.
    if (fs::exists(path, error) && !fs::is_regular_file(path, error)) {
      refuse(say("{} is no file with a text", path));
      continue;
    }
    if (tabs.size() >= max_tabs) {
      refuse(say("{} is not opened: there are {} programs open", path, tabs.size()));
      continue;
    }
    // They are looked at one at a time.
    if (beside) {
      if (const auto text = read_file(path, max_foreign_bytes); text && is_of_others(path, *text)) {
        refuse(say("{} is not opened: of what others wrote, one file is open at a time", path));
        continue;
      }
    }
    const auto opened_as = open(path);
    if (!opened_as)
      refused.push_back(told_error(opened_as.error()));
    else if (*opened_as == Opened::beside)
      beside = true;
  }
  if (refused.empty()) return;
  ask_file({FileWish::Kind::open, {}, {}, {}, paths.back()});
  form.refused = std::move(refused);
}

}  // namespace stridescope::desktop
