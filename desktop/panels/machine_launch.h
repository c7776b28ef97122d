// The start of the machine's dialog.
#pragma once

#include "desktop/model/machine_run.h"
#include "desktop/panels/app.h"

namespace stridescope::desktop {

// Asks for PTX; for a kernel without PTX gives the command that makes it. A paste replaces app.machine. pre: no PTX
// yet.
void machine_opening(App& app, MachineRun& run);
// The form of a launch: kernel, grid, block, arguments, tiles. pre: PTX, and no block yet.
void machine_launch(App& app, MachineRun& run);

}  // namespace stridescope::desktop
