// Words of other libraries that are no names here, and what is written in their place.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// A hint, in words; nothing where nobody uses the word for anything in CuTe.
std::optional<Term> other_word(std::string_view word);

}  // namespace stridescope
