// The declarations of a source file and their values: CuTe in C++ and Python, layouts of Triton and Gluon, and programs
// of the language. The text alone decides; no compiler is asked.
//
//   template <int kBlockM> struct Traits {            // stride: kBlockM = 128
//     using Atom = Layout<Shape<_8, _64>, Stride<_64, _1>>;
//     using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<kBlockM>, _64>{}));    Smem: layout, (128,64):(64,1)
//   };
//
// A comment `stride: NAME = VALUE, ...` binds parameters that the text leaves open. threadIdx and blockIdx are 0.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/result.h"
#include "core/value/print.h"
#include "core/value/value.h"

namespace stridescope {

// layout: also composed layouts and swizzles. copy, mma: also atoms and the slice of a thread. shape: integers and
// tuples. other: everything else, such as element types.
enum class DeclarationKind : std::uint8_t { layout, tensor, copy, mma, shape, other };
// The kind of a value, by its type alone.
DeclarationKind kind_of_value(const Value& value);

struct Declaration {
  // The declared name in the text.
  Span name_span;
  std::string name;
  // From the value; without one, from the declared type or the function that makes it.
  DeclarationKind kind = DeclarationKind::other;
  // In the integers of its language: C++ distinguishes _4 and 4 (IntegerMode::cute).
  std::optional<Value> value;
  // Without a value: the reason, and the parameter, argument or member that is open. A comment can bind it.
  Message open;
  std::string open_name;
  // A program of the language with this value, `name = (4,8):(8,1)`; empty without a value.
  std::string program;
};

// The text of the file that `#include "name"` names, empty without one. Names are relative to the source.
using IncludeReader = std::function<std::optional<std::string>(const std::string& name)>;

// The integers in which a source's values are to be printed: cute for C++, teaching for all others.
IntegerMode integers_of(std::string_view text);

}  // namespace stridescope
