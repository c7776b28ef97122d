// The value of an expression of the language. Core functions take and return the types of this folder; a Value is for
// code that does not know the type: the evaluator, the pictures, the report.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/value/object.h"
#include "core/value/tensor.h"

namespace stridescope {

// A tuple with modes other than integers and `_`: a by-mode tiler, or a pair such as (layout, offset). A tuple of
// integers alone is an IntTuple.
struct ValueTuple;

// The result of a printing function, with its line breaks, without quotation marks.
struct Text {
  std::string text;
  bool operator==(const Text&) const = default;
};

// At least one mode is neither an integer nor `_`. Equality compares the modes.
struct ValueTuple {
  std::vector<struct Value> modes;
  bool operator==(const ValueTuple&) const;
};

// Any value that a name can have. Values are immutable; an Object is shared, the others are copied. Equality is that of
// the alternative: layouts are equal as written, not as functions. The default is the integer _0.
//
//   IntTuple          an integer, `_`, a shape, a stride, a coordinate   "integer", "slice", "tuple"
//   Bool              the result of a comparison                         "boolean"
//   Layout            A                                                  "layout"
//   ComposedLayout    A o offset o B                                     "composed layout"
//   Swizzle           Sw<B,M,S>                                          "swizzle"
//   Tensor, Iterator  a pointer or counter, with or without a layout     "tensor", "iterator"
//   Major             LayoutLeft, LayoutRight                            "order"
//   ValueTuple        (layout, layout), (layout, offset)                 "tiler"
//   Text              the output of print_layout                         "text"
//   Object            atoms, tilings, kernels, accesses                  its own: "MMA atom"
// The last column is kind_name.
struct Value
    : std::variant<IntTuple, Bool, Layout, ComposedLayout, Swizzle, Tensor, Iterator, Major, ValueTuple, Text, Object> {
  using variant::variant;
  // Defined in one file, like those of the other variants of this folder: each file that copies a value would compile
  // them again.
  Value() = default;
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();
  // An integer converts to a Value like to an IntTuple.
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

// A value of either kind: a plain layout becomes a Layout, so that as<Layout>() finds it.
Value to_value(AnyLayout layout);

// The word for a value's kind in messages and on the page: "integer", "slice" (`_`), "layout", "tiler" (any tuple of
// values), "order" (LayoutLeft); an object has its own. In English, static memory; core/value/kind_word.h has it for
// every language.
const char* kind_name(const Value& value);

}  // namespace stridescope
