// Integer arithmetic with CuTe's rules for static results, 64-bit and checked. One Arith lives for one operation and
// keeps the first fault: algorithms read like the mathematics, and their public function turns a fault into an Error at
// the end. After a fault every result is a harmless placeholder, so algorithms need no checks in between. They must not
// rely on a value after a fault: check ok() if a wrong number would make a loop long. At most one of two arguments of a
// C++ call may be able to fail; otherwise the compiler determines the first fault (g++ evaluates from right to left,
// clang from left to right). Evaluate one of them before, or use braces. tests/order_of_arguments.query finds such
// calls.
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

// pre of the arithmetic: none. Overflow, division by zero and invalid basis elements are faults, with the printed
// operands: overflow, division_by_zero, basis. Movable, not copyable, not thread-safe.
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
  // Charges work to the caller's budget, which must outlive this object.
  explicit Arith(Budget* budget) : budget_(budget) {}

  // --- integers; a static 0 factor makes the product static; likewise `_0/d`, `_0%d`, `d%_1`, `_0&d` ---

  // Plain integers, or a basis element and a static 0. Static if both are.
  Int add(Int a, Int b) {
    std::int64_t out = 0;
    if (!plain_pair(a, b) || add_overflows(a.value, b.value, out)) return add_slow(a, b);
    return {out, {}, a.is_static && b.is_static};
  }
  // Plain integers; static if both are. basis: basis elements have no difference here.
  Int sub(Int a, Int b) {
    std::int64_t out = 0;
    if (!plain_pair(a, b) || sub_overflows(a.value, b.value, out)) return sub_slow(a, b);
    return {out, {}, a.is_static && b.is_static};
  }
  // At most one operand is a basis element, whose scale is multiplied. A static 0 makes the product static.
  Int mul(Int a, Int b) {
    std::int64_t out = 0;
    if ((a.is_basis() && b.is_basis()) || mul_overflows(a.value, b.value, out)) return mul_slow(a, b);
    const bool known = (a.is_static && (b.is_static || a.value == 0)) || (b.is_static && b.value == 0);
    return {out, a.is_plain() ? b.basis() : a.basis(), known};
  }
  // Truncates towards 0, like C++. `a` can be a basis element, whose scale is divided; `_0/d` is static.
  Int div(Int a, Int b) {
    if (b.value == 0 || b.is_basis() || div_overflows(a.value, b.value)) return div_slow(a, b);
    return {quotient(a.value, b.value), a.basis(), a.is_static && (b.is_static || a.value == 0)};
  }
  // The remainder of div, with the sign of `a`. `_0%d`, `d%_1` and `d%_-1` are static zeros for every d.
  Int mod(Int a, Int b) {
    if (b.value == 0 || !plain_pair(a, b)) return mod_slow(a, b);
    const bool unit = b.value == 1 || b.value == -1;
    const bool known = (a.is_static && (b.is_static || a.value == 0)) || (unit && b.is_static);
    return {unit ? 0 : remainder(a.value, b.value), {}, known};
  }
  // -a and |a|; for a basis element those of its scale. overflow: the smallest integer has no opposite.
  Int negate(Int a) { return mul(static_int(-1), a); }
  Int abs(Int a) { return a.value < 0 ? negate(a) : a; }
  // -1, 0 or 1; static if `a` is.
  Int signum(Int a) {
    if (!a.is_plain()) return basis_operand("signum", a, a);
    return {(a.value > 0) - (a.value < 0), {}, a.is_static};
  }
  // Plain integers; static if both are, even if one operand alone would decide.
  Int min(Int a, Int b) {
    if (!plain_pair(a, b)) return basis_operand("min", a, b);
    return {a.value < b.value ? a.value : b.value, {}, a.is_static && b.is_static};
  }
  Int max(Int a, Int b) {
    if (!plain_pair(a, b)) return basis_operand("max", a, b);
    return {a.value > b.value ? a.value : b.value, {}, a.is_static && b.is_static};
  }
  // The result of CuTe's loop, with its sign for negative operands; gcd(0, b) is b, lcm with a 0 is 0. Static if both
  // are.
  Int gcd(Int a, Int b);
  Int lcm(Int a, Int b);
  // Bits in two's complement. `_0 & d` is static, `_-1 | d` is not.
  Int bit_and(Int a, Int b);
  Int bit_or(Int a, Int b);
  Int bit_xor(Int a, Int b);
  // a >> bits, arithmetically; a negative count shifts left, with overflow if a bit would be lost.
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

  // Charges steps of about ten nanoseconds and bytes of text and tables; false if the budget does not suffice. pre:
  // called before the work.
  bool spend(std::uint64_t steps, std::uint64_t bytes = 0) {
    return budget_ == nullptr || budget_->take(steps, bytes) || exhausted();
  }
  // Null without a budget.
  Budget* budget() const { return budget_; }
  // Records that the budget is exhausted; returns false, for `return`.
  bool exhausted();

  // Keeps the first fault; later ones are dropped. After failed() a function returns a consistent placeholder.
  void fail(ErrorCode code, Message message, Message hint = {});
  // A fault of an argument of a call: it precedes all faults of the called function, and the first argument's precedes
  // the second's, since C++ does not define the order of evaluation.
  void fail_argument(std::size_t index, ErrorCode code, Message message);
  // Stays true after the first fault, even after error().
  bool failed() const { return error_ != nullptr; }
  bool ok() const { return error_ == nullptr; }
  // Moves the fault out. pre: failed(), called once.
  tl::unexpected<Error> error() { return failure(std::move(*error_)); }
  // For a result of several parts that were made in sequence: a fault in between leaves inconsistent parts, such as a
  // shape with placeholder strides. Then returns the default, whose parts are consistent. pre: T() is consistent.
  template <class T>
  T intact(T made) const {
    if (failed()) made = T();
    return made;
  }
  // The value or the fault: the last line of a function that returns a Result.
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

  // The cases outside of the fast paths above: basis elements, overflow, division by zero. Out of line, so that the
  // arithmetic above is a few instructions at each use.
  Int add_slow(Int a, Int b);
  Int sub_slow(Int a, Int b);
  Int mul_slow(Int a, Int b);
  Int div_slow(Int a, Int b);
  Int mod_slow(Int a, Int b);
  Int ceil_div_slow(Int a, Int b);
  // Each of these three records the fault and returns the placeholder _0.
  Int basis_operand(const char* op, Int a, Int b);
  Int overflow(const char* op, Int a, Int b);
  Int division_by_zero(const char* op, Int a);
  // True if both are plain integers; otherwise records `basis` in the name of the operation.
  bool plain(const char* op, Int a, Int b);

  static constexpr std::size_t no_argument = static_cast<std::size_t>(-1);

  std::unique_ptr<Error> error_;
  std::size_t argument_ = no_argument;  // the argument of error_
  Budget* budget_ = nullptr;
};

// "_4", "4" or "_1@0": an integer in messages, independent of the report's integer mode.
std::string to_text(Int value);

}  // namespace stridescope
