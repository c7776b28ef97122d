// The word for a value's kind in messages, in the user's language.
#pragma once

#include "core/base/message.h"
#include "core/value/value.h"

namespace stridescope {

// "layout", "integer", "MMA atom": kind_name, to be translated.
Term kind_word(const Value& value);
// "a layout", "an integer".
Message a_kind(const Value& value);

}  // namespace stridescope
