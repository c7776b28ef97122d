// Divisibility that cannot trap. INT64_MIN % -1 is undefined in C++ and stops x86 processors, although the answer is
// plain; every place that divides by what a program wrote asks here.
#pragma once

#include <cstdint>

namespace stridescope {

// True if `b`, not 0, divides `a`. Processors trap on the remainder of the smallest integer by -1 as on the quotient,
// which does not fit.
inline bool divides(std::int64_t b, std::int64_t a) { return b == -1 || a % b == 0; }

}  // namespace stridescope
