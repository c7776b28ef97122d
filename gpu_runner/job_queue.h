// Requests of many connections, done one after the other by one runner that is a child of this process, so that a
// kernel that faults or hangs costs its own request and nothing else.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "gpu_runner/client.h"

namespace stridescope::gpu {

// Caps: requests that wait, of all connections and of one.
inline constexpr std::size_t max_waiting_jobs = 64;
inline constexpr std::size_t max_waiting_of_one = 16;
inline constexpr std::size_t max_waiting_bytes = 64 << 20;  // of their lines

// Permission to run programs for clients, and the folder of their traces.
struct Programs {
  bool allowed = false;
  std::string traces;
  std::vector<std::string> tracer;  // the command of `stridescope`; empty: next to this program
};
// The error for a trace request without permission.
RunResult refused_program();

class JobQueue {
 public:
  // An answer's line; called by the queue's thread, or by the thread that called add or cancel.
  using Say = std::function<void(std::string line)>;

  explicit JobQueue(ClientOptions options, Programs programs = {});
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;
  ~JobQueue();

  // Takes a message of that connection. Every run and ping gets exactly one result: busy when the queue is full.
  void take(std::uint64_t connection, const std::string& message, const Say& say);
  // The connection is gone: waiting requests are dropped, the running one is cancelled, and nothing more is sent.
  void leave(std::uint64_t connection);
  // Cancels the running request and waits for its end; nothing is sent afterwards.
  void stop();

 private:
  struct Job {
    std::uint64_t connection = 0;
    RequestId id;                    // the connection's own
    RequestId number;                // our own
    std::string line;                // the request with that number
    std::optional<TraceWish> trace;  // else a program is to be traced
    std::string language;
    Say say;
    std::atomic<bool> cancelled = false;
    std::atomic<bool> left = false;
  };

  void work();
  // The line of its result.
  std::string trace(const Job& job) const;
  void cancel(std::uint64_t connection, const RequestId& id);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::shared_ptr<Job> running_;
  std::uint64_t number_ = 0;
  bool ending_ = false;
  Programs programs_;
  Client client_;  // used by the thread alone
  std::thread thread_;
};

}  // namespace stridescope::gpu
