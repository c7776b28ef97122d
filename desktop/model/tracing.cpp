// The child runs on a thread of its own, the watched file is looked at on another: neither is waited for by a frame.
#include "desktop/model/tracing.h"

#include <sys/stat.h>

#include <filesystem>

#include "core/base/text.h"
#include "desktop/model/snapshot.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;

constexpr int tracing = 1;  // slots of the workers
constexpr int looking = 1;
constexpr double between_looks = 250;  // milliseconds

std::string in_folder(const TraceSettings& what, const std::string& path) {
  return path.empty() ? path : (fs::path(what.folder) / path).string();
}

// What changes when it is saved; empty where it is not there.
std::string state_of(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return {};
  return cat(info.st_ino, ' ', info.st_size, ' ', info.st_mtim.tv_sec, ' ', info.st_mtim.tv_nsec);
}

}  // namespace

std::string trace_file(const TraceSettings& what) {
  return in_folder(what, what.file.empty() ? std::string("kernel.trace") : what.file);
}

std::string watched_file(const TraceSettings& what) {
  return what.watched.empty() ? gpu::traced_source(what) : in_folder(what, what.watched);
}

// A look at the file is no reason for a frame.
Tracing::Tracing(const std::function<void()>& wake) : worker_(wake), watcher_({}) {}

Tracing::~Tracing() {
  ++newest_;  // what runs is cancelled before the thread is waited for
}

void Tracing::trace(const TraceSettings& what, std::string_view language) {
  what_ = what;
  language_ = language;
  if (!watched_.empty()) known_ = seen_ = state_of(watched_);
  start(false);
}

void Tracing::start(bool again) {
  const std::uint64_t mine = ++newest_;
  running = true;
  running_since = now_ms();
  said.clear();
  trouble = hint = {};
  worker_.post(tracing, [this, mine, again, what = what_, tracer = tracer_, language = language_]() -> Worker::Done {
    if (mine != newest_) return {};
    const std::string file = trace_file(what);
    const std::string before = state_of(watched_file(what));
    const auto line = [&](std::string text) {
      worker_.hand_over([this, mine, text = std::move(text)] {
        if (mine != newest_) return;
        if (said.size() >= max_said_lines) said.erase(said.begin());
        said.push_back(text);
      });
    };
    const gpu::TraceEnd end = gpu::trace_in_child(what, file, tracer, language, line, [&] { return mine != newest_; });
    return [this, mine, again, file, before, end] {
      if (mine != newest_) return;
      running = false;
      known_ = before;
      trouble = end.why;
      hint = end.hint;
      if (end.status != gpu::TraceEnd::Status::traced) return;
      ++traced;
      if (opened) opened(file, again);
    };
  });
}

void Tracing::cancel() {
  ++newest_;
  running = false;
}

void Tracing::watch(const TraceSettings& what) {
  const std::string path = what.again ? watched_file(what) : std::string();
  if (path == watched_) return;
  watched_ = path;
  known_ = seen_ = path.empty() ? std::string() : state_of(path);
}

bool Tracing::update() {
  const std::uint64_t before = newest_;
  const bool came = worker_.drain();
  watcher_.drain();
  const bool changed = came || newest_ != before;
  // Only what was traced once is traced again.
  if (watched_.empty() || what_.command.empty() || now_ms() - looked_at_ < between_looks || !watcher_.idle())
    return changed;
  looked_at_ = now_ms();
  watcher_.post(looking, [this, path = watched_]() -> Worker::Done {
    return [this, path, now = state_of(path)] {
      if (path != watched_) return;
      const bool whole = now == seen_ && !now.empty();
      seen_ = now;
      if (!whole || now == known_) return;
      known_ = now;
      start(true);
    };
  });
  return changed;
}

}  // namespace stridescope::desktop
