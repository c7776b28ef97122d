// Real numbers for people: a fixed number of digits, and thousands apart. Locale plays no part.
#include "core/base/number_text.h"

#include <cstdio>

namespace stridescope {

std::string fixed(double value, int digits) {
  char text[400];  // the largest double has 309 digits before the point
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string grouped(double value) {
  std::string text = fixed(value, 0);
  const std::size_t first = text[0] == '-' ? 1 : 0;
  if (text[first] < '0' || text[first] > '9') return text;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace stridescope
