// Converts words of the command line to the runner's options: the layout of a buffer defines its size.
#include "core/cli/trace_source.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/trace/ptx.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::cli {
namespace {

struct ElementType {
  std::string_view name;
  int bytes;
  bool floating;
};
constexpr ElementType element_types[] = {
    {"i8", 1, false},  {"u8", 1, false},  {"i16", 2, false}, {"u16", 2, false}, {"i32", 4, false}, {"u32", 4, false},
    {"i64", 8, false}, {"u64", 8, false}, {"f16", 2, true},  {"bf16", 2, true}, {"f32", 4, true},  {"f64", 8, true},
};
constexpr std::int64_t most_buffer_bytes = std::int64_t{1} << 34;

const ElementType* element_type(std::string_view name) {
  for (const ElementType& type : element_types) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

std::string all_types() {
  std::string out;
  for (const ElementType& type : element_types) append_all(out, out.empty() ? "" : ", ", type.name);
  return out;
}

// "64,64" as extents; zeros for any other text.
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

// The number of elements that a layout reaches; an error if it is not a layout.
Result<std::int64_t> reach_of(const std::string& layout) {
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

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

Result<gpu::SourceArgument> source_argument(const std::string& word) {
  const std::size_t name = word.find_first_of(":=");
  const ElementType* type = element_type(word.substr(0, name));
  if (type == nullptr || name == std::string::npos)
    return failure(ErrorCode::arguments, say("{} is not an argument: it does not begin with an element type", word),
                   say("write f32:(64,64):(64,1) for a buffer, i32=64 for a number; the types are {}", all_types()));
  gpu::SourceArgument out;
  out.element_bytes = type->bytes;
  out.floating = type->floating;
  std::string rest = word.substr(name + 1);
  if (word[name] == '=') {
    if (type->floating && type->bytes < 4)
      return failure(ErrorCode::arguments,
                     say("{} is not an argument: numbers of type {} are not supported", word, type->name),
                     say("give its bits, as u16"));
    std::int64_t integer = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), integer);
    char* real_end = nullptr;
    const double real = std::strtod(rest.c_str(), &real_end);
    const bool whole = error == std::errc() && end == rest.data() + rest.size();
    if (rest.empty() || *real_end != 0 || (!type->floating && !whole))
      return failure(ErrorCode::arguments, say("{} is not an argument: {} is not a number", word, rest));
    out.scalar = !type->floating    ? bytes_of(integer).substr(0, static_cast<std::size_t>(type->bytes))
                 : type->bytes == 4 ? bytes_of(static_cast<float>(real))
                                    : bytes_of(real);
    return out;
  }
  if (const std::size_t fill = rest.rfind('='); fill != std::string::npos) {
    const std::string how = rest.substr(fill + 1);
    using Fill = gpu::SourceArgument::Fill;
    if (how != "zeros" && how != "iota" && how != "random")
      return failure(ErrorCode::arguments,
                     say("{} is not an argument: expected a buffer of zeros, iota or random", word));
    out.fill = how == "zeros" ? Fill::zeros : how == "iota" ? Fill::iota : Fill::random;
    rest.resize(fill);
  }
  const auto reach = reach_of(rest);
  if (!reach) return failure(reach.error());
  if (*reach > most_buffer_bytes / type->bytes)
    return failure(ErrorCode::too_large, say("{} is larger than {} bytes", word, most_buffer_bytes));
  out.buffer_bytes = *reach * type->bytes;
  return out;
}

Result<gpu::SourceOptions> source_options(const SourceWords& words) {
  gpu::SourceOptions out;
  auto source = read_input(words.file, max_ptx_bytes);
  if (!source) return failure(source.error());
  out.text = std::move(*source);
  out.name = words.file;
  out.is_ptx = words.file.ends_with(".ptx");
  out.kernel = words.kernel;
  for (const auto& [text, to, option] :
       {std::tuple(&words.grid, &out.grid, "--grid"), std::tuple(&words.block, &out.block, "--block")}) {
    *to = extents(*text);
    if ((*to)[0] == 0)
      return failure(ErrorCode::arguments, say("{} is not a valid {}", *text, option), say("write 64,64 or 32,8,1"));
  }
  out.shared_bytes = words.shared;
  for (const std::string& word : words.arguments) {
    auto argument = source_argument(word);
    if (!argument) return failure(argument.error());
    out.arguments.push_back(std::move(*argument));
  }
  out.includes = words.includes;
  // The toolkit's own headers, after the given folders.
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* folder = std::getenv(variable)) out.includes.push_back(cat(folder, "/include"));
  }
  for (const char* folder : {"/usr/local/cuda/include", "/usr/local/cuda/include/cccl"})
    out.includes.emplace_back(folder);
  out.options = words.options;
  if (!words.blocks.empty()) out.blocks = words.blocks;
  if (words.records > 0) out.records = words.records;
  return out;
}

}  // namespace stridescope::cli
