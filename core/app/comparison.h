// The line of a program that holds two of its cards against each other.
#pragma once

#include <string>

#include "core/records/records.h"

namespace stridescope::app {

// "compare(A, B)". A value without a name, or one whose name another line has taken, is written out.
std::string comparison_of(const door::Binding& a, const door::Binding& b);

}  // namespace stridescope::app
