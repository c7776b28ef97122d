// A child process with line-based communication. The child cannot block its parent: it may write nothing, write more
// than fits, never end a line, or read nothing.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace stridescope::gpu {

using Clock = std::chrono::steady_clock;
inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The child has pipes on stdin and stdout; its stderr is inherited, or a third pipe. On Linux it is killed when the
// thread that started it ends, even if that thread is killed.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  bool start(const std::vector<std::string>& command, bool capture_errors, std::string& why);
  // Queues the line until the child reads it. False if the child does not accept input (any more).
  bool write(const std::string& line);

  enum class Read { line, nothing, closed, endless };
  // The next line, waiting at most `milliseconds` for more; `endless` if a line exceeds max_answer_bytes.
  Read read(std::string& line, int milliseconds);
  // Ends the child: closes its stdin, and kills it if it does not react within the given time. Returns its exit if it
  // ended on its own. A process whose GPU is still being freed cannot be waited for and may take seconds: its number is
  // appended to `leaving`, to be waited for later.
  std::string end(double seconds, std::vector<pid_t>& leaving);

  // It has answered a first request: its GPU is open, and any later delay is due to a request.
  bool ready = false;
  // Its GPU was open before and cannot be opened now: it is being reset.
  bool blind = false;
  // It has a request whose result is no longer awaited.
  bool abandoned = false;

 private:
  bool flush();
  void drain_errors();
  pid_t wait_for(double seconds, int& status) const;
  std::string last_words() const;

  pid_t pid_ = 0;
  int to_ = -1;
  int from_ = -1;
  int errors_from_ = -1;
  std::string pending_;  // its output from begin_ on; searched for a line end up to searched_
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;
  std::string unread_;  // input that it has not read, from unread_at_ on
  std::size_t unread_at_ = 0;
  std::string errors_;
};

}  // namespace stridescope::gpu
