// The derivation of a result: a tree of steps, each with its rule and its equation. The steps are calls of the
// language's own functions, so a step's value is never computed a second way, and a user can evaluate each. Source:
// CUTLASS media/docs/cpp/cute/02_layout_algebra.md, whose examples are derived like this by hand.
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

// Limits of one derivation: the rest is omitted, and the step says so (`cut`). Steps of the whole tree.
inline constexpr int max_steps = 300;
// Modes of one layout that are gone through.
inline constexpr int max_steps_of_a_kind = 24;
// Levels of steps.
inline constexpr int max_explain_depth = 16;
// Bytes of an expression or a value; a longer one ends in `...`.
inline constexpr std::size_t max_step_text = 600;
// The budget (core/base/budget.h) of the functions that one derivation calls: steps, and bytes of text.
inline constexpr std::uint64_t max_explain_work = 20'000'000;
inline constexpr std::uint64_t max_explain_text = 1 << 22;

// One equation, expression = value, with the rule that makes it and the steps that it is made of. Texts are in the
// integer mode of the derivation; rule, statement and why are messages.
struct Step {
  // Its title in the field's words: "coalesce", "layout"; the function's name where it has no rule of its own.
  Message rule;
  // The rule in a sentence; the same for every step of the rule, so that it is shown once.
  Message statement;
  // In the language: evaluating it gives `value`.
  std::string expression;
  // Printed.
  std::string value;
  // The rule with the numbers of this step; may be empty.
  Message why;
  // Expression and value are complete and can be written (no negative extent); otherwise evaluating them is not a test.
  bool exact = true;
  // There are more steps than are shown.
  bool cut = false;
  // In execution order. law: the last step has this step's value, except for functions around a swizzle or an iterator.
  std::vector<Step> steps;
  // For a root: the derivations of the operations among its operands, which come first. Workspace::explain adds them;
  // explain alone leaves this empty.
  std::vector<Step> operands = {};
};

// The subject: a call in the form of Origin, or a value as written if `function` is empty. Views: their targets must
// outlive the call of explain.
struct Explained {
  std::string_view function;
  std::span<const std::int64_t> template_args;
  std::span<const Value> args;
  const Value& value;
};

// Never fails: a function without a derivation is a step of its own without steps. law: the root's value is
// `what.value` as it prints, also where CuTe's result breaks the function's law. At most the budget above, some
// tenths of a second.
Step explain(const Explained& what, IntegerMode mode);

}  // namespace stridescope
