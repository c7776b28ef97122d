// The worker's thread: jobs in order, those of one slot replacing each other while they wait, and what they leave
// handed over at the next frame.
#include "desktop/model/worker.h"

#include <algorithm>

namespace stridescope::desktop {

Worker::Worker(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { run(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    jobs_.clear();
  }
  changed_.notify_all();
  thread_.join();
}

void Worker::post(int slot, Job job, bool first) {
  {
    const std::lock_guard lock(mutex_);
    if (slot != 0) {
      const auto same = std::find_if(jobs_.begin(), jobs_.end(), [&](const Entry& e) { return e.slot == slot; });
      if (same != jobs_.end()) jobs_.erase(same);
    }
    Entry entry = {slot, std::move(job)};
    if (first)
      jobs_.push_front(std::move(entry));
    else
      jobs_.push_back(std::move(entry));
  }
  changed_.notify_all();
}

bool Worker::drain() {
  std::vector<Done> done;
  {
    const std::lock_guard lock(mutex_);
    done.swap(done_);
  }
  for (const Done& one : done) one();
  return !done.empty();
}

void Worker::hand_over(Done done) {
  if (!done) return;
  {
    const std::lock_guard lock(mutex_);
    done_.push_back(std::move(done));
  }
  if (wake_) wake_();
}

bool Worker::idle() const {
  const std::lock_guard lock(mutex_);
  return !busy_ && jobs_.empty() && done_.empty();
}

bool Worker::waiting(int slot) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(jobs_.begin(), jobs_.end(), [&](const Entry& e) { return e.slot == slot; });
}

void Worker::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stop_ || !jobs_.empty(); });
    if (stop_) return;
    Job job = std::move(jobs_.front().job);
    jobs_.pop_front();
    busy_ = true;
    lock.unlock();
    Done done = job();
    job = nullptr;
    lock.lock();
    if (done) done_.push_back(std::move(done));
    busy_ = false;
    lock.unlock();
    if (wake_) wake_();
    lock.lock();
  }
}

}  // namespace stridescope::desktop
