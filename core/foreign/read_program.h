// Parses the text of a program to its syntax tree, from any author: the one way for all evaluated text.
#pragma once

#include <string_view>
#include <vector>

#include "core/foreign/paste/foreign_tree.h"

namespace stridescope {

// Never fails as a whole: what does not parse is reported in `errors`, the other statements are kept.
ForeignTree read_program(std::string_view program, const Environment& environment, std::vector<Error>& errors);

}  // namespace stridescope
