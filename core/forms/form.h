// A form: it states its fields and their values; the page or the window draws them and sends changed values. A form is
// made anew from the given values (FieldValue), never changed: a caller sends the values of changed fields, by their
// ids, and gets the new form, whose fields may differ. Impossible values are not errors: a value outside its field's
// range is clamped or ignored.
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

// The number of values of a field, and their kind.
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
  // Its label; it gives the meaning of an empty value, if allowed.
  Message title;
  // Its values, as many as its kind has: one, or for numbers the requested number of decimal integers.
  std::vector<std::string> values;
  // For a choice, in display order; empty with the reason in `note`.
  std::vector<FieldOption> options;
  // For numbers: the range that each is clamped to, both ends included. Extents begin with 1, coordinates with 0.
  std::int64_t least = 1, most = 1;
  // For numbers: an empty one has a meaning, which the title gives, such as "as many as the atoms". Otherwise each has
  // a number.
  bool may_be_empty = false;
  // The reason why nothing can be chosen: a computed layout has no size to choose, for example; otherwise empty.
  Message note = {};
};
// A new value of a field: `values` has as many as the field, otherwise it is ignored.
struct FieldValue {
  std::string id;
  std::vector<std::string> values;
};

}  // namespace stridescope::app
