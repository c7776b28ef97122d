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

#include "core/workspace/kernel_limits.h"
#include "core/workspace/workspace.h"
#include "desktop/model/turns.h"
#include "desktop/model/worker.h"
#include "gpu_runner/client.h"

namespace stridescope::desktop {

struct RunWish {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string kernel;  // name of the value; empty: the last kernel
  bool counters = false;
  std::string printed = {};  // the value: its result is about no other one
  bool operator==(const RunWish&) const = default;
};

struct Counted {
  std::string counter;
  std::optional<double> predicted;
  std::optional<double> measured;
};

// What a run has shown of a kernel's elements.
enum class RunVerdict {
  not_run,       // there is no result: an error, or nothing ran
  not_verified,  // it ran, and nothing was looked at
  verified,      // every element that was looked at is right, and nothing was written outside
  wrong,
};

// What the runner answered, read once.
struct RunOutcome {
  enum class Status { ok, wrong, error, cancelled };
  Status status = Status::error;
  std::string code, message, hint;  // of an error
  std::string device;               // name
  bool on_gpu = false;
  std::string device_line;           // name, arch, driver, CUDA
  std::vector<std::string> missing;  // why there is no GPU
  RunVerdict verdict = RunVerdict::not_run;
  std::string verified;  // the verdict as a sentence
  std::int64_t checked = 0;
  std::int64_t wrong = 0;
  std::int64_t outside = 0;                    // bytes written outside
  std::vector<std::string> examples;           // a line each
  std::vector<std::string> wrong_coordinates;  // "(3,5)"
  // A copy has gb_per_s, a product tflop_per_s; the yardstick has the same unit.
  std::optional<double> gb_per_s, tflop_per_s, median_ms, spread, yardstick, ratio;
  std::optional<double> rate() const { return tflop_per_s ? tflop_per_s : gb_per_s; }
  const char* unit() const { return tflop_per_s ? "TFLOP/s" : "GB/s"; }
  std::int64_t timed_runs = 0;
  double bytes = 0;
  std::string yardstick_name;
  std::vector<Counted> counters;
  std::string not_predicted, counters_missing;
  std::vector<std::pair<std::string, std::string>> resources;  // name, value
  std::string cuda, ptx;
  std::string sass, sass_missing;  // by want_sass: one of the two
  std::string compiled;            // without a GPU: for which architecture, or why not
  std::string arch;                // that it was compiled for
  std::optional<std::int64_t> registers;
  // What it asks of a GPU and what then limits it, by the core: predictions.
  std::optional<KernelWork> work;
  KernelLimits limits;
  std::string date;
  double total_ms = 0;
  std::string json;  // as it came: the core draws its overlays from it
};
RunOutcome read_outcome(const gpu::Json& result);
// The only place where one is made: of what the runner says of the run and of its elements.
RunVerdict verdict_of(const RunOutcome& outcome, bool refused_to_verify);
const char* name_of(RunVerdict verdict);  // "verified", "wrong", "not verified", "not run"
// How fast a GPU's memory was measured to copy.
struct CopyRate {
  std::string device, name;
  double gb_per_s = 0;
};
// `work` and `limits` of an outcome, from the program that ran; `copied` serves a product on the same GPU, whose own
// yardstick is another product. Evaluates the program: not for a frame.
void add_limits(const RunWish& wish, RunOutcome& outcome, const CopyRate& copied = {});

struct RunRecord {
  int number = 0;
  RunWish wish;
  std::string kernel;  // printed
  RunOutcome outcome;
  double seconds = 0;  // from the edit to the answer
};

class Runs {
 public:
  explicit Runs(std::function<void()> wake);
  ~Runs();

  // The command of the runner, for example {"ssh", "host", "stridescope-runner"}; empty: the one beside this program.
  // ssh gets what it needs without a terminal: see runner_command.
  void use(std::vector<std::string> command);
  const std::vector<std::string>& command() const { return command_; }
  // Cancels what runs. `edited_at`: when the program changed, by now_ms().
  void run(const RunWish& wish, double edited_at);
  void cancel();
  bool update();
  bool idle() const { return worker_.idle(); }
  // Has the machine code of the last run made readable, once.
  void want_sass();

  bool running = false;
  double running_since = 0;
  std::string progress;  // what the run under way is at
  std::optional<RunRecord> last;
  std::deque<RunRecord> history;  // the newest last; of at most max_history
  std::string trouble;            // the runner cannot be had
  int replaced = 0;               // runners that faulted, hung or died
  int number = 0;
  // Of the window and the runner on one GPU, and what draws the window: taken from the first fault of a kernel there
  // on.
  Turns turns;
  std::string drawn_by;
  // For tests: lines sent to the runner in the place of requests.
  std::string inject;

 private:
  std::vector<std::string> command_;
  CopyRate copied_;           // of the last copy that was timed
  std::string disassembled_;  // the result that want_sass was last asked for
  std::atomic<std::uint64_t> newest_ = 0;
  std::shared_ptr<gpu::Client> client_;  // touched by worker_ alone
  std::vector<std::string> client_command_;
  Worker worker_;
};

inline constexpr std::size_t max_history = 200;

// The words of a command; those in quotes are one.
std::vector<std::string> command_words(std::string_view text);
// As it is started. To ssh options are added that are not among its own: no question is asked (there is no terminal to
// answer it), and a connection that cannot be made, or is cut, is told within seconds.
std::vector<std::string> runner_command(std::vector<std::string> words);

// --- Measurements of before, each with where and when (core/data/measured_*.json, products_*.json).
struct Recorded {
  std::string device;
  std::string date;
  std::string group, name, program;
  bool product = false;  // of matrices
  double rate = 0;       // GB/s of a copy, TFLOP/s of a product
  double ms = 0, spread = 0;
  std::optional<double> ratio;  // to the yardstick, where there is one
  const char* unit() const { return product ? "TFLOP/s" : "GB/s"; }
  // The program, a statement a line, the last one named K.
  std::string named() const;
};
// Those that were timed.
std::vector<Recorded> read_recorded(std::string_view json);
// Of a program's only value, printed with all integers static: recorded programs and the user's are compared by it.
std::string kernel_identity(const std::string& program, std::string_view name, IntegerMode mode);

}  // namespace stridescope::desktop
