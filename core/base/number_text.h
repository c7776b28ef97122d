// Real numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope {

// With the given number of decimals: fixed(2.345, 1) is "2.3". A value that is not a number is "nan" or "inf".
std::string fixed(double value, int digits);
// n / d to the nearest of that many decimals, halves upwards; without decimals where d divides n: quotient(536870912,
// 4800000, 2) is "111.85", quotient(6, 3, 2) is "2". pre: n >= 0, d > 0.
std::string quotient(std::int64_t n, std::int64_t d, int decimals);
// n of d in percent, with a decimal unless it is whole: "66.7%"; "0%" of nothing. pre: n >= 0, d >= 0.
std::string percent_text(std::int64_t n, std::int64_t d);
// Whole, with commas between thousands: "49,178", "-1,000".
std::string grouped(double value);

}  // namespace stridescope
