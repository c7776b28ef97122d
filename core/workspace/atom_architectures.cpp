// Lists the architectures of all atoms in order; forms offer exactly these.
#include "core/workspace/atom_architectures.h"

#include <iterator>

namespace stridescope {

std::vector<std::string_view> atom_architectures() {
  static constexpr std::string_view listed[] = {
#define STRIDESCOPE_CUTLASS_ATOMS(architecture, mma, copies, note) #architecture,
#include "core/tiled/cutlass_atoms.def"
#undef STRIDESCOPE_CUTLASS_ATOMS
  };
  static constexpr std::string_view others[] = {
#define STRIDESCOPE_CUTLASS_ATOMS(architecture, mma, copies, note)
#define STRIDESCOPE_TABLE_ATOMS(architecture) #architecture,
#include "core/tiled/cutlass_atoms.def"
#undef STRIDESCOPE_CUTLASS_ATOMS
  };
  // Atoms without an architecture come last.
  std::vector<std::string_view> out(std::rbegin(listed), std::rend(listed));
  out.insert(out.end() - 1, std::rbegin(others), std::rend(others));
  return out;
}

}  // namespace stridescope
