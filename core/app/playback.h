// A derivation as it is played: one step after the other, from what an operation is given to what comes out, each with
// the pictures that show it. What a step shows is decided here; a surface draws it and keeps the time.
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
  std::int64_t count = 0;  // of steps of the play
  std::int64_t depth = 0;  // operations that it is a part of
  bool asks = false;       // `value` is still to come
  std::string expression;
  std::string value;
  Message rule;
  Message statement;
  Message why;                    // may be empty
  std::vector<Picture> pictures;  // may be empty
};

// Of a value, as SVG: the picture that shows best how it was made, else its first one; empty where it has none that can
// be seen in passing.
std::string telling_picture(const Workspace& workspace, int binding, const Catalog& catalog = english_catalog());
// The same picture for a surface that paints it itself; null where there is none.
std::shared_ptr<const CardPicture> told_by_picture(const Workspace& workspace, int binding,
                                                   const Catalog& catalog = english_catalog());

// Step number `at` of the derivation of a binding. index_range where there is no such binding or step. law: the last
// step's value is the binding's as it prints.
Result<PlayedStep> played_step(const Workspace& workspace, int binding, std::int64_t at,
                               const Catalog& catalog = english_catalog());
// The same pictures for a surface that paints them itself, by the expressions of the values. The errors of played_step.
Result<std::vector<NamedPicture>> played_pictures(const Workspace& workspace, int binding, std::int64_t at,
                                                  const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
