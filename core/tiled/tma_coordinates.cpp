// The coordinates of a TMA atom as a tensor over its global shape: get_tma_tensor.
#include "core/tiled/tma_coordinates.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {

Layout tma_coordinates(Arith& arith, const TmaAtom& atom, TupleRef shape) {
  const int rank = atom.gmem.rank();
  if ((shape.is_tuple() ? shape.size() : 1) != rank || shape.depth() > 1) {
    arith.fail(ErrorCode::arguments,
               say("a TMA of a tensor of {} {mode|modes} does not have coordinates of shape {}", rank,
                   to_text(IntTuple(shape))),
               say("pass the shape of the global tensor"));
    return {};
  }
  const auto of = [rank](const IntTuple& t, int mode) {
    return (rank > 1 || t.is_tuple() ? t[mode] : t.ref()).integer();
  };
  // CuTe puts the modes of the box first, then the others in order, without modes of extent 1 or stride 0.
  std::vector<int> order;
  std::vector<int> others;
  for (std::size_t i = 0; i < atom.modes.size(); ++i)
    (i == 0 || atom.box[i] > 1 ? order : others).push_back(atom.modes[i]);
  std::sort(others.begin(), others.end());
  order.insert(order.end(), others.begin(), others.end());
  std::vector<Int> strides(static_cast<std::size_t>(rank), static_int(0));
  int dimension = 0;
  for (const int mode : order) {
    const Int stride = of(atom.gmem.stride, mode);
    if (of(atom.gmem.shape, mode).is_constant(1) || stride.is_constant(0)) continue;
    const BasisPath path = BasisPath().appended(dimension);
    strides[static_cast<std::size_t>(mode)] =
        dimension == 0 ? Int(stride.value, path, stride.is_static) : Int(1, path, true);
    ++dimension;
  }
  TupleBuilder out(arith);
  if (shape.is_tuple()) out.open();
  for (const Int stride : strides) out.integer(stride);
  if (shape.is_tuple()) out.close();
  return {IntTuple(shape), out.take()};
}

}  // namespace stridescope
