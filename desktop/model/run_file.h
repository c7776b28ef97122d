// The kept runs of all windows: a file of lines in the folder of states (core/runs/kept_run.h), to which each window
// appends its own. One that cannot be read whole is set aside under another name before anything else is written.
#pragma once

#include <string>
#include <string_view>

#include "core/runs/kept_run.h"

namespace stridescope::desktop {

struct LoadedRuns {
  std::string lines;  // that can be read
  Message why;        // not all could be read; where the file as it was now lies
};
LoadedRuns load_runs(const std::string& folder);

// Lines, each with its end.
Result<void> append_runs(const std::string& folder, std::string_view lines);
Result<void> forget_run(const std::string& folder, std::string_view id);

// Now, in UTC: "2026-11-21T20:00:00Z".
std::string now_in_utc();

}  // namespace stridescope::desktop
