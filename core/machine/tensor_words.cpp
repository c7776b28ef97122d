// Reads the words of a tensor map; its limits are those of tensor_map.h.
#include "core/machine/tensor_words.h"

#include <algorithm>
#include <charconv>

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

// The types of elements by the names that layouts' arguments have.
struct TensorType {
  std::string_view name;
  Type type;
  std::string_view cutlass;
};
constexpr TensorType tensor_types[] = {
    {"u8", Type::u8, "uint8_t"},        {"i8", Type::u8, "int8_t"},     {"u16", Type::u16, "uint16_t"},
    {"i16", Type::u16, "int16_t"},      {"u32", Type::u32, "uint32_t"}, {"i32", Type::s32, "int"},
    {"u64", Type::u64, "uint64_t"},     {"i64", Type::s64, "int64_t"},  {"f16", Type::f16, "half_t"},
    {"bf16", Type::bf16, "bfloat16_t"}, {"f32", Type::f32, "float"},    {"f64", Type::f64, "double"},
};

// "box(64,128)": the numbers after the name; empty if the word is another one.
std::vector<std::int64_t> numbers(std::string_view word, std::string_view name) {
  std::vector<std::int64_t> out;
  if (!word.starts_with(name) || word.size() < name.size() + 3 || word[name.size()] != '(' || word.back() != ')')
    return out;
  const char* at = word.data() + name.size() + 1;
  const char* const end = word.data() + word.size() - 1;
  for (;;) {
    std::int64_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < -32768 || value > 65535 || (next != end && *next != ',')) return {};
    out.push_back(value);
    if (next == end) return out;
    at = next + 1;
  }
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

// Bytes of a vector; 0 without such a word.
std::uint8_t interleave_of(std::string_view words) {
  return words.find("interleave16") != std::string_view::npos   ? 16
         : words.find("interleave32") != std::string_view::npos ? 32
                                                                : 0;
}

bool read_word(TensorMap& map, std::string_view word) {
  const std::size_t rank = map.rank;
  const std::size_t inner = rank < 2 ? 0 : rank - 2;
  for (const SwizzleMode mode : {SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128, SwizzleMode::b128_32}) {
    if (word != word_of(mode)) continue;
    map.swizzle = mode;
    return true;
  }
  if (word == "interleave16" || word == "interleave32") return interleave_of(word) == map.interleave;
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

const TensorType* tensor_type(std::string_view name) {
  const auto found = std::find_if(std::begin(tensor_types), std::end(tensor_types),
                                  [&](const TensorType& one) { return one.name == name; });
  return found == std::end(tensor_types) ? nullptr : found;
}

}  // namespace

void sort_dimensions(std::vector<TensorDimension>& dimensions) {
  std::stable_sort(dimensions.begin(), dimensions.end(),
                   [](const TensorDimension& a, const TensorDimension& b) { return a.stride < b.stride; });
}

std::string_view cutlass_element(std::string_view type) {
  const TensorType* const known = tensor_type(type);
  return known == nullptr ? std::string_view() : known->cutlass;
}

Result<TensorMap> tensor_map_of(std::string_view type, const std::vector<TensorDimension>& dimensions,
                                std::string_view layout, std::string_view words) {
  const std::uint8_t interleave = interleave_of(words);
  const std::size_t vector = interleave != 0 ? 1 : 0;
  const std::size_t rank = dimensions.size() - std::min(vector, dimensions.size());
  const TensorType* const element = tensor_type(type);
  if (element == nullptr || rank < 1 || rank > most_tensor_rank)
    return failure(ErrorCode::arguments, say("{} is not the layout of a tensor map", layout),
                   say("expected 1 to 5 modes that are not nested"));
  if (dimensions[0].stride != 1)
    return failure(ErrorCode::arguments, say("{} has no mode with stride 1, which a tensor map needs", layout));
  TensorMap out;
  out.type = element->type;
  out.rank = static_cast<std::uint8_t>(rank);
  out.steps.fill(1);
  out.interleave = interleave;
  const auto channels = static_cast<std::int64_t>(out.unit_bytes() / out.element_bytes());
  if (vector != 0 && (dimensions[0].extent != channels || dimensions[1].stride != channels))
    return failure(
        ErrorCode::arguments,
        say("the contiguous modes of {} have the extents {} and {} and the strides 1 and {}; expected vectors of {} "
            "{element|elements}, one after another",
            layout, dimensions[0].extent, dimensions[1].extent, dimensions[1].stride, channels));
  for (std::size_t i = 0; i < rank; ++i) {
    out.extents[i] = static_cast<std::uint64_t>(dimensions[i + vector].extent);
    if (i > 0) out.strides[i - 1] = bytes_of(dimensions[i + vector].stride, out.element_bytes());
  }
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find('@', at), words.size());
    const std::string_view word = words.substr(at, end - at);
    if (!read_word(out, word))
      return failure(
          ErrorCode::arguments, say("'{}' does not describe a tensor map of {} {dimension|dimensions}", word, rank),
          say("write box(64,128), with the contiguous dimension first, sw32, sw64, sw128, sw128_32, steps(1,1), "
              "nan, interleave16, interleave32, image(CHANNELS,PIXELS), lower(...), upper(...), or the layout of a "
              "tile in shared memory"));
    at = end + 1;
  }
  if (auto wrong = tensor_map_fault(out)) return failure(std::move(*wrong));
  return out;
}

}  // namespace stridescope::machine
