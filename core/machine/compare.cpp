// Compares numbers of all types, and selects by predicates and signs.
#include <cmath>
#include <type_traits>

#include "core/base/bit_cast.h"
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/numbers.h"

namespace stridescope::machine::compare {
namespace {

enum Relation : std::uint32_t { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };
constexpr std::string_view relation_names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                               "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
enum Combination : std::uint32_t { alone, with_and, with_or, with_xor };
// mode: the relation, above it the combination, then these flags.
constexpr std::uint32_t relation_bits = 15;
constexpr std::uint32_t combination_shift = 4;
constexpr std::uint32_t ftz = 64;
constexpr std::uint32_t negated = 128;

template <class T>
bool holds(T a, T b, std::uint32_t relation) {
  bool unordered = false;
  if constexpr (std::is_floating_point_v<T>) unordered = std::isnan(a) || std::isnan(b);
  if (relation == num) return !unordered;
  if (relation == nan) return unordered;
  if (unordered) return relation >= equ;
  switch (relation) {
    case eq:
    case equ:
      return a == b;
    case ne:
    case neu:
      return a != b;
    case lt:
    case ltu:
      return a < b;
    case le:
    case leu:
      return a <= b;
    case gt:
    case gtu:
      return a > b;
    default:
      return a >= b;
  }
}

// The value of a register as a number to compare.
template <class T>
struct AsInteger {
  static T of(std::uint64_t bits, std::uint32_t) { return static_cast<T>(bits); }
};
struct AsF32 {
  static float of(std::uint64_t bits, std::uint32_t mode) {
    const auto value = bit_cast<float>(static_cast<std::uint32_t>(bits));
    return (mode & ftz) != 0 ? flushed(value) : value;
  }
};
struct AsF64 {
  static double of(std::uint64_t bits, std::uint32_t) { return bit_cast<double>(bits); }
};
template <const Format& format>
struct AsHalf {
  static double of(std::uint64_t bits, std::uint32_t mode) {
    const auto part = static_cast<std::uint32_t>(bits) & 0xffff;
    if ((mode & ftz) != 0 && (part & format.infinity()) == 0) return 0;
    return value_of(format, part);
  }
};

bool combined(bool value, bool other, std::uint32_t mode) {
  if ((mode & negated) != 0) other = !other;
  switch (mode >> combination_shift & 3) {
    case with_and:
      return value && other;
    case with_or:
      return value || other;
    case with_xor:
      return value != other;
    default:
      return value;
  }
}

// setp: p = relation, and in the second predicate its complement, each combined with the operand.
template <class As>
void setp(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    const bool value = holds(As::of(w.rows[s.a][i], s.mode), As::of(w.rows[s.b][i], s.mode), s.mode & relation_bits);
    const bool other = w.rows[s.c][i] != 0;
    if (s.p != nowhere) w.rows[s.p][i] = combined(!value, other, s.mode) ? 1 : 0;
    w.rows[s.d][i] = combined(value, other, s.mode) ? 1 : 0;
  });
}
// Both elements of a pair: one predicate each.
template <class As>
void setp_pair(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    const bool other = w.rows[s.c][i] != 0;
    const bool low = holds(As::of(w.rows[s.a][i], s.mode), As::of(w.rows[s.b][i], s.mode), s.mode & relation_bits);
    const bool high =
        holds(As::of(w.rows[s.a][i] >> 16, s.mode), As::of(w.rows[s.b][i] >> 16, s.mode), s.mode & relation_bits);
    w.rows[s.d][i] = combined(low, other, s.mode) ? 1 : 0;
    if (s.p != nowhere) w.rows[s.p][i] = combined(high, other, s.mode) ? 1 : 0;
  });
}
// set: s.value has the bits for true, all ones or 1.0.
template <class As>
void set(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    const bool value = holds(As::of(w.rows[s.a][i], s.mode), As::of(w.rows[s.b][i], s.mode), s.mode & relation_bits);
    w.rows[s.d][i] = combined(value, w.rows[s.c][i] != 0, s.mode) ? s.value : 0;
  });
}
template <class As>
void set_pair(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t i) {
    std::uint64_t out = 0;
    for (int k = 0; k < 2; ++k) {
      const bool value = holds(As::of(w.rows[s.a][i] >> (16 * k), s.mode), As::of(w.rows[s.b][i] >> (16 * k), s.mode),
                               s.mode & relation_bits);
      if (combined(value, w.rows[s.c][i] != 0, s.mode)) out |= s.value << (16 * k);
    }
    w.rows[s.d][i] = out;
  });
}

std::uint64_t select(std::uint64_t a, std::uint64_t b, std::uint64_t p) { return p != 0 ? a : b; }
std::uint64_t select_signed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return static_cast<std::int32_t>(c) >= 0 ? a : b;
}
std::uint64_t select_flushing(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return flushed(bit_cast<float>(static_cast<std::uint32_t>(c))) >= 0 ? a : b;
}
std::uint64_t select_floating(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return bit_cast<float>(static_cast<std::uint32_t>(c)) >= 0 ? a : b;
}

template <class As>
Execute comparison(bool sets, bool pair) {
  if (pair) return sets ? set_pair<As> : setp_pair<As>;
  return sets ? set<As> : setp<As>;
}

Execute comparison_of(Type type, bool sets) {
  switch (type) {
    case Type::b16:
    case Type::u16:
      return comparison<AsInteger<std::uint16_t>>(sets, false);
    case Type::s16:
      return comparison<AsInteger<std::int16_t>>(sets, false);
    case Type::b32:
    case Type::u32:
      return comparison<AsInteger<std::uint32_t>>(sets, false);
    case Type::s32:
      return comparison<AsInteger<std::int32_t>>(sets, false);
    case Type::b64:
    case Type::u64:
      return comparison<AsInteger<std::uint64_t>>(sets, false);
    case Type::s64:
      return comparison<AsInteger<std::int64_t>>(sets, false);
    case Type::f32:
      return comparison<AsF32>(sets, false);
    case Type::f64:
      return comparison<AsF64>(sets, false);
    case Type::f16:
      return comparison<AsHalf<format_f16>>(sets, false);
    case Type::bf16:
      return comparison<AsHalf<format_bf16>>(sets, false);
    case Type::f16x2:
      return comparison<AsHalf<format_f16>>(sets, true);
    case Type::bf16x2:
      return comparison<AsHalf<format_bf16>>(sets, true);
    default:
      return nullptr;
  }
}

// The bits that `set` writes for true.
std::uint64_t truth_of(Type type) {
  switch (type) {
    case Type::f32:
      return 0x3f800000;
    case Type::f16:
    case Type::f16x2:
      return 0x3c00;
    case Type::bf16:
    case Type::bf16x2:
      return 0x3f80;
    case Type::u16:
    case Type::s16:
    case Type::u16x2:
    case Type::s16x2:
      return 0xffff;
    default:
      return 0xffffffff;
  }
}

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  const Type type = d.last_type();
  if (word == "selp") {
    if (!d.only({})) return false;
    if (!d.wants(4)) return true;
    s.execute = by_lane<select>;
    s.d = d.result(0);
    s.a = d.source(1, type);
    s.b = d.source(2, type);
    s.c = d.source(3, Type::pred);
    return true;
  }
  if (word == "slct") {
    if (!d.only({"ftz"}) || (type != Type::s32 && type != Type::f32)) return false;
    if (!d.wants(4)) return true;
    s.execute = type == Type::s32 ? by_lane<select_signed>
                : d.has("ftz")    ? by_lane<select_flushing>
                                  : by_lane<select_floating>;
    s.d = d.result(0);
    s.a = d.source(1, d.type(0));
    s.b = d.source(2, d.type(0));
    s.c = d.source(3, type);
    return true;
  }
  constexpr std::string_view unsigned_names[] = {"lo", "ls", "hi", "hs"};
  constexpr std::uint32_t unsigned_relations[] = {lt, le, gt, ge};
  bool found = false;
  for (std::size_t i = 1; i < d.instruction().words.size() && !found; ++i) {
    for (std::uint32_t r = 0; r < std::size(relation_names); ++r) {
      if (d.word(i) != relation_names[r]) continue;
      s.mode = r;
      found = true;
    }
    for (std::uint32_t r = 0; r < 4; ++r) {
      if (d.word(i) != unsigned_names[r]) continue;
      s.mode = unsigned_relations[r];
      found = true;
    }
  }
  const bool sets = word == "set";
  s.execute = comparison_of(type, sets);
  if (!found || s.execute == nullptr) return false;
  if (!d.only({"eq",  "ne",  "lt",  "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu",
               "geu", "num", "nan", "lo", "ls", "hi", "hs",  "and", "or",  "xor", "ftz"}))
    return false;
  if (!d.wants(3, 4)) return true;
  s.mode |= (d.has("and") ? with_and : d.has("or") ? with_or : d.has("xor") ? with_xor : alone) << combination_shift;
  if (d.has("ftz")) s.mode |= ftz;
  d.results();
  s.a = d.source(1, type);
  s.b = d.source(2, type);
  s.c = d.constant(0);
  if (d.operands() == 4) {
    s.c = d.source(3, Type::pred);
    if (d.operand(3).negated) s.mode |= negated;
  }
  if (sets) s.value = truth_of(d.type(0));
  return true;
}

}  // namespace stridescope::machine::compare
