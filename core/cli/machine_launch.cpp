// Reads the words of a launch on the PTX machine.
#include "core/cli/machine_launch.h"

#include <charconv>

#include "core/base/text.h"
#include "core/cli/input.h"
#include "core/machine/ptx_text.h"
#include "core/machine/tensor_map.h"
#include "core/machine/tensor_words.h"
#include "core/tiled/tma.h"
#include "core/trace/kernel_argument.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

// Value of a program of one expression.
Result<Value> value_of(const std::string& program) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, IntegerMode::teaching);
  if (!report.bindings.empty() && first_failure(report) == nullptr) return report.bindings.back().value;
  if (const Diagnostic* wrong = first_failure(report))
    return failure(ErrorCode::arguments, wrong->message, wrong->hint);
  return failure(ErrorCode::arguments, say("'{}' is not a value", program));
}

// The map of a tensor with that layout, whose modes are the dimensions, the contiguous one first. Words, separated by
// @: box(64,128), or a layout of shared memory that make_tma_atom reads the box and the swizzle from; sw32, sw64,
// sw128, steps(1,2); nan; image(CHANNELS,PIXELS), lower(-1,-1), upper(-1,-1).
Result<machine::TensorMap> tensor_argument(std::string_view type, const std::string& layout, const std::string& words) {
  const auto value = value_of(layout);
  if (!value) return failure(value.error());
  const auto* tensor = value->as<Layout>();
  if (tensor == nullptr || tensor->depth() > 1 || tensor->stride.ref().has_basis())
    return failure(ErrorCode::arguments, say("{} is not the layout of a tensor map", layout),
                   say("expected 1 to 5 modes that are not nested"));
  std::vector<machine::TensorDimension> modes;
  for (int i = 0; i < tensor->rank(); ++i)
    modes.push_back({(tensor->shape.is_tuple() ? tensor->shape[i] : tensor->shape.ref()).integer().value,
                     (tensor->stride.is_tuple() ? tensor->stride[i] : tensor->stride.ref()).integer().value});
  const bool whole = words.find('(') != std::string::npos && words.find("box(") == std::string::npos &&
                     words.find("image(") == std::string::npos;
  if (!whole) {
    machine::sort_dimensions(modes);
    return machine::tensor_map_of(type, modes, layout, words);
  }
  const auto made = value_of(
      cat("make_tma_atom(SM90_TMA_LOAD, ", layout, ", ", words, ", \"", machine::cutlass_element(type), "\")"));
  if (!made) return failure(made.error());
  const auto* atom = made->as<TmaAtom>();
  if (atom == nullptr) return failure(ErrorCode::arguments, say("{} is not a layout of shared memory", words));
  std::vector<machine::TensorDimension> ordered;
  for (const int mode : atom->modes) ordered.push_back(modes[static_cast<std::size_t>(mode)]);
  return machine::tensor_map_of(type, ordered, layout, map_words(*atom));
}

constexpr std::int64_t most_blocks = std::int64_t{1} << 31;
constexpr std::size_t most_argument_file = std::size_t{1} << 31;

Result<machine::Argument> machine_argument(const std::string& word) {
  machine::Argument out;
  if (word.starts_with('@')) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size())
      return failure(ErrorCode::arguments, say("{} is not an argument: expected @ and the number of an argument", word),
                     say("@0 is the buffer of the first argument"));
    out.buffer_of = number;
    return out;
  }
  const std::size_t at = word.find('@');
  std::string plain = word.substr(0, at);
  const std::size_t file = plain.rfind("=file:");
  const std::string name = file == std::string::npos ? std::string() : plain.substr(file + 6);
  plain.resize(std::min(file, plain.size()));
  const auto argument = kernel_argument(plain, reach_of);
  if (!argument) return failure(argument.error());
  if (argument->buffer_bytes > machine::max_machine_bytes)
    return failure(ErrorCode::too_large,
                   say("a buffer of {} {byte|bytes} is larger than the machine's memory of {} {byte|bytes}",
                       argument->buffer_bytes, machine::max_machine_bytes));
  out.buffer = argument->buffer_bytes > 0;
  out.bytes = out.buffer ? filled(*argument) : argument->scalar;
  if (!name.empty()) {
    auto bytes = read_input(name, most_argument_file);
    if (!bytes) return failure(bytes.error());
    if (bytes->size() != out.bytes.size())
      return failure(ErrorCode::arguments,
                     say("{} has {} {byte|bytes}, but {} has {}", name, bytes->size(), plain, out.bytes.size()));
    out.bytes = std::move(*bytes);
  }
  if (at == std::string::npos) return out;
  if (!out.buffer)
    return failure(ErrorCode::arguments,
                   say("{} is not an argument: a tensor map needs the layout of its tensor", word));
  auto map = tensor_argument(argument->type->name, argument->layout, word.substr(at + 1));
  if (!map) return failure(map.error());
  out.map = *map;
  return out;
}

// "{i32=1,f32:(4,4):(4,1)}": a structure of members, which are not structures.
Result<machine::Argument> structure_argument(const std::string& word) {
  machine::Argument out;
  int depth = 0;
  std::size_t first = 1;
  for (std::size_t i = 1; i < word.size(); ++i) {
    const bool ends = word[i] == '}' ? i + 1 == word.size() : word[i] == ',' && depth == 0;
    depth += word[i] == '(' ? 1 : word[i] == ')' ? -1 : 0;
    if (!ends) continue;
    auto member = machine_argument(word.substr(first, i - first));
    if (!member) return member;
    out.members.push_back(std::move(*member));
    first = i + 1;
  }
  if (word.back() != '}')
    return failure(ErrorCode::arguments, say("{} is not an argument: a structure ends with {}", word, "}"));
  return out;
}

}  // namespace

machine::Program required_program(const std::string& ptx) {
  machine::AnyPtx out = required(machine::read_any_ptx(ptx));
  for (const Message& note : out.notes) print_line(stderr, words(say("note: {}", note)));
  return std::move(out.program);
}

Result<MachineLaunch> machine_launch(const SourceWords& words) {
  auto source = source_options(words);
  if (!source) return failure(source.error());
  MachineLaunch out;
  out.source = std::move(*source);
  out.launch.grid = out.source.grid;
  out.launch.block = out.source.block;
  if (!words.cluster.empty()) {
    out.launch.cluster = extents(words.cluster);
    if (out.launch.cluster[0] == 0)
      return failure(ErrorCode::arguments, say("{} is not a valid {}", words.cluster, "--cluster"),
                     say("write 64,64 or 32,8,1"));
  }
  out.launch.shared_bytes = out.source.shared_bytes;
  std::int64_t blocks = 1;
  for (const std::int64_t extent : out.launch.grid) {
    if (extent > most_blocks / blocks)
      return failure(ErrorCode::arguments, say("{} is not a valid {}", words.grid, "--grid"),
                     say("expected at most {} {block|blocks}", most_blocks));
    blocks *= extent;
  }
  if (auto wrong = machine::block_fault(out.launch.block)) return failure(std::move(*wrong));
  out.launch.recorded = gpu::listed_blocks(out.source.blocks, static_cast<std::uint64_t>(blocks));
  out.launch.others = false;
  out.launch.records = out.source.records;
  for (const std::string& word : words.arguments) {
    auto argument = word.starts_with('{') ? structure_argument(word) : machine_argument(word);
    if (!argument) return failure(argument.error());
    out.launch.arguments.push_back(std::move(*argument));
  }
  return out;
}

}  // namespace stridescope::cli
