// The panes of memory in the machine's dialog.
#pragma once

#include "desktop/panels/app.h"

namespace stridescope::desktop {

// pre: a kernel is stepped. A tile of shared memory, or the buffer of a parameter.
void machine_shared(App& app, MachineRun& run);
void machine_buffer(App& app, MachineRun& run);

}  // namespace stridescope::desktop
