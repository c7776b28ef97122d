// The program as a child with our standard streams, the library in CUDA_INJECTION64_PATH, and a folder of its own for
// what it leaves, which goes when the trace is made.
#include "gpu_runner/trace/trace_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/base/text.h"

namespace stridescope::gpu {
namespace {

namespace fs = std::filesystem;

// libstridescope_trace.so lies beside this program, or in the lib folder beside its own.
std::string library() {
  std::error_code none;
  const fs::path self = fs::read_symlink("/proc/self/exe", none);
  for (const char* place : {"libstridescope_trace.so", "../lib/libstridescope_trace.so"}) {
    const fs::path file = self.parent_path() / place;
    if (fs::exists(file, none)) return fs::canonical(file, none).string();
  }
  return {};
}

// libsanitizer-public.so: where compute-sanitizer is, or where the toolkit has it.
std::string api_library(const std::string& named) {
  if (!named.empty()) return named;
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* folder = std::getenv(variable)) folders.emplace_back(folder);
  }
  folders.emplace_back("/usr/local/cuda");
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("/usr/local", none)) {
    if (entry.path().filename().string().starts_with("cuda")) folders.push_back(entry.path().string());
  }
  for (const auto& entry : fs::directory_iterator("/opt/nvidia", none)) folders.push_back(entry.path().string());
  for (const std::string& folder : folders) {
    for (const char* place : {"/compute-sanitizer", "/extras/Sanitizer", "/Sanitizer", "", "/lib64", "/lib"}) {
      const std::string file = cat(folder, place, "/libsanitizer-public.so");
      if (fs::exists(file, none)) return file;
    }
  }
  return "libsanitizer-public.so";
}

struct Folder {
  std::string path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "stridescope-trace-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code none;
    if (!path.empty()) fs::remove_all(path, none);
  }
};

// What it ended with; -1 where it could not be started, and errno says why.
int run(const std::vector<std::string>& command, const std::vector<std::pair<const char*, std::string>>& settings) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int said[2];
  if (pipe2(said, O_CLOEXEC) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    for (const auto& [name, value] : settings) setenv(name, value.c_str(), 1);
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
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (failed) {
    errno = why;
    return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<TracedProgram> trace_program(const TraceOptions& options) {
  const std::string injected = library();
  if (injected.empty())
    return failure(ErrorCode::unsupported, say("libstridescope_trace.so does not lie beside this program"),
                   say("build it, or copy it there"));
  const Folder folder;
  if (folder.path.empty())
    return failure(ErrorCode::unsupported, say("no folder could be made for the records"), say("set TMPDIR"));
  TracedProgram out;
  out.status = run(options.command, {{"CUDA_INJECTION64_PATH", injected},
                                     {"STRIDESCOPE_TRACE_FOLDER", folder.path},
                                     {"STRIDESCOPE_TRACE_API", api_library(options.api)},
                                     {"STRIDESCOPE_TRACE_KERNEL", options.kernel},
                                     {"STRIDESCOPE_TRACE_LAUNCH", cat(options.launch)},
                                     {"STRIDESCOPE_TRACE_BLOCKS", options.blocks},
                                     {"STRIDESCOPE_TRACE_RECORDS", cat(options.records)}});
  if (out.status < 0)
    return failure(ErrorCode::arguments, say("{} could not be started: {}", options.command[0], std::strerror(errno)),
                   say("write the program and its arguments behind --"));
  auto trace = collect_trace(folder.path, out.notes);
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

}  // namespace stridescope::gpu
