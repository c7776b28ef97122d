// The language's environment with all functions, atoms and types, and no foreign text.
#pragma once

#include "core/lang/environment.h"

namespace stridescope {

const Environment& function_environment();

}  // namespace stridescope
