// Real numbers as text for users: fixed decimals, percent, thousands.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope {

// A number with the given number of decimals: fixed(2.345, 1) is "2.3". NaN and infinities are "nan" and "inf".
std::string fixed(double value, int digits);
// n / d rounded to that many decimals, halves upwards; without decimals if d divides n: quotient(536870912, 4800000, 2)
// is "111.85", quotient(6, 3, 2) is "2". pre: n >= 0, d > 0.
std::string quotient(std::int64_t n, std::int64_t d, int decimals);
// n of d in percent, with one decimal unless it is an integer: "66.7%"; "0%" for d = 0. pre: n >= 0, d >= 0.
std::string percent_text(std::int64_t n, std::int64_t d);
// An integer with commas between thousands: "49,178", "-1,000".
std::string grouped(double value);

}  // namespace stridescope
