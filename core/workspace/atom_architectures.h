// The architectures for a search of atoms, as the forms of page and window offer them.
#pragma once

#include <string_view>
#include <vector>

namespace stridescope {

// "sm120", "sm100", ..., the newest first, finally "any": those that have atoms (core/tiled/cutlass_atoms.def).
std::vector<std::string_view> atom_architectures();

}  // namespace stridescope
