// What a value was made from, and what is made from it: the names that stand beside it where it has no picture.
#pragma once

#include <string>
#include <vector>

#include "core/app/records.h"

namespace stridescope::app {

struct Lineage {
  std::vector<std::string> from;  // the values that it names, in the order of `all`
  std::vector<std::string> in;    // those that name it
  bool operator==(const Lineage&) const = default;
};

// Among `all`, those of one report; values without a name are left out.
Lineage lineage(const door::Binding& of, const std::vector<const door::Binding*>& all);

}  // namespace stridescope::app
