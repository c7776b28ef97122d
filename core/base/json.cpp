// The two parts of writing JSON that are not inline: quoting a text, with malformed UTF-8 replaced, and real numbers,
// which JSON has only finite ones of.
#include "core/base/json.h"

#include <cmath>

#include "core/base/utf.h"

namespace stridescope {

void JsonWriter::quote(std::string_view text) {
  out_.push_back('"');
  const auto is_plain = [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t plain = i;  // nearly all of it
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

}  // namespace stridescope
