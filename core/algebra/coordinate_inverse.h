// Inverses and complements of layouts into coordinates (coordinate_inverse.cpp): static layouts whose strides are basis
// elements or 0. Faults: basis for any other layout, not_injective where modes of one coordinate overlap.
#pragma once

#include "core/algebra/flat.h"

namespace stridescope {

// law: A(R(c)) = c for every coordinate c of R's shape, which is nested like A's coordinates.
Layout right_inverse_of_coordinates(Arith&, LayoutRef a);
// law: A(R(A(i))) = A(i) for all i < size(A).
Layout left_inverse_of_coordinates(Arith&, LayoutRef a);
// The part of the coordinate space that A does not reach, as far as A's strides span it: the last mode of each
// coordinate has extent _1 and is unbounded in a composition.
Layout complement_of_coordinates(Arith&, LayoutRef a);

}  // namespace stridescope
