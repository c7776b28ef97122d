// Writes numbers with few digits: a cell has room for about six characters.
#include "core/debugger/value_text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/base/bit_cast.h"
#include "core/base/text.h"
#include "core/machine/numbers.h"

namespace stridescope::debugger {
namespace {

using machine::Type;
using machine::TypeKind;

std::string real_text(double value) {
  char out[32];
  std::snprintf(out, sizeof out, "%.5g", value);
  return out;
}

std::string hexadecimal(std::uint64_t bits, int width) {
  char out[24];
  std::snprintf(out, sizeof out, "0x%0*llx", width / 4, static_cast<unsigned long long>(bits));
  return out;
}

std::int64_t extended(std::uint64_t bits, int width) {
  return width >= 64 ? static_cast<std::int64_t>(bits)
                     : static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

}  // namespace

std::string value_text(std::uint64_t bits, Type type) {
  const int width = machine::bits_of(type);
  if (width < 64) bits &= (std::uint64_t{1} << width) - 1;
  switch (machine::kind_of(type)) {
    case TypeKind::predicate:
      return bits != 0 ? "true" : "false";
    case TypeKind::signed_integer:
      return cat(extended(bits, width));
    case TypeKind::unsigned_integer:
      return cat(bits);
    case TypeKind::floating:
      if (width == 64) return real_text(bit_cast<double>(bits));
      if (const machine::Format* const format = machine::format_of(type); format != nullptr && width <= 32)
        return real_text(machine::value_of(*format, static_cast<std::uint32_t>(bits)));
      break;
    case TypeKind::bits:
      break;
  }
  return hexadecimal(bits, std::max(width, 4));
}

std::string value_text(std::string_view bytes, std::string_view element) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), std::min<std::size_t>(bytes.size(), sizeof bits));
  const bool integer = element.starts_with('i') && element.size() > 1 && element[1] >= '0' && element[1] <= '9';
  const Type type = machine::type_named(integer ? "s" + std::string(element.substr(1)) : std::string(element));
  if (type == Type::none) return hexadecimal(bits, static_cast<int>(8 * std::min<std::size_t>(bytes.size(), 8)));
  return value_text(bits, type);
}

}  // namespace stridescope::debugger
