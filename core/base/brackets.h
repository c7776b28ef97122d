// Where a bracket is closed, by the rules of the language that it stands in.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace stridescope {

// What stands between two quotation marks: `none` are marks like any other character, those `of_line` end with the line
// where nothing closes them, of `whole` texts one that is never closed closes no bracket either.
enum class Quotes { none, of_line, whole };

struct BracketRule {
  bool angles = false;  // `<` and `>` are a pair, too; `->` is no bracket
  bool braces = true;
  Quotes quotes = Quotes::of_line;
  std::size_t longest = std::string_view::npos;  // characters that are looked at
};

// Past the bracket that closes the one at `open`; npos where none does.
std::size_t past_bracket(std::string_view text, std::size_t open, const BracketRule& rule = {});

// The parts between separators that stand outside of brackets and quotation marks, trimmed; those behind a bracket that
// nothing closes are one.
std::vector<std::string_view> split_outside(std::string_view text, char separator, const BracketRule& rule = {});

}  // namespace stridescope
