// Converts words of the command line to the runner's options: the layout of a buffer defines its size.
#include "core/cli/trace_source.h"

#include <charconv>
#include <cstdlib>
#include <tuple>

#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/machine/program.h"
#include "core/machine/ptx_text.h"
#include "core/trace/kernel_argument.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::cli {

std::array<std::int64_t, 3> extents(const std::string& text) {
  std::array<std::int64_t, 3> out = {1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, out[i]);
    if (error != std::errc() || out[i] < 1 || out[i] > INT32_MAX) return {};
    at = next;
    if (at == end) return out;
    if (*at++ != ',') return {};
  }
  return {};
}

Result<std::int64_t> reach_of(const std::string& layout) {
  // A number of elements, as the launch forms of page and window have it.
  std::int64_t elements = 0;
  const auto [stop, wrong_number] = std::from_chars(layout.data(), layout.data() + layout.size(), elements);
  if (wrong_number == std::errc() && stop == layout.data() + layout.size() && elements > 0) return elements;
  Workspace workspace;
  const Report& report = workspace.evaluate("cosize(" + layout + ")", IntegerMode::teaching);
  std::int64_t out = 0;
  if (!report.bindings.empty()) {
    const std::string& text = report.bindings.back().text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error == std::errc() && end == text.data() + text.size() && out > 0) return out;
  }
  if (const Diagnostic* wrong = first_failure(report))
    return failure(ErrorCode::arguments, say("{} is not a layout: {}", layout, wrong->message));
  return failure(ErrorCode::arguments, say("{} is not a layout", layout));
}

void add_launch_options(CLI::App& command, SourceWords& source) {
  command.add_option("--grid", source.grid, "For a source: the blocks of the launch.")->type_name("X,Y,Z");
  command.add_option("--block", source.block, "For a source: the threads of a block.")->type_name("X,Y,Z");
  command.add_option("--shared", source.given.shared_bytes, "For a source: bytes of dynamic shared memory.")
      ->check(CLI::Range(0, 1 << 20))
      ->type_name("BYTES");
  command
      .add_option("--arg", source.arguments,
                  "For a source: an argument of the kernel, a type and a layout, or a number.")
      ->allow_extra_args(false)
      ->type_name("ARG");
  command.add_option("-I", source.given.includes, "For a source: a folder of headers.")
      ->allow_extra_args(false)
      ->type_name("FOLDER");
  command.add_flag("--clang", source.given.clang, "For a source: compile by clang, as without NVRTC.");
  command.add_option("--nvrtc", source.given.options, "For a source: an option of NVRTC.")
      ->allow_extra_args(false)
      ->type_name("OPTION");
}

Result<gpu::SourceOptions> source_options(const SourceWords& words) {
  gpu::SourceOptions out = words.given;
  auto source = read_input(words.file, machine::max_ptx_bytes);
  if (!source) return failure(source.error());
  out.text = std::move(*source);
  out.name = words.file;
  out.is_ptx = words.file.ends_with(".ptx") || words.file == "-" || machine::looks_like_ptx(out.text);
  for (const auto& [text, to, option] :
       {std::tuple(&words.grid, &out.grid, "--grid"), std::tuple(&words.block, &out.block, "--block")}) {
    *to = extents(*text);
    if ((*to)[0] == 0)
      return failure(ErrorCode::arguments, say("{} is not a valid {}", *text, option), say("write 64,64 or 32,8,1"));
  }
  // The source's own folder, and the toolkit's headers, after the given folders.
  const std::size_t folder = words.file.find_last_of('/');
  out.includes.push_back(folder == std::string::npos ? "." : words.file.substr(0, folder + 1));
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* folder = std::getenv(variable)) out.includes.push_back(cat(folder, "/include"));
  }
  for (const char* folder : {"/usr/local/cuda/include", "/usr/local/cuda/include/cccl"})
    out.includes.emplace_back(folder);
  return out;
}

}  // namespace stridescope::cli
