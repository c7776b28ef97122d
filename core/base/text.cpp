// Joins the parts of cat() and append_all(): out of line, so that each of the hundreds of calls costs only a table of
// parts.
#include "core/base/text.h"

#include <charconv>

namespace stridescope {

void TextPart::append_to(std::string& out) const {
  if (kind_ == Kind::text) {
    out.append(text_, static_cast<std::size_t>(size_));
    return;
  }
  if (kind_ == Kind::terminated) {
    out.append(text_);
    return;
  }
  if (kind_ == Kind::character) {
    out.push_back(static_cast<char>(size_));
    return;
  }
  char digits[24];
  const bool negative = kind_ == Kind::integer && static_cast<std::int64_t>(size_) < 0;
  if (negative) out.push_back('-');
  // The magnitude of the smallest integer is right, too: unsigned numbers wrap.
  out.append(digits, std::to_chars(digits, digits + sizeof digits, negative ? 0 - size_ : size_).ptr);
}

void append_parts(std::string& out, const TextPart* parts, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) parts[i].append_to(out);
}

std::string join_parts(const TextPart* parts, std::size_t count) {
  std::string out;
  append_parts(out, parts, count);
  return out;
}

void append_xml(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<':
        out.append("&lt;");
        break;
      case '>':
        out.append("&gt;");
        break;
      case '&':
        out.append("&amp;");
        break;
      case '"':
        out.append("&quot;");
        break;
      default:
        out.push_back(c);
    }
  }
}

}  // namespace stridescope
