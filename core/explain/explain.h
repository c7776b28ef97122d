// The derivation of a result: a tree of steps, each with the rule it uses and the equation that it states. The steps
// are calls of the language's own functions, so a step's value is never computed a second way. Source: CUTLASS
// media/docs/cpp/cute/02_layout_algebra.md, whose examples are derived like this by hand.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/lang/evaluator.h"

namespace stridescope {

// Caps of one derivation: what is beyond them is left out, and the step says so (`cut`).
inline constexpr int max_steps = 300;
inline constexpr int max_steps_of_a_kind = 24;  // modes of one layout that are gone through
inline constexpr int max_explain_depth = 16;
inline constexpr std::size_t max_step_text = 600;  // bytes of an expression or a value
// The budget (core/base/budget.h) of the functions that one derivation calls.
inline constexpr std::uint64_t max_explain_work = 20'000'000;
inline constexpr std::uint64_t max_explain_text = 1 << 22;

// One equation, expression = value, with the rule that makes it and the steps that it is made of.
struct Step {
  Message rule;            // its title in the field's words
  Message statement;       // the rule in a sentence
  std::string expression;  // in the language: evaluating it gives `value`
  std::string value;       // printed
  Message why;             // the rule with the numbers of this step; may be empty
  bool exact = true;       // expression and value stand here in full, and can be written (no negative extent)
  bool cut = false;        // there are more steps than are shown
  // law: where there are steps, the last one has this step's value, but for functions around a swizzle or an iterator.
  std::vector<Step> steps;
  // Of a root: the derivations of the operations among its operands, which come first.
  std::vector<Step> operands = {};
};

// What is explained: a call as Origin has it, or a value as it is written when `function` is empty.
struct Explained {
  std::string_view function;
  std::span<const std::int64_t> template_args;
  std::span<const Value> args;
  const Value& value;
};

// Never fails: a function without a derivation is a step of its own without steps. law: the root's value is
// `what.value` as it prints.
Step explain(const Explained& what, IntegerMode mode);

}  // namespace stridescope
