// The hint next to an error in a program without values: the signature of the call.
#pragma once

#include <optional>
#include <string_view>

#include "core/app/typed_call.h"

namespace stridescope::app {

// The innermost call of a function that contains the place, or whose name the place is; or empty.
std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog);

}  // namespace stridescope::app
