// The client of the runner: keeps a child and a spare child with an open device, passes lines, checks timeouts, and
// turns every failure of a child into a result that describes it.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include "gpu_runner/child.h"
#include "gpu_runner/client.h"

namespace stridescope::gpu {
namespace {

// Time for a child to end on its own if its end is to be reported.
constexpr double telling_seconds = 0.5;
// A child that needs longer to open its GPU causes an event.
constexpr double opening_seconds = 0.3;
// Delay before a GPU that is being reset because of another process is reopened, and the number of attempts.
constexpr auto reset_pause = std::chrono::milliseconds(300);
constexpr int most_openings = 8;
// First request to a new child: it opens the GPU before the user's first request.
constexpr const char* ready_id = "ready";

// The result for a child that ended before its result. `how`: "exit 255: ssh: Could not resolve hostname x". 255 is
// ssh's own failure; 126 and 127 mean that a shell found no program.
RunResult ended(const ClientOptions& options, const std::string& how, bool answered) {
  const std::string& program = options.command[0];
  const bool ssh = program.substr(program.find_last_of('/') + 1) == "ssh";
  if (ssh && how.starts_with("exit 255")) {
    return answered ? error_result("runner_died", say("the connection to the runner was lost: {}", how),
                                   say("the next request connects again"))
                    : error_result("runner_missing", say("ssh cannot reach the runner: {}", how),
                                   say("try the same ssh command in a terminal; it must work without a password"));
  }
  if (how.starts_with("exit 127") || how.starts_with("exit 126")) {
    return error_result(
        "runner_missing", say("no runner: {}", how),
        ssh ? say("build stridescope-runner there, or give its whole path") : say("name it with --runner"));
  }
  return error_result("runner_died",
                      answered ? say("the runner ended in the middle of the request: {}", how)
                               : say("the runner ended without an answer: {}", how),
                      say("the next request starts a new runner"));
}

}  // namespace

struct Client::Impl {
  ClientOptions options;
  std::unique_ptr<Child> child;
  std::unique_ptr<Child> spare;
  std::vector<pid_t> leaving;  // killed, but still alive
  int replaced = 0;
  bool works = false;    // a child has answered, so a spare child is worth starting
  bool had_gpu = false;  // a child has opened a GPU
  std::string gpu;       // its name

  std::unique_ptr<Child> fresh(std::string& why) const {
    auto out = std::make_unique<Child>();
    if (options.command.empty() || options.command[0].empty()) {
      why = "it was not found";
      return nullptr;
    }
    if (!out->start(options.command, options.capture_errors, why)) return nullptr;
    // Its answer arrives before that of the first request. If the ping kills it, the request reports that.
    if (options.spare) out->write(ping_line(ready_id));
    return out;
  }
  bool usable(std::string& why) {
    reap();
    if (child == nullptr) child = spare != nullptr ? std::move(spare) : fresh(why);
    return child != nullptr;
  }
  // Starts the spare child. Not during the first request, whose start it would slow down.
  void prepare() {
    std::string ignored;
    if (options.spare && works && spare == nullptr) spare = fresh(ignored);
  }
  // Drops the child. A new spare child starts before the end of the old child is awaited: if no process has the GPU
  // open, its driver shuts it down, and the next start takes seconds.
  std::string drop(double seconds) {
    ++replaced;
    const std::unique_ptr<Child> gone = std::move(child);
    child = std::move(spare);
    prepare();
    return gone->end(seconds, leaving);
  }
  // Handles the first answer of a child, which has its device open then.
  void is_ready(Child& which, const Answer& answer) {
    which.ready = true;
    const bool there = answer.result && answer.result->gpu;
    which.blind = had_gpu && !there;
    had_gpu = had_gpu || there;
    if (there) gpu = answer.result->gpu->name;
  }
  // True if the spare child is ready.
  bool spare_settled() {
    if (spare == nullptr || spare->ready) return true;
    std::string text;
    switch (spare->read(text, 20)) {
      case Child::Read::line:
        if (const auto answer = parse_answer(text); answer && answer->id == ready_id) is_ready(*spare, *answer);
        break;
      case Child::Read::closed:
      case Child::Read::endless:
        spare->end(0, leaving);
        spare = nullptr;
        return true;
      case Child::Read::nothing:
        break;
    }
    if (!spare->blind) return spare->ready;
    // The child's GPU is being reset; a later child may be able to open it.
    spare->end(0, leaving);
    spare = nullptr;
    std::this_thread::sleep_for(reset_pause);
    prepare();
    return spare == nullptr;
  }
  void reap() {
    leaving.erase(std::remove_if(leaving.begin(), leaving.end(),
                                 [](pid_t pid) {
                                   int status = 0;
                                   return waitpid(pid, &status, WNOHANG) != 0;
                                 }),
                  leaving.end());
  }

  // Empty if the child ended before it began this request, or had lost its GPU before: another child may succeed.
  std::optional<RunResult> ask(const std::string& line, const RequestId& id,
                               const std::function<void(const Answer&)>& event, const std::function<bool()>& cancelled,
                               int tries);
  std::nullopt_t open_again(const RequestId& id, const std::function<void(const Answer&)>& event) {
    if (event) event({{id, "start", "the GPU is being reset; the runner opens it again"}, std::nullopt});
    drop(0);
    std::this_thread::sleep_for(reset_pause);
    return std::nullopt;
  }
};

Client::Client(ClientOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  // Ignores SIGPIPE: the result of write reports a child that is gone.
  signal(SIGPIPE, SIG_IGN);
}

Client::~Client() = default;

int Client::replaced() const { return impl_->replaced; }

const std::string& Client::gpu() const { return impl_->gpu; }

void Client::settle(double seconds) {
  const auto begin = Clock::now();
  while (seconds_since(begin) < seconds) {
    impl_->reap();
    if (impl_->spare_settled() && impl_->leaving.empty()) return;
    if (!impl_->leaving.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

RunResult Client::run(const RunRequest& request, const std::function<void(const Answer&)>& event,
                      const std::function<bool()>& cancelled) {
  return send(request_line(request), request.id, event, cancelled);
}

RunResult Client::send(const std::string& line, const RequestId& id, const std::function<void(const Answer&)>& event,
                       const std::function<bool()>& cancelled) {
  std::optional<RunResult> result;
  for (int tries = 0; !result; ++tries) result = impl_->ask(line, id, event, cancelled, tries);
  impl_->prepare();
  return *result;
}

std::optional<RunResult> Client::Impl::ask(const std::string& line, const RequestId& id,
                                           const std::function<void(const Answer&)>& event,
                                           const std::function<bool()>& cancelled, int tries) {
  const bool again = tries > 0;
  const bool last_try = tries + 1 >= most_openings;
  std::string why;
  if (!usable(why)) {
    const std::string name = options.command.empty() ? std::string("stridescope-runner") : options.command[0];
    return error_result("runner_missing", say("cannot start {}: {}", name, why), say("name it with --runner"));
  }
  // A child that never answered is read to its end below, since its output is the best explanation.
  if (!child->write(line) && works) {
    // The child died between requests: a new child gets the request.
    drop(0);
    if (!usable(why)) return ended(options, why, false);
    child->write(line);
  }
  const auto begin = Clock::now();
  auto heard = begin;
  Clock::time_point asked;
  bool asking = false;
  bool answered = child->ready;  // any answer of the protocol was received
  bool begun = false;            // this request has begun
  bool told = false;
  std::size_t events = 0;
  std::size_t noise = 0;  // bytes
  std::string first_noise;
  const auto note_noise = [&](const std::string& text) {
    if (noise == 0) first_noise = text.substr(0, 80);
    noise += text.size() + 1;
  };
  const auto too_noisy = [&](const Message& how) {
    drop(0);
    return error_result("runner_noise", first_noise.empty() ? how : say("{}, such as: {}", how, first_noise),
                        say("--runner must name a stridescope-runner"));
  };
  for (;;) {
    std::string text;
    switch (child->read(text, 100)) {
      case Child::Read::line: {
        const auto answer = parse_answer(text);
        if (!answer) {
          note_noise(text);
          break;
        }
        works = answered = true;
        if (answer->id == ready_id) {
          is_ready(*child, *answer);
          heard = Clock::now();
          if (child->blind && !last_try && !asking) return open_again(id, event);
          if (id != ready_id) break;
        }
        const bool last = answer->result && answer->result->last;
        if (answer->id != id) {
          note_noise({});
          if (!last) break;  // result of an earlier request
          drop(0);
          if (!again) return std::nullopt;
          return ended(options, "its device was lost", answered);
        }
        begun = true;
        heard = Clock::now();
        if (!answer->result) {
          if (++events > max_events) return too_noisy(say("the runner sent more than {} events", max_events));
          if (event) event(*answer);
          break;
        }
        // Everything after a malformed answer may be malformed, too.
        if (answer->result->code == malformed_answer) {
          drop(0);
          return *answer->result;
        }
        if (last && answer->result->unbegun && !last_try && !asking) return open_again(id, event);
        // A result with `last` is the final one of its process, whose device is lost. A new process follows.
        if (last || child->blind) drop(0);
        return *answer->result;
      }
      case Child::Read::closed: {
        // The child failed at an older request, or while it was a spare child.
        const bool before = !begun && works && (child->abandoned || !child->ready);
        const std::string how = drop(telling_seconds);
        if (asking) return cancelled_result();
        if (before && !again) return std::nullopt;
        return ended(options, how, answered);
      }
      case Child::Read::endless:
        return too_noisy(say("the runner sent more than {} MiB in one line", max_answer_bytes >> 20));
      case Child::Read::nothing:
        break;
    }
    if (noise > max_noise_bytes) {
      return too_noisy(say("the runner sent {} {byte that is|bytes that are} not an answer", noise));
    }
    const bool opening = options.spare && !child->ready;
    if (opening && !told && event && seconds_since(begin) > opening_seconds) {
      told = true;
      event({{id, "start", "the runner opens its device"}, std::nullopt});
    }
    if (!asking && cancelled && cancelled()) {
      asking = true;
      asked = Clock::now();
      child->write(cancel_line(id));
    }
    // Opening a GPU cannot be accelerated: this child will be ready for the next request earlier than a new one.
    if (asking && opening) {
      child->abandoned = true;
      return cancelled_result();
    }
    if (asking && seconds_since(asked) > options.cancel_seconds) {
      drop(0);
      return cancelled_result();
    }
    if (seconds_since(heard) > options.silence_seconds) {
      drop(0);
      const auto seconds = static_cast<int>(options.silence_seconds);
      Message silent = noise > 0 ? say("the runner did not answer the request for {} s and was killed", seconds)
                                 : say("the runner was silent for {} s and was killed", seconds);
      if (!first_noise.empty()) silent = say("{}; its output begins: {}", silent, first_noise);
      return error_result("runner_silent", silent, say("the next request starts a new runner"));
    }
    if (seconds_since(begin) > options.total_seconds) {
      drop(0);
      return error_result(
          "runner_silent",
          say("the runner did not finish within {} s and was killed", static_cast<int>(options.total_seconds)),
          say("the next request starts a new runner"));
    }
  }
}

std::string find_runner() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n > 0) {
    std::string beside(path, static_cast<std::size_t>(n));
    beside.resize(beside.find_last_of('/') + 1);
    beside += "stridescope-runner";
    if (access(beside.c_str(), X_OK) == 0) return beside;
  }
  return "stridescope-runner";
}

}  // namespace stridescope::gpu
