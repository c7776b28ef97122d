// A form: it states its fields and what they say; a surface draws them and says which value is to be another.
// A form is made anew from what was given (FieldValue), never changed: a surface sends the values of the fields that
// are to say something else, by their ids, and gets the form as it is then, whose fields may be others. What cannot
// be is not an error: a value outside of its field's range is held to it or passed over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace stridescope::app {

// One of several.
struct FieldOption {
  // By which it is given, and the word for a reader.
  std::string value;
  Message label;
};

// How many values a field has, and what they may be.
enum class FieldKind : std::uint8_t {
  flag,     // one value: "on", or empty
  choice,   // one value, that of an option
  numbers,  // as many values as there are, integers from `least` to `most`
};
// A field with what it says at the moment.
struct FormField {
  // By which its values are given; unique in its form.
  std::string id;
  FieldKind kind = FieldKind::flag;
  // What stands beside it, for a reader; it says what an empty value means, where there may be one.
  Message title;
  // What it says, as many as its kind has: one, or of numbers as many as it asks for, decimal integers.
  std::vector<std::string> values;
  // Of a choice, in the order to show; none where `note` says why.
  std::vector<FieldOption> options;
  // Of numbers: the range that each is held to, both ends in it. Extents begin with 1, coordinates with 0.
  std::int64_t least = 1, most = 1;
  // Of numbers: an empty one has a meaning, which the title says, such as "as many as the atoms". Else each has a
  // number.
  bool may_be_empty = false;
  // Why there is nothing to choose: a layout that is computed has no size to be chosen, for example; else empty.
  Message note = {};
};
// What a field is to say: `values` are as many as the field has, else it is passed over.
struct FieldValue {
  std::string id;
  std::vector<std::string> values;
};

}  // namespace stridescope::app
