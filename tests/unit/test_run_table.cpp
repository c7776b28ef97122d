// The runs as a table and as plots, stored as lines, and exported.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/app/languages.h"
#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/door/door.h"
#include "core/runs/measurements.h"
#include "core/runs/program_change.h"
#include "core/runs/run_list.h"
#include "core/runs/run_table.h"

namespace stridescope {
namespace {

constexpr std::string_view sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";

KeptRun run_of(std::string id, std::optional<double> gb_per_s, RunVerdict verdict = RunVerdict::verified) {
  KeptRun out;
  out.id = std::move(id);
  out.program = "A = (4,8):(8,1)\nK = copy_kernel(A, A,\n  (_4):(_1))\n";
  out.kernel = "K";
  out.device = "NVIDIA H100 80GB HBM3";
  out.date = "2026-11-21T20:00:00Z";
  out.on_gpu = true;
  out.verdict = verdict;
  out.gb_per_s = gb_per_s;
  if (gb_per_s) out.median_ms = 100 / *gb_per_s;
  return out;
}

std::string numbers_of(const RunTableShown& shown) {
  std::string out;
  for (const RunRow& row : shown.rows) append_all(out, out.empty() ? "" : " ", row.number);
  return out;
}

const RunCell& cell(const RunTableShown& shown, std::size_t row, std::string_view word) {
  for (std::size_t i = 0; i < shown.columns.size(); ++i) {
    if (shown.columns[i].word == word) return shown.rows.at(row).cells.at(i);
  }
  FAIL("no such column");
  return shown.rows.front().cells.front();
}

RunTable three() {
  RunTable table;
  table.add(run_of("a", 2000));
  table.add(run_of("b", {}, RunVerdict::wrong));
  table.add(run_of("c", 3000));
  return table;
}

}  // namespace

TEST_CASE("run table: the programs of any two runs, line by line") {
  RunTable table = three();
  KeptRun other = run_of("d", 1);
  other.program = table.find("a")->program + "B = 4:1\n";
  table.add(other);
  const auto found = table.difference("a", "d");
  REQUIRE(found);
  CHECK(found->before == 1);
  CHECK(found->after == 4);
  REQUIRE(found->lines.size() == 1);
  CHECK(found->lines[0].find("B = 4:1") != std::string::npos);
  CHECK(table.difference("a", "c")->lines.empty());
  CHECK_FALSE(table.difference("a", "z"));
}

TEST_CASE("run table: sorted by any column, what is not known last, the newest first among equals") {
  const RunTable table = three();
  CHECK(numbers_of(table.show({})) == "3 2 1");
  CHECK(numbers_of(table.show({.sort = "number", .descending = false})) == "1 2 3");
  CHECK(numbers_of(table.show({.sort = "bandwidth"})) == "3 1 2");
  CHECK(numbers_of(table.show({.sort = "bandwidth", .descending = false})) == "1 3 2");
  CHECK(numbers_of(table.show({.sort = "device"})) == "3 2 1");
  CHECK(numbers_of(table.show({.sort = "no such column"})) == "3 2 1");
  const RunTableShown shown = table.show({});
  CHECK(cell(shown, 0, "bandwidth").text == "3000.0");
  CHECK(cell(shown, 1, "bandwidth").text.empty());
  CHECK(cell(shown, 1, "verdict").text == "wrong");
  CHECK(cell(shown, 2, "kernel").text == "K = copy_kernel(A, A, (_4):(_1))");
  CHECK(cell(shown, 0, "kernel").text == "as run 2");
  CHECK(cell(shown, 0, "date").text == "2026-11-21 20:00");
  CHECK(shown.summary == "3 runs");
  // Columns without any value are omitted.
  for (const RunColumn& column : shown.columns) CHECK(column.word != "operations");
}

TEST_CASE("run table: blank lines do not change a program") {
  CHECK(program_change("A = 1\n\nB = 2\n", "\nA = 1\nB = 2").empty());
  CHECK(program_change("A = 1\n\nB = 2", "A = 1\nB = 3\n\nC = f(A)") == "B = 3; C = f(A)");
}

TEST_CASE("run table: brackets in comments and quotations join no lines") {
  CHECK(program_change("A = 1 # see (a\nB = 2", "A = 1 # see (a\nB = 3") == "B = 3");
  CHECK(program_change("A = 1 // [x\nB = 2", "A = 1 // [x\nB = 3") == "B = 3");
  CHECK(program_change("A = f(\"(#\")\nB = 2", "A = f(\"(#\")\nB = 3") == "B = 3");
  // Comments are those of the language.
  CHECK(program_change("A = 1 # one\nB = 2", "A = 1  # another\nB = 2").empty());
  CHECK(program_change("A = 1 /* (\n */\nB = 2", "A = 1 /* [ */\nB = 3") == "B = 3");
}

TEST_CASE("run table: a filter wants all its words, and none of those with a minus") {
  RunTable table = three();
  table.add(run_of("d", 10));
  KeptRun other = run_of("e", 10);
  other.device = "NVIDIA H200";
  table.add(other);
  CHECK(numbers_of(table.show({.filter = "h200"})) == "5");
  CHECK(numbers_of(table.show({.filter = "nvidia -h200"})) == "4 3 2 1");
  CHECK(numbers_of(table.show({.filter = "copy_kernel wrong"})) == "2");
  CHECK(numbers_of(table.show({.filter = "  "})) == "5 4 3 2 1");
  CHECK(table.show({.filter = "h200"}).summary == "1 of 5 runs");
  CHECK(table.show({.filter = "nothing has this"}).rows.empty());
}

TEST_CASE("run table: the baseline, and what others are of it in percent") {
  const RunTable table = three();
  const RunTableShown shown = table.show({.baseline = "a"});
  CHECK(shown.rows[2].baseline);
  CHECK(cell(shown, 0, "bandwidth").change == "+50.0 %");
  CHECK(cell(shown, 0, "time").change ==
        "\xE2\x88\x92"
        "33.3 %");
  CHECK(cell(shown, 1, "bandwidth").change.empty());
  CHECK(cell(shown, 2, "bandwidth").change.empty());
  CHECK(cell(shown, 0, "number").change.empty());
  // A removed run is not a baseline.
  CHECK(table.show({.baseline = "z"}).view.baseline.empty());
}

TEST_CASE("run table: a kernel is what its program changed since the baseline, or since the run before it") {
  RunTable table = three();
  KeptRun tiled = run_of("d", 3100);
  tiled.program = "A = (4,8):(8,1)\nK = copy_kernel(A, A, (_4):(_1), tile=(4,4))\n";
  table.add(tiled);
  KeptRun swizzled = tiled;
  swizzled.id = "e";
  swizzled.program = "A = (4,8):(1,4)\nK = copy_kernel(A, A, (_4):(_1), tile=(8,4))\n";
  table.add(swizzled);
  KeptRun fixed = run_of("f", 10);
  fixed.recorded = true;
  fixed.value = "row major";
  table.add(fixed);
  const RunTableShown shown = table.show({});
  CHECK(cell(shown, 0, "kernel").text == "A = (4,8):(1,4); K: tile=(8,4)");
  CHECK(cell(shown, 1, "kernel").text == "K: tile=(4,4)");
  CHECK(cell(shown, 5, "kernel").text == "row major");
  const RunTableShown against = table.show({.baseline = "d"});
  CHECK(cell(against, 1, "kernel").text == "K = copy_kernel(A, A, (_4):(_1), tile=(4,4))");
  CHECK(cell(against, 0, "kernel").text == "A = (4,8):(1,4); K: tile=(8,4)");
  CHECK(cell(against, 4, "kernel").text == "K: \xE2\x88\x92 tile=(4,4)");
  // Copied text has the whole statement.
  CHECK(table.print({}, RunFormat::text).find("5\tK = copy_kernel(A, A, (_4):(_1), tile=(8,4))\t") !=
        std::string::npos);
}

TEST_CASE("run table: a change is better or worse, unless it is within the spread") {
  RunTable table;
  for (const auto& [id, rate] : {std::pair{"a", 1000.0}, {"b", 1100.0}, {"c", 900.0}, {"d", 1015.0}}) {
    KeptRun run = run_of(id, rate);
    run.spread = 0.01;
    run.registers = static_cast<std::int64_t>(rate);
    run.counters = {{std::string(sectors), rate, rate}, {"sm__throughput.avg.pct", {}, rate}};
    table.add(run);
  }
  const RunTableShown shown = table.show({.baseline = "a", .pinned = {std::string(sectors), "sm__throughput.avg.pct"}});
  CHECK(cell(shown, 2, "bandwidth").sense == ChangeSense::better);
  CHECK(cell(shown, 2, "time").sense == ChangeSense::better);
  CHECK(cell(shown, 1, "bandwidth").sense == ChangeSense::worse);
  CHECK(cell(shown, 1, "time").sense == ChangeSense::worse);
  CHECK(cell(shown, 0, "bandwidth").sense == ChangeSense::same);
  CHECK(cell(shown, 0, "bandwidth").change == "+1.5 %");
  CHECK(cell(shown, 2, sectors).sense == ChangeSense::worse);
  CHECK(cell(shown, 1, sectors).sense == ChangeSense::better);
  CHECK(cell(shown, 2, "registers").sense == ChangeSense::same);
  CHECK(cell(shown, 2, "sm__throughput.avg.pct").sense == ChangeSense::same);
}

TEST_CASE("run table: a plot joins the runs of one device, the newest device first") {
  RunTable table = three();
  KeptRun other = run_of("d", 4000);
  other.device = "NVIDIA H200";
  table.add(other);
  const RunPlot plot = table.show({}).plots.at(0);
  CHECK(plot.devices == std::vector<std::string>{"NVIDIA H200", "NVIDIA H100 80GB HBM3"});
  REQUIRE(plot.points.size() == 3);
  CHECK(plot.points[0].device == 1);
  CHECK(plot.points[1].device == 1);
  CHECK(plot.points[2].device == 0);
}

TEST_CASE("run table: counters are columns by their names, in plain words in both languages") {
  RunTable table = three();
  KeptRun counted = run_of("n", 1000);
  counted.counters = {{"own__counter.sum", {}, 7}, {std::string(sectors), 1024, 1030}};
  table.add(counted);
  const RunTableShown plain = table.show({});
  REQUIRE(plain.counters.size() == 3);
  CHECK(plain.counters[0].word == sectors);
  CHECK(plain.counters[0].title == "sectors loaded");
  CHECK(plain.counters[1].title == "sectors loaded, predicted");
  CHECK(plain.counters[2].title == "own__counter.sum");
  CHECK(render(plain.counters[0].tip, *catalog_of("zh")).find("扇区") != std::string::npos);
  const RunTableShown pinned = table.show({.sort = std::string(sectors), .pinned = {std::string(sectors)}});
  CHECK(pinned.columns.size() == plain.columns.size() + 1);
  // Among the numbers: place and time of the run come last.
  std::string order;
  for (const RunColumn& column : pinned.columns) order += (column.numbers ? "1" : "0");
  CHECK(order.substr(0, 3) == "100");
  CHECK(order.find("01", 3) == std::string::npos);
  CHECK(cell(pinned, 0, sectors).text == "1,030");
  CHECK(cell(pinned, 1, sectors).text.empty());
}

TEST_CASE("run table: plots of two columns, a unit an axis, and what was not timed in words") {
  RunTable table;
  CHECK(table.show({}).plots.empty());
  table.add(run_of("a", {}));
  table.add(run_of("b", {}, RunVerdict::wrong));
  RunTableShown shown = table.show({});
  REQUIRE(shown.plots.size() == 1);
  CHECK(shown.plots[0].note == "not timed: 1 verified, 1 wrong");
  table.add(run_of("c", 3000));
  KeptRun product = run_of("d", {});
  product.tflop_per_s = 700;
  table.add(product);
  shown = table.show({});
  REQUIRE(shown.plots.size() == 2);
  CHECK(shown.plots[0].y.unit == "TFLOP/s");
  CHECK(shown.plots[0].y.low == 0);
  CHECK(shown.plots[0].points.size() == 1);  // a run without a rate is not at 0
  CHECK(shown.plots[1].y.unit == "GB/s");
  CHECK(shown.plots[1].points.size() == 1);
  for (const RunPlot& plot : shown.plots) {
    CHECK(plot.note.empty());
    CHECK(plot.y.ticks.size() >= 2);
    CHECK(plot.y.ticks.size() <= 7);
    for (const RunPlot::Point& point : plot.points) CHECK(plot.y.place(point.y) < 1);
  }
  shown = table.show({.plot_x = "time", .plot_y = "bandwidth"});
  REQUIRE(shown.plots.size() == 1);
  CHECK(shown.plots[0].x.unit == "ms");
  CHECK(shown.plots[0].points.size() == 1);
  CHECK(table.show({.plot_x = "time", .plot_y = "operations"}).plots[0].note.empty() == false);
}

TEST_CASE("kept runs: each line is read by itself, and a broken one is said and harms no other") {
  const RunTable table = three();
  const std::string lines = kept_lines(table.runs());
  RunTable again;
  CHECK(again.read(lines).why.empty());
  CHECK(kept_lines(again.runs()) == lines);
  CHECK(again.runs().size() == 3);
  const std::string later = kept_line(run_of("a", 2500));
  // A line of the same id replaces the run before it, in its place.
  const KeptRuns merged = read_kept_runs(lines + later + "\n");
  REQUIRE(merged.runs.size() == 3);
  CHECK(merged.surplus);
  CHECK(merged.runs[0].gb_per_s == 2500);

  const std::string good = kept_line(run_of("x", 1));
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string out = good;
    const std::size_t at = out.find(from);
    REQUIRE(at != std::string::npos);
    return out.replace(at, from.size(), to);
  };
  const std::string hostile[] = {"garbage",
                                 "[]",
                                 "{}",
                                 std::string(200, '['),
                                 "{\"kept_run\":\"1\"}",
                                 good.substr(0, good.size() / 2),
                                 changed("\"kept_run\":\"1\"", "\"kept_run\":\"2\""),
                                 changed("\"gb_per_s\":1", "\"gb_per_s\":-1"),
                                 changed("\"gb_per_s\":1", "\"gb_per_s\":1e300"),
                                 changed("\"gb_per_s\":1", "\"gb_per_s\":\"fast\""),
                                 changed("\"id\":\"x\"", "\"id\":\"\""),
                                 changed("\"verdict\":\"verified\"", "\"verdict\":\"perfect\""),
                                 changed("\"counters\":[]", "\"counters\":[{\"counter\":\"c\",\"measured\":-4}]"),
                                 changed("A = ", std::string(max_kept_line_bytes, 'A'))};
  for (const std::string& line : hostile) {
    const KeptRuns read = read_kept_runs(lines + line + "\n" + good + "\n");
    CAPTURE(line.substr(0, 100));
    CHECK(read.refused == 1);
    CHECK(english(read.why).starts_with("line 4 of the stored runs cannot be read: "));
    CHECK(read.runs.size() == 4);
  }
  const KeptRuns huge = read_kept_runs(std::string(4 * max_kept_bytes + 1, '\n'));
  CHECK(huge.refused == 1);
  CHECK(!huge.why.empty());
}

TEST_CASE("kept runs: bounded in rows and bytes, the newest stay") {
  std::vector<KeptRun> runs;
  for (std::size_t i = 0; i < max_kept_runs + 5; ++i) runs.push_back(run_of(std::to_string(i), 1));
  const std::string lines = kept_lines(runs);
  CHECK(lines.size() <= max_kept_bytes);
  const KeptRuns read = read_kept_runs(lines + kept_line(run_of("last", 1)));
  CHECK(read.runs.size() == max_kept_runs);
  CHECK(read.runs.back().id == "last");
  for (KeptRun& run : runs) run.program.append(20000, ' ');
  CHECK(kept_lines(runs).size() <= max_kept_bytes);
  // A run that is too long for a line is shown but not stored; likewise data that comes with the program.
  runs[0].program.append(max_kept_line_bytes, ' ');
  CHECK(kept_line(runs[0]).empty());
  runs[1].recorded = true;
  CHECK(kept_lines({runs[0], runs[1]}).empty());
}

TEST_CASE("run table: what is seen as CSV, JSON and text") {
  RunTable table = three();
  KeptRun odd = run_of("o", 1234.5678);
  odd.program = "K = a, \"b\"\nlast";
  odd.kernel.clear();
  odd.device = "one\ttwo";
  table.add(odd);
  const std::string csv = table.print({.filter = "two"}, RunFormat::csv);
  CHECK(csv.starts_with("run,kernel,verdict,bandwidth (GB/s),operations (TFLOP/s)"));
  CHECK(csv.find("\r\n4,last,verified,1234.5678,,") != std::string::npos);
  CHECK(csv.ends_with(",\"K = a, \"\"b\"\"\nlast\"\r\n"));
  const auto json = nlohmann::json::parse(table.print({.filter = "two"}, RunFormat::json));
  REQUIRE(json.size() == 1);
  CHECK(json[0]["program"] == odd.program);
  CHECK(json[0]["gb_per_s"] == 1234.5678);
  const std::string text = table.print({.filter = "two"}, RunFormat::text);
  CHECK(text.find("4\tlast\tverified\t1234.6\t") != std::string::npos);
  CHECK(text.find("one two") != std::string::npos);
  CHECK(table.print({}, RunFormat::csv, *catalog_of("zh")).find("带宽 (GB/s)") != std::string::npos);
}

TEST_CASE("run table: files of measurements are runs") {
  const std::string file = R"x({"device":{"name":"NVIDIA H100","driver":"580"},"date":"2026-11-22T11:19:48Z","kernels":[
    {"name":"copy","program":"copy_kernel(4:1, 4:1, 4:1)","gb_per_s":2956.9,"ms":0.1,"spread":0.002,"ratio":0.99,
     "resources":{"registers":14},"measured":{"counters":{"dram__bytes_read.sum":512}}},
    {"name":"proved only","program":"x"}]})x";
  const auto read = read_measurements(file);
  REQUIRE(read.has_value());
  const std::vector<KeptRun> runs = recorded_runs(*read);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].recorded);
  CHECK(runs[0].registers == 14);
  CHECK(runs[0].counters.size() == 1);
  CHECK(!read_measurements("garbage"));
  // An invalid row is an error of the file, with its position.
  for (const char* row : {"7", R"({"gb_per_s":"fast"})"}) {
    const auto broken = read_measurements(std::string(R"({"device":{"name":"x"},"kernels":[)") + row + "]}");
    REQUIRE(!broken);
    CHECK(english(broken.error().message).find("kernels") != std::string::npos);
    const auto listed = read_run_list("runs.json", std::string(R"({"device":{"name":"x"},"kernels":[)") + row + "]}");
    REQUIRE(!listed);
    CHECK(english(listed.error().message).find("kernels") != std::string::npos);
  }
  RunTable table;
  for (const KeptRun& run : runs) table.add(run);
  const RunTableShown shown = table.show({});
  CHECK(cell(shown, 0, "kernel").text == "copy");
  CHECK(cell(shown, 0, "ratio").text == "99.0");
}

TEST_CASE("run table: through the door") {
  door::Door door;
  using Json = nlohmann::json;
  const auto ask = [&](std::string_view method, const Json& request) {
    return Json::parse(door.call(method, request.dump()));
  };
  ask("evaluate", {{"program", "K = copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_4):(_1,_4), tile=(4,4))"}});
  const Json ran = {{"id", "1"},          {"date", "2026-11-23T10:00:00Z"},
                    {"program", "K = 1"}, {"mode", "teaching"},
                    {"kernel", "K"},      {"value", "copy"}};
  const Json result = {{"status", "ok"}, {"verify", {{"by", "cpu"}, {"checked", 16}, {"wrong", 0}}}};
  Json taken = ask("take_runs", {{"run", {{"ran", ran}, {"binding", 0}, {"result", result.dump()}}}});
  CHECK(taken["refused"] == "");
  const std::string lines = taken["lines"];
  CHECK(lines.find("\"verdict\":\"verified\"") != std::string::npos);
  Json table = ask("run_table", {{"filter", "copy"}});
  REQUIRE(table["rows"].size() == 1);
  CHECK(table["rows"][0]["verdict"] == "verified");
  CHECK(table["counters"].size() > 0);  // predicted ones
  CHECK(ask("compare_runs", {{"before", "nothing"}, {"after", "nothing"}}).contains("error"));
  CHECK(ask("print_runs", {{"view", Json::object()}, {"format", "text"}})["text"].get<std::string>().find("K = 1") !=
        std::string::npos);
  const Json other_run = {{"id", "2"},          {"date", "2026-11-23T11:00:00Z"},
                          {"program", "K = 2"}, {"mode", "teaching"},
                          {"kernel", "K"},      {"value", "copy"}};
  ask("take_runs", {{"run", {{"ran", other_run}, {"binding", 0}, {"result", result.dump()}}}});
  const Json difference = ask("compare_runs", {{"before", "1"}, {"after", "2"}});
  CHECK(difference["lines"] == Json::array({"− K = 1", "+ K = 2"}));
  CHECK(difference["after"] == difference["before"].get<int>() + 1);
  CHECK(ask("compare_runs", {{"before", "2"}, {"after", "2"}})["lines"].empty());
  ask("take_runs", {{"remove", "2"}});
  // An error is not a run; a stored run is read back, and a broken line is reported.
  ask("take_runs", {{"run", {{"ran", ran}, {"result", R"({"status":"error"})"}}}});
  door::Door other;
  taken = Json::parse(other.call("take_runs", Json{{"lines", "broken\n" + lines}}.dump()));
  CHECK(taken["refused"].get<std::string>().starts_with("line 1 of the stored runs"));
  CHECK(taken["lines"] == lines);
  taken = Json::parse(other.call("take_runs", R"({"remove":"1"})"));
  CHECK(taken["lines"] == "");
}

TEST_CASE("roofline: through the door, of recorded runs until the kernel has run on a GPU") {
  door::Door door;
  using Json = nlohmann::json;
  const auto ask = [&](std::string_view method, const Json& request) {
    return Json::parse(door.call(method, request.dump()));
  };
  const Json report = ask("evaluate", {{"program", "K = copy_kernel(4096:1, 4096:1, (_256,_1):(_1,_0))"}});
  CHECK(ask("roofline", {{"binding", 0}})["points"].empty());
  CHECK(ask("roofline", {{"binding", 1}}).contains("error"));
  const Json row = {
      {"name", "plain"}, {"program", "K = copy_kernel(256:1, 256:1, (_64,_1):(_1,_0))"}, {"gb_per_s", 9}, {"ms", 1}};
  const Json file = {{"device", {{"name", "NVIDIA H200"}, {"arch", "sm90"}}},
                     {"date", "2026-11-22T11:28:52Z"},
                     {"kernels", Json::array({row})}};
  ask("take_runs", {{"measurements", file.dump()}});
  Json plot = ask("roofline", {{"binding", 0}});
  REQUIRE(plot["points"].size() == 1);
  CHECK(plot["recorded"] == true);
  CHECK(plot["gpu"] == "recorded on NVIDIA H200, 2026-11-22");
  CHECK(plot["points"][0]["told"] == "plain: 9.0 GB/s; recorded on NVIDIA H200, 2026-11-22");
  const Json ran = {{"id", "1"},          {"date", "2026-11-23T10:00:00Z"},
                    {"program", "K = 1"}, {"mode", "teaching"},
                    {"kernel", "K"},      {"value", report["bindings"][0]["text"]}};
  const Json result = {{"status", "ok"},
                       {"device", {{"kind", "gpu"}, {"name", "NVIDIA H200"}, {"arch", "sm90"}}},
                       {"time", {{"gb_per_s", 5}, {"median_ms", 1}}}};
  ask("take_runs", {{"run", {{"ran", ran}, {"binding", 0}, {"result", result.dump()}}}});
  plot = ask("roofline", {{"binding", 0}});
  REQUIRE(plot["points"].size() == 1);
  CHECK(plot["recorded"] == false);
  CHECK(plot["gpu"] == "NVIDIA H200");
  CHECK(plot["kernel"] == "K");
}

TEST_CASE("door: what is measured of the kernel that is worked on is found without naming it, in later sessions, too") {
  door::Door door;
  using Json = nlohmann::json;
  const auto ask = [&](std::string_view method, const Json& request) {
    return Json::parse(door.call(method, request.dump()));
  };
  CHECK(ask("roofline", {{"binding", -1}})["empty"] == true);
  const std::string program =
      "J = copy_kernel(4096:1, 4096:1, (_256,_1):(_1,_0))\nK = copy_kernel(1024:1, 1024:1, (_256,_1):(_1,_0))\nn = 1\n";
  const auto work_on = [&](std::string_view name) {
    ask("act", {{"do", "edit"}, {"program", program}, {"caret", program.find(cat("\n", name, " =")) + 1}});
    return ask("roofline", {{"binding", -1}})["kernel"];
  };
  ask("act", {{"do", "edit"}, {"program", program}, {"caret", 0}});
  CHECK(ask("roofline", {{"binding", -1}})["kernel"] == "J");
  CHECK(work_on("K") == "K");
  CHECK(work_on("n") == "K");
  CHECK(ask("recorded", {{"binding", 1}, {"measurements", ""}})["text"] == "");
  const std::string value = door.workspace().report().bindings[1].text;
  for (const char* rate : {"5", "7"}) {
    const Json ran = {{"id", rate},         {"date", "2026-11-23T10:00:00Z"},
                      {"program", program}, {"mode", "teaching"},
                      {"kernel", "K"},      {"value", value}};
    const Json result = {{"status", "ok"},
                         {"device", {{"kind", "gpu"}, {"name", "NVIDIA H200"}, {"arch", "sm90"}}},
                         {"time", {{"gb_per_s", std::stod(rate)}, {"median_ms", 1}}}};
    ask("take_runs", {{"run", {{"ran", ran}, {"binding", 1}, {"result", result.dump()}}}});
  }
  const std::string newest = ask("recorded", {{"binding", 1}, {"measurements", ""}})["text"];
  CHECK(ask("run_report", {{"binding", 1}, {"result", newest}})["headline"] ==
        "7.0 GB/s; recorded on NVIDIA H200, 2026-11-23");
  CHECK(ask("recorded", {{"binding", 0}, {"measurements", ""}})["text"] == "");
}

TEST_CASE("run table: two hundred runs are sorted within a moment") {
  RunTable table;
  for (int i = 0; i < 200; ++i) {
    KeptRun run = run_of(std::to_string(i), i * 7919 % 1000);
    for (int c = 0; c < 15; ++c) run.counters.push_back({cat("counter", c), i * 31.0, i * 37.0});
    table.add(std::move(run));
  }
  const RunTableShown shown = table.show({.sort = "bandwidth", .pinned = {"counter3", "counter7:predicted"}});
  CHECK(shown.rows.size() == 200);
  CHECK(*cell(shown, 0, "bandwidth").value >= *cell(shown, 1, "bandwidth").value);
}

TEST_CASE("runs: what was saved comes back, and what cannot is told") {
  RunTable table;
  table.add(run_of("one", 1000));
  table.add(run_of("two", 2000));
  const std::string json = table.print({}, RunFormat::json);
  CHECK(looks_like_runs("runs.json", json));
  CHECK(looks_like_runs("saved", json));
  CHECK_FALSE(looks_like_runs("a.stride", "A = (4,8):(8,1)\n"));
  const auto back = read_run_list("runs.json", json);
  REQUIRE(back);
  REQUIRE(back->runs.size() == 2);
  CHECK(*table.find("one") == back->runs[1]);
  const auto lines = read_run_list("runs.jsonl", kept_lines(table.runs()));
  REQUIRE(lines);
  CHECK(lines->runs == table.runs());
  const auto refused = [](std::string_view name, std::string_view text) {
    const auto read = read_run_list(name, text);
    return read ? std::string("read") : english(read.error().message);
  };
  CHECK(looks_like_runs("runs.csv", table.print({}, RunFormat::csv)));
  CHECK(refused("runs.csv", table.print({}, RunFormat::csv)) ==
        "runs.csv is a CSV table, which omits part of each run; save runs as JSON");
  CHECK(refused("x.json", "[]") == "x.json is not a list of runs: it is empty");
  CHECK(refused("x.json", "[1, 2]").starts_with("x.json is not a list of runs: "));
  CHECK(refused("x.json", "{\"a\": 1}").starts_with("x.json is not a list of runs: line 1"));
  // Runs that cannot be stored are refused, too.
  KeptRun wrong = run_of("three", -1);
  CHECK(refused("x.json", "[" + to_json(wrong) + "]").starts_with("x.json is not a list of runs: line 1"));
}

}  // namespace stridescope
