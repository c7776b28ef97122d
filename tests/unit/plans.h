// Plans of the kernels that tests run or compare with measurements.
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

// The plan of the program's copy kernel; fails the test if there is an error.
inline CopyPlan copy_plan_of(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const auto* kernel = e.bindings.back().value.as<CopyKernel>();
  REQUIRE(kernel != nullptr);
  auto plan = plan_copy(*kernel);
  REQUIRE(plan.has_value());
  return std::move(*plan);
}

// The plan of the program's kernel; an error if it has none, or if planning fails.
inline Result<KernelPlan> kernel_plan_of(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  CAPTURE(program);
  if (!e.errors.empty()) return failure(e.errors.front());
  REQUIRE(!e.bindings.empty());
  return plan_kernel(e.bindings.back().value);
}

// The value of an expression without names, evaluated like the tuner's candidates.
inline Result<Value> value_of_text(const std::string& text) {
  Budget budget = max_program_budget;
  return evaluate_candidate(text, budget);
}

}  // namespace stridescope
