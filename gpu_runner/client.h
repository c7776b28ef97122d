// Runs the runner as a child process and talks to it in lines. A child that faults, hangs or dies is reported and
// replaced, and the next request works; a spare one waits, its device open, to take its place.
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
  // A child that says nothing of the request for longer is killed. What is not of the protocol does not count.
  double silence_seconds = 30;
  // Keep a second child with its device open, from the first result on. On a GPU it holds a context of its own; it also
  // keeps the driver from shutting the GPU down between two children, after which the next one starts in seconds.
  // A request that is cancelled while its child still opens its device ends at once, and the child stays.
  bool spare = false;
  double cancel_seconds = 2;  // a child that is asked to cancel and does not answer for so long is killed
  bool take_errors = false;   // a child's stderr is reported when it ends, instead of going to ours
  // Whatever it says, a request ends after so long; a child that is still at it then is killed.
  double total_seconds = 1800;
};

// Limits of a child's output per request, before it is killed: events, and bytes that are not an answer.
inline constexpr std::size_t max_events = 100'000;
inline constexpr std::size_t max_noise_bytes = 4 << 20;

// On Linux its children are killed when the thread that started them ends, however it does: let the thread that calls
// run live as long as the client.
class Client {
 public:
  explicit Client(ClientOptions options);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client();

  // The result of one request. Where the GPU was lost before the request began (it is being reset after a fault of
  // another process), other children are asked for some seconds. Never fails as a whole: what goes wrong with the child
  // is an error result with the code runner_missing, runner_died, runner_silent, runner_noise or protocol. event may be
  // empty. `cancelled` is
  // asked ten times a second.
  RunResult run(const RunRequest& request, const std::function<void(const Answer&)>& event,
                const std::function<bool()>& cancelled);
  // A line of the protocol as it is, with that id: for ping, and for tests.
  RunResult send(const std::string& line, const RequestId& id, const std::function<void(const Answer&)>& event,
                 const std::function<bool()>& cancelled);
  int replaced() const;  // children so far that had to be replaced
  // Waits until none of our processes is active on the GPU: the spare one has its device open, and killed ones are
  // gone. At most the given seconds.
  void settle(double seconds);
  // The name of the GPU that a child opened last; empty before one has.
  const std::string& gpu() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Location of the runner: next to this program, else on the PATH.
std::string find_runner();

}  // namespace stridescope::gpu
