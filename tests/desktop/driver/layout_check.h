// Finds the unreadable parts of a frame: widgets and texts that their pane cuts off, and those that overlap. Scripts of
// the tests ask for it at every size of the window.
#pragma once

#include <string>
#include <vector>

namespace stridescope::desktop {

// A line a fault, with the names, the rectangles and what cuts them; of the widgets that the frame has noted while
// Probe::layout was set.
std::vector<std::string> layout_faults();

}  // namespace stridescope::desktop
