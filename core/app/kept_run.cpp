// Runs to lines and back. A line comes from a file or a browser's storage, where anybody may have written it: every
// number and text is looked at before it is a run.
#include "core/app/kept_run.h"

#include <map>

#include "core/app/records.h"
#include "core/base/archive_json.h"
#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::size_t max_kept_counters = 512;
constexpr std::size_t max_id_bytes = 80;

bool usable(const std::optional<double>& value) { return !value || (*value >= 0 && *value < 1e15); }

// Empty for a run that can be shown and sorted.
Message problem_of(const KeptRun& run) {
  if (run.id.empty() || run.id.size() > max_id_bytes)
    return say("'id' is empty, or longer than {} bytes", max_id_bytes);
  for (const std::optional<double>& value : {run.median_ms, run.spread, run.gb_per_s, run.tflop_per_s, run.ratio}) {
    if (!usable(value)) return say("a figure of it is negative, or larger than can be measured");
  }
  if (run.counters.size() > max_kept_counters) return say("it has more than {} counters", max_kept_counters);
  for (const KeptCount& count : run.counters) {
    if (!usable(count.predicted) || !usable(count.measured))
      return say("the counter {} is negative, or larger than can be counted", count.counter);
  }
  return {};
}

// The next line of the text, which is taken from it.
std::string_view next_line(std::string_view& text) {
  std::string_view line = take_line(text);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::optional<double> number(const JsonValue& object, std::string_view key) {
  const JsonValue& value = object[key];
  return value.is_number() && usable(value.number()) ? std::optional(value.number()) : std::nullopt;
}

void add_counters(const JsonValue& row, KeptRun& run) {
  for (const auto& [counter, value] : row["measured"]["counters"].members()) {
    if (value.is_number()) run.counters.push_back({counter, {}, value.number()});
  }
}

}  // namespace

KeptRun kept_run(const RanKernel& ran, const RunReport& report) {
  KeptRun out;
  out.id = ran.id;
  out.program = ran.program;
  out.mode = ran.mode;
  out.kernel = ran.kernel;
  out.value = ran.value;
  out.device = report.device;
  out.driver = report.driver;
  out.arch = report.arch;
  out.date = report.date.empty() ? ran.date : report.date;
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
    out.why = say("the kept runs are {} {byte|bytes}; at most {} are read", text.size(), 4 * max_kept_bytes);
    return out;
  }
  std::map<std::string, std::size_t> places;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = next_line(text);
    if (line.empty()) continue;
    auto run = read_kept_line(line);
    if (!run) {
      if (out.refused++ == 0) out.why = say("line {} of the kept runs cannot be read: {}", number, run.error().message);
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

std::vector<KeptRun> recorded_runs(std::string_view measurements) {
  std::vector<KeptRun> out;
  const auto file = JsonValue::parse(measurements);
  if (!file) return out;
  const JsonValue& device = (*file)["device"];
  for (const std::string_view list : {"kernels", "products"}) {
    for (const JsonValue& row : (*file)[list].items()) {
      KeptRun run;
      run.gb_per_s = number(row, "gb_per_s");
      run.tflop_per_s = number(row, "tflop_per_s");
      if (!run.gb_per_s && !run.tflop_per_s) continue;
      run.id = cat(device["name"].string().substr(0, 40), ' ', list, ' ', out.size());
      run.program = row["program"].string();
      run.mode = IntegerMode::cute;
      run.value = row["name"].string();
      run.device = device["name"].string();
      run.driver = device["driver"].string();
      run.arch = device["arch"].string();
      run.date = (*file)["date"].string();
      run.on_gpu = run.recorded = true;
      // A file of measurements says nothing of the elements.
      run.verdict = RunVerdict::not_verified;
      run.median_ms = number(row, "ms");
      run.spread = number(row, "spread");
      run.ratio = number(row, "ratio");
      if (run.ratio) run.yardstick = run.tflop_per_s ? "cuBLASLt" : "cuMemcpyDtoD";
      const JsonValue& resources = row.has("resources") ? row["resources"] : row;
      if (resources["registers"].is_number()) run.registers = resources["registers"].integer();
      add_counters(row, run);
      if (problem_of(run).empty()) out.push_back(std::move(run));
    }
  }
  return out;
}

}  // namespace stridescope
