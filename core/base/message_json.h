// A message as JSON, for another process that says it in its reader's language: {"id": sentence, "arguments": [...]},
// where an argument is a text, an integer or a message. A text without a translation stays a text.
#pragma once

#include <string>

#include "core/base/json_value.h"
#include "core/base/message.h"

namespace stridescope {

std::string message_json(const Message& message);

// The message that the JSON is; empty where it is none. Any JSON is right: a sentence whose holes are not as many as
// its arguments is none.
Message read_message(const JsonValue& value);

}  // namespace stridescope
