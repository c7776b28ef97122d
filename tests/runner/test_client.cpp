// The protocol, and the client with the real runner as a child: results, progress, cancellation, faults, hangs, deaths,
// and that the next request works. On the reference device, so it runs everywhere. RUNNER gives the runner's path.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gpu_runner/client.h"
#include "tests/environment.h"
#include "tests/runner/result_text.h"
#include "tests/transpose_kernel.h"

namespace stridescope::gpu {
namespace {

std::vector<std::string> runner() { return {environment("RUNNER"), "--watchdog", "0.5"}; }

ClientOptions options_of(std::vector<std::string> command, double silence, bool spare = false, double cancel = 2) {
  ClientOptions out;
  out.command = std::move(command);
  out.silence_seconds = silence;
  out.spare = spare;
  out.cancel_seconds = cancel;
  return out;
}

RunRequest client_request(const char* program) {
  RunRequest out;
  out.id = 7;
  out.program = program;
  out.device = "reference";
  return out;
}

// A request that ends in that fault.
RunRequest faulty(const char* what) { return client_request((std::string(transpose) + "\n# fault: " + what).c_str()); }

bool works(JsonClient& client) {
  const Json result = client.run(client_request(transpose), {}, {});
  CAPTURE(result.dump());
  return result.value("status", "") == "ok" && result["verify"]["wrong"] == 0 && result["verify"]["checked"] == 4096;
}

bool works_at_all(JsonClient& client) { return client.run(client_request(transpose), {}, {})["status"] == "ok"; }

// A runner as a shell script that records when its device is open. While a file with that name exists, it opens the
// device slowly, or dies.
class Fake {
 public:
  Fake() {
    folder_ = (std::filesystem::temp_directory_path() / "stridescope-client-XXXXXX").string();
    REQUIRE(mkdtemp(folder_.data()) != nullptr);
    std::ofstream(folder_ + "/runner") << R"x(cd "$1"
while read line; do
  id=${line#*\"id\":}; id=${id%%,*}; id=${id%%\}*}
  case $line in
  *'"ping"'*)
    while [ -e slow ]; do sleep 0.02; done
    if [ -e dies ]; then echo died >> died; exit 9; fi
    gpu=; if [ -e gpu ]; then gpu=',"gpu":{"name":"G"}'; fi
    if [ -e blind ]; then rm blind; gpu=; fi
    echo $$ >> ready
    echo '{"version":1,"id":'$id',"result":{"status":"ok","protocol":1'$gpu'}}';;
  *'"cancel"'*) ;;
  *'# fault'*)
    echo '{"version":1,"id":'$id',"result":{"status":"error","code":"fault","message":"a fault","last":true}}'
    exit 3;;
  *)
    if [ -e unbegun ]; then
      rm unbegun
      echo '{"version":1,"id":'$id',"result":{"status":"error","code":"device_lost","message":"lost","unbegun":true,"last":true}}'
      exit 3
    fi
    echo '{"version":1,"id":'$id',"result":{"status":"ok","device":{"name":"fake"}'$gpu',"kernel":"'$$'"}}';;
  esac
done
)x";
  }
  Fake(const Fake&) = delete;
  Fake& operator=(const Fake&) = delete;
  ~Fake() { std::filesystem::remove_all(folder_); }
  std::vector<std::string> command() const { return {"sh", folder_ + "/runner", folder_}; }
  void set(const char* name) const { std::ofstream(folder_ + "/" + name) << "\n"; }
  void clear(const char* name) const { std::filesystem::remove(folder_ + "/" + name); }
  void wait_for(const char* name) const {
    for (int i = 0; i < 4000 && !std::filesystem::exists(folder_ + "/" + name); ++i) pause();
    REQUIRE(std::filesystem::exists(folder_ + "/" + name));
  }
  // The n-th process that opened its device; waits for it.
  std::string ready(std::size_t n) const {
    for (int i = 0; i < 4000; ++i, pause()) {
      std::ifstream file(folder_ + "/ready");
      std::size_t at = 0;
      for (std::string line; std::getline(file, line) && !file.eof(); ++at) {
        if (at == n) return line;
      }
    }
    FAIL("it did not get ready");
    return {};
  }

 private:
  static void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }
  std::string folder_;
};

}  // namespace

TEST_CASE("requests survive the way through a line") {
  RunRequest r = client_request("a = 1\n\"quoted\" \xE4\xB8\xAD \xFF");
  r.kernel = "K";
  r.counters = true;
  r.seconds = 0.25;
  r.teaching = true;
  r.trace = true;
  r.cubin = true;
  r.sass = true;
  r.metrics = {"l2", "dram__bytes_read.sum"};
  const std::string line = request_line(r);
  CHECK(line.find('\n') == std::string::npos);
  const Request back = parse_request(line);
  REQUIRE(back.kind == RequestKind::run);
  CHECK(back.run.id == 7);
  CHECK(back.run.program.substr(0, 8) == "a = 1\n\"q");
  CHECK(back.run.kernel == "K");
  CHECK(back.run.counters);
  CHECK(back.run.teaching);
  CHECK(back.run.trace);
  CHECK(back.run.cubin);
  CHECK(back.run.sass);
  CHECK(back.run.metrics == r.metrics);
  CHECK(back.run.device == "reference");
  CHECK(back.run.seconds == doctest::Approx(0.25));
  CHECK(parse_request(cancel_line("x")).kind == RequestKind::cancel);
  CHECK(parse_request(ping_line(3)).kind == RequestKind::ping);
  CHECK(parse_answer(event_line({1, "time", "..."}))->event == "time");
  CHECK(parse_answer(result_line(1, cancelled_result()))->result->status == RunStatus::cancelled);
}

TEST_CASE("what is no request is told apart, and unknown keys are ignored") {
  const auto wrong = [](const char* line) {
    const Request r = parse_request(line);
    CAPTURE(line);
    CHECK(r.kind == RequestKind::bad);
    CHECK(!r.message.empty());
  };
  wrong("");
  wrong("[]");
  wrong("{");
  wrong("{\"id\":1,\"run\":{\"program\":\"1\"}}");
  wrong("{\"version\":2,\"id\":1,\"run\":{\"program\":\"1\"}}");
  wrong("{\"version\":1,\"id\":1}");
  wrong("{\"version\":1,\"id\":1,\"run\":7}");
  wrong("{\"version\":1,\"id\":1,\"run\":{}}");
  wrong("{\"version\":1,\"id\":1,\"run\":{\"program\":5}}");
  wrong("{\"version\":1,\"id\":1,\"run\":{\"program\":\"1\",\"seconds\":-1}}");
  wrong("{\"version\":1,\"id\":1,\"run\":{\"program\":\"1\",\"device\":\"toaster\"}}");
  wrong("{\"version\":1,\"id\":1,\"run\":{\"program\":\"1\",\"metrics\":\"l2\"}}");
  wrong("{\"version\":1,\"id\":1,\"run\":{\"program\":\"1\",\"metrics\":[1]}}");
  wrong(("{\"version\":1,\"id\":" + std::string(200000, '[') + std::string(200000, ']') + "}").c_str());
  CHECK(parse_request("{\"version\":1,\"id\":[1],\"new\":{},\"run\":{\"program\":\"1\",\"newer\":3}}").kind ==
        RequestKind::run);
  CHECK(!parse_answer("{\"id\":1}").has_value());
  CHECK(!parse_answer("noise").has_value());
}

TEST_CASE("the client gets results and progress; a mistake costs no child") {
  JsonClient client(options_of(runner(), 10));
  int events = 0;
  const Json result = client.run(client_request(transpose), [&](const Answer& a) { events += !a.event.empty(); }, {});
  CAPTURE(result.dump());
  CHECK(result["status"] == "ok");
  CHECK(events >= 2);
  CHECK(result["device"]["kind"] == "reference");
  CHECK(!result.contains("time"));  // the CPU's time is never a GPU's
  const Json wrong =
      client.run(client_request("copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_3):(_1,_4), tile=(4,4))"), {}, {});
  CHECK(wrong["status"] == "wrong");
  CHECK(wrong["verify"]["wrong"] == 4);
  CHECK(wrong["verify"]["examples"][0]["coordinate"] == "(0,3)");
  CHECK(wrong["verify"]["examples"][0]["stored_by"].empty());
  CHECK(wrong["verify"]["elements"]["rows"] == Json::parse("[[12,4,1,-1,0]]"));
  const Json none = client.run(client_request("(4,4):(1,4)"), {}, {});
  CHECK(none["status"] == "error");
  CHECK(none["code"] == "unknown_name");
  const Json broken = client.run(client_request("copy_kernel((4,4):(4,1"), {}, {});
  CHECK(broken["code"] == "syntax");
  CHECK(works(client));
  CHECK(client.replaced() == 0);
}

TEST_CASE("the client gets all wrong elements, and the elements whose values they received") {
  JsonClient client(options_of(runner(), 10));
  // Both halves of a row share the addresses of shared memory: the second one replaces the first.
  const Json wrong = client.run(
      client_request("copy_kernel((8,16):(16,1), (8,16):(16,1), (_8,_16):(_1,_8), (8,(8,2)):(8,(1,0)), tile=(8,16))"),
      {}, {});
  CAPTURE(wrong.dump());
  CHECK(wrong["status"] == "wrong");
  CHECK(wrong["verify"]["wrong"] == 64);
  CHECK(wrong["verify"]["elements"]["rows"] == Json::parse("[[0,64,1,64,1]]"));
  CHECK(wrong["verify"]["examples"][1]["origin"] == "(1,8)");
  CHECK(result_text(wrong).find("64 elements: (i,j) receives the value of (i,j+8)") != std::string::npos);
}

TEST_CASE("a tensor that is too large for the reference device is sampled, and a mistake in it found") {
  JsonClient client(options_of(runner(), 30));
  const Json result = client.run(
      client_request("copy_kernel((65536,8192):(8192,1), (65536,8192):(1,65536), (_256,_16):(_16,_1), tile=(64,64))"),
      {}, {});
  CAPTURE(result.dump());
  CHECK(result["status"] == "ok");
  CHECK(result["verify"]["of"] == std::int64_t{1} << 29);
  CHECK(result["verify"]["checked"] == 1 << 20);
  CHECK(result_text(result).find("verified by samples: 1048576 of 536870912 elements") != std::string::npos);
  const Json holes = client.run(
      client_request("copy_kernel((65536,8192):(8192,1), (65536,8192):(1,65536), (_256,_15):(_16,_1), tile=(64,64))"),
      {}, {});
  CHECK(holes["status"] == "wrong");
  CHECK(holes["verify"]["wrong"] == (1 << 20) / 16);
  CHECK(holes["verify"]["examples"][0]["stored_by"].empty());
  // A message reports that only a GPU can answer.
  RunRequest more = client_request(transpose);
  more.counters = true;
  more.trace = true;
  const Json told = client.run(more, {}, {});
  CHECK(told["counters_missing"].is_string());
  CHECK(told["trace"]["missing"].is_string());
  CHECK(result_text(told).find("no trace: ") != std::string::npos);
}

TEST_CASE("kernels of the copy engine and of matrices are proved on the CPU") {
  JsonClient client(options_of(runner(), 30));
  for (const char* program :
       {"copy_kernel((64,64):(64,1), (64,64):(72,1), \"tma\", Sw<3,2,3> o 0 o (32,32):(32,1), stages=3)",
        "copy_kernel((64,64):(64,1), (64,64):(1,64), (\"tma\", (_32,_32):(_1,_32)), (32,32):(32,1), tile=(32,32))",
        "copy_kernel((64,32):(32,1), (64,32):(32,1), (make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, "
        "(_16,_2):(_2,_1), (_1,_8):(_8,_1)), make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, "
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_1,_1,_1), <_16,_8,_16>))), Sw<1,3,3> o 0 o (16,16):(16,1))"}) {
    CAPTURE(program);
    const Json result = client.run(client_request(program), {}, {});
    CAPTURE(result.dump());
    CHECK(result["status"] == "ok");
    CHECK(result["verify"]["wrong"] == 0);
  }
}

TEST_CASE("a child that faults, dies or hangs is reported and replaced; the next request works") {
  JsonClient client(options_of(runner(), 0.7, true));
  int survived = 0;
  for (int round = 0; round < 3; ++round) {
    for (const char* what : {"fault", "die", "hang", "memory"}) {
      CAPTURE(what);
      const Json result = client.run(faulty(what), {}, {});
      CAPTURE(result.dump());
      CHECK(result["status"] == "error");
      const std::string expected = std::string_view(what) == "hang"     ? "runner_silent"
                                   : std::string_view(what) == "memory" ? "memory"
                                                                        : "runner_died";
      CHECK(result["code"] == expected);
      survived += works(client);
    }
  }
  CHECK(survived == 12);
  CHECK(client.replaced() == 9);
}

TEST_CASE("a spare has opened its device before the fault; while it is opened an edit waits for nothing") {
  const Fake fake;
  JsonClient client(options_of(fake.command(), 20, true));
  const Json first = client.run(client_request(transpose), {}, {});
  REQUIRE(first["status"] == "ok");
  // No request is under way, and the spare becomes ready.
  const std::string spare = fake.ready(1);
  CHECK(spare != first["kernel"]);
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  const std::string next = fake.ready(2);  // the next spare, before the next request
  CHECK(client.run(client_request(transpose), {}, {})["kernel"] == spare);
  CHECK(client.replaced() == 1);
  // A spare that died does not affect the user.
  fake.set("dies");
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  fake.wait_for("died");
  fake.clear("dies");
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  CHECK(client.run(client_request(transpose), {}, {})["status"] == "ok");
  CHECK(client.run(client_request(transpose), {}, {})["kernel"] != next);
}

TEST_CASE("a GPU that is reset is opened again before the request begins; one that never was there is not looked for") {
  const Fake fake;
  fake.set("gpu");
  JsonClient client(options_of(fake.command(), 20, true));
  REQUIRE(client.run(client_request(transpose), {}, {})["status"] == "ok");
  fake.ready(1);
  // The spare replaces the child that faults, and the next child finds no GPU.
  fake.set("blind");
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  fake.ready(2);
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  std::string progress;
  Json result = client.run(client_request(transpose), [&](const Answer& a) { progress = a.text; }, {});
  CHECK(result["status"] == "ok");
  CHECK(result.contains("gpu"));
  CHECK(progress.find("is being reset") != std::string::npos);
  CHECK(client.replaced() == 3);
  // It had a GPU when it was opened, and has lost it since.
  fake.set("unbegun");
  result = client.run(client_request(transpose), {}, {});
  CHECK(result["status"] == "ok");
  CHECK(client.replaced() == 4);

  const Fake without;
  JsonClient other(options_of(without.command(), 20, true));
  for (int i = 0; i < 3; ++i) CHECK(other.run(client_request(transpose), {}, {})["status"] == "ok");
  CHECK(other.replaced() == 0);
}

TEST_CASE("a client at rest has a spare with its device open, and waits no longer than it was told") {
  const Fake fake;
  fake.set("gpu");
  ClientOptions options;
  options.command = fake.command();
  options.spare = true;
  JsonClient client(options);
  CHECK(client.run(client_request(transpose), {}, {})["status"] == "ok");
  client.settle(20);
  const std::string spare = fake.ready(1);
  // The child does not get its GPU back at first.
  fake.set("blind");
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  client.settle(20);
  const std::string seeing = fake.ready(3);
  CHECK(client.run(client_request(transpose), {}, {})["kernel"] == spare);
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  CHECK(client.run(client_request(transpose), {}, {})["kernel"] == seeing);
  fake.set("slow");
  CHECK(client.run(faulty("fault"), {}, {})["code"] == "fault");
  const auto begin = std::chrono::steady_clock::now();
  client.settle(0.1);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  fake.clear("slow");
  CHECK(works_at_all(client));
}

TEST_CASE("a request that is cancelled while the device is opened costs no child") {
  const Fake fake;
  fake.set("slow");
  JsonClient client(options_of(fake.command(), 20, true, 0.2));
  std::string progress;
  const auto event = [&](const Answer& a) { progress = a.event; };
  const auto begin = std::chrono::steady_clock::now();
  int asked = 0;
  for (int i = 0; i < 2; ++i) {
    asked = 0;
    CHECK(client.run(client_request(transpose), event, [&] { return ++asked > 4; })["status"] == "cancelled");
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  CHECK(progress == "start");
  fake.clear("slow");
  RunRequest wanted = client_request(transpose);
  wanted.id = 8;
  const Json result = client.run(wanted, event, {});
  CHECK(result["status"] == "ok");
  CHECK(result["kernel"] == fake.ready(0));
  CHECK(client.replaced() == 0);
}

TEST_CASE("cancelling ends a request, also of a child that does not listen") {
  JsonClient client(options_of(runner(), 30));
  // 2^22 elements of 64 x 64 tiles: longer than the cancel takes.
  const Json result = client.run(
      client_request("copy_kernel((2048,2048):(2048,1), (2048,2048):(1,2048), (_256,_16):(_16,_1), tile=(64,64))"), {},
      [] { return true; });
  CHECK((result["status"] == "cancelled" || result["status"] == "ok"));
  const auto begin = std::chrono::steady_clock::now();
  CHECK(client.run(faulty("hang"), {}, [] { return true; })["status"] == "cancelled");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  CHECK(works(client));
}

TEST_CASE("the machine code comes as text where it is asked for and there is an nvdisasm, else why not") {
  std::string tools = (std::filesystem::temp_directory_path() / "stridescope-nvdisasm-XXXXXX").string();
  REQUIRE(mkdtemp(tools.data()) != nullptr);
  const std::string tool = tools + "/nvdisasm";
  std::ofstream(tool) << "#!/bin/sh\nprintf '\\t//## File \"stridescope.cu\", line 5\\n/*0000*/ LDG R1 ;\\n'\n";
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  const std::string path = environment("PATH");
  setenv("PATH", (tools + ":" + path).c_str(), 1);
  JsonClient client(options_of(runner(), 30));
  RunRequest wanted = client_request(transpose);
  wanted.device = "auto";
  const auto compiled = [&] {
    const Json result = client.run(wanted, {}, {});
    CHECK(result["status"] == "ok");
    return result.contains("compiled") ? result["compiled"] : result;
  };
  CHECK(!compiled().contains("sass"));
  wanted.sass = true;
  const Json with = compiled();
  // Without NVRTC it is not compiled.
  if (with.contains("compile_ms")) {
    CHECK(fields::words(with, "sass") == "\t//## File \"stridescope.cu\", line 5\n/*0000*/ LDG R1 ;\n");
    CHECK(with["entry"] == "stridescope_copy");
    // Broken from now on: each run searches for the tool again.
    std::ofstream(tool) << "#!/bin/sh\nexit 1\n";
    const Json without = compiled();
    CHECK(!without.contains("sass"));
    CHECK(fields::words(without, "sass_missing").find("did not print anything") != std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
  std::filesystem::remove_all(tools);
}

TEST_CASE("a runner that is not there, or is none, is told") {
  JsonClient missing({{"/nonexistent/runner"}, 5, false});
  CHECK(missing.run(client_request(transpose), {}, {})["code"] == "runner_missing");
  JsonClient nothing({{"true"}, 5, false});
  CHECK(nothing.run(client_request(transpose), {}, {})["code"] == "runner_died");
  JsonClient noise({{"echo", "hello"}, 5, false});
  CHECK(noise.run(client_request(transpose), {}, {})["code"] == "runner_died");
}

}  // namespace stridescope::gpu
