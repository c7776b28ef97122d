// Runs of the window. One at a time: the newest request replaces a waiting one and cancels the current one. Results
// arrive through the worker. core/app interprets a result; here it is only stored with its program.
#include "desktop/model/runs.h"

#include <unistd.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/runs/measurements.h"
#include "core/workspace/edit.h"
#include "core/workspace/kernel.h"
#include "desktop/model/run_file.h"
#include "desktop/model/snapshot.h"
#include "gpu_runner/disassembler.h"

namespace stridescope::desktop {
namespace {

constexpr double run_silence_seconds = 30;
// Maximum wait of the newest edit for an older run; then the spare child takes over.
constexpr double cancel_seconds = 0.7;
// A GPU that also draws the window is released to it when the runners have settled, or after this time.
constexpr double settling_seconds = 10;

gpu::ClientOptions kept_for_runs() {
  gpu::ClientOptions how;
  how.silence_seconds = run_silence_seconds;
  how.spare = true;
  how.cancel_seconds = cancel_seconds;
  return how;
}

}  // namespace

RunOutcome read_outcome(RunResult result, const KernelFacts& kernel, const CopyRate& copied) {
  RunOutcome out;
  static_cast<RunReport&>(out) = run_report(result, kernel, copied);
  out.result = std::make_shared<const RunResult>(std::move(result));
  return out;
}

KernelFacts facts_of(const RunWish& wish) {
  Workspace workspace;
  (void)workspace.evaluate(wish.program, wish.mode);
  const auto binding = kernel_binding(workspace, wish.kernel);
  return binding ? kernel_facts(workspace, *binding) : KernelFacts();
}

Runs::Runs(std::function<void()> wake) : client_(kept_for_runs()), worker_(std::move(wake)) {}

Runs::~Runs() {
  ++newest_;  // cancels the current run before the thread is joined
}

void Runs::use(std::vector<std::string> command) {
  command_ = std::move(command);
  cancel();
}

void Runs::cancel() {
  ++newest_;
  running = false;
  progress = {};
}

void Runs::run(const RunWish& wish, double edited_at) {
  const std::uint64_t mine = ++newest_;
  running = true;
  progress = {};
  const CopyRate copied = copied_;
  worker_.post(1, [this, mine, wish, edited_at, copied, command = command_]() -> Worker::Done {
    gpu::Client* client = client_.of(command);
    if (client == nullptr) {
      return [this, mine] {
        if (mine != newest_) return;
        running = false;
        trouble = say("stridescope-runner is not next to this program or on the PATH");
      };
    }
    const auto event = [this, mine](const gpu::Answer& answer) {
      worker_.hand_over([this, mine, at = Progress{answer.event, answer.text}] {
        if (mine == newest_) progress = at;
      });
    };
    const auto cancelled = [this, mine] { return mine != newest_; };
    gpu::RunRequest request;
    request.id = mine;
    request.program = wish.program;
    request.teaching = wish.mode == IntegerMode::teaching;
    request.kernel = wish.kernel;
    request.counters = wish.counters;
    request.text = true;
    // Slower parts run together with the counters, after the timing.
    request.trace = wish.counters;
    request.cubin = true;
    turns.begin_run();
    RunResult result = client->run(request, event, cancelled);
    const int lost = client->replaced();
    RunOutcome outcome = read_outcome(std::move(result), facts_of(wish), copied);
    const bool faulted = outcome.code == "fault" || outcome.code == "hang" || outcome.code == "device_lost";
    if (faulted && !client->gpu().empty() && drawn_by.find(client->gpu()) != std::string::npos) turns.share();
    if (turns.shared()) client->settle(settling_seconds);
    turns.end_run();
    return [this, mine, wish, edited_at, lost, outcome = std::move(outcome)] {
      replaced = lost;
      if (outcome.on_gpu && outcome.gb_per_s && outcome.yardstick)
        copied_ = {outcome.device, outcome.yardstick_name, *outcome.yardstick};
      if (mine != newest_) return;
      running = false;
      progress = {};
      trouble.clear();
      if (outcome.code == "runner_missing")
        trouble = outcome.hint.empty() ? outcome.message : say("{}; {}", outcome.message, outcome.hint);
      if (outcome.status == RunOutcome::Status::cancelled) return;
      if (outcome.status == RunOutcome::Status::error && wish.counters && last && !last->wish.counters &&
          last->wish.program == wish.program && last->wish.kernel == wish.kernel &&
          last->outcome.status != RunOutcome::Status::error) {
        // Only the counters are missing; the time is valid.
        last->wish.counters = true;
        last->outcome.counters_missing = outcome.message;
        last->outcome.notes.push_back(say("{}: {}", say("no counters"), outcome.message));
        if (!history.empty() && history.back().number == last->number) history.back() = *last;
        return;
      }
      RunRecord record;
      record.date = in_utc(std::time(nullptr));
      record.wish = wish;
      record.kernel = wish.kernel;
      record.outcome = outcome;
      record.seconds = (now_ms() - edited_at) / 1000;
      if (outcome.status != RunOutcome::Status::error && wish.counters && !history.empty()) {
        // A second run of the same kernel for its counters: the time stays that of the first run.
        RunRecord& before = history.back();
        if (before.wish.program == wish.program && before.wish.kernel == wish.kernel && !before.wish.counters) {
          record.number = before.number;
          record.id = before.id;
          record.date = before.date;
          record.seconds = before.seconds;
          keep_time(before.outcome, record.outcome);
          before = record;
          last = std::move(record);
          if (keep) (void)keep(*last);
          return;
        }
      }
      if (outcome.status == RunOutcome::Status::error) {
        last = std::move(record);
        return;
      }
      ++number;
      record.id = cat(record.date, ' ', getpid(), ' ', number);
      record.number = keep ? keep(record) : number;
      last = record;
      history.push_back(std::move(record));
      if (history.size() > max_history) history.pop_front();
    };
  });
}

bool Runs::update() { return worker_.drain(); }

const RunRecord* Runs::run_of(std::string_view printed) const {
  if (last && last->wish.printed == printed) return &*last;
  for (std::size_t i = history.size(); i-- > 0;) {
    if (history[i].wish.printed == printed) return &history[i];
  }
  return nullptr;
}

void Runs::want_sass(const RunRecord& run) {
  if (run.outcome.sass || disassembling_ == run.outcome.result) return;
  disassembling_ = run.outcome.result;
  worker_.post(2, [this, result = disassembling_]() -> Worker::Done {
    // Searched each time, since it may have been installed meanwhile.
    const auto with = std::make_shared<const RunResult>(gpu::with_sass(*result, gpu::find_nvdisasm()));
    return [this, result, with] {
      const auto take = [&](RunRecord& record) {
        if (record.outcome.result != result) return;
        record.outcome.result = with;
        record.outcome.sass = true;
      };
      if (last) take(*last);
      for (RunRecord& record : history) take(record);
    };
  });
}

}  // namespace stridescope::desktop
