// Lists of atoms, by words.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace stridescope {

// An atom, or a family of those that differ in N alone: `SM90_64xNx16_...` and what N may be.
struct ListedAtoms {
  std::string name;
  std::vector<int> numbers;  // empty: one atom
};
// The atoms that contain all words, case-insensitive: an architecture "sm90" or "any", a kind "mma" or "copy", a part
// of the name or of a mnemonic. More than 200 are listed by family. unknown_name if none matches. At most 64 letters
// per word.
Result<std::vector<ListedAtoms>> atoms_with(const std::vector<std::string>& words);

}  // namespace stridescope
