// The word for a value's kind in messages, translatable.
#pragma once

#include "core/base/message.h"
#include "core/value/value.h"

namespace stridescope {

// "layout", "integer", "MMA atom": kind_name as a Term.
Term kind_word(const Value& value);
// "a layout", "an integer".
Message a_kind(const Value& value);

}  // namespace stridescope
