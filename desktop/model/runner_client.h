// The runner as a worker of the window has it: its command, and the child that is started with it when it is first
// wanted, again where another command is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu_runner/client.h"

namespace stridescope::desktop {

// As it is started. To ssh options are added that are not among its own: no question is asked (there is no terminal to
// answer it), and a connection that cannot be made, or is cut, is told within seconds.
std::vector<std::string> runner_command(std::vector<std::string> words);

// Touched by one thread alone, from the first call on.
class RunnerClient {
 public:
  // How its children are kept; command and errors are this class's.
  explicit RunnerClient(gpu::ClientOptions how) : how_(std::move(how)) {}

  // The client of that command; an empty one is the runner beside this program or on the PATH. Null where there is
  // none. What an earlier call gave is gone where the command is another.
  gpu::Client* of(std::vector<std::string> command);

 private:
  gpu::ClientOptions how_;
  std::vector<std::string> command_;
  std::unique_ptr<gpu::Client> client_;
};

}  // namespace stridescope::desktop
