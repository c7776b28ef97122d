// Takes turns on a GPU that both draws the window and runs the kernels. Seen on an H100 (driver 580.159.04), with any
// program that draws: after a kernel has faulted there, a frame that samples a texture while another process opens its
// context or computes stops the GPU for 4.4 s (Xid 109) and loses its own context, until the machine restarts. So from
// the first sign of it on, the window draws nothing while a runner is at work. A healthy GPU never reaches this state,
// and its window never waits.
#pragma once

#include <condition_variable>
#include <mutex>

namespace stridescope::desktop {

class Turns {
 public:
  // From now on turns are taken. From any thread.
  void share();
  bool shared() const;

  // The window's side. False while a runner has the GPU: the frame is owed, and is to be tried again soon.
  bool begin_frame();
  void end_frame();  // the GPU has finished it
  bool owed() const;

  // The runner's side. A frame that is owed or under way comes first, but is waited for no longer than `seconds`.
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
