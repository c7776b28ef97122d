// Finds unreadable parts of a frame: widgets and texts that are cut off or overlap. Test scripts call it at every size
// of the window.
#pragma once

#include <string>
#include <vector>

namespace stridescope::desktop {

// One line per fault, with names, rectangles and the clipping pane; for the widgets that the frame recorded while
// Probe::layout was set.
std::vector<std::string> layout_faults();

}  // namespace stridescope::desktop
