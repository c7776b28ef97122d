// A noun with its article, for messages.
#pragma once

#include <string>
#include <string_view>

#include "core/base/text.h"

namespace stridescope {

// "a layout", "an integer", "an MMA atom"
inline std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return cat(vowel || noun.starts_with("MMA") ? "an " : "a ", noun);
}

}  // namespace stridescope
