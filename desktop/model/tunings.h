// The tuner of the window: predicts candidates of a kernel with the model; then, if the runner has a GPU, measures them
// one by one, each in a child of its own, within a budget of seconds. core/app displays it (tuner.h).
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

  // `command`: of the runner, as in Runs; `measured`: false: only predictions. Stops the current tuning.
  void tune(const RunWish& wish, const std::vector<std::string>& command, bool measured, double budget_s);
  void stop();
  bool update();
  bool idle() const { return worker_.idle(); }

  bool running = false;
  std::int64_t measuring = -1;  // the row being measured
  std::string of;               // the printed kernel value; empty: no tuning yet
  TuningShown shown;
  Message told;  // reason for missing candidates or measurements

 private:
  std::atomic<std::uint64_t> newest_ = 0;
  RunnerClient client_;  // used only by worker_
  Worker worker_;
};

}  // namespace stridescope::desktop
