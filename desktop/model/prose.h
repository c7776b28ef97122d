// A lesson's Markdown as blocks of styled text, for a panel that lays them out itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

struct ProseSpan {
  std::string text;
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  std::string link = {};  // its target; empty: none
  bool operator==(const ProseSpan&) const = default;
};
using ProseText = std::vector<ProseSpan>;

struct ProseBlock {
  enum class Kind { paragraph, heading, code, table, rule } kind = Kind::paragraph;
  int depth = 0;                             // lists that it stands in
  bool quoted = false;                       // stands in a quotation
  std::string sign;                          // before the first block of a list's item: a bullet, or "2."
  ProseText text;                            // of a code block one span, with its line breaks
  std::vector<std::vector<ProseText>> rows;  // of a table; the first row is its head
};

// Any text. Neighbours of one style are one span; a break of a line in the source is a blank.
std::vector<ProseBlock> read_prose(std::string_view markdown);

}  // namespace stridescope::desktop
