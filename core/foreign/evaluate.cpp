// Joins the environment of core/functions with foreign text.
#include "core/foreign/evaluate.h"

#include "core/foreign/paste/evaluation.h"
#include "core/foreign/paste/known_profiles.h"
#include "core/foreign/python/paste_arguments.h"
#include "core/foreign/read_program.h"
#include "core/functions/environment.h"

namespace stridescope {

const Environment& full_environment() {
  static const Environment environment = [] {
    Environment out = function_environment();
    out.options = &python_arguments;
    out.foreign = []() -> std::unique_ptr<ForeignProgram> { return std::make_unique<ForeignEvaluation>(); };
    return out;
  }();
  return environment;
}

Evaluation evaluate(std::string_view program, IntegerMode mode, Budget& budget) {
  return evaluate(program, mode, full_environment(), budget);
}

Evaluation evaluate(std::string_view program, IntegerMode mode) {
  Budget budget = max_program_budget;
  return evaluate(program, mode, budget);
}

Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations,
                    Budget& budget) {
  return evaluate(program, mode, full_environment(), budget, &operations);
}

Evaluation evaluate_part(std::string_view part, IntegerMode mode, KnownProfiles& profiles) {
  ForeignEvaluation foreign(&profiles);
  return evaluate_foreign(foreign, part, mode, full_environment(), profiles.budget);
}

ForeignTree parse(std::string_view program, std::vector<Error>& errors) {
  return read_program(program, IntegerMode::cute, full_environment(), errors);
}

}  // namespace stridescope
