// Messages with other texts in their holes.
#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// Each text in the holes of the message, and of those within it, is what `change` makes of it; sentences and numbers
// stay.
Message with_texts(const Message& message, std::string (*change)(std::string_view text));

}  // namespace stridescope
