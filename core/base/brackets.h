// Finds the closing bracket, by the rules of the bracket's language.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace stridescope {

// Handling of quotation marks. `none`: marks are ordinary characters; `of_line`: an unclosed quotation ends with its
// line; `whole`: text after an unclosed mark closes no bracket.
enum class Quotes { none, of_line, whole };

struct BracketRule {
  bool angles = false;  // `<` and `>` also form a pair; `->` is not a bracket
  bool braces = true;
  Quotes quotes = Quotes::of_line;
  std::size_t longest = std::string_view::npos;  // the number of inspected characters
};

// Position after the bracket that closes the one at `open`; npos without one.
std::size_t past_bracket(std::string_view text, std::size_t open, const BracketRule& rule = {});

// The parts between separators outside brackets and quotation marks, trimmed; everything after an unclosed bracket is
// one part.
std::vector<std::string_view> split_outside(std::string_view text, char separator, const BracketRule& rule = {});

}  // namespace stridescope
