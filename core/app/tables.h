// Facts of AMD's, Intel's and Apple's hardware from tables.
#pragma once

#include <string>

namespace stridescope::app {

// Each row of the tables, a paragraph each, with its sources and how many of them are independent, and what has no row;
// sections and lines as in a topic of the help.
std::string tables_text();

}  // namespace stridescope::app
