// The folder of this user's state: histories, measured candidates, and the window's state.
#pragma once

#include <string>

namespace stridescope {

// $XDG_STATE_HOME/stridescope, else ~/.local/state/stridescope; empty if neither is set.
std::string state_folder();
// The same, made where it is not there yet, for the user alone; empty where it cannot be made.
std::string made_state_folder();

}  // namespace stridescope
