// The names behind which <...> holds types and not values.
#pragma once

#include <cstddef>
#include <string_view>

namespace stridescope {

// Bytes of a name with its template arguments.
inline constexpr std::size_t max_atom_text = 4096;

// True if the name can only be an atom's or a wrapper's: `SM80_...`, `cute::UniversalFMA`, `Copy_Atom`,
// `GMMA::Layout_K_SW128_Atom`, AMD's `v_mfma_...`. The atom may still not exist.
bool is_atom_name(std::string_view name);

}  // namespace stridescope
