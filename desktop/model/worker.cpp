// The worker's thread: runs jobs in order. Waiting jobs of the same slot replace each other. Results are handed over at
// the next frame.
#include "desktop/model/worker.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <utility>

namespace stridescope::desktop {
namespace {

struct Entry {
  int slot;
  Worker::Job job;
};

std::atomic<bool> any_left = false;

constexpr double ending_seconds = 1;  // seconds for a job to end when its worker ends

double processor_seconds(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

// Shared with the thread, which outlives the worker where a job was left.
struct Worker::State {
  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Entry> jobs;
  std::vector<Done> done;
  int slot = 0;  // slot of the job that runs
  bool busy = false;
  bool stop = false;
  bool ended = false;
  bool left = false;
  clockid_t clock = {};  // clock of the thread
  int thread = 0;
  double begun = 0;  // by that clock
};

Worker::Worker(std::function<void()> wake, bool may_leave) : state_(std::make_shared<State>()), may_leave_(may_leave) {
  state_->wake = std::move(wake);
  start();
}

void Worker::start() {
  thread_ = std::thread([state = state_] { run(state); });
}

Worker::~Worker() {
  const std::shared_ptr<State> state = state_;
  std::unique_lock lock(state->mutex);
  state->stop = true;
  state->jobs.clear();
  state->changed.notify_all();
  while (may_leave_ && !state->ended) {
    state->changed.wait_for(lock, std::chrono::milliseconds(50));
    lock.unlock();
    (void)leave_after(ending_seconds);
    lock.lock();
    if (state->left) break;
  }
  lock.unlock();
  if (thread_.joinable()) thread_.join();
}

void Worker::post(int slot, Job job, bool first) {
  {
    const std::lock_guard lock(state_->mutex);
    std::deque<Entry>& jobs = state_->jobs;
    if (slot != 0) {
      const auto same = std::find_if(jobs.begin(), jobs.end(), [&](const Entry& e) { return e.slot == slot; });
      if (same != jobs.end()) jobs.erase(same);
    }
    jobs.insert(first ? jobs.begin() : jobs.end(), {slot, std::move(job)});
  }
  state_->changed.notify_all();
}

bool Worker::drain() {
  std::vector<Done> done;
  {
    const std::lock_guard lock(state_->mutex);
    done.swap(state_->done);
  }
  for (const Done& one : done) one();
  return !done.empty();
}

void Worker::hand_over(Done done) {
  if (!done) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->done.push_back(std::move(done));
  }
  if (state_->wake) state_->wake();
}

bool Worker::idle() const {
  const std::lock_guard lock(state_->mutex);
  return !state_->busy && state_->jobs.empty() && state_->done.empty();
}

bool Worker::waiting(int slot) const {
  const std::lock_guard lock(state_->mutex);
  const std::deque<Entry>& jobs = state_->jobs;
  return std::any_of(jobs.begin(), jobs.end(), [&](const Entry& e) { return e.slot == slot; });
}

std::optional<int> Worker::leave_after(double seconds, const std::function<void()>& before) {
  const std::shared_ptr<State> old = state_;
  const std::lock_guard lock(old->mutex);
  if (!old->busy || old->left || processor_seconds(old->clock) - old->begun < seconds) return std::nullopt;
  old->left = any_left = true;
  setpriority(PRIO_PROCESS, static_cast<id_t>(old->thread), 19);
  thread_.detach();
  if (old->stop) return old->slot;
  if (before) before();
  state_ = std::make_shared<State>();
  state_->wake = old->wake;
  state_->jobs = std::move(old->jobs);
  state_->done = std::move(old->done);
  start();
  return old->slot;
}

bool Worker::left_any() { return any_left; }

int Worker::ended(int status) {
  if (!left_any()) return status;
  std::fflush(nullptr);
  std::_Exit(status);
}

void Worker::run(const std::shared_ptr<State>& state) {
  State& s = *state;
  std::unique_lock lock(s.mutex);
  pthread_getcpuclockid(pthread_self(), &s.clock);
  s.thread = gettid();
  while (true) {
    s.changed.wait(lock, [&] { return s.stop || !s.jobs.empty(); });
    if (s.stop) break;
    Job job = std::move(s.jobs.front().job);
    s.slot = s.jobs.front().slot;
    s.jobs.pop_front();
    s.busy = true;
    s.begun = processor_seconds(s.clock);
    lock.unlock();
    Done done = job();
    job = nullptr;
    lock.lock();
    if (s.left) return;
    if (done) s.done.push_back(std::move(done));
    s.busy = false;
    lock.unlock();
    if (s.wake) s.wake();
    lock.lock();
  }
  s.ended = true;
  s.changed.notify_all();
}

}  // namespace stridescope::desktop
