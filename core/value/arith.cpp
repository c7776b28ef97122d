// The slow paths of arithmetic: basis elements, overflow, division by zero, and the order of faults.
#include "core/value/arith.h"

#include "core/base/text.h"

namespace stridescope {
namespace {

Int make(std::int64_t value, bool is_static, BasisPath basis = {}) { return {value, basis, is_static}; }

constexpr bool both_static(Int a, Int b) { return a.is_static && b.is_static; }

}  // namespace

std::string to_text(Int value) {
  std::string out = cat(value.is_static ? "_" : "", value.value);
  for (int level = value.basis().rank() - 1; level >= 0; --level) append_all(out, '@', value.basis()[level]);
  return out;
}

void Arith::fail(ErrorCode code, Message message, Message hint) {
  if (error_ == nullptr) error_ = std::make_unique<Error>(Error{code, std::move(message), std::move(hint), {}, {}});
}

void Arith::fail_argument(std::size_t index, ErrorCode code, Message message) {
  if (error_ != nullptr && argument_ <= index) return;
  error_ = std::make_unique<Error>(Error{code, std::move(message), {}, {}, {}});
  argument_ = index;
}

bool Arith::exhausted() {
  fail(ErrorCode::too_large, say("this program needs more work than the limit allows"),
       say("use smaller values or fewer statements"));
  return false;
}

Int Arith::overflow(const char* op, Int a, Int b) {
  fail(ErrorCode::overflow, say("{} {} {} does not fit a 64-bit integer", to_text(a), op, to_text(b)),
       say("use smaller shapes or strides"));
  return static_int(0);
}

Int Arith::division_by_zero(const char* op, Int a) {
  fail(ErrorCode::division_by_zero, say("{} {} 0: division by zero", to_text(a), op),
       say("a dynamic stride or extent is 0 in a division; a static _0 tells the compiler that the mode repeats"));
  return static_int(0);
}

bool Arith::plain(const char* op, Int a, Int b) {
  if (a.is_plain() && b.is_plain()) return true;
  fail(ErrorCode::basis, say("'{}' is not defined for {} and {}", op, to_text(a), to_text(b)),
       say("a scaled basis element is not an integer"));
  return false;
}

Int Arith::add_slow(Int a, Int b) {
  if (a.is_plain() && b.is_plain()) return overflow("+", a, b);
  if (a.is_constant(0)) return b;
  if (b.is_constant(0)) return a;
  return basis_operand("+", a, b);
}

Int Arith::sub_slow(Int a, Int b) { return plain("-", a, b) ? overflow("-", a, b) : static_int(0); }

Int Arith::mul_slow(Int a, Int b) {
  return a.is_plain() || b.is_plain() || plain("*", a, b) ? overflow("*", a, b) : static_int(0);
}

Int Arith::div_slow(Int a, Int b) {
  if (b.is_basis()) return basis_operand("/", a, b);
  return b.value == 0 ? division_by_zero("/", a) : overflow("/", a, b);
}

Int Arith::mod_slow(Int a, Int b) { return plain("%", a, b) ? division_by_zero("%", a) : static_int(0); }

Int Arith::basis_operand(const char* op, Int a, Int b) {
  plain(op, a, b);
  return static_int(0);
}

Int Arith::ceil_div_slow(Int a, Int b) {
  if (a.is_basis()) {
    const Int scale = ceil_div(make(a.value, a.is_static), b);
    return make(scale.value, scale.is_static, a.basis());
  }
  return div(sub(add(a, b), static_int(1)), b);
}

Int Arith::gcd(Int a, Int b) {
  if (!plain("gcd", a, b)) return static_int(0);
  std::int64_t x = a.value;
  std::int64_t y = b.value;
  while (x != 0 && y != 0) {  // CuTe's loop; its sign for negative operands differs from std::gcd
    y = x == -1 ? 0 : y % x;
    if (y == 0) return make(x, both_static(a, b));
    x = y == -1 ? 0 : x % y;
  }
  return make(x == 0 ? y : x, both_static(a, b));
}

Int Arith::lcm(Int a, Int b) {
  const Int divisor = gcd(a, b);
  if (divisor.value == 0) return make(0, both_static(a, b));
  return mul(div(a, divisor), b);
}

Int Arith::bit_and(Int a, Int b) {
  if (!plain("&", a, b)) return static_int(0);
  return make(a.value & b.value, both_static(a, b) || a.is_constant(0) || b.is_constant(0));
}

Int Arith::bit_or(Int a, Int b) {
  if (!plain("|", a, b)) return static_int(0);
  return make(a.value | b.value, both_static(a, b));
}

Int Arith::bit_xor(Int a, Int b) {
  if (!plain("^", a, b)) return static_int(0);
  return make(a.value ^ b.value, both_static(a, b));
}

Int Arith::shift_right(Int a, int bits) {
  if (!plain(">>", a, a)) return static_int(0);
  if (bits >= 0) return make(a.value >> std::min(bits, 63), a.is_static);
  if (-bits > 62) return overflow("<<", a, make(-bits, a.is_static));
  return mul(a, make(std::int64_t{1} << -bits, a.is_static));
}

}  // namespace stridescope
