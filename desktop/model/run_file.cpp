// A lock next to the file synchronizes windows: none may append to a file that another one is replacing.
#include "desktop/model/run_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/base/text.h"
#include "desktop/model/files.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;

constexpr int most_aside = 100;
constexpr int patience = 300;  // hundredths of a second

std::string path_of(const std::string& folder) { return folder + "/runs.jsonl"; }

// Locks the file until its destruction. Waits at most `patience` for another process.
class Lock {
 public:
  explicit Lock(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    fd_ = open_regular(folder + "/runs.lock", O_RDWR | O_CREAT);
    for (int i = 0; i < patience && fd_ >= 0 && flock(fd_, LOCK_EX | LOCK_NB) != 0; ++i) usleep(10'000);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() {
    if (fd_ >= 0) close(fd_);
  }

 private:
  int fd_ = -1;
};

// Moves the file to a free name, which it returns; empty on failure.
std::string set_aside(const std::string& folder) {
  std::error_code error;
  for (int i = 1; i < most_aside; ++i) {
    const std::string name = cat(folder, "/runs-unread-", i, ".jsonl");
    if (fs::exists(name, error)) continue;
    fs::rename(path_of(folder), name, error);
    return error ? std::string() : name;
  }
  return {};
}

}  // namespace

LoadedRuns load_runs(const std::string& folder) {
  LoadedRuns out;
  const Lock lock(folder);
  std::error_code error;
  if (!fs::exists(path_of(folder), error)) return out;
  const auto text = read_file(path_of(folder), 4 * max_kept_bytes);
  const KeptRuns read = text ? read_kept_runs(*text) : KeptRuns();
  out.lines = kept_lines(read.runs);
  if (text && read.refused == 0) {
    if (read.surplus) (void)write_file(path_of(folder), out.lines);
    return out;
  }
  const Message why = text ? read.why : text.error().message;
  const std::string aside = set_aside(folder);
  if (aside.empty()) {
    out.why = why;
    return out;
  }
  out.why = say("{}; the original file is {}", why, aside);
  if (const auto done = write_file(path_of(folder), out.lines); !done)
    out.why = say("{}; {}", out.why, done.error().message);
  return out;
}

Result<void> append_runs(const std::string& folder, std::string_view lines) {
  const Lock lock(folder);
  const auto failed = [&] {
    return failure(ErrorCode::arguments, say("cannot {} {}: {}", "write", path_of(folder), std::strerror(errno)));
  };
  const int fd = open_regular(path_of(folder), O_WRONLY | O_CREAT | O_APPEND);
  if (fd < 0) return failed();
  const off_t before = lseek(fd, 0, SEEK_END);
  const Result<void> done = write_all(fd, lines) ? Result<void>() : failed();
  // A part of a line would spoil the next one.
  if (!done) (void)!ftruncate(fd, before);
  close(fd);
  return done;
}

Result<void> forget_run(const std::string& folder, std::string_view id) {
  const Lock lock(folder);
  const auto text = read_file(path_of(folder), 4 * max_kept_bytes);
  if (!text) return failure(text.error());
  KeptRuns read = read_kept_runs(*text);
  // Leaves a file with unreadable lines unchanged: they may belong to another window.
  if (read.refused > 0) return {};
  std::erase_if(read.runs, [&](const KeptRun& run) { return run.id == id; });
  return write_file(path_of(folder), kept_lines(read.runs));
}

}  // namespace stridescope::desktop
