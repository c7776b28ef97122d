// A C++ type name with template arguments, `cute::Copy_Atom<SM75_U32x4_LDSM_N, half_t>`, as a tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace stridescope {

// Caps of one name.
inline constexpr std::size_t max_type_name_bytes = 4096;
inline constexpr int max_type_name_depth = 16;

// A name without arguments has none; an integer or a `?` among arguments is a head, too. Views into the text that was
// parsed.
struct TypeName {
  std::string_view head;  // without `cute::` and `cutlass::`: "Copy_Atom", "GMMA::Major::K", "128"
  std::vector<TypeName> args;
  bool has_args = false;  // `F<>` has none between its brackets

  // The integer that the name is: `128`, `Int<128>`, `C<128>`, `_128`, `65536 bits`; -1 otherwise.
  std::int64_t integer() const;
  // Spelled in one way: `F<a,b>`, with no spaces but those inside a head.
  std::string text() const;
};

// syntax, when brackets do not match or something follows. The heads refer to `text`.
Result<TypeName> parse_type_name(std::string_view text);

}  // namespace stridescope
