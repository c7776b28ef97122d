// The environment of the language with all functions, atoms and types, and without foreign text.
#pragma once

#include "core/lang/environment.h"

namespace stridescope {

const Environment& function_environment();

}  // namespace stridescope
