// Reads runs from a file: the table's JSON (RunTable::print), lines of stored runs (kept_run.h), or the built-in
// measurements.
#pragma once

#include <string_view>

#include "core/runs/kept_run.h"

namespace stridescope {

// True if a file with that name and text should be read as runs rather than as a program: JSON, lines of JSON, or a CSV
// table.
bool looks_like_runs(std::string_view name, std::string_view text);

// The valid runs; invalid parts are reported in the answer. An error without a valid run: the kind of the file, and the
// supported kinds.
Result<KeptRuns> read_run_list(std::string_view name, std::string_view text);

}  // namespace stridescope
