// Fields of JSON that comes from outside: a runner, a file, another version. Whatever is in it, a field is of its kind
// or is not there; nothing here ends the program. The only place in the window where a JSON value is taken apart.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace stridescope::desktop::fields {

template <class Json>
const Json* find(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

template <class Json>
std::optional<std::string> text(const Json& value) {
  if (!value.is_string()) return std::nullopt;
  return value.template get<std::string>();
}
template <class Json>
std::optional<std::string> text(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::nullopt : text(*value);
}

template <class Json>
std::optional<bool> flag(const Json& object, const char* key) {
  const Json* value = find(object, key);
  if (value == nullptr || !value->is_boolean()) return std::nullopt;
  return value->template get<bool>();
}

template <class Json>
std::optional<double> number(const Json& value) {
  if (!value.is_number()) return std::nullopt;
  return value.template get<double>();
}
template <class Json>
std::optional<double> number(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::nullopt : number(*value);
}

// Whole numbers that fit; what is not whole, or too large, is none.
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
template <class Json>
std::optional<std::int64_t> integer(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value == nullptr ? std::nullopt : integer(*value);
}

// Its elements, or those of an empty list.
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

}  // namespace stridescope::desktop::fields
