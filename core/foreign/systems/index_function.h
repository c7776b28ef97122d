// Functions of C++ that say where an element lies, such as ThunderKittens' idx(ptr, coord), as layouts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/foreign/systems/interchange.h"

namespace stridescope {

// A name that is bound where the function stands: an integer, or a type of so many bytes.
struct IndexBinding {
  std::string name;
  std::int64_t value = 0;
  bool is_type = false;
};

// What is known beside the text; later bindings hide earlier ones, and those in the text hide these.
struct IndexKnown {
  std::int64_t bytes = 0;  // of an element; 0 where nobody says
  std::vector<IndexBinding> bound = {};
};

// The function evaluated at every coordinate of the shape. Statements that bind integers and types may stand before it.
// What nothing binds and has a default is told in `assumed`; without one it is an error. syntax, with the place, where
// the text is no such function; unsupported, with a coordinate, where no layout is found.
Value read_index_function(Arith&, std::string_view text, const ForeignShape& shape, const IndexKnown& known,
                          std::vector<Message>& assumed);

}  // namespace stridescope
