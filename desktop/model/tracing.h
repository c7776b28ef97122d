// Programs that are traced beside the window: a child at a time (gpu_runner/trace/trace_child.h), what it prints, and a
// file at each save of which the same is traced again.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "desktop/model/files.h"
#include "desktop/model/worker.h"
#include "gpu_runner/trace/trace_child.h"

namespace stridescope::desktop {

inline constexpr std::size_t max_said_lines = 400;  // that are kept of what a program prints, its end

class Tracing {
 public:
  explicit Tracing(const std::function<void()>& wake);
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

  // The command of `stridescope`, for one that is elsewhere; empty: the one beside this program.
  void use(std::vector<std::string> tracer) { tracer_ = std::move(tracer); }
  // What is under way is cancelled. `language`: the code of what the tracer says.
  void trace(const TraceSettings& what, std::string_view language);
  void cancel();
  // Watches the file that the settings name while they say so.
  void watch(const TraceSettings& what);
  // Takes what has come; true when something changed.
  bool update();
  bool idle() const { return worker_.idle(); }

  bool running = false;
  double running_since = 0;
  std::vector<std::string> said;  // by the run under way, or the last one
  Message trouble, hint;          // why the last one left no trace
  int traced = 0;                 // traces that were made
  // Called with each trace's file; `again`: it was traced because a file was saved.
  std::function<void(const std::string& file, bool again)> opened;

 private:
  void start(bool again);

  std::vector<std::string> tracer_;
  TraceSettings what_;
  std::string language_;
  std::atomic<std::uint64_t> newest_ = 0;
  // Of the watched file: how it was when the last trace began, and when it was looked at last.
  std::string watched_;
  std::string seen_;   // since it changed: equal twice, it is whole
  std::string known_;  // of the last trace
  double looked_at_ = 0;
  Worker worker_;
  Worker watcher_;
};

// Where the trace goes, and which file is watched; empty: none.
std::string trace_file(const TraceSettings& what);
std::string watched_file(const TraceSettings& what);

}  // namespace stridescope::desktop
