// A form: it states its fields and what they say; a surface draws them and says which value is to be another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace stridescope::app {

// One of several.
struct FieldOption {
  std::string value;
  Message label;
};

enum class FieldKind : std::uint8_t {
  flag,     // one value: "on", or empty
  choice,   // one value, that of an option
  numbers,  // as many values as there are, integers from `least` to `most`
};
struct FormField {
  std::string id;
  FieldKind kind = FieldKind::flag;
  Message title;
  std::vector<std::string> values;
  std::vector<FieldOption> options;  // of a choice
  std::int64_t least = 1, most = 1;  // of numbers
  bool may_be_empty = false;         // of numbers: an empty one has a meaning, which the title says
  Message note = {};                 // why there is nothing to choose
};
struct FieldValue {
  std::string id;
  std::vector<std::string> values;
};

}  // namespace stridescope::app
