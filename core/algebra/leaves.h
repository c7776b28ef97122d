// Builds a tuple or layout of the same profile, leaf by leaf. Internal to the core's algorithms on tuples.
#pragma once

#include "core/value/int_tuple.h"
#include "core/value/layout.h"

namespace stridescope {

// write(out, leaf) appends one entry for each leaf of `profile`, an integer or `_`, in order; the brackets stay.
template <class Write>
IntTuple with_leaves(Arith& arith, TupleRef profile, Write&& write) {
  TupleBuilder out(arith);
  const auto visit = [&](auto& self, TupleRef node) -> void {
    if (!node.is_tuple()) {
      write(out, node);
      return;
    }
    out.open();
    for (const TupleRef mode : node) self(self, mode);
    out.close();
  };
  visit(visit, profile);
  return out.take();
}

// The same with all integers static. (tuple.cpp, layout.cpp)
IntTuple with_static_integers(Arith& arith, TupleRef t);
Layout with_static_integers(Arith& arith, LayoutRef a);

// Fails with rank_mismatch for the operands of `what`. (tuple_arithmetic.cpp)
void fail_ranks(Arith& arith, const char* what, TupleRef a, TupleRef b);

}  // namespace stridescope
