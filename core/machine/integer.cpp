// Integer arithmetic, bit-exact. Sums and products wrap around.
#include <limits>
#include <type_traits>

#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/numbers.h"

namespace stridescope::machine::integer {
namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
using Wide = std::conditional_t<sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, Int128, Uint128>,
                                std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

template <class T>
std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  return bits(static_cast<Unsigned<T>>(number<Unsigned<T>>(a) + number<Unsigned<T>>(b)));
}
template <class T>
std::uint64_t sub(std::uint64_t a, std::uint64_t b) {
  return bits(static_cast<Unsigned<T>>(number<Unsigned<T>>(a) - number<Unsigned<T>>(b)));
}
template <class T>
T clamped(Wide<T> value) {
  constexpr Wide<T> least = std::numeric_limits<T>::min();
  constexpr Wide<T> most = std::numeric_limits<T>::max();
  return static_cast<T>(value < least ? least : value > most ? most : value);
}
template <class T>
std::uint64_t add_sat(std::uint64_t a, std::uint64_t b) {
  return bits(clamped<T>(static_cast<Wide<T>>(number<T>(a)) + number<T>(b)));
}
template <class T>
std::uint64_t sub_sat(std::uint64_t a, std::uint64_t b) {
  return bits(clamped<T>(static_cast<Wide<T>>(number<T>(a)) - number<T>(b)));
}
template <class T>
Wide<T> product(std::uint64_t a, std::uint64_t b) {
  return static_cast<Wide<T>>(number<T>(a)) * static_cast<Wide<T>>(number<T>(b));
}
template <class T>
std::uint64_t mul_lo(std::uint64_t a, std::uint64_t b) {
  return bits(static_cast<Unsigned<T>>(product<Unsigned<T>>(a, b)));
}
template <class T>
std::uint64_t mul_hi(std::uint64_t a, std::uint64_t b) {
  return bits(static_cast<T>(product<T>(a, b) >> (8 * sizeof(T))));
}
template <class T>
std::uint64_t mul_wide(std::uint64_t a, std::uint64_t b) {
  if constexpr (sizeof(T) == 2)
    return static_cast<std::uint32_t>(product<T>(a, b));
  else
    return static_cast<std::uint64_t>(product<T>(a, b));
}
template <class T>
std::uint64_t mad_lo(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return add<T>(mul_lo<T>(a, b), c);
}
template <class T>
std::uint64_t mad_hi(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return add<T>(mul_hi<T>(a, b), c);
}
template <class T>
std::uint64_t mad_hi_sat(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return add_sat<T>(mul_hi<T>(a, b), c);
}
template <class T>
std::uint64_t mad_wide(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const std::uint64_t sum = mul_wide<T>(a, b) + c;
  return sizeof(T) == 2 ? static_cast<std::uint32_t>(sum) : sum;
}
// The low 24 bits as numbers of the type's sign.
template <class T>
T low24(std::uint64_t a) {
  return static_cast<T>(static_cast<T>(static_cast<std::uint32_t>(a) << 8) >> 8);
}
template <class T>
std::uint64_t mul24_lo(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(low24<T>(a)) * low24<T>(b));
}
template <class T>
std::uint64_t mul24_hi(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>((static_cast<std::int64_t>(low24<T>(a)) * low24<T>(b)) >> 16);
}
template <class T>
std::uint64_t mad24_lo(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return static_cast<std::uint32_t>(mul24_lo<T>(a, b) + c);
}
template <class T>
std::uint64_t mad24_hi(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return static_cast<std::uint32_t>(mul24_hi<T>(a, b) + c);
}
// Division by zero and its remainder are all ones, as on an H200; PTX leaves both open.
template <class T>
std::uint64_t div(std::uint64_t a, std::uint64_t b) {
  const T x = number<T>(a);
  const T y = number<T>(b);
  if (y == 0) return bits(static_cast<Unsigned<T>>(~Unsigned<T>{0}));
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return sub<T>(0, a);
  }
  return bits(static_cast<T>(x / y));
}
template <class T>
std::uint64_t rem(std::uint64_t a, std::uint64_t b) {
  const T x = number<T>(a);
  const T y = number<T>(b);
  if (y == 0) return bits(static_cast<Unsigned<T>>(~Unsigned<T>{0}));
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return 0;
  }
  return bits(static_cast<T>(x % y));
}
template <class T>
std::uint64_t absolute(std::uint64_t a) {
  return number<T>(a) < 0 ? sub<T>(0, a) : a;
}
template <class T>
std::uint64_t negative(std::uint64_t a) {
  return sub<T>(0, a);
}
template <class T>
std::uint64_t least(std::uint64_t a, std::uint64_t b) {
  return number<T>(a) < number<T>(b) ? a : b;
}
template <class T>
std::uint64_t most(std::uint64_t a, std::uint64_t b) {
  return number<T>(a) < number<T>(b) ? b : a;
}
// mode 1: negative results are 0 (.relu).
template <class T, auto f>
std::uint64_t relu(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t out = f(a, b);
  return number<T>(out) < 0 ? 0 : out;
}
template <class T>
std::uint64_t sad(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const bool below = number<T>(a) < number<T>(b);
  return add<T>(c, below ? sub<T>(b, a) : sub<T>(a, b));
}
// Both 16-bit halves.
template <class T, auto f>
std::uint64_t halves(std::uint64_t a, std::uint64_t b) {
  return f(a & 0xffff, b & 0xffff) | f(a >> 16 & 0xffff, b >> 16 & 0xffff) << 16;
}

// Sums with the carry flag: bit 0 of mode reads it, bit 1 writes it.
template <class T, bool subtracts>
void with_carry(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    std::uint64_t& flag = w.rows[s.e][i];
    const auto a = static_cast<Uint128>(number<T>(w.rows[s.a][i]));
    const auto b = static_cast<Uint128>(number<T>(w.rows[s.b][i]));
    const std::uint64_t before = (s.mode & 1) != 0 ? flag : 0;
    const Uint128 sum = subtracts ? a - b - before : a + b + before;
    w.rows[s.d][i] = static_cast<T>(sum);
    if ((s.mode & 2) != 0) flag = static_cast<std::uint64_t>(sum >> (8 * sizeof(T))) & 1;
  });
}
// mode bits 0 and 1 as above; bit 2: the high half of the product.
template <class T>
void mad_with_carry(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  using U = Unsigned<T>;
  for_lanes(active, [&](std::size_t i) {
    std::uint64_t& flag = w.rows[s.e][i];
    const std::uint64_t part =
        (s.mode & 4) != 0 ? mul_hi<T>(w.rows[s.a][i], w.rows[s.b][i]) : mul_lo<T>(w.rows[s.a][i], w.rows[s.b][i]);
    const Uint128 sum =
        static_cast<Uint128>(number<U>(part)) + number<U>(w.rows[s.c][i]) + ((s.mode & 1) != 0 ? flag : 0);
    w.rows[s.d][i] = static_cast<U>(sum);
    if ((s.mode & 2) != 0) flag = static_cast<std::uint64_t>(sum >> (8 * sizeof(T))) & 1;
  });
}

// Four products of bytes, or two of 16-bit numbers with bytes. Bit 0 of mode: a is signed; bit 1: b is; bit 2: the high
// bytes of b.
std::uint64_t dot4(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  std::int64_t sum = 0;
  for (int k = 0; k < 4; ++k) {
    const auto x = static_cast<std::uint8_t>(a >> (8 * k));
    const auto y = static_cast<std::uint8_t>(b >> (8 * k));
    sum += ((mode & 1) != 0 ? static_cast<std::int8_t>(x) : x) * ((mode & 2) != 0 ? static_cast<std::int8_t>(y) : y);
  }
  return static_cast<std::uint32_t>(c + static_cast<std::uint64_t>(sum));
}
std::uint64_t dot2(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  std::int64_t sum = 0;
  for (int k = 0; k < 2; ++k) {
    const auto x = static_cast<std::uint16_t>(a >> (16 * k));
    const auto y = static_cast<std::uint8_t>(b >> (8 * k + ((mode & 4) != 0 ? 16 : 0)));
    sum += ((mode & 1) != 0 ? static_cast<std::int16_t>(x) : x) * ((mode & 2) != 0 ? static_cast<std::int8_t>(y) : y);
  }
  return static_cast<std::uint32_t>(c + static_cast<std::uint64_t>(sum));
}

template <class T>
bool decode_as(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  const Type type = d.last_type();
  const bool cc = d.has("cc");
  if (word == "dp4a" || word == "dp2a") {
    if (!d.only({"lo", "hi"}) || !d.wants(4)) return false;
    s.execute = word == "dp4a" ? by_lane<dot4> : by_lane<dot2>;
    s.mode = (kind_of(d.type(0)) == TypeKind::signed_integer ? 1 : 0) |
             (kind_of(d.type(1)) == TypeKind::signed_integer ? 2 : 0) | (d.has("hi") ? 4 : 0);
  } else if (word == "add" || word == "sub" || word == "addc" || word == "subc") {
    if (!d.only({"sat", "cc"}) || !d.wants(3)) return false;
    const bool subtracts = word[0] == 's';
    if (cc || word.size() == 4) {
      s.execute = subtracts ? with_carry<Unsigned<T>, true> : with_carry<Unsigned<T>, false>;
      s.mode = (word.size() == 4 ? 1 : 0) | (cc ? 2 : 0);
      s.e = d.carry();
    } else if (d.has("sat")) {
      s.execute = subtracts ? by_lane<sub_sat<T>> : by_lane<add_sat<T>>;
    } else {
      s.execute = subtracts ? by_lane<sub<T>> : by_lane<add<T>>;
    }
  } else if (word == "mul") {
    if (!d.only({"lo", "hi", "wide"}) || !d.wants(3)) return false;
    s.execute = d.has("wide") ? by_lane<mul_wide<T>> : d.has("hi") ? by_lane<mul_hi<T>> : by_lane<mul_lo<T>>;
  } else if (word == "mad" || word == "madc") {
    if (!d.only({"lo", "hi", "wide", "sat", "cc"}) || !d.wants(4)) return false;
    if (cc || word == "madc") {
      s.execute = mad_with_carry<T>;
      s.mode = (word == "madc" ? 1 : 0) | (cc ? 2 : 0) | (d.has("hi") ? 4 : 0);
      s.e = d.carry();
    } else {
      s.execute = d.has("wide")  ? by_lane<mad_wide<T>>
                  : d.has("sat") ? by_lane<mad_hi_sat<T>>
                  : d.has("hi")  ? by_lane<mad_hi<T>>
                                 : by_lane<mad_lo<T>>;
    }
  } else if (word == "mul24" || word == "mad24") {
    if constexpr (sizeof(T) == 4) {
      if (!d.only({"lo", "hi"})) return false;
      if (word == "mul24")
        s.execute = d.has("hi") ? by_lane<mul24_hi<T>> : by_lane<mul24_lo<T>>;
      else
        s.execute = d.has("hi") ? by_lane<mad24_hi<T>> : by_lane<mad24_lo<T>>;
    } else {
      return false;
    }
  } else if (word == "sad") {
    if (!d.only({}) || !d.wants(4)) return false;
    s.execute = by_lane<sad<T>>;
  } else if (word == "abs" || word == "neg") {
    if (!d.only({}) || !d.wants(2)) return false;
    s.execute = word == "abs" ? by_lane<absolute<T>> : by_lane<negative<T>>;
  } else {
    if (!d.only({"relu"}) || !d.wants(3)) return false;
    const bool keeps = d.has("relu");
    if (word == "div" && !keeps)
      s.execute = by_lane<div<T>>;
    else if (word == "rem" && !keeps)
      s.execute = by_lane<rem<T>>;
    else if (word == "min")
      s.execute = keeps ? by_lane<relu<T, least<T>>> : by_lane<least<T>>;
    else if (word == "max")
      s.execute = keeps ? by_lane<relu<T, most<T>>> : by_lane<most<T>>;
    else
      return false;
  }
  s.d = d.result(0);
  const bool wide = d.has("wide");
  const Type wide_type = bits_of(type) == 16 ? Type::u32 : Type::u64;
  if (d.operands() > 1) s.a = d.source(1, type);
  if (d.operands() > 2) s.b = d.source(2, type);
  if (d.operands() > 3) s.c = d.source(3, wide ? wide_type : type);
  return true;
}

template <class T>
bool decode_packed(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  if (!d.only({"relu"}) || !d.wants(3)) return false;
  const bool keeps = d.has("relu");
  if (word == "add")
    s.execute = by_lane<halves<T, add<T>>>;
  else if (word == "min")
    s.execute = keeps ? by_lane<halves<T, relu<T, least<T>>>> : by_lane<halves<T, least<T>>>;
  else if (word == "max")
    s.execute = keeps ? by_lane<halves<T, relu<T, most<T>>>> : by_lane<halves<T, most<T>>>;
  else
    return false;
  s.d = d.result(0);
  s.a = d.source(1, d.last_type());
  s.b = d.source(2, d.last_type());
  return true;
}

}  // namespace

bool decode(Decoder& d) {
  switch (d.last_type()) {
    case Type::u16:
      return decode_as<std::uint16_t>(d);
    case Type::s16:
      return decode_as<std::int16_t>(d);
    case Type::u32:
      return decode_as<std::uint32_t>(d);
    case Type::s32:
      return decode_as<std::int32_t>(d);
    case Type::u64:
      return decode_as<std::uint64_t>(d);
    case Type::s64:
      return decode_as<std::int64_t>(d);
    case Type::u16x2:
      return decode_packed<std::uint16_t>(d);
    case Type::s16x2:
      return decode_packed<std::int16_t>(d);
    case Type::f32:
    case Type::f64:
      return floating::decode(d);
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
    case Type::f32x2:
      return half::decode(d);
    default:
      return false;
  }
}

}  // namespace stridescope::machine::integer
