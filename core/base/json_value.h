// Reading JSON text: what the runner measured comes back as JSON, and pictures are made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope {

// Caps of a text that is read.
inline constexpr std::size_t max_json_bytes = 64 << 20;
inline constexpr int max_json_depth = 64;
inline constexpr std::size_t max_json_values = 4 << 20;  // about 100 bytes each

// One value. What is missing or of another type reads as nothing: 0, "", an empty list.
class JsonValue {
 public:
  // Nothing for what is no JSON, or exceeds a cap. Numbers are as near as a double of them, exact for integers below
  // 2^53; escapes become UTF-8.
  static std::optional<JsonValue> parse(std::string_view text);

  const JsonValue& operator[](std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  const std::vector<JsonValue>& items() const { return items_; }
  // The i-th item, or nothing's value.
  const JsonValue& at(std::size_t i) const;
  const std::vector<std::pair<std::string, JsonValue>>& members() const { return members_; }
  const std::string& string() const { return string_; }
  bool is_null() const { return kind_ == Kind::null; }
  bool is_boolean() const { return kind_ == Kind::boolean; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_string() const { return kind_ == Kind::string; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }
  double number() const { return number_; }
  std::int64_t integer() const;
  bool boolean() const { return kind_ == Kind::boolean && number_ != 0; }

 private:
  friend class JsonReader;
  friend void append_json(std::string& out, const JsonValue& value);
  enum class Kind { null, boolean, number, string, array, object };
  const JsonValue* find(std::string_view key) const;

  Kind kind_ = Kind::null;
  double number_ = 0;
  std::string string_;
  std::vector<JsonValue> items_;
  std::vector<std::pair<std::string, JsonValue>> members_;
};

// The value as JSON text; numbers with at most six decimals.
void append_json(std::string& out, const JsonValue& value);

}  // namespace stridescope
