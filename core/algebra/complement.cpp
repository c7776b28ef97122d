// Complement: the layout of the repetitions that fill a codomain around A.
#include "core/algebra/by_mode.h"
#include "core/algebra/coordinate_inverse.h"
#include "core/algebra/flat.h"

namespace stridescope {
namespace {

// Checks that the modes can be ordered, and that the codomain is the integers.
bool check(Arith& arith, const FlatLayout& a) {
  for (std::uint32_t i = 0; i < a.rank(); ++i) {
    if (a.stride[i].is_basis()) {
      arith.fail(
          ErrorCode::basis,
          say("complement: {} has basis strides, and CuTe does not complement it up to a cotarget",
              to_text(to_layout(arith, a))),
          say("complement({}) without a cotarget returns a part for each coordinate", to_text(to_layout(arith, a))));
      return false;
    }
    if (a.rank() > 1 && !a.stride[i].is_static) {
      arith.fail(ErrorCode::dynamic_stride,
                 say("complement: {} has rank {} and dynamic strides, so their order is unknown",
                     to_text(to_layout(arith, a)), a.rank()),
                 say("make the strides static (_4), or the layout rank 1"));
      return false;
    }
  }
  return true;
}

// Appends an extent to a shape; multiplies adjacent extents that are both static or both dynamic.
void append_coalesced(Arith& arith, InlineVector<Int, 16>& shape, const Int& extent) {
  if (!shape.empty() && shape.back().is_static == extent.is_static) {
    shape.back() = arith.mul(shape.back(), extent);
  } else {
    shape.push_back(extent);
  }
}

// Compact strides for the extents, from `start` on; a static extent 1 gets stride _0.
void append_compact(Arith& arith, FlatLayout& out, const InlineVector<Int, 16>& shape, Int start) {
  for (const Int& extent : shape) {
    if (extent.is_constant(1)) {
      out.mode(extent, static_int(0));
    } else {
      out.mode(extent, start);
      start = arith.mul(start, extent);
    }
  }
}

}  // namespace

InlineVector<std::uint32_t, 16> by_stride(const FlatLayout& a) {
  InlineVector<std::uint32_t, 16> order;
  for (std::uint32_t i = 0; i < a.rank(); ++i) {
    order.push_back(i);
    for (std::uint32_t at = i; at > 0 && a.stride[order[at - 1]].value > a.stride[i].value; --at) {
      order[at] = order[at - 1];
      order[at - 1] = i;
    }
  }
  return order;
}

FlatLayout complement_of(Arith& arith, const FlatLayout& a, const InlineVector<Int, 16>& cotarget) {
  FlatLayout out;
  InlineVector<Int, 16> rest;
  if (a.rank() == 1 && a.stride[0].is_constant(0)) {
    for (const Int& extent : cotarget) append_coalesced(arith, rest, extent);
    append_compact(arith, out, rest, static_int(1));
    return out;
  }
  if (!check(arith, a)) return out;
  Int reached = static_int(1);  // the span of the modes so far
  for (const std::uint32_t next : by_stride(a)) {
    const Int& stride = a.stride[next];
    const Int gap = arith.div(stride, reached);
    if (gap.is_constant(0)) {
      arith.fail(ErrorCode::not_injective,
                 say("complement: {} is not injective: stride {} is inside the {} {element|elements} that the faster "
                     "modes already span",
                     to_text(to_layout(arith, a)), stride.value, reached.value),
                 say("give the mode a stride of at least that many elements"));
      return out;
    }
    out.mode(gap, reached);
    reached = arith.mul(stride, a.shape[next]);
  }
  Int left = reached;  // ceil_div of the cotarget by an integer divides the integer away mode after mode
  for (const Int& extent : cotarget) {
    append_coalesced(arith, rest, arith.ceil_div(extent, left));
    if (cotarget.size() > 1) left = arith.ceil_div(left, extent);
  }
  append_compact(arith, out, rest, reached);
  return merged(arith, out);
}

Layout complement(Arith& arith, LayoutRef a, TupleRef cotarget) {
  const FlatLayout filtered = merged(arith, leaves_without_zeros(a));
  // Only the leaves of the cotarget matter: dividing by a product is dividing by its factors, one after the other.
  return to_layout(arith, complement_of(arith, filtered, leaves({cotarget, cotarget}).shape));
}

Layout complement(Arith& arith, LayoutRef a) {
  if (a.stride.has_basis()) return complement_of_coordinates(arith, a);
  const FlatLayout filtered = merged(arith, leaves_without_zeros(a));
  InlineVector<Int, 16> target;
  target.push_back(cosize(arith, to_layout(arith, filtered)));
  return to_layout(arith, complement_of(arith, filtered, target));
}

}  // namespace stridescope
