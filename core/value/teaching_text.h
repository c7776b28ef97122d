// Texts and messages in teaching mode: static integers without underscores.
#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// _4 becomes 4, _-4 becomes -4, and SM80_16x8x16 is unchanged.
std::string without_underscores(std::string_view text);
// The same for each text in the message; its sentences are unchanged.
Message without_underscores(const Message& message);

}  // namespace stridescope
