// Tests every input from outside, field by field: accepts every message of the protocol; removes each field; replaces
// it by each other JSON type, by numbers too large, negative and broken, by deep nesting and by long text. Nothing
// throws or hangs, an error names the field with the wrong type, and no removal makes a result look better. A field
// that a runner sends and no shape lists fails here, too.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "core/runs/kernel_listing.h"
#include "core/runs/overlay.h"
#include "core/runs/run_result.h"
#include "gpu_runner/client.h"
#include "tests/environment.h"
#include "tests/runner/result_text.h"
#include "tests/transpose_kernel.h"

namespace stridescope::gpu {
namespace {

// Answer of a GPU to a request for everything.
constexpr const char* measured_copy = R"x({"status":"ok","device":{"kind":"gpu","name":"G","arch":"sm90",
"multiprocessors":132,"l2_bytes":52428800,"driver":"580.1","cuda":"13.0","nvrtc":"13.0"},
"verify":{"by":"gpu","checked":4096,"wrong":0,"written_outside":0},"verified":"all","kernel":"K","date":"2026-11-21T20:00:00Z",
"resources":{"blocks":4,"threads":64,"registers":20,"local_bytes":0,"shared_bytes":0,"blocks_per_multiprocessor":16,
"warps_per_multiprocessor":32,"occupancy":0.5},
"time":{"median_ms":0.1,"min_ms":0.09,"max_ms":0.2,"spread":0.01,"runs":50,"bytes":32768,"gb_per_s":12.5,"buffers":2},
"yardstick":{"name":"cuMemcpyDtoD","median_ms":0.1,"spread":0.01,"bytes":16384,"gb_per_s":13.5},"ratio":0.9,
"clocks":{"sm_mhz":1980,"memory_mhz":2619},
"predicted":{"bytes":32768,"counters":{"a.sum":1024},"not_predicted":"nothing"},
"measured":{"counters":{"a.sum":1024,"b.sum":3.5}},"counters_unknown":["c.sum"],
"trace":{"timer_ns":32,"tiles":{"of":4,"every":1,"grid":[2,2],"order":[1,0],
"columns":["tile","sm","start_ns","end_ns","bytes","cycles"],"rows":[[0,0,0,1000,8192,7],[1,1,0,2000,8192,7]]},
"accesses":{"tile":2,"sides":["load","store"],"columns":["side","warp","access","start","cycles"],
"rows":[[0,0,0,0,500],[1,0,1,10,600]]}},
"arch":"sm_90","compile_ms":12.5,"total_ms":80.5,"ptx":"p","cuda":"c","sass":"s","sass_missing":"m","cubin":"Yw==","entry":"stridescope_copy"})x";
constexpr const char* measured_product = R"x({"status":"ok","device":{"kind":"gpu","name":"G"},
"verify":{"by":"gpu","checked":4096,"wrong":0,"written_outside":0},"counters_missing":"none here",
"time":{"median_ms":0.1,"min_ms":0.09,"max_ms":0.2,"spread":0.01,"runs":50,"flops":1e9,"repeat":4,"tflop_per_s":12.5,
"buffers":2},"yardstick":{"name":"cuBLASLt","median_ms":0.1,"spread":0.01,"tflop_per_s":13.5},"yardstick_missing":"x",
"ratio":0.9,"predicted":{"flops":1e9,"counters":{},"counted":{"blocks":4,"repeat":2}},"trace":{"missing":"no tiles"}})x";
constexpr const char* wrong_copy = R"x({"status":"wrong","device":{"kind":"gpu","name":"G"},
"verify":{"by":"gpu","checked":16,"wrong":4,"written_outside":8,"examples":[{"coordinate":"(0,3)","tile":"(0,0)",
"loaded_by":[{"thread":1,"value":2}],"stored_by":[{"thread":1,"value":2}]}]}})x";
constexpr const char* probed = R"x({"status":"wrong","device":{"kind":"gpu","name":"G"},"probe":{"atom":"A",
"verdict":"contradicted","checked":128,"wrong":1,"examples":[{"thread":1,"value":0,"m":1,"k":2,"digit":0}]}})x";
constexpr const char* failed = R"x({"status":"error","code":"no_gpu","message":"there is none","hint":"get one",
"missing":["no driver"],"last":true,"unbegun":true})x";
constexpr const char* able = R"x({"status":"ok","protocol":1,"version":"1.0","reference":true,
"gpu":{"kind":"gpu","name":"G"},"missing":[]})x";
// Fields without a shape, because nothing reads them.
const std::set<std::string> ignored = {"pairs", "got", "table"};

// Place of a value: a path from the root.
using Path = std::vector<Json>;

void collect(const Json& value, Path& at, std::vector<Path>& out) {
  if (!at.empty()) out.push_back(at);
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) {
      if (ignored.count(name) > 0) continue;
      at.emplace_back(name);
      collect(member, at, out);
      at.pop_back();
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < std::min<std::size_t>(value.size(), 2); ++i) {
      at.emplace_back(i);
      collect(value[i], at, out);
      at.pop_back();
    }
  }
}

std::vector<Path> paths(const Json& value) {
  std::vector<Path> out;
  Path at;
  collect(value, at, out);
  return out;
}

std::string text_of(const Path& path) {
  std::string out;
  for (const Json& step : path) out += "/" + fields::words(step);
  return out;
}

Json& at_path(Json& value, const Path& path) {
  Json* out = &value;
  for (const Json& step : path)
    out = step.is_string() ? &(*out)[step.get<std::string>()] : &(*out)[step.get<std::size_t>()];
  return *out;
}

const std::string deep = std::string(60, '[') + std::string(60, ']');
const std::string deeper = std::string(100'000, '[') + std::string(100'000, ']');

// One value of each type, and difficult ones; as text, since a library cannot write all of them.
std::vector<std::string> replacements() {
  return {"null",
          "true",
          "false",
          "-1",
          "0.5",
          "1e300",
          "-1e300",
          "9223372036854775807",
          "-9223372036854775808",
          "18446744073709551615",
          "1e999",
          "\"\"",
          "\"x\"",
          "\"" + std::string(100'000, 'x') + "\"",
          "[]",
          "[[]]",
          "{}",
          "{\"a\":{\"a\":1}}",
          deep,
          "{\"a\":1,\"a\":2}"};
}

// The text of a message with the value at that path replaced by a text.
std::string replaced(const Json& message, const Path& path, const std::string& by) {
  Json copy = message;
  at_path(copy, path) = "@@here@@";
  std::string out = fields::printed(copy);
  const std::size_t at = out.find("\"@@here@@\"");
  REQUIRE(at != std::string::npos);
  return out.replace(at, 10, by);
}

std::string removed(const Json& message, const Path& path) {
  Json copy = message;
  Json& parent = at_path(copy, Path(path.begin(), path.end() - 1));
  if (path.back().is_string()) {
    parent.erase(path.back().get<std::string>());
  } else {
    parent.erase(path.back().get<std::size_t>());
  }
  return fields::printed(copy);
}

std::string line_with(const std::string& result) { return "{\"version\":1,\"id\":1,\"result\":" + result + "}"; }

int rank(const std::string& verified) {
  return verified == "all" ? 3 : verified == "sample" ? 2 : verified == "none" ? 1 : 0;
}

bool same_kind(const Json& a, const Json& b) {
  return (a.is_number() && b.is_number()) || (a.is_boolean() && b.is_boolean()) || (a.is_string() && b.is_string()) ||
         (a.is_array() && b.is_array()) || (a.is_object() && b.is_object());
}

RunRequest reference_request(const std::string& program) {
  RunRequest out;
  out.id = 7;
  out.program = program;
  out.device = "reference";
  return out;
}

// Results of every kind: written above, and from the runner on the reference device.
std::vector<Json> results() {
  std::vector<Json> out;
  for (const char* text : {measured_copy, measured_product, wrong_copy, probed, failed, able}) {
    out.push_back(Json::parse(text));
  }
  ClientOptions options;
  options.command = {environment("RUNNER")};
  JsonClient client(std::move(options));
  const std::string warps = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))";
  for (const std::string& program :
       {std::string(transpose), std::string("copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_3):(_1,_4), tile=(4,4))"),
        std::string("copy_kernel((65536,8192):(8192,1), (65536,8192):(1,65536), (_256,_16):(_16,_1), tile=(64,64))"),
        "mma_kernel(" + warps + ")", std::string("probe_kernel(SM75_U32x4_LDSM_N)"), std::string("1 +")}) {
    RunRequest wanted = reference_request(program);
    wanted.counters = wanted.trace = wanted.text = true;
    out.push_back(client.run(wanted, {}, {}));
  }
  out.push_back(client.send(ping_line(7), 7, {}, {}));
  return out;
}

}  // namespace

TEST_CASE("results from outside: a field that is missing, mistyped or absurd is told, and never believed") {
  Workspace workspace;
  workspace.evaluate(transpose, IntegerMode::teaching);
  int tried = 0;
  for (const Json& result : results()) {
    CAPTURE(fields::printed(result).substr(0, 400));
    const auto whole = parse_answer(line_with(fields::printed(result)));
    REQUIRE(whole.has_value());
    REQUIRE(whole->result->code != malformed_answer);
    const auto word = [](const RunResult& read) {
      return read.verified ? std::string(name_of(*read.verified)) : std::string();
    };
    const std::string verified = word(*whole->result);
    for (const Path& path : paths(result)) {
      CAPTURE(text_of(path));
      const Json& original = at_path(const_cast<Json&>(result), path);
      const auto take = [&](const std::string& text) -> std::string {
        ++tried;
        const auto answer = parse_answer(line_with(text));
        if (!answer) return "noise";  // not JSON that anything reads
        REQUIRE(answer->result.has_value());
        CHECK(result_text(*answer->result).size() < (1 << 20));
        if (const auto read = read_run_result(text)) {
          for (const Overlay one : overlays(*read)) (void)overlay_scene(workspace, 0, *read, one);
        }
        return answer->result->code == malformed_answer ? "refused" : word(*answer->result);
      };
      for (const std::string& by : replacements()) {
        CAPTURE(by.substr(0, 40));
        const std::string text = replaced(result, path, by);
        const std::string came = take(text);
        const Json value = Json::parse(by, nullptr, false);
        if (value.is_discarded()) continue;
        const bool in_rows = std::any_of(path.begin(), path.end(), [](const Json& s) { return s == "rows"; });
        // null counts as missing.
        if (!value.is_null() && !same_kind(value, original)) CHECK((came == "refused" || came == "noise"));
        if (value.is_number() && original.is_number() && !in_rows && (value < 0 || value > 1e18))
          CHECK(came == "refused");
        if (by.find("\"a\":2") != std::string::npos) CHECK((came == "refused" || came == "noise"));
        if (came != "refused" && came != "noise" && !verified.empty()) CHECK(rank(came) <= rank(verified));
      }
      const std::string came = take(removed(result, path));
      if (came != "refused" && came != "noise" && !verified.empty()) {
        CHECK(rank(came) <= rank(verified));
        if (verified == "wrong") CHECK(came == "wrong");
      }
    }
  }
  MESSAGE("results tried: ", tried);
  CHECK(tried > 4000);
  CHECK(!parse_answer("{\"version\":1,\"id\":" + deeper + ",\"result\":" + measured_copy + "}").has_value());
  CHECK(parse_answer(std::string("{\"version\":2,\"id\":1,\"result\":") + measured_copy + "}")->result->code ==
        malformed_answer);
}

TEST_CASE("a line is parsed once: what reads a result reads its fields") {
  Workspace workspace;
  workspace.evaluate(transpose, IntegerMode::teaching);
  const auto parsed = [](const auto& work) {
    const std::size_t before = JsonValue::parsed();
    work();
    return JsonValue::parsed() - before;
  };
  std::optional<Answer> answer;
  CHECK(parsed([&] { answer = parse_answer(line_with(measured_copy)); }) == 1);
  REQUIRE(answer->result.has_value());
  const RunResult& result = *answer->result;
  CHECK(parsed([&] {
          CHECK(run_report(result).verdict == RunVerdict::verified);
          for (const Overlay one : overlays(result)) CHECK(overlay_scene(workspace, 0, result, one).has_value());
          CHECK(kernel_listing(workspace, 0, &result).has_value());
        }) == 0);
  CHECK(parsed([] { CHECK(parse_request(request_line(reference_request("1"))).kind == RequestKind::run); }) == 1);
  CHECK(parsed([] { CHECK(parse_answer(event_line({1, "time", "text"})).has_value()); }) == 1);
}

TEST_CASE("a result is printed with the numbers that it was read with") {
  for (const char* text : {measured_copy, measured_product, wrong_copy, probed, failed, able}) {
    std::string given = text;
    given.erase(std::remove(given.begin(), given.end(), '\n'), given.end());
    const auto read = read_run_result(given);
    REQUIRE(read.has_value());
    // Members are in our order, and `verified` is added.
    nlohmann::json before = nlohmann::json::parse(given);
    nlohmann::json after = nlohmann::json::parse(to_exact_json(*read));
    if (!before.contains("verified")) after.erase("verified");
    // An empty table of counters is left out.
    if (before.contains("predicted") && before["predicted"].value("counters", nlohmann::json::object()).empty())
      before["predicted"].erase("counters");
    CHECK(after == before);
    const auto again = read_run_result(to_exact_json(*read));
    REQUIRE(again.has_value());
    CHECK(to_exact_json(*again) == to_exact_json(*read));
  }
  // The fewest digits: at most those that the library of these tests prints.
  std::mt19937_64 random(7);
  int shorter = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = random();
    double x = 0;
    std::memcpy(&x, &bits, sizeof x);
    if (i % 2 == 0) x = static_cast<double>(bits % 1'000'000'000) / std::pow(10, i % 13);
    if (!std::isfinite(x)) continue;
    std::string ours;
    JsonWriter(ours).exact(x);
    const std::string theirs = Json(x).dump();
    if (std::strtod(ours.c_str(), nullptr) != x) CHECK_MESSAGE(false, ours);
    if (ours != theirs) ++shorter;
    CHECK(ours.size() <= theirs.size());
  }
  CHECK(shorter < 100);
}

TEST_CASE("what a result claims fits together: counts, status and the word for it") {
  const auto told = [](const char* part, const char* by) {
    std::string text = wrong_copy;
    const std::size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    return fields::words(checked(Json::parse(text.replace(at, std::string(part).size(), by))), "message");
  };
  CHECK(fields::words(checked(Json::parse(wrong_copy)), "verified") == "wrong");
  CHECK(told("\"wrong\":4", "\"wrong\":17").find("exceeds 'verify.checked'") != std::string::npos);
  CHECK(told("\"status\":\"wrong\"", "\"status\":\"ok\"").find("'verified' is wrong") != std::string::npos);
  CHECK(told("\"wrong\":4,\"written_outside\":8", "\"wrong\":0").find("'status' is wrong") != std::string::npos);
  CHECK(told("\"checked\":16", "\"checked\":16,\"of\":8").find("'verify.of'") != std::string::npos);
  Json none = Json::parse(measured_copy);
  none.erase("verify");
  CHECK(fields::words(checked(none), "message").find("'verified' is all, but the checked elements give none") !=
        std::string::npos);
  none.erase("verified");
  CHECK(fields::words(checked(none), "verified") == "none");
  CHECK(result_text(none).find("not verified") != std::string::npos);
  // Escape sequences do not reach the terminal.
  Json named = Json::parse(measured_copy);
  named["device"]["name"] = "\033]0;x\a G \xC2\x9B";
  CHECK(result_text(named).find('\033') == std::string::npos);
  CHECK(result_text(named).find('\x9B') == std::string::npos);
}

TEST_CASE("requests from outside: a field that is mistyped or absurd is refused by its name, and the runner lives on") {
  RunRequest wanted = reference_request("1 +");  // refused at once
  wanted.kernel = "K";
  wanted.metrics = {"l2"};
  wanted.trace = wanted.cubin = wanted.sass = true;
  const Json message = Json::parse(request_line(wanted));
  ClientOptions options;
  options.command = {environment("RUNNER")};
  JsonClient client(std::move(options));
  int tried = 0;
  for (const Path& path : paths(message)) {
    if (path[0] == "id") continue;
    CAPTURE(text_of(path));
    const Json& original = at_path(const_cast<Json&>(message), path);
    for (const std::string& by : replacements()) {
      CAPTURE(by.substr(0, 40));
      const std::string line = replaced(message, path, by);
      const Request parsed = parse_request(line);
      const Json value = Json::parse(by, nullptr, false);
      if (!value.is_discarded() && !value.is_null() && !same_kind(value, original)) {
        CHECK(parsed.kind == RequestKind::bad);
        CHECK(!parsed.message.empty());
      }
      const RequestId id = parsed.id;  // null if the line is not a request
      const Json result = client.send(line, id, {}, {});
      CHECK(fields::words(result, "status") == "error");
      CHECK(fields::words(result, "code") != "runner_died");
      CHECK(fields::words(result, "code") != "runner_silent");
      ++tried;
    }
    CHECK(client.send(removed(message, path), 7, {}, {}).is_object());
  }
  for (const std::string& text : {deeper, "{\"version\":1,\"id\":" + deeper + ",\"ping\":true}",
                                  "{\"version\":1,\"id\":\"" + std::string(5000, 'x') + "\",\"ping\":true}"}) {
    CHECK(fields::words(client.send(text, nullptr, {}, {}), "code") == "protocol");
  }
  CHECK(client.replaced() == 0);
  CHECK(tried > 200);
}

TEST_CASE("a sentence with numbers is said in English, and as a message for other languages") {
  const Json failed =
      as_json(error_result("too_large", say("a trace of {} tiles is too large", 7), say("the runner restarts")));
  CHECK(failed["message"] == "a trace of 7 tiles is too large");
  CHECK(failed["said"] == Json{{"message", R"({"id":"a trace of {} tiles is too large","arguments":[7]})"}});
  RunResult without;
  without.missing = {say("the runner restarts"), say("cuBLASLt does not have {}", "x")};
  const Json listed = as_json(without);
  CHECK(listed["missing"] == Json::array({"the runner restarts", "cuBLASLt does not have x"}));
  CHECK(listed["said"] == Json{{"missing.1", R"({"id":"cuBLASLt does not have {}","arguments":["x"]})"}});
}

TEST_CASE("events from outside are events, or noise") {
  const auto good = parse_answer(event_line({1, "time", "text"}));
  REQUIRE(good.has_value());
  const Json event = Json::parse(event_line({1, "time", "text"}));
  for (const Path& path : paths(event)) {
    if (path[0] == "id") continue;
    CAPTURE(text_of(path));
    CHECK(!parse_answer(removed(event, path)).has_value());
    for (const std::string& by : replacements()) {
      CAPTURE(by.substr(0, 40));
      const auto answer = parse_answer(replaced(event, path, by));
      if (answer) CHECK((by == "\"x\"" || by == "\"\"" || path[0] == "text"));
    }
  }
}

}  // namespace stridescope::gpu
