// Finds nvdisasm (on the PATH, in a toolkit, among Python packages), runs it on the machine code of a result in a
// temporary file, and keeps the kernel's part of the output.
#include "gpu_runner/disassembler.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/base64.h"
#include "core/base/text.h"
#include "gpu_runner/shell.h"
#include "gpu_runner/temporary_folder.h"

namespace stridescope::gpu {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const char* name) {
  std::vector<std::string> out;
  const char* value = std::getenv(name);
  std::string_view left = value == nullptr ? "" : value;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    if (end > 0) out.emplace_back(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return out;
}

// The folders in `folder` whose names begin with `begin`, highest version first: "cuda-13.0", "cuda-12.8", "cuda".
std::vector<std::string> folders_named(const fs::path& folder, std::string_view begin) {
  std::vector<std::string> out;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.rfind(begin, 0) == 0 && fs::is_directory(at->path(), error)) out.push_back(at->path().string());
  }
  const auto number = [](const std::string& path) {
    const std::size_t digit = path.find_first_of("0123456789", path.find_last_of('/'));
    return digit == std::string::npos ? 0.0 : std::strtod(path.c_str() + digit, nullptr);
  };
  std::sort(out.begin(), out.end(), [&](const std::string& a, const std::string& b) {
    return number(a) != number(b) ? number(a) > number(b) : a < b;
  });
  return out;
}

// Adds the folders of pip packages: nvidia/cu13/bin, nvidia/cuda_nvcc/bin, triton/backends/nvidia/bin.
void add_packages(std::vector<std::string>& out, const fs::path& packages) {
  for (const std::string& folder : folders_named(packages / "nvidia", "")) out.push_back(folder + "/bin/nvdisasm");
  std::error_code error;
  const fs::path triton = packages / "triton/backends/nvidia/bin/nvdisasm";
  if (fs::exists(triton, error)) out.push_back(triton.string());
}

// Adds the packages of a Python installation under `prefix`.
void add_python(std::vector<std::string>& out, const fs::path& prefix) {
  for (const char* lib : {"lib", "lib64"}) {
    for (const std::string& python : folders_named(prefix / lib, "python")) {
      for (const char* packages : {"site-packages", "dist-packages"}) add_packages(out, fs::path(python) / packages);
    }
  }
}

// The part of nvdisasm's text that is the kernel itself.
std::string part_of(const std::string& sass, std::string_view entry) {
  if (entry.empty()) return sass;
  constexpr std::string_view rule = "//---------------------";
  const std::size_t begin = sass.find(cat(rule, " .text.", entry, ' '));
  if (begin == std::string::npos) return sass;
  const std::size_t end = sass.find(rule, begin + rule.size());
  return sass.substr(begin, end == std::string::npos ? end : end - begin);
}

}  // namespace

std::vector<std::string> nvdisasm_places(const std::string& root) {
  std::vector<std::string> out;
  const std::vector<std::string> path = words_of("PATH");
  out.reserve(path.size());
  for (const std::string& folder : path) out.push_back(folder + "/nvdisasm");
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    for (const std::string& folder : words_of(name)) out.push_back(folder + "/bin/nvdisasm");
  }
  for (const std::string& folder : folders_named(root + "/usr/local", "cuda")) out.push_back(folder + "/bin/nvdisasm");
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    for (const std::string& folder : words_of(name)) add_python(out, folder);
  }
  for (const std::string& folder : words_of("PYTHONPATH")) add_packages(out, folder);
  for (const std::string& folder : words_of("HOME")) add_python(out, folder + "/.local");
  std::error_code error;
  for (const std::string& folder : path) {
    if (fs::exists(folder + "/python3", error)) add_python(out, fs::path(folder).parent_path());
  }
  add_python(out, root + "/usr/local");
  add_python(out, root + "/usr");
  return out;
}

std::string find_nvdisasm(const std::string& root) {
  std::error_code error;
  for (const std::string& place : nvdisasm_places(root)) {
    if (fs::is_regular_file(place, error) && access(place.c_str(), X_OK) == 0) return place;
  }
  return {};
}

Message no_machine_code() {
  return say("No SASS: the result contains no machine code, because its runner found no NVRTC.");
}
Message damaged_machine_code() {
  return say("No SASS: the machine code in the result is damaged. Run the kernel again.");
}
Message no_nvdisasm() {
  return say(
      "No SASS: nvdisasm was not found on the PATH, under CUDA_HOME, CUDA_PATH or /usr/local/cuda*, or among Python's "
      "packages. The CUDA toolkit contains it.");
}

Disassembly disassemble(std::string_view cubin, std::string_view entry, const std::string& nvdisasm) {
  if (cubin.empty()) return {{}, no_machine_code()};
  if (nvdisasm.empty()) return {{}, no_nvdisasm()};
  const TemporaryFolder folder;
  const std::string path = folder.write("cubin", cubin);
  if (path.empty())
    return {{}, say("cannot create a file for the machine code in {}", fs::temp_directory_path().string())};
  Disassembly out;
  // -g adds source lines. On failure the first line of the output is the error.
  auto [text, status] = shell_output(cat(shell_word(nvdisasm), " -c -g ", shell_word(path), " 2>&1"), max_sass_bytes);
  out.sass = std::move(text);
  if (status != 0 || out.sass.empty()) {
    const std::string first = out.sass.substr(0, std::min<std::size_t>(out.sass.find('\n'), 200));
    out.why = first.empty() ? say("{} did not print anything", nvdisasm) : say("{} failed: {}", nvdisasm, first);
    out.sass.clear();
  }
  out.sass = part_of(out.sass, entry);
  return out;
}

Disassembly disassemble(const RunResult& result, const std::string& nvdisasm) {
  const RunTexts& code = result.texts.cubin.empty() && result.compiled ? result.compiled->texts : result.texts;
  const auto cubin = decode_base64(code.cubin, Base64::standard);
  return cubin ? disassemble(*cubin, code.entry, nvdisasm) : Disassembly{{}, damaged_machine_code()};
}

RunResult with_sass(RunResult result, const std::string& nvdisasm) {
  if (!result.texts.sass.empty() || (result.compiled && !result.compiled->texts.sass.empty())) return result;
  Disassembly made = disassemble(result, nvdisasm);
  result.texts.sass = std::move(made.sass);
  if (result.texts.sass.empty()) result.texts.sass_missing = std::move(made.why);
  return result;
}

}  // namespace stridescope::gpu
