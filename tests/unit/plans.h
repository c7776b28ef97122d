// Plans of the kernels that tests run, and hold measurements against.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/foreign/evaluate.h"
#include "core/functions/tuned.h"
#include "core/kernels/copy/copy_plan.h"
#include "core/kernels/kernel_plan.h"

namespace stridescope {

// The program's value must be a copy that can be made.
inline CopyPlan copy_plan_of(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const auto* kernel = e.bindings.back().value.as<CopyKernel>();
  REQUIRE(kernel != nullptr);
  auto plan = plan_copy(*kernel);
  REQUIRE(plan.has_value());
  return std::move(*plan);
}

// The program's value must be a kernel; an error without one, or if it cannot be made.
inline Result<KernelPlan> kernel_plan_of(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  CAPTURE(program);
  if (!e.errors.empty()) return failure(e.errors.front());
  REQUIRE(!e.bindings.empty());
  return plan_kernel(e.bindings.back().value);
}

// The value of a text in which no name is used, as the tuner evaluates its candidates.
inline Result<Value> value_of_text(const std::string& text) {
  Budget budget = max_program_budget;
  return evaluate_candidate(text, budget);
}

}  // namespace stridescope
