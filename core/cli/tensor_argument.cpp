// Reads the words of a tensor map; its limits are those of core/machine/tensor_map.h.
#include "core/cli/tensor_argument.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/base/text.h"
#include "core/tiled/tma.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

using machine::TensorMap;

// The types of elements by the names that layouts' arguments have.
struct TensorType {
  std::string_view name;
  machine::Type type;
  std::string_view cutlass;
};
constexpr TensorType tensor_types[] = {
    {"u8", machine::Type::u8, "uint8_t"},    {"i8", machine::Type::u8, "int8_t"},
    {"u16", machine::Type::u16, "uint16_t"}, {"i16", machine::Type::u16, "int16_t"},
    {"u32", machine::Type::u32, "uint32_t"}, {"i32", machine::Type::s32, "int"},
    {"u64", machine::Type::u64, "uint64_t"}, {"i64", machine::Type::s64, "int64_t"},
    {"f16", machine::Type::f16, "half_t"},   {"bf16", machine::Type::bf16, "bfloat16_t"},
    {"f32", machine::Type::f32, "float"},    {"f64", machine::Type::f64, "double"},
};

// "box(64,128)": the numbers behind the name; empty if the word is another one.
std::vector<std::int64_t> numbers(std::string_view word, std::string_view name) {
  std::vector<std::int64_t> out;
  if (!word.starts_with(name) || word.size() < name.size() + 3 || word[name.size()] != '(' || word.back() != ')')
    return out;
  const char* at = word.data() + name.size() + 1;
  const char* const end = word.data() + word.size() - 1;
  while (at < end) {
    std::int64_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < -32768 || value > 65535 || (next != end && *next != ',')) return {};
    out.push_back(value);
    at = next + (next != end ? 1 : 0);
  }
  return out;
}

template <class T, std::size_t size>
bool copy(const std::vector<std::int64_t>& from, std::size_t count, std::array<T, size>& to) {
  if (from.size() != count || count == 0 || count > size) return false;
  for (std::size_t i = 0; i < count; ++i) {
    to[i] = static_cast<T>(from[i]);
    if (to[i] != from[i]) return false;
  }
  return true;
}

// A stride in bytes; for one that a tensor map cannot have, the greatest number.
std::uint64_t bytes_of(std::int64_t stride, std::uint64_t element_bytes) {
  const auto elements = static_cast<std::uint64_t>(stride);
  return elements > UINT64_MAX / element_bytes ? UINT64_MAX : elements * element_bytes;
}

// Value of a program of one expression.
Result<Value> value_of(const std::string& program) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, IntegerMode::teaching);
  if (!report.bindings.empty() && first_failure(report) == nullptr) return report.bindings.back().value;
  if (const Diagnostic* wrong = first_failure(report)) return failure(ErrorCode::arguments, wrong->message, wrong->hint);
  return failure(ErrorCode::arguments, say("'{}' is not a value", program));
}

bool read_word(TensorMap& map, std::string_view word) {
  const std::size_t rank = map.rank;
  const std::size_t inner = rank < 2 ? 0 : rank - 2;
  constexpr std::pair<std::string_view, SwizzleMode> swizzles[] = {
      {"sw32", SwizzleMode::b32}, {"sw64", SwizzleMode::b64}, {"sw128", SwizzleMode::b128}};
  for (const auto& [name, mode] : swizzles) {
    if (word != name) continue;
    map.swizzle = mode;
    return true;
  }
  if (word == "nan") {
    map.fills_nan = 1;
    return true;
  }
  if (const auto image = numbers(word, "image"); image.size() == 2 && image[0] > 0 && image[1] > 0) {
    map.image = 1;
    map.channels = static_cast<std::uint16_t>(image[0]);
    map.pixels = static_cast<std::uint16_t>(image[1]);
    return true;
  }
  return copy(numbers(word, "box"), rank, map.box) || copy(numbers(word, "steps"), rank, map.steps) ||
         copy(numbers(word, "lower"), inner, map.lower) || copy(numbers(word, "upper"), inner, map.upper);
}

}  // namespace

Result<TensorMap> tensor_argument(std::string_view type, const std::string& layout, const std::string& words) {
  TensorMap out;
  std::string_view cutlass;
  for (const TensorType& one : tensor_types) {
    if (one.name != type) continue;
    out.type = one.type;
    cutlass = one.cutlass;
  }
  const auto value = value_of(layout);
  if (!value) return failure(value.error());
  const auto* tensor = value->as<Layout>();
  const int rank = tensor == nullptr ? 0 : tensor->rank();
  if (tensor == nullptr || tensor->depth() > 1 || tensor->stride.ref().has_basis() || rank < 1 ||
      rank > static_cast<int>(machine::most_tensor_rank))
    return failure(ErrorCode::arguments, say("{} is not the layout of a tensor map", layout),
                   say("expected 1 to 5 modes that are not nested"));
  const bool whole = words.find('(') != std::string::npos && words.find("box(") == std::string::npos &&
                     words.find("image(") == std::string::npos;
  std::vector<int> order;
  for (int i = 0; i < rank; ++i) order.push_back(i);
  const auto extent = [&](int i) {
    return (tensor->shape.is_tuple() ? tensor->shape[i] : tensor->shape.ref()).integer().value;
  };
  const auto stride = [&](int i) {
    return (tensor->stride.is_tuple() ? tensor->stride[i] : tensor->stride.ref()).integer().value;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return stride(a) < stride(b); });
  out.rank = static_cast<std::uint8_t>(rank);
  out.steps.fill(1);
  if (whole) {
    const auto made = value_of(cat("make_tma_atom(SM90_TMA_LOAD, ", layout, ", ", words, ", \"", cutlass, "\")"));
    if (!made) return failure(made.error());
    const auto* atom = made->as<TmaAtom>();
    if (atom == nullptr) return failure(ErrorCode::arguments, say("{} is not a layout of shared memory", words));
    order = atom->modes;
    out.swizzle = atom->swizzle;
    for (std::size_t i = 0; i < atom->box.size(); ++i) out.box[i] = static_cast<std::uint16_t>(atom->box[i]);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    out.extents[i] = static_cast<std::uint64_t>(extent(order[i]));
    if (i > 0) out.strides[i - 1] = bytes_of(stride(order[i]), out.element_bytes());
  }
  if (stride(order[0]) != 1)
    return failure(ErrorCode::arguments, say("{} has no mode with stride 1, which a tensor map needs", layout));
  for (std::size_t at = 0; !whole && at <= words.size();) {
    const std::size_t end = std::min(words.find('@', at), words.size());
    const std::string_view word = std::string_view(words).substr(at, end - at);
    if (!read_word(out, word))
      return failure(ErrorCode::arguments, say("'{}' does not describe a tensor map of {} {dimension|dimensions}", word, rank),
                     say("write box(64,128), with the contiguous dimension first, sw32, sw64, sw128, steps(1,1), nan, "
                         "image(CHANNELS,PIXELS), lower(...), upper(...), or the layout of a tile in shared memory"));
    at = end + 1;
  }
  if (auto wrong = machine::tensor_map_fault(out)) return failure(std::move(*wrong));
  return out;
}

}  // namespace stridescope::cli
