// Runs the runner as a child process and exchanges lines with it. A child that faults, hangs or dies is reported and
// replaced, so that the next request works. A spare child with an open device is ready to take its place.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu_runner/protocol.h"

namespace stridescope::gpu {

struct ClientOptions {
  // The runner's program and arguments; `ssh host stridescope-runner` for a GPU elsewhere.
  std::vector<std::string> command;
  // A child that reports nothing about the request for longer is killed. Other output does not count.
  double silence_seconds = 30;
  // Keeps a second child with an open device, from the first result on. On a GPU it has a context of its own. It also
  // keeps the driver from shutting the GPU down between two children, after which a start takes seconds. A request that
  // is cancelled while its child opens its device ends at once, and the child is kept.
  bool spare = false;
  double cancel_seconds = 2;    // a child that does not react to a cancel within this time is killed
  bool capture_errors = false;  // reports a child's stderr when it ends, instead of inheriting ours
  // The maximum time of a request, whatever the child reports; then the child is killed.
  double total_seconds = 1800;
};

// Limits of a child's output per request, after which it is killed: events, and bytes that are not answers.
inline constexpr std::size_t max_events = 100'000;
inline constexpr std::size_t max_noise_bytes = 4 << 20;

// On Linux the children are killed when the thread that started them ends: the thread that calls run must outlive the
// client.
class Client {
 public:
  explicit Client(ClientOptions options);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client();

  // The result of one request. If the GPU was lost before the request began (it is being reset after a fault of another
  // process), other children are tried for some seconds. Never fails as a whole: a failure of the child is an error
  // result with the code runner_missing, runner_died, runner_silent, runner_noise or protocol. event may be empty.
  // `cancelled` is called ten times a second.
  RunResult run(const RunRequest& request, const std::function<void(const Answer&)>& event,
                const std::function<bool()>& cancelled);
  // Sends a protocol line unchanged; `id` is its id. For ping, and for tests.
  RunResult send(const std::string& line, const RequestId& id, const std::function<void(const Answer&)>& event,
                 const std::function<bool()>& cancelled);
  int replaced() const;  // number of children that were replaced
  // Waits at most the given seconds until none of our processes is busy with the GPU: the spare child has opened its
  // device, and killed children are gone.
  void settle(double seconds);
  // The name of the GPU that a child opened last; empty if none has.
  const std::string& gpu() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Location of the runner: next to this program, else on the PATH.
std::string find_runner();

}  // namespace stridescope::gpu
