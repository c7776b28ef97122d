// std::bit_cast, which libc++ 13 does not have.
#pragma once

namespace stridescope {

// The bits of a value as a value of another type of the same size.
template <class To, class From>
constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

}  // namespace stridescope
