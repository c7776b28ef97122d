// Parses the text of a program by any author to its syntax tree: the only way for all evaluated text.
#pragma once

#include <string_view>
#include <vector>

#include "core/foreign/paste/foreign_tree.h"

namespace stridescope {

struct KnownProfiles;

// Never fails as a whole: statements that do not parse are reported in `errors`, the others are kept. mode: the profile
// of a tuple that a function takes apart can depend on it. profiles: those of the program of which this is a part; null
// for a whole one.
ForeignTree read_program(std::string_view program, IntegerMode mode, const Environment& environment,
                         std::vector<Error>& errors, KnownProfiles* profiles = nullptr);

}  // namespace stridescope
