// Alternates runner and window on a GPU that both draws the window and runs kernels. Observed on an H100 (driver
// 580.159.04) with any program that draws: after a kernel has faulted, a frame that samples a texture while another
// process opens its context or computes stops the GPU for 4.4 s (Xid 109) and loses its own context, until the machine
// restarts. So from the first sign of this state on, the window draws nothing while a runner is working. A healthy GPU
// never reaches this state, and its window never waits.
#pragma once

#include <condition_variable>
#include <mutex>

namespace stridescope::desktop {

class Turns {
 public:
  // Starts alternating. May be called from any thread.
  void share();
  bool shared() const;

  // For the window. False while a runner has the GPU: the frame is postponed, and must be tried again soon.
  bool begin_frame();
  void end_frame();  // the GPU has completed the frame
  bool owed() const;

  // For the runner. A postponed or running frame comes first, but the wait is at most `seconds`.
  void begin_run(double seconds = 1);
  void end_run();

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool shared_ = false;
  bool owed_ = false;
  bool drawing_ = false;
  bool running_ = false;
};

}  // namespace stridescope::desktop
