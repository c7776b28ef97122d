// Steps whose lanes do not depend on each other, from functions of one lane. Internal to the folder.
#pragma once

#include "core/machine/warp.h"

namespace stridescope::machine {

// A step that has no effect here.
inline void nothing(Machine&, Warp&, const Step&, std::uint32_t) {}

// d = f(a), f(a, b) or f(a, b, c), of the bits of registers, with the step's mode as the last argument if f takes it.
template <auto f>
void by_lane(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  using F = decltype(f);
  using Bits = std::uint64_t;
  using Mode = std::uint32_t;
  Bits* const d = w.rows[s.d].data();
  const Bits* const a = w.rows[s.a].data();
  const Bits* const b = w.rows[s.b].data();
  const Bits* const c = w.rows[s.c].data();
  const Mode mode = s.mode;
  for_lanes(active, [=](std::size_t i) {
    if constexpr (std::is_same_v<F, Bits (*)(Bits)>)
      d[i] = f(a[i]);
    else if constexpr (std::is_same_v<F, Bits (*)(Bits, Mode)>)
      d[i] = f(a[i], mode);
    else if constexpr (std::is_same_v<F, Bits (*)(Bits, Bits)>)
      d[i] = f(a[i], b[i]);
    else if constexpr (std::is_same_v<F, Bits (*)(Bits, Bits, Mode)>)
      d[i] = f(a[i], b[i], mode);
    else if constexpr (std::is_same_v<F, Bits (*)(Bits, Bits, Bits)>)
      d[i] = f(a[i], b[i], c[i]);
    else
      d[i] = f(a[i], b[i], c[i], mode);
  });
}

// A register of the integer type T holds its bits, with zeros above.
template <class T>
T number(std::uint64_t bits) {
  return static_cast<T>(bits);
}
template <class T>
std::uint64_t bits(T value) {
  return static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
}

}  // namespace stridescope::machine
