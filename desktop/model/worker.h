// A thread that does one job after another and hands back what to do with the results. A frame never waits for it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stridescope::desktop {

class Worker {
 public:
  using Done = std::function<void()>;
  using Job = std::function<Done()>;  // runs on the thread; what it returns runs in drain()

  // wake is called on the thread after each job, so that a window that sleeps draws the result.
  explicit Worker(std::function<void()> wake);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  // slot 0: in order. Another slot holds one waiting job, the newest; `first` puts it before all others.
  void post(int slot, Job job, bool first = false);
  // Runs the results that have come; true when there were any.
  bool drain();
  // From a job: more for drain(), before the job's own result.
  void hand_over(Done done);
  bool idle() const;  // nothing runs, waits, or is to be drained
  // For long jobs: is a job waiting in the slot?
  bool waiting(int slot) const;

 private:
  struct Entry {
    int slot;
    Job job;
  };
  void run();

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> jobs_;
  std::vector<Done> done_;
  bool busy_ = false;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace stridescope::desktop
