// An integer in CuTe's sense: 64-bit, known at compile time (static, printed `_4`) or at run time (dynamic, `4`), and
// possibly the scale of a basis element (`_1@0`). Booleans are static or dynamic, too.
// Source: CUTLASS include/cute/numeric/{integral_constant,arithmetic_tuple}.hpp.
#pragma once

#include <cstdint>

namespace stridescope {

// The modes of a scaled basis element, outermost first: CuTe prints the path (0, 1) as `v@1@0`, mode 1 of mode 0. At
// most 6 levels of modes 0..255; make_basis_like rejects more. Stored in one word: the number of levels above 8 bits
// per level. A stride v@p adds v to coordinate p at each step, instead of to an address. Such a layout maps to
// coordinates (CuTe's ArithmeticTuple), as TMA descriptors and identity tensors require: (4,8):(_1@0,_1@1).
class BasisPath {
 public:
  // The maximum number of levels, and the largest mode of a level.
  static constexpr int max_rank = 6;
  static constexpr int max_mode = 255;

  // The empty path of a plain integer.
  constexpr BasisPath() = default;
  // Number of levels; 0: a plain integer.
  constexpr int rank() const { return static_cast<int>(word_ >> rank_shift); }
  // The mode at a level, outermost first. pre: 0 <= level < rank().
  constexpr int operator[](int level) const { return static_cast<int>((word_ >> (8 * level)) & 0xff); }
  // The path with `mode` appended as the innermost level. pre: rank() < max_rank, 0 <= mode <= max_mode.
  constexpr BasisPath appended(int mode) const {
    return BasisPath(word_ + (std::uint64_t{1} << rank_shift) + (static_cast<std::uint64_t>(mode) << (8 * rank())));
  }
  constexpr bool operator==(const BasisPath&) const = default;

 private:
  friend struct Int;
  // The number of levels is in the bits above the levels, so that equal paths are equal words.
  static constexpr int rank_shift = 8 * max_rank;
  constexpr explicit BasisPath(std::uint64_t word) : word_(word) {}

  std::uint64_t word_ = 0;
};

// Two words, so that it is passed in registers: the value, and the basis path with the static flag. The default is a
// dynamic 0. An Int has no arithmetic operators: Arith (core/value/arith.h) decides which results stay static, and
// detects overflow.
struct Int {
  // The integer, or the scale of the basis element.
  std::int64_t value = 0;
  // True if CuTe knows it at compile time: a type C<4>, not an int.
  bool is_static : 1;

  // A dynamic 0, or all three parts.
  constexpr Int() : is_static(false), basis_(0) {}
  constexpr Int(std::int64_t v, BasisPath path, bool known)
      : value(v), is_static(known), basis_(path.word_ & basis_mask) {}

  // The path of the basis element; empty for a plain integer.
  constexpr BasisPath basis() const { return BasisPath(basis_); }
  // Replaces the path, with the same scale.
  constexpr void set_basis(BasisPath path) { basis_ = path.word_ & basis_mask; }
  // A plain integer or a basis element: exactly one is true.
  constexpr bool is_plain() const { return basis_ == 0; }
  constexpr bool is_basis() const { return basis_ != 0; }
  // A compile-time constant equal to v (never true for a basis element): CuTe's is_constant<v>, the condition of CuTe's
  // `if constexpr`. A dynamic 1 is not a constant 1, so coalesce keeps it.
  constexpr bool is_constant(std::int64_t v) const { return is_static && value == v && is_plain(); }
  // Equal value and kind: _4 and 4 differ here; Arith::equal compares the numbers.
  constexpr bool operator==(const Int& other) const {
    return value == other.value && is_static == other.is_static && basis_ == other.basis_;
  }

 private:
  // 48 bits of modes and 8 bits of rank, as in BasisPath.
  static constexpr std::uint64_t basis_mask = (std::uint64_t{1} << 56) - 1;
  std::uint64_t basis_ : 56;
};

static_assert(sizeof(Int) == 16);

// Integers printed as `_4` and `4`.
constexpr Int static_int(std::int64_t value) { return {value, {}, true}; }
constexpr Int dynamic_int(std::int64_t value) { return {value, {}, false}; }

// A truth value with the static flag. A static one is CuTe's true_type or false_type, and selects the compiled code.
struct Bool {
  bool value = false;
  bool is_static = false;
  bool operator==(const Bool&) const = default;
};

// CuTe's `&&`, `||`, `!`: a static operand that decides makes the result static, so false_type && d is false_type for
// every d, and true_type || d is true_type. Otherwise the result is static if both operands are.
constexpr Bool both(Bool a, Bool b) {
  if (a.is_static && !a.value) return a;
  if (b.is_static && !b.value) return b;
  return {a.value && b.value, a.is_static && b.is_static};
}
constexpr Bool either(Bool a, Bool b) {
  if (a.is_static && a.value) return a;
  if (b.is_static && b.value) return b;
  return {a.value || b.value, a.is_static && b.is_static};
}
constexpr Bool negation(Bool a) { return {!a.value, a.is_static}; }

}  // namespace stridescope
