// Arithmetic on integers with CuTe's rules for which results stay static, 64-bit and checked.
// One Arith lives for one operation and keeps the first fault: the algorithms read like the mathematics, and their
// public function turns a fault into an Error at the end. After a fault every result is a harmless placeholder.
// Source: CUTLASS include/cute/numeric/integral_constant.hpp (mixed static/dynamic special cases).
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/value/int.h"

namespace stridescope {

class Arith {
 public:
  // --- integers; a static 0 factor keeps the product static, `_0/d`, `_0%d`, `d%_1`, `_0&d` likewise ---
  Int add(Int a, Int b);  // plain integers, or a basis element and a static 0
  Int sub(Int a, Int b);
  Int mul(Int a, Int b);  // at most one of them a basis element
  Int div(Int a, Int b);  // truncates, as C++ does
  Int mod(Int a, Int b);
  Int negate(Int a) { return mul(static_int(-1), a); }
  Int abs(Int a);
  Int signum(Int a);
  Int min(Int a, Int b);
  Int max(Int a, Int b);
  Int gcd(Int a, Int b);
  Int lcm(Int a, Int b);
  Int bit_and(Int a, Int b);
  Int bit_or(Int a, Int b);
  Int bit_xor(Int a, Int b);
  // a >> bits; a negative count shifts left.
  Int shift_right(Int a, int bits);
  // (a + b - 1) / b
  Int ceil_div(Int a, Int b);

  Bool equal(Int a, Int b);
  Bool less(Int a, Int b);

  // --- faults ---
  void fail(ErrorCode code, std::string message, std::string hint = {});
  bool failed() const { return error_ != nullptr; }
  bool ok() const { return error_ == nullptr; }
  // Requires failed().
  tl::unexpected<Error> error() { return failure(std::move(*error_)); }
  // The value, or the fault that happened on the way to it.
  template <class T>
  Result<T> finish(T&& value) {
    if (failed()) return error();
    return std::forward<T>(value);
  }

 private:
  Int overflow(const char* op, Int a, Int b);
  Int division_by_zero(const char* op, Int a);
  bool plain(const char* op, Int a, Int b);

  std::unique_ptr<Error> error_;
};

// "_4", "4" or "_1@0": how messages name an integer.
std::string to_text(Int value);

}  // namespace stridescope
