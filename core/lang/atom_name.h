// Names after which <...> contains types instead of values.
#pragma once

#include <cstddef>
#include <string_view>

namespace stridescope {

// Maximum bytes of a name with its template arguments.
inline constexpr std::size_t max_atom_text = 4096;

// True if the name can only be the name of an atom or a wrapper: `SM80_...`, `cute::UniversalFMA`, `Copy_Atom`,
// `GMMA::Layout_K_SW128_Atom`, AMD's `v_mfma_...`. The atom may still not exist.
bool is_atom_name(std::string_view name);

}  // namespace stridescope
