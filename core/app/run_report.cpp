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

std::string example_of(const JsonValue& element) {
  std::string out = cat("element ", words_of(element, "coordinate"), " of tile ", words_of(element, "tile"), ": ");
  const auto& owners = element["stored_by"].items();
  out += owners.empty() ? "no thread stores it" : "stored by";
  for (const JsonValue& p : owners) append_all(out, " T", p["thread"].integer(), " V", p["value"].integer());
  return out;
}

std::string probe_sentence(const JsonValue& probe) {
  std::string out = cat(words_of(probe, "atom"), ": ", words_of(probe, "verdict"));
  if (probe["reason"].is_string()) append_all(out, ": ", words_of(probe, "reason"));
  if (probe["checked"].is_number()) {
    append_all(out, ", ", probe["checked"].integer(), " values compared, ", probe["wrong"].integer(), " differ");
  }
  return out;
}

std::string elements_sentence(const JsonValue& verify, const RunReport& run) {
  const std::string_view by = words_of(verify, "by");
  const std::string checker = cat(", checked by the ", by == "cpu" ? "CPU" : by == "gpu" ? "GPU" : by);
  switch (run.verdict) {
    case RunVerdict::not_run:
      break;
    case RunVerdict::not_verified:
      return verify["reason"].is_string() ? verify["reason"].string() : "nothing was checked";
    case RunVerdict::sampled: {
      const std::string_view sample = words_of(verify, "sample");
      return cat(run.checked, " of ", verify["of"].integer(), " elements are right", sample.empty() ? "" : ", ", sample,
                 checker);
    }
    case RunVerdict::verified:
      return cat("all ", run.checked, " elements are right", checker);
    case RunVerdict::wrong: {
      std::string out = cat(run.wrong, " of ", run.checked, " elements");
      if (run.outside > 0) append_all(out, ", and ", run.outside, " bytes written outside the destination");
      return out;
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
      cat(name_of(out.verdict), ": ", probe ? probe_sentence(result["probe"]) : elements_sentence(verify, out));
  for (const JsonValue& element : verify["examples"].items()) {
    if (out.examples.size() < most_examples) out.examples.push_back(example_of(element));
    out.wrong_coordinates.push_back(element["coordinate"].string());
  }
}

// --- where it ran ---

void add_device(const JsonValue& result, RunReport& out) {
  const JsonValue& device = result["device"];
  out.device = device["name"].string();
  out.recorded = result["recorded"].boolean();
  out.on_gpu = words_of(device, "kind") == "gpu";
  out.date = result["date"].string();
  out.device_line = out.device;
  for (const auto& [key, words] : {std::pair{"arch", ", "}, {"driver", ", driver "}, {"cuda", ", CUDA "}}) {
    if (device[key].is_string()) append_all(out.device_line, words, device[key].string());
  }
  if (out.device.empty()) return;
  const bool measured = out.rate() || result["measured"].is_object();
  const std::string day = out.date.empty() ? "" : cat(", ", std::string_view(out.date).substr(0, 10));
  if (out.recorded) {
    out.origin = cat("recorded on ", out.device_line, day, ": measured there, not here");
  } else if (measured) {
    out.origin = cat("measured on ", out.device, day);
  } else {
    const bool proved = out.verdict == RunVerdict::verified || out.verdict == RunVerdict::sampled;
    out.origin = cat(proved ? "proved on " : "run on ", out.device, day);
  }
}

// --- figures ---

class Figures {
 public:
  explicit Figures(RunReport& out) : out_(out) {}

  void add(std::string_view name, std::optional<double> value, std::string_view unit, std::string text) {
    if (!value) return;
    if (!unit.empty()) append_all(text, ' ', unit);
    out_.figures.push_back({std::string(name), *value, std::string(unit), std::move(text)});
  }
  void whole(std::string_view name, const JsonValue& object, std::string_view key, std::string_view unit = {}) {
    const auto value = number(object, key);
    add(name, value, unit, value ? grouped(*value) : "");
  }
  void percent(std::string_view name, std::optional<double> part, int digits) {
    if (!part) return;
    add(name, *part * 100, "%", fixed(*part * 100, digits));
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
    figures.add("operations", out.tflop_per_s, "TFLOP/s", fixed(*out.tflop_per_s, 1));
  } else if (out.gb_per_s) {
    figures.add("bytes read and written", out.gb_per_s, "GB/s", fixed(*out.gb_per_s, 1));
  }
  if (out.median_ms) figures.add("time, the median", out.median_ms, "ms", fixed(*out.median_ms, 4));
  figures.whole("timed runs", time, "runs");
  figures.percent("spread", out.spread, 2);
  if (out.yardstick) {
    figures.add(cat(out.yardstick_name, ", the same run"), out.yardstick, out.unit(), fixed(*out.yardstick, 1));
  }
  if (out.ratio) figures.percent(cat("part of ", out.yardstick_name), out.ratio, 1);
}

void add_resources(const JsonValue& result, RunReport& out, Figures& figures) {
  const JsonValue& r = result["resources"];
  out.arch = result["arch"].string();
  if (const auto registers = number(r, "registers")) out.registers = static_cast<std::int64_t>(*registers);
  figures.whole("blocks", r, "blocks");
  figures.whole("threads of a block", r, "threads");
  figures.whole("registers of a thread", r, "registers");
  figures.whole("spilled", r, "local_bytes", "bytes");
  figures.whole("shared memory", r, "shared_bytes", "bytes");
  figures.whole("resident blocks", r, "blocks_per_multiprocessor");
  figures.whole("resident warps", r, "warps_per_multiprocessor");
  figures.percent("occupancy", number(r, "occupancy"), 0);
  const JsonValue& clocks = result["clocks"];
  figures.whole("clock", clocks, "sm_mhz", "MHz");
  figures.whole("clock of the memory", clocks, "memory_mhz", "MHz");
  // Where there is no GPU it may be compiled all the same.
  const JsonValue& compiled = result["compiled"];
  if (compiled["error"].is_string()) {
    out.notes.push_back(cat("it does not compile: ", compiled["error"].string()));
  } else if (compiled.is_object()) {
    out.lines.push_back(
        cat("compiles for ", words_of(compiled, "arch"), " in ", fixed(compiled["compile_ms"].number(), 0), " ms"));
    if (out.arch.empty()) out.arch = compiled["arch"].string();
    if (const auto registers = number(compiled, "registers"); registers && !out.registers) {
      out.registers = static_cast<std::int64_t>(*registers);
      figures.whole("registers of a thread", compiled, "registers");
    }
  }
  if (const auto ms = number(result, "compile_ms")) figures.add("compiled in", ms, "ms", fixed(*ms, 0));
  if (const auto ms = number(result, "total_ms")) figures.add("all in", ms, "ms", fixed(*ms, 0));
}

// --- what could not be had ---

void add_notes(const JsonValue& result, const KernelFacts& kernel, RunReport& out) {
  const auto note = [&](std::string_view words, std::string_view reason) {
    if (!reason.empty()) out.notes.push_back(cat(words, ": ", reason));
  };
  out.counters_missing = result["counters_missing"].string();
  note("no yardstick", words_of(result, "yardstick_missing"));
  note("no counters", out.counters_missing);
  if (const auto& unknown = result["counters_unknown"].items(); !unknown.empty()) {
    std::string names;
    for (const JsonValue& name : unknown) append_all(names, names.empty() ? "" : ", ", name.string());
    out.notes.push_back(cat("this GPU has no counter ", names));
  }
  note("not predicted", kernel.prediction ? std::string_view(kernel.prediction->missing)
                                          : words_of(result["predicted"], "not_predicted"));
  note("no trace", words_of(result["trace"], "missing"));
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
    figures.add("intensity", intensity, "FLOP per byte", fixed(intensity, 1));
  }
  figures.add(product ? "roof there, data sheet" : "roof, data sheet", roof, out.unit(), fixed(*roof, 1));
  figures.percent("part of the roof", *out.rate() / *roof, 1);
}

RunReport malformed(const Message& problem) {
  RunReport out;
  out.code = malformed_answer;
  out.message = unbelievable(problem);
  out.hint = unbelievable_hint();
  return out;
}

}  // namespace

std::string_view name_of(RunVerdict verdict) {
  static constexpr std::string_view names[] = {"not run", "not verified", "verified by samples", "verified", "wrong"};
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
  for (const JsonValue& reason : result["missing"].items()) out.missing.push_back(reason.string());
  const std::string& status = result["status"].string();
  if (status == "error" || status == "cancelled") {
    out.status = status == "error" ? RunReport::Status::error : RunReport::Status::cancelled;
    out.code = result["code"].string();
    out.message = status == "error" ? Message::verbatim(result["message"].string()) : say("cancelled");
    out.hint = Message::verbatim(result["hint"].string());
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
  for (std::string& line : probe_lines(result["probe"])) out.lines.push_back(std::move(line));
  for (std::string& line : trace_lines(result["trace"])) out.lines.push_back(std::move(line));
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

RunReport predicted_report(const KernelFacts& kernel) {
  RunReport out;
  out.status = RunReport::Status::ok;
  out.origin = "predicted by the model: not measured";
  static const JsonValue none;
  out.counters = run_counts(none, kernel.prediction);
  add_notes(none, kernel, out);
  add_limits(kernel, {}, out);
  return out;
}

}  // namespace stridescope
