// A form: it gives its fields and their values; the page or the window draws them and sends changed values. A form is
// never changed but built again from the given values (FieldValue): a caller sends the values of changed fields, by
// their ids, and gets the new form, whose fields can differ. Impossible values are not errors: a value outside its
// field's range is clamped or ignored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace stridescope::app {

// One option of a choice.
struct FieldOption {
  // The value that selects it, and its label.
  std::string value;
  Message label;
};

// The kind of a field, which decides the number of its values.
enum class FieldKind : std::uint8_t {
  flag,     // one value: "on", or empty
  choice,   // one value, that of an option
  numbers,  // several values, integers from `least` to `most`
};
// A field with its current values.
struct FormField {
  // Identifies the field when values are given; unique in its form.
  std::string id;
  FieldKind kind = FieldKind::flag;
  // Its label; it gives the meaning of an empty value, if one is allowed.
  Message title;
  // Its values: one, or for numbers the requested number of decimal integers.
  std::vector<std::string> values;
  // For a choice: in display order; empty with the reason in `note`.
  std::vector<FieldOption> options;
  // For numbers: the range to which each is clamped, both ends included. Extents begin with 1, coordinates with 0.
  std::int64_t least = 1, most = 1;
  // For numbers: true if a value can be empty, with a meaning that the title gives, such as "as many as the atoms".
  bool may_be_empty = false;
  // The reason why nothing can be chosen, for example that a computed layout has no size to choose; otherwise empty.
  Message note = {};
};
// A new value of a field; it is ignored unless `values` has the same length as in the field.
struct FieldValue {
  std::string id;
  std::vector<std::string> values;
};

}  // namespace stridescope::app
