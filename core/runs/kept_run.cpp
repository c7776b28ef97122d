// Converts runs to lines and back. Lines come from a file or a browser's storage, which anything may have written:
// every number and text is validated.
#include "core/runs/kept_run.h"

#include <map>

#include "core/base/archive_json.h"
#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::size_t max_kept_counters = 512;
constexpr std::size_t max_id_bytes = 80;

bool usable(const std::optional<double>& value) { return !value || (*value >= 0 && *value < 1e15); }

// Empty for a run that can be shown and sorted; otherwise the problem.
Message problem_of(const KeptRun& run) {
  if (run.id.empty() || run.id.size() > max_id_bytes)
    return say("'id' is empty, or longer than {} bytes", max_id_bytes);
  for (const std::optional<double>& value : {run.median_ms, run.spread, run.gb_per_s, run.tflop_per_s, run.ratio}) {
    if (!usable(value)) return say("one of its figures is negative or too large");
  }
  if (run.counters.size() > max_kept_counters) return say("it has more than {} counters", max_kept_counters);
  for (const KeptCount& count : run.counters) {
    if (!usable(count.predicted) || !usable(count.measured))
      return say("counter {}: value out of range; expected 0 to below 10^15", count.counter);
  }
  return {};
}

// Removes and returns the next line of the text.
std::string_view next_line(std::string_view& text) {
  std::string_view line = cut_line(text);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::optional<double> usable_part(const std::optional<double>& value) { return usable(value) ? value : std::nullopt; }

// A kernel of a file of measurements; empty for one without a rate.
std::optional<KeptRun> recorded_run(const MeasuredKernel& row, const Measurements& file) {
  KeptRun run;
  run.gb_per_s = usable_part(row.gb_per_s);
  run.tflop_per_s = usable_part(row.tflop_per_s);
  if (!run.gb_per_s && !run.tflop_per_s) return std::nullopt;
  run.program = row.program;
  run.mode = IntegerMode::cute;
  run.value = row.name;
  run.device = file.device.name;
  run.driver = file.device.driver;
  run.arch = file.device.arch;
  run.date = file.date;
  run.on_gpu = run.recorded = true;
  // A file of measurements does not record whether elements are correct.
  run.verdict = RunVerdict::not_verified;
  run.median_ms = usable_part(row.ms);
  run.spread = usable_part(row.spread);
  run.ratio = usable_part(row.ratio);
  if (run.ratio) run.yardstick = run.tflop_per_s ? "cuBLASLt" : "cuMemcpyDtoD";
  if (const auto registers = row.resources ? row.resources->registers : row.registers)
    run.registers = static_cast<std::int64_t>(*registers);
  if (!row.measured) return run;
  for (const auto& [counter, count] : row.measured->counters) run.counters.push_back({counter, {}, count.value});
  return run;
}

}  // namespace

void members(Archive& a, RanKernel& r) {
  if (!a.record("RanKernel", "A run, as described by the caller.")) return;
  a.member("id", r.id, "A unique id of the run.");
  a.member("date", r.date, "The current time in UTC; used if the runner does not give a date.");
  a.member("program", r.program, "The text of the program.");
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.member("kernel", r.kernel, "The name of the kernel's value; empty: the last kernel.");
  a.member("value", r.value, "The printed kernel.");
}

void members(Archive& a, KeptCount& r) {
  if (!a.record("KeptCount", "A counter of a stored run.")) return;
  a.member("counter", r.counter, "The name of the counter in Nsight Compute.");
  a.member("predicted", r.predicted, "The number predicted by the model.");
  a.member("measured", r.measured, "The number measured in this run.");
}

void members(Archive& a, KeptRun& r) {
  static constexpr std::string_view versions[] = {"1"};
  enum class Format { first } format = Format::first;
  if (!a.record("KeptRun", "A stored run: the program, the device, the date and the result.")) return;
  a.word("kept_run", format, versions, "The version of this record.");
  a.member("id", r.id, "A unique id.");
  a.member("program", r.program, "The program of the run.");
  a.word("mode", r.mode, integer_mode_names, "How its integers print.");
  a.choice("kernel", r.kernel, "The name of the kernel's value; empty: the last kernel.");
  a.choice("value", r.value, "The printed kernel; for a recorded run, its name.");
  a.choice("device", r.device, "The device of the run.");
  a.choice("driver", r.driver, "The version of the GPU's driver.");
  a.choice("arch", r.arch, "The target architecture of the compilation.");
  a.choice("date", r.date, "The date of the run.");
  a.choice("on_gpu", r.on_gpu, "True: a GPU ran it; false: the reference device.");
  a.choice("recorded", r.recorded, "True: one of the measurements included in Stridescope.");
  visit_verdict(a, r.verdict, "The result of the verification.");
  a.member("median_ms", r.median_ms, "Time of one launch, the median.");
  a.member("spread", r.spread, "The spread of the timed launches, relative to the median.");
  a.member("gb_per_s", r.gb_per_s, "Bytes read and written per second.");
  a.member("tflop_per_s", r.tflop_per_s, "Operations per second.");
  a.member("ratio", r.ratio, "The rate relative to the yardstick.");
  a.choice("yardstick", r.yardstick, "The yardstick's name.");
  a.member("registers", r.registers, "Registers per thread.");
  a.choice("counters", r.counters, "Hardware counters.");
}

KeptRun kept_run(const RanKernel& ran, const RunReport& report) {
  KeptRun out;
  static_cast<RanKernel&>(out) = ran;
  out.device = report.device;
  out.driver = report.driver;
  out.arch = report.arch;
  if (!report.date.empty()) out.date = report.date;
  out.on_gpu = report.on_gpu;
  out.recorded = report.recorded;
  out.verdict = report.verdict;
  out.median_ms = report.median_ms;
  out.spread = report.spread;
  out.gb_per_s = report.gb_per_s;
  out.tflop_per_s = report.tflop_per_s;
  out.ratio = report.ratio;
  out.yardstick = report.yardstick_name;
  out.registers = report.registers;
  for (const RunCount& count : report.counters)
    out.counters.push_back({count.counter, count.predicted, count.measured});
  return out;
}

std::string kept_line(const KeptRun& run) {
  if (!problem_of(run).empty()) return {};
  std::string out = to_json(run);
  if (out.size() > max_kept_line_bytes) out.clear();
  return out;
}

Result<KeptRun> read_kept_line(std::string_view line) {
  if (line.size() > max_kept_line_bytes)
    return failure(ErrorCode::too_large, say("it is longer than {} bytes", max_kept_line_bytes));
  auto run = from_json<KeptRun>(line);
  if (!run) return run;
  if (Message problem = problem_of(*run); !problem.empty()) return failure(ErrorCode::arguments, std::move(problem));
  return run;
}

KeptRuns read_kept_runs(std::string_view text) {
  KeptRuns out;
  if (text.size() > 4 * max_kept_bytes) {
    out.refused = 1;
    out.why = say("the stored runs are {} {byte|bytes}; the limit is {}", text.size(), 4 * max_kept_bytes);
    return out;
  }
  std::map<std::string, std::size_t> places;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = next_line(text);
    if (line.empty()) continue;
    auto run = read_kept_line(line);
    if (!run) {
      if (out.refused++ == 0)
        out.why = say("line {} of the stored runs cannot be read: {}", number, run.error().message);
      continue;
    }
    const auto [place, fresh] = places.emplace(run->id, out.runs.size());
    if (fresh) {
      out.runs.push_back(std::move(*run));
    } else {
      out.runs[place->second] = std::move(*run);
      out.surplus = true;
    }
  }
  if (out.runs.size() > max_kept_runs) {
    out.surplus = true;
    out.runs.erase(out.runs.begin(), out.runs.end() - static_cast<std::ptrdiff_t>(max_kept_runs));
  }
  return out;
}

std::string kept_lines(const std::vector<KeptRun>& runs) {
  std::vector<std::string> lines;
  std::size_t bytes = 0;
  for (std::size_t i = runs.size(); i-- > 0 && lines.size() < max_kept_runs;) {
    if (runs[i].recorded) continue;
    std::string line = kept_line(runs[i]);
    if (line.empty()) continue;
    line.push_back('\n');
    bytes += line.size();
    if (bytes > max_kept_bytes) break;
    lines.push_back(std::move(line));
  }
  std::string out;
  for (std::size_t i = lines.size(); i-- > 0;) out.append(lines[i]);
  return out;
}

std::vector<KeptRun> recorded_runs(const Measurements& file) {
  std::vector<KeptRun> out;
  const auto add = [&](std::string_view list, const std::vector<MeasuredKernel>& rows) {
    for (const MeasuredKernel& row : rows) {
      auto run = recorded_run(row, file);
      if (!run) continue;
      run->id = cat(file.device.name.substr(0, 40), ' ', list, ' ', out.size());
      if (problem_of(*run).empty()) out.push_back(std::move(*run));
    }
  };
  add("kernels", file.kernels);
  add("products", file.products);
  return out;
}

}  // namespace stridescope
