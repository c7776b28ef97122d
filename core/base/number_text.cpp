// Real numbers for users: a fixed number of digits, and separated thousands. Independent of the locale.
#include "core/base/number_text.h"

#include <cstdint>
#include <cstdio>

namespace stridescope {

std::string fixed(double value, int digits) {
  char text[400];  // the largest double has 309 digits before the point
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string quotient(std::int64_t n, std::int64_t d, int decimals) {
  std::string out = std::to_string(n / d);
  std::int64_t rest = n % d;
  if (rest == 0) return out;
  // Long division: the remainder is below d, and 10 d may exceed 64 bits.
  std::string digits;
  for (int i = 0; i < decimals; ++i) {
    char digit = '0';
    std::int64_t sum = 0;
    for (int k = 0; k < 10; ++k) {
      if (sum >= d - rest) {
        sum -= d - rest;
        ++digit;
      } else {
        sum += rest;
      }
    }
    digits += digit;
    rest = sum;
  }
  const bool up = rest >= d - rest;
  std::string text = out + digits;
  for (std::size_t at = text.size(); up;) {
    if (at == 0) {
      text.insert(0, 1, '1');
      break;
    }
    char& digit = text[--at];
    if (digit != '9') {
      ++digit;
      break;
    }
    digit = '0';
  }
  if (decimals > 0) text.insert(text.size() - static_cast<std::size_t>(decimals), 1, '.');
  return text;
}

std::string percent_text(std::int64_t n, std::int64_t d) {
  if (d == 0) return "0%";
  // 100 n / d, with the hundreds of the whole part separate.
  constexpr std::int64_t most = INT64_MAX / 100;
  return n <= most ? quotient(100 * n, d, 1) + '%'
                   : fixed(100 * (static_cast<double>(n) / static_cast<double>(d)), 1) + '%';
}

std::string grouped(double value) {
  std::string text = fixed(value, 0);
  const std::size_t first = text[0] == '-' ? 1 : 0;
  if (text[first] < '0' || text[first] > '9') return text;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace stridescope
