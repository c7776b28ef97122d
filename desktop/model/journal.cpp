// The folder of journals. Locks belong to the operating system, so a dead process's journal is available at once. A
// line is appended with one write; if a process dies during it, the previous line is valid.
#include "desktop/model/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/base/archive_json.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

void members(Archive& a, KeptProgram& r) {
  if (!a.record("KeptProgram", "A program of a window.")) return;
  a.unless_empty("file", r.file, "That it was opened from or saved to.");
  a.member("document", r.document, "As print_document has it.");
  a.choice("held", r.held, "It is text alone.");
  a.choice("closed", r.closed, "Its tab was closed.");
}

void members(Archive& a, KeptWindow& r) {
  if (!a.record("KeptWindow", "What a window has.")) return;
  a.member("programs", r.programs, "In the order of their tabs.");
  a.choice("shown", r.shown, "Which of them.");
  a.choice("evaluating", r.evaluating, "It is evaluated.");
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 1 << 20;  // size from which a journal is rewritten
constexpr std::size_t most_read = 1 << 27;
constexpr const char* extension = ".journal";

// Opens a file with its lock; -1 if another process has it.
int lock_file(const std::string& path, int flags) {
  const int file = open_regular(path, flags);
  if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

// The last complete line that can be parsed.
KeptWindow last_line(std::string_view text) {
  for (std::size_t end = text.rfind('\n'); end != std::string_view::npos && end > 0; end = text.rfind('\n', end - 1)) {
    const std::size_t before = text.rfind('\n', end - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    if (auto out = from_json<KeptWindow>(text.substr(begin, end - begin))) return std::move(*out);
    if (begin == 0) break;
  }
  return {};
}

// The format of versions that stored each program alone: a line with the file's name, then the document.
KeptWindow read_draft(std::string_view text) {
  constexpr std::string_view head = "#draft ";
  KeptProgram out;
  if (text.starts_with(head)) {
    if (const auto file = JsonValue::parse(cut_line(text).substr(head.size()))) ReadArchive(*file).visit(out.file);
  }
  out.document = std::string(text);
  return {{out}, 0, false};
}

}  // namespace

bool worth_keeping(const KeptProgram& program, std::string_view first_program) {
  const std::string text = read_document(program.document).program;
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return false;
  if (program.file.empty()) return text != first_program;
  const auto saved = read_file(program.file);
  return !saved || *saved != program.document;
}

Journal::Journal(const std::string& folder) : before_(folder) {
  if (folder.empty()) return;
  folder_ = folder + "/windows";
  (void)begin();
}

bool Journal::begin() {
  std::error_code error;
  fs::create_directories(folder_, error);
  // Another process may have had this one's number.
  for (int number = 0; number < 1000 && file_ < 0 && (number == 0 || errno == EEXIST); ++number) {
    path_ = cat(folder_, "/", getpid(), number == 0 ? std::string() : cat("-", number), extension);
    file_ = lock_file(path_, O_RDWR | O_CREAT | O_EXCL | O_APPEND);
  }
  return file_ >= 0;
}

// A thread that was left to itself has not ended well.
Journal::~Journal() {
  if (written_.evaluating && !Worker::left_any()) write({written_.programs, written_.shown, false});
  for (const auto& [path, lock] : taken_) close(lock);
  if (file_ < 0) return;
  if (bytes_ == 0) unlink(path_.c_str());
  close(file_);
}

std::vector<KeptWindow> Journal::adopt() {
  std::vector<std::pair<fs::file_time_type, KeptWindow>> found;
  if (folder_.empty()) return {};
  const auto take = [&](const fs::path& path, KeptWindow (*read)(std::string_view)) {
    std::error_code error;
    int lock = path == path_ ? -1 : lock_file(path.string(), O_RDWR);
    if (lock < 0 && (errno == EACCES || errno == EROFS)) lock = lock_file(path.string(), O_RDONLY);
    struct stat now = {};
    if (lock < 0) return;
    // The previous owner may have removed the file meanwhile.
    if (fstat(lock, &now) != 0 || now.st_nlink == 0) {
      close(lock);
      return;
    }
    const auto text = read_file(path.string(), most_read);
    KeptWindow window = text ? read(*text) : KeptWindow();
    const auto shown = static_cast<std::size_t>(window.shown);
    if (window.evaluating && shown < window.programs.size()) window.programs[shown].held = true;
    taken_.emplace_back(path.string(), lock);
    if (!window.programs.empty()) found.emplace_back(fs::last_write_time(path, error), std::move(window));
  };
  const auto read_every = [&](const std::string& folder, const char* ending, KeptWindow (*read)(std::string_view)) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
      if (at->path().extension() == ending) take(at->path(), read);
    }
  };
  read_every(folder_, extension, last_line);
  read_every(before_ + "/drafts", ".stride", read_draft);
  take(before_ + "/autosave.stride", read_draft);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<KeptWindow> out;
  for (auto& [time, window] : found) out.push_back(std::move(window));
  return out;
}

std::string Journal::print(const KeptWindow& window) { return to_json(window) + "\n"; }

void Journal::write(const KeptWindow& now) {
  if (folder_.empty() || (now == written_ && trouble.empty())) return;
  const auto failed = [this] { trouble = say("cannot {} {}: {}", "write", path_, std::strerror(errno)); };
  if (file_ < 0 && !begin()) return failed();
  const std::string line = print(now);
  if (bytes_ + line.size() > most_bytes && bytes_ > 0) {
    const std::string fresh = path_ + ".new";
    const int file = lock_file(fresh, O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
    if (file < 0) return failed();
    if (!write_all(file, line) || rename(fresh.c_str(), path_.c_str()) != 0) {
      failed();
      close(file);
      return;
    }
    close(std::exchange(file_, file));
    bytes_ = 0;
  } else if (!write_all(file_, line)) {
    failed();
    // A part of a line would spoil the next one.
    (void)!ftruncate(file_, static_cast<off_t>(bytes_));
    return;
  }
  trouble = {};
  bytes_ += line.size();
  written_ = now;
  for (const auto& [path, lock] : taken_) {
    unlink(path.c_str());
    close(lock);
  }
  taken_.clear();
}

}  // namespace stridescope::desktop
