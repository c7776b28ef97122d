// A derivation as an animation: one step after the other, from an operation's arguments to its result, each with its
// pictures. The contents of a step are decided here; the caller draws them and controls the time. The tree of steps
// (core/explain/explain.h) becomes a sequence of scenes: an operation with several steps is stated first, then its
// steps follow, then its value; operations among the operands of a root come before it. For R =
// coalesce((2,(1,6)):(1,(6,2))) the scenes are:
//   0  coalesce((2,(1,6)):(1,(6,2))) = ?
//   1  flatten((2,(1,6)):(1,(6,2))) = (2,1,6):(1,6,2)
//   2  coalesce((1,6):(6,2)) = 6:2
//   3  coalesce((2,6):(1,2)) = 12:1
//   4  coalesce((2,(1,6)):(1,(6,2))) = 12:1
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// A picture with more cells than this is not readable while playing, and is omitted.
inline constexpr std::int64_t max_played_cells = 1024;

// A scene of the play: an operation before its value is shown, or an equation.
struct PlayedStep {
  struct Picture {
    std::string of;  // the value, as an expression of the language
    std::string svg;
  };
  // Number of steps of the play: `at` is less than this.
  std::int64_t count = 0;
  // The number of operations that contain this one: 0 for the binding's own.
  std::int64_t depth = 0;
  // A later step shows the value; `value` and `why` are empty here.
  bool asks = false;
  // In the language; and its value, printed in the report's mode.
  std::string expression;
  std::string value;
  // The rule's title, the rule in a sentence, and the rule with the numbers of this step, which can be empty.
  Message rule;
  Message statement;
  Message why;  // can be empty
  // For an operation: at most two of its operands. For an equation: the value, or, if that is a number, the value that
  // it is computed for. Abbreviated values have no picture.
  std::vector<Picture> pictures;
};

// For a value, as SVG: the picture that best shows its origin (merged, repeated, or selected from a parent), otherwise
// its first one; empty if it has no small one.
std::string telling_picture(const Workspace& workspace, int binding, const Catalog& catalog = english_catalog());

// Step `at` of the derivation of a binding. Errors: index_range if the binding or the step does not exist; those of
// Workspace::explain. law: the last step's value is the binding's printed value. Work: the whole derivation, and a
// small program for each picture.
Result<PlayedStep> played_step(const Workspace& workspace, int binding, std::int64_t at,
                               const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
