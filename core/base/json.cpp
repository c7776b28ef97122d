// The parts of writing JSON that are not inline: quoting a text, with malformed UTF-8 replaced, and real numbers, which
// must be finite in JSON.
#include "core/base/json.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/utf.h"

namespace stridescope {

void JsonWriter::quote(std::string_view text) {
  out_.push_back('"');
  const auto is_plain = [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t plain = i;  // most characters
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    if (plain > i) {
      out_.append(text.substr(i, plain - i));
      i = plain;
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x80) {
      const std::size_t length = utf8_sequence(text, i);
      if (length == 0) {
        out_.append("\xef\xbf\xbd");  // U+FFFD: malformed input must not make malformed JSON
        ++i;
      } else {
        out_.append(text.substr(i, length));
        i += length;
      }
      continue;
    }
    ++i;
    switch (byte) {
      case '"':
        out_.append("\\\"");
        break;
      case '\\':
        out_.append("\\\\");
        break;
      case '\n':
        out_.append("\\n");
        break;
      case '\t':
        out_.append("\\t");
        break;
      default: {
        constexpr char hex[] = "0123456789abcdef";
        out_.append("\\u00");
        out_.push_back(hex[byte >> 4]);
        out_.push_back(hex[byte & 15]);
      }
    }
  }
  out_.push_back('"');
}

void JsonWriter::real(double x) {
  comma();
  if (!(x > -9e12 && x < 9e12)) {
    append_text(out_, x > -9e15 && x < 9e15 ? static_cast<std::int64_t>(x) : std::int64_t{0});
    return;
  }
  const bool negative = x < 0;
  const auto millionths = static_cast<std::int64_t>(std::llround((negative ? -x : x) * 1e6));
  append_all(out_, negative && millionths != 0 ? "-" : "", millionths / 1000000);
  std::int64_t rest = millionths % 1000000;
  if (rest == 0) return;
  std::string digits(6, '0');
  for (std::size_t i = 6; i-- > 0; rest /= 10) digits[i] = static_cast<char>('0' + rest % 10);
  while (digits.back() == '0') digits.pop_back();
  append_all(out_, '.', digits);
}

void JsonWriter::exact(double x) {
  comma();
  if (!std::isfinite(x)) {
    out_.append("null");
    return;
  }
  if (std::signbit(x)) out_.push_back('-');
  x = std::fabs(x);
  // 15 digits suffice for any number with at most 15 digits; 17 always suffice.
  char text[40];
  for (int digits = 15; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*e", digits - 1, x);
    if (std::strtod(text, nullptr) == x) break;
  }
  // Skips the decimal point: the locale decides its character.
  const std::string_view written = text;
  const std::size_t e = written.find('e');
  std::string digits(1, written[0]);
  digits.append(written.substr(2, e - 2));
  digits.erase(std::max<std::size_t>(digits.find_last_not_of('0') + 1, 1));
  const int before = std::atoi(text + e + 1) + 1;  // digits before the point
  const int count = static_cast<int>(digits.size());
  constexpr int most_before = 15;
  constexpr int most_zeros = 3;  // after the point
  if (count <= before && before <= most_before) {
    append_all(out_, digits, std::string(static_cast<std::size_t>(before - count), '0'), ".0");
  } else if (0 < before && before <= most_before) {
    append_all(out_, digits.substr(0, static_cast<std::size_t>(before)), '.',
               digits.substr(static_cast<std::size_t>(before)));
  } else if (-most_zeros <= before && before <= 0) {
    append_all(out_, "0.", std::string(static_cast<std::size_t>(-before), '0'), digits);
  } else {
    const int power = std::abs(before - 1);
    append_all(out_, digits.substr(0, 1), count > 1 ? "." : "", digits.substr(1), 'e', before < 1 ? '-' : '+',
               power < 10 ? "0" : "", power);
  }
}

}  // namespace stridescope
