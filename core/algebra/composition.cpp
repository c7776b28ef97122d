// Composition R = A o B. CuTe distributes over B's modes and walks A's modes for each of them: the stride of the mode
// is divided away on the left, its extent is taken from the remaining modes.
#include "core/algebra/by_mode.h"
#include "core/algebra/flat.h"

namespace stridescope {
namespace {

void fail_stride(Arith& arith, Int stride, int mode, Int extent) {
  arith.fail(ErrorCode::stride_divisibility,
             say("stride {} does not fit mode {} of the left layout (extent {})", stride.value, mode, extent.value),
             say("composition needs {} % {} == 0 or {} < {}", stride.value, extent.value, stride.value, extent.value));
}

void fail_shape(Arith& arith, Int extent, int mode, Int taken) {
  arith.fail(ErrorCode::shape_divisibility,
             say("{} {element exceeds|elements exceed} mode {} of the left layout, which has {} at this stride",
                 extent.value, mode, taken.value),
             say("composition needs {} % {} == 0; try {} or a multiple of it", extent.value, taken.value, taken.value));
}

// The part of A's modes that one mode of B selects.
void add_taken(LayoutBuilder& out, const Int* shape, const Int* stride, std::uint32_t rank) {
  if (rank == 1) {
    out.mode(*shape, *stride);
  } else {
    out.flat(shape, stride, rank);
  }
}

// One mode s:d of B. `lhs` is A, flat and merged.
void compose_any_mode(Arith& arith, LayoutBuilder& out, const FlatLayout& lhs, Int s, Int d) {
  const std::uint32_t last = lhs.rank() - 1;
  FlatLayout taken;
  for (std::uint32_t i = 0; i < last; ++i) {
    const Int& extent = lhs.shape[i];
    if (extent.is_static && d.is_static && d.value >= extent.value && arith.mod(d, extent).value != 0) {
      fail_stride(arith, d, static_cast<int>(i), extent);
      return;
    }
    const Int step = arith.abs(d);
    const Int available = arith.ceil_div(extent, step);
    if (!available.is_constant(1) && !s.is_constant(1)) {
      const Int held = arith.min(available, s);
      if (held.is_static && s.is_static && arith.mod(s, held).value != 0) {
        fail_shape(arith, s, static_cast<int>(i), held);
        return;
      }
      taken.mode(held, arith.mul(d, lhs.stride[i]));
      s = arith.div(s, held);
    }
    const Int sign = arith.signum(d);
    d = arith.mul(arith.ceil_div(step, extent), sign);
    if (arith.failed()) return;
    // Nothing more is needed, and a stride of 1 satisfies every condition up to the last mode.
    if (s.is_constant(1) && d.is_constant(1) && taken.rank() != 0) break;
  }
  if (taken.rank() == 0 || !s.is_constant(1)) taken.mode(s, arith.mul(d, lhs.stride[last]));
  add_taken(out, taken.shape.data(), taken.stride.data(), taken.rank());
}

// a / b and ceil(a / b) for positive integers; most are small or have a trivial quotient.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
  if (b == 1) return a;
  if (((a | b) >> 32) == 0) return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
  return a / b;
}
std::int64_t ceiling(std::int64_t a, std::int64_t b) { return a <= b ? 1 : quotient(a - 1, b) + 1; }

// The same for the usual mode, which is positive like all of A's extents: only the last product can overflow, so values
// and flags are computed separately.
void compose_mode(Arith& arith, LayoutBuilder& out, const FlatLayout& lhs, bool positive, const Int& s, const Int& d) {
  if (d.is_constant(0)) {
    out.mode(s, d);
    return;
  }
  if (!positive || s.value <= 0 || d.value <= 0 || !s.is_plain() || !d.is_plain())
    return compose_any_mode(arith, out, lhs, s, d);
  std::int64_t left = s.value;
  std::int64_t step = d.value;
  bool left_static = s.is_static;
  bool step_static = d.is_static;
  const std::uint32_t last = lhs.rank() - 1;
  const Int* const extents = lhs.shape.data();
  const Int* const strides = lhs.stride.data();
  // At most one mode for each of A's.
  FlatLayout taken;
  Int* const shape = taken.shape.add(lhs.rank());
  Int* const stride = taken.stride.add(lhs.rank());
  std::uint32_t rank = 0;
  for (std::uint32_t i = 0; i < last; ++i) {
    const Int& mode = extents[i];
    const std::int64_t extent = mode.value;
    const bool known = mode.is_static && step_static;
    if (known && step >= extent && step != quotient(step, extent) * extent)
      return fail_stride(arith, {step, {}, true}, static_cast<int>(i), mode);
    const std::int64_t available = ceiling(extent, step);
    if (!(known && available == 1) && !(left_static && left == 1)) {
      const std::int64_t held = available < left ? available : left;
      const std::int64_t rest = quotient(left, held);
      const bool held_static = known && left_static;
      if (held_static && left != rest * held)
        return fail_shape(arith, {left, {}, true}, static_cast<int>(i), {held, {}, true});
      shape[rank] = {held, {}, held_static};
      stride[rank++] = arith.mul({step, {}, step_static}, strides[i]);
      left = rest;
      left_static = held_static;
    }
    step = ceiling(step, extent);
    step_static = known;
    if (left == 1 && step == 1 && left_static && step_static && rank != 0) break;
  }
  if (arith.failed()) return;
  if (rank == 0 || !(left_static && left == 1)) {
    shape[rank] = {left, {}, left_static};
    stride[rank++] = arith.mul({step, {}, step_static}, strides[last]);
  }
  add_taken(out, shape, stride, rank);
}

bool all_positive(const FlatLayout& a) {
  bool out = true;
  for (const Int& extent : a.shape) out = out && extent.value > 0 && extent.is_plain();
  return out;
}

// Follows the path of a basis stride into the left layout: `3@1` steps by 3 in mode 1.
bool descend(Arith& arith, LayoutRef& lhs, const BasisPath& path) {
  for (int level = 0; level < path.rank(); ++level) {
    if (path[level] >= lhs.rank()) {
      arith.fail(ErrorCode::rank_mismatch,
                 say("composition: the right layout's stride names mode {}, but the left layout {} has rank {}",
                     path[level], to_text(lhs.shape), lhs.rank()));
      return false;
    }
    lhs = lhs[path[level]];
  }
  return true;
}

// A with the tree of its modes, for basis strides of B that name them.
void compose_basis_mode(Arith& arith, LayoutBuilder& out, LayoutRef lhs, const Int& s, const Int& d) {
  LayoutRef target = lhs;
  if (d.is_basis() && !descend(arith, target, d.basis())) return;
  if (target.shape.depth() > 1) {
    arith.fail(ErrorCode::profile_mismatch,
               say("composition: the stride {} selects a nested mode, {}", to_text(d), to_text(target.shape)));
    return;
  }
  const FlatLayout modes = leaves(target);
  compose_mode(arith, out, modes, all_positive(modes), s, {d.value, {}, d.is_static});
}

// compose(out, s, d) for each mode of B, in B's nesting.
template <class Compose>
void for_modes(Arith& arith, LayoutBuilder& out, LayoutRef rhs, Compose&& compose) {
  if (arith.failed()) return;
  if (!rhs.shape.is_tuple()) {
    compose(rhs.shape.integer_or_zero(), rhs.stride.integer_or_zero());
    return;
  }
  out.open();
  auto d = rhs.stride.begin();
  for (const TupleRef s : rhs.shape) {
    for_modes(arith, out, {s, *d}, compose);
    ++d;
  }
  out.close();
}

}  // namespace

Layout composition(Arith& arith, LayoutRef a, LayoutRef b) {
  LayoutBuilder out(arith);
  if (b.stride.has_basis()) {
    const Layout lhs = coalesce_unbounded(arith, a, coprofile(arith, b));
    for_modes(arith, out, b, [&](const Int& s, const Int& d) { compose_basis_mode(arith, out, lhs, s, d); });
  } else {
    const FlatLayout lhs = merged_unbounded(arith, leaves(a));
    const bool positive = all_positive(lhs);
    for_modes(arith, out, b, [&](const Int& s, const Int& d) { compose_mode(arith, out, lhs, positive, s, d); });
  }
  return out.take();
}

Layout composition_of_two(Arith& arith, const FlatLayout& a, LayoutRef b, const FlatLayout& c) {
  const bool positive = all_positive(a);
  const auto compose = [&](LayoutBuilder& out, const Int& s, const Int& d) {
    compose_mode(arith, out, a, positive, s, d);
  };
  LayoutBuilder out(arith);
  out.open();
  for_modes(arith, out, b, [&](const Int& s, const Int& d) { compose(out, s, d); });
  if (c.rank() != 1) out.open();
  for (std::uint32_t i = 0; i < c.rank() && arith.ok(); ++i) compose(out, c.shape[i], c.stride[i]);
  if (c.rank() != 1) out.close();
  out.close();
  return out.take();
}

Layout composition(Arith& arith, LayoutRef a, const Tiler& b) {
  if (const auto* modes = b.modes()) {
    return by_tiler(arith, "composition", a, *modes, false,
                    [&](LayoutRef mode, const Tiler& t) { return composition(arith, mode, t); });
  }
  if (const Layout* layout = b.layout()) return composition(arith, a, LayoutRef(*layout));
  if (b.is_any()) return {IntTuple(a.shape), IntTuple(a.stride)};
  return composition(arith, a, LayoutRef(Layout{b.integer(), static_int(1)}));
}

}  // namespace stridescope
