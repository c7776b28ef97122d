// Copies the application's state for the window's thread.
#include "desktop/model/snapshot.h"

#include <chrono>

namespace stridescope::desktop {

double now_ms() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

std::shared_ptr<Snapshot> snapshot_of(const app::State& state) {
  auto out = std::make_shared<Snapshot>();
  out->program = state.program;
  out->mode = state.mode;
  out->diagnostics = state.diagnostics;
  out->left_out = state.left_out;
  out->omitted = state.omitted;
  out->milliseconds = static_cast<double>(state.microseconds) / 1000;
  return out;
}

}  // namespace stridescope::desktop
