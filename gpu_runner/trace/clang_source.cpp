// Compiles a CUDA source to PTX by clang, where NVRTC is not installed: clang needs no toolkit for a kernel that
// includes none of its headers.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/text.h"
#include "gpu_runner/command_words.h"
#include "gpu_runner/trace/source_launch.h"

namespace stridescope::gpu {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view header =
#include "gpu_runner/trace/clang_header.inc"
    ;
// Newer ones first; each writes PTX for sm_80, with the instructions of newer GPUs that inline assembly has.
constexpr const char* compilers[] = {"clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14", "clang"};
constexpr std::size_t most_log_bytes = 1 << 14;

// A file that is removed.
class TemporaryFile {
 public:
  TemporaryFile() : path_((fs::temp_directory_path() / "stridescope-cuda-XXXXXX").string()) {
    fd_ = mkstemp(path_.data());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (fd_ < 0) return;
    close(fd_);
    unlink(path_.c_str());
  }
  const std::string& path() const { return path_; }
  bool write(std::string_view text) const {
    while (fd_ >= 0 && !text.empty()) {
      const ssize_t n = ::write(fd_, text.data(), text.size());
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return fd_ >= 0;
  }
  // The bytes that the path names now: a compiler replaces the file.
  std::string text() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  std::string path_;
  int fd_ = -1;
};

// The output of a command, cut off; its exit status in `status`.
std::string output_of(const std::string& command, int& status) {
  std::string out;
  status = -1;
  if (FILE* pipe = popen((command + " 2>&1").c_str(), "r")) {
    char buffer[4096];
    for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
      if (out.size() < most_log_bytes) out.append(buffer, n);
    }
    status = pclose(pipe);
  }
  return out;
}

// The first header of the CUDA toolkit, or of a library that needs it, that the source includes; empty: none.
std::string toolkit_header(std::string_view text) {
  constexpr std::string_view starts[] = {
      "cuda",  "cooperative_groups", "mma.h", "cub/",   "thrust/",
      "cute/", "cutlass/",           "nv/",   "curand", "device_launch_parameters.h"};
  for (std::size_t at = text.find("#include"); at != std::string_view::npos; at = text.find("#include", at + 1)) {
    const std::size_t open = text.find_first_of("<\"\n", at);
    if (open == std::string_view::npos || text[open] == '\n') continue;
    const std::size_t close = text.find_first_of(">\"\n", open + 1);
    const std::string_view name = text.substr(open + 1, close == std::string_view::npos ? 0 : close - open - 1);
    for (const std::string_view start : starts) {
      if (name.starts_with(start)) return std::string(name);
    }
  }
  return {};
}

}  // namespace

Result<CompiledSource> compiled_by_clang(const SourceOptions& options) {
  if (const std::string name = toolkit_header(options.text); !name.empty())
    return failure(ErrorCode::unsupported,
                   say("{} includes {}, which needs the CUDA toolkit: NVRTC was not found", options.name, name),
                   say("install the CUDA toolkit, or name its folder in CUDA_HOME"));
  if (options.kernel.find('<') != std::string::npos)
    return failure(ErrorCode::unsupported,
                   say("{} is an instance of a template, which only NVRTC makes", options.kernel),
                   say("call the template from a kernel, or install the CUDA toolkit"));
  int status = -1;
  const char* compiler = nullptr;
  for (const char* const one : compilers) {
    if (compiler != nullptr) break;
    output_of(cat(one, " --version"), status);
    if (status == 0) compiler = one;
  }
  if (compiler == nullptr)
    return failure(ErrorCode::unsupported, say("neither NVRTC nor clang was found to compile {}", options.name),
                   say("install the CUDA toolkit or clang, or give PTX"));
  TemporaryFile source;
  TemporaryFile ptx;
  if (!source.write(cat(header, "#line 1 \"", options.name, "\"\n", options.text)) || !ptx.write(""))
    return failure(ErrorCode::unsupported, say("cannot create a file for the source in {}", source.path()));
  std::string command = cat(compiler,
                            " -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -O2 -S -std=c++17 "
                            "-gline-tables-only -Wno-unknown-cuda-version -o ",
                            shell_word(ptx.path()));
  const fs::path folder = fs::path(options.name).parent_path();
  append_all(command, " -I ", shell_word(folder.empty() ? "." : folder.string()));
  for (const std::string& include : options.includes) append_all(command, " -I ", shell_word(include));
  const std::string log = output_of(cat(command, ' ', shell_word(source.path())), status);
  if (status != 0)
    return failure(ErrorCode::syntax, say("{} does not compile: {}", options.name, log),
                   say("name the folders of its headers by -I"));
  return CompiledSource{ptx.text(), options.kernel, log};
}

}  // namespace stridescope::gpu
