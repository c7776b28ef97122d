// A C++ type name with template arguments, `cute::Copy_Atom<SM75_U32x4_LDSM_N, half_t>`, as a tree. Only brackets,
// commas and blanks are interpreted here; core/tiled/atom.h knows the names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace stridescope {

// Limits of a name: bytes, and nesting of template arguments.
inline constexpr std::size_t max_type_name_bytes = 4096;
inline constexpr int max_type_name_depth = 16;

// A node of the tree. An integer or a `?` among arguments is a head, too. The members refer to the parsed text.
struct TypeName {
  // The name without `cute::` and `cutlass::`: "Copy_Atom", "128". Enumerators lose all namespaces except GMMA or UMMA,
  // also in the format of compilers: `(cute::SM90::GMMA::Major)0` is "GMMA::Major::K".
  std::string_view head;
  std::vector<TypeName> args;
  bool has_args = false;  // true also for `F<>`

  // The integer of the name: `128`, `Int<128>`, `C<128>`, `_128`, `(int)128`, `65536 bits`; -1 otherwise, also for
  // negative ones and for more than 9 digits.
  std::int64_t integer() const;
  // Normalized spelling: `F<a,b>`, without spaces except inside a head.
  std::string text() const;
};

// syntax: brackets do not match, a name is missing, text follows, or the nesting is too deep; too_large: more than
// max_type_name_bytes. The heads refer to `text`, which must outlive the result. Linear. Example: "cute::Copy_Atom<
// UniversalCopy<uint128_t>, half_t >" has the text() Copy_Atom<UniversalCopy<uint128_t>,half_t>.
Result<TypeName> parse_type_name(std::string_view text);
// The text of a type with another text for a part of it.
std::string with_part(const TypeName& whole, const TypeName& part, std::string_view meant);
// An error of a part as one of the whole type: its replacement is that of the whole.
Error error_of_part(const TypeName& whole, const TypeName& part, Error e);

}  // namespace stridescope
