// Strides made from shapes, and the maps between coordinates and indices.
#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void fail_mismatch(Arith& arith, Term what, TupleRef a, TupleRef b) {
  arith.fail(ErrorCode::rank_mismatch, say("{}: {} does not fit {}", what, to_text(a), to_text(b)),
             b.is_tuple() ? say("give one integer, or {} {mode|modes}", b.size()) : say("give an integer"));
}

// Writes the strides of `shape` and advances `current` past it.
void compact_left(Arith& arith, TupleBuilder& out, TupleRef shape, Int& current) {
  if (shape.is_tuple()) {
    out.open();
    for (const TupleRef mode : shape) compact_left(arith, out, mode, current);
    out.close();
  } else if (shape.is_constant(1)) {
    out.integer(static_int(0));
  } else {
    out.integer(current);
    current = arith.mul(current, shape.integer_or_zero());
  }
}

// Last mode fastest: strides are computed from the right, then written in preorder.
void leaf_strides_right(Arith& arith, TupleRef shape, Int& current, InlineVector<Int, 16>& reversed) {
  if (shape.is_tuple()) {
    for (int i = shape.size() - 1; i >= 0; --i) leaf_strides_right(arith, shape[i], current, reversed);
  } else if (shape.is_constant(1)) {
    reversed.push_back(static_int(0));
  } else {
    reversed.push_back(current);
    current = arith.mul(current, shape.integer_or_zero());
  }
}

void write_reversed(TupleBuilder& out, TupleRef shape, InlineVector<Int, 16>& reversed) {
  if (shape.is_tuple()) {
    out.open();
    for (const TupleRef mode : shape) write_reversed(out, mode, reversed);
    out.close();
  } else {
    out.integer(reversed.back());
    reversed.truncate(reversed.size() - 1);
  }
}

}  // namespace

IntTuple compact_major(Arith& arith, Major major, TupleRef shape, TupleRef current) {
  TupleBuilder out(arith);
  if (current.is_tuple()) {
    if (!shape.is_tuple() || shape.size() != current.size()) {
      fail_mismatch(arith, term("the starting strides"), current, shape);
      return {};
    }
    out.open();
    for (int i = 0; i < shape.size(); ++i) out.copy(compact_major(arith, major, shape[i], current[i]));
    out.close();
    return out.take();
  }
  Int next = current.integer_or_zero();
  if (major == Major::left) {
    compact_left(arith, out, shape, next);
  } else {
    InlineVector<Int, 16> reversed;
    leaf_strides_right(arith, shape, next, reversed);
    write_reversed(out, shape, reversed);
  }
  return out.take();
}

IntTuple compact_order(Arith& arith, TupleRef shape, TupleRef order) {
  if (!weakly_congruent(order, shape).value) {
    arith.fail(ErrorCode::profile_mismatch,
               say("the order {} does not fit the shape {}", to_text(order), to_text(shape)),
               say("give one order for each mode"));
    return {};
  }
  const IntTuple flat_order = flatten_to_tuple(arith, order);
  // Indexed by position: finding the i-th mode of a tuple walks past the others.
  InlineVector<Int, 16> sizes;
  const IntTuple flat_sizes = flatten_to_tuple(arith, product_like(arith, shape, order));
  if (arith.failed()) return {};
  for (const TupleRef size : flat_sizes.ref()) sizes.push_back(size.integer());
  // Dynamic entries come after every static one, from left to right.
  std::int64_t largest = 0;
  for (const TupleRef o : flat_order.ref()) {
    if (o.integer().is_static && o.integer().is_plain()) largest = std::max(largest, o.integer().value);
  }
  InlineVector<Int, 16> key;
  for (const TupleRef o : flat_order.ref()) {
    const Int place = static_int(static_cast<std::int64_t>(key.size()) + 1);
    key.push_back(o.integer().is_static ? o.integer() : arith.add(static_int(largest), place));
  }
  if (arith.failed()) return {};
  TupleBuilder out(arith);
  std::uint32_t leaf = 0;
  const auto visit = [&](auto& self, TupleRef s, TupleRef o) -> void {
    if (o.is_tuple()) {
      out.open();
      for (int i = 0; i < o.size(); ++i) self(self, s[i], o[i]);
      out.close();
      return;
    }
    Int start = static_int(1);
    for (std::uint32_t i = 0; i < key.size(); ++i) {
      if (arith.less(key[i], key[leaf]).value) start = arith.mul(start, sizes[i]);
    }
    ++leaf;
    compact_left(arith, out, s, start);
  };
  visit(visit, shape, order);
  return out.take();
}

IntTuple make_basis_like(Arith& arith, TupleRef shape) {
  TupleBuilder out(arith);
  const auto visit = [&](auto& self, TupleRef node, BasisPath path) -> void {
    if (!node.is_tuple()) {
      out.integer({1, path, true});
      return;
    }
    if (path.rank() == BasisPath::max_rank || node.size() > BasisPath::max_mode + 1) {
      arith.fail(ErrorCode::too_large, say("basis elements can have at most {} levels of at most {} modes",
                                           BasisPath::max_rank, BasisPath::max_mode + 1));
      return;
    }
    out.open();
    for (int i = 0; i < node.size(); ++i) self(self, node[i], path.appended(i));
    out.close();
  };
  visit(visit, shape, {});
  return out.take();
}

namespace {

// The common case: no basis strides, so the offset is one integer. Returns false (with a fault) on a misfit.
bool offset_plain(Arith& arith, TupleRef coord, TupleRef shape, TupleRef stride, Int& sum, bool& first) {
  const auto accumulate = [&](Int term) {
    sum = first ? term : arith.add(sum, term);
    first = false;
  };
  if (coord.is_tuple()) {
    if (!shape.is_tuple() || coord.size() != shape.size() || coord.size() != stride.size()) {
      fail_mismatch(arith, term("the coordinate"), coord, shape);
      return false;
    }
    auto s = shape.begin();
    auto d = stride.begin();
    for (const TupleRef c : coord) {
      if (!offset_plain(arith, c, *s, *d, sum, first)) return false;
      ++s;
      ++d;
    }
    return true;
  }
  const auto split = [&](auto& self, Int c, TupleRef s, TupleRef d) -> bool {
    if (!s.is_tuple() || !d.is_tuple()) {
      if (s.is_tuple() || d.is_tuple()) {
        fail_mismatch(arith, term("the strides"), d, s);
        return false;
      }
      accumulate(arith.mul(c, d.integer_or_zero()));
      return true;
    }
    if (s.size() != d.size()) {
      fail_mismatch(arith, term("the strides"), d, s);
      return false;
    }
    auto di = d.begin();
    for (int i = 0; const TupleRef si : s) {
      const bool last = ++i == s.size();
      if (last || c.is_constant(0)) {
        if (!self(self, c, si, *di)) return false;
      } else {
        const Int extent = product(arith, si);
        if (!self(self, arith.mod(c, extent), si, *di)) return false;
        c = arith.div(c, extent);
      }
      ++di;
    }
    return true;
  };
  return split(split, coord.integer_or_zero(), shape, stride);
}

IntTuple offset_basis(Arith& arith, TupleRef coord, TupleRef shape, TupleRef stride) {
  if (coord.is_tuple()) {
    if (!shape.is_tuple() || coord.size() != shape.size() || coord.size() != stride.size()) {
      fail_mismatch(arith, term("the coordinate"), coord, shape);
      return {};
    }
    IntTuple out = static_int(0);
    for (int i = 0; i < coord.size(); ++i) {
      IntTuple term = offset_basis(arith, coord[i], shape[i], stride[i]);
      out = i == 0 ? std::move(term) : add(arith, out, term);
    }
    return out;
  }
  if (!shape.is_tuple()) return arith.mul(coord.integer_or_zero(), stride.integer_or_zero());
  if (shape.size() != stride.size()) {
    fail_mismatch(arith, term("the strides"), stride, shape);
    return {};
  }
  Int rest = coord.integer_or_zero();
  IntTuple out = static_int(0);
  for (int i = 0; i < shape.size(); ++i) {
    const bool last = i + 1 == shape.size();
    const Int extent = last || rest.is_constant(0) ? static_int(1) : product(arith, shape[i]);
    const IntTuple c = last || rest.is_constant(0) ? rest : arith.mod(rest, extent);
    IntTuple term = offset_basis(arith, c, shape[i], stride[i]);
    out = i == 0 ? std::move(term) : add(arith, out, term);
    if (!last && !rest.is_constant(0)) rest = arith.div(rest, extent);
  }
  return out;
}

}  // namespace

IntTuple crd2idx(Arith& arith, TupleRef coord, TupleRef shape, TupleRef stride) {
  if (stride.has_basis()) return offset_basis(arith, coord, shape, stride);
  Int sum = static_int(0);
  bool first = true;
  offset_plain(arith, coord, shape, stride, sum, first);
  return sum;
}

IntTuple crd2idx(Arith& arith, TupleRef coord, TupleRef shape) {
  if (!coord.is_tuple()) return IntTuple(coord);
  if (!weakly_congruent(coord, shape).value) {
    fail_mismatch(arith, term("the coordinate"), coord, shape);
    return {};
  }
  const IntTuple c = flatten(arith, coord);
  const IntTuple s = flatten(arith, product_like(arith, shape, coord));
  if (c.rank() == 0) return static_int(0);
  Int out = c[c.rank() - 1].integer_or_zero();
  for (int i = c.rank() - 2; i >= 0; --i)
    out = arith.add(c[i].integer_or_zero(), arith.mul(s[i].integer_or_zero(), out));
  return out;
}

IntTuple idx2crd(Arith& arith, TupleRef index, TupleRef shape, TupleRef stride) {
  if (index.is_tuple() || (shape.is_tuple() && stride.is_tuple())) {
    if (!shape.is_tuple() || !stride.is_tuple() || shape.size() != stride.size() ||
        (index.is_tuple() && index.size() != shape.size())) {
      fail_mismatch(arith, term("the index"), index, shape);
      return {};
    }
    TupleBuilder out(arith);
    out.open();
    for (int i = 0; i < shape.size(); ++i)
      out.copy(idx2crd(arith, index.is_tuple() ? index[i] : index, shape[i], stride[i]));
    out.close();
    return out.take();
  }
  if (arith.failed()) return {};
  if (shape.is_tuple()) return idx2crd(arith, index, shape, compact_major(arith, Major::left, shape, stride));
  if (stride.is_tuple()) {
    fail_mismatch(arith, term("the strides"), stride, shape);
    return {};
  }
  if (shape.is_constant(1)) return static_int(0);
  return arith.mod(arith.div(index.integer_or_zero(), stride.integer_or_zero()), shape.integer_or_zero());
}

IntTuple idx2crd(Arith& arith, TupleRef index, TupleRef shape) {
  if (index.is_tuple()) {
    if (!shape.is_tuple() || index.size() != shape.size()) {
      fail_mismatch(arith, term("the index"), index, shape);
      return {};
    }
    TupleBuilder out(arith);
    out.open();
    for (int i = 0; i < shape.size(); ++i) out.copy(idx2crd(arith, index[i], shape[i]));
    out.close();
    return out.take();
  }
  TupleBuilder out(arith);
  const auto split = [&](auto& self, Int rest, TupleRef s) -> void {
    if (!s.is_tuple()) {
      out.integer(rest);
      return;
    }
    out.open();
    for (int i = 0; const TupleRef mode : s) {
      if (++i == s.size() || rest.is_constant(0)) {
        self(self, rest, mode);
      } else {
        const Int extent = product(arith, mode);
        self(self, arith.mod(rest, extent), mode);
        rest = arith.div(rest, extent);
      }
    }
    out.close();
  };
  split(split, index.integer_or_zero(), shape);
  return out.take();
}

IntTuple crd2crd(Arith& arith, TupleRef coord, TupleRef from, TupleRef to) {
  if (!coord.is_tuple() || !from.is_tuple() || !to.is_tuple()) {
    const IntTuple index = crd2idx(arith, coord, from);
    return idx2crd(arith, index, to);
  }
  if (coord.size() != from.size() || coord.size() != to.size()) {
    fail_mismatch(arith, term("the coordinate"), coord, coord.size() != from.size() ? from : to);
    return {};
  }
  TupleBuilder out(arith);
  out.open();
  for (int i = 0; i < coord.size(); ++i) out.copy(crd2crd(arith, coord[i], from[i], to[i]));
  out.close();
  return out.take();
}

namespace {

// Writes the modes that `_` marks (keep_any) or the others, without the nesting of the coordinate.
void select_marked(Arith& arith, TupleBuilder& out, TupleRef coord, TupleRef t, bool keep_any) {
  if (coord.is_tuple()) {
    if (!t.is_tuple() || coord.size() != t.size()) {
      fail_mismatch(arith, term("the coordinate"), coord, t);
      return;
    }
    for (int i = 0; i < coord.size(); ++i) select_marked(arith, out, coord[i], t[i], keep_any);
  } else if (coord.is_any() == keep_any) {
    out.copy(t);
  }
}

IntTuple select_marked(Arith& arith, TupleRef coord, TupleRef t, bool keep_any) {
  if (!coord.is_tuple() && coord.is_any() == keep_any) return IntTuple(t);
  TupleBuilder out(arith);
  out.open();
  select_marked(arith, out, coord, t, keep_any);
  out.close();
  return out.take();
}

}  // namespace

IntTuple slice(Arith& arith, TupleRef coord, TupleRef t) { return select_marked(arith, coord, t, true); }

IntTuple dice(Arith& arith, TupleRef coord, TupleRef t) { return select_marked(arith, coord, t, false); }

}  // namespace stridescope
