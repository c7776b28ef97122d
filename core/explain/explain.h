// The derivation of a result: a tree of steps, each with its rule and its equation. The steps are calls of the
// language's own functions, so a step's value is computed only one way, and a user can evaluate each step. Source:
// CUTLASS media/docs/cpp/cute/02_layout_algebra.md, which derives its examples by hand in this way.
//
//   expression   20:2 o 4:3
//   value        4:6
//   rule         composition
//   why          one mode: the strides multiply, 3 x 2 = 6
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/lang/evaluator.h"

namespace stridescope {

// Limits of one derivation, beyond which steps are omitted and `cut` is set. Number of steps in the whole tree.
inline constexpr int max_steps = 300;
// Number of derived modes of one layout.
inline constexpr int max_steps_of_a_kind = 24;
// Levels of steps.
inline constexpr int max_explain_depth = 16;
// Bytes of an expression or a value; a longer one ends in `...`.
inline constexpr std::size_t max_step_text = 600;
// The budget (core/base/budget.h) for the functions that one derivation calls: steps, and bytes of text.
inline constexpr std::uint64_t max_explain_work = 20'000'000;
inline constexpr std::uint64_t max_explain_text = 1 << 22;

// One equation, expression = value, with its rule and its substeps. Texts are in the integer mode of the derivation;
// rule, statement and why are messages.
struct Step {
  // The title: "coalesce", "layout"; the function's name if the function has no rule.
  Message rule;
  // The rule in a sentence; the same for every step of the rule, so that it is shown once.
  Message statement;
  // In the language: its evaluation gives `value`.
  std::string expression;
  // Printed.
  std::string value;
  // The rule with the numbers of this step; may be empty.
  Message why;
  // Expression and value are complete and can be written (no negative extent); otherwise they cannot be tested by
  // evaluation.
  bool exact = true;
  // Some steps are omitted.
  bool cut = false;
  // In the order of execution. law: the last step has this step's value, except for functions around a swizzle or an
  // iterator.
  std::vector<Step> steps;
  // For a root: the derivations of the operations among its operands, which come first. Workspace::explain adds them;
  // explain leaves this empty.
  std::vector<Step> operands = {};
};

// The subject: a call in the form of Origin, or a written value if `function` is empty. The views' targets must outlive
// the call of explain.
struct Explained {
  std::string_view function;
  std::span<const std::int64_t> template_args;
  std::span<const Value> args;
  const Value& value;
};

// Derives a value. Never fails: a function without a derivation gives a step without substeps. law: the root's value is
// `what.value` as printed, even if CuTe's result violates the function's law. Spends at most the budget above, a few
// tenths of a second.
Step explain(const Explained& what, IntegerMode mode);

}  // namespace stridescope
