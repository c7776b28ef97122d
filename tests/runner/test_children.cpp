// Tests of children that are not a runner, or are hostile: for any output, or none, a request ends in time, takes
// bounded memory, and can be canceled; no child outlives the program that started it.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/runs/run_result.h"
#include "gpu_runner/client.h"
#include "tests/environment.h"
#include "tests/runner/result_text.h"
#include "tests/transpose_kernel.h"

namespace stridescope::gpu {
namespace {

RunRequest request(std::string program = transpose) {
  RunRequest out;
  out.id = 7;
  out.program = std::move(program);
  out.device = "reference";
  return out;
}

struct Ended {
  Json result;
  double seconds = 0;
};

// The result of a request with that script instead of the runner.
Ended with(const std::string& script, double silence = 0.6, double total = 60,
           const std::function<bool()>& cancelled = {}, const RunRequest& wanted = request()) {
  ClientOptions options;
  options.command = {"sh", "-c", script};
  options.silence_seconds = silence;
  options.total_seconds = total;
  options.cancel_seconds = 0.2;
  options.capture_errors = true;
  JsonClient client(std::move(options));
  const auto begin = std::chrono::steady_clock::now();
  Ended out;
  out.result = client.run(wanted, {}, cancelled);
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  CAPTURE(fields::printed(out.result));
  CHECK(fields::words(out.result, "status") != "ok");
  return out;
}

std::string code(const Ended& ended) { return fields::words(ended.result, "code"); }

const std::string event = R"('{"version":1,"id":7,"event":"time","text":"still at it"}')";
const std::string other = R"('{"version":1,"id":8,"event":"time","text":"of another"}')";

// The peak memory of this process, in MiB.
long peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::atol(line.c_str() + 6) / 1024;
  }
  return 0;
}

// True if the process is alive, and not a zombie.
bool lives(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t end = text.rfind(')');
  return end != std::string::npos && end + 2 < text.size() && text[end + 2] != 'Z' && text[end + 2] != 'X';
}

bool ends_within(pid_t pid, double seconds) {
  for (int i = 0; i < seconds * 50; ++i) {
    if (!lives(pid)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

pid_t number_in(const std::string& path) {
  for (int i = 0; i < 500; ++i) {
    std::ifstream file(path);
    pid_t pid = 0;
    if (file >> pid && pid > 0) return pid;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return 0;
}

}  // namespace

TEST_CASE("noise is no sign of life: a child that says nothing of the request is killed in time") {
  for (const std::string& script :
       {std::string("while :; do echo noise; sleep 0.05; done"), "while :; do echo " + other + "; sleep 0.05; done",
        std::string("while :; do echo; done"), std::string("while :; do echo ERROR >&2; done"),
        std::string("while :; do printf x; sleep 0.05; done")}) {
    CAPTURE(script);
    const Ended ended = with(script);
    CHECK((code(ended) == "runner_silent" || code(ended) == "runner_noise"));
    CHECK(ended.seconds < 20);
  }
  CHECK(fields::words(with("while :; do echo hello there; sleep 0.05; done").result, "message").find("hello there") !=
        std::string::npos);
}

TEST_CASE("events do not put off the end for ever") {
  const Ended ended = with("while :; do echo " + event + "; sleep 0.05; done", 5, 1);
  CHECK(code(ended) == "runner_silent");
  CHECK(ended.seconds < 20);
}

TEST_CASE("a line without an end, noise without an end and events without an end take bounded memory") {
  const long before = peak();
  const Ended line = with("yes | tr -d '\\n'", 60);
  CHECK(code(line) == "runner_noise");
  const Ended noise = with("yes 0123456789012345678901234567890123456789", 60);
  CHECK(code(noise) == "runner_noise");
  const Ended events = with("yes " + event, 60);
  CHECK(code(events) == "runner_noise");
  CHECK(peak() - before < 400);
}

TEST_CASE("a child that does not read holds nobody up, and neither does a cancelled one that never stops talking") {
  const Ended ended = with("exec sleep 60", 0.6, 60, {}, request("# " + std::string(1 << 20, 'x') + "\n" + transpose));
  CHECK(code(ended) == "runner_silent");
  CHECK(ended.seconds < 20);
  const Ended cancelled = with("yes 0", 60, 60, [] { return true; });
  CHECK(cancelled.seconds < 20);
}

TEST_CASE("an answer that cannot be believed is told, its child is replaced, and the next request works") {
  for (const char* result : {R"({"status":"ok","last":"x"})", R"({"status":5})", R"({})", R"([])", "7",
                             R"({"status":"ok","device":{"name":"G"},"verify":{"checked":5}})",
                             R"({"status":"error","code":[],"message":5})"}) {
    CAPTURE(result);
    const Ended ended =
        with(std::string(R"(read line; echo '{"version":1,"id":7,"result":)") + result + "}'; sleep 60", 20);
    CHECK(code(ended) == malformed_answer);
    CHECK(ended.seconds < 15);
  }
}

TEST_CASE("a child does not outlive the program that started it, however that ends") {
  const std::string folder = (std::filesystem::temp_directory_path() / "stridescope-children").string();
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/pid-" + std::to_string(getpid());
  std::filesystem::remove(file);
  const pid_t program = fork();
  REQUIRE(program >= 0);
  if (program == 0) {
    ClientOptions options;
    options.command = {"sh", "-c", "echo $$ > " + file + "; exec sleep 600"};
    JsonClient client(std::move(options));
    (void)client.run(request(), {}, {});
    _exit(0);
  }
  const pid_t child = number_in(file);
  std::filesystem::remove(file);
  REQUIRE(child > 0);
  CHECK(lives(child));
  kill(program, SIGKILL);
  int status = 0;
  waitpid(program, &status, 0);
  CHECK(ends_within(child, 10));
}

TEST_CASE("what is asked through a pipe is answered before the runner ends, and cancelled where nobody reads it") {
  std::string made = (std::filesystem::temp_directory_path() / "stridescope-pipe-XXXXXX").string();
  REQUIRE(mkdtemp(made.data()) != nullptr);
  // The output of the runner for exactly this input.
  const auto told = [&](const std::string& input, const std::string& behind) {
    std::ofstream(made + "/input", std::ios::binary) << input;
    std::string out;
    FILE* pipe = popen(("'" + environment("RUNNER") + "' < '" + made + "/input'" + behind).c_str(), "r");
    REQUIRE(pipe != nullptr);
    for (int c = std::getc(pipe); c != EOF; c = std::getc(pipe)) out.push_back(static_cast<char>(c));
    pclose(pipe);
    return out;
  };
  const auto count = [](const std::string& text, const std::string& part) {
    int out = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
    return out;
  };
  const std::string line = request_line(request());
  CHECK(count(told(line + "\n", ""), "\"status\":\"ok\"") == 1);
  CHECK(count(told(line + "\n" + ping_line(1) + "\n" + line, ""), "\"status\":\"ok\"") == 3);
  // Half a request does not count.
  CHECK(count(told(line + "\n" + line.substr(0, line.size() / 2), ""), "\"status\":\"ok\"") == 1);
  const std::string slow = request_line(
      request("copy_kernel((4096,4096):(4096,1), (4096,4096):(1,4096), (_64,_16):(_16,_1), tile=(32,32))"));
  const auto begin = std::chrono::steady_clock::now();
  std::string many;
  for (int i = 0; i < 40; ++i) many += slow + "\n";
  told(many, " | true");
  CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < 20);
  std::filesystem::remove_all(made);
}

TEST_CASE("a request that takes too much memory is refused, and the next one works") {
  ClientOptions options;
  options.command = {environment("RUNNER"), "--memory", "0.06"};
  JsonClient client(std::move(options));
  const Json large = client.run(
      request("copy_kernel((4096,4096):(4096,1), (4096,4096):(1,4096), (_256,_16):(_16,_1), tile=(64,64))"), {}, {});
  CAPTURE(fields::printed(large));
  CHECK(fields::words(large, "code") == "memory");
  CHECK(fields::words(client.run(request(), {}, {}), "status") == "ok");
  CHECK(client.replaced() == 1);
}

}  // namespace stridescope::gpu
