// Reading JSON that others wrote: a field that is missing or of another type reads as nothing, and nothing throws. What
// must be there, and of which type, is said by the shapes (core/base/json_shape.h) that a message is compared with
// first.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace stridescope::gpu {

using Json = nlohmann::ordered_json;

// JSON text of whatever is in it.
inline std::string json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Null when there is none: objects alone have fields, and null stands for none.
inline const Json* field(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

inline bool has_field(const Json& object, const char* key) { return field(object, key) != nullptr; }

// A text as it is, anything else as JSON.
inline std::string plain(const Json& value) {
  const auto* text = value.get_ptr<const std::string*>();
  return text != nullptr ? *text : json_text(value);
}
inline std::string words(const Json& object, const char* key) {
  const Json* found = field(object, key);
  return found != nullptr ? plain(*found) : std::string();
}

// A text, and nothing else.
inline std::string text_field(const Json& object, const char* key) {
  const Json* found = field(object, key);
  return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

inline std::optional<double> number(const Json& object, const char* key) {
  const Json* found = field(object, key);
  if (found == nullptr || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

// 0 for what is no number, or does not fit.
inline std::int64_t integer(const Json& value) {
  if (!value.is_number()) return 0;
  const auto x = value.get<double>();
  return x > -9e18 && x < 9e18 ? static_cast<std::int64_t>(x) : 0;
}
inline std::int64_t integer(const Json& object, const char* key) {
  const Json* found = field(object, key);
  return found != nullptr ? integer(*found) : 0;
}

inline bool flag(const Json& object, const char* key) {
  const Json* found = field(object, key);
  return found != nullptr && found->is_boolean() && found->get<bool>();
}

inline const Json& part(const Json& object, const char* key) {
  static const Json none = Json::object();
  const Json* found = field(object, key);
  return found != nullptr && found->is_object() ? *found : none;
}

inline const Json& list(const Json& object, const char* key) {
  static const Json none = Json::array();
  const Json* found = field(object, key);
  return found != nullptr && found->is_array() ? *found : none;
}

// The i-th item; null where there is none.
inline const Json& item(const Json& array, std::size_t i) {
  static const Json none;
  return array.is_array() && i < array.size() ? array[i] : none;
}

}  // namespace stridescope::gpu
