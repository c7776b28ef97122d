// The value of an expression of the language. Core functions take and return the types of this folder; a Value is for
// code that does not know the type: the evaluator, the pictures, the report.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/value/object.h"
#include "core/value/tensor.h"

namespace stridescope {

// A tuple that holds something other than integers and `_`: a by-mode tiler, or a pair such as (layout, offset). A
// tuple of integers alone is an IntTuple.
struct ValueTuple;

// Text that a printing function made, with its line breaks. Its value is the text itself, without quotation marks.
struct Text {
  std::string text;
  bool operator==(const Text&) const = default;
};

// At least one mode is neither an integer nor `_`. Equality is that of the modes.
struct ValueTuple {
  std::vector<struct Value> modes;
  bool operator==(const ValueTuple&) const;
};

// Any value that a name can have. A value is immutable; an Object is shared, the others are copied. Equality is that of
// the alternative: layouts are equal as written, not as functions. The default is the integer _0.
//
//   IntTuple          an integer, `_`, a shape, a stride, a coordinate   "integer", "slice", "tuple"
//   Bool              what a comparison gives                            "boolean"
//   Layout            A                                                  "layout"
//   ComposedLayout    A o offset o B                                     "composed layout"
//   Swizzle           Sw<B,M,S>                                          "swizzle"
//   Tensor, Iterator  what is at an address, or counts                   "tensor", "iterator"
//   Major             LayoutLeft, LayoutRight                            "order"
//   ValueTuple        (layout, layout), (layout, offset)                 "tiler"
//   Text              what print_layout writes                           "text"
//   Object            atoms, tilings, kernels, accesses                  its own: "MMA atom"
// The last column is kind_name.
struct Value
    : std::variant<IntTuple, Bool, Layout, ComposedLayout, Swizzle, Tensor, Iterator, Major, ValueTuple, Text, Object> {
  using variant::variant;
  // An integer is an IntTuple, here too.
  Value(Int integer) : variant(IntTuple(integer)) {}  // NOLINT(google-explicit-constructor)

  // The value as a T, or null: one of the alternatives, or the type of an object, `value.as<TiledMma>()`. Valid while
  // the value lives.
  template <class T>
  const T* as() const {
    if constexpr (requires { T::object_kind; }) {
      const auto* object = std::get_if<Object>(this);
      return object != nullptr ? object->as<T>() : nullptr;
    } else {
      return std::get_if<T>(this);
    }
  }
  // True if it is a T.
  template <class T>
  bool is() const {
    return as<T>() != nullptr;
  }
  // The integer, if the value is one: 4, not (4). It may be a basis element. Null otherwise.
  const Int* integer() const {
    const auto* tuple = as<IntTuple>();
    return tuple != nullptr && tuple->is_integer() ? &tuple->integer() : nullptr;
  }
};

// The value of either kind: of a plain layout a Layout, so that as<Layout>() finds it.
Value to_value(AnyLayout layout);

// The word by which messages and the page call a value's kind: "integer", "slice" (`_`), "layout", "tiler" (any tuple
// of values), "order" (LayoutLeft), of an object its own. English; core/value/kind_word.h has it for every language.
// Static memory.
const char* kind_name(const Value& value);

}  // namespace stridescope
