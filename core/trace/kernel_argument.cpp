// Reads the arguments of a kernel from words, and fills buffers.
#include "core/trace/kernel_argument.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr ElementType element_types[] = {
    {"i8", 1, false, true},  {"u8", 1, false, false},  {"i16", 2, false, true}, {"u16", 2, false, false},
    {"i32", 4, false, true}, {"u32", 4, false, false}, {"i64", 8, false, true}, {"u64", 8, false, false},
    {"f16", 2, true, true},  {"bf16", 2, true, true},  {"f32", 4, true, true},  {"f64", 8, true, true},
};
constexpr std::int64_t most_buffer_bytes = std::int64_t{1} << 34;

// A floating type's bits of the fraction; the exponents below one.
struct FloatBits {
  int fraction;
  std::uint64_t bias;
};
FloatBits bits_of(const ElementType& type) {
  if (type.name == "bf16") return {7, 127};
  return type.bytes == 2 ? FloatBits{10, 15} : type.bytes == 4 ? FloatBits{23, 127} : FloatBits{52, 1023};
}

// pre: number < 2^(fraction + 1), so that the type has it exactly.
std::uint64_t float_bits(std::uint64_t number, const FloatBits& type) {
  if (number == 0) return 0;
  int exponent = 0;
  while (number >> exponent > 1) ++exponent;
  const std::uint64_t fraction = number << (type.fraction - exponent) & ((std::uint64_t{1} << type.fraction) - 1);
  return ((type.bias + static_cast<std::uint64_t>(exponent)) << type.fraction) | fraction;
}

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

Result<std::string> number(const std::string& word, const ElementType& type, const std::string& text) {
  if (type.floating && type.bytes < 4)
    return failure(ErrorCode::arguments,
                   say("{} is not an argument: numbers of type {} are not supported", word, type.name),
                   say("give its bits, as u16"));
  char* real_end = nullptr;
  const double real = std::strtod(text.c_str(), &real_end);
  const bool whole = text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string::npos;
  if (text.empty() || *real_end != 0 || (!type.floating && !whole))
    return failure(ErrorCode::arguments, say("{} is not an argument: {} is not a number", word, text));
  if (type.floating) return type.bytes == 4 ? bytes_of(static_cast<float>(real)) : bytes_of(real);
  // The bits of the largest number of the type, without the sign.
  const std::uint64_t most = ~std::uint64_t{0} >> (64 - 8 * type.bytes + (type.sign ? 1 : 0));
  const bool negative = text[0] == '-';
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(text.data() + (negative ? 1 : 0), text.data() + text.size(), size);
  const std::uint64_t limit = !negative ? most : type.sign ? most + 1 : 0;
  if (error != std::errc() || size > limit) {
    const std::string least = type.sign ? cat('-', most + 1) : std::string("0");
    return failure(ErrorCode::arguments, say("{} is not an argument: {} does not fit {}", word, text, type.name),
                   say("expected an integer from {} to {}", least, most));
  }
  return bytes_of(negative ? ~size + 1 : size).substr(0, static_cast<std::size_t>(type.bytes));
}

}  // namespace

const ElementType* element_type_named(std::string_view name) {
  for (const ElementType& type : element_types) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

std::string element_type_list() {
  std::string out;
  for (const ElementType& type : element_types) append_all(out, out.empty() ? "" : ", ", type.name);
  return out;
}

Result<KernelArgument> kernel_argument(const std::string& word, const ReachOf& reach_of) {
  const std::size_t name = word.find_first_of(":=");
  const ElementType* const type = element_type_named(word.substr(0, name));
  if (type == nullptr || name == std::string::npos)
    return failure(
        ErrorCode::arguments, say("{} is not an argument: it does not begin with an element type", word),
        say("write f32:(64,64):(64,1) for a buffer, i32=64 for a number; the types are {}", element_type_list()));
  KernelArgument out;
  out.type = type;
  std::string rest = word.substr(name + 1);
  if (word[name] == '=') {
    auto bytes = number(word, *type, rest);
    if (!bytes) return failure(std::move(bytes.error()));
    out.scalar = std::move(*bytes);
    return out;
  }
  if (const std::size_t fill = rest.rfind('='); fill != std::string::npos) {
    const std::string how = rest.substr(fill + 1);
    const auto known = std::find(std::begin(fill_names), std::end(fill_names), how);
    if (known == std::end(fill_names))
      return failure(ErrorCode::arguments,
                     say("{} is not an argument: expected a buffer of zeros, iota or random", word));
    out.fill = static_cast<KernelArgument::Fill>(known - std::begin(fill_names));
    rest.resize(fill);
  }
  const auto reach = reach_of(rest);
  if (!reach) return failure(reach.error());
  if (*reach > most_buffer_bytes / type->bytes)
    return failure(ErrorCode::too_large, say("{} is larger than {} bytes", word, most_buffer_bytes));
  out.buffer_bytes = *reach * type->bytes;
  out.layout = std::move(rest);
  return out;
}

std::string filled(const KernelArgument& a) {
  std::string out(static_cast<std::size_t>(a.buffer_bytes), '\0');
  if (a.fill == KernelArgument::Fill::zeros) return out;
  std::uint64_t state = 0x9e3779b97f4a7c15;
  const auto width = static_cast<std::size_t>(a.type->bytes);
  const FloatBits floating = a.type->floating ? bits_of(*a.type) : FloatBits{};
  const std::uint64_t count = a.fill == KernelArgument::Fill::random ? 64 : std::uint64_t{2} << floating.fraction;
  for (std::size_t i = 0; (i + 1) * width <= out.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t number = a.fill == KernelArgument::Fill::iota ? i : state >> 33;
    const std::uint64_t bits = a.type->floating ? float_bits(number % count, floating) : number;
    std::memcpy(out.data() + i * width, &bits, std::min<std::size_t>(width, 8));
  }
  return out;
}

}  // namespace stridescope
