// The protocol, and the client against the real runner as a child: results, progress, cancelling, faults, hangs,
// deaths, and that the next request works. On the reference device, so everywhere. The runner's path is RUNNER.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>

#include "gpu_runner/client.h"

namespace stridescope::gpu {
namespace {

constexpr const char* transpose = "copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))";

std::vector<std::string> runner() {
  const char* path = std::getenv("RUNNER");
  REQUIRE_MESSAGE(path != nullptr, "RUNNER names the program");
  return {path, "--allow-inject", "--watchdog", "0.5"};
}

RunRequest request(const char* program) {
  RunRequest out;
  out.id = 7;
  out.program = program;
  out.device = "reference";
  return out;
}

// A request with a fault to inject.
std::string injected(const char* what) {
  Json json = Json::parse(request_line(request(transpose)));
  json["run"]["inject"] = what;
  return json.dump();
}

bool works(Client& client) {
  const Json result = client.run(request(transpose), {}, {});
  CAPTURE(result.dump());
  return result.value("status", "") == "ok" && result["verify"]["wrong"] == 0 && result["verify"]["checked"] == 4096;
}

}  // namespace

TEST_CASE("requests survive the way through a line") {
  RunRequest r = request("a = 1\n\"quoted\" \xE4\xB8\xAD \xFF");
  r.kernel = "K";
  r.counters = true;
  r.seconds = 0.25;
  r.teaching = true;
  const std::string line = request_line(r);
  CHECK(line.find('\n') == std::string::npos);
  const Request back = parse_request(line);
  REQUIRE(back.kind == RequestKind::run);
  CHECK(back.run.id == 7);
  CHECK(back.run.program.substr(0, 8) == "a = 1\n\"q");
  CHECK(back.run.kernel == "K");
  CHECK(back.run.counters);
  CHECK(back.run.teaching);
  CHECK(back.run.device == "reference");
  CHECK(back.run.seconds == doctest::Approx(0.25));
  CHECK(parse_request(cancel_line("x")).kind == RequestKind::cancel);
  CHECK(parse_request(ping_line(3)).kind == RequestKind::ping);
  CHECK(parse_answer(event_line(1, "time", "..."))->event == "time");
  CHECK(parse_answer(result_line(1, cancelled_result()))->result->at("status") == "cancelled");
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
  CHECK(parse_request("{\"version\":1,\"id\":[1],\"new\":{},\"run\":{\"program\":\"1\",\"newer\":3}}").kind ==
        RequestKind::run);
  CHECK(!parse_answer("{\"id\":1}").has_value());
  CHECK(!parse_answer("noise").has_value());
}

TEST_CASE("the client gets results and progress; a mistake costs no child") {
  Client client({runner(), 10, false});
  int events = 0;
  const Json result = client.run(request(transpose), [&](const Answer& a) { events += !a.event.empty(); }, {});
  CAPTURE(result.dump());
  CHECK(result["status"] == "ok");
  CHECK(events >= 2);
  CHECK(result["device"]["kind"] == "reference");
  CHECK(!result.contains("time"));  // the CPU's time is never a GPU's
  const Json wrong = client.run(request("copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_3):(_1,_4), tile=(4,4))"), {}, {});
  CHECK(wrong["status"] == "wrong");
  CHECK(wrong["verify"]["wrong"] == 4);
  CHECK(wrong["verify"]["examples"][0]["coordinate"] == "(0,3)");
  CHECK(wrong["verify"]["examples"][0]["stored_by"].empty());
  const Json none = client.run(request("(4,4):(1,4)"), {}, {});
  CHECK(none["status"] == "error");
  CHECK(none["code"] == "unknown_name");
  const Json broken = client.run(request("copy_kernel((4,4):(4,1"), {}, {});
  CHECK(broken["code"] == "syntax");
  CHECK(works(client));
  CHECK(client.replaced() == 0);
}

TEST_CASE("a child that faults, dies or hangs is reported and replaced; the next request works") {
  Client client({runner(), 0.7, true});
  int survived = 0;
  for (int round = 0; round < 3; ++round) {
    for (const char* what : {"fault", "die", "hang", "memory"}) {
      CAPTURE(what);
      const Json result = client.send(injected(what), 7, {}, {});
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

TEST_CASE("cancelling ends a request, also of a child that does not listen") {
  Client client({runner(), 30, false});
  // 2^22 elements of 64 x 64 tiles: longer than the cancel takes.
  const Json result =
      client.run(request("copy_kernel((2048,2048):(2048,1), (2048,2048):(1,2048), (_256,_16):(_16,_1), tile=(64,64))"),
                 {}, [] { return true; });
  CHECK((result["status"] == "cancelled" || result["status"] == "ok"));
  const auto begin = std::chrono::steady_clock::now();
  CHECK(client.send(injected("hang"), 7, {}, [] { return true; })["status"] == "cancelled");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  CHECK(works(client));
}

TEST_CASE("a runner that is not there, or is none, is told") {
  Client missing({{"/nonexistent/runner"}, 5, false});
  CHECK(missing.run(request(transpose), {}, {})["code"] == "runner_missing");
  Client nothing({{"true"}, 5, false});
  CHECK(nothing.run(request(transpose), {}, {})["code"] == "runner_died");
  Client noise({{"echo", "hello"}, 5, false});
  CHECK(noise.run(request(transpose), {}, {})["code"] == "runner_died");
}

}  // namespace stridescope::gpu
