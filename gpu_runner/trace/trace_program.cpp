// Runs the program as a child with our standard streams, the library in CUDA_INJECTION64_PATH, and a temporary folder
// for its output.
#include "gpu_runner/trace/trace_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "core/base/text.h"
#include "core/trace/report.h"
#include "gpu_runner/temporary_folder.h"
#include "gpu_runner/trace/injected.h"
#include "gpu_runner/trace/spool.h"

namespace stridescope::gpu {
namespace {

namespace fs = std::filesystem;

// Path of a library to inject: next to this program, or in the lib folder next to its own.
std::string library(const std::string& name) {
  std::error_code none;
  const fs::path self = fs::read_symlink("/proc/self/exe", none);
  for (const char* folder : {"", "../lib/"}) {
    const fs::path file = self.parent_path() / (folder + name);
    if (fs::exists(file, none)) return fs::canonical(file, none).string();
  }
  return {};
}

// Possible folders of a toolkit.
std::vector<std::string> toolkits() {
  std::vector<std::string> out;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* folder = std::getenv(variable)) out.emplace_back(folder);
  }
  out.emplace_back("/usr/local/cuda");
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("/usr/local", none)) {
    if (entry.path().filename().string().starts_with("cuda")) out.push_back(entry.path().string());
  }
  return out;
}

// Path of libsanitizer-public.so: next to compute-sanitizer, or in the toolkit.
std::string api_library(const std::string& named) {
  if (!named.empty()) return named;
  std::vector<std::string> folders = toolkits();
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("/opt/nvidia", none)) folders.push_back(entry.path().string());
  for (const std::string& folder : folders) {
    for (const char* place : {"/compute-sanitizer", "/extras/Sanitizer", "/Sanitizer", "", "/lib64", "/lib"}) {
      const std::string file = cat(folder, place, "/libsanitizer-public.so");
      if (fs::exists(file, none)) return file;
    }
  }
  return "libsanitizer-public.so";
}

std::string cupti_library() {
  std::error_code none;
  for (const std::string& folder : toolkits()) {
    for (const char* place : {"/extras/CUPTI/lib64", "/lib64", "/lib", "/targets/x86_64-linux/lib"}) {
      const std::string file = cat(folder, place, "/libcupti.so");
      if (fs::exists(file, none)) return file;
    }
  }
  return "libcupti.so";
}

// Its exit status; -1 if it could not be started, with the reason in errno. `meanwhile` is called every 50 ms.
int run(const std::vector<std::string>& command, const std::vector<std::pair<const char*, std::string>>& settings,
        bool quiet = false, const std::function<void()>& meanwhile = {}) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int said[2];
  if (pipe2(said, O_CLOEXEC) != 0) return -1;
  [[maybe_unused]] const pid_t ours = getpid();
  const pid_t child = fork();
  if (child == 0) {
#ifdef __linux__
    // The child ends with its parent, even if the parent is killed.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != ours) _exit(127);
#endif
    for (const auto& [name, value] : settings) setenv(name, value.c_str(), 1);
    if (const int nowhere = quiet ? open("/dev/null", O_WRONLY) : -1; nowhere >= 0) {
      dup2(nowhere, STDOUT_FILENO);
      dup2(nowhere, STDERR_FILENO);
    }
    execvp(arguments[0], arguments.data());
    const int why = errno;
    [[maybe_unused]] const ssize_t written = write(said[1], &why, sizeof why);
    _exit(127);
  }
  close(said[1]);
  int why = 0;
  const bool failed = child > 0 && read(said[0], &why, sizeof why) == sizeof why;
  close(said[0]);
  if (child < 0) return -1;
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(child, &status, meanwhile ? WNOHANG : 0);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    if (ended != 0) continue;
    meanwhile();
    constexpr timespec pause = {0, 50'000'000};
    nanosleep(&pause, nullptr);
  }
  if (failed) {
    errno = why;
    return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The activity of the library in the program, from its file.
Message activity_in(const std::string& folder) {
  spool::Now now = {};
  std::ifstream in(folder + "/now", std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(&now), sizeof now)) return say("the program has not started CUDA yet");
  now.kernel[sizeof now.kernel - 1] = 0;
  const std::string kernel = short_kernel_name(injected::demangled(now.kernel));
  const auto counts = [&](const Message& activity) {
    return say("{} {launch|launches} seen, {} traced; {}", static_cast<std::int64_t>(now.launches), now.traced,
               activity);
  };
  switch (now.activity) {
    case spool::patching:
      return counts(kernel.empty() ? say("a module is being patched")
                                   : say("the module of {} is being patched", kernel));
    case spool::waiting:
      return counts(say("waiting for {}", kernel));
    case spool::reading:
      return counts(say("reading the records of {}", kernel));
    case spool::restoring:
      return counts(say("the module of {} is being restored", kernel));
    default:
      return counts(say("the program runs"));
  }
}

}  // namespace

void TraceProgress::report(const Message& activity) {
  if (!due()) return;
  const auto now = std::chrono::steady_clock::now();
  to_(say("{} s: {}", std::chrono::duration_cast<std::chrono::seconds>(now - begin_).count(), activity));
  pause_ = std::min(2 * pause_, std::chrono::seconds(30));
  next_ = now + pause_;
}

Result<TracedProgram> trace_program(const TraceOptions& options) {
  const std::string injected = library("libstridescope_trace.so");
  if (injected.empty())
    return failure(ErrorCode::unsupported, say("libstridescope_trace.so is not next to this program"),
                   say("build it, or copy it there"));
  const TemporaryFolder folder;
  if (folder.path.empty())
    return failure(ErrorCode::unsupported, say("cannot create a folder for the records"), say("set TMPDIR"));
  TracedProgram out;
  TraceProgress progress(options.progress);
  out.status = run(options.command,
                   {{"CUDA_INJECTION64_PATH", injected},
                    {"STRIDESCOPE_TRACE_FOLDER", folder.path},
                    {"STRIDESCOPE_TRACE_API", api_library(options.api)},
                    {"STRIDESCOPE_TRACE_KERNEL", options.kernel},
                    {"STRIDESCOPE_TRACE_LAUNCH", cat(options.launch)},
                    {"STRIDESCOPE_TRACE_BLOCKS", options.blocks},
                    {"STRIDESCOPE_TRACE_RECORDS", cat(options.records)}},
                   false, [&] {
                     if (progress.due()) progress.report(activity_in(folder.path));
                   });
  if (out.status < 0)
    return failure(ErrorCode::arguments, say("{} could not be started: {}", options.command[0], std::strerror(errno)),
                   say("write the program and its arguments after --"));
  auto trace = collect_trace(folder.path, out.notes, progress);
  if (!trace) {
    Error error = trace.error();
    for (const std::string& note : out.notes) {
      if (note.starts_with("no api: "))
        error.message = say("the Compute Sanitizer API could not be used: {}", std::string_view(note).substr(8));
    }
    return failure(std::move(error));
  }
  out.trace = std::move(*trace);
  return out;
}

Result<CountedProgram> count_program(const TraceOptions& options) {
  const std::string injected = library("libstridescope_count.so");
  if (injected.empty())
    return failure(ErrorCode::unsupported, say("libstridescope_count.so is not next to this program"),
                   say("build it, or copy it there"));
  const TemporaryFolder folder;
  if (folder.path.empty())
    return failure(ErrorCode::unsupported, say("cannot create a folder for the records"), say("set TMPDIR"));
  CountedProgram out;
  // Flushes the program's own output first.
  const auto once = [&](const std::string& name, const std::string& index, const std::string& calls) {
    const std::string file = cat(folder.path, "/", name);
    run(options.command,
        {{"CUDA_INJECTION64_PATH", injected},
         {"STRIDESCOPE_COUNT_FILE", file},
         {"STRIDESCOPE_COUNT_CUPTI", cupti_library()},
         {"STRIDESCOPE_COUNT_INDEX", index},
         {"STRIDESCOPE_COUNT_CALLS", calls}},
        true);
    std::istringstream log(content_of(file + ".log"));
    for (std::string line; std::getline(log, line);) out.notes.push_back(line);
    return content_of(file);
  };
  std::regex kernel;
  try {
    kernel = std::regex(options.kernel, std::regex::ECMAScript);
  } catch (const std::regex_error& why) {
    return failure(ErrorCode::arguments, say("--kernel is not a valid regular expression: {}", why.what()));
  }
  std::istringstream launches(once("launches", "", ""));
  std::map<std::string, std::int64_t> seen;
  std::vector<std::pair<std::string, std::string>> counted;  // indices of launches, and numbers of previous calls
  for (std::string index, calls, grid, block, name;
       launches >> index >> calls >> grid >> block && std::getline(launches >> std::ws, name);) {
    if (!std::regex_search(name, kernel) && !std::regex_search(injected::demangled(name.c_str()), kernel)) continue;
    if (seen[name]++ == options.launch && counted.size() < most_counted_kernels) counted.emplace_back(index, calls);
  }
  for (const auto& [index, calls] : counted) {
    const std::string page = once("page_" + index, index, calls);
    if (page.empty()) continue;
    out.pages += page;
    ++out.kernels;
  }
  if (out.kernels > 0) return out;
  Message why = seen.empty() ? say("no counters: no launch of that name was seen")
                             : say("{} {kernel|kernels} without counters", seen.size());
  for (const std::string& note : out.notes) {
    if (note.starts_with("no api: ")) why = say("CUPTI could not be used: {}", std::string_view(note).substr(8));
  }
  return failure(ErrorCode::unsupported, why, say("count it with Nsight Compute: ncu --page source --csv"));
}

}  // namespace stridescope::gpu
