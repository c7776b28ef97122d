// Compiles a CUDA source to PTX by NVRTC.
#include <filesystem>
#include <system_error>

#include "core/base/text.h"
#include "gpu_runner/cuda_driver.h"
#include "gpu_runner/trace/source_launch.h"

namespace stridescope::gpu {
namespace {

std::string missing_header(const SourceOptions& options) {
  std::string header = toolkit_header(options.text);
  std::error_code error;
  for (const std::string& folder : options.includes) {
    if (std::filesystem::exists(cat(folder, '/', header), error)) return {};
  }
  return header;
}

std::string folders_of(const SourceOptions& options) {
  std::string out;
  for (const std::string& folder : options.includes) append_all(out, out.empty() ? "" : ", ", folder);
  return out;
}

}  // namespace

Result<CompiledSource> compiled_source(const SourceOptions& options, int architecture) {
  if (options.is_ptx) return CompiledSource{options.text, options.kernel, {}};
  Message why;
  const Nvrtc* compiler = nvrtc(why);
  if (options.clang || compiler == nullptr) return compiled_by_clang(options);
  void* program = nullptr;
  if (const int e =
          compiler->nvrtcCreateProgram(&program, options.text.c_str(), options.name.c_str(), 0, nullptr, nullptr))
    return failure(ErrorCode::unsupported, say("NVRTC: {}", compiler->nvrtcGetErrorString(e)));
  struct Owner {
    const Nvrtc* compiler;
    void* program;
    ~Owner() { compiler->nvrtcDestroyProgram(&program); }
  } owner{compiler, program};
  // For a template the name of its instance; other names occur verbatim in the PTX.
  const bool instance = options.kernel.find('<') != std::string::npos;
  if (instance) compiler->nvrtcAddNameExpression(program, options.kernel.c_str());
  std::vector<std::string> words = {cat("--gpu-architecture=compute_", architecture, architecture >= 90 ? "a" : ""),
                                    "--std=c++17", "-default-device", "-lineinfo"};
  for (const std::string& folder : options.includes) words.push_back("--include-path=" + folder);
  words.insert(words.end(), options.options.begin(), options.options.end());
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  const int failed = compiler->nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());
  CompiledSource out;
  const auto read = [&](auto size_of, auto get, std::string& to) {
    std::size_t size = 0;
    if (size_of(program, &size) != 0 || size == 0) return;
    to.resize(size);
    get(program, to.data());
    while (!to.empty() && to.back() == '\0') to.pop_back();
  };
  read(compiler->nvrtcGetProgramLogSize, compiler->nvrtcGetProgramLog, out.log);
  if (failed != 0) {
    if (const std::string header = missing_header(options);
        !header.empty() && out.log.find(header) != std::string::npos)
      return failure(
          ErrorCode::unsupported,
          say("{} includes {}, which is in none of these folders: {}", options.name, header, folders_of(options)),
          say("install the headers of the CUDA toolkit, or name their folder by -I or CUDA_HOME"));
    return failure(ErrorCode::syntax, say("{} does not compile: {}", options.name, out.log),
                   say("name the folders of its headers by -I"));
  }
  read(compiler->nvrtcGetPTXSize, compiler->nvrtcGetPTX, out.ptx);
  out.kernel = options.kernel;
  const char* lowered = nullptr;
  if (instance && compiler->nvrtcGetLoweredName(program, options.kernel.c_str(), &lowered) == 0 && lowered != nullptr)
    out.kernel = lowered;
  return out;
}

}  // namespace stridescope::gpu
