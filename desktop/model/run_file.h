// The stored runs of all windows: a file of lines in the folder of states (core/runs/kept_run.h), to which each window
// appends its own. A file that cannot be read completely is moved to another name before anything is written.
#pragma once

#include <string>
#include <string_view>

#include "core/runs/kept_run.h"

namespace stridescope::desktop {

struct LoadedRuns {
  std::string lines;  // valid lines
  Message why;        // if some lines are invalid: the reason, and the new place of the old file
};
LoadedRuns load_runs(const std::string& folder);

// Appends complete lines.
Result<void> append_runs(const std::string& folder, std::string_view lines);
Result<void> forget_run(const std::string& folder, std::string_view id);

}  // namespace stridescope::desktop
