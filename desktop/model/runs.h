// Live runs: each edit that parses is compiled, verified and measured by the runner, a child process. One run at a
// time; the newest request cancels the one under way. What has run is kept with its program.
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
  std::string printed = {};  // the value: its result is about no other one
  bool operator==(const RunWish&) const = default;
};

// The runner's answer: its report (core/runs/run_report.h), and the whole result, for the core's overlays and listed
// texts.
struct RunOutcome : RunReport {
  // The result as read; after want_sass with the text of its machine code, or its absence's reason.
  std::shared_ptr<const RunResult> result;
  bool sass = false;  // want_sass has been there
};
RunOutcome read_outcome(RunResult result, const KernelFacts& kernel = {}, const CopyRate& copied = {});
// Facts of the wished kernel. Evaluates the program: not for a frame.
KernelFacts facts_of(const RunWish& wish);

struct RunRecord {
  int number = 0;    // 0: of an error, which is not a run
  std::string id;    // as it is kept
  std::string date;  // when it ended
  RunWish wish;
  std::string kernel;  // printed
  RunOutcome outcome;
  double seconds = 0;  // from the edit to the answer
};

class Runs {
 public:
  explicit Runs(std::function<void()> wake);
  ~Runs();

  // Sets the command of the runner, for example {"ssh", "host", "stridescope-runner"}; empty: the one next to this
  // program. ssh gets what it needs without a terminal: see runner_command.
  void use(std::vector<std::string> command);
  const std::vector<std::string>& command() const { return command_; }
  // Cancels what runs. `edited_at`: when the program changed, by now_ms().
  void run(const RunWish& wish, double edited_at);
  void cancel();
  bool update();
  bool idle() const { return worker_.idle(); }
  // The newest run of that kernel, by its printed value; null without one.
  const RunRecord* run_of(std::string_view printed) const;
  // Has the machine code of that run made readable, once.
  void want_sass(const RunRecord& run);

  bool running = false;
  // Progress of the current run, in the runner's own words.
  struct Progress {
    std::string event, text;
  } progress;
  // Called with each run that has ended, and again where its counters have come. The number that it is given.
  std::function<int(const RunRecord&)> keep;
  std::optional<RunRecord> last;
  std::deque<RunRecord> history;  // the newest last; of at most max_history
  Message trouble;                // the runner cannot be had
  int replaced = 0;               // runners that faulted, hung or died
  int number = 0;
  // Turns of the window and the runner on one GPU, and the window's renderer: used from the first fault of a kernel
  // there on.
  Turns turns;
  std::string drawn_by;

 private:
  std::vector<std::string> command_;
  CopyRate copied_;                                 // of the last copy that was timed
  std::shared_ptr<const RunResult> disassembling_;  // the result that want_sass was last asked for
  std::atomic<std::uint64_t> newest_ = 0;
  RunnerClient client_;  // touched by worker_ alone
  Worker worker_;
};

inline constexpr std::size_t max_history = 200;

using gpu::command_words;

}  // namespace stridescope::desktop
