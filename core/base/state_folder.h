// Where this user's state is kept: histories, measured candidates, what a window shows again.
#pragma once

#include <string>

namespace stridescope {

// $XDG_STATE_HOME/stridescope, else ~/.local/state/stridescope; empty where neither is told.
std::string state_folder();
// The same, made where it is not there yet, for the user alone; empty where it cannot be made.
std::string made_state_folder();

}  // namespace stridescope
