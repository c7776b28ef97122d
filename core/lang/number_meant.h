// Numbers as people and other languages write them, which are no integers of this one: with a point or an exponent,
// with marks between digits, and extents with a cross between.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stridescope {

// What is meant, as it is written here, and how many bytes of the text say it.
struct MeantNumber {
  std::size_t length = 0;  // 0: nothing is meant
  std::string text;
};

// Of the number that the text begins with, all of it up to a character that can be no part of one. Nothing for what is
// an integer already, is not whole, or has more than 18 digits.
//   "1e3:1" is 1000, "8.0" is 8, "1_000" is 1000, "4x8" and "4×8" are (4,8)
MeantNumber number_meant(std::string_view text);

// Of 0x10 or 0b101 the decimal number; empty where that is none, or a large one.
std::string decimal_meant(std::string_view text);

}  // namespace stridescope
