// The tuner beside the window: candidates of a kernel by the model, then, where the runner has a GPU, one after the
// other measured by a child of its own, within a budget of seconds. What is shown of it is core/app's (tuner.h).
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
  Message told;  // why there are no candidates, or why none is measured

 private:
  std::atomic<std::uint64_t> newest_ = 0;
  RunnerClient client_;  // touched by worker_ alone
  Worker worker_;
};

}  // namespace stridescope::desktop
