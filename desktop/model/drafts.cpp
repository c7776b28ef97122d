// The folder of drafts: locks by the operating system, so that a dead process's draft is free at once, and a mark that
// is written before an evaluation and taken back after it. A program that a process died of is thereby known, and comes
// back as text.
#include "desktop/model/drafts.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view head = "#draft ";
// The first bytes of a lock: what follows is under evaluation, or was.
constexpr std::string_view at_work = "1\n";
constexpr std::string_view at_rest = "0\n";
constexpr std::size_t most_drafts = 4096;

// A lock that its process has: -1 where another has it. `make`: where there is none, it is made.
int lock_file(const std::string& path, bool make) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);
    if (fd < 0) return -1;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
      close(fd);
      return -1;
    }
    // Who had it may have taken the file away meanwhile.
    struct stat held = {};
    struct stat there = {};
    if (fstat(fd, &held) == 0 && stat(path.c_str(), &there) == 0 && held.st_ino == there.st_ino) return fd;
    close(fd);
  }
  return -1;
}

bool put(int fd, std::string_view bytes, off_t at) { return lseek(fd, at, SEEK_SET) == at && write_all(fd, bytes); }

std::int64_t nanoseconds(const struct stat& of) {
  return static_cast<std::int64_t>(of.st_mtim.tv_sec) * 1'000'000'000 + of.st_mtim.tv_nsec;
}

// Of a draft whose lock is held by this process; nothing where there is a text that cannot be read.
std::optional<Draft> read_left(const std::string& folder, const std::string& name, int lock) {
  const std::string path = folder + "/" + name + ".stride";
  Draft out;
  struct stat text = {};
  struct stat mark = {};
  const bool there = stat(path.c_str(), &text) == 0;
  if (there) {
    const auto read = read_file(path);
    if (!read) return std::nullopt;
    out = read_draft(*read);
  }
  out.name = name;
  out.changed = nanoseconds(text);
  const auto noted = read_file(folder + "/" + name + ".lock");
  if (lock < 0 || fstat(lock, &mark) != 0 || !noted || std::string_view(*noted).substr(0, 2) != at_work) return out;
  out.unproven = true;
  out.changed = std::max(out.changed, nanoseconds(mark));
  // What was typed last is in the younger of the two.
  if (!there || nanoseconds(mark) >= nanoseconds(text))
    out.document = read_document(std::string_view(*noted).substr(at_work.size()));
  return out;
}

}  // namespace

std::string print_draft(const std::string& file, const Document& document) {
  const nlohmann::json quoted = file;
  return cat(head, quoted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), "\n",
             print_document(document));
}

Draft read_draft(std::string_view text) {
  Draft out;
  if (text.substr(0, head.size()) == head) {
    const auto file = nlohmann::json::parse(take_line(text).substr(head.size()), nullptr, false);
    out.file = fields::text(file).value_or("");
  }
  out.document = read_document(text);
  return out;
}

bool worth_keeping(const Draft& draft, std::string_view first_program) {
  const std::string& program = draft.document.program;
  if (program.find_first_not_of(" \t\r\n") == std::string::npos) return false;
  if (draft.file.empty()) return program != first_program;
  const auto saved = read_file(draft.file);
  return !saved || *saved != print_document(draft.document);
}

Drafts::Drafts(std::string folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  // Of versions that kept one program for all windows.
  const std::string before = folder_ + "/autosave.stride";
  folder_ += "/drafts";
  std::error_code error;
  fs::create_directories(folder_, error);
  if (fs::is_regular_file(before, error)) fs::rename(before, folder_ + "/before.stride", error);
}

Drafts::~Drafts() {
  if (!held) proven();
  if (lock_ >= 0) close(lock_);
}

std::vector<Draft> Drafts::left() const {
  std::vector<Draft> out;
  if (folder_.empty()) return out;
  std::error_code error;
  fs::directory_iterator at(folder_, error);
  std::vector<std::string> names;
  for (; !error && at != fs::directory_iterator() && names.size() < most_drafts; at.increment(error)) {
    const fs::path path = at->path();
    // A draft may have died before its text was written, but not before its note.
    if (path.extension() == ".stride" || path.extension() == ".lock") names.push_back(path.stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names) {
    if (name == name_) continue;
    const int lock = lock_file(folder_ + "/" + name + ".lock", true);
    if (lock < 0) continue;
    if (auto draft = read_left(folder_, name, lock)) out.push_back(std::move(*draft));
    close(lock);
  }
  std::stable_sort(out.begin(), out.end(), [](const Draft& a, const Draft& b) { return a.changed > b.changed; });
  return out;
}

void Drafts::begin() {
  if (folder_.empty()) return;
  for (int number = 0; number < 1000; ++number) {
    const std::string name = cat(getpid(), number == 0 ? std::string() : cat("-", number));
    std::error_code error;
    if (fs::exists(folder_ + "/" + name + ".stride", error)) continue;
    const int lock = lock_file(folder_ + "/" + name + ".lock", true);
    if (lock < 0) continue;
    if (lock_ >= 0) close(lock_);
    lock_ = lock;
    name_ = name;
    evaluating_ = false;
    (void)put(lock_, at_rest, 0);
    return;
  }
}

std::optional<Draft> Drafts::take(const std::string& name) {
  if (folder_.empty()) return std::nullopt;
  const int lock = lock_file(folder_ + "/" + name + ".lock", true);
  if (lock < 0) return std::nullopt;
  auto out = read_left(folder_, name, lock);
  if (!out) {
    close(lock);
    return std::nullopt;
  }
  if (lock_ >= 0) close(lock_);
  lock_ = lock;
  name_ = name;
  evaluating_ = out->unproven;
  return out;
}

void Drafts::discard(const std::string& name) const {
  if (folder_.empty() || name == name_) return;
  const std::string path = folder_ + "/" + name;
  const int lock = lock_file(path + ".lock", true);
  if (lock < 0) return;
  unlink((path + ".stride").c_str());
  unlink((path + ".lock").c_str());
  close(lock);
}

std::string Drafts::path() const { return lock_ < 0 ? std::string() : folder_ + "/" + name_ + ".stride"; }

void Drafts::about_to_evaluate(const Document& document) {
  if (lock_ < 0) return;
  const std::string text = print_document(document);
  const auto size = static_cast<off_t>(at_work.size() + text.size());
  // The word that makes it count comes last: half a note is none.
  if (!put(lock_, at_rest, 0) || !put(lock_, text, static_cast<off_t>(at_work.size())) || ftruncate(lock_, size) != 0)
    return;
  evaluating_ = put(lock_, at_work, 0);
}

void Drafts::proven() {
  if (lock_ >= 0 && evaluating_) (void)put(lock_, at_rest, 0);
  evaluating_ = false;
}

}  // namespace stridescope::desktop
