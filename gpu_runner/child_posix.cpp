// A child process by fork and exec, with pipes that never block the parent and limits on stored output. The child ends
// with its parent. The report of its end includes its last line on stderr.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "gpu_runner/child.h"
#include "gpu_runner/protocol.h"

namespace stridescope::gpu {
namespace {

// Bytes of a child's stderr that are kept, from the end.
constexpr std::size_t max_errors = 4096;
// Limit of queued input that a child does not read.
constexpr std::size_t max_unread_bytes = 16 << 20;
// Time for a child to end on its own.
constexpr double ending_seconds = 0.1;

// Both ends of a pipe; closes those that were not taken.
class Pipe {
 public:
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() { shut(0), shut(1); }
  bool open(int flags) { return pipe2(ends_, O_CLOEXEC | flags) == 0; }
  int end(int which) const { return ends_[which]; }
  int take(int which) { return std::exchange(ends_[which], -1); }
  void shut(int which) {
    if (ends_[which] >= 0) close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

// Number of inherited descriptors to close. A connection that the parent closes would stay open as long as the child
// lives, and its peer would wait. Our servers have no more descriptors.
constexpr int most_descriptors = 1024;

// Runs in the child: becomes the program, or exits. Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become(char* const* arguments, int in, int out, int err, int told, pid_t parent) {
  // A process group of its own: Ctrl-C in the terminal reaches only the parent, which cancels.
  setpgid(0, 0);
#ifdef __linux__
  // Ends with its parent. If the parent was killed before this line, getppid differs.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
#endif
  dup2(in, 0);
  dup2(out, 1);
  if (err >= 0) dup2(err, 2);
  for (int other = 3; other < most_descriptors; ++other) fcntl(other, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_DFL);
  execvp(arguments[0], arguments);
  const int failed = errno;
  (void)!::write(told, &failed, sizeof failed);
  _exit(127);
}

}  // namespace

Child::~Child() {
  std::vector<pid_t> leaving;  // not our children any more when this ends
  end(ending_seconds, leaving);
}

bool Child::start(const std::vector<std::string>& command, bool capture_errors, std::string& why) {
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe told;  // the child reports here why exec failed; exec closes it
  if (!in.open(0) || !out.open(0) || !told.open(0) || (capture_errors && !err.open(O_NONBLOCK))) {
    why = std::strerror(errno);
    return false;
  }
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& a : command) arguments.push_back(const_cast<char*>(a.c_str()));
  arguments.push_back(nullptr);
  const pid_t ours = getpid();
  const pid_t pid = fork();
  if (pid == 0) become(arguments.data(), in.end(0), out.end(1), err.end(1), told.end(1), ours);
  if (pid < 0) {
    why = std::strerror(errno);
    return false;
  }
  told.shut(1);
  int failed = 0;
  ssize_t n = 0;
  while ((n = ::read(told.end(0), &failed, sizeof failed)) < 0 && errno == EINTR) {
  }
  if (n == static_cast<ssize_t>(sizeof failed)) {
    why = std::strerror(failed);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return false;
  }
  pid_ = pid;
  to_ = in.take(1);
  from_ = out.take(0);
  errors_from_ = err.take(0);
  // Writing to a child that does not read must not block.
  fcntl(to_, F_SETFL, O_NONBLOCK);
  return true;
}

bool Child::write(const std::string& line) {
  if (unread_.size() - unread_at_ > max_unread_bytes) return false;
  unread_.erase(0, unread_at_);
  unread_at_ = 0;
  unread_ += line;
  unread_ += '\n';
  return flush();
}

Child::Read Child::read(std::string& line, int milliseconds) {
  const auto begin = Clock::now();
  for (;;) {
    const std::size_t end = pending_.find('\n', searched_);
    if (end != std::string::npos) {
      line = pending_.substr(begin_, end - begin_);
      begin_ = searched_ = end + 1;
      return Read::line;
    }
    pending_.erase(0, begin_);
    begin_ = 0;
    searched_ = pending_.size();
    if (pending_.size() > max_answer_bytes) return Read::endless;
    drain_errors();
    // A child that writes without end must not block either.
    const int left = milliseconds - static_cast<int>(1000 * seconds_since(begin));
    if (left < 0) return Read::nothing;
    const bool writing = unread_at_ < unread_.size();
    pollfd polled[3] = {{from_, POLLIN, 0}, {errors_from_, POLLIN, 0}, {writing ? to_ : -1, POLLOUT, 0}};
    const int polls = ::poll(polled, 3, left);
    if (polls == 0 || (polls < 0 && errno == EINTR)) return Read::nothing;
    if (polled[2].revents != 0 && !flush()) unread_at_ = unread_.size();  // the reader reports it
    if (polled[0].revents == 0) {
      drain_errors();
      if (polled[2].revents != 0) continue;
      return Read::nothing;
    }
    char buffer[65536];
    const ssize_t n = ::read(from_, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Read::closed;
    pending_.append(buffer, static_cast<std::size_t>(n));
  }
}

std::string Child::end(double seconds, std::vector<pid_t>& leaving) {
  if (pid_ == 0) return {};
  close(to_);
  to_ = -1;
  int status = 0;
  pid_t done = wait_for(seconds, status);
  const bool killed = done == 0;
  if (killed) {
    // Kills the whole process group.
    if (kill(-pid_, SIGKILL) != 0) kill(pid_, SIGKILL);
    if (wait_for(0, status) == 0) leaving.push_back(pid_);
  }
  drain_errors();
  if (errors_from_ >= 0) close(errors_from_);
  errors_from_ = -1;
  close(from_);
  pid_ = 0;
  pending_.clear();
  begin_ = searched_ = 0;
  if (killed) return "it did not end and was killed";
  if (WIFSIGNALED(status)) return std::string("killed by ") + strsignal(WTERMSIG(status));
  return "exit " + std::to_string(WEXITSTATUS(status)) + last_words();
}

// Writes as much as the child accepts now.
bool Child::flush() {
  while (unread_at_ < unread_.size()) {
    const ssize_t n = ::write(to_, unread_.data() + unread_at_, unread_.size() - unread_at_);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
    if (n <= 0) return false;
    unread_at_ += static_cast<std::size_t>(n);
  }
  return true;
}

void Child::drain_errors() {
  if (errors_from_ < 0) return;
  char buffer[4096];
  // Reads a limited number of parts: a child that writes without end must not block.
  for (int round = 0; round < 64; ++round) {
    const ssize_t n = ::read(errors_from_, buffer, sizeof buffer);
    if (n > 0) {
      errors_.append(buffer, static_cast<std::size_t>(n));
      if (errors_.size() > max_errors) errors_.erase(0, errors_.size() - max_errors);
      continue;
    }
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) {  // closed: poll would always report it as ready
      close(errors_from_);
      errors_from_ = -1;
    }
    return;
  }
}

pid_t Child::wait_for(double seconds, int& status) const {
  const auto begin = Clock::now();
  for (;;) {
    const pid_t done = waitpid(pid_, &status, WNOHANG);
    if (done != 0 || seconds_since(begin) >= seconds) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// The last non-empty line of stderr, and the meaning of the exit code.
std::string Child::last_words() const {
  std::size_t end = errors_.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t begin = errors_.rfind('\n', end);
  return ": " + errors_.substr(begin == std::string::npos ? 0 : begin + 1,
                               end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

}  // namespace stridescope::gpu
