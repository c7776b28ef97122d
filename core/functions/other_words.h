// Words of other libraries that this language does not have, and their replacement.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/message.h"
#include "core/value/value.h"

namespace stridescope {

// A hint in words; empty if CuTe has nothing similar. only_keyword: for keywords of those languages alone, for example
// `not`, which no program binds.
Message other_word(std::string_view word, bool only_keyword);
// The order of modes with this name in other libraries, in any case: F and column for the first mode contiguous, C and
// row for the last.
std::optional<Major> other_order(std::string_view word);

}  // namespace stridescope
