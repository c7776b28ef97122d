// Divisibility without traps. INT64_MIN % -1 is undefined in C++ and stops x86 processors, although the result is
// clear; every division by a number of a program uses this function.
#pragma once

#include <cstdint>

namespace stridescope {

// True if `b`, not 0, divides `a`. For the smallest integer and -1, processors trap on the remainder as on the
// quotient, which does not fit.
inline bool divides(std::int64_t b, std::int64_t a) { return b == -1 || a % b == 0; }

}  // namespace stridescope
