// Generated code with its source: the source line of each line of PTX or SASS. Compilers state it in separate lines
// (.loc of PTX, //## File of nvdisasm); these are read, and not shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::app {

struct ListedLine {
  std::string_view text;  // of the listing that was given
  int source = 0;         // the line of the source, from 1; 0: unknown
  bool operator==(const ListedLine&) const = default;
};

// Lines that only say where code comes from, and those of other files, have no source of their own: code that was
// inlined counts for the line that it is inlined at. `text` must live as long as the lines.
std::vector<ListedLine> read_listing(std::string_view text);

// The number of braces that a line of PTX opens minus those that it closes.
int opened_braces(std::string_view line);

}  // namespace stridescope::app
