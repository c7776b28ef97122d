// The laws of strides, coordinates, slices and swizzles.
#include <algorithm>

#include "core/base/text.h"
#include "core/value/print.h"
#include "tests/unit/coordinates.h"
#include "tests/unit/laws.h"
#include "tests/unit/reference.h"

namespace stridescope::laws {
namespace {

std::string text(LayoutRef a) { return cat(to_text(a.shape), ':', to_text(a.stride)); }

// Every nesting of coordinates for a shape: each subtree as it is, or as one integer.
std::vector<IntTuple> coarsenings(TupleRef shape) {
  std::vector<IntTuple> out = {dynamic_int(size_of(shape))};
  if (!shape.is_tuple()) return out;
  const std::vector<IntTuple> tuples = tuples_of(shape, coarsenings);
  out.insert(out.end(), tuples.begin(), tuples.end());
  return out;
}

// The coordinate of that nesting (its leaves are the extents) with 1-D coordinate `index`.
IntTuple coordinate_in(TupleRef extents, std::int64_t index) {
  Arith arith;
  TupleBuilder out(arith);
  const auto visit = [&](auto& self, TupleRef node) -> void {
    if (!node.is_tuple()) {
      out.integer(dynamic_int(index % node.integer().value));
      index /= node.integer().value;
      return;
    }
    out.open();
    for (const TupleRef mode : node) self(self, mode);
    out.close();
  };
  visit(visit, extents);
  return out.take();
}

// Is every leaf of the coordinate at least 0 and below the extent?
bool inside(TupleRef coord, TupleRef shape) {
  if (coord.is_tuple() != shape.is_tuple() || coord.size() != shape.size()) return false;
  for (int i = 0; i < coord.size(); ++i) {
    if (!inside(coord[i], shape[i])) return false;
  }
  if (coord.is_tuple()) return true;
  return coord.integer().value >= 0 && coord.integer().value < shape.integer().value;
}

bool same_values(TupleRef a, TupleRef b) {
  if (a.is_tuple() != b.is_tuple() || a.size() != b.size()) return false;
  if (!a.is_tuple()) return a.integer_or_zero().value == b.integer_or_zero().value;
  for (int i = 0; i < a.size(); ++i) {
    if (!same_values(a[i], b[i])) return false;
  }
  return true;
}

std::int64_t value_of(const IntTuple& t) { return t.is_integer() ? t.integer().value : std::int64_t{-1} << 62; }

}  // namespace

Counterexample compact(LayoutRef r) {
  Offsets offsets = Function(r).image();
  std::sort(offsets.begin(), offsets.end());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (offsets[i] != static_cast<std::int64_t>(i)) {
      return cat("R = ", text(r), " is not compact: sorted offset ", i, " is ", offsets[i]);
    }
  }
  return {};
}

Counterexample ordered(TupleRef order, LayoutRef r) {
  if (auto bad = compact(r); !bad.empty()) return bad;
  // Modes in order of their smallest nonzero stride; extent 1 has no such stride.
  for (int i = 0; i < r.rank(); ++i) {
    for (int j = 0; j < r.rank(); ++j) {
      const std::int64_t oi = order[i].integer().value;
      const std::int64_t oj = order[j].integer().value;
      if (i == j || oi > oj || (oi == oj && i > j)) continue;
      if (size_of(r[i].shape) == 1 || size_of(r[j].shape) == 1) continue;
      std::int64_t widest = 0;
      for (const std::int64_t offset : Function(r[i]).image()) widest = std::max(widest, offset);
      for (const std::int64_t offset : Function(r[j]).image()) {
        if (offset > 0 && offset < widest) return cat("R = ", text(r), ": mode ", j, " steps inside mode ", i);
      }
    }
  }
  return {};
}

Counterexample evaluation(LayoutRef a) {
  const Offsets offsets = Function(a).image();
  for (const IntTuple& nesting : coarsenings(a.shape)) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const IntTuple coord = coordinate_in(nesting, static_cast<std::int64_t>(i));
      Arith arith;
      const IntTuple offset = apply(arith, a, coord);
      if (arith.failed()) return cat("A = ", text(a), ": A", to_text(coord), " is refused");
      if (value_of(offset) != offsets[i]) {
        return cat("A = ", text(a), ": A", to_text(coord), " is ", to_text(offset), ", should be ", offsets[i]);
      }
    }
  }
  return {};
}

Counterexample cosize(LayoutRef a) {
  Arith arith;
  const Function reference(a);
  const Int size = stridescope::size(arith, a);
  const Int reach = stridescope::cosize(arith, a);
  if (arith.failed()) return cat("A = ", text(a), ": its cosize is refused");
  if (size.value != reference.size()) return cat("A = ", text(a), ": its size is ", size.value);
  if (reach.value != reference.cosize()) {
    return cat("A = ", text(a), ": its cosize is ", reach.value, ", should be ", reference.cosize());
  }
  for (const std::int64_t offset : reference.image()) {
    if (offset >= reach.value) return cat("A = ", text(a), ": offset ", offset, " reaches its cosize");
  }
  return {};
}

Counterexample coordinates(TupleRef shape) {
  Arith arith;
  const IntTuple strides = compact_major(arith, Major::left, shape, IntTuple(static_int(1)));
  const std::vector<IntTuple> nestings = coarsenings(shape);
  for (std::int64_t i = 0; i < size_of(shape); ++i) {
    const IntTuple index = dynamic_int(i);
    const IntTuple coord = idx2crd(arith, index, shape);
    if (!inside(coord, shape)) return cat("idx2crd(", i, ',', to_text(shape), ") is ", to_text(coord));
    const std::int64_t back = value_of(crd2idx(arith, coord, shape));
    if (back != i) return cat("crd2idx(", to_text(coord), ',', to_text(shape), ") is ", back, ", should be ", i);
    const std::int64_t offset = value_of(crd2idx(arith, coord, shape, strides));
    if (offset != i)
      return cat("crd2idx(", to_text(coord), ',', to_text(shape), ',', to_text(strides), ") is ", offset);
    if (!same_values(idx2crd(arith, index, shape, strides), coord)) {
      return cat("idx2crd(", i, ',', to_text(shape), ',', to_text(strides), ") is not ", to_text(coord));
    }
    for (const IntTuple& nesting : nestings) {
      const IntTuple coarse = coordinate_in(nesting, i);
      if (!same_values(crd2crd(arith, coarse, nesting, shape), coord)) {
        return cat("crd2crd(", to_text(coarse), ',', to_text(nesting), ',', to_text(shape), ") is not ",
                   to_text(coord));
      }
      if (value_of(crd2idx(arith, coarse, shape)) != i) {
        return cat("crd2idx(", to_text(coarse), ',', to_text(shape), ") is not ", i);
      }
    }
  }
  return arith.failed() ? cat("the coordinates of ", to_text(shape), " are refused") : std::string();
}

Counterexample slice(TupleRef coord, LayoutRef a, LayoutRef kept, LayoutRef fixed) {
  const std::int64_t total = free_size(coord, a.shape);
  if (size_of(kept.shape) != total) return cat("slice is ", text(kept), ", should have size ", total);
  const std::int64_t start = offset_at(coord, a);
  for (std::int64_t k = 0; k < total; ++k) {
    std::int64_t free = k;
    const std::int64_t should = offset_at(coord, a, free);
    const std::int64_t is = Function(kept)(k) + start;
    if (is != should) return cat("slice ", text(kept), " at ", k, " is ", is, " with its start, should be ", should);
  }
  Arith arith;
  const IntTuple fixed_coord = dice(arith, coord, coord);
  if (arith.failed()) return "dice of the coordinate is refused";
  const std::int64_t is = offset_at(fixed_coord, fixed);
  if (is != start) return cat("dice ", text(fixed), " at ", to_text(fixed_coord), " is ", is, ", should be ", start);
  return {};
}

Counterexample swizzle(const Swizzle& s) {
  Arith arith;
  const std::int64_t limit = std::int64_t{1} << (s.base + s.bits + std::abs(s.shift) + 1);
  for (std::int64_t x = 0; x < limit; ++x) {
    const Int once = apply(arith, s, dynamic_int(x));
    const Int twice = apply(arith, s, once);
    if (once.value != by_definition(s, x)) return cat(to_text(s), " maps ", x, " to ", once.value);
    if (twice.value != x) return cat(to_text(s), " twice maps ", x, " to ", twice.value);
    if (((once.value ^ x) & ~s.zzz()) != 0) return cat(to_text(s), " changes other bits of ", x);
  }
  return {};
}

Counterexample composition(const Swizzle& a, const Swizzle& b, const Swizzle& r) {
  const std::int64_t limit = (a.yyy() | a.zzz() | b.yyy() | b.zzz()) * 2 + 1;
  for (std::int64_t x = 0; x <= limit; ++x) {
    const std::int64_t should = by_definition(a, by_definition(b, x));
    if (by_definition(r, x) != should)
      return cat(to_text(r), " maps ", x, " to ", by_definition(r, x), ", should be ", should);
  }
  return {};
}

Counterexample composition(const Layout& a, const Swizzle& b, const AnyLayout& r) {
  const Function fa(a);
  for (std::int64_t i = 0; i < fa.size(); ++i) {
    const std::int64_t is = offset_of(r, IntTuple(dynamic_int(i)));
    const std::int64_t should = fa(by_definition(b, i));
    if (is != should) return cat(to_text(r), " at ", i, " is ", is, ", should be ", should);
  }
  return {};
}

Counterexample upcast(const Swizzle& s, std::int64_t n, const Swizzle& r) {
  const std::int64_t limit = (s.yyy() | s.zzz()) * 2 + 1;
  for (std::int64_t x = 0; x <= limit; ++x) {
    const std::int64_t should = by_definition(s, x * n) / n;
    if (by_definition(r, x) != should)
      return cat(to_text(r), " maps ", x, " to ", by_definition(r, x), ", should be ", should);
  }
  return {};
}

Counterexample downcast(const Swizzle& s, std::int64_t n, const Swizzle& r) {
  const std::int64_t limit = (s.yyy() | s.zzz()) * 2 + 1;
  for (std::int64_t x = 0; x <= limit; ++x) {
    for (std::int64_t k = 0; k < n; ++k) {
      const std::int64_t should = by_definition(s, x) * n + k;
      const std::int64_t is = by_definition(r, x * n + k);
      if (is != should) return cat(to_text(r), " maps ", x * n + k, " to ", is, ", should be ", should);
    }
  }
  return {};
}

Counterexample evaluation(const ComposedLayout& a) {
  for (std::int64_t i = 0; i < size_of(a.b.shape); ++i) {
    Arith arith;
    const IntTuple coord = dynamic_int(i);
    const std::int64_t is = value_of(apply(arith, a, coord));
    const std::int64_t should = offset_of(a, coord);
    if (arith.failed() || is != should) return cat(to_text(a), " at ", i, " is ", is, ", should be ", should);
  }
  return {};
}

Counterexample slice_and_offset(TupleRef coord, const AnyLayout& a, const Sliced& sliced) {
  if (!sliced.offset.is_integer()) return cat("the offset ", to_text(sliced.offset), " is no integer");
  const std::int64_t total = free_size(coord, domain_layout(a).shape);
  const std::int64_t kept = size_of(domain_layout(sliced.layout).shape);
  if (kept != total) return cat("the slice ", to_text(sliced.layout), " has size ", kept, ", should have ", total);
  for (std::int64_t k = 0; k < total; ++k) {
    const std::int64_t is = offset_of(sliced.layout, IntTuple(dynamic_int(k))) + sliced.offset.integer().value;
    const std::int64_t should = offset_of(a, coord, k);
    if (is != should) {
      return cat("the slice ", to_text(sliced.layout), " at ", k, " with offset ", to_text(sliced.offset), " is ", is,
                 ", should be ", should);
    }
  }
  return {};
}

}  // namespace stridescope::laws
