// Reads JSON text, which may be hostile: nesting is limited, numbers become the nearest doubles, and malformed text
// gives no value instead of a partial one.
#include "core/base/json_value.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "core/base/characters.h"
#include "core/base/depth.h"
#include "core/base/hexadecimal.h"
#include "core/base/json.h"
#include "core/base/text.h"

namespace stridescope {

class JsonReader {
 public:
  inline static std::atomic<std::size_t> parsed = 0;

  explicit JsonReader(std::string_view text, bool* too_deep = nullptr) : text_(text), too_deep_(too_deep) {}

  bool document(JsonValue& out) {
    ++parsed;
    if (!value(out)) return false;
    blanks();
    return at_ == text_.size();
  }

 private:
  using Kind = JsonValue::Kind;

  void blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool take(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view w) {
    if (text_.substr(at_, w.size()) != w) return false;
    at_ += w.size();
    return true;
  }

  bool value(JsonValue& out) {
    const Deeper level(depth_);
    if (++values_ > max_json_values) return false;
    blanks();
    if (!level.ok()) return too_deep_ != nullptr && skipped();
    if (at_ >= text_.size()) return false;
    switch (text_[at_]) {
      case '{':
        return object(out);
      case '[':
        return array(out);
      case '"':
        out.kind_ = Kind::string;
        return string(out.string_);
      case 't':
        out.kind_ = Kind::boolean;
        out.number_ = 1;
        return word("true");
      case 'f':
        out.kind_ = Kind::boolean;
        return word("false");
      case 'n':
        return word("null");
      default: {
        out.kind_ = Kind::number;
        const std::size_t begin = at_;
        if (!number(out.number_)) return false;
        out.string_ = text_.substr(begin, at_ - begin);
        return true;
      }
    }
  }

  // Skips to the end of a list or an object, by its brackets alone.
  bool skipped() {
    *too_deep_ = true;
    std::size_t open = 0;
    bool quoted = false;
    do {
      if (at_ >= text_.size()) return false;
      const char c = text_[at_++];
      if (c == '\\') {
        ++at_;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == '[' || c == '{')) {
        ++open;
      } else if (!quoted && (c == ']' || c == '}')) {
        if (open == 0) return false;
        --open;
      }
    } while (open > 0 || quoted);
    return true;
  }

  bool object(JsonValue& out) {
    out.kind_ = Kind::object;
    ++at_;
    if (take('}')) return true;
    do {
      blanks();
      if (at_ >= text_.size() || text_[at_] != '"') return false;
      auto& member = out.members_.emplace_back();
      if (!string(member.first) || !take(':') || !value(member.second)) return false;
    } while (take(','));
    return take('}');
  }

  bool array(JsonValue& out) {
    out.kind_ = Kind::array;
    ++at_;
    if (take(']')) return true;
    do {
      if (!value(out.items_.emplace_back())) return false;
    } while (take(','));
    return take(']');
  }

  bool hex(std::uint32_t& out) {
    out = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      if (at_ >= text_.size()) return false;
      const int digit = hex_digit(text_[at_]);
      if (digit < 0) return false;
      out = out * 16 + static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  static void append_utf8(std::string& out, std::uint32_t c) {
    const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xc0 | c >> 6), put(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
      put(0xe0 | c >> 12), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
    } else {
      put(0xf0 | c >> 18), put(0x80 | (c >> 12 & 0x3f)), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
    }
  }

  bool escaped(std::string& out) {
    if (at_ >= text_.size()) return false;
    const char c = text_[at_++];
    static constexpr std::string_view from = "\"\\/bfnrt";
    static constexpr std::string_view to = "\"\\/\b\f\n\r\t";
    const std::size_t simple = from.find(c);
    if (simple != std::string_view::npos) {
      out.push_back(to[simple]);
      return true;
    }
    std::uint32_t code = 0;
    if (c != 'u' || !hex(code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
      at_ += 2;
      std::uint32_t low = 0;
      if (!hex(low)) return false;
      code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
    } else if (code >= 0xd800 && code < 0xe000) {
      code = 0xfffd;
    }
    append_utf8(out, code);
    return true;
  }

  bool string(std::string& out) {
    ++at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return true;
      if (c != '\\') {
        if (static_cast<unsigned char>(c) < 0x20) return false;
        out.push_back(c);
      } else if (!escaped(out)) {
        return false;
      }
    }
    return false;
  }

  // The double nearest to the digits of `written`, whose last digit counts 10^scale. The decimal point is skipped: the
  // locale decides its character.
  static double nearest(std::string_view written, std::int64_t scale) {
    std::string digits;
    for (const char c : written) {
      if (is_digit(c)) digits.push_back(c);
    }
    return std::strtod(cat(digits, 'e', scale).c_str(), nullptr);
  }

  bool number(double& out) {
    const bool negative = word("-");
    const std::size_t begin = at_;
    bool any = false;
    bool exact = true;  // the mantissa contains all digits
    std::int64_t scale = 0;
    std::int64_t mantissa = 0;
    const auto digits = [&](bool fraction) {
      for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
        any = true;
        scale -= fraction ? 1 : 0;
        exact = exact && mantissa < max_json_integer / 10;
        if (exact) mantissa = mantissa * 10 + (text_[at_] - '0');
      }
    };
    digits(false);
    if (word(".")) digits(true);
    if (!any) return false;
    const std::string_view written = text_.substr(begin, at_ - begin);
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      const bool down = word("-");
      if (!down) word("+");
      std::int64_t exponent = 0;
      bool some = false;
      for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
        some = true;
        // Larger than the number of digits of any text.
        if (exponent < std::int64_t{1} << 40) exponent = exponent * 10 + (text_[at_] - '0');
      }
      if (!some) return false;
      scale += down ? -exponent : exponent;
    }
    double size = 0;
    constexpr std::int64_t exact_power = 22;  // 10^22 is the largest power that a double has exactly
    if (exact && -exact_power <= scale && scale <= exact_power) {
      double power = 1;
      for (std::int64_t i = 0; i < std::abs(scale); ++i) power *= 10;
      // Both operands are exact, so the result is the nearest double.
      size = scale < 0 ? static_cast<double>(mantissa) / power : static_cast<double>(mantissa) * power;
    } else {
      size = nearest(written, scale);
    }
    out = negative ? -size : size;
    return std::isfinite(out);
  }

  std::string_view text_;
  bool* too_deep_;
  std::size_t at_ = 0;
  std::size_t values_ = 0;
  Depth depth_{max_json_depth + 1};  // the outermost value is a level, too
};

namespace {

const JsonValue& no_value() {
  static const JsonValue none;
  return none;
}

const std::string& no_text() {
  static const std::string none;
  return none;
}

}  // namespace

std::optional<JsonValue> JsonValue::parse(std::string_view text) {
  if (text.size() > max_json_bytes) return std::nullopt;
  JsonValue out;
  if (!JsonReader(text).document(out)) return std::nullopt;
  return out;
}

std::size_t JsonValue::parsed() { return JsonReader::parsed; }

std::optional<JsonValue> JsonValue::parse_shallow(std::string_view text, bool& too_deep) {
  if (text.size() > max_json_bytes) return std::nullopt;
  JsonValue out;
  if (!JsonReader(text, &too_deep).document(out)) return std::nullopt;
  return out;
}

// Finds the last of equal keys, as JavaScript does: the checked value must be the used value.
const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found =
      std::find_if(members_.rbegin(), members_.rend(), [key](const auto& member) { return member.first == key; });
  return found != members_.rend() ? &found->second : nullptr;
}

const JsonValue& JsonValue::operator[](std::string_view key) const {
  const JsonValue* found = find(key);
  return found != nullptr ? *found : no_value();
}

const JsonValue& JsonValue::at(std::size_t i) const { return i < items_.size() ? items_[i] : no_value(); }

const std::string& JsonValue::string() const { return kind_ == Kind::string ? string_ : no_text(); }

std::int64_t JsonValue::integer() const {
  constexpr auto most = static_cast<double>(max_json_integer);
  if (!(number_ >= -most && number_ <= most)) return 0;
  return static_cast<std::int64_t>(number_);
}

void append_json(std::string& out, const JsonValue& value, bool verbatim) {
  switch (value.kind_) {
    case JsonValue::Kind::null:
      out.append("null");
      return;
    case JsonValue::Kind::boolean:
      out.append(value.boolean() ? "true" : "false");
      return;
    case JsonValue::Kind::number:
      if (verbatim) {
        out.append(value.string_);
      } else {
        JsonWriter(out).real(value.number_);
      }
      return;
    case JsonValue::Kind::string: {
      JsonWriter(out).string(value.string_);
      return;
    }
    case JsonValue::Kind::array: {
      out.push_back('[');
      for (std::size_t i = 0; i < value.items_.size(); ++i) {
        if (i > 0) out.push_back(',');
        append_json(out, value.items_[i], verbatim);
      }
      out.push_back(']');
      return;
    }
    case JsonValue::Kind::object: {
      out.push_back('{');
      for (std::size_t i = 0; i < value.members_.size(); ++i) {
        if (i > 0) out.push_back(',');
        JsonWriter(out).string(value.members_[i].first);
        out.push_back(':');
        append_json(out, value.members_[i].second, verbatim);
      }
      out.push_back('}');
      return;
    }
  }
}

}  // namespace stridescope
