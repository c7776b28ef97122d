// Reads nested tuples in the texts of other systems: (4, (2, 8)), with their forms of integers.
#pragma once

#include <utility>

#include "core/algebra/algebra.h"
#include "core/foreign/systems/scanner.h"

namespace stridescope {

// leaf(in, out) adds an integer to out if one is next, and returns false if a tuple begins.
template <class Leaf>
class ForeignTuples {
 public:
  ForeignTuples(Scanner& in, Leaf leaf) : in_(in), leaf_(std::move(leaf)) {}

  IntTuple read() {
    TupleBuilder out(in_.arith());
    node(out);
    return in_.arith().intact(out.take());
  }

 private:
  void node(TupleBuilder& out) {
    const ForeignLevel level(in_, depth_);
    if (!in_.ok()) {
      out.integer(static_int(0));
      return;
    }
    if (leaf_(in_, out)) return;
    in_.expect("(");
    out.open();
    while (in_.ok() && !in_.accept(")")) {
      node(out);
      if (!in_.accept(",") && !in_.at(")")) in_.expect(")");
    }
    out.close();
  }

  Scanner& in_;
  Leaf leaf_;
  int depth_ = 0;
};

}  // namespace stridescope
