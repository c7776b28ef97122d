// Complement: the layout of the repetitions that fill a codomain around A.
#include "core/algebra/by_mode.h"

namespace stridescope {
namespace {

// @pre `a` is filtered: flat, no static stride 0, no static extent 1.
Layout complement_filtered(Arith& arith, const Layout& a, TupleRef cotarget) {
  if (a.stride.ref().is_constant(0)) {
    const IntTuple shape = coalesce_shape(arith, cotarget);
    return make_layout(arith, shape);
  }
  const int rank = a.rank();
  if (rank > 1 && !a.stride.ref().is_static()) {
    arith.fail(ErrorCode::dynamic_stride, cat("complement: ", to_text(a), " has rank ", rank, " and dynamic strides, whose order is unknown"),
               "make the strides static (_4), or the layout rank 1");
    return {};
  }
  if (a.stride.ref().has_basis()) {
    arith.fail(ErrorCode::basis, cat("complement: ", to_text(a), " has basis strides; its codomain is not one-dimensional"));
    return {};
  }
  InlineVector<Int, 16> shape;
  InlineVector<Int, 16> stride;
  for (int i = 0; i < rank; ++i) {
    shape.push_back(a.shape[i].integer());
    stride.push_back(a.stride[i].integer());
  }
  LayoutBuilder gaps(arith);
  gaps.open();
  gaps.open();
  Int last = static_int(1);  // what the modes so far span
  while (!shape.empty()) {
    std::uint32_t next = 0;
    for (std::uint32_t i = 1; i < stride.size(); ++i) {
      if (stride[i].value < stride[next].value) next = i;
    }
    const Int gap = arith.div(stride[next], last);
    if (gap.is_constant(0)) {
      arith.fail(ErrorCode::not_injective,
                 cat("complement: ", to_text(a), " is not injective: stride ", stride[next].value, " is inside the ", last.value,
                     " elements that the faster modes already span"),
                 "give the mode a stride of at least that many elements");
      return {};
    }
    gaps.mode(gap, last);
    last = arith.mul(stride[next], shape[next]);
    for (std::uint32_t i = next; i + 1 < shape.size(); ++i) {
      shape[i] = shape[i + 1];
      stride[i] = stride[i + 1];
    }
    shape.truncate(shape.size() - 1);
    stride.truncate(stride.size() - 1);
  }
  gaps.close();
  const IntTuple rest_shape = coalesce_shape(arith, ceil_div(arith, cotarget, IntTuple(last)));
  const IntTuple rest_stride = compact_major(arith, Major::left, rest_shape, IntTuple(last));
  gaps.copy({rest_shape, rest_stride});
  gaps.close();
  return coalesce(arith, gaps.take());
}

}  // namespace

Layout complement(Arith& arith, LayoutRef a, TupleRef cotarget) { return complement_filtered(arith, filter(arith, a), cotarget); }

Layout complement(Arith& arith, LayoutRef a) {
  const Layout filtered = filter(arith, a);
  return complement_filtered(arith, filtered, IntTuple(cosize(arith, filtered)));
}

}  // namespace stridescope
