// An integer as CuTe has it: 64-bit, known at compile time (static, printed `_4`) or at run time (dynamic, `4`), and
// possibly the scale of a basis element (`_1@0`). A boolean is static or dynamic too.
// Source: CUTLASS include/cute/numeric/{integral_constant,arithmetic_tuple}.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stridescope {

// The modes of a scaled basis element, outermost first: CuTe prints the path (0, 1) as `v@1@0`, mode 1 of mode 0.
// At most 6 levels of modes 0..255; make_basis_like refuses more. Bytes, so that an Int is 16 of them.
struct BasisPath {
  static constexpr int max_rank = 6;
  static constexpr int max_mode = 255;

  std::array<std::uint8_t, max_rank> modes = {};
  std::uint8_t rank = 0;  // 0: a plain integer

  int operator[](int level) const { return modes[static_cast<std::size_t>(level)]; }
  // The path one level deeper. Requires rank < max_rank and 0 <= mode <= max_mode.
  BasisPath appended(int mode) const {
    BasisPath out = *this;
    out.modes[out.rank++] = static_cast<std::uint8_t>(mode);
    return out;
  }
  bool operator==(const BasisPath&) const = default;
};

struct Int {
  std::int64_t value = 0;
  BasisPath basis = {};
  bool is_static = false;

  constexpr bool is_plain() const { return basis.rank == 0; }
  constexpr bool is_basis() const { return basis.rank != 0; }
  // A compile-time constant equal to v (never true of a basis element), CuTe's is_constant<v>.
  constexpr bool is_constant(std::int64_t v) const { return is_static && value == v && is_plain(); }
  bool operator==(const Int&) const = default;
};

constexpr Int static_int(std::int64_t value) { return {value, {}, true}; }
constexpr Int dynamic_int(std::int64_t value) { return {value, {}, false}; }

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
