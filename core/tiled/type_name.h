// A C++ type name with template arguments, `cute::Copy_Atom<SM75_U32x4_LDSM_N, half_t>`, as a tree.
// Only brackets, commas and blanks have a meaning here; which names there are is asked elsewhere (core/tiled/atom.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace stridescope {

// Caps of one name: its bytes, and how deep template arguments may nest.
inline constexpr std::size_t max_type_name_bytes = 4096;
inline constexpr int max_type_name_depth = 16;

// A name without arguments has none; an integer or a `?` among arguments is a head, too. Views into the parsed text.
struct TypeName {
  // Without `cute::` and `cutlass::`: "Copy_Atom", "128". Enumerators lose every namespace but GMMA or UMMA, also as
  // compilers print them: `(cute::SM90::GMMA::Major)0` is "GMMA::Major::K".
  std::string_view head;
  std::vector<TypeName> args;
  bool has_args = false;  // `F<>` has none between its brackets

  // The integer that the name is: `128`, `Int<128>`, `C<128>`, `_128`, `(int)128`, `65536 bits`; -1 otherwise, also
  // of a negative one and of more than 9 digits.
  std::int64_t integer() const;
  // Spelled in one way: `F<a,b>`, with no spaces but those inside a head.
  std::string text() const;
};

// syntax, when brackets do not match, a name is missing, something follows or it nests too deep; too_large beyond
// max_type_name_bytes. The heads refer to `text`, which must outlive the result. Linear.
// Example: "cute::Copy_Atom< UniversalCopy<uint128_t>, half_t >" has text() Copy_Atom<UniversalCopy<uint128_t>,half_t>.
Result<TypeName> parse_type_name(std::string_view text);

}  // namespace stridescope
