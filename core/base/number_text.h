// Real numbers as people read them.
#pragma once

#include <string>

namespace stridescope {

// With the given number of decimals: fixed(2.345, 1) is "2.3". A value that is not a number is "nan" or "inf".
std::string fixed(double value, int digits);
// Whole, with commas between thousands: "49,178", "-1,000".
std::string grouped(double value);

}  // namespace stridescope
