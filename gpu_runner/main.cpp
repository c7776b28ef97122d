// stridescope-runner: reads requests from stdin, a line each, and answers on stdout (protocol.h).
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include "gpu_runner/runner.h"
#include "gpu_runner/serve.h"

namespace stridescope::gpu {
namespace {

constexpr const char* usage = R"(stridescope-runner: executes kernel values of a layout program as CUDA kernels.

usage: stridescope-runner [--watchdog SECONDS] [--check]
       stridescope-runner serve [--port N] [--site DIR] [--allow-origin ORIGIN]... [--watchdog SECONDS]

Reads requests from standard input, one JSON object a line, and answers on standard output; `stridescope run` does
this for you. It starts without a GPU, a driver or a toolkit, says what is missing, and proves kernels on the CPU.

serve does the same over a WebSocket on 127.0.0.1, for the explorer, which it serves too: open the address that it
prints. Whoever attaches needs the token that it prints. Kernels run in a child of its own.

  --check                say what this machine can do and what is missing, and exit
  --watchdog SECONDS     a launch that takes longer is a hang (5)
  --port N               of serve (8181); 0 takes a free one
  --site DIR             of serve: the explorer's folder, when it is not beside this program
  --allow-origin ORIGIN  of serve: pages from there may attach too, for example https://example.org
  --allow-inject         for tests: a request may ask for a fault
  --atoms                the names of all atoms that probe_kernel takes, as JSON, and exit
  --version, --help
)";

// Lines from stdin, read ahead by a thread: a cancel overtakes the run that it ends.
class Inbox {
 public:
  void read() {
    std::string line;
    bool too_long = false;
    for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
      if (c != '\n') {
        if (line.size() <= max_line_bytes) line.push_back(static_cast<char>(c));
        too_long = line.size() > max_line_bytes;
        continue;
      }
      if (too_long) line.assign(max_line_bytes + 1, 'x');
      put(std::move(line));
      line.clear();
      too_long = false;
    }
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  // False at the end of the input.
  bool next(std::string& line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !lines_.empty(); });
    if (lines_.empty()) return false;
    line = std::move(lines_.front());
    lines_.pop_front();
    return true;
  }

  // Whether a cancel of that request has come; or nobody is there any more to read its result.
  bool cancelled(const Json& id) {
    const std::lock_guard lock(mutex_);
    return closed_ || cancelled_.count(id.dump()) > 0;
  }
  // A later request may have the same id.
  void finished(const Json& id) {
    const std::lock_guard lock(mutex_);
    cancelled_.erase(id.dump());
  }

 private:
  void put(std::string line) {
    const Request request = line.size() < 4096 ? parse_request(line) : Request{};
    const std::lock_guard lock(mutex_);
    if (request.kind == RequestKind::cancel) {
      cancelled_.insert(request.id.dump());
    } else {
      lines_.push_back(std::move(line));
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  std::set<std::string> cancelled_;
  bool closed_ = false;
};

void say(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

std::string injected(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  return json.is_object() && json.contains("run") && json["run"].is_object()
             ? json["run"].value("inject", std::string())
             : std::string();
}

int serve_lines(const RunnerOptions& options) {
  static Inbox inbox;  // outlives the thread that reads
  std::thread([] { inbox.read(); }).detach();
  std::string line;
  while (inbox.next(line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const Request request = parse_request(line);
    switch (request.kind) {
      case RequestKind::quit:
        return 0;
      case RequestKind::cancel:
        break;
      case RequestKind::bad:
        say(result_line(request.id, error_result("protocol", request.message)));
        break;
      case RequestKind::ping:
        say(result_line(request.id, capabilities()));
        break;
      case RequestKind::run: {
        RunContext context;
        context.options = options;
        if (options.allow_inject) context.inject = injected(line);
        context.event = [&](std::string_view event, std::string_view text) {
          say(event_line(request.id, event, text));
        };
        context.cancelled = [&] { return inbox.cancelled(request.id); };
        Outcome outcome = serve(request.run, context);
        inbox.finished(request.id);
        if (outcome.fatal) outcome.result["last"] = true;
        say(result_line(request.id, outcome.result));
        // Nothing can be freed in a lost context, and its driver may never return.
        if (outcome.fatal) std::_Exit(3);
        break;
      }
    }
  }
  return 0;
}

// Serves with a child that has the same options.
int serve_pages(ServeOptions serve, const RunnerOptions& options) {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", options.watchdog_seconds);
  serve.runner = {n > 0 ? std::string(path, static_cast<std::size_t>(n)) : std::string("stridescope-runner"),
                  "--watchdog", seconds};
  if (options.allow_inject) serve.runner.emplace_back("--allow-inject");
  serve.watchdog_seconds = options.watchdog_seconds;
  return serve_http(serve);
}

int main(int argc, char** argv) {
  RunnerOptions options;
  ServeOptions pages;
  const bool serving = argc > 1 && std::string_view(argv[1]) == "serve";
  for (int i = serving ? 2 : 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--help") {
      std::fputs(usage, stdout);
      return 0;
    }
    if (a == "--version") {
      std::printf("stridescope-runner %s, protocol %d\n", std::string(version).c_str(), protocol_version);
      return 0;
    }
    if (a == "--check") {
      say(capabilities().dump(2));
      return 0;
    }
    if (a == "--atoms") {
      const auto mma = atoms_json({"mma"});
      const auto copy = atoms_json({"copy"});
      if (!mma || !copy) return 1;
      say("{\"mma\":" + *mma + ",\"copy\":" + *copy + "}");
      return 0;
    }
    if (a == "--allow-inject") {
      options.allow_inject = true;
    } else if (a == "--watchdog" && i + 1 < argc) {
      options.watchdog_seconds = std::atof(argv[++i]);
      if (!(options.watchdog_seconds > 0)) {
        std::fprintf(stderr, "error: --watchdog takes a number of seconds above 0\n");
        return 2;
      }
    } else if (serving && a == "--port" && i + 1 < argc) {
      char* end = nullptr;
      const long port = std::strtol(argv[++i], &end, 10);
      if (*argv[i] == '\0' || *end != '\0' || port < 0 || port > 65535) {
        std::fprintf(stderr, "error: --port takes a number of 0 to 65535\n");
        return 2;
      }
      pages.port = static_cast<int>(port);
    } else if (serving && a == "--site" && i + 1 < argc) {
      pages.site = argv[++i];
    } else if (serving && a == "--allow-origin" && i + 1 < argc) {
      pages.origins.emplace_back(argv[++i]);
    } else {
      std::fprintf(stderr, "error: unknown argument %s\n%s", argv[i], usage);
      return 2;
    }
  }
  // Whoever reads the answers may go away.
  std::signal(SIGPIPE, SIG_IGN);
  const int status = serving ? serve_pages(std::move(pages), options) : serve_lines(options);
  std::fflush(stdout);
  std::_Exit(status);
}

}  // namespace
}  // namespace stridescope::gpu

int main(int argc, char** argv) { return stridescope::gpu::main(argc, argv); }
