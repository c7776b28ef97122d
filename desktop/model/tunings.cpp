// One tuning at a time, on a thread of its own; a newer one ends it between two launches.
#include "desktop/model/tunings.h"

#include "core/workspace/kernel.h"
#include "desktop/model/snapshot.h"
#include "gpu_runner/tuning_run.h"

namespace stridescope::desktop {
namespace {

constexpr double tuning_silence_seconds = 60;
constexpr double timed_seconds = 0.1;  // seconds for timing one kernel

gpu::ClientOptions kept_for_tunings() {
  gpu::ClientOptions how;
  how.silence_seconds = tuning_silence_seconds;
  return how;
}

Result<Tuning> tuning_for(const RunWish& wish, const std::string& device) {
  Workspace workspace;
  (void)workspace.evaluate(wish.program, wish.mode);
  const auto binding = kernel_binding(workspace, wish.kernel);
  if (!binding) return failure(Error(binding.error()));
  auto tuning = tuning_of(workspace, *binding, device);
  // For an unknown GPU, uses the available constants.
  if (!tuning && tuning.error().code == ErrorCode::unknown_name) tuning = tuning_of(workspace, *binding, {});
  return tuning;
}

}  // namespace

Tunings::Tunings(const std::function<void()>& wake) : client_(kept_for_tunings()), worker_(wake) {}

Tunings::~Tunings() {
  ++newest_;  // stops the current tuning before the thread is joined
}

void Tunings::stop() {
  ++newest_;
  running = false;
  measuring = -1;
}

void Tunings::tune(const RunWish& wish, const std::vector<std::string>& command, bool measured, double budget_s) {
  const std::uint64_t mine = ++newest_;
  running = true;
  measuring = -1;
  of = wish.printed;
  shown = {};
  told = {};
  worker_.post(1, [this, mine, wish, command, measured, budget_s]() -> Worker::Done {
    const auto stopped = [this, mine] { return mine != newest_; };
    gpu::Client* client = measured ? client_.of(command) : nullptr;
    const std::string device = client == nullptr ? std::string() : gpu::gpu_name(*client);
    if (stopped()) return {};
    auto tuning = tuning_for(wish, device);
    if (!tuning) {
      return [this, mine, why = tuning.error().message] {
        if (mine != newest_) return;
        running = false;
        told = why;
      };
    }
    const auto show = [this, mine](const Tuning& now, std::int64_t next) {
      worker_.hand_over([this, mine, rows = stridescope::shown(now), next] {
        if (mine != newest_) return;
        shown = rows;
        measuring = next;
      });
    };
    tuning->budget_s = budget_s;
    if (device.empty()) {
      show(*tuning, -1);
    } else {
      add_kept(*tuning, device, gpu::read_tunings());
      const gpu::TunedProgram program = {wish.program, wish.kernel, wish.mode == IntegerMode::teaching};
      const double begin = now_ms();
      for (std::int64_t next = next_to_measure(*tuning); next >= 0 && !stopped(); next = next_to_measure(*tuning)) {
        show(*tuning, next);
        (void)gpu::measure(*tuning, static_cast<std::size_t>(next), program, timed_seconds, *client, stopped);
        tuning->spent_s = (now_ms() - begin) / 1000;
      }
      show(*tuning, -1);
    }
    return [this, mine, missing = measured && device.empty()] {
      if (mine != newest_) return;
      running = false;
      measuring = -1;
      if (missing) told = say("no usable GPU: predictions only");
    };
  });
}

bool Tunings::update() { return worker_.drain(); }

}  // namespace stridescope::desktop
