// How a function is written, for hints: its signatures in a sentence.
#pragma once

#include "core/base/message.h"
#include "core/functions/builtin.h"

namespace stridescope {

// "append(t, x) or append<N>(t, x)".
Message signature_words(const Builtin& builtin);

}  // namespace stridescope
