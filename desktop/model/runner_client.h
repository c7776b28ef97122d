// The runner as a worker of the window has it: its command, and the child that is started with it when it is first
// wanted, again where another command is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu_runner/client.h"

namespace stridescope::desktop {

// Returns the command as it is started. Adds options to ssh that it does not have yet: it asks no question (it has no
// terminal to answer it), and reports a failed or cut connection within seconds.
std::vector<std::string> runner_command(std::vector<std::string> words);

// Touched by one thread alone, from the first call on.
class RunnerClient {
 public:
  // Options for its children; this class sets command and errors.
  explicit RunnerClient(gpu::ClientOptions how) : how_(std::move(how)) {}

  // The client of that command; an empty command is the runner next to this program or on the PATH. Null without one.
  // Another command destroys the result of an earlier call.
  gpu::Client* of(std::vector<std::string> command);

 private:
  gpu::ClientOptions how_;
  std::vector<std::string> command_;
  std::unique_ptr<gpu::Client> client_;
};

}  // namespace stridescope::desktop
