#include "desktop/model/runs.h"

#include <algorithm>

#include "core/base/json_fields.h"
#include "core/workspace/edit.h"
#include "core/workspace/kernel.h"
#include "desktop/model/disassembler.h"
#include "desktop/model/snapshot.h"

namespace stridescope::desktop {
namespace {

using gpu::Json;

constexpr double silence_seconds = 30;
// The newest edit waits no longer for an older run: the spare takes its place.
constexpr double cancel_seconds = 0.7;
// A GPU that also draws the window is left to it once the runners have come to rest, or after so long.
constexpr double settling_seconds = 10;

std::int64_t integer(const Json& object, const char* key) { return fields::integer(object, key).value_or(0); }

using fields::number;
using fields::part;
using fields::words;

std::string holders(const Json& list) {
  std::string out;
  if (!list.is_array()) return out;
  for (const Json& p : list) out += " T" + words(p, "thread") + " V" + words(p, "value");
  return out;
}

// What is said of the elements, and how it comes to the verdict.
void read_verify(const Json& verify, RunOutcome& out) {
  std::string checker = words(verify, "by");
  if (checker == "cpu" || checker == "gpu") checker = checker == "cpu" ? "CPU" : "GPU";
  out.checked = integer(verify, "checked");
  out.wrong = integer(verify, "wrong");
  out.outside = integer(verify, "written_outside");
  const bool refused = fields::find(verify, "reason") != nullptr;
  out.verdict = verdict_of(out, refused);
  switch (out.verdict) {
    case RunVerdict::not_run:
      break;
    case RunVerdict::not_verified:
      out.verified = "not verified: " + (refused ? words(verify, "reason") : "no element was looked at");
      break;
    case RunVerdict::verified: {
      // Not all where the runner says how many there are of which it took a sample.
      const std::int64_t of = integer(verify, "of");
      const std::string sample = words(verify, "sample");
      out.verified = of > out.checked
                         ? std::to_string(out.checked) + " of " + std::to_string(of) +
                               " elements were looked at and are right" + (sample.empty() ? "" : " (" + sample + ")") +
                               ", checked by the " + checker
                         : "all " + std::to_string(out.checked) + " elements are right, checked by the " + checker;
      break;
    }
    case RunVerdict::wrong:
      out.verified = std::to_string(out.wrong) + " of " + std::to_string(out.checked) + " elements are wrong";
      if (out.outside > 0) out.verified += ", " + std::to_string(out.outside) + " bytes written outside";
      break;
  }
  for (const Json& e : fields::list(verify, "examples")) {
    const std::string by = holders(fields::list(e, "stored_by"));
    out.wrong_coordinates.push_back(words(e, "coordinate"));
    out.examples.push_back(words(e, "coordinate") + " of tile " + words(e, "tile") + ": " +
                           (by.empty() ? "no thread stores it" : "stored by" + by));
  }
}

void read_counters(const Json& result, RunOutcome& out) {
  std::map<std::string, std::size_t> places;
  const auto at = [&](const std::string& name) -> Counted& {
    const auto found = places.find(name);
    if (found != places.end()) return out.counters[found->second];
    places[name] = out.counters.size();
    out.counters.push_back({name, {}, {}});
    return out.counters.back();
  };
  const Json& predicted = part(part(result, "predicted"), "counters");
  for (const auto& [name, value] : predicted.items()) {
    if (const auto x = number(value)) at(name).predicted = *x;
  }
  const Json& measured = part(part(result, "measured"), "counters");
  for (const auto& [name, value] : measured.items()) {
    if (const auto x = number(value)) at(name).measured = *x;
  }
  out.not_predicted = words(part(result, "predicted"), "not_predicted");
  out.counters_missing = words(result, "counters_missing");
}

}  // namespace

RunVerdict verdict_of(const RunOutcome& outcome, bool refused_to_verify) {
  using Status = RunOutcome::Status;
  if (outcome.status != Status::ok && outcome.status != Status::wrong) return RunVerdict::not_run;
  if (outcome.status == Status::wrong || outcome.wrong != 0 || outcome.outside != 0) return RunVerdict::wrong;
  return refused_to_verify || outcome.checked <= 0 ? RunVerdict::not_verified : RunVerdict::verified;
}

const char* name_of(RunVerdict verdict) {
  switch (verdict) {
    case RunVerdict::verified:
      return "verified";
    case RunVerdict::wrong:
      return "wrong";
    case RunVerdict::not_verified:
      return "not verified";
    case RunVerdict::not_run:
      break;
  }
  return "not run";
}

RunOutcome read_outcome(const Json& result) {
  RunOutcome out;
  const std::string status = words(result, "status");
  out.status = status == "ok"          ? RunOutcome::Status::ok
               : status == "wrong"     ? RunOutcome::Status::wrong
               : status == "cancelled" ? RunOutcome::Status::cancelled
                                       : RunOutcome::Status::error;
  out.code = words(result, "code");
  out.message = words(result, "message");
  out.hint = words(result, "hint");
  const Json& device = part(result, "device");
  out.device = words(device, "name");
  out.on_gpu = words(device, "kind") == "gpu";
  out.device_line = out.device;
  if (out.on_gpu)
    out.device_line +=
        ", " + words(device, "arch") + ", driver " + words(device, "driver") + ", CUDA " + words(device, "cuda");
  for (const Json& m : fields::list(result, "missing")) out.missing.push_back(words(m));
  read_verify(part(result, "verify"), out);
  const Json& time = part(result, "time");
  out.gb_per_s = number(time, "gb_per_s");
  out.tflop_per_s = number(time, "tflop_per_s");
  out.median_ms = number(time, "median_ms");
  out.spread = number(time, "spread");
  out.timed_runs = integer(time, "runs");
  out.bytes = number(time, "bytes").value_or(number(part(result, "predicted"), "bytes").value_or(0));
  const Json& yardstick = part(result, "yardstick");
  out.yardstick = number(yardstick, out.tflop_per_s ? "tflop_per_s" : "gb_per_s");
  out.yardstick_name = words(yardstick, "name");
  out.ratio = number(result, "ratio");
  read_counters(result, out);
  for (const auto& [name, value] : part(result, "resources").items()) {
    std::string readable = name;
    std::replace(readable.begin(), readable.end(), '_', ' ');
    out.resources.emplace_back(readable, words(value));
  }
  for (const auto& [name, value] : part(result, "occupancy").items()) {
    std::string readable = name;
    std::replace(readable.begin(), readable.end(), '_', ' ');
    if (value.is_primitive()) out.resources.emplace_back(readable, words(value));
  }
  out.arch = words(result, "arch");
  out.registers = fields::integer(part(result, "resources"), "registers");
  out.cuda = words(result, "cuda");
  out.ptx = words(result, "ptx");
  out.sass = words(result, "sass");
  const Json& compiled = part(result, "compiled");
  if (fields::find(compiled, "error") != nullptr)
    out.compiled = "it does not compile: " + words(compiled, "error");
  else if (!compiled.empty())
    out.compiled =
        "compiles for " + words(compiled, "arch") + " in " + std::to_string(integer(compiled, "compile_ms")) + " ms";
  if (out.arch.empty()) out.arch = words(compiled, "arch");
  if (const auto registers = fields::integer(compiled, "registers"); registers && !out.registers) {
    out.registers = registers;
    out.resources.emplace_back("registers", std::to_string(*out.registers));
  }
  if (out.ptx.empty()) out.ptx = words(compiled, "ptx");
  out.date = words(result, "date");
  out.total_ms = number(result, "total_ms").value_or(0);
  out.json = result.dump(-1, ' ', false, Json::error_handler_t::replace);
  return out;
}

void add_limits(const RunWish& wish, RunOutcome& outcome, const CopyRate& copied) {
  Workspace workspace;
  (void)workspace.evaluate(wish.program, wish.mode);
  const auto binding = kernel_binding(workspace, wish.kernel);
  if (!binding) return;
  const auto work = kernel_work(workspace, *binding);
  if (!work) return;
  outcome.work = *work;
  KernelRun run;
  if (outcome.on_gpu) run.device = outcome.device;
  run.architecture = outcome.arch;
  run.registers = outcome.registers;
  run.milliseconds = outcome.median_ms;
  if (outcome.tflop_per_s) {
    run.library_tflops = outcome.yardstick;
    run.library_name = outcome.yardstick_name;
    if (copied.device == outcome.device && copied.gb_per_s > 0) {
      run.copy_gb_per_s = copied.gb_per_s;
      run.copy_name = copied.name;
    }
  } else {
    run.copy_gb_per_s = outcome.yardstick;
    run.copy_name = outcome.yardstick_name;
  }
  for (const Counted& c : outcome.counters) {
    if (!c.predicted) continue;
    const std::int64_t count = fields::whole(*c.predicted).value_or(0);
    if (c.counter.find("wavefronts_mem_shared") != std::string::npos)
      run.shared_wavefronts = run.shared_wavefronts.value_or(0) + count;
    if (c.counter.find("sectors") != std::string::npos) run.l2_sectors = run.l2_sectors.value_or(0) + count;
  }
  outcome.limits = kernel_limits(*work, run);
}

std::vector<std::string> command_words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  char quote = 0;
  bool any = false;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
      any = true;
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      if (any) out.push_back(std::move(word));
      word.clear();
      any = false;
    } else {
      word.push_back(c);
      any = true;
    }
  }
  if (any) out.push_back(std::move(word));
  return out;
}

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

Runs::Runs(std::function<void()> wake) : worker_(std::move(wake)) {}

Runs::~Runs() {
  ++newest_;  // what runs is cancelled before the thread is waited for
}

void Runs::use(std::vector<std::string> command) {
  command_ = std::move(command);
  cancel();
}

void Runs::cancel() {
  ++newest_;
  running = false;
  progress.clear();
}

void Runs::run(const RunWish& wish, double edited_at) {
  const std::uint64_t mine = ++newest_;
  running = true;
  running_since = now_ms();
  progress.clear();
  const CopyRate copied = copied_;
  worker_.post(1, [this, mine, wish, edited_at, copied, command = command_, injected = inject]() -> Worker::Done {
    std::vector<std::string> wanted = command;
    if (wanted.empty()) wanted = {gpu::find_runner()};
    if (wanted[0].empty()) {
      return [this, mine] {
        if (mine != newest_) return;
        running = false;
        trouble = "stridescope-runner is neither beside this program nor on the PATH";
      };
    }
    if (!client_ || client_command_ != wanted) {
      client_.reset();
      gpu::ClientOptions options;
      options.command = runner_command(wanted);
      options.silence_seconds = silence_seconds;
      options.spare = true;
      options.cancel_seconds = cancel_seconds;
      options.take_errors = true;
      client_ = std::make_shared<gpu::Client>(std::move(options));
      client_command_ = wanted;
    }
    const auto event = [this, mine](const gpu::Answer& answer) {
      worker_.hand_over([this, mine, text = answer.event + (answer.text.empty() ? "" : ": " + answer.text)] {
        if (mine == newest_) progress = text;
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
    // What takes longer comes with the counters, after the time.
    request.trace = wish.counters;
    request.cubin = true;
    turns.begin_run();
    Json result;
    if (injected.empty()) {
      result = client_->run(request, event, cancelled);
    } else {
      Json line = Json::parse(gpu::request_line(request), nullptr, false);
      line["run"]["inject"] = injected;
      result = client_->send(line.dump(), request.id, event, cancelled);
    }
    const int lost = client_->replaced();
    RunOutcome outcome = read_outcome(result);
    const bool faulted = outcome.code == "fault" || outcome.code == "hang" || outcome.code == "device_lost";
    if (faulted && !client_->gpu().empty() && drawn_by.find(client_->gpu()) != std::string::npos) turns.share();
    if (turns.shared()) client_->settle(settling_seconds);
    turns.end_run();
    if (outcome.status == RunOutcome::Status::ok || outcome.status == RunOutcome::Status::wrong)
      add_limits(wish, outcome, copied);
    return [this, mine, wish, edited_at, lost, outcome = std::move(outcome)] {
      replaced = lost;
      if (outcome.on_gpu && outcome.gb_per_s && outcome.yardstick)
        copied_ = {outcome.device, outcome.yardstick_name, *outcome.yardstick};
      if (mine != newest_) return;
      running = false;
      progress.clear();
      trouble.clear();
      if (outcome.code == "runner_missing")
        trouble = outcome.message + (outcome.hint.empty() ? "" : "; " + outcome.hint);
      if (outcome.status == RunOutcome::Status::cancelled) return;
      if (outcome.status == RunOutcome::Status::error && wish.counters && last && !last->wish.counters &&
          last->wish.program == wish.program && last->wish.kernel == wish.kernel &&
          last->outcome.status != RunOutcome::Status::error) {
        // Its counters cannot be had; its time stands.
        last->wish.counters = true;
        last->outcome.counters_missing = outcome.message;
        if (!history.empty() && history.back().number == last->number) history.back() = *last;
        return;
      }
      RunRecord record;
      record.number = ++number;
      record.wish = wish;
      record.kernel = wish.kernel;
      record.outcome = outcome;
      record.seconds = (now_ms() - edited_at) / 1000;
      if (outcome.status != RunOutcome::Status::error && wish.counters && !history.empty()) {
        // The same kernel once more, for its counters: the time stays that of the run that was only timed.
        RunRecord& before = history.back();
        if (before.wish.program == wish.program && before.wish.kernel == wish.kernel && !before.wish.counters) {
          --number;
          record.number = before.number;
          record.seconds = before.seconds;
          record.outcome.gb_per_s = before.outcome.gb_per_s;
          record.outcome.tflop_per_s = before.outcome.tflop_per_s;
          record.outcome.limits = before.outcome.limits;
          record.outcome.median_ms = before.outcome.median_ms;
          record.outcome.spread = before.outcome.spread;
          record.outcome.ratio = before.outcome.ratio;
          record.outcome.yardstick = before.outcome.yardstick;
          before = record;
          last = std::move(record);
          return;
        }
      }
      last = record;
      if (outcome.status == RunOutcome::Status::error) return;
      history.push_back(std::move(record));
      if (history.size() > max_history) history.pop_front();
    };
  });
}

bool Runs::update() { return worker_.drain(); }

void Runs::want_sass() {
  if (!last || disassembled_ == last->outcome.json || !last->outcome.sass.empty()) return;
  disassembled_ = last->outcome.json;
  last->outcome.sass_missing.clear();
  worker_.post(2, [this, json = disassembled_]() -> Worker::Done {
    // Looked for each time: it may have been installed since.
    Disassembly text = disassemble(json, find_nvdisasm());
    return [this, json, text = std::move(text)] {
      const auto take = [&](RunRecord& record) {
        if (record.outcome.json != json) return;
        record.outcome.sass = text.sass;
        record.outcome.sass_missing = text.why;
      };
      if (last) take(*last);
      for (RunRecord& record : history) take(record);
    };
  });
}

std::string Recorded::named() const { return with_named_value(program, "K"); }

std::vector<Recorded> read_recorded(std::string_view text) {
  std::vector<Recorded> out;
  const Json json = Json::parse(text, nullptr, false);
  for (const bool product : {false, true}) {
    const char* list = product ? "products" : "kernels";
    for (const Json& k : fields::list(json, list)) {
      Recorded one;
      one.product = product;
      one.rate = number(k, product ? "tflop_per_s" : "gb_per_s").value_or(0);
      if (one.rate <= 0) continue;
      one.device = words(part(json, "device"), "name");
      one.date = words(json, "date");
      one.group = words(k, "group");
      one.name = words(k, "name");
      one.program = words(k, "program");
      one.ms = number(k, "ms").value_or(0);
      one.spread = number(k, "spread").value_or(0);
      one.ratio = number(k, "ratio");
      out.push_back(std::move(one));
    }
  }
  return out;
}

std::string kernel_identity(const std::string& program, std::string_view name, IntegerMode mode) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, mode);
  for (std::size_t i = report.bindings.size(); i-- > 0;) {
    const ReportBinding& b = report.bindings[i];
    if (!is_kernel(b.value)) continue;
    if (name.empty() || b.name == name) return to_text(b.value, IntegerMode::teaching);
  }
  return {};
}

}  // namespace stridescope::desktop
