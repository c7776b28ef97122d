// The change from one program to another in a few words, for a row of a table of runs.
#pragma once

#include <string>
#include <string_view>

namespace stridescope {

// The statements of `after` that `before` does not have. Of a call with other arguments only these, after its name:
// "K: tile=(64,32); sA: Sw<3,3,3>"; removed ones after a minus. Empty if nothing but white space differs.
std::string program_change(std::string_view before, std::string_view after);

}  // namespace stridescope
