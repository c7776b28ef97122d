// A derivation as it is played: one step after the other, from what an operation is given to what comes out, each
// with the pictures that show it. What a step shows is decided here; a surface draws it and keeps the time.
// The tree of steps (core/explain/explain.h) becomes a line of scenes: an operation that takes several steps is asked
// first, then come its steps, then its value; operations among the operands of a root come before it. Of R =
// coalesce((2,(1,6)):(1,(6,2))) these are
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

#include "core/app/picture.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// A picture with more cells than this tells nothing in passing, and is left out.
inline constexpr std::int64_t max_played_cells = 1024;

// A picture beside a text, for a surface that paints it itself: of the value of that name or expression.
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
  // Of steps of the play: `at` is below it.
  std::int64_t count = 0;
  // How many operations this one is a part of: 0 for the binding's own.
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
  // Of an operation that is asked at most two of its operands; of an equation the value, or, where that is a number,
  // what it is computed for. What does not stand here in full has no picture of its own.
  std::vector<Picture> pictures;
};

// Of a value, as SVG: the picture that shows best how it was made (what is merged, repeated, or picked out of a
// parent), else its first one; empty where it has none that can be seen in passing.
std::string telling_picture(const Workspace& workspace, int binding, const Catalog& catalog = english_catalog());

// Step number `at` of the derivation of a binding. index_range where there is no such binding or step, else the
// errors of Workspace::explain. law: the last step's value is the binding's as it prints. Work: the whole derivation,
// and a small program for each picture.
Result<PlayedStep> played_step(const Workspace& workspace, int binding, std::int64_t at,
                               const Catalog& catalog = english_catalog());
// The same pictures for a surface that paints them itself, by the expressions of the values. The errors of played_step.
Result<std::vector<NamedPicture>> played_pictures(const Workspace& workspace, int binding, std::int64_t at,
                                                  const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
