// A message as JSON, for another process that renders it in the user's language: {"id": sentence, "arguments": [...]},
// where an argument is a text, an integer or a message. A text without a translation stays a text.
#pragma once

#include <string>

#include "core/base/json_value.h"
#include "core/base/message.h"

namespace stridescope {

std::string message_json(const Message& message);

// The message of this JSON; empty for any other JSON, including a sentence with a wrong number of arguments.
Message read_message(const JsonValue& value);

}  // namespace stridescope
