// The runner for a worker of the window: its command and its child, which is started on the first request and when the
// command changes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu_runner/client.h"

namespace stridescope::desktop {

// The complete command. Adds missing options to ssh: it must not prompt, since it has no terminal, and must report a
// failed or broken connection within seconds.
std::vector<std::string> runner_command(std::vector<std::string> words);

// Used by a single thread, from the first call on.
class RunnerClient {
 public:
  // Options of the children; this class sets command and capture_errors.
  explicit RunnerClient(gpu::ClientOptions how) : how_(std::move(how)) {}

  // The client for that command; an empty command is the runner next to this program or on the PATH. Null without a
  // runner. Another command destroys the result of an earlier call.
  gpu::Client* of(std::vector<std::string> command);

 private:
  gpu::ClientOptions how_;
  std::vector<std::string> command_;
  std::unique_ptr<gpu::Client> client_;
};

}  // namespace stridescope::desktop
