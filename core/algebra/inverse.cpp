// Inverses, the null space, and the vectors that two layouts share.
#include <utility>

#include "core/algebra/by_mode.h"
#include "core/algebra/coordinate_inverse.h"

namespace stridescope {
namespace {

// One mode of a coalesced layout, with its stride in the compact layout of the same shape.
struct Mode {
  Int shape;
  Int stride;
  Int domain_stride;
};

using Modes = InlineVector<Mode, 16>;

Modes coalesced_modes(Arith& arith, LayoutRef a) {
  const Layout flat = coalesce(arith, a);
  Modes modes;
  Int prefix = static_int(1);
  for (int i = 0; i < flat.rank(); ++i) {
    const Int shape = flat.shape[i].integer();
    modes.push_back({shape, flat.stride[i].integer(), prefix});
    prefix = arith.mul(shape, prefix);
  }
  return modes;
}

// CuTe's exchange sort. It is not stable, and with equal strides its order affects the result.
void sort_by_stride(Modes& modes) {
  for (std::uint32_t i = 0; i < modes.size(); ++i) {
    for (std::uint32_t j = i + 1; j < modes.size(); ++j) {
      if (modes[j].stride.value < modes[i].stride.value) std::swap(modes[i], modes[j]);
    }
  }
}

}  // namespace

Layout right_inverse(Arith& arith, LayoutRef a) {
  if (a.stride.has_basis()) return right_inverse_of_coordinates(arith, a);
  Modes modes;
  for (const Mode& mode : coalesced_modes(arith, a)) {
    if (mode.stride.is_static) modes.push_back(mode);
  }
  sort_by_stride(modes);
  LayoutBuilder out(arith);
  out.open();
  out.mode(static_int(1), static_int(0));
  Int reached = static_int(1);
  for (const Mode& mode : modes) {
    if (!reached.is_constant(mode.stride.value)) continue;
    out.mode(mode.shape, mode.domain_stride);
    reached = arith.mul(mode.shape, mode.stride);
  }
  out.close();
  return coalesce(arith, out.take());
}

Layout left_inverse(Arith& arith, LayoutRef a) {
  if (a.stride.has_basis()) return left_inverse_of_coordinates(arith, a);
  Modes modes = coalesced_modes(arith, a);
  for (const Mode& mode : modes) {
    if (mode.stride.is_static) continue;
    arith.fail(ErrorCode::dynamic_stride,
               say("left_inverse: the stride {} is dynamic, so the order of the modes is unknown", mode.stride.value),
               say("make it static (_{})", mode.stride.value));
    return {};
  }
  sort_by_stride(modes);
  TupleBuilder shapes(arith);
  TupleBuilder strides(arith);
  shapes.open();
  strides.open();
  strides.integer(static_int(0));
  Int covered = static_int(1);
  for (const Mode& mode : modes) {
    if (mode.stride.is_constant(0)) continue;
    if (arith.mod(mode.stride, covered).value != 0) {
      arith.fail(
          ErrorCode::stride_divisibility,
          say("left_inverse: stride {} is not a multiple of the previous stride {}", mode.stride.value, covered.value),
          say("needs {} % {} == 0", mode.stride.value, covered.value));
      return {};
    }
    const Int ratio = arith.div(mode.stride, covered);
    shapes.integer(ratio);
    covered = arith.mul(covered, ratio);
    strides.integer(mode.domain_stride);
  }
  shapes.integer(modes.back().shape);
  shapes.close();
  strides.close();
  return coalesce(arith, Layout{shapes.take(), strides.take()});
}

Layout nullspace(Arith& arith, LayoutRef a) {
  const Layout flat = {flatten_to_tuple(arith, a.shape), flatten_to_tuple(arith, a.stride)};
  const IntTuple compact = compact_major(arith, Major::left, flat.shape, IntTuple(static_int(1)));
  LayoutBuilder out(arith);
  out.open();
  bool found = false;
  for (int i = 0; i < flat.rank(); ++i) {
    if (!flat.stride[i].is_constant(0)) continue;
    out.mode(flat.shape[i].integer(), compact[i].integer());
    found = true;
  }
  out.close();
  if (!found) return {static_int(1), static_int(0)};
  const Layout modes = out.take();
  return {unwrap(modes.shape), unwrap(modes.stride)};
}

namespace {

// The first mode of A o rinv(B) if it is the static identity, else _1:_0.
Layout common_identity(Arith& arith, LayoutRef a, const Layout& inverse) {
  const Layout common = coalesce(arith, composition(arith, a, LayoutRef(inverse)));
  if (arith.ok() && common.rank() > 0 && common.shape[0].integer().is_static && common.stride[0].is_constant(1)) {
    return {IntTuple(common.shape[0]), IntTuple(common.stride[0])};
  }
  return {static_int(1), static_int(0)};
}

}  // namespace

Layout max_common_layout(Arith& arith, LayoutRef a, LayoutRef b) {
  const Layout inverse = right_inverse(arith, b);
  Layout common = common_identity(arith, a, inverse);
  if (!common.stride.ref().is_constant(1)) return common;
  return composition(arith, LayoutRef(inverse), LayoutRef(common));
}

Int max_common_vector(Arith& arith, LayoutRef a, LayoutRef b) {
  const Layout common = common_identity(arith, a, right_inverse(arith, b));
  return common.shape.integer();
}

Int max_alignment(Arith& arith, LayoutRef a) {
  const Layout flat = coalesce(arith, a);
  LayoutBuilder known(arith);
  if (flat.shape.is_tuple()) known.open();
  for (int i = 0; i < flat.rank(); ++i) {
    const Int shape = flat.shape[i].integer();
    const Int stride = flat.stride[i].integer();
    known.mode(shape.is_static ? shape : static_int(1), stride.is_static ? stride : static_int(0));
  }
  if (flat.shape.is_tuple()) known.close();
  const Layout layout = known.take();
  const Layout permuted = logical_divide(arith, layout, right_inverse(arith, layout));
  if (arith.failed()) return static_int(1);
  const Int contiguous = product(arith, permuted.shape[0]);
  return arith.gcd(contiguous, fold_leaves(arith, Fold::gcd, permuted.stride[1]));
}

Layout domain_distribute(Arith& arith, TupleRef shape, const Int& n) {
  if (!n.is_static || !shape.is_static()) {
    arith.fail(ErrorCode::dynamic_value, say("domain_distribute: {} and {} must be static", to_text(shape), to_text(n)),
               say("write _4 instead of 4"));
    return {};
  }
  const IntTuple flat = flatten_to_tuple(arith, shape);
  const IntTuple strides = compact_major(arith, Major::left, flat, IntTuple(static_int(1)));
  LayoutBuilder out(arith);
  out.open();
  Int rest = n;
  for (int i = 0; i < flat.rank(); ++i) {
    const Int common = arith.gcd(flat[i].integer(), rest);
    out.mode(common, strides[i].integer());
    rest = arith.div(rest, common);
  }
  out.close();
  return coalesce(arith, out.take());
}

}  // namespace stridescope
