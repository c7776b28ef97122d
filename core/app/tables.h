// Facts from tables on AMD's, Intel's and Apple's hardware.
#pragma once

#include <string>

namespace stridescope::app {

// One paragraph for each row of the tables, with its sources and the number of independent ones, and the facts that
// have no row. Sections and lines have the form of a help topic.
std::string tables_text();

}  // namespace stridescope::app
