// Coordinates of a shape for sweeps.
#pragma once

#include <vector>

#include "core/value/int_tuple.h"

namespace stridescope::laws {

// Every tuple with one of forms(mode) for each mode of the shape; the last mode varies fastest.
template <class Forms>
std::vector<IntTuple> tuples_of(TupleRef shape, Forms&& forms) {
  Arith arith;
  std::vector<IntTuple> tuples = {make_tuple(arith, {})};
  for (const TupleRef mode : shape) {
    std::vector<IntTuple> longer;
    for (const IntTuple& begin : tuples) {
      for (const IntTuple& form : forms(mode)) {
        TupleBuilder next(arith);
        next.open();
        next.copy_modes(begin);
        next.copy(form);
        next.close();
        longer.push_back(next.take());
      }
    }
    tuples = std::move(longer);
  }
  return tuples;
}

}  // namespace stridescope::laws
