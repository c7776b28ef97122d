// Composition R = A o B. CuTe distributes over B's modes and walks A's modes for each of them: the stride of the mode
// is divided away on the left, its extent is taken from what is left.
#include "core/algebra/by_mode.h"

namespace stridescope {
namespace {

void fail_stride(Arith& arith, Int stride, int mode, Int extent) {
  arith.fail(ErrorCode::stride_divisibility,
             cat("stride ", stride.value, " does not fit mode ", mode, " of the left layout (extent ", extent.value, ")"),
             cat("composition needs ", stride.value, " % ", extent.value, " == 0 or ", stride.value, " < ", extent.value));
}

void fail_shape(Arith& arith, Int extent, int mode, Int taken) {
  arith.fail(ErrorCode::shape_divisibility,
             cat(extent.value, " elements do not fit mode ", mode, " of the left layout, which holds ", taken.value, " of them at this stride"),
             cat("composition needs ", extent.value, " % ", taken.value, " == 0; try ", taken.value, " or a multiple of it"));
}

// One mode s:d of B. `lhs` is flat (an integer pair or a depth-1 tuple).
void compose_mode(Arith& arith, LayoutBuilder& out, LayoutRef lhs, Int s, Int d) {
  if (d.is_constant(0)) {
    out.mode(s, d);
    return;
  }
  if (!lhs.shape.is_tuple()) {
    out.mode(s, arith.mul(d, lhs.stride.integer_or_zero()));
    return;
  }
  const int rank = lhs.rank();
  InlineVector<Int, 16> shape;
  InlineVector<Int, 16> stride;
  Int rest_shape = s;
  Int rest_stride = d;
  auto a_shape = lhs.shape.begin();
  auto a_stride = lhs.stride.begin();
  for (int i = 0; i + 1 < rank; ++i, ++a_shape, ++a_stride) {
    const Int extent = (*a_shape).integer_or_zero();
    if (extent.is_static && rest_stride.is_static && arith.mod(rest_stride, extent).value != 0 && rest_stride.value >= extent.value) {
      fail_stride(arith, rest_stride, i, extent);
      return;
    }
    const Int step = arith.abs(rest_stride);
    const Int available = arith.ceil_div(extent, step);
    const Int next_stride = arith.mul(arith.ceil_div(step, extent), arith.signum(rest_stride));
    if (!available.is_constant(1) && !rest_shape.is_constant(1)) {
      const Int taken = arith.min(available, rest_shape);
      if (taken.is_static && rest_shape.is_static && arith.mod(rest_shape, taken).value != 0) {
        fail_shape(arith, rest_shape, i, taken);
        return;
      }
      shape.push_back(taken);
      stride.push_back(arith.mul(rest_stride, (*a_stride).integer_or_zero()));
      rest_shape = arith.div(rest_shape, taken);
    }
    rest_stride = next_stride;
    if (arith.failed()) return;
    // Nothing is left to take, and a stride of 1 passes every condition on the way to the last mode.
    if (rest_shape.is_constant(1) && rest_stride.is_constant(1) && !shape.empty()) break;
  }
  const bool exhausted = !shape.empty() && rest_shape.is_constant(1);
  if (!exhausted) {
    shape.push_back(rest_shape);
    stride.push_back(arith.mul(rest_stride, (*a_stride).integer_or_zero()));
  }
  if (shape.size() == 1) {
    out.mode(shape[0], stride[0]);
    return;
  }
  out.open();
  for (std::uint32_t i = 0; i < shape.size(); ++i) out.mode(shape[i], stride[i]);
  out.close();
}

// Follows the path of a basis stride into the left layout: `3@1` walks with stride 3 in mode 1.
bool descend(Arith& arith, LayoutRef& lhs, const BasisPath& path) {
  for (int level = 0; level < path.rank(); ++level) {
    if (path[level] >= lhs.rank()) {
      arith.fail(ErrorCode::rank_mismatch,
                 cat("composition: the right layout's stride names mode ", path[level], " and the left layout ", to_text(lhs.shape), " has rank ", lhs.rank()));
      return false;
    }
    lhs = lhs[path[level]];
  }
  return true;
}

void compose_into(Arith& arith, LayoutBuilder& out, LayoutRef lhs, LayoutRef rhs) {
  if (arith.failed()) return;
  if (rhs.shape.is_tuple()) {
    out.open();
    auto d = rhs.stride.begin();
    for (const TupleRef s : rhs.shape) {
      compose_into(arith, out, lhs, {s, *d});
      ++d;
    }
    out.close();
    return;
  }
  const Int s = rhs.shape.integer_or_zero();
  const Int d = rhs.stride.integer_or_zero();
  LayoutRef target = lhs;
  if (d.is_basis() && !descend(arith, target, d.basis())) return;
  if (target.shape.depth() > 1) {
    arith.fail(ErrorCode::profile_mismatch, cat("composition: the stride ", to_text(d), " reaches a nested mode ", to_text(target.shape)));
    return;
  }
  compose_mode(arith, out, target, s, {d.value, {}, d.is_static});
}

}  // namespace

Layout composition(Arith& arith, LayoutRef a, LayoutRef b) {
  const bool basis = b.stride.has_basis();
  const IntTuple profile = basis ? coprofile(arith, b) : IntTuple(static_int(0));
  const Layout lhs = coalesce_unbounded(arith, a, profile);
  LayoutBuilder out(arith);
  compose_into(arith, out, lhs, b);
  return out.take();
}

Layout composition(Arith& arith, LayoutRef a, const Tiler& b) {
  if (const auto* modes = b.modes()) {
    return by_tiler(arith, "composition", a, *modes, false, [&](LayoutRef mode, const Tiler& t) { return composition(arith, mode, t); });
  }
  if (const Layout* layout = b.layout()) return composition(arith, a, LayoutRef(*layout));
  if (b.is_any()) return {IntTuple(a.shape), IntTuple(a.stride)};
  return composition(arith, a, LayoutRef(Layout{b.integer(), static_int(1)}));
}

}  // namespace stridescope
