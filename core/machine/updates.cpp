// The operations of atomics, for each type.
#include "core/machine/updates.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/bit_cast.h"
#include "core/machine/lane_functions.h"
#include "core/machine/numbers.h"

namespace stridescope::machine {
namespace {

std::uint64_t exchange(std::uint64_t, std::uint64_t b, std::uint64_t) { return b; }
std::uint64_t compare_and_swap(std::uint64_t old, std::uint64_t b, std::uint64_t c) { return old == b ? c : old; }
std::uint64_t and_(std::uint64_t old, std::uint64_t b, std::uint64_t) { return old & b; }
std::uint64_t or_(std::uint64_t old, std::uint64_t b, std::uint64_t) { return old | b; }
std::uint64_t xor_(std::uint64_t old, std::uint64_t b, std::uint64_t) { return old ^ b; }
template <class T>
std::uint64_t add(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return bits(static_cast<std::make_unsigned_t<T>>(old + b));
}
template <class T>
std::uint64_t least(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return number<T>(b) < number<T>(old) ? b : old;
}
template <class T>
std::uint64_t most(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return number<T>(b) > number<T>(old) ? b : old;
}
std::uint64_t increment(std::uint64_t old, std::uint64_t b, std::uint64_t) { return old >= b ? 0 : old + 1; }
std::uint64_t decrement(std::uint64_t old, std::uint64_t b, std::uint64_t) { return old == 0 || old > b ? b : old - 1; }
template <const Format& format>
std::uint64_t add_floating(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return rounded(
      format,
      sum_to_odd(value_of(format, static_cast<std::uint32_t>(old)), value_of(format, static_cast<std::uint32_t>(b))),
      Rounding::nearest);
}
template <const Format& format>
std::uint64_t add_pair(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return add_floating<format>(old & 0xffff, b & 0xffff, 0) | add_floating<format>(old >> 16, b >> 16, 0) << 16;
}
std::uint64_t add_f64(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return bit_cast<std::uint64_t>(bit_cast<double>(old) + bit_cast<double>(b));
}

template <const Format& format, bool greater>
std::uint64_t choose_floating(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  const double x = value_of(format, static_cast<std::uint32_t>(old));
  const double y = value_of(format, static_cast<std::uint32_t>(b));
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? b : old;
  return (greater ? y > x : y < x) ? b : old;
}

template <class T>
Update integer_update(std::string_view word) {
  if (word == "add") return add<T>;
  if (word == "min") return least<T>;
  if (word == "max") return most<T>;
  return nullptr;
}

template <const Format& format>
Update half_update(std::string_view word) {
  if (word == "add") return add_floating<format>;
  if (word == "min") return choose_floating<format, false>;
  if (word == "max") return choose_floating<format, true>;
  return nullptr;
}

constexpr Update updates[] = {
    exchange,
    compare_and_swap,
    and_,
    or_,
    xor_,
    increment,
    decrement,
    add<std::uint32_t>,
    least<std::uint32_t>,
    most<std::uint32_t>,
    add<std::int32_t>,
    least<std::int32_t>,
    most<std::int32_t>,
    add<std::uint64_t>,
    least<std::uint64_t>,
    most<std::uint64_t>,
    add<std::int64_t>,
    least<std::int64_t>,
    most<std::int64_t>,
    add_floating<format_f32>,
    add_f64,
    add_floating<format_f16>,
    add_floating<format_bf16>,
    add_pair<format_f16>,
    add_pair<format_bf16>,
    choose_floating<format_f16, false>,
    choose_floating<format_f16, true>,
    choose_floating<format_bf16, false>,
    choose_floating<format_bf16, true>,
};

}  // namespace

Update update_of(std::string_view word, Type type) {
  if (word == "exch") return exchange;
  if (word == "cas") return compare_and_swap;
  if (word == "and") return and_;
  if (word == "or") return or_;
  if (word == "xor") return xor_;
  if (word == "inc" && type == Type::u32) return increment;
  if (word == "dec" && type == Type::u32) return decrement;
  switch (type) {
    case Type::u32:
      return integer_update<std::uint32_t>(word);
    case Type::s32:
      return integer_update<std::int32_t>(word);
    case Type::u64:
      return integer_update<std::uint64_t>(word);
    case Type::s64:
      return integer_update<std::int64_t>(word);
    case Type::f32:
      return word == "add" ? add_floating<format_f32> : nullptr;
    case Type::f64:
      return word == "add" ? add_f64 : nullptr;
    case Type::f16:
      return half_update<format_f16>(word);
    case Type::bf16:
      return half_update<format_bf16>(word);
    case Type::f16x2:
      return word == "add" ? add_pair<format_f16> : nullptr;
    case Type::bf16x2:
      return word == "add" ? add_pair<format_bf16> : nullptr;
    default:
      return nullptr;
  }
}

std::uint32_t index_of(Update update) {
  return static_cast<std::uint32_t>(std::find(std::begin(updates), std::end(updates), update) - std::begin(updates));
}
Update update_at(std::uint32_t index) { return updates[index]; }

}  // namespace stridescope::machine
