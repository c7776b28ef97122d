// Words of other libraries that are no names here, and what is written in their place.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/message.h"
#include "core/value/value.h"

namespace stridescope {

// A hint, in words; nothing where nobody uses the word for anything in CuTe.
std::optional<Term> other_word(std::string_view word);
// The same of words that are no names in those languages either, for example `not`: whoever writes one binds no value
// to it.
std::optional<Term> other_keyword(std::string_view word);
// The order of modes that other libraries call so, in either case: F and column for the first mode contiguous, C and
// row for the last.
std::optional<Major> other_order(std::string_view word);

}  // namespace stridescope
