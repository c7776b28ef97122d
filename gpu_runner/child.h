// A child process that is talked to in lines. Nothing that it does holds the caller up: it may say nothing, say more
// than there is room for, never end a line, or read nothing.
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

// With pipes to its stdin and stdout; its stderr is ours, or a third one. On Linux it is killed when the thread that
// started it ends, also where that ends by being killed.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  bool start(const std::vector<std::string>& command, bool take_errors, std::string& why);
  // Takes the line to be written as far as the child reads. False when it does not take any (any more).
  bool write(const std::string& line);

  enum class Read { line, nothing, closed, endless };
  // The next line, waiting at most `milliseconds` for more; endless when it has no end within max_answer_bytes.
  Read read(std::string& line, int milliseconds);
  // Ends it: closing its stdin does; if it does not react within the given time, it is killed. Reports its exit if it
  // ended alone. A process whose GPU is still being freed cannot be waited for, which may take seconds: its number is
  // left in `leaving`, to be waited for later.
  std::string end(double seconds, std::vector<pid_t>& leaving);

  // It has answered a first question: its GPU is open, and whatever takes long from now on is a request's doing.
  bool ready = false;
  // Its GPU could not be opened, where one was before: it is being reset.
  bool blind = false;
  // It was left with a request that is no longer awaited.
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
  std::string pending_;  // what it said: from begin_ on not yet taken, up to searched_ without the end of a line
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;
  std::string unread_;  // its pending input: from unread_at_ on
  std::size_t unread_at_ = 0;
  std::string errors_;
};

}  // namespace stridescope::gpu
