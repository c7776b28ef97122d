// Compares a JSON value with a table of what must be there, and says the first difference by its path: "verify.checked
// is no integer". Recursion is bounded by the shape, which is ours, never by the value, which is not.
#include "core/base/json_shape.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr double largest_number = 1e18;
constexpr auto largest_integer = static_cast<double>(max_json_integer);

Term kind_of(const JsonValue& value) {
  if (value.is_boolean()) return term("true or false");
  if (value.is_number()) return term("a number");
  if (value.is_string()) return term("a text");
  if (value.is_array()) return term("a list");
  return value.is_object() ? term("an object") : term("null");
}

Term name_of(JsonShape::Kind kind) {
  switch (kind) {
    case JsonShape::Kind::any:
      break;
    case JsonShape::Kind::boolean:
      return term("true or false");
    case JsonShape::Kind::text:
    case JsonShape::Kind::word:
      return term("a text");
    case JsonShape::Kind::number:
      return term("a number");
    case JsonShape::Kind::amount:
      return term("a number of 0 to 1e18");
    case JsonShape::Kind::integer:
      return term("an integer");
    case JsonShape::Kind::count:
      return term("a whole number of 0 to 2^53");
    case JsonShape::Kind::list:
      return term("a list");
    case JsonShape::Kind::table:
    case JsonShape::Kind::object:
      return term("an object");
  }
  return term("a value");
}

// Walks value and shape together. The depth is that of the shape, which is a table of ours.
class Comparison {
 public:
  bool matches(const JsonValue& value, const JsonShape& shape, const std::string& path) {
    using Kind = JsonShape::Kind;
    switch (shape.kind) {
      case Kind::any:
        return true;
      case Kind::boolean:
        return value.is_boolean() || wrong(value, shape, path);
      case Kind::text:
        if (!value.is_string()) return wrong(value, shape, path);
        return value.string().size() <= shape.most ||
               flaw(path, say("has {} {byte|bytes}, more than {}", value.string().size(), shape.most));
      case Kind::word:
        if (!value.is_string()) return wrong(value, shape, path);
        return std::find(shape.words.begin(), shape.words.end(), value.string()) != shape.words.end() ||
               unknown(path, shape);
      case Kind::number:
      case Kind::amount:
      case Kind::integer:
      case Kind::count:
        return number(value, shape, path);
      case Kind::list:
        return list(value, shape, path);
      case Kind::table:
        return object(value, shape, path) && table(value, shape, path);
      case Kind::object:
        return object(value, shape, path);
    }
    return false;
  }

  Message what;

 private:
  bool flaw(const std::string& path, const Message& problem) {
    what = path.empty() ? say("it {}", problem) : say("'{}' {}", path, problem);
    return false;
  }
  bool wrong(const JsonValue& value, const JsonShape& shape, const std::string& path) {
    return flaw(path, say("is {}, not {}", kind_of(value), name_of(shape.kind)));
  }
  bool unknown(const std::string& path, const JsonShape& shape) {
    std::string words;
    for (const std::string_view word : shape.words) append_all(words, words.empty() ? "" : ", ", word);
    return flaw(path, say("is none of {}", words));
  }

  bool number(const JsonValue& value, const JsonShape& shape, const std::string& path) {
    using Kind = JsonShape::Kind;
    const bool whole = shape.kind == Kind::integer || shape.kind == Kind::count;
    const bool negative = shape.kind == Kind::number || shape.kind == Kind::integer;
    if (!value.is_number()) return wrong(value, shape, path);
    const double x = value.number();
    const double most = whole ? largest_integer : largest_number;
    // Comparisons that an infinity and what is no number fail.
    const bool good = x >= (negative ? -most : 0) && x <= most && (!whole || std::floor(x) == x);
    return good || flaw(path, say("is not {}", name_of(shape.kind)));
  }

  bool list(const JsonValue& value, const JsonShape& shape, const std::string& path) {
    if (!value.is_array()) return wrong(value, shape, path);
    const std::size_t size = value.items().size();
    if (size < shape.least || size > shape.most) {
      return flaw(path, say("has {} {item|items}, not {} to {}", size, shape.least, shape.most));
    }
    for (std::size_t i = 0; shape.item != nullptr && i < size; ++i) {
      if (!matches(value.items()[i], *shape.item, cat(path, '[', i, ']'))) return false;
    }
    return true;
  }

  bool object(const JsonValue& value, const JsonShape& shape, const std::string& path) {
    if (!value.is_object()) return wrong(value, shape, path);
    if (!names_differ(value, path)) return false;
    const std::string before = path.empty() ? path : path + '.';
    for (const JsonField& field : shape.fields) {
      const JsonValue& member = value[field.name];
      if (!member.is_null()) {
        if (!matches(member, *field.shape, cat(before, field.name))) return false;
      } else if (field.required) {
        return flaw(cat(before, field.name), say("is missing"));
      }
    }
    for (const auto& [name, member] : value.members()) {
      if (shape.item == nullptr) break;
      const std::string_view key = name;
      const bool known = std::any_of(shape.fields.begin(), shape.fields.end(),
                                     [key](const JsonField& field) { return field.name == key; });
      // A name from outside may be long.
      if (!known && !member.is_null() && !matches(member, *shape.item, before + name.substr(0, 64))) return false;
    }
    return true;
  }

  // Which of two members of one name is read is chance.
  bool names_differ(const JsonValue& value, const std::string& path) {
    std::vector<std::string_view> names;
    for (const auto& member : value.members()) names.push_back(member.first);
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    return twice == names.end() || flaw(path, say("names '{}' twice", twice->substr(0, 64)));
  }

  bool table(const JsonValue& value, const JsonShape& shape, const std::string& path) {
    const auto& columns = value["columns"].items();
    const auto& rows = value["rows"].items();
    if (!value["columns"].is_array() || !value["rows"].is_array() || columns.size() > 64 || rows.size() > shape.most) {
      return flaw(path, say("has no columns and rows, at most 64 and {}", shape.most));
    }
    for (const JsonValue& name : columns) {
      if (!name.is_string()) return flaw(path + ".columns", say("holds what is no text"));
    }
    static constexpr JsonShape entry = {JsonShape::Kind::number};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string at = cat(path, ".rows[", i, ']');
      if (rows[i].items().size() != columns.size()) return flaw(at, say("has not {} {entry|entries}", columns.size()));
      for (const JsonValue& one : rows[i].items()) {
        if (!matches(one, entry, at)) return false;
      }
    }
    return true;
  }
};

}  // namespace

Message json_mismatch(const JsonValue& value, const JsonShape& shape) {
  Comparison comparison;
  if (!comparison.matches(value, shape, {})) return comparison.what;
  return {};
}

}  // namespace stridescope
