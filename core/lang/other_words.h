// Words of other libraries that are not names here, and their replacement.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/message.h"
#include "core/value/value.h"

namespace stridescope {

// A hint, in words; nothing if the word has no use for anything in CuTe.
std::optional<Term> other_word(std::string_view word);
// The same for words that are not names in those languages either, for example `not`: a program that has one binds no
// value to it.
std::optional<Term> other_keyword(std::string_view word);
// The order of modes that other libraries call so, in either case: F and column for the first mode contiguous, C and
// row for the last.
std::optional<Major> other_order(std::string_view word);

}  // namespace stridescope
