// Which architectures an atom may be looked for by: what the forms of page and window offer.
#pragma once

#include <string_view>
#include <vector>

namespace stridescope {

// "sm120", "sm100", ..., the newest first, and last "any": those that have atoms (core/tiled/cutlass_atoms.def).
std::vector<std::string_view> atom_architectures();

}  // namespace stridescope
