// Live runs: the runner, a child process, compiles, checks and measures each edit that parses. One run at a time; the
// newest request cancels the current one. Each run is stored with its program.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/runs/run_report.h"
#include "core/workspace/workspace.h"
#include "desktop/model/runner_client.h"
#include "desktop/model/turns.h"
#include "desktop/model/worker.h"
#include "gpu_runner/command_words.h"

namespace stridescope::desktop {

struct RunWish {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string kernel;  // name of the value; empty: the last kernel
  bool counters = false;
  std::string printed = {};  // the printed value; a result belongs to this value only
  bool operator==(const RunWish&) const = default;
};

// The runner's answer: its report (core/runs/run_report.h), and the whole result for the core's overlays and texts.
struct RunOutcome : RunReport {
  // The parsed result; after want_sass also the text of its machine code, or the reason why it is missing.
  std::shared_ptr<const RunResult> result;
  bool sass = false;  // want_sass was called
};
RunOutcome read_outcome(RunResult result, const KernelFacts& kernel = {}, const CopyRate& copied = {});
// Facts of the requested kernel. Evaluates the program: too slow for a frame.
KernelFacts facts_of(const RunWish& wish);

struct RunRecord {
  int number = 0;    // 0: an error, not a run
  std::string id;    // id in the store
  std::string date;  // end of the run
  RunWish wish;
  std::string kernel;  // printed value
  RunOutcome outcome;
  double seconds = 0;  // from the edit to the answer
};

class Runs {
 public:
  explicit Runs(std::function<void()> wake);
  ~Runs();

  // Sets the command of the runner, for example {"ssh", "host", "stridescope-runner"}; empty: the runner next to this
  // program. ssh gets options for use without a terminal: see runner_command.
  void use(std::vector<std::string> command);
  const std::vector<std::string>& command() const { return command_; }
  // Starts a run and cancels the current one. `edited_at`: the time of the edit, by now_ms().
  void run(const RunWish& wish, double edited_at);
  void cancel();
  bool update();
  bool idle() const { return worker_.idle(); }
  // The newest run of the kernel with that printed value; null without one.
  const RunRecord* run_of(std::string_view printed) const;
  // Requests the disassembly of that run's machine code, once.
  void want_sass(const RunRecord& run);

  bool running = false;
  // Progress of the current run, as the runner reports it.
  struct Progress {
    std::string event, text;
  } progress;
  // Called with each finished run, and again when its counters arrive. Returns the number of the run.
  std::function<int(const RunRecord&)> keep;
  std::optional<RunRecord> last;
  std::deque<RunRecord> history;  // newest last, at most max_history
  Message trouble;                // the reason why no runner is available
  int replaced = 0;               // number of runners that faulted, hung or died
  int number = 0;
  // Alternates the GPU between the runner and the window's renderer, from the first fault of a kernel on.
  Turns turns;
  std::string drawn_by;

 private:
  std::vector<std::string> command_;
  CopyRate copied_;                                 // the last timed copy
  std::shared_ptr<const RunResult> disassembling_;  // the result of the last want_sass
  std::atomic<std::uint64_t> newest_ = 0;
  RunnerClient client_;  // used only by worker_
  Worker worker_;
};

inline constexpr std::size_t max_history = 200;

using gpu::command_words;

}  // namespace stridescope::desktop
