// Which atoms there are, by words.
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
// Those that have all the words, in the letters' either case: an architecture "sm90" or "any", a kind "mma" or "copy",
// a part of the name or of a mnemonic. More than 200 are told as families. unknown_name if there is none. At most 64
// letters a word.
Result<std::vector<ListedAtoms>> atoms_with(const std::vector<std::string>& words);

}  // namespace stridescope
