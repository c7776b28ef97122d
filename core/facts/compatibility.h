// Compatibility as a partial order on shapes: a <= b when every coordinate of a is a coordinate of b, so that b refines
// a and a coarsens b. What a Hasse diagram of shapes is drawn from.
// Source: CUTLASS media/docs/cpp/cute/01_layout.md, "Layout compatibility".
#pragma once

#include <string>
#include <vector>

#include "core/base/limits.h"
#include "core/value/print.h"

namespace stridescope {

// The Hasse diagram: elements at levels, and covers as its lines. law: covers hold no pair that follows from two
// others.
struct CompatibilityOrder {
  struct Element {
    IntTuple shape;
    int level = 0;  // length of the longest chain of coarser shapes below it; the coarsest are at 0
  };
  // fine refines coarse, and none of the given shapes lies between them: one line of the diagram.
  struct Cover {
    int coarse;
    int fine;
    bool operator==(const Cover&) const = default;
  };
  std::vector<Element> elements;  // the different shapes, in the order given; `4` and `_4` are the same
  std::vector<int> element_of;    // for each given shape its element
  std::vector<Cover> covers;      // by coarse, then by fine
};

// Requires shapes of plain integers. Faults: too_large; overflow when a size does not fit 64 bits.
CompatibilityOrder compatibility_order(Arith& arith, const std::vector<IntTuple>& shapes);

// Every shape that is compatible with this one, itself included, coarser before finer: each accepts the coordinates of
// the one before. (3,(2,3)) gives 18, (3,6), (3,(2,3)). too_large beyond max_order_shapes.
std::vector<IntTuple> coarsenings(Arith& arith, TupleRef shape);

// CUTLASS 3's weakly_compatible: b repeats a, that is, some shape s congruent to a has compatible(elem_scale(a,s), b).
Bool weakly_compatible(Arith& arith, TupleRef a, TupleRef b);

// The order as text: a line `a <= b` for each cover, a line `a` for each shape that is comparable to no other.
std::string to_text(const CompatibilityOrder& order, IntegerMode mode);

}  // namespace stridescope
