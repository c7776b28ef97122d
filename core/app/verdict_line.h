// What a card says of the laws that its value keeps: a line for a call, and what is told once it is opened.
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
  // What integers of the other kind make of the call, where that is another form: what they are called, and the form.
  std::optional<Fact> other;
  std::vector<Fact> facts;  // to check it by hand; none is empty
  std::optional<Counterexample> counterexample;
};

// Of the calls of a statement, as Workspace::verdict has them: the outermost one first, then those inside it whose law
// is not known to be kept. `mode`: that of the report.
std::vector<VerdictLine> verdict_lines(const std::vector<OperationVerdict>& calls, IntegerMode mode);

}  // namespace stridescope::app
