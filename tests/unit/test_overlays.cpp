// Pictures of measurements: their contents, that measured and predicted values never share a cell, their legends, and
// their data in recorded files.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/base/archive_json.h"
#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/render/render.h"
#include "core/runs/overlay.h"
#include "tests/unit/results.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

const MeasuredOn gpu = {"NVIDIA H100 80GB HBM3", "2026-11-21", false};

TileTrace trace_of(std::vector<std::int64_t> grid, std::vector<std::int64_t> order, std::int64_t tiles) {
  TileTrace out;
  out.grid = std::move(grid);
  out.order = std::move(order);
  out.of = tiles;
  out.timer_ns = 32;
  for (std::int64_t i = 0; i < tiles; ++i) {
    const std::int64_t round = i / 4;
    const auto start = static_cast<double>(1000 * round);
    out.tiles.push_back({i, i % 4, start, start + 1000 + static_cast<double>(i), 8192});
  }
  return out;
}

bool legend_names(const Scene& scene, std::string_view text) {
  return std::any_of(scene.legend.begin(), scene.legend.end(),
                     [&](const auto& entry) { return english(entry.label).find(text) != std::string::npos; });
}

std::string svg_of(const Scene& scene) {
  const auto drawing = paint(scene, {true});
  REQUIRE_MESSAGE(drawing.has_value(), english(drawing.error().message));
  return svg(*drawing, english(scene.title));
}

std::string file(const char* path) {
  std::ifstream in(path);
  REQUIRE(in.good());
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

constexpr const char* transpose = "copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))";

}  // namespace

TEST_CASE("JSON is read: types, escapes, numbers; what is none is not") {
  const auto json = JsonValue::parse(
      R"( {"a":[1,-2.5,1e3,12345678901234,0.001], "b":"x\n\u00e9\ud83d\ude00\"", "c":true, "d":null} )");
  REQUIRE(json.has_value());
  CHECK((*json)["a"].at(0).integer() == 1);
  CHECK((*json)["a"].at(1).number() == -2.5);
  CHECK((*json)["a"].at(2).number() == 1000);
  CHECK((*json)["a"].at(3).integer() == 12345678901234);
  CHECK((*json)["a"].at(4).number() == doctest::Approx(0.001));
  CHECK((*json)["a"].at(9).integer() == 0);
  CHECK((*json)["b"].string() == "x\n\xC3\xA9\xF0\x9F\x98\x80\"");
  CHECK((*json)["c"].boolean());
  CHECK((*json)["e"]["f"].string().empty());
  std::string back;
  append_json(back, *json);
  CHECK(back ==
        "{\"a\":[1,-2.5,1000,12345678901234,0.001],\"b\":\"x\\n\xC3\xA9\xF0\x9F\x98\x80\\\"\",\"c\":true,\"d\":null}");
  for (const char* wrong :
       {"", "{", "[1,]", "{\"a\"}", "\"\\x\"", "\"\\ud83d", "tru", "1 2", "-", "1e", "{a:1}", "\"\n\""}) {
    CAPTURE(wrong);
    CHECK(!JsonValue::parse(wrong).has_value());
  }
  CHECK(!JsonValue::parse(std::string(100000, '[')).has_value());
}

TEST_CASE("a number of JSON is the nearest double, and one beyond all of them is no JSON") {
  for (const char* text : {"0",
                           "0e999",
                           "0.0e-999",
                           "0e99999999999999999999",
                           "5e-324",
                           "2.4703282292062328e-324",
                           "2.4703282292062327e-324",
                           "4.9406564584124654e-324",
                           "2.2250738585072011e-308",
                           "2.2250738585072014e-308",
                           "0.1e-400",
                           "1e-99999999999999999999",
                           "1.7976931348623157e308",
                           "17976931348623157e292",
                           "1.7976931348623158e308",
                           "0.1",
                           "0.3",
                           "2.675",
                           "1e23",
                           "8.5e22",
                           "9007199254740993",
                           "9007199254740993.0000000000000001",
                           "123456789012345678901234567890",
                           "123456789012345678901234567890e-29",
                           "0.000000000000000000000000000000000000000000000000001e51",
                           "3.14159265358979323846264338327950288419716939937510",
                           "1E+2"}) {
    for (const std::string& signed_text : {std::string(text), std::string("-") + text}) {
      CAPTURE(signed_text);
      const auto json = JsonValue::parse(signed_text);
      REQUIRE(json.has_value());
      const double expected = std::strtod(signed_text.c_str(), nullptr);
      CHECK(json->number() == expected);
      CHECK(std::signbit(json->number()) == std::signbit(expected));
    }
  }
  // Zeros before and after the point are only positions, however many there are.
  const std::string zeros(100'000, '0');
  CHECK(JsonValue::parse("1" + zeros + "e-100000")->number() == 1);
  CHECK(JsonValue::parse("0." + zeros + "1e100001")->number() == 1);
  CHECK(JsonValue::parse(zeros + "7")->number() == 7);
  for (const char* beyond :
       {"1e309", "-1e309", "1e400", "1.7976931348623159e308", "1e99999999999999999999", "[1,1e400]"}) {
    CAPTURE(beyond);
    CHECK_FALSE(JsonValue::parse(beyond).has_value());
  }
  for (const char* wrong :
       {"+1", "1e+", "1e-", ".", "-.", "e5", "0x10", "1_000", "NaN", "Infinity", "-Infinity", "1e5.5"}) {
    CAPTURE(wrong);
    CHECK_FALSE(JsonValue::parse(wrong).has_value());
  }
  // Whole numbers as far as doubles count in ones.
  CHECK(JsonValue::parse("9007199254740991")->integer() == 9007199254740991);
  CHECK(JsonValue::parse("-9007199254740991")->integer() == -9007199254740991);
  CHECK(JsonValue::parse("9007199254740993")->integer() == 0);
  CHECK(JsonValue::parse("-1.9")->integer() == -1);
}

TEST_CASE("the bandwidth of a tile stands where the tile lies") {
  // Mode 1 is the fastest: tile 1 is right of tile 0.
  const auto scene = bandwidth_scene(trace_of({2, 3}, {1, 0}, 6), gpu);
  REQUIRE(scene.has_value());
  CHECK(scene->rows == 2);
  CHECK(scene->cols == 3);
  CHECK(scene->ids == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5});
  CHECK(scene->labels[0] == "8.19");  // 8192 bytes in 1000 ns
  CHECK(scene->colors[0] == heat_class(heat_levels - 1));
  CHECK(scene->colors[5] == heat_class(0));
  CHECK(legend_names(*scene, "measured on NVIDIA H100 80GB HBM3, 2026-11-21"));
  CHECK(!legend_names(*scene, "predicted"));
  const auto other = bandwidth_scene(trace_of({2, 3}, {0, 1}, 6), gpu);
  REQUIRE(other.has_value());
  CHECK(other->ids == std::vector<std::int64_t>{0, 2, 4, 1, 3, 5});
  const auto line = bandwidth_scene(trace_of({70}, {0}, 70), gpu);
  REQUIRE(line.has_value());
  CHECK(line->cols == 32);
  CHECK(line->rows == 3);
  CHECK(line->ids[64] == 64);
  CHECK(line->states[95] == CellState::gap);
  const auto large = bandwidth_scene(trace_of({256, 300}, {0, 1}, 5000), gpu);
  REQUIRE(large.has_value());
  CHECK(large->rows * large->cols <= max_labelled_cells);
  CHECK(english(large->note).find("mean of 4 x 5 tiles") != std::string::npos);
  const std::string picture = svg_of(*scene);
  CHECK(picture.find("--ss-c19,#f28b6b") != std::string::npos);
  CHECK(picture.find("measured on NVIDIA H100 80GB HBM3, 2026-11-21: ") != std::string::npos);
  CHECK(tikz(*paint(*scene), "t").find("{class19}") != std::string::npos);
}

TEST_CASE("the timeline has a row a multiprocessor and counts the tiles on it") {
  const auto scene = timeline_scene(trace_of({64}, {0}, 64), gpu);
  REQUIRE(scene.has_value());
  CHECK(scene->rows == 4);
  CHECK(scene->row_heads[0][3] == "SM 3");
  CHECK(scene->labels[0] == "1");
  std::int64_t most = 0;
  for (const std::string& label : scene->labels) most = std::max<std::int64_t>(most, std::atoi(label.c_str()));
  CHECK(most == 2);
  CHECK(legend_names(*scene, "measured on NVIDIA H100"));
  CHECK(svg_of(*scene).find("SM 3") != std::string::npos);
}

TEST_CASE("cycles by warp access, a caption a side") {
  AccessTrace trace;
  trace.sides = {"reads src, until the value is used", "writes dst, until it is issued"};
  for (std::int64_t w = 0; w < 2; ++w) {
    for (std::int64_t a = 0; a < 3; ++a) trace.accesses.push_back({0, w, a, 500 + 10 * a + w});
    trace.accesses.push_back({1, w, 0, 20});
  }
  const auto scene = cycles_scene(trace, gpu);
  REQUIRE(scene.has_value());
  CHECK(scene->rows == 4);
  CHECK(scene->cols == 3);
  CHECK(scene->labels[0] == "500");
  CHECK(scene->labels[5] == "521");
  CHECK(scene->labels[6] == "20");
  CHECK(scene->captions[2] == "writes dst, until it is issued");
  CHECK(svg_of(*scene).find("until the value is used") != std::string::npos);
}

TEST_CASE("counts: predicted and measured in cells of their own") {
  const std::vector<CountPair> counts = {{"a.sum", Message::verbatim("sectors"), 128, 128},
                                         {"b.sum", Message::verbatim("wavefronts"), 32, 64},
                                         {"c.sum", Message(), {}, 7},
                                         {"d.sum", Message::verbatim("requests"), 4, {}}};
  const auto scene = counters_scene(counts, gpu);
  REQUIRE(scene.has_value());
  REQUIRE(scene->col_heads.size() == 1);
  CHECK(english(scene->col_heads[0]) == std::vector<std::string>{"predicted", "measured", "difference"});
  CHECK(scene->labels == std::vector<std::string>{"128", "128", "0", "32", "64", "+32", "", "7", "", "4", "", ""});
  CHECK(scene->colors[0] != scene->colors[1]);
  CHECK(scene->states[5] == CellState::lit);
  CHECK(legend_names(*scene, "predicted by the model"));
  CHECK(legend_names(*scene, english(gpu.text())));
  for (const auto& entry : scene->legend) {
    const bool both = english(entry.label).find("measured on") != std::string::npos &&
                      english(entry.label).find("predicted by") != std::string::npos;
    CHECK(!both);
  }
  const auto only = counters_scene({{"a.sum", Message::verbatim("sectors"), 128, {}}}, gpu);
  REQUIRE(only.has_value());
  CHECK(!legend_names(*only, "measured"));
  CHECK(english(only->note).find("these are predictions") != std::string::npos);
}

TEST_CASE("overlays of a runner's result") {
  Workspace workspace;
  workspace.evaluate(transpose, IntegerMode::teaching);
  const std::string result =
      R"({"status":"ok","device":{"kind":"gpu","name":"G"},"date":"2026-11-21T20:00:00Z",)"
      R"("measured":{"counters":{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":128,"dram__bytes_read.sum":16384}},)"
      R"("trace":{"timer_ns":32,"tiles":{"of":4,"grid":[2,2],"order":[1,0],)"
      R"("columns":["tile","sm","start_ns","end_ns","bytes"],"rows":[[0,0,0,1000,8192],[1,1,0,2000,8192],[2,2,32,1000,8192],[3,3,0,900,8192]]}}})";
  std::string offered;
  for (const Overlay overlay : overlays(result))
    append_all(offered, name_of(overlay), ": ", english(title_of(overlay)), '\n');
  CHECK(offered ==
        "counters: counts, predicted and measured\nbandwidth: bandwidth by tile, measured\n"
        "timeline: timeline by multiprocessor, measured\n");
  const auto counters = overlay_scene(workspace, 0, result, Overlay::counters);
  REQUIRE(counters.has_value());
  CHECK(counters->row_heads[0][0] == "requests that read global memory");
  CHECK(counters->labels[0] == counters->labels[1]);
  CHECK(counters->labels[1] == "128");
  const auto bandwidth = overlay_scene(workspace, 0, result, Overlay::bandwidth);
  REQUIRE(bandwidth.has_value());
  CHECK(bandwidth->labels[1] == "4.10");
  CHECK(legend_names(*bandwidth, "measured on G, 2026-11-21"));
  CHECK(overlay_scene(workspace, 0, result, Overlay::cycles).error().code == ErrorCode::unsupported);
  CHECK(overlay_scene(workspace, 0, "[1", Overlay::counters).error().code == ErrorCode::arguments);
  CHECK(overlay_scene(workspace, 0, R"({"trace":{"tiles":{"rows":[[1]]}}})", Overlay::timeline).error().code ==
        ErrorCode::arguments);
  CHECK(overlays("nonsense").empty());
  // The error names the field with the wrong type, and no picture is made.
  for (const auto& [part, by, name] :
       {std::array<const char*, 3>{"[2,2]", "\"x\"", "'trace.tiles.grid' is a text"},
        std::array<const char*, 3>{"\"of\":4", "\"of\":5", "'trace.tiles.of' must be the product"},
        std::array<const char*, 3>{"[1,0],", "[1,1],", "'trace.tiles.order' must name each mode"},
        std::array<const char*, 3>{"[3,3,0,900,8192]", "[3,3,0,900]", "'trace.tiles.rows[3]' does not have 5 entries"},
        std::array<const char*, 3>{"[3,3,0", "[9,3,0", "names a tile that does not exist"},
        std::array<const char*, 3>{":128", ":-128", "is not a number from 0 to 1e18"}}) {
    std::string text = result;
    const std::size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    text.replace(at, std::string_view(part).size(), by);
    const auto scene = overlay_scene(workspace, 0, text, Overlay::bandwidth);
    REQUIRE(!scene.has_value());
    CAPTURE(english(scene.error().message));
    CHECK(english(scene.error().message).find(name) != std::string::npos);
    CHECK(overlays(text).empty());
  }
}

TEST_CASE("recorded: measurements of a kernel become a result, found by value") {
  const std::string h100 = file("core/data/measured_h100.json");
  const auto json = JsonValue::parse(h100);
  REQUIRE(json.has_value());
  const std::string swept = (*json)["sweep"]["rows"].at(3).at(0).string();
  Workspace workspace;
  // By another text.
  workspace.evaluate("x = " + swept + "; y = x; z = 4:1", IntegerMode::teaching);
  REQUIRE(workspace.report().bindings.size() == 3);
  const auto found = recorded_result(workspace, 1, h100);
  REQUIRE_MESSAGE(found.has_value(), english(found.error().message));
  const auto scene = overlay_scene(workspace, 1, *found, Overlay::counters);
  REQUIRE(scene.has_value());
  CHECK(legend_names(*scene, "recorded: measured on NVIDIA H100"));
  CHECK(to_json(*found).find(":-1") == std::string::npos);  // a missing count is not a number
  CHECK(scene->labels[0] == scene->labels[1]);
  CHECK(recorded_result(workspace, 2, h100).error().code == ErrorCode::unsupported);
  CHECK(recorded_result(workspace, 1, "{}").error().code == ErrorCode::unknown_name);
  CHECK(recorded_result(workspace, 1, "x").error().code == ErrorCode::arguments);
  workspace.evaluate((*json)["kernels"].at(0)["program"].string(), IntegerMode::cute);
  const auto timed = recorded_result(workspace, 0, h100);
  REQUIRE(timed.has_value());
  CHECK(timed->time->gb_per_s > 100);
  workspace.evaluate(transpose, IntegerMode::cute);
  CHECK(recorded_result(workspace, 0, h100).error().code == ErrorCode::unknown_name);
}

TEST_CASE("recorded: products of matrices become a result, too") {
  const std::string products = file("core/data/products_h200.json");
  const auto json = JsonValue::parse(products);
  REQUIRE(json.has_value());
  const JsonValue* multiplied = nullptr;
  for (const JsonValue& row : (*json)["products"].items()) {
    if (row["group"].string() == "mma.sync") multiplied = &row;
  }
  REQUIRE(multiplied != nullptr);
  Workspace workspace;
  workspace.evaluate((*multiplied)["program"].string(), IntegerMode::cute);
  const int last = static_cast<int>(workspace.report().bindings.size()) - 1;
  const auto found = recorded_result(workspace, last, products);
  REQUIRE_MESSAGE(found.has_value(), english(found.error().message));
  const auto result = JsonValue::parse(to_json(*found));
  REQUIRE(result.has_value());
  CHECK((*result)["time"]["tflop_per_s"].number() == (*multiplied)["tflop_per_s"].number());
  CHECK((*result)["yardstick"]["name"].string() == "cuBLASLt");
  CHECK((*result)["ratio"].number() > 0.5);
  CHECK((*result)["resources"]["shared_bytes"].number() == (*multiplied)["shared_bytes"].number());
  CHECK((*result)["device"]["driver"].string() == "580.159.04");
  CHECK(recorded_result(workspace, last, file("core/data/measured_h200.json")).error().code == ErrorCode::unknown_name);
}

TEST_CASE("recorded: every rung of the ladder has its figures") {
  const std::string ladder = file("core/data/ladder_h100.json");
  int products = 0;
  int transposes = 0;
  for (const GalleryEntry& entry : gallery()) {
    if (entry.group != "ladder") continue;
    CAPTURE(entry.title);
    Workspace workspace;
    const auto& bindings = workspace.evaluate(entry.program, IntegerMode::cute).bindings;
    const auto kernel = std::find_if(bindings.begin(), bindings.end(), [](const auto& b) { return b.name == "K"; });
    REQUIRE(kernel != bindings.end());
    const auto found = recorded_result(workspace, static_cast<int>(kernel - bindings.begin()), ladder);
    REQUIRE_MESSAGE(found.has_value(), english(found.error().message));
    const auto result = JsonValue::parse(to_json(*found));
    REQUIRE(result.has_value());
    CHECK((*result)["time"]["median_ms"].number() > 0);
    CHECK(!(*result)["measured"]["counters"].members().empty());
    const bool product = (*result)["yardstick"]["name"].string() == "cuBLASLt";
    products += product ? 1 : 0;
    transposes += product ? 0 : 1;
  }
  CHECK(products == 14);
  CHECK(transposes == 11);  // and sums
}

TEST_CASE("overlays: measured values of any size, and none at all, make pictures or a refusal") {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  const std::vector<double> reals = {0,    -0.0,  1,    -1,       1e-310,    1e300,        -1e300,
                                     1e19, -1e19, 9e18, infinite, -infinite, std::nan(""), 9.2233720368547758e18};
  const std::vector<std::int64_t> wholes = {0, 1, -1, 7, 64, 4097, most, least, most - 1, std::int64_t{1} << 32};
  std::uint32_t seed = 5;
  const auto random = [&](std::size_t below) {
    seed = seed * 1664525 + 1013904223;
    return static_cast<std::size_t>(seed / 65536) % below;
  };
  const auto real = [&] { return reals[random(reals.size())]; };
  const auto whole = [&] { return wholes[random(wholes.size())]; };
  const auto looked_at = [](const Result<Scene>& scene) {
    if (!scene) return;
    CHECK(std::all_of(scene->colors.begin(), scene->colors.end(),
                      [](std::int32_t color) { return color < palette_size + heat_levels; }));
    REQUIRE(scene->rows * scene->cols <= 1 << 20);
  };
  for (int round = 0; round < 3000; ++round) {
    TileTrace tiles;
    for (std::size_t i = random(4); i > 0; --i) tiles.grid.push_back(whole());
    for (std::size_t i = random(4); i > 0; --i) tiles.order.push_back(random(3) == 0 ? whole() : std::int64_t(i - 1));
    tiles.of = whole();
    tiles.timer_ns = real();
    for (std::size_t i = random(6); i > 0; --i) tiles.tiles.push_back({whole(), whole(), real(), real(), whole()});
    looked_at(bandwidth_scene(tiles, gpu));
    looked_at(timeline_scene(tiles, gpu));
    AccessTrace accesses;
    accesses.sides.resize(random(4));
    accesses.tile = whole();
    for (std::size_t i = random(6); i > 0; --i)
      accesses.accesses.push_back({std::int64_t(random(3)), whole(), whole(), whole()});
    looked_at(cycles_scene(accesses, gpu));
    std::vector<CountPair> counts;
    for (std::size_t i = random(4); i > 0; --i) counts.push_back({"c", Message(), real(), real()});
    looked_at(counters_scene(counts, gpu));
  }
  // A scale of one value, and of values with a distance that overflows a double.
  for (const auto& [low, high] : {std::pair{5.0, 5.0}, std::pair{-1e308, 1.7e308}}) {
    TileTrace tiles;
    tiles.grid = {2};
    tiles.order = {0};
    tiles.tiles = {{0, 0, 0, low > 0 ? low : 1e-300, 1}, {1, 0, 0, high, 1}};
    const auto scene = bandwidth_scene(tiles, gpu);
    REQUIRE(scene.has_value());
    CHECK(scene->colors.size() == 2);
  }
}

}  // namespace stridescope
