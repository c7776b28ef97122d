// The folder of this user's state: histories, measured candidates, and the window's state.
#pragma once

#include <string>

namespace stridescope {

// $XDG_STATE_HOME/stridescope, else ~/.local/state/stridescope; empty if neither is set.
std::string state_folder();
// The same folder, created for the user alone if it is missing; empty if it cannot be created.
std::string made_state_folder();

}  // namespace stridescope
