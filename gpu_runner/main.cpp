// stridescope-runner: reads requests from stdin, one per line, and answers on stdout (protocol.h).
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "core/base/archive_json.h"
#include "core/base/standard_streams.h"
#include "core/records/records.h"
#include "gpu_runner/command_words.h"
#include "gpu_runner/job_queue.h"
#include "gpu_runner/runner.h"
#include "gpu_runner/serve.h"

namespace stridescope::gpu {
namespace {

constexpr const char* usage = R"(stridescope-runner: executes kernel values of a layout program as CUDA kernels.

usage: stridescope-runner [--watchdog SECONDS] [--memory GIB] [--turns FILE] [--check]
       stridescope-runner serve [--port N] [--site DIR] [--traces DIR] [--allow-origin ORIGIN]...
                                [--allow-programs] [--watchdog SECONDS] [--memory GIB]
       stridescope-runner serve --page-only [--port N] [--site DIR]

Reads requests from standard input, one JSON object a line, and answers on standard output; `stridescope run` does
this for you. At the end of the input it answers what was asked and ends; a run whose answer nothing reads is cancelled.
It starts without a GPU, a driver or a toolkit, reports what is missing, and verifies kernels on the CPU.

serve does the same over a WebSocket on 127.0.0.1, for the explorer, which it serves too: open the address that it
prints. To attach, a client needs the token that it prints. Kernels run in a child process.

  --check                print what this machine can do and what is missing, and exit
  --watchdog SECONDS     a launch that takes longer counts as a hang (5)
  --memory GIB           limit on the memory of the machine that it uses (half of it); 0: all
  --turns FILE           runners that share a GPU measure in turns, by a lock of this file; compiling waits for none
  --port N               for serve (8181); 0 takes a free one
  --site DIR             for serve: the explorer's folder, if it is not next to this program
  --page-only            for serve: the explorer alone, without a token; runs and traces are refused
  --traces DIR           for serve: a folder of traces, which the explorer lists and opens
  --allow-origin ORIGIN  for serve: pages from there can attach too, for example https://example.org
  --allow-programs       for serve: a client with the token can run and trace any program of this machine; without
                         this option no program is ever run
  --tracer COMMAND       for serve: the command of stridescope, if it is not next to this program
  --atoms                the names of all atoms that probe_kernel takes, as JSON, and exit
  --version, --help
)";

// Writes in one piece, since two threads may write.
void say(std::string line) {
  line.push_back('\n');
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

// Formats JSON on several lines.
std::string indented(std::string_view json) {
  std::string out;
  int depth = 0;
  bool quoted = false;
  const auto line = [&] { out.append("\n").append(static_cast<std::size_t>(2 * depth), ' '); };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    const bool closes = !quoted && (c == '}' || c == ']');
    const bool empty = closes && (json[i - 1] == '{' || json[i - 1] == '[');
    if (closes) --depth;
    if (closes && !empty) line();
    out.push_back(c);
    if (quoted && c == '\\') out.push_back(json[++i]);
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ':') out.push_back(' ');
    if (c == '{' || c == '[') ++depth;
    if (c == ',' || ((c == '{' || c == '[') && json[i + 1] != (c == '{' ? '}' : ']'))) line();
  }
  return out;
}

// True if stdout can be read: it is open, and not a pipe whose reader has gone.
bool is_read() {
  pollfd polled = {1, 0, 0};
  return poll(&polled, 1, 0) <= 0 || (polled.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

// Reads requests from stdin in a thread, so that a cancel request can overtake the run that it ends.
class Inbox {
 public:
  void read() {
    std::string line;
    for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
      if (c != '\n') {
        // A longer line is refused because of its length; the rest is not stored.
        if (line.size() <= max_line_bytes) line.push_back(static_cast<char>(c));
        continue;
      }
      take(line);
      line.clear();
    }
    take(line);
    tell(ended_);
    // All requests were read: main ends when they are answered.
    while (is_read()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    tell(closed_);
    // No result has a reader any more. The current run ends when it notices; a run that hangs is ended here.
    std::this_thread::sleep_for(std::chrono::seconds(10));
    std::_Exit(4);
  }

  // False at the end of the input.
  bool next(Request& request) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !requests_.empty(); });
    if (requests_.empty()) return false;
    request = std::move(requests_.front());
    requests_.pop_front();
    bytes_ -= request.run.program.size();
    running_ = request.id.text();
    return true;
  }

  // True if that request was cancelled, or if its result has no reader left.
  bool cancelled(const RequestId& id) {
    const std::lock_guard lock(mutex_);
    return closed_ || cancelled_.count(id.text()) > 0;
  }
  // A later request may reuse the id.
  void finished(const RequestId& id) {
    const std::lock_guard lock(mutex_);
    cancelled_.erase(id.text());
    running_.clear();
  }

 private:
  void take(const std::string& line) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) put(parse_request(line));
  }
  void tell(bool& what) {
    const std::lock_guard lock(mutex_);
    what = true;
    changed_.notify_all();
  }
  void put(Request request) {
    const std::lock_guard lock(mutex_);
    if (request.kind == RequestKind::cancel) {
      const std::string& id = request.id.text();
      const bool known = running_ == id || std::any_of(requests_.begin(), requests_.end(),
                                                       [&](const Request& other) { return other.id.text() == id; });
      if (known) cancelled_.insert(id);
      return;
    }
    if (requests_.size() >= max_requests || bytes_ >= max_request_bytes) {
      say(result_line(request.id, error_result("busy", stridescope::say("too many requests wait"),
                                               stridescope::say("try again when one has ended"))));
      return;
    }
    bytes_ += request.run.program.size();
    requests_.push_back(std::move(request));
    changed_.notify_all();
  }

  static constexpr std::size_t max_requests = 256;
  static constexpr std::size_t max_request_bytes = 64 << 20;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> requests_;
  std::size_t bytes_ = 0;  // bytes of the queued programs
  std::string running_;    // id of the request that was returned last
  std::set<std::string> cancelled_;
  bool ended_ = false;   // no further requests
  bool closed_ = false;  // results have no reader
};

// Limits the memory of a request to protect the machine; larger requests fail. Reserved address space does not count,
// since a GPU driver reserves much of it.
void limit_memory(double gib) {
  if (!(gib > 0)) return;
  const auto bytes = static_cast<rlim_t>(gib * (1 << 30));
  rlimit limit = {};
  getrlimit(RLIMIT_DATA, &limit);
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < bytes) return;
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_DATA, &limit);
}

// Half of the machine's memory, at least enough for the proofs on the CPU.
double default_memory_gib() {
  const double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));
  const double bytes = pages * static_cast<double>(sysconf(_SC_PAGESIZE));
  return std::max(bytes / 2 / (1 << 30), 4.0);
}

// Serves a request, and reports exhausted memory as an error.
Outcome served(const RunRequest& run, const RunContext& context) {
  try {
    return serve(run, context);
  } catch (const std::bad_alloc&) {
    // The resources of an aborted request are not freed: the next request gets a new process.
    return {error_result("memory", stridescope::say("the request needs more memory than the runner may take"),
                         stridescope::say("--memory GIB sets the limit")),
            true};
  } catch (const std::exception& e) {
    return {error_result("internal", Message::verbatim(e.what())), true};
  }
}

int serve_lines(const RunnerOptions& options) {
  static Inbox inbox;  // outlives the reading thread
  std::thread([] { inbox.read(); }).detach();
  Request request;
  while (inbox.next(request)) {
    switch (request.kind) {
      case RequestKind::quit:
        return 0;
      case RequestKind::cancel:
        break;
      case RequestKind::bad:
        say(result_line(request.id, error_result("protocol", request.message)));
        break;
      case RequestKind::trace:
        say(result_line(request.id, refused_program()));
        break;
      case RequestKind::ping:
        say(result_line(request.id, capabilities()));
        break;
      case RequestKind::run: {
        RunContext context;
        context.options = options;
        context.event = [&](std::string_view event, std::string_view text) {
          say(event_line({request.id, std::string(event), std::string(text.substr(0, max_event_bytes))}));
        };
        context.cancelled = [&] { return inbox.cancelled(request.id); };
        Outcome outcome = served(request.run, context);
        outcome.result.last = outcome.fatal;
        say(result_line(request.id, outcome.result));
        // A lost context cannot be freed, and its driver may never return.
        if (outcome.fatal) std::_Exit(3);
        break;
      }
    }
    inbox.finished(request.id);
  }
  return 0;
}

// Serves pages, with a child that has the same options.
int serve_pages(ServeOptions serve, const RunnerOptions& options, double memory) {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", options.watchdog_seconds);
  serve.runner = {n > 0 ? std::string(path, static_cast<std::size_t>(n)) : std::string("stridescope-runner"),
                  "--watchdog", seconds, "--memory", std::to_string(memory)};
  serve.watchdog_seconds = options.watchdog_seconds;
  return serve_http(serve);
}

// The status of a program that prints: a lost answer is not a success.
int printed(int status) {
  if (output_written()) return status;
  std::fputs("error: the output could not be written\n", stderr);
  return status == 0 ? 1 : status;
}

int run_main(int argc, char** argv) {
  RunnerOptions options;
  ServeOptions pages;
  double memory = default_memory_gib();
  const bool serving = argc > 1 && std::string_view(argv[1]) == "serve";
  for (int i = serving ? 2 : 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--help") {
      std::fputs(usage, stdout);
      return printed(0);
    }
    if (a == "--version") {
      std::printf("stridescope-runner %s, protocol %d\n", std::string(version).c_str(), protocol_version);
      return printed(0);
    }
    if (a == "--check") {
      say(indented(to_json(capabilities())));
      return printed(0);
    }
    if (a == "--atoms") {
      const auto mma = door::listed_atoms({"mma"});
      const auto copy = door::listed_atoms({"copy"});
      if (!mma || !copy) return 1;
      say("{\"mma\":" + to_json(*mma) + ",\"copy\":" + to_json(*copy) + "}");
      return printed(0);
    }
    if (a == "--watchdog" && i + 1 < argc) {
      options.watchdog_seconds = std::atof(argv[++i]);
      if (!(options.watchdog_seconds > 0)) {
        std::fprintf(stderr, "error: --watchdog takes a number of seconds above 0\n");
        return 2;
      }
    } else if (!serving && a == "--turns" && i + 1 < argc) {
      options.turns = argv[++i];
    } else if (a == "--memory" && i + 1 < argc) {
      char* end = nullptr;
      memory = std::strtod(argv[++i], &end);
      if (*argv[i] == '\0' || *end != '\0' || !(memory >= 0 && memory <= 1e6)) {
        std::fprintf(stderr, "error: --memory takes a number of GiB, 0 for no limit\n");
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
    } else if (serving && a == "--page-only") {
      pages.page_only = true;
    } else if (serving && a == "--traces" && i + 1 < argc) {
      pages.traces = argv[++i];
    } else if (serving && a == "--allow-programs") {
      pages.allow_programs = true;
    } else if (serving && a == "--tracer" && i + 1 < argc) {
      pages.tracer = command_words(argv[++i]);
    } else if (serving && a == "--allow-origin" && i + 1 < argc) {
      pages.origins.emplace_back(argv[++i]);
    } else {
      std::fprintf(stderr, "error: unknown argument %s\n%s", argv[i], usage);
      return 2;
    }
  }
  if (pages.page_only && (pages.allow_programs || !pages.traces.empty() || !pages.origins.empty())) {
    std::fprintf(stderr, "error: --page-only goes with --port and --site alone\n");
    return 2;
  }
  // The reader of the answers may disappear.
  std::signal(SIGPIPE, SIG_IGN);
  if (!serving) limit_memory(memory);
  const int status = serving ? serve_pages(std::move(pages), options, memory) : serve_lines(options);
  std::_Exit(printed(status));
}

// Whatever a library throws, where descriptors, threads or memory are short, ends with a sentence.
int main(int argc, char** argv) {
  hold_standard_streams();
  try {
    return run_main(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 1;
  }
}

}  // namespace
}  // namespace stridescope::gpu

int main(int argc, char** argv) { return stridescope::gpu::main(argc, argv); }
