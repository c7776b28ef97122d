// Reads JSON text: results of the runner, requests to the door. The text may be hostile, so size, nesting and the
// number of values are limited, and malformed text gives no value instead of a partial one. core/base/json.h writes
// JSON; core/base/archive.h reads and writes records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope {

// Limits of a text. Bytes of the whole text.
inline constexpr std::size_t max_json_bytes = 64 << 20;
// Levels of nested brackets.
inline constexpr int max_json_depth = 64;
// Integers up to this size, 2^53 - 1, are exact; beyond it, doubles skip integers.
inline constexpr std::int64_t max_json_integer = (std::int64_t{1} << 53) - 1;
// Values of any kind, including lists and objects, at about 100 bytes each; names of members do not count.
inline constexpr std::size_t max_json_values = 4 << 20;

// One value. A question about what is missing or of another type is answered with nothing instead of an error: 0, "",
// false, an empty list, a null. So `result["measured"]["counters"].members()` needs no test on the way, and whoever
// must tell a missing member from a zero asks `has` or `is_number`. A boolean is a number too: 1 or 0.
// References that are returned live as long as the value that was parsed, or for ever where they are to nothing.
//
//   const auto json = JsonValue::parse(R"({"a":[1,2.5],"b":null})");
//   (*json)["a"].at(1).number()   // 2.5
//   (*json)["c"]["d"].string()    // "", json->has("c") is false, json->has("b") is true
//
class JsonValue {
 public:
  // Empty for malformed JSON, for anything but white space after the value, and beyond a limit. Time and memory are
  // linear in the text.
  // numbers   the nearest double, which can be 0; a number beyond all doubles is malformed, so none is infinite. `.5`,
  //           `5.` and leading zeros are accepted, too.
  // strings   UTF-8 verbatim, unchecked; escapes become UTF-8, half of a surrogate pair U+FFFD. A raw control
  //           character is malformed.
  static std::optional<JsonValue> parse(std::string_view text);
  // The same, but a value that nests beyond the limit is omitted, unchecked, and sets `too_deep`: the rest of such a
  // text still has the id of its request.
  static std::optional<JsonValue> parse_shallow(std::string_view text, bool& too_deep);

  // The number of texts that the process has parsed: a test checks that each line is parsed once.
  static std::size_t parsed();

  // The member of an object; of repeated names the last one, as in JavaScript: the checked value must be the used
  // value. Linear in the number of members.
  const JsonValue& operator[](std::string_view key) const;
  // Also true for a member that is null.
  bool has(std::string_view key) const { return find(key) != nullptr; }
  // The items of a list, in order; empty for any other value.
  const std::vector<JsonValue>& items() const { return items_; }
  // The i-th item, or the null value.
  const JsonValue& at(std::size_t i) const;
  // The members of an object in the order of the text, with repeated names; empty for any other value.
  const std::vector<std::pair<std::string, JsonValue>>& members() const { return members_; }
  // The text of a string, without quotation marks and escapes; else "".
  const std::string& string() const;
  // The digits of a number, verbatim; else "".
  std::string_view digits() const { return kind_ == Kind::number ? std::string_view(string_) : std::string_view(); }
  // A number written without a fraction and without an exponent.
  bool is_whole() const { return is_number() && string_.find_first_of(".eE") == std::string::npos; }
  // The kind; exactly one of the six is true. A missing value is null.
  bool is_null() const { return kind_ == Kind::null; }
  bool is_boolean() const { return kind_ == Kind::boolean; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_string() const { return kind_ == Kind::string; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }
  // The number; 1 for `true`; otherwise 0.
  double number() const { return number_; }
  // The number without its fraction, towards 0; 0 if its magnitude exceeds max_json_integer.
  std::int64_t integer() const;
  bool boolean() const { return kind_ == Kind::boolean && number_ != 0; }

 private:
  friend class JsonReader;
  friend void append_json(std::string& out, const JsonValue& value, bool verbatim);
  enum class Kind { null, boolean, number, string, array, object };
  // Null if the object has no such member.
  const JsonValue* find(std::string_view key) const;

  Kind kind_ = Kind::null;
  // Also a boolean: 1 or 0.
  double number_ = 0;
  std::string string_;  // also a number's digits
  std::vector<JsonValue> items_;
  std::vector<std::pair<std::string, JsonValue>> members_;
};

// Appends the value as JSON text, on one line without blanks. Numbers are rounded to six decimals, and those beyond
// 9e15 become 0; with `verbatim` they keep their digits. Members keep their order. The text can be parsed again.
void append_json(std::string& out, const JsonValue& value, bool verbatim = false);

}  // namespace stridescope
