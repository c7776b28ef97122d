// Reads numbers in spellings that are not integers of this language: with a point or an exponent, with marks between
// digits, and extents joined by a cross.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stridescope {

// The intended number in our spelling, and the number of bytes in the text.
struct MeantNumber {
  std::size_t length = 0;  // 0: not a number
  std::string text;
};

// The number at the begin of the text, all of it up to a character that cannot be part of one. Nothing for a number
// that is already an integer, is not whole, or has more than 18 digits.
//   "1e3:1" is 1000, "8.0" is 8, "1_000" is 1000, "4x8" and "4×8" are (4,8)
MeantNumber number_meant(std::string_view text);

// The decimal number of 0x10 or 0b101; empty for other text, or a large number.
std::string decimal_meant(std::string_view text);

}  // namespace stridescope
