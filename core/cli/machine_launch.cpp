// Reads the words of a launch on the PTX machine.
#include "core/cli/machine_launch.h"

#include <charconv>

#include "core/cli/input.h"
#include "core/cli/tensor_argument.h"
#include "core/trace/kernel_argument.h"

namespace stridescope::cli {
namespace {

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
