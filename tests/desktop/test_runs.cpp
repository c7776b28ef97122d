// Live runs without a window: answers of the runner; the loop of edits and runs; runners that fault, hang, die, are
// missing or run behind ssh; the roofline and the limits of the measured kernels.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/forms/problem_size.h"
#include "core/runs/kept_run.h"
#include "core/runs/roofline.h"
#include "desktop/model/kernel_runs.h"
#include "desktop/model/runs.h"
#include "desktop/model/snapshot.h"
#include "tests/environment.h"
#include "tests/transpose_kernel.h"

namespace stridescope::desktop {
namespace {

bool settle(Runs& runs) {
  for (int i = 0; i < 5000; ++i) {
    runs.update();
    if (runs.idle()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

std::size_t memory_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmRSS:", 0) == 0) return static_cast<std::size_t>(std::strtoul(line.c_str() + 6, nullptr, 10));
  }
  return 0;
}

std::string script_folder() {
  static const std::string path = [] {
    std::string name = (std::filesystem::temp_directory_path() / "stridescope-runs-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    return name;
  }();
  return path;
}

// A shell script with that name.
std::string script(const std::string& name, const std::string& text) {
  std::string path = script_folder() + "/" + name;
  std::ofstream(path) << "#!/bin/sh\n" << text;
  chmod(path.c_str(), 0755);
  return path;
}

RunOutcome read(const std::string& text) { return read_outcome(believed(read_run_result(text))); }

// A run of a GPU that this machine does not have.
RunRecord measured(int number, const std::string& program, const std::string& result) {
  RunRecord out;
  out.number = number;
  out.wish = {program, IntegerMode::cute, "K", false};
  out.outcome = read_outcome(believed(read_run_result(result)), facts_of(out.wish));
  return out;
}

// The input of the roofline.
RooflinePlot roofline_of(const std::deque<RunRecord>& history, const std::optional<RunRecord>& newest) {
  std::vector<RooflineRun> runs;
  for (const RunRecord& run : history) runs.push_back({run.number, &run.outcome});
  return roofline(runs, newest ? std::optional(RooflineRun{newest->number, &newest->outcome}) : std::nullopt);
}

}  // namespace

TEST_CASE("results of runs are read, whatever is in them") {
  const RunOutcome good = read(R"x({"status":"ok","verify":{"by":"cpu","checked":16,"wrong":0},"cuda":"c","sass":"s",
    "compiled":{"arch":"sm_90","compile_ms":3,"ptx":"p","registers":7}})x");
  CHECK(good.verdict == RunVerdict::verified);
  CHECK(good.registers == 7);
  // Any value of a field is accepted, or reported as invalid.
  for (const char* value : {"7", "\"x\"", "null", "[]", "{}", "-1e300", "18446744073709551615", "[7]", "[{}]"}) {
    for (const char* key :
         {"status",    "code",     "message",          "device",    "missing",   "verify", "time", "yardstick", "ratio",
          "predicted", "measured", "counters_missing", "resources", "occupancy", "arch",   "cuda", "ptx",       "sass",
          "compiled",  "date",     "total_ms",         "trace"})
      (void)read(R"x({"status":"ok",")x" + std::string(key) + "\":" + value + "}");
    for (const char* key :
         {"by", "checked", "wrong", "written_outside", "of", "sample", "reason", "examples", "elements"})
      (void)read(R"x({"status":"ok","verify":{"checked":4,")x" + std::string(key) + "\":" + value + "}}");
    (void)read_outcome(
        believed(read_run_result(R"x({"status":"ok","predicted":{"counters":{"a_sectors_b":)x" + std::string(value) +
                                 R"x(}},"resources":{"registers":)x" + value + "}}")),
        facts_of({transpose_line, IntegerMode::cute, "K", false}));
  }
  for (const char* odd : {"null", "[]", "7", "{}", R"x({"status":7,"verify":[],"time":"x"})x"})
    CHECK(read(odd).status == RunOutcome::Status::error);
}

TEST_CASE("runs: an edit is verified by the runner; the newest cancels the older ones") {
  Runs runs({});
  runs.use({environment("RUNNER")});
  runs.run({transpose_line, IntegerMode::cute, "K", false}, now_ms());
  REQUIRE(settle(runs));
  REQUIRE(runs.last);
  CHECK(runs.last->outcome.status == RunOutcome::Status::ok);
  CHECK(runs.last->outcome.checked == 4096);
  CHECK_FALSE(runs.last->outcome.gb_per_s);  // a CPU's time is never reported as a GPU's
  CHECK(!runs.last->outcome.missing.empty());
  CHECK(runs.last->outcome.result->cuda.find("__global__") != std::string::npos);
  // With NVRTC, its machine code gives the number of registers.
  const auto& lines = runs.last->outcome.lines;
  if (!lines.empty() && english(lines[0]).starts_with("compiles")) CHECK(runs.last->outcome.registers.value_or(0) > 4);
  // Old results are large, so only the newest run has one.
  for (int i = 0; i < 5; ++i) {
    runs.run({"K = copy_kernel((4096,4096):(4096,1), (4096,4096):(1,4096), (_256,_16):(_16,_1), tile=(64,64))",
              IntegerMode::cute, "K", false},
             now_ms());
    runs.update();
  }
  runs.run({"K = copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_3):(_1,_4), tile=(4,4))", IntegerMode::cute, "K", false},
           now_ms());
  REQUIRE(settle(runs));
  CHECK(runs.last->outcome.status == RunOutcome::Status::wrong);
  REQUIRE(runs.last->outcome.wrong_elements);
  CHECK(runs.last->outcome.wrong_elements->rows == std::vector<std::vector<std::int64_t>>{{12, 4, 1, -1, 0}});
  CHECK(runs.history.size() == 2);
}

TEST_CASE("runs: a missing runner is said in a line, and another one can be used then") {
  Runs runs({});
  runs.use({"/nowhere/stridescope-runner"});
  runs.run({transpose_line, IntegerMode::cute, "K", false}, now_ms());
  REQUIRE(settle(runs));
  CHECK(!runs.trouble.empty());
  runs.use({environment("RUNNER")});
  runs.run({transpose_line, IntegerMode::cute, "K", false}, now_ms());
  REQUIRE(settle(runs));
  CHECK(runs.trouble.empty());
  CHECK(runs.last->outcome.status == RunOutcome::Status::ok);
}

TEST_CASE("runs: 100 runs that fault, are killed or die leave the app as it was; the 101st is right") {
  Runs runs({});
  runs.use({environment("RUNNER"), "--watchdog", "0.5"});
  const auto run = [&](const std::string& fault) {
    const std::string program = fault.empty() ? transpose_line : transpose_line + ("# fault: " + fault);
    runs.run({program, IntegerMode::cute, "K", false}, now_ms());
    if (fault == "hang") {
      // Killed by the newest edit.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      runs.cancel();
    }
    return settle(runs);
  };
  REQUIRE(run("fault"));
  REQUIRE(run("die"));
  const std::size_t before = memory_kib();
  static constexpr const char* kinds[] = {"fault", "die", "memory"};
  for (int i = 0; i < 100; ++i) REQUIRE(run(i % 20 == 19 ? "hang" : kinds[i % 3]));
  const std::size_t after = memory_kib();
  MESSAGE("memory before and after, KiB: " << before << " " << after);
  CHECK(after < before + 4096);
  CHECK(runs.replaced >= 50);
  REQUIRE(run(""));
  CHECK(runs.last->outcome.status == RunOutcome::Status::ok);
  CHECK(runs.last->outcome.checked == 4096);
}

TEST_CASE("runs: machine code is that of the kernel's own run, not of the last one") {
  Runs runs({});
  runs.use({environment("RUNNER")});
  const auto run = [&](const char* program) {
    runs.run({program, IntegerMode::cute, "K", false, program}, now_ms());
    REQUIRE(settle(runs));
  };
  const char* other = "K = copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_4):(_1,_4), tile=(4,4))";
  CHECK(runs.run_of(transpose_line) == nullptr);
  run(transpose_line);
  REQUIRE(runs.run_of(transpose_line) != nullptr);
  CHECK(runs.run_of(transpose_line)->number == 1);
  CHECK(runs.run_of(other) == nullptr);
  run(other);
  CHECK(runs.run_of(transpose_line)->number == 1);
  CHECK(runs.run_of(other)->number == 2);
  const auto said = [&](const char* program) { return *runs.run_of(program)->outcome.result; };
  CHECK(said(transpose_line).cuda != said(other).cuda);
  runs.want_sass(*runs.run_of(transpose_line));
  REQUIRE(settle(runs));
  CHECK(runs.run_of(transpose_line)->outcome.sass);
  CHECK(said(transpose_line).texts.sass.empty() != said(transpose_line).texts.sass_missing.empty());
  CHECK(said(other).texts.sass.empty());
  CHECK(said(other).texts.sass_missing.empty());
}

TEST_CASE("words of a command, and what ssh needs without a terminal") {
  using Words = std::vector<std::string>;
  CHECK(command_words(" ssh  host\t'a b' \"\" c") == Words{"ssh", "host", "a b", "", "c"});
  CHECK(command_words("   ").empty());
  CHECK(runner_command({"/x/runner", "-v"}) == Words{"/x/runner", "-v"});
  const Words ssh = runner_command({"/usr/bin/ssh", "-o", "BatchMode=no", "host", "stridescope-runner"});
  CHECK(ssh == Words{"/usr/bin/ssh", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=3", "-o", "BatchMode=no",
                     "host", "stridescope-runner"});
}

TEST_CASE("runs: a runner behind ssh; an unknown host, no runner there, and a connection that breaks off are said") {
  Runs runs({});
  const auto run = [&](std::vector<std::string> command) {
    runs.use(std::move(command));
    runs.run({transpose_line, IntegerMode::cute, "K", false}, now_ms());
    REQUIRE(settle(runs));
    REQUIRE(runs.last);
    return runs.last->outcome;
  };
  // Like sshd: a shell gets the words after the host; stdin and stdout are ours.
  const std::string skip = "while [ \"$1\" = -o ]; do shift 2; done\n";
  const std::string ssh =
      script("ssh", skip +
                        "host=$1; shift\n"
                        "case $host in\n"
                        "nowhere) echo \"ssh: Could not resolve hostname nowhere: Name or "
                        "service not known\" >&2; exit 255;;\n"
                        "cut) echo '{\"version\":1,\"id\":0,\"event\":\"queue\",\"text\":\"1 before it\"}'; read line; "
                        "echo 'client_loop: send disconnect: Broken pipe' >&2; exit 255;;\n"
                        "esac\n"
                        "echo 'Welcome to this host'\n"
                        "exec sh -c \"$*\"\n");
  const std::string runner = environment("RUNNER");
  RunOutcome r = run({ssh, "host", runner});
  CHECK(r.status == RunOutcome::Status::ok);
  CHECK(r.checked == 4096);
  CHECK(runs.trouble.empty());
  r = run({ssh, "nowhere", runner});
  CHECK(r.code == "runner_missing");
  CHECK(english(runs.trouble).find("Could not resolve hostname nowhere") != std::string::npos);
  r = run({ssh, "host", "/nowhere/stridescope-runner"});
  CHECK(r.code == "runner_missing");
  CHECK(english(runs.trouble).find("not found") != std::string::npos);
  r = run({ssh, "cut", runner});
  CHECK(r.code == "runner_died");
  CHECK(english(r.message).find("was lost") != std::string::npos);
  CHECK(english(r.message).find("Broken pipe") != std::string::npos);
  CHECK(runs.history.size() == 1);
  r = run({ssh, "host", runner});
  CHECK(r.status == RunOutcome::Status::ok);
  CHECK(runs.trouble.empty());
}

TEST_CASE("runs: time first, counters into the same run; another program is another run") {
  // A GPU that answers at once: the result of a run, and the same with counters.
  const std::string fake = script(
      "gpu",
      "while read line; do\n"
      "id=${line#*\\\"id\\\":}; id=${id%%,*}\n"
      "case $line in *'\"counters\":true'*) more=',\"measured\":{\"counters\":{\"a\":7}}'; rate=1;; *) more=; "
      "rate=3000;; esac\n"
      "echo '{\"version\":1,\"id\":'$id',\"event\":\"time\",\"text\":\"\"}'\n"
      "echo '{\"version\":1,\"id\":'$id',\"result\":{\"status\":\"ok\",\"device\":{\"kind\":\"gpu\",\"name\":\"NVIDIA "
      "H100 80GB "
      "HBM3\",\"arch\":\"sm90\"},\"arch\":\"sm_90\",\"resources\":{\"registers\":32},\"verify\":{\"by\":\"gpu\","
      "\"checked\":4,\"wrong\":0},"
      "\"time\":{\"gb_per_s\":'$rate',\"median_ms\":0.5},\"yardstick\":{\"name\":\"copy\",\"gb_per_s\":3100}'$more'}}'"
      "\n"
      "done\n");
  Runs runs({});
  runs.use({fake});
  RunWish wish = {transpose_line, IntegerMode::cute, "K", false};
  runs.run(wish, now_ms());
  REQUIRE(settle(runs));
  REQUIRE(runs.history.size() == 1);
  CHECK(*runs.last->outcome.gb_per_s == 3000);
  const auto measured_of = [&](std::string_view name) {
    for (const RunCount& c : runs.last->outcome.counters) {
      if (c.counter == name) return c.measured;
    }
    return std::optional<double>();
  };
  CHECK_FALSE(measured_of("a"));
  wish.counters = true;
  runs.run(wish, now_ms());
  REQUIRE(settle(runs));
  REQUIRE(runs.history.size() == 1);
  CHECK(runs.last->number == 1);
  CHECK(*runs.last->outcome.gb_per_s == 3000);
  CHECK(measured_of("a") == 7);
  // 32 KiB are negligible in half a millisecond: no pipe is the bottleneck.
  CHECK(runs.last->outcome.limits.binding == "latency");
  CHECK(runs.last->outcome.limits.occupancy->warps == 64);
  wish.counters = false;
  wish.program = std::string(transpose_line) + "# edited\n";
  runs.run(wish, now_ms());
  REQUIRE(settle(runs));
  CHECK(runs.history.size() == 2);
  // If counters are unavailable, the time stays unchanged, and they are not requested again.
  runs.use({script("dead", "exit 1\n")});
  wish.counters = true;
  runs.run(wish, now_ms());
  REQUIRE(settle(runs));
  CHECK(*runs.last->outcome.gb_per_s == 3000);
  CHECK(english(runs.last->outcome.counters_missing).find("exit 1") != std::string::npos);
  CHECK(runs.last->wish.counters);
  CHECK(runs.history.size() == 2);
  CHECK(runs.history.front().wish.program == transpose_line);  // a click returns to it
}

TEST_CASE("limits: the binding pipe, a share of what was measured, and occupancy, each with where it is from") {
  const std::string copy =
      "K = copy_kernel(67108864:1, 67108864:1, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, "
      "(_128):(_1), (_4):(_1)))";
  // The first row of core/data/measured_h100.json.
  const RunRecord gpu =
      measured(1, copy, R"x({"status":"ok","device":{"kind":"gpu","name":"NVIDIA H100 80GB HBM3","arch":"sm90"},
    "arch":"sm_90","resources":{"registers":14},"time":{"gb_per_s":2957.4,"median_ms":0.18154},"yardstick":{"name":"copy","gb_per_s":2959.5}})x");
  const KernelLimits& l = gpu.outcome.limits;
  REQUIRE(gpu.outcome.work);
  CHECK(gpu.outcome.work->bytes == 2LL * 67108864 * 4);
  CHECK(l.binding == "DRAM");
  CHECK_FALSE(l.assumed);
  CHECK(*l.part == doctest::Approx(2957.4 / 3352).epsilon(0.001));
  CHECK(english(l.bound_line).find("measured time") != std::string::npos);
  CHECK(l.occupancy->warps == 64);
  // Without a GPU the numbers are predictions for an assumed GPU, which is named; registers are unknown.
  const RunRecord none = measured(2, copy, R"x({"status":"ok","device":{"kind":"reference","name":"cpu"}})x");
  CHECK(none.outcome.limits.assumed);
  CHECK(english(none.outcome.limits.bound_line).find("predicted") != std::string::npos);
  CHECK(english(none.outcome.limits.bound_line).find("assumed") != std::string::npos);
  CHECK(english(none.outcome.limits.occupancy_line).find("unknown") != std::string::npos);
  // The GPU is not in the table and has no baseline: no pipe is named; the many registers are the limit.
  const RunRecord other = measured(3, copy, R"x({"status":"ok","device":{"kind":"gpu","name":"NVIDIA X1","arch":"sm90"},
    "arch":"sm_90","resources":{"registers":200},"time":{"gb_per_s":1,"median_ms":1}})x");
  CHECK(other.outcome.limits.binding.empty());
  CHECK(other.outcome.limits.bound_line == "not known: the table of peaks does not contain this GPU");
  CHECK(other.outcome.limits.occupancy->limit == Occupancy::Limit::registers);
}

TEST_CASE("limits of a GPU that the table does not have: what was measured on it is the roof") {
  const std::string copy =
      "K = copy_kernel(67108864:1, 67108864:1, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, "
      "(_128):(_1), (_4):(_1)))";
  const auto copied = [&](double milliseconds) {
    return measured(1, copy,
                    R"x({"status":"ok","device":{"kind":"gpu","name":"NVIDIA X1","arch":"sm90"},"arch":"sm_90",
    "time":{"gb_per_s":1,"median_ms":)x" +
                        std::to_string(milliseconds) + R"x(},"yardstick":{"name":"cuMemcpyDtoD","gb_per_s":2000}})x")
        .outcome.limits;
  };
  // 512 MiB at 2 TB/s take 0.268 ms.
  KernelLimits l = copied(0.3);
  CHECK(l.gpu == nullptr);
  CHECK(l.binding == "DRAM");
  CHECK(*l.part == doctest::Approx(0.8948).epsilon(0.001));
  CHECK(l.bound_line ==
        "DRAM, needed for 89% of the measured time at the 2000 GB/s of cuMemcpyDtoD; the table of peaks does "
        "not contain this GPU");
  l = copied(1);
  CHECK(l.binding.empty());
  CHECK(english(l.bound_line).rfind("not DRAM, which needs only 27% of", 0) == 0);
  l = copied(0.1);
  CHECK(l.binding == "caches");
  CHECK(english(l.bound_line).rfind("caches: DRAM alone needs 268% of", 0) == 0);
  // A product is compared with the library's rate, and with the memory rate of a previous copy.
  const std::string gemm =
      "K = gemm_kernel((1024,512):(512,1), (1024,512):(512,1), (1024,1024):(1024,1), "
      "make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8)), "
      "(Sw<3,3,3> o 0 o (_64,_64):(_64,_1), Sw<3,3,3> o 0 o (_64,_64):(_64,_1)), "
      "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2), <_32,_32,_16>), load=\"SM75_U32x4_LDSM_N\")";
  const std::string answer = R"x({"status":"ok","device":{"kind":"gpu","name":"NVIDIA X1","arch":"sm90"},
    "arch":"sm_90","time":{"tflop_per_s":100,"median_ms":0.010737},"yardstick":{"name":"cuBLASLt","tflop_per_s":200}})x";
  RunRecord product = measured(2, gemm, answer);
  CHECK(product.outcome.limits.bound_line ==
        "not known: 50% of the rate of cuBLASLt; the table of peaks does not contain this GPU");
  const KernelFacts facts = facts_of(product.wish);
  product.outcome = read_outcome(believed(read_run_result(answer)), facts, {"NVIDIA X1", "cuMemcpyDtoD", 2000});
  CHECK(english(product.outcome.limits.bound_line)
            .rfind("not DRAM, which needs only 29% of the measured time at the 2000 GB/s of "
                   "cuMemcpyDtoD; 50% of the rate of cuBLASLt",
                   0) == 0);
  product.outcome = read_outcome(believed(read_run_result(answer)), facts, {"another", "cuMemcpyDtoD", 2000});
  CHECK(english(product.outcome.limits.bound_line).rfind("not known", 0) == 0);
  const RooflinePlot plot = roofline_of({}, product);
  REQUIRE(plot.roofs.size() == 1);
  CHECK(plot.roofs[0].measured);
  CHECK(english(plot.note).find("not in the table") != std::string::npos);
}

TEST_CASE("roofline: products by intensity under both roofs, copies by bandwidth alone") {
  const char* names =
      "tile = Sw<3,3,3> o 0 o (_64,_64):(_64,_1)\n"
      "copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8))\n"
      "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2), <_32,_32,_16>)\n";
  const std::string gemm =
      std::string(names) +
      "K = gemm_kernel((1024,512):(512,1), (1024,512):(512,1), (1024,1024):(1024,1), copy, (tile, tile), "
      "mma, load=\"SM75_U32x4_LDSM_N\")\n";
  const std::string h100 =
      R"x({"status":"ok","device":{"kind":"gpu","name":"NVIDIA H100 80GB HBM3","arch":"sm90"},"arch":"sm_90",)x";
  std::deque<RunRecord> history;
  history.push_back(
      measured(1, transpose_line,
               h100 + R"x("time":{"gb_per_s":2000,"median_ms":0.1},"yardstick":{"name":"copy","gb_per_s":2900}})x"));
  history.push_back(measured(
      2, gemm,
      h100 + R"x("time":{"tflop_per_s":300,"median_ms":0.0036},"yardstick":{"name":"cuBLASLt","tflop_per_s":500}})x"));
  const RooflinePlot product = roofline_of(history, history.back());
  CHECK_FALSE(product.bandwidth);
  REQUIRE(product.points.size() == 1);
  const double operations = 2.0 * 1024 * 1024 * 512;
  const double bytes = 2.0 * (2 * 1024 * 512) + 4.0 * 1024 * 1024;
  CHECK(product.points[0].x == doctest::Approx(operations / bytes));
  CHECK(product.points[0].y == doctest::Approx(300e3));
  REQUIRE(product.roofs.size() == 3);
  CHECK_FALSE(product.roofs[0].measured);
  // The ridge: the memory's slope reaches the peak of the tensor cores.
  REQUIRE(product.roofs[0].line.size() == 3);
  CHECK(product.roofs[0].line[1].first == doctest::Approx(989.4e12 / 3352e9));
  CHECK(product.roofs[0].line[1].second == doctest::Approx(989.4e3));
  CHECK(product.roofs[1].measured);  // the copy of the first run
  CHECK(product.roofs[2].line.back().second == doctest::Approx(500e3));
  for (const auto& roof : product.roofs) {
    for (const auto& [x, y] : roof.line) {
      const bool inside = x >= product.x.low && x <= product.x.high && y >= product.y.low && y <= product.y.high;
      CHECK(inside);
    }
  }
  const RooflinePlot copy = roofline_of(history, history.front());
  CHECK(copy.bandwidth);
  REQUIRE(copy.points.size() == 1);
  CHECK(copy.points[0].x == 2 * 4096 * 4);
  CHECK(copy.y.place(copy.y.low) == 0);
  CHECK(copy.y.place(copy.y.high) == 1);
  CHECK(copy.y.place(std::sqrt(copy.y.low * copy.y.high)) == doctest::Approx(0.5));
  // Without a GPU there are roofs of the GPU that is assumed, and no point.
  const RunRecord none = measured(3, transpose_line, R"x({"status":"ok","device":{"kind":"reference","name":"cpu"}})x");
  const RooflinePlot assumed = roofline_of({}, none);
  CHECK(assumed.points.empty());
  CHECK_FALSE(assumed.note.empty());
  CHECK(english(assumed.gpu).find("assumed") != std::string::npos);
  CHECK(roofline_of({}, std::nullopt).empty);
  CHECK(short_power(1e7) == "10M");
  CHECK(short_power(0.1) == "0.1");
}

TEST_CASE("kept runs: roofline and counters are those of an earlier session, until the kernel runs on a GPU") {
  const std::string h100 =
      R"x({"status":"ok","date":"2026-11-20T10:00:00Z","device":{"kind":"gpu","name":"NVIDIA H100 80GB HBM3",
      "arch":"sm90","driver":"580"},"arch":"sm_90","verify":{"by":"gpu","checked":4096,"wrong":0},
      "time":{"gb_per_s":2000,"median_ms":0.1,"spread":0.01},"yardstick":{"name":"cuMemcpyDtoD","gb_per_s":2500},"ratio":0.8,
      "measured":{"counters":{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":7}},"resources":{"registers":24}})x";
  RunRecord before = measured(0, transpose_line, h100);
  before.wish.printed = "the kernel";
  const auto keep = [](const RunRecord& run, const char* id) {
    return kept_run({id, run.outcome.date, run.wish.program, run.wish.mode, run.wish.kernel, run.wish.printed},
                    run.outcome);
  };
  RunTable table;
  RunRecord other = before;
  other.wish.printed = "another kernel";
  (void)table.read(kept_line(keep(before, "first")) + "\n" + kept_line(keep(before, "second")) + "\n" +
                   kept_line(keep(other, "other")) + "\n");
  Worker worker({});
  KernelRuns kernel(worker);
  Runs runs({});
  const auto follow = [&](const RunWish& wish) {
    kernel.follow(wish, table);
    while (!worker.idle()) (void)worker.drain();
  };
  CHECK(kernel.shown(runs, "").report == nullptr);
  follow(before.wish);
  ShownRun shown = kernel.shown(runs, "");
  REQUIRE(shown.report != nullptr);
  CHECK(shown.id == "second");
  CHECK(shown.number == 2);
  CHECK(shown.kept);
  CHECK(english(run_headline(*shown.report)).find("2000 GB/s, 80.0 % of cuMemcpyDtoD") == 0);
  CHECK(english(run_headline(*shown.report)).find("H100 80GB HBM3, 2026-11-20") != std::string::npos);
  CHECK(shown.report->verdict == RunVerdict::verified);
  CHECK(shown.report->registers == 24);
  const auto count = std::find_if(shown.report->counters.begin(), shown.report->counters.end(), [](const RunCount& c) {
    return c.counter == "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
  });
  REQUIRE(count != shown.report->counters.end());
  CHECK(count->measured == 7);
  CHECK(count->predicted.has_value());
  // The selected run, if it is of this kernel.
  CHECK(kernel.shown(runs, "first").id == "first");
  CHECK(kernel.shown(runs, "other").id == "second");
  // A run without a GPU says less; one on a GPU is newer.
  runs.last = measured(4, transpose_line, R"x({"status":"ok","device":{"kind":"reference","name":"cpu"}})x");
  runs.last->wish.printed = "the kernel";
  CHECK(kernel.shown(runs, "").id == "second");
  runs.last->outcome = before.outcome;
  CHECK(kernel.shown(runs, "").number == 4);
  CHECK_FALSE(kernel.shown(runs, "").kept);
  // Another kernel, which has not run.
  follow({"K = 1", IntegerMode::cute, "K", false, "a third"});
  CHECK_FALSE(kernel.shown(runs, "").current);
}

TEST_CASE("sizes: layouts keep their nesting, order and gaps; what cannot grow says why") {
  CHECK(*resized_layout("(1024,_512):(_512,1)", {256, 256}) == "(256,_256):(_256,1)");
  CHECK(*resized_layout("(8,4):(1,8)", {16, 16}) == "(16,16):(1,16)");
  CHECK(*resized_layout("((8,128),(8,128)):((1,64),(8,8192))", {512, 512}) == "((8,64),(8,64)):((1,64),(8,4096))");
  CHECK(*resized_layout("(64,64):(65,1)", {128, 128}) == "(128,128):(129,1)");
  CHECK(*resized_layout("4096:1", {64}) == "64:1");
  CHECK(english(resized_layout("((8,128),(8,128)):((1,64),(8,8192))", {12, 12}).error().message).find("tile of 8") !=
        std::string::npos);
  CHECK_FALSE(resized_layout("(8,4):(1,4)", {16, 16}));
  CHECK_FALSE(resized_layout("(8,4):(0,1)", {16, 16}));
  CHECK_FALSE(resized_layout("(8,4):(1@0,1@1)", {16, 16}));
  CHECK_FALSE(resized_layout("make_layout((8,4))", {16, 16}));
  CHECK_FALSE(resized_layout("(99999999999,4):(4,1)", {99999999999, 99999999999}));
  CHECK_FALSE(resized_layout("", {}));
  const auto offer = [](const std::string& program, const std::vector<NamedSource>& names = {}) {
    const std::size_t at = program.rfind("K = ");
    return offer_sizes(program, {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(program.size())}, names);
  };
  const SizeOffer plain = offer("K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))");
  CHECK(plain.now == "64 \xC3\x97 64");
  REQUIRE(!plain.choices.empty());
  CHECK(plain.choices[0].program ==
        "K = copy_kernel((256,256):(256,1), (256,256):(1,256), (_64,_16):(_16,_1), tile=(32,32))");
  // A named tensor that is used twice changes once.
  const SizeOffer named =
      offer("A = (512,512):(512,1)\nK = copy_kernel(A, A, t)", {{"A", {0, 21}, "(512,512):(512,1)"}});
  REQUIRE(named.choices.size() > 1);
  CHECK(named.choices[1].now);
  CHECK(named.choices[0].program == "A = (256,256):(256,1)\nK = copy_kernel(A, A, t)");
  CHECK(offer("K = copy_kernel(S, S, t)").refused ==
        say("the size cannot be changed: {}: {}", "S", say("it is not written as shape:stride")));
  CHECK(offer("K = mma_kernel(t)").refused ==
        say("the size is fixed: its extents are literals, or the kernel has a single tile"));
  const SizeOffer product =
      offer("K = gemm_kernel((512,512):(512,1), (512,512):(512,1), (512,512):(512,1), c, (s, s), m)");
  CHECK(product.choices.size() >= 5);
}

TEST_CASE("runner: a client stays while its command does, and answers of what it runs are told apart") {
  gpu::ClientOptions how;
  how.silence_seconds = 5;
  RunnerClient clients(how);
  const auto code = [](gpu::Client* client) {
    gpu::RunRequest request;
    request.id = 1;
    return client->run(request, {}, {}).code;
  };
  gpu::Client* first = clients.of({"/nowhere/runner"});
  REQUIRE(first != nullptr);
  CHECK(clients.of({"/nowhere/runner"}) == first);
  CHECK(code(first) == "runner_missing");
  gpu::Client* second = clients.of({"/bin/false"});
  REQUIRE(second != nullptr);
  CHECK(code(second) == "runner_died");
  CHECK(clients.of({"/bin/false"}) == second);
}

}  // namespace stridescope::desktop
