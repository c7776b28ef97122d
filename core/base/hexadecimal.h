// Hexadecimal numbers, in lower case.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope {

// The value of a digit of either case; -1 for any other character.
constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

inline std::string hex_digits(std::uint64_t number, int least_digits = 1) {
  int digits = least_digits;
  while (digits < 16 && number >> (4 * digits) != 0) ++digits;
  std::string out;
  while (digits-- > 0) out.push_back("0123456789abcdef"[number >> (4 * digits) & 15]);
  return out;
}

}  // namespace stridescope
