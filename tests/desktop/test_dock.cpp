// The arrangement of the window's dock, as a line of text.
#include <doctest/doctest.h>

#include "desktop/model/dock.h"

namespace stridescope::desktop {

TEST_CASE("dock: as a line of text, and of any other text what can be read") {
  const DockLayout dock = {DockSide::beside, DockTab::kernel};
  CHECK(print_dock(dock) == "beside kernel");
  CHECK(read_dock(print_dock(dock)) == dock);
  CHECK(read_dock("") == DockLayout());
  CHECK(read_dock("beside").side == DockSide::beside);
  CHECK(read_dock("none x :: threads").tab == DockTab::threads);
  // The form of versions with several panes: the first pane counts, and a separate window is dropped.
  CHECK(read_dock("below kernel:0.500 runs:0.500") == DockLayout{DockSide::below, DockTab::kernel});
  CHECK(read_dock("apart counters:1") == DockLayout{DockSide::automatic, DockTab::counters});
}

}  // namespace stridescope::desktop
