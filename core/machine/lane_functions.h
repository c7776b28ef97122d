// Steps whose lanes do not depend on each other, from functions of one lane. Internal to the folder.
#pragma once

#include "core/machine/warp.h"

namespace stridescope::machine {

// d = f(a), f(a, b), f(a, b, c). The functions take and return the bits of registers.
template <auto f>
void lanes1(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  Row* const rows = w.rows;
  std::uint64_t* const d = rows[s.d].data();
  const std::uint64_t* const a = rows[s.a].data();
  for_lanes(active, [=](int i) { d[i] = f(a[i]); });
}
template <auto f>
void lanes2(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  Row* const rows = w.rows;
  std::uint64_t* const d = rows[s.d].data();
  const std::uint64_t* const a = rows[s.a].data();
  const std::uint64_t* const b = rows[s.b].data();
  for_lanes(active, [=](int i) { d[i] = f(a[i], b[i]); });
}
template <auto f>
void lanes3(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  Row* const rows = w.rows;
  std::uint64_t* const d = rows[s.d].data();
  const std::uint64_t* const a = rows[s.a].data();
  const std::uint64_t* const b = rows[s.b].data();
  const std::uint64_t* const c = rows[s.c].data();
  for_lanes(active, [=](int i) { d[i] = f(a[i], b[i], c[i]); });
}
// The same with the step's mode as the last argument.
template <auto f>
void moded1(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  Row* const rows = w.rows;
  for_lanes(active,
            [&](int i) { rows[s.d][static_cast<std::size_t>(i)] = f(rows[s.a][static_cast<std::size_t>(i)], s.mode); });
}
template <auto f>
void moded2(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  Row* const rows = w.rows;
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    rows[s.d][i] = f(rows[s.a][i], rows[s.b][i], s.mode);
  });
}
template <auto f>
void moded3(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  Row* const rows = w.rows;
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    rows[s.d][i] = f(rows[s.a][i], rows[s.b][i], rows[s.c][i], s.mode);
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
