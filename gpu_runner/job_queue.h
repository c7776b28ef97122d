// A queue of requests of many connections, executed one at a time by a runner in a child process, so that a faulting or
// hanging kernel affects only its own request.
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

// Limits of waiting requests: in total and per connection.
inline constexpr std::size_t max_waiting_jobs = 64;
inline constexpr std::size_t max_waiting_of_one = 16;
inline constexpr std::size_t max_waiting_bytes = 64 << 20;  // total of their lines

// Permission to run programs for clients, and the folder of the traces.
struct Programs {
  bool allowed = false;
  std::string traces;
  std::vector<std::string> tracer;  // the command of `stridescope`; empty: next to this program
};
// The error for a trace request without permission.
RunResult refused_program();

class JobQueue {
 public:
  // Receives an answer line; called by the queue's thread, or by the thread that called take.
  using Say = std::function<void(std::string line)>;

  explicit JobQueue(ClientOptions options, Programs programs = {});
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;
  ~JobQueue();

  // Handles a message of that connection. Every run and ping gets exactly one result: busy if the queue is full.
  void take(std::uint64_t connection, const std::string& message, const Say& say);
  // The connection is closed: drops its waiting requests, cancels its running one, and sends nothing more.
  void leave(std::uint64_t connection);
  // Cancels the running request and waits for its end; nothing is sent afterwards.
  void stop();

 private:
  struct Job {
    std::uint64_t connection = 0;
    RequestId id;                    // id of the connection
    RequestId number;                // unique id for the runner
    std::string line;                // the request with `number` as its id
    std::optional<TraceWish> trace;  // set if a program is to be traced
    std::string language;
    Say say;
    std::atomic<bool> cancelled = false;
    std::atomic<bool> left = false;
  };

  void work();
  // Traces the program; returns the line of the result.
  std::string trace(const Job& job) const;
  void cancel(std::uint64_t connection, const RequestId& id);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::shared_ptr<Job> running_;
  std::uint64_t number_ = 0;
  bool ending_ = false;
  Programs programs_;
  Client client_;  // used only by the thread
  std::thread thread_;
};

}  // namespace stridescope::gpu
