// The tuner next to the window: candidates of a kernel by the model; then, if the runner has a GPU, measured one after
// the other, each by a child of its own, within a budget of seconds. Its display is in core/app (tuner.h).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/app/tuner.h"
#include "desktop/model/runs.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

class Tunings {
 public:
  explicit Tunings(const std::function<void()>& wake);
  ~Tunings();
  Tunings(const Tunings&) = delete;
  Tunings& operator=(const Tunings&) = delete;

  // `command`: of the runner, as Runs has it; `measured`: else the candidates are predicted alone. What is under way is
  // stopped.
  void tune(const RunWish& wish, const std::vector<std::string>& command, bool measured, double budget_s);
  void stop();
  bool update();
  bool idle() const { return worker_.idle(); }

  bool running = false;
  std::int64_t measuring = -1;  // the row that is measured now
  std::string of;               // the kernel's value as it is printed; empty: nothing was tuned yet
  TuningShown shown;
  Message told;  // reason for missing candidates or measurements

 private:
  std::atomic<std::uint64_t> newest_ = 0;
  RunnerClient client_;  // touched by worker_ alone
  Worker worker_;
};

}  // namespace stridescope::desktop
