// Alternates runner and window on a GPU that also draws: from the first lost context on, a frame begins only while no
// runner is working.
#include "desktop/model/turns.h"

#include <chrono>

namespace stridescope::desktop {

void Turns::share() {
  const std::lock_guard lock(mutex_);
  shared_ = true;
}

bool Turns::shared() const {
  const std::lock_guard lock(mutex_);
  return shared_;
}

bool Turns::begin_frame() {
  const std::lock_guard lock(mutex_);
  owed_ = shared_ && running_;
  drawing_ = !owed_;
  return drawing_;
}

void Turns::end_frame() {
  {
    const std::lock_guard lock(mutex_);
    drawing_ = false;
  }
  changed_.notify_all();
}

bool Turns::owed() const {
  const std::lock_guard lock(mutex_);
  return owed_;
}

void Turns::begin_run(double seconds) {
  std::unique_lock lock(mutex_);
  if (shared_) {
    changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return !drawing_ && !owed_; });
  }
  running_ = true;
}

void Turns::end_run() {
  const std::lock_guard lock(mutex_);
  running_ = false;
}

}  // namespace stridescope::desktop
