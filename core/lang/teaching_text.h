// Texts and messages as the teaching mode has them: no underscores of static integers.
#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// _4 is 4, _-4 is -4, and SM80_16x8x16 stays a name.
std::string without_underscores(std::string_view text);
// The same of each text in the message; its sentences stay.
Message without_underscores(const Message& message);

}  // namespace stridescope
