// Sentences of a runner's result, and those on what probes and traces measured. Internal to core/app.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/message.h"

namespace stridescope {

// What a part of the result says under a key: the message that is said beside it, with its numbers and names; else a
// sentence with nothing in it is a message by its text, and any other stands as it came.
Message told(const std::string& words, const JsonValue& said);
Message told(const JsonValue& part, std::string_view key);

// Of a checked result's trace: medians, a line for the tiles and one for each side.
std::vector<Message> trace_lines(const JsonValue& trace);

}  // namespace stridescope
