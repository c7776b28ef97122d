// A card's verdicts on the laws of its value: one line per call, with details that open on demand.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

struct VerdictLine {
  struct Fact {
    Message name;
    Message value;
    bool code = false;  // the value is notation, not prose
  };
  // The first coordinate that violates the law.
  struct Counterexample {
    std::int64_t at = 0;  // 1-D coordinate of the value's domain
    Message title;        // "Show coordinate (0,1): 7, should be 8"
  };
  LawStatus status = LawStatus::not_checked;
  std::string_view function;  // by its name
  Message text;               // the finding; if the law holds, also the number of tried coordinates
  // The result of the call with integers of the other kind, if it differs: a title, and the result.
  std::optional<Fact> other;
  std::vector<Fact> facts;  // for a check by hand; none is empty
  std::optional<Counterexample> counterexample;
};

// The lines for the calls of a statement, from Workspace::verdict: first the outermost call, then the inner calls whose
// law is not known to hold. `mode`: that of the report.
std::vector<VerdictLine> verdict_lines(const std::vector<OperationVerdict>& calls, IntegerMode mode);

}  // namespace stridescope::app
