// A derivation as an animation: one step after the other, from an operation's arguments to its result, each with its
// pictures. The contents of a step are decided here; the caller draws it and keeps the time. The tree of steps
// (core/explain/explain.h) becomes a sequence of scenes: an operation with several steps is stated first, then come its
// steps, then its value; operations among the operands of a root come before it. For R = coalesce((2,(1,6)):(1,(6,2)))
// these are
//   0  coalesce((2,(1,6)):(1,(6,2))) = ?
//   1  flatten((2,(1,6)):(1,(6,2))) = (2,1,6):(1,6,2)
//   2  coalesce((1,6):(6,2)) = 6:2
//   3  coalesce((2,6):(1,2)) = 12:1
//   4  coalesce((2,(1,6)):(1,(6,2))) = 12:1
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/pictures/picture.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// A picture with more cells than this is not readable in passing, and is omitted.
inline constexpr std::int64_t max_played_cells = 1024;

// A picture next to a text, for a caller that paints it: of the value of that name or expression.
struct NamedPicture {
  std::string name;
  std::shared_ptr<const CardPicture> picture;
};

// A scene of the play: an operation as it is asked, its value not told yet, or an equation.
struct PlayedStep {
  struct Picture {
    std::string of;  // the value, in the language
    std::string svg;
  };
  // Number of steps of the play: `at` is below it.
  std::int64_t count = 0;
  // The number of operations that contain this one: 0 for the binding's own.
  std::int64_t depth = 0;
  // `value` is still to come in a later step; it is empty here, as is `why`.
  bool asks = false;
  // In the language, and what it comes to, printed in the report's mode.
  std::string expression;
  std::string value;
  // The rule's title, the rule in a sentence, and the rule with the numbers of this step, which may be empty.
  Message rule;
  Message statement;
  Message why;  // may be empty
  // For an operation that is stated at most two of its operands; for an equation the value, or, if that is a number,
  // the value that it is computed for. Abbreviated values have no picture.
  std::vector<Picture> pictures;
};

// For a value, as SVG: the picture that best shows how it was made (merged, repeated, or selected from a parent),
// otherwise its first one; empty if it has no small one.
std::string telling_picture(const Workspace& workspace, int binding, const Catalog& catalog = english_catalog());

// Step number `at` of the derivation of a binding. index_range if the binding or the step does not exist, otherwise the
// errors of Workspace::explain. law: the last step's value is the binding's as printed. Work: the whole derivation, and
// a small program for each picture.
Result<PlayedStep> played_step(const Workspace& workspace, int binding, std::int64_t at,
                               const Catalog& catalog = english_catalog());
// The same pictures for a caller that paints them, by the expressions of the values. The errors of played_step.
Result<std::vector<NamedPicture>> played_pictures(const Workspace& workspace, int binding, std::int64_t at,
                                                  const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
