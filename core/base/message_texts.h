// Changes the texts in the holes of messages.
#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// Replaces each text in the holes of the message, and of nested messages, by change(text); sentences and numbers are
// kept.
Message with_texts(const Message& message, std::string (*change)(std::string_view text));

}  // namespace stridescope
