// Reads the number at the beginning of a text, in each possible spelling.
#include "core/base/number_meant.h"

#include <algorithm>
#include <charconv>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::size_t most_digits = 18;
constexpr std::string_view cross = "\xC3\x97";

// The unread rest of a text.
struct Rest {
  std::string_view text;

  bool take(char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
  }
  // Digits, with at most one mark between any two of them.
  std::string digits() {
    std::string out;
    while (!text.empty()) {
      const bool mark = text[0] == '_' && !out.empty() && text.size() > 1 && is_digit(text[1]);
      if (!mark && !is_digit(text[0])) break;
      if (!mark) out.push_back(text[0]);
      text.remove_prefix(1);
    }
    return out;
  }
  bool skip_cross() {
    const std::size_t length = text.starts_with(cross)                          ? cross.size()
                               : text.starts_with('x') || text.starts_with('X') ? 1
                                                                                : 0;
    if (length == 0 || text.size() == length || !is_digit(text[length])) return false;
    text.remove_prefix(length);
    return true;
  }
};

std::string without_zeros(std::string digits) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

// Digits with the point moved to the right, or to the left over zeros; empty if the result is not an integer.
std::string whole(std::string digits, std::size_t behind_point, std::size_t exponent, bool down) {
  if (exponent > most_digits) return {};
  const std::size_t up = down ? 0 : exponent;
  const std::size_t cut = behind_point + (down ? exponent : 0);
  digits.append(up, '0');
  const std::size_t kept = digits.size() > cut ? digits.size() - cut : 0;
  if (digits.find_first_not_of('0', kept) != std::string::npos) return {};
  digits.resize(kept);
  if (digits.empty()) digits = "0";
  return without_zeros(std::move(digits));
}

}  // namespace

std::string decimal_meant(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (!hexadecimal && !text.starts_with("0b") && !text.starts_with("0B")) return {};
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + 2, end, value, hexadecimal ? 16 : 2);
  const bool whole = text.size() > 2 && read.ec == std::errc() && read.ptr == end && value < std::uint64_t{1} << 62;
  return whole ? cat(value) : std::string();
}

MeantNumber number_meant(std::string_view text) {
  const std::size_t plain = std::min(text.find_first_not_of("0123456789"), text.size());
  constexpr std::string_view marks = "._eExX\xC3";
  if (plain == text.size() || marks.find(text[plain]) == std::string_view::npos) return {};
  Rest rest = {text};
  std::string digits = rest.digits();
  if (digits.empty()) return {};
  std::string meant;
  if (digits != "0" && rest.skip_cross()) {
    meant = cat("(", without_zeros(std::move(digits)));
    do {
      const std::string extent = rest.digits();
      append_all(meant, ",", without_zeros(extent));
    } while (rest.skip_cross());
    meant += ')';
  } else {
    std::size_t behind_point = 0;
    if (rest.text.size() > 1 && rest.text[0] == '.' && is_digit(rest.text[1])) {
      rest.take('.');
      const std::string part = rest.digits();
      behind_point = part.size();
      digits += part;
    }
    std::string exponent = "0";
    bool down = false;
    if (rest.take('e') || rest.take('E')) {
      down = rest.take('-');
      if (!down) rest.take('+');
      exponent = rest.digits();
    }
    if (exponent.empty() || exponent.size() > 2) return {};
    const auto places = static_cast<std::size_t>(exponent.size() == 1 ? exponent[0] - '0'
                                                                      : (exponent[0] - '0') * 10 + exponent[1] - '0');
    meant = whole(std::move(digits), behind_point, places, down);
    if (meant.size() > most_digits) return {};
  }
  const std::size_t length = text.size() - rest.text.size();
  const bool goes_on = !rest.text.empty() && (is_word(rest.text[0]) || rest.text[0] == '.');
  if (meant.empty() || goes_on || meant == text.substr(0, length)) return {};
  return {length, std::move(meant)};
}

}  // namespace stridescope
