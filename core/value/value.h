// What an expression of the language denotes.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/value/object.h"
#include "core/value/tensor.h"

namespace stridescope {

// A tuple that holds something other than integers and `_`: a by-mode tiler, or a pair such as (layout, offset).
struct ValueTuple;

// Text that a printing function made, with its line breaks.
struct Text {
  std::string text;
  bool operator==(const Text&) const = default;
};

struct ValueTuple {
  std::vector<struct Value> modes;
  bool operator==(const ValueTuple&) const;
};

// Anything that a name can stand for. A value is immutable; an Object is shared.
struct Value
    : std::variant<IntTuple, Bool, Layout, ComposedLayout, Swizzle, Tensor, Iterator, Major, ValueTuple, Text, Object> {
  using variant::variant;
  Value(Int integer) : variant(IntTuple(integer)) {}  // NOLINT(google-explicit-constructor)

  template <class T>
  const T* as() const {
    if constexpr (requires { T::object_kind; }) {
      const auto* object = std::get_if<Object>(this);
      return object != nullptr ? object->as<T>() : nullptr;
    } else {
      return std::get_if<T>(this);
    }
  }
  template <class T>
  bool is() const {
    return as<T>() != nullptr;
  }
  // The integer, if the value is one.
  const Int* integer() const {
    const auto* tuple = as<IntTuple>();
    return tuple != nullptr && tuple->is_integer() ? &tuple->integer() : nullptr;
  }
};

// The value of either kind.
Value to_value(AnyLayout layout);

// The word by which messages and the page call a value's kind: "integer", "layout", ...
const char* kind_name(const Value& value);

}  // namespace stridescope
