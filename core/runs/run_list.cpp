// A list of runs from a file of unknown origin: each run is validated like a stored line.
#include "core/runs/run_list.h"

#include <utility>

#include "core/base/archive_json.h"
#include "core/runs/measurements.h"

namespace stridescope {
namespace {

bool is_table(std::string_view name) { return name.ends_with(".csv") || name.ends_with(".tsv"); }

std::string_view past_blanks(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

}  // namespace

bool looks_like_runs(std::string_view name, std::string_view text) {
  const std::string_view begin = past_blanks(text);
  return is_table(name) || name.ends_with(".json") || name.ends_with(".jsonl") || begin.starts_with('{') ||
         begin.starts_with('[');
}

Result<KeptRuns> read_run_list(std::string_view name, std::string_view text) {
  if (is_table(name)) {
    return failure(ErrorCode::arguments,
                   say("{} is a CSV table, which omits part of each run; save runs as JSON", name),
                   say("runs that are saved as JSON can be opened here"));
  }
  const auto none = [&](const Message& why) {
    return failure(ErrorCode::arguments, say("{} is not a list of runs: {}", name, why),
                   say("runs that are saved as JSON can be opened here"));
  };
  if (text.size() > 4 * max_kept_bytes) return none(say("it is larger than {} bytes", 4 * max_kept_bytes));
  const std::string_view begin = past_blanks(text);
  const auto measurements = read_measurements(begin);
  if (measurements) {
    if (std::vector<KeptRun> recorded = recorded_runs(*measurements); !recorded.empty())
      return KeptRuns{std::move(recorded), 0, {}, false};
  } else if (begin.find("\"kernels\"") != std::string_view::npos &&
             begin.find("\"kept_run\"") == std::string_view::npos) {
    return none(measurements.error().message);
  }
  KeptRuns out;
  if (begin.starts_with('[')) {
    const auto listed = from_json<std::vector<KeptRun>>(begin);
    if (!listed) return none(listed.error().message);
    std::string lines;
    for (const KeptRun& run : *listed) lines += to_json(run) + "\n";
    out = read_kept_runs(lines);
  } else {
    out = read_kept_runs(begin);
  }
  if (out.runs.empty()) return none(out.why.empty() ? say("it is empty") : out.why);
  return out;
}

}  // namespace stridescope
