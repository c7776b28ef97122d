// An integer as CuTe has it: 64-bit, known at compile time (static, printed `_4`) or at run time (dynamic, `4`), and
// possibly the scale of a basis element (`_1@0`). A boolean is static or dynamic too.
// Source: CUTLASS include/cute/numeric/{integral_constant,arithmetic_tuple}.hpp.
#pragma once

#include <cstdint>

namespace stridescope {

// The modes of a scaled basis element, outermost first: CuTe prints the path (0, 1) as `v@1@0`, mode 1 of mode 0.
// At most 6 levels of modes 0..255; make_basis_like refuses more. One word, 8 bits a level below the number of levels.
class BasisPath {
 public:
  static constexpr int max_rank = 6;
  static constexpr int max_mode = 255;

  constexpr BasisPath() = default;
  // 0: a plain integer
  constexpr int rank() const { return static_cast<int>(word_ >> rank_shift); }
  constexpr int operator[](int level) const { return static_cast<int>((word_ >> (8 * level)) & 0xff); }
  // The path one level deeper. Requires rank() < max_rank and 0 <= mode <= max_mode.
  constexpr BasisPath appended(int mode) const {
    return BasisPath(word_ + (std::uint64_t{1} << rank_shift) + (static_cast<std::uint64_t>(mode) << (8 * rank())));
  }
  constexpr bool operator==(const BasisPath&) const = default;

 private:
  friend struct Int;
  static constexpr int rank_shift = 8 * max_rank;
  constexpr explicit BasisPath(std::uint64_t word) : word_(word) {}

  std::uint64_t word_ = 0;
};

// Two words, so that it travels in registers: the value, and the basis path with the static flag.
struct Int {
  std::int64_t value = 0;
  bool is_static : 1;

  constexpr Int() : is_static(false), basis_(0) {}
  constexpr Int(std::int64_t v, BasisPath path, bool known)
      : value(v), is_static(known), basis_(path.word_ & basis_mask) {}

  constexpr BasisPath basis() const { return BasisPath(basis_); }
  constexpr void set_basis(BasisPath path) { basis_ = path.word_ & basis_mask; }
  constexpr bool is_plain() const { return basis_ == 0; }
  constexpr bool is_basis() const { return basis_ != 0; }
  // A compile-time constant equal to v (never true of a basis element), CuTe's is_constant<v>.
  constexpr bool is_constant(std::int64_t v) const { return is_static && value == v && is_plain(); }
  constexpr bool operator==(const Int& other) const {
    return value == other.value && is_static == other.is_static && basis_ == other.basis_;
  }

 private:
  static constexpr std::uint64_t basis_mask = (std::uint64_t{1} << 56) - 1;
  std::uint64_t basis_ : 56;
};

static_assert(sizeof(Int) == 16);

// `_4` and `4`.
constexpr Int static_int(std::int64_t value) { return {value, {}, true}; }
constexpr Int dynamic_int(std::int64_t value) { return {value, {}, false}; }

// A truth value with the same flag. A static one is CuTe's true_type or false_type.
struct Bool {
  bool value = false;
  bool is_static = false;
  bool operator==(const Bool&) const = default;
};

// CuTe's `&&`, `||`, `!`: a static operand that decides makes the result static.
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
