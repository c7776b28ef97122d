// Runs that were saved as a file, as they come back: the table's JSON (RunTable::print), the lines in which runs are
// kept (kept_run.h), the measurements that come with this program.
#pragma once

#include <string_view>

#include "core/runs/kept_run.h"

namespace stridescope {

// True if a file of that name and text is to be read as runs, rather than as a program: it is JSON or lines of it, or a
// table for spreadsheets.
bool looks_like_runs(std::string_view name, std::string_view text);

// Its readable runs; unreadable parts are reported in the answer. Error without a readable run: the kind of the file,
// and the readable kinds.
Result<KeptRuns> read_run_list(std::string_view name, std::string_view text);

}  // namespace stridescope
