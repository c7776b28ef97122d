// A client for builds without processes (WebAssembly): every request fails with an error.
#include "gpu_runner/client.h"

namespace stridescope::gpu {

struct Client::Impl {};

Client::Client(ClientOptions) {}
Client::~Client() = default;

RunResult Client::run(const RunRequest&, const std::function<void(const Answer&)>&, const std::function<bool()>&) {
  return error_result("runner_missing", say("this build cannot start the runner"), say("use the native stridescope"));
}

RunResult Client::send(const std::string&, const RequestId&, const std::function<void(const Answer&)>&,
                       const std::function<bool()>&) {
  return error_result("runner_missing", say("this build cannot start the runner"), say("use the native stridescope"));
}

int Client::replaced() const { return 0; }

void Client::settle(double) {}

const std::string& Client::gpu() const {
  static const std::string none;
  return none;
}

std::string find_runner() { return {}; }

}  // namespace stridescope::gpu
