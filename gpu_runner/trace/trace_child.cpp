// The child's stdout and stderr form one stream, like in a terminal. Its trace goes to a temporary file next to the
// final one, and replaces it at the end.
#include "gpu_runner/trace/trace_child.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "gpu_runner/child.h"
#include "gpu_runner/command_words.h"

namespace stridescope::gpu {
namespace {

namespace fs = std::filesystem;

// The program gets no standard input, since the user cannot type.
constexpr const char* script = R"(cd -- "$1" && export STRIDESCOPE_LANG="$2" && shift 2 && exec "$@" 2>&1 </dev/null)";
constexpr int patience = 100;         // milliseconds between two calls of `cancelled`
constexpr double ending_seconds = 5;  // for a child that has closed its output

bool is_source(std::string_view word) { return word.ends_with(".cu") || word.ends_with(".ptx"); }

std::string find_tracer() {
  std::error_code none;
  const fs::path beside = fs::read_symlink("/proc/self/exe", none).parent_path() / "stridescope";
  return access(beside.c_str(), X_OK) == 0 ? beside.string() : "stridescope";
}

std::vector<std::string> command_of(const TraceWish& wish, const std::vector<std::string>& words,
                                    const std::string& file, const std::vector<std::string>& tracer,
                                    std::string_view language) {
  std::vector<std::string> out = {"/bin/sh",
                                  "-c",
                                  script,
                                  "sh",
                                  wish.folder.empty() ? "." : wish.folder,
                                  std::string(language.empty() ? "en" : language)};
  if (tracer.empty())
    out.push_back(find_tracer());
  else
    out.insert(out.end(), tracer.begin(), tracer.end());
  out.insert(out.end(), {"trace", "-o", file});
  if (!wish.kernel.empty()) out.insert(out.end(), {"--kernel", wish.kernel});
  if (wish.launch > 0 && !is_source(words[0])) out.insert(out.end(), {"--launch", cat(wish.launch)});
  if (!wish.blocks.empty()) out.insert(out.end(), {"--blocks", wish.blocks});
  if (!is_source(words[0])) out.emplace_back("--");
  out.insert(out.end(), words.begin(), words.end());
  return out;
}

// The final state of a terminal line with backspaces and carriage returns.
std::string shown_line(std::string line) {
  while (!line.empty() && line.back() == '\r') line.pop_back();
  line.erase(0, line.rfind('\r') + 1);
  if (line.size() > max_said_line) line.resize(max_said_line);
  line = printable(line);
  std::replace(line.begin(), line.end(), '\x1b', '?');
  return line;
}

// Ends the child with all of its processes. Does not wait for one that the driver still holds.
std::string end_child(Child& child, double seconds) {
  std::vector<pid_t> leaving;
  std::string how = child.end(seconds, leaving);
  for (const pid_t pid : leaving) {
    for (int i = 0; i < 100 && waitpid(pid, nullptr, WNOHANG) == 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return how;
}

}  // namespace

TraceEnd trace_in_child(const TraceWish& wish, const std::string& file, const std::vector<std::string>& tracer,
                        std::string_view language, const std::function<void(std::string)>& said,
                        const std::function<bool()>& cancelled) {
  const std::vector<std::string> words = command_words(wish.command);
  if (words.empty()) return {TraceEnd::Status::failed, say("no program to trace"), say("write its command line")};
  std::error_code none;
  if (!wish.folder.empty() && !fs::is_directory(wish.folder, none))
    return {TraceEnd::Status::failed, say("{} is not a folder", wish.folder), {}};
  const std::string beside = cat(fs::absolute(file, none).string(), ".", getpid(), ".new");
  const struct Gone {
    const std::string& path;
    ~Gone() { unlink(path.c_str()); }
  } gone = {beside};
  Child child;
  std::string why;
  if (!child.start(command_of(wish, words, beside, tracer, language), false, why))
    return {TraceEnd::Status::failed, say("the tracer could not be started: {}", why), {}};
  std::size_t bytes = 0;
  for (std::string line;;) {
    const Child::Read read = child.read(line, patience);
    if (read == Child::Read::closed) break;
    if (cancelled()) {
      end_child(child, 0);
      return {TraceEnd::Status::cancelled, {}, {}};
    }
    if (read == Child::Read::endless) {
      end_child(child, 0);
      return {TraceEnd::Status::failed, say("the program printed a line that exceeds the limit"), {}};
    }
    if (read != Child::Read::line || bytes > max_said_bytes) continue;
    bytes += line.size() + 1;
    said(shown_line(std::move(line)));
  }
  const std::string ended = end_child(child, ending_seconds);
  struct stat made;
  if (stat(beside.c_str(), &made) != 0)
    return {TraceEnd::Status::failed, say("no trace was made: the tracer ended with {}", ended),
            say("its last output shows why")};
  if (rename(beside.c_str(), file.c_str()) != 0)
    return {TraceEnd::Status::failed, say("{} cannot be written: {}", file, std::strerror(errno)), {}};
  return {TraceEnd::Status::traced, {}, {}};
}

}  // namespace stridescope::gpu
