// The tables of what a result may hold, and the contradictions that types do not show: more elements checked than there
// are, verified and wrong at once, a trace of other tiles than the grid's.
#include "core/workspace/run_result.h"

#include <algorithm>
#include <cmath>

#include "core/base/checked.h"
#include "core/base/json_shape.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

using Kind = JsonShape::Kind;

namespace shape {

// --- what fields are ---

constexpr JsonShape boolean = {Kind::boolean};
constexpr JsonShape text = {Kind::text};
constexpr JsonShape long_text = {Kind::text, 0, max_json_bytes};  // sources, machine code, what a compiler says
constexpr JsonShape amount = {Kind::amount};
constexpr JsonShape count = {Kind::count};
constexpr JsonShape texts = {Kind::list, 0, 64, &text};
constexpr JsonShape counts = {Kind::list, 0, 64, &count};
constexpr JsonShape amounts_by_name = {Kind::object, 0, 0, &amount};

constexpr std::string_view statuses[] = {"ok", "wrong", "error", "cancelled"};
constexpr JsonShape status = {Kind::word, 0, 0, nullptr, {}, statuses};
constexpr std::string_view verified_words[] = {"all", "sample", "none", "wrong"};
constexpr JsonShape verified = {Kind::word, 0, 0, nullptr, {}, verified_words};
constexpr std::string_view verdicts[] = {"confirmed", "contradicted", "not runnable here"};
constexpr JsonShape verdict = {Kind::word, 0, 0, nullptr, {}, verdicts};

constexpr JsonField device_fields[] = {
    {"kind", &text},      {"name", &text, true}, {"arch", &text}, {"multiprocessors", &count},
    {"l2_bytes", &count}, {"driver", &text},     {"cuda", &text}, {"nvrtc", &text},
};
constexpr JsonShape device = {Kind::object, 0, 0, nullptr, device_fields};

constexpr JsonField holder_fields[] = {{"thread", &count, true}, {"value", &count, true}};
constexpr JsonShape holder = {Kind::object, 0, 0, nullptr, holder_fields};
constexpr JsonShape holders = {Kind::list, 0, 64, &holder};

constexpr JsonField wrong_fields[] = {
    {"coordinate", &text, true}, {"tile", &text, true}, {"loaded_by", &holders}, {"stored_by", &holders, true}};
constexpr JsonShape wrong_element = {Kind::object, 0, 0, nullptr, wrong_fields};
constexpr JsonShape wrong_elements = {Kind::list, 0, 64, &wrong_element};

// Sentences of the part, by their keys: texts of messages' JSON (core/base/message_json.h).
constexpr JsonShape said = {Kind::object, 0, 0, &long_text};

constexpr JsonField unverified_fields[] = {{"checked", &count}, {"reason", &text, true}, {"said", &said}};
constexpr JsonShape unverified = {Kind::object, 0, 0, nullptr, unverified_fields};
constexpr JsonField verify_fields[] = {
    {"by", &text, true}, {"checked", &count, true}, {"wrong", &count, true}, {"written_outside", &count},
    {"of", &count},      {"sample", &text},         {"said", &said},         {"examples", &wrong_elements}};
constexpr JsonShape verify = {Kind::object, 0, 0, nullptr, verify_fields};
constexpr JsonShape verify_of_some_kind = {Kind::object};

constexpr JsonField resource_fields[] = {{"blocks", &count},
                                         {"threads", &count},
                                         {"registers", &count},
                                         {"local_bytes", &count},
                                         {"shared_bytes", &count},
                                         {"blocks_per_multiprocessor", &count},
                                         {"warps_per_multiprocessor", &count},
                                         {"occupancy", &amount}};
constexpr JsonShape resources = {Kind::object, 0, 0, nullptr, resource_fields};

constexpr JsonField time_fields[] = {{"median_ms", &amount, true}, {"min_ms", &amount},   {"max_ms", &amount},
                                     {"spread", &amount},          {"runs", &count},      {"bytes", &amount},
                                     {"flops", &amount},           {"gb_per_s", &amount}, {"tflop_per_s", &amount},
                                     {"repeat", &count},           {"buffers", &count}};
constexpr JsonShape time = {Kind::object, 0, 0, nullptr, time_fields};
constexpr JsonField yardstick_fields[] = {{"name", &text, true}, {"median_ms", &amount}, {"spread", &amount},
                                          {"bytes", &amount},    {"gb_per_s", &amount},  {"tflop_per_s", &amount}};
constexpr JsonShape yardstick = {Kind::object, 0, 0, nullptr, yardstick_fields};
constexpr JsonField clock_fields[] = {{"sm_mhz", &count}, {"memory_mhz", &count}};
constexpr JsonShape clocks = {Kind::object, 0, 0, nullptr, clock_fields};

constexpr JsonField counted_fields[] = {{"blocks", &count}, {"repeat", &count}};
constexpr JsonShape counted = {Kind::object, 0, 0, nullptr, counted_fields};
constexpr std::string_view bound_words[] = {"sum", "ceiling"};
constexpr JsonShape bound_word = {Kind::word, 0, 0, nullptr, {}, bound_words};
constexpr JsonField bound_fields[] = {{"as", &bound_word, true}, {"counter", &text, true}};
constexpr JsonShape bound = {Kind::object, 0, 0, nullptr, bound_fields};
constexpr JsonShape bounds_by_name = {Kind::object, 0, 0, &bound};
constexpr JsonField predicted_fields[] = {{"bytes", &amount},
                                          {"flops", &amount},
                                          {"counters", &amounts_by_name},
                                          {"bounds", &bounds_by_name},
                                          {"not_predicted", &text},
                                          {"counted", &counted},
                                          {"said", &said}};
constexpr JsonShape predicted = {Kind::object, 0, 0, nullptr, predicted_fields};
constexpr JsonField measured_fields[] = {{"counters", &amounts_by_name, true}};
constexpr JsonShape measured = {Kind::object, 0, 0, nullptr, measured_fields};

constexpr JsonField compiled_fields[] = {{"error", &long_text},   {"arch", &text},       {"compile_ms", &amount},
                                         {"cubin_bytes", &count}, {"registers", &count}, {"ptx", &long_text},
                                         {"cubin", &long_text},   {"entry", &text},      {"sass", &long_text},
                                         {"sass_missing", &text}, {"said", &said}};
constexpr JsonShape compiled = {Kind::object, 0, 0, nullptr, compiled_fields};

constexpr JsonField probed_fields[] = {
    {"thread", &count}, {"value", &count}, {"m", &count}, {"k", &count}, {"digit", &count}};
constexpr JsonShape probed = {Kind::object, 0, 0, nullptr, probed_fields};
constexpr JsonShape probed_list = {Kind::list, 0, 256, &probed};
constexpr JsonField probe_fields[] = {{"atom", &text, true}, {"verdict", &verdict, true}, {"reason", &text},
                                      {"checked", &count},   {"wrong", &count},           {"examples", &probed_list},
                                      {"said", &said}};
constexpr JsonShape probe = {Kind::object, 0, 0, nullptr, probe_fields};

constexpr std::size_t max_trace_rows = 1 << 20;
constexpr std::int64_t max_multiprocessors = 65536;
constexpr JsonField tile_fields[] = {
    {"of", &count, true}, {"every", &count}, {"grid", &counts, true}, {"order", &counts, true}};
constexpr JsonShape tile_table = {Kind::table, 0, max_trace_rows, nullptr, tile_fields};
constexpr JsonField access_fields[] = {{"tile", &count, true}, {"sides", &texts, true}};
constexpr JsonShape access_table = {Kind::table, 0, max_trace_rows, nullptr, access_fields};
constexpr JsonField trace_fields[] = {
    {"missing", &text}, {"timer_ns", &amount}, {"tiles", &tile_table}, {"accesses", &access_table}, {"said", &said}};
constexpr JsonShape trace = {Kind::object, 0, 0, nullptr, trace_fields};

// --- what results are, by their status ---

constexpr JsonField any_fields[] = {{"status", &status, true}};
constexpr JsonShape any_result = {Kind::object, 0, 0, nullptr, any_fields};

constexpr JsonField error_fields[] = {{"code", &text, true}, {"message", &long_text, true},
                                      {"hint", &text},       {"missing", &texts},
                                      {"last", &boolean},    {"unbegun", &boolean},
                                      {"kernel", &text},     {"date", &text},
                                      {"cuda", &long_text},  {"said", &said}};
constexpr JsonShape error_result = {Kind::object, 0, 0, nullptr, error_fields};

// Of a ping.
constexpr JsonField ability_fields[] = {{"protocol", &count, true}, {"version", &text},  {"reference", &boolean},
                                        {"gpu", &device},           {"missing", &texts}, {"said", &said}};
constexpr JsonShape abilities = {Kind::object, 0, 0, nullptr, ability_fields};

constexpr JsonField run_fields[] = {{"device", &device},
                                    {"verified", &verified},
                                    {"verify", &verify_of_some_kind},
                                    {"probe", &probe},
                                    {"recorded", &boolean},
                                    {"kernel", &text},
                                    {"date", &text},
                                    {"missing", &texts},
                                    {"said", &said},
                                    {"last", &boolean},
                                    {"unbegun", &boolean},
                                    {"resources", &resources},
                                    {"time", &time},
                                    {"yardstick", &yardstick},
                                    {"yardstick_missing", &text},
                                    {"ratio", &amount},
                                    {"clocks", &clocks},
                                    {"predicted", &predicted},
                                    {"measured", &measured},
                                    {"counters_missing", &text},
                                    {"counters_unknown", &texts},
                                    {"trace", &trace},
                                    {"compiled", &compiled},
                                    {"compile_ms", &amount},
                                    {"total_ms", &amount},
                                    {"arch", &text},
                                    {"entry", &text},
                                    {"cuda", &long_text},
                                    {"ptx", &long_text},
                                    {"sass", &long_text},
                                    {"sass_missing", &text},
                                    {"cubin", &long_text}};
constexpr JsonShape run_result = {Kind::object, 0, 0, nullptr, run_fields};

}  // namespace shape

// --- what a run may claim ---

// How what was checked fits together, and with the status.
Message contradiction(const JsonValue& result) {
  const JsonValue& v = result["verify"];
  if (v.is_object() && v["reason"].is_null()) {
    if (v["wrong"].integer() > v["checked"].integer()) return say("'verify.wrong' is more than 'verify.checked'");
    if (v["sample"].is_string() && !v["of"].is_number()) return say("'verify.of' is missing");
    if (v["of"].is_number() && v["of"].integer() < v["checked"].integer()) {
      return say("'verify.checked' is more than 'verify.of'");
    }
  }
  const std::string_view word = verified_word(result);
  const bool wrong = result["status"].string() == "wrong";
  if (wrong != (word == "wrong")) return say("'status' is {}, but 'verified' is {}", result["status"].string(), word);
  if (result["verified"].is_string() && result["verified"].string() != word) {
    return say("'verified' is {}, but what was checked says {}", result["verified"].string(), word);
  }
  return {};
}

// The place of a column; as many as there are when it is not there.
std::size_t column(const JsonValue& table, std::string_view name) {
  const auto& columns = table["columns"].items();
  std::size_t i = 0;
  while (i < columns.size() && columns[i].string() != name) ++i;
  return i;
}

bool all_below(const JsonValue& table, std::string_view name, std::int64_t end) {
  const std::size_t at = column(table, name);
  for (const JsonValue& row : table["rows"].items()) {
    const double x = row.at(at).number();
    if (!(x >= 0 && x < static_cast<double>(end)) || std::floor(x) != x) return false;
  }
  return true;
}

// The grid is of as many tiles as there are, the order names each of its modes, and rows speak of what there is.
Message trace_contradiction(const JsonValue& trace) {
  const JsonValue& tiles = trace["tiles"];
  if (tiles.is_object()) {
    const auto& grid = tiles["grid"].items();
    const auto& order = tiles["order"].items();
    std::int64_t product = 1;
    for (const JsonValue& n : grid) {
      if (mul_overflows(product, n.integer(), product)) return say("'trace.tiles.grid' is too large");
    }
    if (product != tiles["of"].integer()) return say("'trace.tiles.of' is not the product of 'trace.tiles.grid'");
    std::vector<bool> named(grid.size(), false);
    for (const JsonValue& mode : order) {
      const auto m = static_cast<std::size_t>(mode.integer());
      if (m < named.size()) named[m] = true;
    }
    if (order.size() != grid.size() || std::find(named.begin(), named.end(), false) != named.end()) {
      return say("'trace.tiles.order' does not name each mode of the grid once");
    }
    if (!all_below(tiles, "tile", product)) return say("'trace.tiles.rows' names a tile that there is not");
    if (!all_below(tiles, "sm", shape::max_multiprocessors))
      return say("'trace.tiles.rows' names a multiprocessor beyond 65536");
  }
  const JsonValue& accesses = trace["accesses"];
  const auto sides = static_cast<std::int64_t>(accesses["sides"].items().size());
  if (accesses.is_object() && !all_below(accesses, "side", sides)) {
    return say("'trace.accesses.rows' names a side that there is not");
  }
  for (const std::string_view name : {"warp", "access"}) {
    if (accesses.is_object() && !all_below(accesses, name, shape::max_trace_rows)) {
      return say("'trace.accesses.rows' has a {} that there cannot be", name);
    }
  }
  return {};
}

}  // namespace

Message run_result_problem(const JsonValue& result) {
  if (Message problem = json_mismatch(result, shape::any_result); !problem.empty()) return problem;
  const std::string& said = result["status"].string();
  if (said == "cancelled") return {};
  if (said == "error") return json_mismatch(result, shape::error_result);
  if (!result["protocol"].is_null()) return json_mismatch(result, shape::abilities);
  if (Message problem = json_mismatch(result, shape::run_result); !problem.empty()) return problem;
  const JsonValue& v = result["verify"];
  if (!v.is_null()) {
    const Message problem = json_mismatch(v, v["reason"].is_null() ? shape::verify : shape::unverified);
    if (!problem.empty()) return say("verify: {}", problem);
  }
  if (Message problem = contradiction(result); !problem.empty()) return problem;
  return trace_contradiction(result["trace"]);
}

std::string_view verified_word(const JsonValue& result) {
  if (result["probe"].is_object()) {
    const std::string& said = result["probe"]["verdict"].string();
    return said == "confirmed" ? "all" : said == "contradicted" ? "wrong" : "none";
  }
  const JsonValue& v = result["verify"];
  if (!v.is_object() || !v["reason"].is_null()) return "none";
  if (v["wrong"].integer() > 0 || v["written_outside"].integer() > 0) return "wrong";
  if (v["checked"].integer() == 0) return "none";
  return v["of"].is_number() && v["of"].integer() > v["checked"].integer() ? "sample" : "all";
}

Message unbelievable(const Message& problem) { return say("the runner's answer is not believed: {}", problem); }

Message unbelievable_hint() { return say("runner and program may be of different versions"); }

}  // namespace stridescope
