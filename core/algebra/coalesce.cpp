// Coalesce and filter: fewer modes, the same function.
#include <algorithm>

#include "core/algebra/by_mode.h"
#include "core/algebra/flat.h"

namespace stridescope {

FlatLayout leaves(LayoutRef a) {
  FlatLayout out;
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    if (a.shape.nodes()[i].kind != NodeKind::tuple) out.mode(a.shape.nodes()[i].integer, a.stride.nodes()[i].integer);
  }
  return out;
}

FlatLayout leaves_without_zeros(LayoutRef a) {
  FlatLayout out = leaves(a);
  for (std::uint32_t i = 0; i < out.rank(); ++i) {
    if (out.stride[i].is_constant(0)) out.shape[i] = static_int(1);
  }
  return out;
}

Layout to_layout(Arith& arith, const FlatLayout& modes) {
  if (modes.rank() == 1) return {modes.shape[0], modes.stride[0]};
  LayoutBuilder out(arith);
  out.flat(modes.shape.data(), modes.stride.data(), modes.rank());
  return out.take();
}

namespace {

// True if s*d and the next stride are the same constant. A dynamic factor times a static 0 is a static 0.
bool continues(Arith& arith, const Int& s, const Int& d, const Int& next) {
  const Int end = arith.mul(s, d);
  return end.is_static && next.is_static && arith.equal(end, next).value;
}

// From right to left, starting from the last mode with extent `last`: skip static 1s, merge s0:d0 with s1:d1 where s1
// is static and s0*d0 == d1 is known at compile time, else start a new mode.
FlatLayout merge_backwards(Arith& arith, const FlatLayout& modes, const Int& last) {
  const std::uint32_t n = modes.rank();
  FlatLayout out;  // in reverse order at first
  out.mode(last, modes.stride[n - 1]);
  for (std::uint32_t i = n - 1; i-- > 0;) {
    const Int& s = modes.shape[i];
    const Int& d = modes.stride[i];
    if (s.is_constant(1)) continue;
    Int& front_shape = out.shape.back();
    Int& front_stride = out.stride.back();
    if (out.rank() == 1 && front_shape.is_constant(1)) {
      front_shape = s;
      front_stride = d;
    } else if (front_shape.is_static && continues(arith, s, d, front_stride)) {
      front_shape = arith.mul(s, front_shape);
      front_stride = d;
    } else {
      out.mode(s, d);
    }
  }
  if (out.rank() == 1 && out.shape[0].is_constant(1)) out.stride[0] = static_int(0);
  std::reverse(out.shape.begin(), out.shape.end());
  std::reverse(out.stride.begin(), out.stride.end());
  return out;
}

FlatLayout unit() {
  FlatLayout out;
  out.mode(static_int(1), static_int(0));
  return out;
}

}  // namespace

FlatLayout merged(Arith& arith, const FlatLayout& modes) {
  return modes.rank() == 0 ? unit() : merge_backwards(arith, modes, modes.shape.back());
}

FlatLayout merged_unbounded(Arith& arith, const FlatLayout& modes) {
  if (modes.rank() == 0) return unit();
  const Int& last = modes.shape.back();
  return merge_backwards(arith, modes, last.is_constant(1) ? static_int(2) : last);
}

Layout coalesce(Arith& arith, LayoutRef a) { return to_layout(arith, merged(arith, leaves(a))); }

Layout coalesce(Arith& arith, LayoutRef a, TupleRef profile) {
  return by_profile(arith, "coalesce", a, profile, [&](LayoutRef mode) { return coalesce(arith, mode); });
}

Layout coalesce_unbounded(Arith& arith, LayoutRef a, TupleRef profile) {
  return by_profile(arith, "composition", a, profile,
                    [&](LayoutRef mode) { return to_layout(arith, merged_unbounded(arith, leaves(mode))); });
}

IntTuple coalesce_shape(Arith& arith, TupleRef shape) {
  if (!shape.is_tuple()) return IntTuple(shape);
  InlineVector<Int, 16> merged;
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    const Node& node = shape.nodes()[i];
    if (node.kind == NodeKind::tuple) continue;
    if (!merged.empty() && merged.back().is_static == node.integer.is_static) {
      merged.back() = arith.mul(merged.back(), node.integer);
    } else {
      merged.push_back(node.integer);
    }
  }
  if (merged.size() == 1) return merged[0];
  TupleBuilder out(arith);
  out.open();
  for (const Int& extent : merged) out.integer(extent);
  out.close();
  return out.take();
}

IntTuple filter_zeros(Arith& arith, TupleRef guide, TupleRef t) {
  if (!guide.is_tuple()) {
    if (guide.is_constant(0)) return repeat_like(arith, t, static_int(1));
    return IntTuple(t);
  }
  if (!t.is_tuple() || t.size() != guide.size()) {
    arith.fail(ErrorCode::rank_mismatch,
               say("filter_zeros: the profile {} does not fit {}", to_text(guide), to_text(t)),
               say("give one entry for each mode"));
    return {};
  }
  TupleBuilder out(arith);
  out.open();
  for (int i = 0; i < t.size(); ++i) out.copy(filter_zeros(arith, guide[i], t[i]));
  out.close();
  return out.take();
}

Layout filter_zeros(Arith& arith, LayoutRef a) {
  return arith.intact(Layout{filter_zeros(arith, a.stride, a.shape), IntTuple(a.stride)});
}

Layout filter_zeros(Arith& arith, LayoutRef a, TupleRef profile) {
  return arith.intact(Layout{filter_zeros(arith, profile, a.shape), IntTuple(a.stride)});
}

Layout filter(Arith& arith, LayoutRef a) { return to_layout(arith, merged(arith, leaves_without_zeros(a))); }

Layout filter(Arith& arith, LayoutRef a, TupleRef profile) {
  return by_profile(arith, "filter", a, profile, [&](LayoutRef mode) { return filter(arith, mode); });
}

}  // namespace stridescope
