// Access to JSON fields for tests: a field that is missing or has another type yields an empty result; nothing throws
// or ends the program. For nlohmann/json values, which the product does not use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stridescope::fields {

// Null if absent: only objects have fields, and a null value counts as absent.
template <class Json>
const Json* find(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}
template <class Json>
bool has(const Json& object, const char* key) {
  return find(object, key) != nullptr;
}

// --- a value of the given kind, or empty ---

template <class Json>
std::optional<std::string> text(const Json& value) {
  if (!value.is_string()) return std::nullopt;
  return value.template get<std::string>();
}
template <class Json>
std::optional<bool> flag(const Json& value) {
  if (!value.is_boolean()) return std::nullopt;
  return value.template get<bool>();
}
template <class Json>
std::optional<double> number(const Json& value) {
  if (!value.is_number()) return std::nullopt;
  return value.template get<double>();
}
// Empty if x is not an integer, or is out of range.
inline std::optional<std::int64_t> whole(double x) {
  constexpr double limit = 9223372036854775808.0;
  if (!(x >= -limit && x < limit)) return std::nullopt;
  const auto out = static_cast<std::int64_t>(x);
  return static_cast<double>(out) == x ? std::optional(out) : std::nullopt;
}
template <class Json>
std::optional<std::int64_t> integer(const Json& value) {
  if (value.is_number_unsigned() && value.template get<std::uint64_t>() > INT64_MAX) return std::nullopt;
  if (value.is_number_integer()) return value.template get<std::int64_t>();
  const auto real = number(value);
  return real ? whole(*real) : std::nullopt;
}

// --- the same for a field ---

template <class Json>
std::optional<std::string> text(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::nullopt : text(*value);
}
template <class Json>
std::optional<bool> flag(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::nullopt : flag(*value);
}
template <class Json>
std::optional<double> number(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::nullopt : number(*value);
}
template <class Json>
std::optional<std::int64_t> integer(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::nullopt : integer(*value);
}

// --- any value as text ---

// JSON; invalid UTF-8 is replaced.
template <class Json>
std::string printed(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}
// A string verbatim, other values as JSON; empty for a missing field.
template <class Json>
std::string words(const Json& value) {
  const auto plain = text(value);
  return plain ? *plain : printed(value);
}
template <class Json>
std::string words(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::string() : words(*value);
}

// --- parts; an empty one for a missing part ---

template <class Json>
const Json& list(const Json& object, const char* key) {
  static const Json none = Json::array();
  const Json* value = find(object, key);
  return value != nullptr && value->is_array() ? *value : none;
}
template <class Json>
const Json& part(const Json& object, const char* key) {
  static const Json none = Json::object();
  const Json* value = find(object, key);
  return value != nullptr && value->is_object() ? *value : none;
}
// The i-th item of a list; otherwise null.
template <class Json>
const Json& item(const Json& array, std::size_t i) {
  static const Json none;
  return array.is_array() && i < array.size() ? array[i] : none;
}

}  // namespace stridescope::fields
