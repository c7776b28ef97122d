// Panes of the machine's dialog on the whole run.
#pragma once

#include "desktop/model/machine_run.h"
#include "desktop/panels/app.h"

namespace stridescope::desktop {

// Opens the kernel of a card in the machine.
void step_through(App& app, const Card& card);
// The answer for all orders of the warps; and findings of the checks, each with its instructions. pre: a run.
void machine_findings(App& app, MachineRun& run);
// The picture of who waits for whom. pre: a run.
void machine_waits(App& app, MachineRun& run);

}  // namespace stridescope::desktop
