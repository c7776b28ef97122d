// The errors of a program without values: their causes, and the signatures of the calls.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/app/typed_call.h"
#include "core/records/shown.h"

namespace stridescope::app {

// The errors, without those that follow from another one if there are others.
std::vector<door::Problem> causes(std::vector<door::Problem> problems);
// The innermost call of a function that contains the place, or whose name the place is; or empty.
std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog);

}  // namespace stridescope::app
