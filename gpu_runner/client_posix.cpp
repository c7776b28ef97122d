#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include "gpu_runner/client.h"

extern char** environ;

namespace stridescope::gpu {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// What is kept of a child's stderr, its end.
constexpr std::size_t max_errors = 4096;
// A child gets so long to end by itself; one whose end is to be told, longer.
constexpr double ending_seconds = 0.1;
constexpr double telling_seconds = 0.5;
// A child that opens its GPU for longer than this is reported to be at it.
constexpr double opening_seconds = 0.3;
// A GPU that is being reset because of another process is opened once more after a while, by so many children at most.
constexpr auto reset_pause = std::chrono::milliseconds(300);
constexpr int most_openings = 8;
// What a fresh child is asked, so that its GPU is open before the first request comes.
constexpr const char* ready_id = "ready";

// A child with pipes to its stdin and stdout; its stderr is ours, or a third one.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    std::vector<pid_t> leaving;  // whoever is in it is no child of ours when we end
    end(ending_seconds, leaving);
  }

  bool start(const std::vector<std::string>& command, bool take_errors, std::string& why) {
    int in[2];
    int out[2];
    int err[2] = {-1, -1};
    if (pipe2(in, O_CLOEXEC) != 0) {
      why = std::strerror(errno);
      return false;
    }
    if (pipe2(out, O_CLOEXEC) != 0) {
      why = std::strerror(errno);
      close(in[0]), close(in[1]);
      return false;
    }
    if (take_errors && pipe2(err, O_CLOEXEC | O_NONBLOCK) != 0) err[0] = err[1] = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    if (err[1] >= 0) posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    // Its own group: Ctrl-C at the terminal reaches us alone, and we cancel.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& a : command) arguments.push_back(const_cast<char*>(a.c_str()));
    arguments.push_back(nullptr);
    const int failed = posix_spawnp(&pid_, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(in[0]);
    close(out[1]);
    if (err[1] >= 0) close(err[1]);
    if (failed != 0) {
      why = std::strerror(failed);
      close(in[1]), close(out[0]);
      if (err[0] >= 0) close(err[0]);
      pid_ = 0;
      return false;
    }
    to_ = in[1];
    from_ = out[0];
    errors_from_ = err[0];
    return true;
  }

  bool running() const { return pid_ != 0; }

  // False when the child does not take it (any more).
  bool write(const std::string& line) {
    const std::string all = line + "\n";
    std::size_t done = 0;
    while (done < all.size()) {
      const ssize_t n = ::write(to_, all.data() + done, all.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      done += static_cast<std::size_t>(n);
    }
    return true;
  }

  enum class Read { line, nothing, closed };
  // The next line, waiting at most `milliseconds` for more.
  Read read(std::string& line, int milliseconds) {
    for (;;) {
      const std::size_t end = pending_.find('\n');
      if (end != std::string::npos) {
        line = pending_.substr(0, end);
        pending_.erase(0, end + 1);
        return Read::line;
      }
      drain_errors();
      pollfd polled[2] = {{from_, POLLIN, 0}, {errors_from_, POLLIN, 0}};
      const int polls = ::poll(polled, errors_from_ >= 0 ? 2 : 1, milliseconds);
      if (polls == 0 || (polls < 0 && errno == EINTR)) return Read::nothing;
      if (polled[0].revents == 0) {
        drain_errors();
        return Read::nothing;
      }
      char buffer[65536];
      const ssize_t n = ::read(from_, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return Read::closed;
      pending_.append(buffer, static_cast<std::size_t>(n));
    }
  }

  // Ends it: closing its stdin does, and if it does not listen for so long, it is killed. Says how it ended if it
  // ended by itself. A process whose GPU is still being freed cannot be waited for, it may take seconds: its number is
  // left in `leaving`, for reap.
  std::string end(double seconds, std::vector<pid_t>& leaving) {
    if (pid_ == 0) return {};
    close(to_);
    to_ = -1;
    int status = 0;
    pid_t done = wait_for(seconds, status);
    const bool killed = done == 0;
    if (killed) {
      kill(pid_, SIGKILL);
      if (wait_for(0, status) == 0) leaving.push_back(pid_);
    }
    drain_errors();
    if (errors_from_ >= 0) close(errors_from_);
    errors_from_ = -1;
    close(from_);
    pid_ = 0;
    pending_.clear();
    if (killed) return "it did not end by itself and was killed";
    if (WIFSIGNALED(status)) return std::string("killed by ") + strsignal(WTERMSIG(status));
    return "exit " + std::to_string(WEXITSTATUS(status)) + last_words();
  }

  // It has answered a first question: its GPU is open, and whatever takes long from now on is a request's doing.
  bool ready = false;
  // Its GPU could not be opened, where one was before: it is being reset.
  bool blind = false;
  // It was left with a request that nobody waits for any more.
  bool abandoned = false;

 private:
  void drain_errors() {
    if (errors_from_ < 0) return;
    char buffer[4096];
    for (;;) {
      const ssize_t n = ::read(errors_from_, buffer, sizeof buffer);
      if (n > 0) {
        errors_.append(buffer, static_cast<std::size_t>(n));
        if (errors_.size() > max_errors) errors_.erase(0, errors_.size() - max_errors);
        continue;
      }
      if (n < 0 && errno == EINTR) continue;
      if (n == 0) {  // closed: it would be ready for ever
        close(errors_from_);
        errors_from_ = -1;
      }
      return;
    }
  }
  pid_t wait_for(double seconds, int& status) const {
    const auto begin = Clock::now();
    for (;;) {
      const pid_t done = waitpid(pid_, &status, WNOHANG);
      if (done != 0 || seconds_since(begin) >= seconds) return done;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  // The last line of stderr that is not empty, and what its exit code means.
  std::string last_words() const {
    std::size_t end = errors_.find_last_not_of(" \t\r\n");
    if (end == std::string::npos) return {};
    const std::size_t begin = errors_.rfind('\n', end);
    return ": " + errors_.substr(begin == std::string::npos ? 0 : begin + 1,
                                 end - (begin == std::string::npos ? 0 : begin + 1) + 1);
  }

  pid_t pid_ = 0;
  int to_ = -1;
  int from_ = -1;
  int errors_from_ = -1;
  std::string pending_;
  std::string errors_;
};

// A child that ended before its result. `how`: "exit 255: ssh: Could not resolve hostname x". 255 is ssh's own failure,
// 126 and 127 a shell's that found no program.
Json ended(const ClientOptions& options, const std::string& how, bool answered) {
  const std::string& program = options.command[0];
  const bool ssh = program.substr(program.find_last_of('/') + 1) == "ssh";
  if (ssh && how.starts_with("exit 255")) {
    return answered ? error_result("runner_died", "the connection to the runner broke off: " + how,
                                   "the next request connects again")
                    : error_result("runner_missing", "ssh cannot reach the runner: " + how,
                                   "try the same ssh command in a terminal; it must work without a password");
  }
  if (how.starts_with("exit 127") || how.starts_with("exit 126")) {
    return error_result("runner_missing", "there is no runner: " + how,
                        ssh ? "build stridescope-runner there, or give its whole path" : "name it with --runner");
  }
  return error_result(
      "runner_died",
      answered ? "the runner ended in the middle of the request: " + how : "the runner ended without an answer: " + how,
      "the next request gets a fresh one");
}

}  // namespace

struct Client::Impl {
  ClientOptions options;
  std::unique_ptr<Child> child;
  std::unique_ptr<Child> spare;
  std::vector<pid_t> leaving;  // killed, and not gone yet
  int replaced = 0;
  bool works = false;    // a child has answered: a spare is worth starting
  bool had_gpu = false;  // a child has opened one
  std::string gpu;       // its name

  std::unique_ptr<Child> fresh(std::string& why) const {
    auto out = std::make_unique<Child>();
    if (options.command.empty() || options.command[0].empty()) {
      why = "it was not found";
      return nullptr;
    }
    if (!out->start(options.command, options.take_errors, why)) return nullptr;
    // Its answer is read before that of the first request. One that dies of the question is told by the request.
    if (options.spare) out->write(ping_line(ready_id));
    return out;
  }
  bool usable(std::string& why) {
    reap();
    if (child == nullptr) child = spare != nullptr ? std::move(spare) : fresh(why);
    return child != nullptr;
  }
  // Starts what the next fault will need. Not beside the first request, whose start it would slow down.
  void prepare() {
    std::string ignored;
    if (options.spare && works && spare == nullptr) spare = fresh(ignored);
  }
  // The child's place is free; a fresh spare starts before the old child's end is waited for, because a GPU that no
  // process holds open is shut down by its driver, and takes seconds to start again.
  std::string drop(double seconds) {
    ++replaced;
    const std::unique_ptr<Child> gone = std::move(child);
    child = std::move(spare);
    prepare();
    return gone->end(seconds, leaving);
  }
  // The first answer of a child, once its device is open.
  void is_ready(Child& which, const Answer& answer) {
    which.ready = true;
    const bool there = answer.result && answer.result->contains("gpu");
    which.blind = had_gpu && !there;
    had_gpu = had_gpu || there;
    if (there && (*answer.result)["gpu"].is_object()) gpu = (*answer.result)["gpu"].value("name", std::string());
  }
  // Whether the spare one is as far as it gets.
  bool spare_settled() {
    if (spare == nullptr || spare->ready) return true;
    std::string text;
    switch (spare->read(text, 20)) {
      case Child::Read::line:
        if (const auto answer = parse_answer(text); answer && answer->id == ready_id) is_ready(*spare, *answer);
        break;
      case Child::Read::closed:
        spare->end(0, leaving);
        spare = nullptr;
        return true;
      case Child::Read::nothing:
        break;
    }
    if (!spare->blind) return spare->ready;
    // Its GPU is being reset: another one may find it back.
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

  // Nothing when the child ended before it began this request, or lost its GPU before, and another one may do better.
  std::optional<Json> ask(const std::string& line, const Json& id, const std::function<void(const Answer&)>& event,
                          const std::function<bool()>& cancelled, int tries);
  std::nullopt_t open_again(const Json& id, const std::function<void(const Answer&)>& event) {
    if (event) event({id, std::nullopt, "start", "the GPU is being reset; the runner opens it again"});
    drop(0);
    std::this_thread::sleep_for(reset_pause);
    return std::nullopt;
  }
};

Client::Client(ClientOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  // A child that is gone is told by write's result.
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

Json Client::run(const RunRequest& request, const std::function<void(const Answer&)>& event,
                 const std::function<bool()>& cancelled) {
  return send(request_line(request), request.id, event, cancelled);
}

Json Client::send(const std::string& line, const Json& id, const std::function<void(const Answer&)>& event,
                  const std::function<bool()>& cancelled) {
  std::optional<Json> result;
  for (int tries = 0; !result; ++tries) result = impl_->ask(line, id, event, cancelled, tries);
  impl_->prepare();
  return *result;
}

std::optional<Json> Client::Impl::ask(const std::string& line, const Json& id,
                                      const std::function<void(const Answer&)>& event,
                                      const std::function<bool()>& cancelled, int tries) {
  const bool again = tries > 0;
  const bool last_try = tries + 1 >= most_openings;
  std::string why;
  if (!usable(why)) {
    const std::string name = options.command.empty() ? std::string("stridescope-runner") : options.command[0];
    return error_result("runner_missing", "cannot start " + name + ": " + why, "name it with --runner");
  }
  // What never answered is heard out below: it says best why.
  if (!child->write(line) && works) {
    // It died between requests: one fresh child gets the request.
    drop(0);
    if (!usable(why)) return ended(options, why, false);
    child->write(line);
  }
  const auto begin = Clock::now();
  auto heard = begin;
  Clock::time_point asked;
  bool asking = false;
  bool answered = child->ready;  // anything, by the protocol
  bool begun = false;            // this request
  bool told = false;
  for (;;) {
    std::string text;
    switch (child->read(text, 100)) {
      case Child::Read::line: {
        heard = Clock::now();
        const auto answer = parse_answer(text);
        if (!answer) break;  // noise
        works = answered = true;
        if (answer->id == ready_id) {
          is_ready(*child, *answer);
          if (child->blind && !last_try && !asking) return open_again(id, event);
          if (id != ready_id) break;
        }
        const bool last = answer->result && answer->result->value("last", false);
        if (answer->id != id) {
          if (!last) break;  // of an earlier request
          drop(0);
          if (!again) return std::nullopt;
          return ended(options, "its device was lost", answered);
        }
        begun = true;
        if (!answer->result) {
          if (event) event(*answer);
          break;
        }
        if (last && answer->result->value("unbegun", false) && !last_try && !asking) return open_again(id, event);
        // A result that says so is the last word of its process: its device is lost. The next request is not left to
        // one that has none.
        if (last || child->blind) drop(0);
        return *answer->result;
      }
      case Child::Read::closed: {
        // Of an older request, or as a spare.
        const bool before = !begun && works && (child->abandoned || !child->ready);
        const std::string how = drop(telling_seconds);
        if (asking) return cancelled_result();
        if (before && !again) return std::nullopt;
        return ended(options, how, answered);
      }
      case Child::Read::nothing:
        break;
    }
    const bool opening = options.spare && !child->ready;
    if (opening && !told && event && seconds_since(begin) > opening_seconds) {
      told = true;
      event({id, std::nullopt, "start", "the runner opens its device"});
    }
    if (!asking && cancelled && cancelled()) {
      asking = true;
      asked = Clock::now();
      child->write(cancel_line(id));
    }
    // Opening a GPU cannot be hurried: the next request finds the child further on than a fresh one would be.
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
      return error_result("runner_silent",
                          "the runner said nothing for " + std::to_string(static_cast<int>(options.silence_seconds)) +
                              " s and was killed",
                          "the next request gets a fresh one");
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
