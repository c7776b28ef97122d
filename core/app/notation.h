// Notation of a program in addition to calls of functions. notation.def is the only list; the help of the command line
// and the reference of page and window are made from it.
#pragma once

#include <span>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

struct Notation {
  std::string_view name;  // name of its page
  std::string_view form;  // its look
  Term meaning;           // not a sentence: the text after the form in a list
  std::string_view example;
};

// In the order of learning.
std::span<const Notation> notations();
// Null if no notation has that name.
const Notation* find_notation(std::string_view name);

}  // namespace stridescope
