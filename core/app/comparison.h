// The program line that compares two cards.
#pragma once

#include <string>

#include "core/records/records.h"

namespace stridescope::app {

// "compare(A, B)". A value without a name, or with a name that another line has taken, is written as an expression.
std::string comparison_of(const door::Binding& a, const door::Binding& b);

}  // namespace stridescope::app
