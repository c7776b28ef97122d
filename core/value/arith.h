// Arithmetic on integers with CuTe's rules for which results stay static, 64-bit and checked. One Arith lives for one
// operation and keeps the first fault: the algorithms read like the mathematics, and their public function turns a
// fault into an Error at the end. After a fault every result is a harmless placeholder, so that an algorithm needs no
// test in between, and must not trust a value after one: ask ok() where a wrong number would make a loop long. Of two
// arguments of one C++ call at most one may be able to fail, or the compiler decides which fault is the first (g++
// goes from right to left, clang from left to right): name one of them before, or use braces.
// tests/order_of_arguments.query finds such calls.
//
//   Arith arith;
//   const Int n = arith.mul(static_int(4), dynamic_int(8));   // 32, dynamic
//   return arith.finish(make_layout(arith, IntTuple(n)));     // the layout, or the fault
//
// Source: CUTLASS include/cute/numeric/integral_constant.hpp (mixed static/dynamic special cases).
#pragma once

#include <memory>
#include <string>

#include "core/base/budget.h"
#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/value/int.h"

namespace stridescope {

// pre of the arithmetic: none. Overflow, division by zero and basis elements where there must be none become the
// fault, with the operands as they print: overflow, division_by_zero, basis. Movable, not copyable, and not for two
// threads at once.
//
//   result is static                      exceptions, where one operand is dynamic
//   + - min max gcd lcm | ^  both are     none
//   *                        both are     _0 * d
//   / %                      both are     _0 / d   _0 % d   d % _1   d % _-1
//   &                        both are     _0 & d
//   == <                     both are     unequal basis paths: always
class Arith {
 public:
  // Without a budget: all work is granted.
  Arith() = default;
  // The operation's cost is taken from this budget, which the caller owns and which outlives this.
  explicit Arith(Budget* budget) : budget_(budget) {}

  // --- integers; a static 0 factor keeps the product static, `_0/d`, `_0%d`, `d%_1`, `_0&d` likewise ---

  // Plain integers, or a basis element and a static 0. Static where both are.
  Int add(Int a, Int b) {
    std::int64_t out = 0;
    if (!plain_pair(a, b) || add_overflows(a.value, b.value, out)) return add_slow(a, b);
    return {out, {}, a.is_static && b.is_static};
  }
  // Plain integers; static where both are. A basis element has no difference here: basis.
  Int sub(Int a, Int b) {
    std::int64_t out = 0;
    if (!plain_pair(a, b) || sub_overflows(a.value, b.value, out)) return sub_slow(a, b);
    return {out, {}, a.is_static && b.is_static};
  }
  // At most one of them is a basis element, whose scale is multiplied. A static 0 makes the product static.
  Int mul(Int a, Int b) {
    std::int64_t out = 0;
    if ((a.is_basis() && b.is_basis()) || mul_overflows(a.value, b.value, out)) return mul_slow(a, b);
    const bool known = (a.is_static && (b.is_static || a.value == 0)) || (b.is_static && b.value == 0);
    return {out, a.is_plain() ? b.basis() : a.basis(), known};
  }
  // Truncates towards 0, as C++ does. `a` can be a basis element, whose scale is divided; `_0/d` is static.
  Int div(Int a, Int b) {
    if (b.value == 0 || b.is_basis() || div_overflows(a.value, b.value)) return div_slow(a, b);
    return {quotient(a.value, b.value), a.basis(), a.is_static && (b.is_static || a.value == 0)};
  }
  // The remainder that goes with div: it has the sign of `a`. `_0%d` and `d%_1` and `d%_-1` are static zeros,
  // whatever d is.
  Int mod(Int a, Int b) {
    if (b.value == 0 || !plain_pair(a, b)) return mod_slow(a, b);
    const bool unit = b.value == 1 || b.value == -1;
    const bool known = (a.is_static && (b.is_static || a.value == 0)) || (unit && b.is_static);
    return {unit ? 0 : remainder(a.value, b.value), {}, known};
  }
  // -a and |a|; for a basis element those of its scale. overflow for the smallest integer, whose opposite does not fit.
  Int negate(Int a) { return mul(static_int(-1), a); }
  Int abs(Int a) { return a.value < 0 ? negate(a) : a; }
  // -1, 0 or 1, of the same kind.
  Int signum(Int a) {
    if (!a.is_plain()) return basis_operand("signum", a, a);
    return {(a.value > 0) - (a.value < 0), {}, a.is_static};
  }
  // Plain integers; static where both are, even when one operand alone would decide.
  Int min(Int a, Int b) {
    if (!plain_pair(a, b)) return basis_operand("min", a, b);
    return {a.value < b.value ? a.value : b.value, {}, a.is_static && b.is_static};
  }
  Int max(Int a, Int b) {
    if (!plain_pair(a, b)) return basis_operand("max", a, b);
    return {a.value > b.value ? a.value : b.value, {}, a.is_static && b.is_static};
  }
  // CuTe's loop, with its sign for negative operands; gcd(0, b) is b. lcm of a 0 is 0. Static where both are.
  Int gcd(Int a, Int b);
  Int lcm(Int a, Int b);
  // Bits of the two's complement. `_0 & d` is static, `_-1 | d` is not.
  Int bit_and(Int a, Int b);
  Int bit_or(Int a, Int b);
  Int bit_xor(Int a, Int b);
  // a >> bits, with the sign moved in; a negative count shifts left, and overflows where a bit would be lost.
  Int shift_right(Int a, int bits);
  // (a + b - 1) / b in integers that truncate: the least n with n * b >= a, for a >= 0 and b > 0. `a` may be a basis
  // element.
  Int ceil_div(Int a, Int b) {
    if (a.value <= 0 || b.value <= 0 || !plain_pair(a, b)) return ceil_div_slow(a, b);
    return {a.value <= b.value ? 1 : quotient(a.value - 1, b.value) + 1, {}, a.is_static && b.is_static};
  }

  // True if the numbers are equal. Different paths are unequal at compile time, whatever the scales are.
  Bool equal(Int a, Int b) {
    if (a.basis() != b.basis()) return {false, true};
    return {a.value == b.value, a.is_static && b.is_static};
  }
  // a < b for plain integers.
  Bool less(Int a, Int b) {
    if (!plain_pair(a, b)) return {basis_operand("<", a, b).value != 0, false};
    return {a.value < b.value, a.is_static && b.is_static};
  }

  // True if the budget grants steps of about ten nanoseconds and bytes of text and tables. pre: called before the work.
  bool spend(std::uint64_t steps, std::uint64_t bytes = 0) {
    return budget_ == nullptr || budget_->take(steps, bytes) || exhausted();
  }
  // Null without one.
  Budget* budget() const { return budget_; }
  // The fault that a budget is spent; false, for `return`.
  bool exhausted();

  // Keeps the first fault; later ones are dropped. Whoever sees failed() returns a placeholder that fits together.
  void fail(ErrorCode code, Message message, Message hint = {});
  // The fault of an argument of a call, which comes before all that its function finds, and the first argument's before
  // the second's: C++ leaves open in which order arguments are looked at.
  void fail_argument(std::size_t index, ErrorCode code, Message message);
  // For ever after the first fault, also when error() has taken it.
  bool failed() const { return error_ != nullptr; }
  bool ok() const { return error_ == nullptr; }
  // The fault, once: it is moved out. Requires failed().
  tl::unexpected<Error> error() { return failure(std::move(*error_)); }
  // A result made of several parts in sequence: a fault between two leaves parts that do not fit together, such as a
  // shape and the placeholder of its strides. Then returns the default, whose parts fit. pre: T() is a value whose
  // parts fit.
  template <class T>
  T intact(T made) const {
    if (failed()) made = T();
    return made;
  }
  // The value, or the fault that happened on the way to it: the last line of a function that makes Results.
  template <class T>
  Result<T> finish(T&& value) {
    if (failed()) return error();
    return std::forward<T>(value);
  }

 private:
  // Neither is a basis element.
  static bool plain_pair(Int a, Int b) { return (a.basis().rank() | b.basis().rank()) == 0; }
  // A 64-bit division costs several times a 32-bit one, and most have a small or trivial quotient.
  static std::int64_t quotient(std::int64_t a, std::int64_t b) {
    if (b == 1) return a;
    if (((a | b) >> 32) == 0) return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
    return a / b;
  }
  static std::int64_t remainder(std::int64_t a, std::int64_t b) {
    if (a >= 0 && a < b) return a;
    if (((a | b) >> 32) == 0) return static_cast<std::uint32_t>(a) % static_cast<std::uint32_t>(b);
    return a % b;
  }

  // The cases that the fast paths above do not handle: basis elements, overflow, division by zero. Out of line, so that
  // the arithmetic above is a few instructions at each use.
  Int add_slow(Int a, Int b);
  Int sub_slow(Int a, Int b);
  Int mul_slow(Int a, Int b);
  Int div_slow(Int a, Int b);
  Int mod_slow(Int a, Int b);
  Int ceil_div_slow(Int a, Int b);
  // These three record the fault and return _0, the placeholder.
  Int basis_operand(const char* op, Int a, Int b);
  Int overflow(const char* op, Int a, Int b);
  Int division_by_zero(const char* op, Int a);
  // True if both are plain integers; otherwise the fault `basis` in the name of the operation.
  bool plain(const char* op, Int a, Int b);

  static constexpr std::size_t no_argument = static_cast<std::size_t>(-1);

  std::unique_ptr<Error> error_;
  std::size_t argument_ = no_argument;  // the argument that error_ is about
  Budget* budget_ = nullptr;
};

// "_4", "4" or "_1@0": how messages name an integer, whatever the integer mode of the report.
std::string to_text(Int value);

}  // namespace stridescope
