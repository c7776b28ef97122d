// Functions of C++ that compute the position of an element, such as ThunderKittens' idx(ptr, coord), as layouts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/foreign/systems/interchange.h"

namespace stridescope {

// A name bound for the function: an integer, or a type with its number of bytes.
struct IndexBinding {
  std::string name;
  std::int64_t value = 0;
  bool is_type = false;
};

// Known facts in addition to the text; later bindings hide earlier ones, and those in the text hide these.
struct IndexKnown {
  std::int64_t bytes = 0;  // bytes of an element; 0 if unknown
  std::vector<IndexBinding> bound = {};
};

// Evaluates the function at every coordinate of the shape. Statements that bind integers and types can precede it. An
// unbound name with a default is listed in `assumed`; without one it is an error. syntax, with the position, if the
// text is not such a function; unsupported, with a coordinate, if no layout is found.
Value read_index_function(Arith&, std::string_view text, const ForeignShape& shape, const IndexKnown& known,
                          std::vector<Message>& assumed);

}  // namespace stridescope
