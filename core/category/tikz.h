// Diagrams as TikZ source: a column of entries for the domain, one for the codomain, and an arrow for each entry that
// does not map to the base point; trees over nested tuples. Entries are drawn from bottom to top.
#pragma once

#include <string>
#include <string_view>

#include "core/category/morphism.h"

namespace stridescope {

std::string morphism_tikz(Arith& arith, const Morphism& f, std::string_view label);
// Two refinements with one column of entries, those of `second`: the tree of `first` on the left, the tree of `second`
// on the right. The entries of `first` must be the first entries of `second`, as from mutual_refinement.
std::string refinements_tikz(Arith& arith, TupleRef first, TupleRef second);

}  // namespace stridescope
