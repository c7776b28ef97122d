// Extracts the integers from a text, with signs, and ignores other characters; an integer beyond 2^53 stops growing
// instead of wrapping.
#include "core/base/integers.h"

namespace stridescope {

std::vector<std::int64_t> integers_in(std::string_view text) {
  std::vector<std::int64_t> out;
  bool inside = false;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !inside) out.push_back(0);
    if (digit && out.back() < (1LL << 53)) out.back() = out.back() * 10 + (c - '0');
    inside = digit;
  }
  return out;
}

}  // namespace stridescope
