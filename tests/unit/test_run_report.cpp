// Tests of the report of a run: the verdict, agreement of counters, figures, the roof, and missing data, from results
// as runners send them. Page, window and terminal show these rows.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/app/languages.h"
#include "core/base/archive_json.h"
#include "core/base/json_value.h"
#include "core/base/number_text.h"
#include "core/records/records.h"
#include "core/runs/measurements.h"
#include "core/runs/overlay.h"
#include "core/runs/roofline.h"
#include "core/runs/run_report.h"
#include "tests/unit/results.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

constexpr const char* transpose = "K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))";
// An H100 that answers at once.
constexpr std::string_view begin =
    R"x({"status":"ok","device":{"kind":"gpu","name":"NVIDIA H100 80GB HBM3","arch":"sm90","driver":"580.1","cuda":"13.0"},)x"
    R"x("arch":"sm_90","date":"2026-11-21T20:00:00Z",)x";

RunReport ok(std::string_view rest, const KernelFacts& kernel = {}) {
  return run_report(std::string(begin) + std::string(rest) + "}", kernel);
}

const RunCount& count_of(const RunReport& run, std::string_view counter) {
  for (const RunCount& c : run.counters) {
    if (c.counter == counter) return c;
  }
  FAIL("no such counter");
  return run.counters.front();
}

std::string figure(const RunReport& run, std::string_view name) {
  for (const RunFigure& f : run.figures) {
    if (f.name == name) return english(f.text);
  }
  return "none";
}

bool has(const std::vector<Message>& lines, std::string_view text) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const Message& line) { return english(line).find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("run report: a runner's sentences with their numbers are said in the reader's language") {
  const Catalog* chinese = catalog_of("zh");
  REQUIRE(chinese);
  const RunReport failed = run_report(
      R"x({"status":"error","code":"too_large","message":"the tile takes 300000 bytes of shared memory; a block has 8 bytes on this GPU",
           "said":{"message":"{\"id\":\"the tile takes {} of shared memory; a block has {} on this GPU\",\"arguments\":[{\"id\":\"{} {byte|bytes}\",\"arguments\":[300000]},\"8 bytes\"]}"}})x",
      {});
  CHECK(failed.message == "the tile takes 300000 bytes of shared memory; a block has 8 bytes on this GPU");
  CHECK(render(failed.message, *chinese) == "tile 占用共享内存 300000 字节，而此 GPU 上一个线程块有 8 bytes");
  // Without the message, and with an invalid one, the sentence stays unchanged.
  const RunReport bare = run_report(
      R"x({"status":"error","code":"x","message":"it is 3 too many","said":{"message":"{\"id\":\"{0}{0}\",\"arguments\":[1]}"}})x",
      {});
  CHECK(render(bare.message, *chinese) == "it is 3 too many");
  const RunReport missing = run_report(
      R"x({"status":"error","code":"no_gpu","message":"this runner found no usable GPU","missing":["the driver does not start: E: e","b"],
           "said":{"missing.0":"{\"id\":\"the driver does not start: {}\",\"arguments\":[\"E: e\"]}","missing.1":"{"}})x",
      {});
  REQUIRE(missing.missing.size() == 2);
  CHECK(render(missing.missing[0], *chinese) == "驱动程序无法启动：E: e");
  CHECK(render(missing.missing[1], *chinese) == "b");
}

TEST_CASE("run report: one verdict, and only what was looked at and is right is verified") {
  struct Case {
    const char* result;
    RunVerdict verdict;
    const char* sentence;
  };
  const Case cases[] = {
      {R"x({"status":"ok","verify":{"by":"cpu","checked":16,"wrong":0}})x", RunVerdict::verified,
       "verified: all 16 elements are right, checked by the CPU"},
      {R"x({"status":"ok","verify":{"by":"cpu","checked":1,"wrong":0}})x", RunVerdict::verified,
       "verified: the single element is correct, checked by the CPU"},
      {R"x({"status":"ok","verify":{"by":"gpu","checked":16,"wrong":0,"of":64,"sample":"1 of 4 tiles"}})x",
       RunVerdict::sampled, "verified by samples: 16 of 64 elements are right, 1 of 4 tiles, checked by the GPU"},
      {R"x({"status":"ok","verify":{"reason":"too large"}})x", RunVerdict::not_verified, "not verified: too large"},
      {R"x({"status":"ok","verify":{"by":"cpu","checked":0,"wrong":0}})x", RunVerdict::not_verified,
       "not verified: nothing was checked"},
      {R"x({"status":"ok"})x", RunVerdict::not_verified, "not verified: nothing was checked"},
      {R"x({"status":"wrong","verify":{"by":"cpu","checked":16,"wrong":4}})x", RunVerdict::wrong,
       "wrong: 4 of 16 elements"},
      {R"x({"status":"wrong","verify":{"by":"gpu","checked":16,"wrong":0,"written_outside":4}})x", RunVerdict::wrong,
       "wrong: 0 of 16 elements, and 4 bytes written outside the destination"},
      {R"x({"status":"ok","probe":{"atom":"A","verdict":"confirmed","checked":128,"wrong":0}})x", RunVerdict::verified,
       "verified: A: confirmed, 128 values compared, 0 differ"},
      {R"x({"status":"error","code":"fault","message":"m","hint":"h"})x", RunVerdict::not_run, ""},
      {R"x({"status":"cancelled"})x", RunVerdict::not_run, ""},
      {R"x({"status":"ok","recorded":true,"time":{"median_ms":1}})x", RunVerdict::not_run, ""},
      // A contradictory or invalid result gives no numbers on the elements.
      {R"x({"status":"ok","verify":{"by":"cpu","checked":16,"wrong":1}})x", RunVerdict::not_run, ""},
      {R"x({"status":"ok","verify":"x"})x", RunVerdict::not_run, ""},
      {"nonsense", RunVerdict::not_run, ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.result);
    const RunReport run = run_report(c.result);
    CHECK(run.verdict == c.verdict);
    CHECK(run.sentence == c.sentence);
    CHECK(run_report_text(run).find(english(run.sentence)) != std::string::npos);
    REQUIRE(JsonValue::parse(to_json(run)));
    CHECK((*JsonValue::parse(to_json(run)))["verdict"].string() == name_of(c.verdict).id);
  }
  CHECK(run_report("nonsense").status == RunReport::Status::error);
  const RunReport wrong = run_report(R"x({"status":"wrong","verify":{"by":"cpu","checked":16,"wrong":1,"examples":[
          {"coordinate":"(0,3)","tile":"(0,0)","stored_by":[]},
          {"coordinate":"(1,3)","tile":"(0,0)","stored_by":[{"thread":1,"value":2}]}]}})x");
  REQUIRE(wrong.examples.size() == 2);
  CHECK(wrong.examples[0] == "element (0,3) of tile (0,0): no thread stores it");
  CHECK(wrong.examples[1] == "element (1,3) of tile (0,0): stored by T1 V2");
  CHECK_FALSE(wrong.wrong_elements);
}

TEST_CASE("run report: a counter is exact, within its bound, beyond it, or cannot be told") {
  const RunReport run =
      ok(R"x("predicted":{"counters":{"a":100,"s":100,"t":100,"u":100,"c":100,"d":100,"x":100,"only":3},
      "bounds":{"s":{"as":"sum","counter":"lost"},"t":{"as":"sum","counter":"lost"},"u":{"as":"sum","counter":"unread"},
                "c":{"as":"ceiling","counter":"all"},"d":{"as":"sum","counter":"lost"}}},
      "measured":{"counters":{"a":100,"s":126,"t":127,"u":126,"c":120,"d":99,"x":101,"lost":13,"all":120,"b":2.5}})x");
  const auto agreement = [&](std::string_view name) { return count_of(run, name).agreement; };
  CHECK(agreement("a") == Agreement::exact);
  CHECK(count_of(run, "a").text == "equal");
  CHECK(agreement("s") == Agreement::bounded);
  CHECK(count_of(run, "s").text == "26 more than predicted, within its bound: twice the 13 of lost");
  CHECK(agreement("t") == Agreement::beyond);
  CHECK(count_of(run, "t").text == "27 more than predicted, beyond its bound: twice the 13 of lost");
  CHECK(agreement("u") == Agreement::undecided);
  CHECK(count_of(run, "u").text == "26 more than predicted; its cause, unread, was not measured");
  CHECK(agreement("c") == Agreement::bounded);
  CHECK(count_of(run, "c").text == "20 more than predicted, within its bound: at most the 120 of all");
  CHECK(agreement("d") == Agreement::beyond);
  CHECK(count_of(run, "d").text == "1 less than predicted");
  CHECK(agreement("x") == Agreement::beyond);
  CHECK(agreement("only") == Agreement::not_measured);
  CHECK(agreement("b") == Agreement::not_predicted);
  CHECK(count_of(run, "b").text.empty());
  // In the picture, the limited pipe is not marked as a difference.
  Workspace none;
  const auto scene = overlay_scene(none, -1, std::string(begin) + R"x("predicted":{"counters":{"s":100},
      "bounds":{"s":{"as":"sum","counter":"lost"}}},"measured":{"counters":{"s":126,"lost":13}}})x",
                                   Overlay::counters);
  REQUIRE(scene.has_value());
  const auto legend = [&](std::string_view words) {
    return std::any_of(scene->legend.begin(), scene->legend.end(), [&](const auto& e) { return e.label == words; });
  };
  CHECK(legend("measured minus predicted: within its bound"));
  CHECK_FALSE(legend("measured minus predicted: they differ"));
}

TEST_CASE("run report: without a time a run's line is its verdict, and before anybody has run it there is none") {
  RunReport proved;
  proved.sentence = say("cancelled");
  CHECK(run_headline(proved) == "cancelled");
  CHECK(run_headline(RunReport()).empty());
}

TEST_CASE("run report: figures, where they are from, and what could not be had") {
  const RunReport run = ok(R"x("verify":{"by":"gpu","checked":4096,"wrong":0},
      "resources":{"blocks":4,"threads":64,"registers":20,"local_bytes":0,"shared_bytes":4096,"occupancy":0.5},
      "time":{"gb_per_s":2957.42,"median_ms":0.18154,"runs":50,"spread":0.004},
      "yardstick":{"name":"cuMemcpyDtoD","gb_per_s":2959.5},"ratio":0.999,"compile_ms":12.4,"total_ms":80.6,
      "counters_missing":"no permission","counters_unknown":["c.sum"],
      "trace":{"timer_ns":32,"tiles":{"of":4,"grid":[2,2],"order":[1,0],"columns":["tile","sm","start_ns","end_ns","bytes"],
               "rows":[[0,0,0,1000,8192],[1,1,0,1000,8192]]},
               "accesses":{"tile":2,"sides":["load"],"columns":["side","warp","access","start","cycles"],
               "rows":[[0,0,0,0,500],[0,0,1,10,600]]}})x");
  CHECK(run.origin == "measured on NVIDIA H100 80GB HBM3, 2026-11-21");
  CHECK(run_headline(run) == "2957 GB/s, 99.9 % of cuMemcpyDtoD; measured on NVIDIA H100 80GB HBM3");
  CHECK(figure(run, "bytes read and written") == "2957.4 GB/s");
  CHECK(figure(run, "time, the median") == "0.1815 ms");
  CHECK(figure(run, "spread") == "0.40 %");
  CHECK(figure(run, "part of cuMemcpyDtoD") == "99.9 %");
  CHECK(figure(run, "shared memory") == "4,096 bytes");
  CHECK(figure(run, "registers per thread") == "20");
  CHECK(run.registers == 20);
  CHECK(figure(run, "occupancy") == "50 %");
  CHECK(figure(run, "compiled in") == "12 ms");
  CHECK(has(run.notes, "no counters: no permission"));
  CHECK(has(run.notes, "this GPU does not have counter c.sum"));
  CHECK(has(run.lines, "traced: 2 of 4 tiles, on a multiprocessor for 1000 ns in the median, 8.19 GB/s each"));
  CHECK(has(run.lines, "traced: load: 600 cycles in the median of 2 warp accesses"));
  // A terminal gets every row, and no control characters.
  const std::string text = run_report_text(run);
  for (const RunFigure& f : run.figures) CHECK(text.find(english(f.text)) != std::string::npos);
  for (const Message& line : run.notes) CHECK(text.find(english(line)) != std::string::npos);
  CHECK(run_report_text(run_report("{\"status\":\"error\",\"code\":\"c\",\"message\":\"\\u001b]0;x\"}")).find('\033') ==
        std::string::npos);
  const RunReport product =
      ok(R"x("time":{"tflop_per_s":300,"median_ms":1},"yardstick":{"name":"cuBLASLt","tflop_per_s":500})x");
  CHECK(figure(product, "operations") == "300.0 TFLOP/s");
  CHECK(std::string(product.unit()) == "TFLOP/s");
  // A later run with counters keeps the time of the run that was only timed.
  RunReport counted = ok(R"x("time":{"gb_per_s":1,"median_ms":9},"measured":{"counters":{"a":7}})x");
  keep_time(run, counted);
  CHECK(figure(counted, "bytes read and written") == "2957.4 GB/s");
  CHECK(counted.counters.size() == 1);
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(-1000) == "-1,000");
  CHECK(grouped(999) == "999");
}

TEST_CASE("run report: what the model knows of the kernel: counters before the run, the bottleneck, and the roof") {
  const Workspace w = in_cute(transpose);
  const KernelFacts kernel = kernel_facts(w, last(w));
  REQUIRE(kernel.work);
  REQUIRE(kernel.prediction);
  const RunReport before = predicted_report(kernel);
  CHECK(before.verdict == RunVerdict::not_run);
  CHECK(before.counters.size() == kernel.prediction->counts.size());
  CHECK(before.counters[0].agreement == Agreement::not_measured);
  CHECK(english(before.limits.bound_line).find("predicted") != std::string::npos);
  // The model's own counts outrank those that a result names.
  const std::string counter = before.counters[0].counter;
  const double count = *before.counters[0].predicted;
  const RunReport run = ok(R"x("predicted":{"counters":{")x" + counter + R"x(":1}},"measured":{"counters":{")x" +
                               counter + "\":" + fixed(count, 0) + R"x(}},"time":{"gb_per_s":1676,"median_ms":0.1})x",
                           kernel);
  CHECK(count_of(run, counter).agreement == Agreement::exact);
  CHECK_FALSE(count_of(run, counter).meaning.empty());
  CHECK(*roof_of(run) == 3352);
  CHECK(figure(run, "roof, data sheet") == "3352.0 GB/s");
  CHECK(figure(run, "share of the roof") == "50.0 %");
  CHECK(run.limits.binding == "latency");
  // For a value other than a kernel nothing is known.
  const Workspace layout = in_cute("4:1");
  CHECK_FALSE(kernel_facts(layout, 0).work);
  CHECK_FALSE(kernel_facts(layout, -1).prediction);
}

TEST_CASE("run report: in another language every word of ours is in it, and what came from outside stands as it came") {
  const Catalog& chinese = *catalog_of("zh");
  const auto said = [&](std::string_view rest) { return render(ok(rest).sentence, chinese); };
  CHECK(said(R"x("verify":{"by":"cpu","checked":4096,"wrong":0})x") == "已验证：全部 4096 个元素正确，由 CPU 检查");
  CHECK(said(R"x("verify":{"by":"gpu","checked":16,"wrong":0,"of":64,"sample":"1 of 4"})x") ==
        "抽样验证：16 / 64 个元素正确，1 of 4，由 GPU 检查");
  CHECK(
      said(R"x("verify":{"by":"cpu","checked":16,"wrong":0,"of":64,"sample":"1 of 4 tiles, chosen at random","said":)x"
           R"x({"sample":"{\"id\":\"{} of {} {tile|tiles}, chosen at random\",\"arguments\":[1,4]}"}})x") ==
      "抽样验证：16 / 64 个元素正确，随机抽取 4 个 tile 中的 1 个，由 CPU 检查");
  const RunReport wrong =
      run_report(R"x({"status":"wrong","verify":{"by":"gpu","checked":16,"wrong":4,"written_outside":8}})x");
  CHECK(render(wrong.sentence, chinese) == "错误：4 / 16 个元素，并在目标之外写了 8 字节");
  const Workspace w = in_cute(transpose);
  const std::string text =
      run_report_text(ok(R"x("verify":{"by":"gpu","checked":4096,"wrong":0},"resources":{"blocks":4,"registers":20},
      "time":{"gb_per_s":2957.42,"median_ms":0.18154,"runs":50},"yardstick":{"name":"cuMemcpyDtoD","gb_per_s":2959.5},
      "ratio":0.999,"compile_ms":12.4,"predicted":{"counters":{"x":1}},"measured":{"counters":{"x":3}})x",
                         kernel_facts(w, last(w))),
                      chinese);
  CAPTURE(text);
  CHECK(text.find("测量于 NVIDIA H100 80GB HBM3，2026-11-21\n") == 0);
  CHECK(text.find("达到 cuMemcpyDtoD 的") != std::string::npos);
  CHECK(text.find("比预测多 2") != std::string::npos);
  CHECK(text.find("每个 SM") != std::string::npos);
  // Only names and units remain English.
  for (const char* word : {" of ", "measured", "predicted", "bytes", "elements"})
    CHECK_MESSAGE(text.find(word) == std::string::npos, word);
}

static std::vector<KeptRun> recorded_in(std::string_view measurements) {
  const auto file = read_measurements(measurements);
  REQUIRE(file.has_value());
  return recorded_runs(*file);
}

TEST_CASE("roofline: without a run of the reader's own the measurements that ship stand under the roofs of their GPU") {
  const std::vector<KeptRun> shipped = recorded_in(
      R"x({"device":{"name":"NVIDIA H200","arch":"sm90"},"date":"2026-11-22T11:28:52Z","kernels":[
      {"name":"another GPU","program":"K = copy_kernel(256:1, 256:1, (_64,_1):(_1,_0))","gb_per_s":4000,"ms":0.1}]})x");
  std::vector<KeptRun> runs = recorded_in(
      R"x({"device":{"name":"NVIDIA H100 80GB HBM3","arch":"sm90"},"date":"2026-11-22T11:19:48Z","kernels":[
      {"name":"plain copy","program":"K = copy_kernel(4096:1, 4096:1, (_256,_1):(_1,_0))","gb_per_s":2000,"ms":0.1,
       "ratio":0.8,"yardstick_gb_per_s":2500},
      {"name":"a product","program":"K = copy_kernel(4096:1, 4096:1, (_256,_1):(_1,_0))","tflop_per_s":300,"ms":0.1}]})x");
  runs.insert(runs.end(), shipped.begin(), shipped.end());
  REQUIRE(runs.size() == 3);
  const Workspace w = in_cute(transpose);
  const RunReport kernel = predicted_report(kernel_facts(w, last(w)));
  const RooflineRun newest = {0, &kernel};
  const RooflinePlot bare = roofline({}, newest);
  CHECK(bare.points.empty());
  CHECK_FALSE(bare.recorded);
  const std::vector<RecordedReport> recorded = recorded_reports(runs, kernel);
  CHECK(recorded.size() == 2);  // of the GPU that the model assumes
  const RooflinePlot plot = roofline({}, newest, recorded);
  REQUIRE(plot.points.size() == 1);
  CHECK(plot.recorded);
  CHECK(plot.bandwidth);
  CHECK(plot.points[0].x == 2 * 4096 * 4);
  CHECK(plot.points[0].y == 2000);
  CHECK(english(plot.points[0].told) ==
        "plain copy: 2000 GB/s, 80.0 % of cuMemcpyDtoD; recorded on NVIDIA H100 80GB HBM3, 2026-11-22");
  CHECK(english(plot.gpu) == "recorded on NVIDIA H100 80GB HBM3, 2026-11-22");
  CHECK(plot.here == 2 * 4096 * 4);
  CHECK(plot.roofs.size() == 2);
  CHECK_FALSE(plot.empty);
  // Its vertical line is within the picture, even if it is much smaller than all recorded values.
  const Workspace few = in_cute("K = copy_kernel(16:1, 16:1, (_4,_1):(_1,_0))");
  const RunReport tiny = predicted_report(kernel_facts(few, last(few)));
  const RooflinePlot far = roofline({}, RooflineRun{0, &tiny}, recorded);
  CHECK(far.recorded);
  CHECK(far.x.low <= far.here);
  CHECK(far.here <= far.x.high);
  // A run of the user appears alone.
  const RunReport mine = ok(R"x("time":{"gb_per_s":1676,"median_ms":0.1})x", kernel_facts(w, last(w)));
  const RooflinePlot own = roofline({{1, &mine}}, RooflineRun{1, &mine}, recorded);
  REQUIRE(own.points.size() == 1);
  CHECK(own.points[0].y == 1676);
  CHECK_FALSE(own.recorded);
}

}  // namespace stridescope
