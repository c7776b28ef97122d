// Converts a runner's result into the rows that all UIs show: the verdict first, then device, figures, missing parts
// and limits.
#include "core/runs/run_report.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/runs/roofline.h"

namespace stridescope {
namespace {

// The numbers of one column; zeros for an unknown column.
std::vector<double> column(const TraceTable& table, std::string_view name) {
  const std::size_t at = table.column(name);
  std::vector<double> out;
  out.reserve(table.rows.size());
  for (const auto& row : table.rows) out.push_back(at < row.size() ? row[at].value : 0);
  return out;
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

Message tiles_line(const RunTrace& trace) {
  const TileTable& tiles = *trace.tiles;
  std::vector<double> times = column(tiles, "end_ns");
  const std::vector<double> starts = column(tiles, "start_ns");
  const std::vector<double> bytes = column(tiles, "bytes");
  std::vector<double> rates;
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] -= starts[i];
    if (times[i] > 0) rates.push_back(bytes[i] / times[i]);
  }
  Message line = say("traced: {} of {} {tile|tiles}, on a multiprocessor for {} ns in the median", times.size(),
                     tiles.of, fixed(median(times), 0));
  if (!rates.empty()) line = say("{}, {} GB/s each", line, fixed(median(rates), 2));
  if (trace.timer_ns) line = say("{}; the clock steps by {} ns", line, fixed(trace.timer_ns->value, 0));
  return line;
}

// Medians: a line for the tiles, and one for each side.
std::vector<Message> trace_lines(const RunTrace& trace) {
  std::vector<Message> out;
  if (trace.tiles && !trace.tiles->rows.empty()) out.push_back(tiles_line(trace));
  if (!trace.accesses) return out;
  const AccessTable& accesses = *trace.accesses;
  const std::vector<double> side_of = column(accesses, "side");
  const std::vector<double> cycles_of = column(accesses, "cycles");
  for (std::size_t side = 0; side < accesses.sides.size(); ++side) {
    std::vector<double> cycles;
    for (std::size_t i = 0; i < side_of.size(); ++i) {
      if (side_of[i] == static_cast<double>(side)) cycles.push_back(cycles_of[i]);
    }
    if (cycles.empty()) continue;
    out.push_back(say("traced: {}: {} {cycle|cycles} in the median of {} warp accesses", accesses.sides[side],
                      fixed(median(cycles), 0), cycles.size()));
  }
  return out;
}

constexpr std::size_t most_examples = 8;

std::optional<double> number(const std::optional<std::uint64_t>& count) {
  return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

// --- the verdict ---

RunVerdict verdict_of(const RunResult& result) {
  switch (verified_of(result)) {
    case Verified::all:
      return RunVerdict::verified;
    case Verified::sample:
      return RunVerdict::sampled;
    case Verified::wrong:
      return RunVerdict::wrong;
    case Verified::none:
      break;
  }
  return RunVerdict::not_verified;
}

Message example_of(const WrongElement& element) {
  Message where = say("element {} of tile {}", element.coordinate, element.tile);
  if (!element.origin.empty()) where = say("{} has the value of {}", where, element.origin);
  if (!element.stored_by) return where;
  std::string who;
  for (const ElementHolder& p : *element.stored_by) append_all(who, who.empty() ? "T" : " T", p.thread, " V", p.value);
  return say("{}: {}", where, who.empty() ? say("no thread stores it") : say("stored by {}", who));
}

Term name_of(ProbeVerdict verdict) {
  switch (verdict) {
    case ProbeVerdict::confirmed:
      return term("confirmed");
    case ProbeVerdict::contradicted:
      return term("contradicted");
    case ProbeVerdict::not_runnable:
      break;
  }
  return term("not runnable here");
}

Message probe_sentence(const RunProbe& probe) {
  Message out = say("{}: {}", probe.atom, name_of(probe.verdict));
  if (!probe.reason.empty()) out = say("{}: {}", out, probe.reason);
  if (probe.checked)
    out = say("{}, {} {value|values} compared, {} differ", out, *probe.checked, probe.wrong.value_or(0));
  return out;
}

Message elements_sentence(const RunVerify& verify, const RunReport& run) {
  const std::string_view checker = verify.by == "cpu"   ? "CPU"
                                   : verify.by == "gpu" ? "GPU"
                                                        : std::string_view(verify.by);
  switch (run.verdict) {
    case RunVerdict::not_run:
      break;
    case RunVerdict::not_verified:
      return verify.reason.empty() ? say("nothing was checked") : verify.reason;
    case RunVerdict::sampled: {
      const Message right = say("{} of {} {element|elements} are right", run.checked, verify.of.value_or(0));
      return verify.sample.empty() ? say("{}, checked by the {}", right, checker)
                                   : say("{}, {}, checked by the {}", right, verify.sample, checker);
    }
    case RunVerdict::verified:
      return say("{}, checked by the {}",
                 run.checked == 1 ? say("the single element is correct")
                                  : say("all {} {element|elements} are right", run.checked),
                 checker);
    case RunVerdict::wrong: {
      const Message out = say("{} of {} {element|elements}", run.wrong, run.checked);
      return run.outside > 0 ? say("{}, and {} {byte|bytes} written outside the destination", out, run.outside) : out;
    }
  }
  return {};
}

void add_verdict(const RunResult& result, RunReport& out) {
  out.verdict = verdict_of(result);
  const RunVerify verify = result.verify.value_or(RunVerify());
  out.checked = static_cast<std::int64_t>(verify.checked.value_or(0));
  out.wrong = static_cast<std::int64_t>(verify.wrong.value_or(0));
  out.outside = static_cast<std::int64_t>(verify.written_outside.value_or(0));
  out.sentence = say("{}: {}", name_of(out.verdict),
                     result.probe ? probe_sentence(*result.probe) : elements_sentence(verify, out));
  if (verify.elements && out.wrong > 0) {
    out.wrong_elements = std::make_shared<const WrongElements>(*verify.elements);
    out.examples = origin_lines(*verify.elements);
    if (!verify.cause.empty()) out.examples.push_back(say("{} {element|elements}: {}", out.wrong, verify.cause));
  }
  for (std::size_t i = 0; i < std::min(most_examples, verify.examples.size()); ++i)
    out.examples.push_back(example_of(verify.examples[i]));
}

// --- device ---

void add_device(const RunResult& result, RunReport& out) {
  const RunDevice device = result.device.value_or(RunDevice());
  out.device = device.name;
  out.driver = device.driver;
  out.recorded = result.recorded;
  out.on_gpu = device.kind == "gpu";
  out.date = result.date;
  // The name of the reference device is a sentence.
  const Message called = device.kind == "reference" ? sentence_of(device.name) : Message::verbatim(out.device);
  out.device_line = called;
  if (!device.arch.empty()) out.device_line = say("{}, {}", out.device_line, device.arch);
  if (!device.driver.empty()) out.device_line = say("{}, driver {}", out.device_line, device.driver);
  if (!device.cuda.empty()) out.device_line = say("{}, CUDA {}", out.device_line, device.cuda);
  if (out.device.empty()) return;
  const bool measured = out.rate() || result.measured;
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
    out.origin = proved ? say("verified on {}", where) : say("run on {}", where);
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
  void whole(Term name, const std::optional<std::uint64_t>& count, const Message& unit = {}) {
    const auto value = number(count);
    add(name, value, unit, value ? grouped(*value) : "");
  }
  void percent(const Message& name, std::optional<double> part, int digits) {
    if (part) add(name, *part * 100, say("%"), fixed(*part * 100, digits));
  }

 private:
  RunReport& out_;
};

void add_time(const RunResult& result, RunReport& out, Figures& figures) {
  if (result.time) {
    out.gb_per_s = result.time->gb_per_s;
    out.tflop_per_s = result.time->tflop_per_s;
    out.median_ms = result.time->median_ms;
    out.spread = result.time->spread;
  }
  if (result.yardstick) {
    out.yardstick = out.tflop_per_s ? result.yardstick->tflop_per_s : result.yardstick->gb_per_s;
    out.yardstick_name = result.yardstick->name;
  }
  out.ratio = result.ratio;
  if (out.tflop_per_s) {
    figures.add(say("operations"), out.tflop_per_s, say("TFLOP/s"), fixed(*out.tflop_per_s, 1));
  } else if (out.gb_per_s) {
    figures.add(say("bytes read and written"), out.gb_per_s, say("GB/s"), fixed(*out.gb_per_s, 1));
  }
  if (out.median_ms) figures.add(say("time, the median"), out.median_ms, say("ms"), fixed(*out.median_ms, 4));
  if (result.time) figures.whole(term("timed runs"), result.time->runs);
  figures.percent(say("spread"), out.spread, 2);
  if (out.yardstick) {
    figures.add(say("{}, the same run", out.yardstick_name), out.yardstick, Message::verbatim(out.unit()),
                fixed(*out.yardstick, 1));
  }
  if (out.ratio) figures.percent(say("part of {}", out.yardstick_name), out.ratio, 1);
}

void add_registers(const std::optional<std::uint64_t>& registers, RunReport& out) {
  if (registers) out.registers = static_cast<std::int64_t>(*registers);
}

// Without a GPU the kernel may still be compiled.
void add_compiled(const RunCompiled& compiled, RunReport& out, Figures& figures) {
  if (!compiled.error.empty()) {
    out.notes.push_back(say("it does not compile: {}", compiled.error));
    return;
  }
  out.lines.push_back(say("compiles for {} in {} ms", compiled.arch, fixed(compiled.compile_ms.value_or(0), 0)));
  if (out.arch.empty()) out.arch = compiled.arch;
  if (out.registers) return;
  add_registers(compiled.registers, out);
  figures.whole(term("registers per thread"), compiled.registers);
}

void add_resources(const RunResult& result, RunReport& out, Figures& figures) {
  const RunResources r = result.resources.value_or(RunResources());
  out.arch = result.arch;
  add_registers(r.registers, out);
  figures.whole(term("blocks"), r.blocks);
  figures.whole(term("threads of a block"), r.threads);
  figures.whole(term("registers per thread"), r.registers);
  figures.whole(term("spilled"), r.local_bytes, say("bytes"));
  figures.whole(term("shared memory"), r.shared_bytes, say("bytes"));
  figures.whole(term("resident blocks"), r.blocks_per_multiprocessor);
  figures.whole(term("resident warps"), r.warps_per_multiprocessor);
  figures.percent(say("occupancy"), r.occupancy, 0);
  if (result.clocks) {
    figures.whole(term("clock"), result.clocks->sm_mhz, say("MHz"));
    figures.whole(term("clock of the memory"), result.clocks->memory_mhz, say("MHz"));
  }
  if (result.compiled) add_compiled(*result.compiled, out, figures);
  if (const auto ms = result.compile_ms) figures.add(say("compiled in"), ms, say("ms"), fixed(*ms, 0));
  if (const auto ms = result.total_ms) figures.add(say("all in"), ms, say("ms"), fixed(*ms, 0));
}

// --- missing parts ---

void add_notes(const RunResult& result, const KernelFacts& kernel, RunReport& out) {
  const auto note = [&](const Message& words, const Message& reason) {
    if (!reason.empty()) out.notes.push_back(say("{}: {}", words, reason));
  };
  out.counters_missing = result.counters_missing;
  note(say("no yardstick"), result.yardstick_missing);
  note(say("no counters"), out.counters_missing);
  if (!result.counters_unknown.empty()) {
    std::string names;
    for (const std::string& name : result.counters_unknown) append_all(names, names.empty() ? "" : ", ", name);
    out.notes.push_back(say("this GPU does not have counter {}", names));
  }
  const Message not_predicted = result.predicted ? result.predicted->not_predicted : Message();
  note(say("not predicted"), kernel.prediction ? kernel.prediction->missing : not_predicted);
  if (result.trace) note(say("no trace"), result.trace->missing);
}

// --- limits ---

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

// Its fraction of the roof of its GPU.
void add_roof(RunReport& out, Figures& figures) {
  const auto roof = roof_of(out);
  if (!roof || !out.rate()) return;
  const bool product = out.work->product;
  if (product && out.work->bytes > 0) {
    const double intensity = static_cast<double>(out.work->operations) / static_cast<double>(out.work->bytes);
    figures.add(say("intensity"), intensity, say("FLOP per byte"), fixed(intensity, 1));
  }
  figures.add(product ? say("roof of that GPU, data sheet") : say("roof, data sheet"), roof,
              Message::verbatim(out.unit()), fixed(*roof, 1));
  figures.percent(say("share of the roof"), *out.rate() / *roof, 1);
}

}  // namespace

Term name_of(RunVerdict verdict) {
  static constexpr Term names[] = {term("not run"), term("not verified"), term("verified by samples"), term("verified"),
                                   term("wrong")};
  return names[static_cast<std::size_t>(verdict)];
}

void visit_verdict(Archive& a, RunVerdict& verdict, About about) {
  static const std::string_view verdicts[] = {name_of(RunVerdict::not_run).id, name_of(RunVerdict::not_verified).id,
                                              name_of(RunVerdict::sampled).id, name_of(RunVerdict::verified).id,
                                              name_of(RunVerdict::wrong).id};
  a.word("verdict", verdict, verdicts, about);
}

KernelFacts kernel_facts(const Workspace& workspace, int binding) {
  KernelFacts out;
  if (const auto work = kernel_work(workspace, binding)) out.work = *work;
  out.prediction = predicted_counts(workspace, binding);
  return out;
}

RunReport run_report(const RunResult& result, const KernelFacts& kernel, const CopyRate& copied) {
  RunReport out;
  out.missing = result.missing;
  if (result.status == RunStatus::error || result.status == RunStatus::cancelled) {
    const bool error = result.status == RunStatus::error;
    out.status = error ? RunReport::Status::error : RunReport::Status::cancelled;
    out.code = result.code;
    out.message = error ? result.message : say("cancelled");
    out.hint = result.hint;
    return out;
  }
  out.status = result.status == RunStatus::ok ? RunReport::Status::ok : RunReport::Status::wrong;
  // A file of measurements does not record whether elements are correct.
  if (!result.recorded) add_verdict(result, out);
  Figures figures(out);
  add_time(result, out, figures);
  add_device(result, out);
  add_resources(result, out, figures);
  out.counters = run_counts(result, kernel.prediction);
  if (result.trace) {
    for (Message& line : trace_lines(*result.trace)) out.lines.push_back(std::move(line));
  }
  add_notes(result, kernel, out);
  add_limits(kernel, copied, out);
  add_roof(out, figures);
  return out;
}

RunReport run_report(std::string_view text, const KernelFacts& kernel, const CopyRate& copied) {
  return run_report(believed(read_run_result(text)), kernel, copied);
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
  const RunResult none;
  out.counters = run_counts(none, kernel.prediction);
  add_notes(none, kernel, out);
  add_limits(kernel, {}, out);
  return out;
}

}  // namespace stridescope
