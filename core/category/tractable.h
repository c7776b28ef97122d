// Tractable layouts and the morphisms that encode them. Layouts here are plain ones with positive extents and
// non-negative integer strides. Source: "Categorical Foundations for CuTe Layouts", sections 2.1 to 2.3 and 3.2.
#pragma once

#include <optional>
#include <string>

#include "core/category/morphism.h"
#include "core/value/layout.h"

namespace stridescope {

// The order on (shape, stride) pairs: d < d', or d = d' and s <= s'.
bool precedes(Int shape, Int stride, Int other_shape, Int other_stride);

// The reason why a layout is not tractable: two of its modes, counted from 1, (s_i : d_i) before (s_j : d_j) in the
// order, both strides nonzero, such that s_i d_i does not divide d_j.
struct TractabilityGap {
  int first = 0;
  int second = 0;  // 0: the theory does not cover the layout, and `why` gives the reason
  Message why;
};
// Empty if it is tractable.
std::optional<TractabilityGap> tractability_gap(LayoutRef a);

// The layout that f encodes: its shape is the domain; the stride of an entry that maps to j is t_1 ... t_(j-1), or 0
// for the base point. A stride is static if the extent and the entries before j are.
Layout encoded_layout(Arith& arith, const Morphism& f);
// The standard representation: the morphism in standard form that encodes a tractable layout. Error: divisibility, with
// the violating pair, if the layout is not tractable. flat: that of the flattening.
Morphism standard_representation(Arith& arith, LayoutRef a, bool flat);

// True if every mode of extent 1 has stride 0.
bool is_nondegenerate(LayoutRef a);
Layout make_nondegenerate(Arith& arith, LayoutRef a);
// The flattening with its modes in the order above.
Layout sort_flat_layout(Arith& arith, LayoutRef a);
// The smallest N for which the layout has a complement: the largest s_i d_i. Errors: not_injective if a mode repeats
// offsets (stride 0 with an extent above 1); divisibility if the layout is not tractable.
Int complement_size(Arith& arith, LayoutRef a);

// The value of the realization |f| at x: the layout function of the encoded layout at the 1-D coordinate x.
Int realize(Arith& arith, const Morphism& f, Int x);
// All values, at 0, 1, ..., size - 1. pre: the size fits memory.
std::vector<Int> realization(Arith& arith, const Morphism& f);

}  // namespace stridescope
