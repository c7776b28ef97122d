// Two values of a report, cell by cell: the pictures that both have, and where what is written in them differs.
// Pictures of other sizes lie on each other with their first cells; what one of them has alone differs.
#pragma once

#include <cstdint>
#include <memory>
#include <set>

#include "core/app/picture.h"

namespace stridescope {

struct Comparison {
  std::shared_ptr<const CardPicture> a;
  std::shared_ptr<const CardPicture> b;
  std::set<std::int64_t> differ_a;  // cells whose label is another at the same place of the other picture
  std::set<std::int64_t> differ_b;
  Message text;   // "3 of 32 cells differ", or why they cannot be compared
  Message first;  // the first of them, in the order of the rows: what is written in both; empty where none differs
};

// Of two bindings: as thread-value layouts where both are, else as grids, else as strips.
Comparison compare(const Workspace& workspace, int a, int b, const Catalog& catalog = english_catalog());

}  // namespace stridescope
