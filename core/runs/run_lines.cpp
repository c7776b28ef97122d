// Summarizes the tables of a trace in a few sentences, with medians in place of thousands of rows.
#include "core/runs/run_lines.h"

#include <algorithm>

#include "core/base/number_text.h"

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

}  // namespace

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

}  // namespace stridescope
