// Generated code beside its source: which line of the source each line of PTX or SASS comes from. Compilers tell it in
// lines of their own (.loc of PTX, //## File of nvdisasm); these are read, and left out of what is shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::app {

struct ListedLine {
  std::string_view text;  // of the listing that was given
  int source = 0;         // the line of the source, from 1; 0: nothing tells
  bool operator==(const ListedLine&) const = default;
};

// Lines that only say where code comes from, and those of other files, have no source of their own: code that was
// inlined counts for the line that it is inlined at. `text` must live as long as the lines.
std::vector<ListedLine> read_listing(std::string_view text);

// How many braces a line of PTX opens more than it closes.
int opened_braces(std::string_view line);

}  // namespace stridescope::app
