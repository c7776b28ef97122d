// Coalesce and filter: fewer modes, the same function.
#include "core/algebra/by_mode.h"

namespace stridescope {
namespace {

// Flat leaves of a layout, or the single integer pair.
struct FlatModes {
  InlineVector<Int, 16> shape;
  InlineVector<Int, 16> stride;

  explicit FlatModes(LayoutRef a) {
    collect(shape, a.shape);
    collect(stride, a.stride);
  }
  static void collect(InlineVector<Int, 16>& out, TupleRef t) {
    for (std::uint32_t i = 0; i < t.node_count(); ++i) {
      if (t.nodes()[i].kind != NodeKind::tuple) out.push_back(t.nodes()[i].integer);
    }
  }
};

// From right to left over the flat modes, starting from the last one with extent `last`: skip static 1s, merge s0:d0
// with s1:d1 where s1 is static and s0*d0 == d1 is known at compile time, else start a new mode.
Layout merge_backwards(Arith& arith, const FlatModes& modes, Int last) {
  const std::uint32_t n = modes.shape.size();
  InlineVector<Int, 16> shape;  // reversed
  InlineVector<Int, 16> stride;
  shape.push_back(last);
  stride.push_back(modes.stride[n - 1]);
  for (std::uint32_t i = n - 1; i-- > 0;) {
    const Int s = modes.shape[i];
    const Int d = modes.stride[i];
    if (s.is_constant(1)) continue;
    if (shape.size() == 1 && shape[0].is_constant(1)) {
      shape[0] = s;
      stride[0] = d;
      continue;
    }
    if (shape.back().is_static && s.is_static && d.is_static && stride.back().is_static) {
      const Bool meets = arith.equal(arith.mul(s, d), stride.back());
      if (meets.value) {
        shape.back() = arith.mul(s, shape.back());
        stride.back() = d;
        continue;
      }
    } else if (shape.back().is_static && (d.is_constant(0) || s.is_constant(0)) && stride.back().is_constant(0)) {
      shape.back() = arith.mul(s, shape.back());  // a dynamic factor times a static 0 is a static 0
      stride.back() = d;
      continue;
    }
    shape.push_back(s);
    stride.push_back(d);
  }
  if (shape.size() == 1) {
    if (shape[0].is_constant(1)) return {static_int(1), static_int(0)};
    return {shape[0], stride[0]};
  }
  LayoutBuilder out(arith);
  out.open();
  for (std::uint32_t i = shape.size(); i-- > 0;) out.mode(shape[i], stride[i]);
  out.close();
  return out.take();
}

Layout coalesce_unbounded(Arith& arith, LayoutRef a) {
  const FlatModes modes(a);
  if (modes.shape.empty()) return {static_int(1), static_int(0)};
  const Int last = modes.shape.back();
  // Any extent but 1 keeps the last mode from being dropped; its value is never used.
  return merge_backwards(arith, modes, last.is_constant(1) ? static_int(2) : last);
}

}  // namespace

Layout coalesce(Arith& arith, LayoutRef a) {
  const FlatModes modes(a);
  if (modes.shape.empty()) return {static_int(1), static_int(0)};
  return merge_backwards(arith, modes, modes.shape.back());
}

Layout coalesce(Arith& arith, LayoutRef a, TupleRef profile) {
  return by_profile(arith, "coalesce", a, profile, [&](LayoutRef mode) { return coalesce(arith, mode); });
}

Layout coalesce_unbounded(Arith& arith, LayoutRef a, TupleRef profile) {
  return by_profile(arith, "composition", a, profile, [&](LayoutRef mode) { return coalesce_unbounded(arith, mode); });
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
    arith.fail(ErrorCode::rank_mismatch, cat("filter_zeros: the profile ", to_text(guide), " does not fit ", to_text(t)), "give one entry for each mode");
    return {};
  }
  TupleBuilder out(arith);
  out.open();
  for (int i = 0; i < t.size(); ++i) out.copy(filter_zeros(arith, guide[i], t[i]));
  out.close();
  return out.take();
}

Layout filter_zeros(Arith& arith, LayoutRef a) { return {filter_zeros(arith, a.stride, a.shape), IntTuple(a.stride)}; }

Layout filter_zeros(Arith& arith, LayoutRef a, TupleRef profile) { return {filter_zeros(arith, profile, a.shape), IntTuple(a.stride)}; }

Layout filter(Arith& arith, LayoutRef a) { return coalesce(arith, filter_zeros(arith, a)); }

Layout filter(Arith& arith, LayoutRef a, TupleRef profile) {
  return by_profile(arith, "filter", a, profile, [&](LayoutRef mode) { return filter(arith, mode); });
}

}  // namespace stridescope
