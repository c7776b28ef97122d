// A card's verdicts on the laws of its value: a line per call, and the details once it is opened.
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
  // The first coordinate at which the law is broken.
  struct Counterexample {
    std::int64_t at = 0;  // 1-D coordinate of the value's domain
    Message title;        // "Show coordinate (0,1): 7, should be 8"
  };
  LawStatus status = LawStatus::not_checked;
  std::string_view function;  // by its name
  Message text;               // what was found, and where nothing is wrong how much was tried
  // The result of the call with integers of the other kind, if it differs: its title, and the form.
  std::optional<Fact> other;
  std::vector<Fact> facts;  // to check it by hand; none is empty
  std::optional<Counterexample> counterexample;
};

// For the calls of a statement, as Workspace::verdict has them: the outermost one first, then those inside it whose law
// is not known to be satisfied. `mode`: that of the report.
std::vector<VerdictLine> verdict_lines(const std::vector<OperationVerdict>& calls, IntegerMode mode);

}  // namespace stridescope::app
