// Generated code with its source: the source line of each line of PTX or SASS. Compilers write it in separate lines
// (.loc of PTX, //## File of nvdisasm), which are parsed and not shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::app {

struct ListedLine {
  std::string_view text;  // text of the given listing
  int source = 0;         // source line, from 1; 0: unknown
  bool operator==(const ListedLine&) const = default;
};

// Lines with line information, and lines of other files, have no source line; inlined code counts for the line of the
// call. `text` must outlive the lines.
std::vector<ListedLine> read_listing(std::string_view text);

// The number of opening braces minus closing braces in a line of PTX.
int opened_braces(std::string_view line);

}  // namespace stridescope::app
