// Words of other libraries that this language does not have, and their replacement.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/message.h"
#include "core/value/value.h"

namespace stridescope {

// A hint in words; empty if CuTe has nothing similar.
std::optional<Term> other_word(std::string_view word);
// The same for keywords of those languages, for example `not`: no program binds them.
std::optional<Term> other_keyword(std::string_view word);
// The order of modes with this name in other libraries, in any case: F and column for the first mode contiguous, C and
// row for the last.
std::optional<Major> other_order(std::string_view word);

}  // namespace stridescope
