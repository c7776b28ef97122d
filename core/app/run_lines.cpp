// Reads the sentences that a result brings along, and turns the tables of a trace into a few, with medians in place
// of thousands of rows. What is missing or mistyped gives no sentence.
#include "core/app/run_lines.h"

#include <algorithm>

#include "core/base/message_json.h"
#include "core/base/number_text.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

// The numbers of one column of a table.
std::vector<double> column(const JsonValue& table, std::string_view name) {
  const auto& columns = table["columns"].items();
  std::size_t at = 0;
  while (at < columns.size() && columns[at].string() != name) ++at;
  std::vector<double> out;
  for (const JsonValue& row : table["rows"].items()) out.push_back(row.at(at).number());
  return out;
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

}  // namespace

Message told(const std::string& words, const JsonValue& said) {
  if (const auto json = JsonValue::parse(said.string())) {
    if (Message message = read_message(*json); json->is_object() && !message.empty()) return message;
  }
  if (words.empty() || words.find_first_of("{}") != std::string::npos) return Message::verbatim(words);
  return compose(words.c_str(), nullptr, 0);
}

Message told(const JsonValue& part, std::string_view key) { return told(part[key].string(), part["said"][key]); }

std::vector<Message> trace_lines(const JsonValue& trace) {
  std::vector<Message> out;
  const JsonValue& tiles = trace["tiles"];
  if (!tiles["rows"].items().empty()) {
    std::vector<double> times = column(tiles, "end_ns");
    const std::vector<double> starts = column(tiles, "start_ns");
    const std::vector<double> bytes = column(tiles, "bytes");
    std::vector<double> rates;
    for (std::size_t i = 0; i < times.size(); ++i) {
      times[i] -= starts[i];
      if (times[i] > 0) rates.push_back(bytes[i] / times[i]);
    }
    Message line = say("traced: {} of {} {tile|tiles}, on a multiprocessor for {} ns in the median", times.size(),
                       tiles["of"].integer(), fixed(median(times), 0));
    if (!rates.empty()) line = say("{}, {} GB/s each", line, fixed(median(rates), 2));
    if (trace["timer_ns"].is_number()) {
      line = say("{}; the clock steps by {} ns", line, fixed(trace["timer_ns"].number(), 0));
    }
    out.push_back(std::move(line));
  }
  const JsonValue& accesses = trace["accesses"];
  const std::vector<double> side_of = column(accesses, "side");
  const std::vector<double> cycles_of = column(accesses, "cycles");
  const auto& sides = accesses["sides"].items();
  for (std::size_t side = 0; side < sides.size(); ++side) {
    std::vector<double> cycles;
    for (std::size_t i = 0; i < side_of.size(); ++i) {
      if (side_of[i] == static_cast<double>(side)) cycles.push_back(cycles_of[i]);
    }
    if (cycles.empty()) continue;
    out.push_back(say("traced: {}: {} {cycle|cycles} in the median of {} warp accesses", sides[side].string(),
                      fixed(median(cycles), 0), cycles.size()));
  }
  return out;
}

}  // namespace stridescope
