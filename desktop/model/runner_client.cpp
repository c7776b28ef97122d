// Selects the runner, and detects a change of the command.
#include "desktop/model/runner_client.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace stridescope::desktop {

std::vector<std::string> runner_command(std::vector<std::string> command) {
  if (command.empty() || command[0].substr(command[0].find_last_of('/') + 1) != "ssh") return command;
  std::vector<std::string> wanted;
  for (const std::string_view option : {"BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=3"}) {
    const std::string_view name = option.substr(0, option.find('='));
    const bool given = std::any_of(command.begin(), command.end(),
                                   [&](const std::string& w) { return w.find(name) != std::string::npos; });
    if (!given) wanted.insert(wanted.end(), {"-o", std::string(option)});
  }
  command.insert(command.begin() + 1, wanted.begin(), wanted.end());
  return command;
}

gpu::Client* RunnerClient::of(std::vector<std::string> command) {
  if (command.empty()) command = {gpu::find_runner()};
  if (command[0].empty()) return nullptr;
  if (client_ && command_ == command) return client_.get();
  client_.reset();
  gpu::ClientOptions options = how_;
  options.command = runner_command(command);
  options.capture_errors = true;
  client_ = std::make_unique<gpu::Client>(std::move(options));
  command_ = std::move(command);
  return client_.get();
}

}  // namespace stridescope::desktop
