// Compiles a CUDA source to PTX by clang, where NVRTC is not installed: clang needs no toolkit for a kernel that
// includes none of its headers.
#include <algorithm>
#include <filesystem>
#include <iterator>

#include "core/base/text.h"
#include "gpu_runner/cuda_driver.h"
#include "gpu_runner/shell.h"
#include "gpu_runner/temporary_folder.h"
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

}  // namespace

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

Result<CompiledSource> compiled_by_clang(const SourceOptions& options) {
  if (const std::string name = toolkit_header(options.text); !name.empty()) {
    Message why;
    if (nvrtc(why) != nullptr)
      return failure(ErrorCode::unsupported,
                     say("{} includes {}, which clang does not compile here", options.name, name),
                     say("leave out --clang: NVRTC is installed"));
    return failure(ErrorCode::unsupported,
                   say("{} includes {}, which needs the CUDA toolkit: NVRTC was not found", options.name, name),
                   say("install the CUDA toolkit, or name its folder in CUDA_HOME"));
  }
  if (options.kernel.find('<') != std::string::npos)
    return failure(ErrorCode::unsupported,
                   say("{} is an instance of a template, which only NVRTC makes", options.kernel),
                   say("call the template from a kernel, or install the CUDA toolkit"));
  const auto* const compiler = std::find_if(std::begin(compilers), std::end(compilers), [](const char* one) {
    return shell_output(cat(one, " --version 2>&1"), most_log_bytes).status == 0;
  });
  if (compiler == std::end(compilers))
    return failure(ErrorCode::unsupported, say("neither NVRTC nor clang was found to compile {}", options.name),
                   say("install the CUDA toolkit or clang, or give PTX"));
  const TemporaryFolder temporary;
  const std::string source =
      temporary.write("source.cu", cat(header, "#line 1 \"", options.name, "\"\n", options.text));
  if (source.empty())
    return failure(ErrorCode::unsupported,
                   say("cannot create a file for the source in {}", fs::temp_directory_path().string()));
  const std::string ptx = temporary.path + "/source.ptx";
  std::string command = cat(*compiler,
                            " -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -O2 -S -std=c++17 "
                            "-gline-tables-only -Wno-unknown-cuda-version -o ",
                            shell_word(ptx));
  for (const std::string& include : options.includes) append_all(command, " -I ", shell_word(include));
  const auto [log, status] = shell_output(cat(command, ' ', shell_word(source), " 2>&1"), most_log_bytes);
  if (status != 0)
    return failure(ErrorCode::syntax, say("{} does not compile: {}", options.name, log),
                   say("name the folders of its headers by -I"));
  return CompiledSource{content_of(ptx), options.kernel, log};
}

}  // namespace stridescope::gpu
