// Lists of atoms by search words.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace stridescope {

// An atom, or a family of atoms that differ only in N: `SM90_64xNx16_...` and the values of N.
struct ListedAtoms {
  std::string name;
  std::vector<int> numbers;  // empty: a single atom
};
// The atoms that contain all words, case-insensitive: an architecture "sm90" or "any", a kind "mma" or "copy", or a
// part of the name or of a mnemonic. More than 200 are grouped by family. unknown_name: no match. At most 64 letters
// per word.
Result<std::vector<ListedAtoms>> atoms_with(const std::vector<std::string>& words);

}  // namespace stridescope
