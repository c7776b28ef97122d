// Diagrams as TikZ source: a column of entries for the domain, one for the codomain, an arrow for each entry that does
// not go to the base point; trees over nested tuples. Entries are drawn from the bottom to the top.
#pragma once

#include <string>
#include <string_view>

#include "core/category/morphism.h"

namespace stridescope {

std::string morphism_tikz(Arith& arith, const Morphism& f, std::string_view label);
// Two refinements over one column of entries, those of `second`: the tree of `first` on the left, of `second` on the
// right. The entries of `first` must be the first ones of `second`, as mutual_refinement makes them.
std::string refinements_tikz(Arith& arith, TupleRef first, TupleRef second);

}  // namespace stridescope
