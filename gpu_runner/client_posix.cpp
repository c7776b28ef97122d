#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "gpu_runner/client.h"

extern char** environ;

namespace stridescope::gpu {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// What is kept of a child's stderr, its end.
constexpr std::size_t max_errors = 4096;

// A child with pipes to its stdin and stdout; its stderr is ours, or a third one.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

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
      const int ready = ::poll(polled, errors_from_ >= 0 ? 2 : 1, milliseconds);
      if (ready == 0 || (ready < 0 && errno == EINTR)) return Read::nothing;
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

  // Ends it; says how it ended if it had ended by itself.
  std::string end() {
    if (pid_ == 0) return {};
    close(to_);
    int status = 0;
    pid_t done = 0;
    // Closing its stdin ends it; if it does not listen, it is killed.
    for (int i = 0; i < 20 && done == 0; ++i) {
      done = waitpid(pid_, &status, WNOHANG);
      if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (done == 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, &status, 0);
    }
    drain_errors();
    if (errors_from_ >= 0) close(errors_from_);
    errors_from_ = -1;
    close(from_);
    pid_ = 0;
    pending_.clear();
    if (done == 0) return "it was killed";
    if (WIFSIGNALED(status)) return std::string("killed by ") + strsignal(WTERMSIG(status));
    return "exit " + std::to_string(WEXITSTATUS(status)) + last_words();
  }
  void kill_now() {
    if (pid_ != 0) kill(pid_, SIGKILL);
  }

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
  int replaced = 0;

  std::unique_ptr<Child> fresh(std::string& why) const {
    auto out = std::make_unique<Child>();
    if (options.command.empty() || options.command[0].empty()) {
      why = "it was not found";
      return nullptr;
    }
    return out->start(options.command, options.take_errors, why) ? std::move(out) : nullptr;
  }
  bool ready(std::string& why) {
    if (child == nullptr) child = spare != nullptr ? std::move(spare) : fresh(why);
    std::string ignored;
    if (options.spare && spare == nullptr && child != nullptr) spare = fresh(ignored);
    return child != nullptr;
  }
  std::string drop() {
    ++replaced;
    std::string how = child->end();
    child = nullptr;
    return how;
  }
};

Client::Client(ClientOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  // A child that is gone is told by write's result.
  signal(SIGPIPE, SIG_IGN);
}

Client::~Client() = default;

int Client::replaced() const { return impl_->replaced; }

Json Client::run(const RunRequest& request, const std::function<void(const Answer&)>& event,
                 const std::function<bool()>& cancelled) {
  return send(request_line(request), request.id, event, cancelled);
}

Json Client::send(const std::string& line, const Json& id, const std::function<void(const Answer&)>& event,
                  const std::function<bool()>& cancelled) {
  std::string why;
  if (!impl_->ready(why)) {
    const std::string name =
        impl_->options.command.empty() ? std::string("stridescope-runner") : impl_->options.command[0];
    return error_result("runner_missing", "cannot start " + name + ": " + why, "name it with --runner");
  }
  if (!impl_->child->write(line)) {
    // It died between requests: one fresh child gets the request.
    impl_->drop();
    if (!impl_->ready(why) || !impl_->child->write(line)) {
      return ended(impl_->options, why.empty() ? impl_->drop() : why, false);
    }
  }
  auto heard = Clock::now();
  Clock::time_point asked;
  bool asking = false;
  bool answered = false;  // anything, by the protocol
  for (;;) {
    std::string text;
    switch (impl_->child->read(text, 100)) {
      case Child::Read::line: {
        heard = Clock::now();
        const auto answer = parse_answer(text);
        answered = answered || answer;
        if (!answer || answer->id != id) break;  // of an earlier request, or noise
        if (!answer->result) {
          if (event) event(*answer);
          break;
        }
        // A result that says so is the last word of its process: its device is lost.
        if (answer->result->value("last", false)) impl_->drop();
        return *answer->result;
      }
      case Child::Read::closed: {
        const std::string how = impl_->drop();
        if (asking) return cancelled_result();
        return ended(impl_->options, how, answered);
      }
      case Child::Read::nothing:
        break;
    }
    if (!asking && cancelled && cancelled()) {
      asking = true;
      asked = Clock::now();
      impl_->child->write(cancel_line(id));
    }
    if (asking && seconds_since(asked) > impl_->options.cancel_seconds) {
      impl_->child->kill_now();
      impl_->drop();
      return cancelled_result();
    }
    if (seconds_since(heard) > impl_->options.silence_seconds) {
      impl_->child->kill_now();
      impl_->drop();
      return error_result("runner_silent",
                          "the runner said nothing for " +
                              std::to_string(static_cast<int>(impl_->options.silence_seconds)) + " s and was killed",
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
