// What JSON text from outside must look like before anything reads it: a shape is a table of fields, each with its kind
// and its bounds, and one function compares a value with it. So no reader meets a field of a type that it does not
// expect, and what is mistyped is told by its name instead of being read as nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/json_value.h"
#include "core/base/message.h"

namespace stridescope {

struct JsonShape;

// A member and its shape; `required` where it must be there.
struct JsonField {
  std::string_view name;
  const JsonShape* shape;
  bool required = false;
};

// A table of what may be there. Shapes are constants: they refer to each other and are never made from outside.
struct JsonShape {
  enum class Kind {
    any,      // whatever it is
    boolean,  //
    text,     // of at most `most` bytes
    word,     // one of `words`
    number,   // at most 1e18 in magnitude
    amount,   // a number, not negative
    integer,  // below 2^53 in magnitude
    count,    // an integer, not negative
    list,     // of at least `least` and at most `most` items, each of the shape `item`
    table,    // {"columns": [names], "rows": [[a number a column]]}, with the fields of `fields` besides
    object,   // of `fields`; other members have the shape `item` if there is one, else they are ignored
  };
  Kind kind = Kind::any;
  std::size_t least = 0;
  std::size_t most = 4096;
  const JsonShape* item = nullptr;
  std::span<const JsonField> fields = {};
  std::span<const std::string_view> words = {};
};

// Empty when the value has the shape; else what is wrong, such as "'time.median_ms' is a text, not an amount". A member
// that is null counts as missing. No object may name a member twice.
Message json_mismatch(const JsonValue& value, const JsonShape& shape);

}  // namespace stridescope
