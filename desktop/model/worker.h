// A thread that does one job after another and hands back what to do with the results. A frame never waits for it. A
// job that does not end is left to itself: its thread runs on at the lowest priority until the process ends.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace stridescope::desktop {

class Worker {
 public:
  using Done = std::function<void()>;
  using Job = std::function<Done()>;  // runs on the thread; its result runs in drain()

  // wake is called on the thread after each job, so that a window that sleeps draws the result. `may_leave`: its jobs
  // touch nothing that ends before the process, so that the destructor leaves one that does not end.
  explicit Worker(std::function<void()> wake, bool may_leave = false);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  // slot 0: in order. Another slot holds one waiting job, the newest; `first` puts it before all others.
  void post(int slot, Job job, bool first = false);
  // Runs the callbacks that have arrived; true if there were any.
  bool drain();
  // Called by a job: passes a callback to drain(), before the job's own result.
  void hand_over(Done done);
  bool idle() const;  // nothing is running, waiting, or to be drained
  // For long jobs: true if a job is waiting in the slot.
  bool waiting(int slot) const;

  // Leaves the job that has used more than `seconds` of the processor: what it computes is dropped, and another thread
  // does those that wait, after `before`. Returns the slot of the job that was left.
  std::optional<int> leave_after(double seconds, const std::function<void()>& before = {});
  // True if a job was left by any worker.
  static bool left_any();
  // The exit status. Ends the process here if a job was abandoned, which must not outlive its data.
  static int ended(int status);

 private:
  struct State;
  static void run(const std::shared_ptr<State>& state);
  void start();

  std::shared_ptr<State> state_;
  bool may_leave_;
  std::thread thread_;
};

}  // namespace stridescope::desktop
