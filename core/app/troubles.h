// The hint next to an error where no line of a program has a value: how the call is written.
#pragma once

#include <optional>
#include <string_view>

#include "core/app/typed_call.h"

namespace stridescope::app {

// The innermost call of a function that contains the place, or whose name it is; or empty.
std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog);

}  // namespace stridescope::app
