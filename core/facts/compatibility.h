// Compatibility as a partial order on shapes: a <= b if every coordinate of a is a coordinate of b; then b refines a,
// and a coarsens b. A Hasse diagram of shapes shows this order. Source: CUTLASS media/docs/cpp/cute/01_layout.md,
// "Layout compatibility".
#pragma once

#include <string>
#include <vector>

#include "core/base/limits.h"
#include "core/value/print.h"

namespace stridescope {

// The Hasse diagram: elements on levels, and the covers as its lines. law: no cover follows from two other ones.
struct CompatibilityOrder {
  struct Element {
    IntTuple shape;
    int level = 0;  // length of the longest chain of coarser shapes below it; 0 for the coarsest ones
  };
  // One line of the diagram: fine refines coarse, and none of the given shapes lies between them.
  struct Cover {
    int coarse;
    int fine;
    bool operator==(const Cover&) const = default;
  };
  std::vector<Element> elements;  // the different shapes, in the given order; `4` and `_4` are equal
  std::vector<int> element_of;    // index of the element of each given shape
  std::vector<Cover> covers;      // sorted by coarse, then by fine
};

// pre: shapes of plain integers. Errors: too_large; overflow if a size does not fit 64 bits.
CompatibilityOrder compatibility_order(Arith& arith, const std::vector<IntTuple>& shapes);

// Every shape that is compatible with this one, including itself, coarser before finer: each accepts the coordinates of
// the coarser ones. (3,(2,3)) gives 18, (3,6), (3,(2,3)). Error: too_large beyond max_order_shapes.
std::vector<IntTuple> coarsenings(Arith& arith, TupleRef shape);

// The weakly_compatible of CUTLASS 3: b repeats a, that is, a shape s congruent to a exists with
// compatible(elem_scale(a,s), b).
Bool weakly_compatible(Arith& arith, TupleRef a, TupleRef b);

// The order as text: a line `a <= b` for each cover, and a line `a` for each shape that is comparable to no other one.
std::string to_text(const CompatibilityOrder& order, IntegerMode mode);

}  // namespace stridescope
