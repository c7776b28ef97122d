// Reads a runner's result into the rows that everybody shows: the verdict first, then where it ran, figures, what could
// not be had and what limits it. It comes from another process and is compared with what a result may be
// (core/workspace/run_result.h) before anything is read.
#include "core/app/run_report.h"

#include "core/app/roofline.h"
#include "core/app/run_lines.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/workspace/run_result.h"

namespace stridescope {
namespace {

constexpr std::size_t most_examples = 8;

std::optional<double> number(const JsonValue& object, std::string_view key) {
  const JsonValue& value = object[key];
  return value.is_number() ? std::optional(value.number()) : std::nullopt;
}

std::string_view words_of(const JsonValue& object, std::string_view key) { return object[key].string(); }

// --- the verdict ---

RunVerdict verdict_of(const JsonValue& result) {
  const std::string_view word = verified_word(result);
  return word == "all"      ? RunVerdict::verified
         : word == "sample" ? RunVerdict::sampled
         : word == "wrong"  ? RunVerdict::wrong
                            : RunVerdict::not_verified;
}

Message example_of(const JsonValue& element) {
  const auto& owners = element["stored_by"].items();
  std::string who;
  for (const JsonValue& p : owners)
    append_all(who, who.empty() ? "T" : " T", p["thread"].integer(), " V", p["value"].integer());
  return say("element {} of tile {}: {}", words_of(element, "coordinate"), words_of(element, "tile"),
             owners.empty() ? say("no thread stores it") : say("stored by {}", who));
}

// The words of the protocol for what a probe has shown.
Message probe_word(std::string_view word) {
  return word == "confirmed"           ? say("confirmed")
         : word == "contradicted"      ? say("contradicted")
         : word == "not runnable here" ? say("not runnable here")
                                       : Message::verbatim(word);
}

Message probe_sentence(const JsonValue& probe) {
  Message out = say("{}: {}", words_of(probe, "atom"), probe_word(words_of(probe, "verdict")));
  if (probe["reason"].is_string()) out = say("{}: {}", out, told(probe, "reason"));
  if (probe["checked"].is_number()) {
    out = say("{}, {} {value|values} compared, {} differ", out, probe["checked"].integer(), probe["wrong"].integer());
  }
  return out;
}

Message elements_sentence(const JsonValue& verify, const RunReport& run) {
  const std::string_view by = words_of(verify, "by");
  const std::string_view checker = by == "cpu" ? "CPU" : by == "gpu" ? "GPU" : by;
  switch (run.verdict) {
    case RunVerdict::not_run:
      break;
    case RunVerdict::not_verified:
      return verify["reason"].is_string() ? told(verify, "reason") : say("nothing was checked");
    case RunVerdict::sampled: {
      const Message sample = told(verify, "sample");
      const Message right = say("{} of {} {element|elements} are right", run.checked, verify["of"].integer());
      return sample.empty() ? say("{}, checked by the {}", right, checker)
                            : say("{}, {}, checked by the {}", right, sample, checker);
    }
    case RunVerdict::verified:
      return say(
          "{}, checked by the {}",
          run.checked == 1 ? say("the one element is right") : say("all {} {element|elements} are right", run.checked),
          checker);
    case RunVerdict::wrong: {
      const Message out = say("{} of {} {element|elements}", run.wrong, run.checked);
      return run.outside > 0 ? say("{}, and {} {byte|bytes} written outside the destination", out, run.outside) : out;
    }
  }
  return {};
}

void add_verdict(const JsonValue& result, RunReport& out) {
  out.verdict = verdict_of(result);
  const JsonValue& verify = result["verify"];
  out.checked = verify["checked"].integer();
  out.wrong = verify["wrong"].integer();
  out.outside = verify["written_outside"].integer();
  const bool probe = result["probe"].is_object();
  out.sentence =
      say("{}: {}", name_of(out.verdict), probe ? probe_sentence(result["probe"]) : elements_sentence(verify, out));
  for (const JsonValue& element : verify["examples"].items()) {
    if (out.examples.size() < most_examples) out.examples.push_back(example_of(element));
    out.wrong_coordinates.push_back(element["coordinate"].string());
  }
}

// --- where it ran ---

void add_device(const JsonValue& result, RunReport& out) {
  const JsonValue& device = result["device"];
  out.device = device["name"].string();
  out.driver = device["driver"].string();
  out.recorded = result["recorded"].boolean();
  out.on_gpu = words_of(device, "kind") == "gpu";
  out.date = result["date"].string();
  // What stands for a GPU where there is none is a sentence.
  const Message called = words_of(device, "kind") == "reference" ? told(device, "name") : Message::verbatim(out.device);
  out.device_line = called;
  if (device["arch"].is_string()) out.device_line = say("{}, {}", out.device_line, words_of(device, "arch"));
  if (device["driver"].is_string()) out.device_line = say("{}, driver {}", out.device_line, words_of(device, "driver"));
  if (device["cuda"].is_string()) out.device_line = say("{}, CUDA {}", out.device_line, words_of(device, "cuda"));
  if (out.device.empty()) return;
  const bool measured = out.rate() || result["measured"].is_object();
  const auto dated = [&](const Message& where) {
    return out.date.empty() ? where : say("{}, {}", where, std::string_view(out.date).substr(0, 10));
  };
  if (out.recorded) {
    out.origin = say("recorded on {}: measured there, not here", dated(out.device_line));
  } else if (measured) {
    out.origin = say("measured on {}", dated(called));
  } else {
    const bool proved = out.verdict == RunVerdict::verified || out.verdict == RunVerdict::sampled;
    const Message where = dated(called);
    out.origin = proved ? say("proved on {}", where) : say("run on {}", where);
  }
}

// --- figures ---

class Figures {
 public:
  explicit Figures(RunReport& out) : out_(out) {}

  void add(const Message& name, std::optional<double> value, const Message& unit, const std::string& text) {
    if (!value) return;
    out_.figures.push_back({name, *value, unit, unit.empty() ? Message::verbatim(text) : say("{} {}", text, unit)});
  }
  void whole(Term name, const JsonValue& object, std::string_view key, const Message& unit = {}) {
    const auto value = number(object, key);
    add(name, value, unit, value ? grouped(*value) : "");
  }
  void percent(const Message& name, std::optional<double> part, int digits) {
    if (part) add(name, *part * 100, say("%"), fixed(*part * 100, digits));
  }

 private:
  RunReport& out_;
};

void add_time(const JsonValue& result, RunReport& out, Figures& figures) {
  const JsonValue& time = result["time"];
  out.gb_per_s = number(time, "gb_per_s");
  out.tflop_per_s = number(time, "tflop_per_s");
  out.median_ms = number(time, "median_ms");
  out.spread = number(time, "spread");
  const JsonValue& yardstick = result["yardstick"];
  out.yardstick = number(yardstick, out.tflop_per_s ? "tflop_per_s" : "gb_per_s");
  out.yardstick_name = yardstick["name"].string();
  out.ratio = number(result, "ratio");
  if (out.tflop_per_s) {
    figures.add(say("operations"), out.tflop_per_s, say("TFLOP/s"), fixed(*out.tflop_per_s, 1));
  } else if (out.gb_per_s) {
    figures.add(say("bytes read and written"), out.gb_per_s, say("GB/s"), fixed(*out.gb_per_s, 1));
  }
  if (out.median_ms) figures.add(say("time, the median"), out.median_ms, say("ms"), fixed(*out.median_ms, 4));
  figures.whole(term("timed runs"), time, "runs");
  figures.percent(say("spread"), out.spread, 2);
  if (out.yardstick) {
    figures.add(say("{}, the same run", out.yardstick_name), out.yardstick, Message::verbatim(out.unit()),
                fixed(*out.yardstick, 1));
  }
  if (out.ratio) figures.percent(say("part of {}", out.yardstick_name), out.ratio, 1);
}

void add_resources(const JsonValue& result, RunReport& out, Figures& figures) {
  const JsonValue& r = result["resources"];
  out.arch = result["arch"].string();
  if (const auto registers = number(r, "registers")) out.registers = static_cast<std::int64_t>(*registers);
  figures.whole(term("blocks"), r, "blocks");
  figures.whole(term("threads of a block"), r, "threads");
  figures.whole(term("registers of a thread"), r, "registers");
  figures.whole(term("spilled"), r, "local_bytes", say("bytes"));
  figures.whole(term("shared memory"), r, "shared_bytes", say("bytes"));
  figures.whole(term("resident blocks"), r, "blocks_per_multiprocessor");
  figures.whole(term("resident warps"), r, "warps_per_multiprocessor");
  figures.percent(say("occupancy"), number(r, "occupancy"), 0);
  const JsonValue& clocks = result["clocks"];
  figures.whole(term("clock"), clocks, "sm_mhz", say("MHz"));
  figures.whole(term("clock of the memory"), clocks, "memory_mhz", say("MHz"));
  // Where there is no GPU it may be compiled all the same.
  const JsonValue& compiled = result["compiled"];
  if (compiled["error"].is_string()) {
    out.notes.push_back(say("it does not compile: {}", words_of(compiled, "error")));
  } else if (compiled.is_object()) {
    out.lines.push_back(
        say("compiles for {} in {} ms", words_of(compiled, "arch"), fixed(compiled["compile_ms"].number(), 0)));
    if (out.arch.empty()) out.arch = compiled["arch"].string();
    if (const auto registers = number(compiled, "registers"); registers && !out.registers) {
      out.registers = static_cast<std::int64_t>(*registers);
      figures.whole(term("registers of a thread"), compiled, "registers");
    }
  }
  if (const auto ms = number(result, "compile_ms")) figures.add(say("compiled in"), ms, say("ms"), fixed(*ms, 0));
  if (const auto ms = number(result, "total_ms")) figures.add(say("all in"), ms, say("ms"), fixed(*ms, 0));
}

// --- what could not be had ---

void add_notes(const JsonValue& result, const KernelFacts& kernel, RunReport& out) {
  const auto note = [&](const Message& words, const Message& reason) {
    if (!reason.empty()) out.notes.push_back(say("{}: {}", words, reason));
  };
  out.counters_missing = told(result, "counters_missing");
  note(say("no yardstick"), told(result, "yardstick_missing"));
  note(say("no counters"), out.counters_missing);
  if (const auto& unknown = result["counters_unknown"].items(); !unknown.empty()) {
    std::string names;
    for (const JsonValue& name : unknown) append_all(names, names.empty() ? "" : ", ", name.string());
    out.notes.push_back(say("this GPU has no counter {}", names));
  }
  note(say("not predicted"),
       kernel.prediction ? kernel.prediction->missing : told(result["predicted"], "not_predicted"));
  note(say("no trace"), told(result["trace"], "missing"));
}

// --- what limits it ---

void add_limits(const KernelFacts& kernel, const CopyRate& copied, RunReport& out) {
  if (!kernel.work) return;
  out.work = kernel.work;
  KernelRun run;
  if (out.on_gpu || out.recorded) run.device = out.device;
  run.architecture = out.arch;
  run.registers = out.registers;
  run.milliseconds = out.median_ms;
  if (out.tflop_per_s) {
    run.library_tflops = out.yardstick;
    run.library_name = out.yardstick_name;
    if (copied.device == out.device && copied.gb_per_s > 0) {
      run.copy_gb_per_s = copied.gb_per_s;
      run.copy_name = copied.name;
    }
  } else {
    run.copy_gb_per_s = out.yardstick;
    run.copy_name = out.yardstick_name;
  }
  for (const RunCount& c : out.counters) {
    if (!c.predicted || !(*c.predicted < 1e18)) continue;
    const auto count = static_cast<std::int64_t>(*c.predicted);
    if (c.counter.find("wavefronts_mem_shared") != std::string::npos) {
      run.shared_wavefronts = run.shared_wavefronts.value_or(0) + count;
    }
    if (c.counter.find("sectors") != std::string::npos) run.l2_sectors = run.l2_sectors.value_or(0) + count;
  }
  out.limits = kernel_limits(*out.work, run);
}

// Where it stands under the roof of its GPU.
void add_roof(RunReport& out, Figures& figures) {
  const auto roof = roof_of(out);
  if (!roof || !out.rate()) return;
  const bool product = out.work->product;
  if (product && out.work->bytes > 0) {
    const double intensity = static_cast<double>(out.work->operations) / static_cast<double>(out.work->bytes);
    figures.add(say("intensity"), intensity, say("FLOP per byte"), fixed(intensity, 1));
  }
  figures.add(product ? say("roof there, data sheet") : say("roof, data sheet"), roof, Message::verbatim(out.unit()),
              fixed(*roof, 1));
  figures.percent(say("part of the roof"), *out.rate() / *roof, 1);
}

RunReport malformed(const Message& problem) {
  RunReport out;
  out.code = malformed_answer;
  out.message = unbelievable(problem);
  out.hint = unbelievable_hint();
  return out;
}

}  // namespace

Term name_of(RunVerdict verdict) {
  static constexpr Term names[] = {term("not run"), term("not verified"), term("verified by samples"), term("verified"),
                                   term("wrong")};
  return names[static_cast<std::size_t>(verdict)];
}

KernelFacts kernel_facts(const Workspace& workspace, int binding) {
  KernelFacts out;
  if (const auto work = kernel_work(workspace, binding)) out.work = *work;
  out.prediction = predicted_counts(workspace, binding);
  return out;
}

RunReport run_report(const JsonValue& result, const KernelFacts& kernel, const CopyRate& copied) {
  if (const Message problem = run_result_problem(result); !problem.empty()) return malformed(problem);
  RunReport out;
  const auto& missing = result["missing"].items();
  for (std::size_t i = 0; i < missing.size(); ++i)
    out.missing.push_back(told(missing[i].string(), result["said"][cat("missing.", i)]));
  const std::string& status = result["status"].string();
  if (status == "error" || status == "cancelled") {
    out.status = status == "error" ? RunReport::Status::error : RunReport::Status::cancelled;
    out.code = result["code"].string();
    out.message = status == "error" ? told(result, "message") : say("cancelled");
    out.hint = told(result, "hint");
    return out;
  }
  out.status = status == "ok" ? RunReport::Status::ok : RunReport::Status::wrong;
  // A file of measurements says nothing of the elements.
  if (!result["recorded"].boolean()) add_verdict(result, out);
  Figures figures(out);
  add_time(result, out, figures);
  add_device(result, out);
  add_resources(result, out, figures);
  out.counters = run_counts(result, kernel.prediction);
  for (Message& line : trace_lines(result["trace"])) out.lines.push_back(std::move(line));
  add_notes(result, kernel, out);
  add_limits(kernel, copied, out);
  add_roof(out, figures);
  return out;
}

RunReport run_report(std::string_view text, const KernelFacts& kernel, const CopyRate& copied) {
  const auto result = JsonValue::parse(text);
  return result ? run_report(*result, kernel, copied) : malformed(say("it is no JSON"));
}

void keep_time(const RunReport& timed, RunReport& counted) {
  counted.origin = timed.origin;
  counted.gb_per_s = timed.gb_per_s;
  counted.tflop_per_s = timed.tflop_per_s;
  counted.median_ms = timed.median_ms;
  counted.spread = timed.spread;
  counted.yardstick = timed.yardstick;
  counted.yardstick_name = timed.yardstick_name;
  counted.ratio = timed.ratio;
  counted.figures = timed.figures;
  counted.limits = timed.limits;
}

Message run_headline(const RunReport& report) {
  const auto rate = report.rate();
  if (!rate) return report.sentence;
  const std::string shown = cat(fixed(*rate, *rate < 100 ? 1 : 0), " ", report.unit());
  const std::string day = report.date.substr(0, 10);
  const Message where = report.recorded && !day.empty() ? say("recorded on {}, {}", report.device, day)
                        : report.recorded               ? say("recorded on {}", report.device)
                                                        : say("measured on {}", report.device);
  if (!report.ratio) return say("{}; {}", shown, where);
  return say("{}, {} % of {}; {}", shown, fixed(*report.ratio * 100, 1), report.yardstick_name, where);
}

RunReport predicted_report(const KernelFacts& kernel) {
  RunReport out;
  out.status = RunReport::Status::ok;
  out.origin = say("predicted by the model: not measured");
  static const JsonValue none;
  out.counters = run_counts(none, kernel.prediction);
  add_notes(none, kernel, out);
  add_limits(kernel, {}, out);
  return out;
}

}  // namespace stridescope
