// Logic, shifts and bit fields.
#include <bit>

#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"

namespace stridescope::machine::logic {
namespace {

std::uint64_t both(std::uint64_t a, std::uint64_t b) { return a & b; }
std::uint64_t either(std::uint64_t a, std::uint64_t b) { return a | b; }
std::uint64_t differing(std::uint64_t a, std::uint64_t b) { return a ^ b; }
// mode: the width.
std::uint64_t inverted(std::uint64_t a, std::uint32_t mode) { return low_bits(~a, static_cast<int>(mode)); }
std::uint64_t is_zero(std::uint64_t a) { return a == 0 ? 1 : 0; }
std::uint64_t ones(std::uint64_t a) { return static_cast<std::uint64_t>(std::popcount(a)); }
std::uint64_t leading_zeros(std::uint64_t a, std::uint32_t mode) {
  return static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - mode);
}
std::uint64_t reversed(std::uint64_t a, std::uint32_t mode) {
  std::uint64_t out = 0;
  for (std::uint32_t i = 0; i < mode; ++i) out |= (a >> i & 1) << (mode - 1 - i);
  return out;
}
// mode: the width, 256 for signed, 512 for .shiftamt.
std::uint64_t highest(std::uint64_t a, std::uint32_t mode) {
  const auto width = static_cast<int>(mode & 255);
  if ((mode & 256) != 0 && (a >> (width - 1) & 1) != 0) a = low_bits(~a, width);
  if (a == 0) return 0xffffffff;
  const int place = 63 - std::countl_zero(a);
  return static_cast<std::uint64_t>((mode & 512) != 0 ? width - 1 - place : place);
}
// A position or a length: its low 8 bits, as PTX says; of 64-bit fields an H200 reads all bits.
int field_number(std::uint64_t number, int width) {
  if (width == 64) return number < 255 ? static_cast<int>(number) : 255;
  return static_cast<int>(number & 255);
}
// mode: the width, 256 for signed.
std::uint64_t extract(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  const auto width = static_cast<int>(mode & 255);
  const int first = field_number(b, width);
  const int count = field_number(c, width);
  const bool is_signed = (mode & 256) != 0;
  if (count == 0) return 0;
  const int sign_place = first + count - 1 < width - 1 ? first + count - 1 : width - 1;
  const bool sign = is_signed && (a >> sign_place & 1) != 0;
  const std::uint64_t kept = first >= width ? 0 : a >> first;
  const int present = first >= width ? 0 : count < width - first ? count : width - first;
  std::uint64_t out = low_bits(kept, present);
  if (sign) out |= ~low_bits(~std::uint64_t{0}, present);
  return low_bits(out, width);
}
void insert(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  const auto width = static_cast<int>(s.mode);
  for_lanes(active, [&](std::size_t i) {
    const std::uint64_t from = w.rows[s.a][i];
    const std::uint64_t into = w.rows[s.b][i];
    const int first = field_number(w.rows[s.c][i], width);
    const int count = field_number(w.rows[s.e][i], width);
    std::uint64_t mask = first >= width ? 0 : low_bits(~std::uint64_t{0}, count) << first;
    mask = low_bits(mask, width);
    w.rows[s.d][i] = (into & ~mask) | (first >= width ? 0 : from << first & mask);
  });
}
// mode 1: wraps the position and the width (.wrap) instead of clamping them.
std::uint64_t bit_mask(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  const std::uint64_t first = mode != 0 ? a & 31 : a < 32 ? a : 32;
  const std::uint64_t count = mode != 0 ? b & 31 : b < 32 ? b : 32;
  return low_bits(low_bits(~std::uint64_t{0}, static_cast<int>(count)) << first, 32);
}
// mode bit 0: wraps; bit 1: signed.
std::uint64_t extended(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  const std::uint64_t count = (mode & 1) != 0 ? b & 31 : b < 32 ? b : 32;
  if (count == 0) return 0;
  const std::uint64_t out = low_bits(a, static_cast<int>(count));
  const bool sign = (mode & 2) != 0 && (out >> (count - 1) & 1) != 0;
  return sign ? low_bits(out | ~std::uint64_t{0} << count, 32) : out;
}
std::uint64_t lookup(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  std::uint64_t out = 0;
  for (std::uint32_t i = 0; i < 8; ++i) {
    if ((mode >> i & 1) == 0) continue;
    out |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
  }
  return out & 0xffffffff;
}
// Shifts by the width or more: zeros, or the sign.
std::uint64_t shift_left(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return (b & 0xffffffff) >= mode ? 0 : low_bits(a << (b & 63), static_cast<int>(mode));
}
std::uint64_t shift_right(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return (b & 0xffffffff) >= mode ? 0 : a >> (b & 63);
}
std::uint64_t shift_signed(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  const auto value = static_cast<std::int64_t>(a << (64 - mode)) >> (64 - mode);
  const std::uint64_t amount = (b & 0xffffffff) >= mode ? mode - 1 : b & 63;
  return low_bits(static_cast<std::uint64_t>(value >> amount), static_cast<int>(mode));
}
// a is the low word. mode bit 0: to the right; bit 1: wraps the amount.
std::uint64_t funnel(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  std::uint64_t amount = c & 0xffffffff;
  amount = (mode & 2) != 0 ? amount & 31 : amount < 32 ? amount : 32;
  const std::uint64_t pair = b << 32 | a;
  return ((mode & 1) != 0 ? pair >> amount : (amount == 32 ? a : pair << amount >> 32)) & 0xffffffff;
}
enum Permutation : std::uint32_t { by_selector, f4e, b4e, rc8, ecl, ecr, rc16 };
std::uint64_t permuted(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  const std::uint64_t pair = b << 32 | a;
  const auto byte = [&](std::uint64_t n) { return pair >> (8 * (n & 7)) & 255; };
  std::uint64_t out = 0;
  const std::uint64_t n = c & 3;
  for (std::uint64_t i = 0; i < 4; ++i) {
    std::uint64_t value = 0;
    switch (mode) {
      case by_selector: {
        const std::uint64_t selector = c >> (4 * i) & 15;
        value = byte(selector);
        if ((selector & 8) != 0) value = (value & 128) != 0 ? 255 : 0;
        break;
      }
      case f4e:
        value = byte(n + i);
        break;
      case b4e:
        value = byte(n + 8 - i);
        break;
      case rc8:
        value = byte(n);
        break;
      case ecl:
        value = byte(i < n ? n : i);
        break;
      case ecr:
        value = byte(i < n ? i : n);
        break;
      default:
        value = byte((n & 1) * 2 + (i & 1));
    }
    out |= value << (8 * i);
  }
  return out;
}

bool put(Decoder& d, Execute execute, std::uint32_t mode, std::initializer_list<Type> sources) {
  Step& s = d.step();
  if (!d.wants(sources.size() + 1)) return false;
  s.execute = execute;
  s.mode = mode;
  s.d = d.result(0);
  std::uint32_t* const rows[] = {&s.a, &s.b, &s.c, &s.e};
  std::size_t i = 0;
  for (const Type type : sources) {
    *rows[i] = d.source(i + 1, type);
    ++i;
  }
  return true;
}

}  // namespace

bool decode(Decoder& d) {
  const std::string_view word = d.word(0);
  const Type type = d.last_type();
  const auto width = static_cast<std::uint32_t>(bits_of(type));
  const bool is_signed = kind_of(type) == TypeKind::signed_integer;
  if (word == "and" || word == "or" || word == "xor") {
    if (!d.only({})) return false;
    return put(d, word == "and" ? by_lane<both> : word == "or" ? by_lane<either> : by_lane<differing>, 0, {type, type});
  }
  if (word == "not") return d.only({}) && put(d, by_lane<inverted>, width, {type});
  if (word == "cnot") return d.only({}) && put(d, by_lane<is_zero>, 0, {type});
  if (word == "popc") return d.only({}) && put(d, by_lane<ones>, 0, {type});
  if (word == "clz") return d.only({}) && put(d, by_lane<leading_zeros>, width, {type});
  if (word == "brev") return d.only({}) && put(d, by_lane<reversed>, width, {type});
  if (word == "bfind")
    return d.only({"shiftamt"}) &&
           put(d, by_lane<highest>, width | (is_signed ? 256 : 0) | (d.has("shiftamt") ? 512 : 0), {type});
  if (word == "bfe")
    return d.only({}) && put(d, by_lane<extract>, width | (is_signed ? 256 : 0), {type, Type::u32, Type::u32});
  if (word == "bfi") return d.only({}) && put(d, insert, width, {type, type, Type::u32, Type::u32});
  if (word == "bmsk")
    return d.only({"clamp", "wrap"}) && put(d, by_lane<bit_mask>, d.has("wrap") ? 1 : 0, {Type::u32, Type::u32});
  if (word == "szext")
    return d.only({"clamp", "wrap"}) &&
           put(d, by_lane<extended>, (d.has("wrap") ? 1 : 0) | (is_signed ? 2 : 0), {type, Type::u32});
  if (word == "shl") return d.only({}) && put(d, by_lane<shift_left>, width, {type, Type::u32});
  if (word == "shr")
    return d.only({}) && put(d, is_signed ? by_lane<shift_signed> : by_lane<shift_right>, width, {type, Type::u32});
  if (word == "shf") {
    return d.only({"l", "r", "wrap", "clamp"}) &&
           put(d, by_lane<funnel>, (d.has("r") ? 1 : 0) | (d.has("wrap") ? 2 : 0), {Type::b32, Type::b32, Type::u32});
  }
  if (word == "prmt") {
    if (!d.only({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"})) return false;
    const std::uint32_t mode = d.has("f4e")    ? f4e
                               : d.has("b4e")  ? b4e
                               : d.has("rc8")  ? rc8
                               : d.has("ecl")  ? ecl
                               : d.has("ecr")  ? ecr
                               : d.has("rc16") ? rc16
                                               : by_selector;
    return put(d, by_lane<permuted>, mode, {Type::b32, Type::b32, Type::b32});
  }
  if (word == "lop3" && d.only({}) && d.operands() == 5 && d.operand(4).kind == Operand::Kind::immediate) {
    const auto table = static_cast<std::uint32_t>(d.operand(4).value & 255);
    Step& s = d.step();
    s.execute = by_lane<lookup>;
    s.mode = table;
    s.d = d.result(0);
    s.a = d.source(1, Type::b32);
    s.b = d.source(2, Type::b32);
    s.c = d.source(3, Type::b32);
    return true;
  }
  return false;
}

}  // namespace stridescope::machine::logic
