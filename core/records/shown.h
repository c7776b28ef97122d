// Rules on the records that page and window show.
#pragma once

#include "core/base/error.h"
#include "core/records/records.h"
#include "core/records/verdict_line.h"

namespace stridescope::app {

// True if the error follows from another one of the report: that one is to be fixed.
inline bool is_consequent(const door::Problem& problem) { return problem.code == code_name(ErrorCode::failed_name); }
// True if the hint is the same as the button of the only fix.
inline bool is_hint_in_fix(const door::Problem& problem) {
  return problem.alternatives.empty() && !problem.replacement.empty() &&
         problem.hint == say("write {}", problem.replacement);
}
// True if the line is shown before the user asks for checks.
inline bool is_always_shown(const VerdictLine& line) { return line.status == LawStatus::violated; }

}  // namespace stridescope::app
