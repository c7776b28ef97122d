// The laws of the operations on layouts: every coordinate is tried.
#include <algorithm>

#include "core/base/text.h"
#include "core/value/print.h"
#include "tests/unit/laws.h"
#include "tests/unit/reference.h"

namespace stridescope::laws {
namespace {

std::string text(LayoutRef a) { return cat(to_text(a.shape), ':', to_text(a.stride)); }

// "R = ...: R(3) is 7, should be 8 (A(B(c)))"
Counterexample wrong(LayoutRef r, std::int64_t at, std::int64_t is, std::int64_t should, const char* rule) {
  return cat("R = ", text(r), ": R(", at, ") is ", is, ", should be ", should, " (", rule, ')');
}

Counterexample wrong_size(LayoutRef r, std::int64_t should) {
  return cat("R = ", text(r), ": its size is ", size_of(r.shape), ", should be ", should);
}

Counterexample same_offsets(LayoutRef r, const Offsets& is, const Offsets& should, const char* rule) {
  if (is.size() != should.size()) return wrong_size(r, static_cast<std::int64_t>(should.size()));
  for (std::size_t i = 0; i < is.size(); ++i) {
    if (is[i] != should[i]) return wrong(r, static_cast<std::int64_t>(i), is[i], should[i], rule);
  }
  return {};
}

// Like same_offsets, in any order.
Counterexample same_bag(LayoutRef r, Offsets is, Offsets should, const char* rule) {
  std::sort(is.begin(), is.end());
  std::sort(should.begin(), should.end());
  if (is == should) return {};
  const auto [x, y] = std::mismatch(is.begin(), is.end(), should.begin(), should.end());
  return cat("R = ", text(r), ": sorted offset ", x - is.begin(), " is ", x == is.end() ? "missing" : cat(*x),
             ", should be ", y == should.end() ? "absent" : cat(*y), " (", rule, ')');
}

Offsets distinct(Offsets offsets) {
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  return offsets;
}

bool congruent_tuples(TupleRef a, TupleRef b) {
  if (a.is_tuple() != b.is_tuple() || a.size() != b.size()) return false;
  for (int i = 0; i < a.size(); ++i) {
    if (!congruent_tuples(a[i], b[i])) return false;
  }
  return true;
}

Counterexample flat(LayoutRef r) {
  if (r.shape.depth() > 1) return cat("R = ", text(r), " is nested");
  return {};
}

}  // namespace

Counterexample coalesce(LayoutRef a, LayoutRef r) {
  if (auto nested = flat(r); !nested.empty()) return nested;
  return same_offsets(r, Function(r).image(), Function(a).image(), "A(i)");
}

Counterexample coalesce_unbounded(LayoutRef a, LayoutRef r) {
  if (auto nested = flat(r); !nested.empty()) return nested;
  const Function fa(a);
  const Function fr(r);
  for (std::int64_t i = 0; i <= 3 * fa.size(); ++i) {
    if (fr(i) != fa(i)) return wrong(r, i, fr(i), fa(i), "A(i), beyond the size too");
  }
  return {};
}

Counterexample coalesce_by_profile(LayoutRef a, TupleRef profile, LayoutRef r) {
  if (!profile.is_tuple()) return coalesce(a, r);
  if (!r.shape.is_tuple() || r.rank() != a.rank()) return cat("R = ", text(r), " has rank ", r.rank());
  for (int i = 0; i < a.rank(); ++i) {
    if (i >= profile.size()) {
      if (!(r[i].shape == a[i].shape && r[i].stride == a[i].stride)) return cat("mode ", i, " changed: ", text(r));
    } else if (auto bad = coalesce_by_profile(a[i], profile[i], r[i]); !bad.empty()) {
      return bad;
    }
  }
  return {};
}

Counterexample filter(LayoutRef a, LayoutRef r) {
  if (auto nested = flat(r); !nested.empty()) return nested;
  Offsets expected = {0};
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    const Node& stride = a.stride.nodes()[i];
    if (stride.kind != NodeKind::integer || stride.integer.is_constant(0)) continue;
    const std::size_t block = expected.size();
    for (std::int64_t k = 1; k < a.shape.nodes()[i].integer.value; ++k) {
      for (std::size_t j = 0; j < block; ++j) expected.push_back(expected[j] + k * stride.integer.value);
    }
  }
  for (int i = 0; i < r.rank(); ++i) {
    if (r[i].stride.is_constant(0) && !r.shape.is_constant(1)) return cat("R = ", text(r), " keeps a stride _0");
  }
  return same_offsets(r, Function(r).image(), expected, "A without its stride-0 modes");
}

Counterexample composition(LayoutRef a, LayoutRef b, LayoutRef r) {
  if (!refines(b.shape, r.shape)) return cat("R = ", text(r), " is not compatible with B = ", text(b));
  const Function fa(a);
  const Offsets inner = Function(b).image();
  const Offsets outer = Function(r).image();
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const std::int64_t should = fa(inner[i]);
    if (outer[i] != should) return wrong(r, static_cast<std::int64_t>(i), outer[i], should, "A(B(c))");
  }
  return {};
}

Counterexample complement(LayoutRef a, LayoutRef r) {
  const Offsets used = distinct(Function(a).image());
  const Offsets offsets = Function(r).image();
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] <= offsets[i - 1]) {
      return cat("R = ", text(r), " does not increase at ", i, ": ", offsets[i - 1], ", ", offsets[i]);
    }
    if (std::binary_search(used.begin(), used.end(), offsets[i])) {
      return cat("R = ", text(r), ": R(", i, ") = ", offsets[i], " is an offset of A");
    }
  }
  return {};
}

Counterexample complement_reach(LayoutRef a, std::int64_t target, LayoutRef r) {
  // A static extent of 1 does not contribute to the span.
  std::int64_t span = 1;
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    const Node& extent = a.shape.nodes()[i];
    if (extent.kind == NodeKind::tuple || extent.integer.is_constant(1)) continue;
    span = std::max(span, extent.integer.value * a.stride.nodes()[i].integer.value);
  }
  const std::int64_t reach = Function(r).cosize();
  const std::int64_t together = Function(a).cosize() + reach - 1;
  if (together < target) return cat("R = ", text(r), ": cosize((A,R)) is ", together, ", should reach ", target);
  const std::int64_t bound = (target + span - 1) / span * span;
  if (reach > bound) return cat("R = ", text(r), ": cosize is ", reach, ", should be at most ", bound);
  return {};
}

Counterexample right_inverse(LayoutRef a, LayoutRef r) {
  const Function fa(a);
  const Offsets offsets = Function(r).image();
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    if (fa(offsets[i]) != at) return wrong(r, at, offsets[i], at, "A(R(i)) = i");
  }
  return {};
}

Counterexample left_inverse(LayoutRef a, LayoutRef r) {
  const Function fa(a);
  const Function fr(r);
  const Offsets offsets = fa.image();
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const std::int64_t back = fa(fr(offsets[i]));
    if (back != offsets[i]) {
      return cat("R = ", text(r), ": A(R(A(", i, "))) is ", back, ", should be A(", i, ") = ", offsets[i]);
    }
  }
  return {};
}

Counterexample nullspace(LayoutRef a, LayoutRef r) {
  const Function fa(a);
  std::int64_t free = 1;
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    const Node& stride = a.stride.nodes()[i];
    if (stride.kind == NodeKind::integer && stride.integer.is_constant(0)) free *= a.shape.nodes()[i].integer.value;
  }
  const Offsets offsets = Function(r).image();
  if (static_cast<std::int64_t>(offsets.size()) != free) return wrong_size(r, free);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const bool inside = offsets[i] >= 0 && offsets[i] < fa.size();
    if (!inside || fa(offsets[i]) != 0) return cat("R = ", text(r), ": A(R(", i, ")) = A(", offsets[i], ") is not 0");
  }
  if (distinct(offsets).size() != offsets.size()) return cat("R = ", text(r), " names a coordinate twice");
  return {};
}

Counterexample max_common_layout(LayoutRef a, LayoutRef b, LayoutRef r) {
  if (auto bad = right_inverse(a, r); !bad.empty()) return bad;
  return right_inverse(b, r);
}

Counterexample max_alignment(LayoutRef a, std::int64_t n) {
  if (n < 1) return cat("an alignment of ", n);
  const Offsets used = distinct(Function(a).image());
  for (const std::int64_t offset : used) {
    const std::int64_t start = offset >= 0 ? offset / n * n : -((-offset + n - 1) / n * n);
    for (std::int64_t k = 0; k < n; ++k) {
      if (!std::binary_search(used.begin(), used.end(), start + k)) {
        return cat("A = ", text(a), " touches ", offset, " and not ", start + k, " of the same ", n, " elements");
      }
    }
  }
  return {};
}

Counterexample domain_distribute(TupleRef shape, std::int64_t n, LayoutRef r) {
  const Offsets offsets = Function(r).image();
  if (offsets.empty() || n % static_cast<std::int64_t>(offsets.size()) != 0) {
    return cat("R = ", text(r), ": its size ", offsets.size(), " does not divide ", n);
  }
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] <= offsets[i - 1]) return cat("R = ", text(r), " does not increase at ", i);
  }
  if (offsets.back() >= size_of(shape)) return cat("R = ", text(r), " leaves the shape ", to_text(shape));
  return {};
}

Counterexample zipped_divide(LayoutRef tile, LayoutRef r) {
  if (r.rank() != 2 || !r.shape.is_tuple()) return cat("R = ", text(r), " is not (tile, rest)");
  if (r[0].shape == tile.shape && r[0].stride == tile.stride) return {};
  return cat("layout<0>(R) is ", text(r[0]), ", should be composition(A,B) = ", text(tile));
}

Counterexample divide_rearranges(LayoutRef a, LayoutRef r) {
  return same_bag(r, Function(r).image(), Function(a).image(), "the offsets of A");
}

Counterexample logical_product(LayoutRef a, LayoutRef b, LayoutRef r) {
  if (r.rank() != 2 || !r.shape.is_tuple()) return cat("R = ", text(r), " is not (A, rest)");
  if (!(r[0].shape == a.shape && r[0].stride == a.stride)) return cat("layout<0>(R) is ", text(r[0]), ", not A");
  if (!refines(b.shape, r[1].shape)) return cat("layout<1>(R) is ", text(r[1]), ", not compatible with B = ", text(b));
  const Offsets block = distinct(Function(a).image());
  for (const std::int64_t offset : Function(r[1]).image()) {
    if (offset != 0 && std::binary_search(block.begin(), block.end(), offset)) {
      return cat("R = ", text(r), ": the tile at ", offset, " starts inside A");
    }
  }
  return {};
}

namespace {

Counterexample interleaved_product(LayoutRef block, LayoutRef tiler, LayoutRef r, bool block_fast) {
  const int rank = std::max(block.rank(), tiler.rank());
  if (r.rank() != rank) return cat("R = ", text(r), " has rank ", r.rank(), ", should have ", rank);
  const auto extent = [](LayoutRef a, int mode) { return mode < a.rank() ? size_of(a[mode].shape) : 1; };
  for (int mode = 0; mode < rank; ++mode) {
    const std::int64_t should = extent(block, mode) * extent(tiler, mode);
    if (size_of(r[mode].shape) != should) return cat("mode ", mode, " of R = ", text(r), " should have size ", should);
  }
  // Every coordinate of the block, and for each mode of R the 1-D coordinate at which it must appear.
  const Function original(block);
  for (std::int64_t i = 0; i < original.size(); ++i) {
    std::int64_t rest = i;
    std::int64_t found = 0;
    for (int mode = 0; mode < rank; ++mode) {
      const std::int64_t coord = rest % extent(block, mode);
      rest /= extent(block, mode);
      found += Function(r[mode])(block_fast ? coord : coord * extent(tiler, mode));
    }
    if (found != original(i)) return wrong(r, i, found, original(i), "R holds the block");
  }
  return {};
}

}  // namespace

Counterexample blocked_product(LayoutRef block, LayoutRef tiler, LayoutRef r) {
  return interleaved_product(block, tiler, r, true);
}

Counterexample raked_product(LayoutRef block, LayoutRef tiler, LayoutRef r) {
  return interleaved_product(block, tiler, r, false);
}

Counterexample tile_to_shape(LayoutRef block, TupleRef shape, LayoutRef r) {
  if (r.rank() != shape.rank()) return cat("R = ", text(r), " has rank ", r.rank());
  const auto extent = [&](int mode) { return mode < block.rank() ? size_of(block[mode].shape) : 1; };
  for (int mode = 0; mode < r.rank(); ++mode) {
    const std::int64_t should = (size_of(shape[mode]) + extent(mode) - 1) / extent(mode) * extent(mode);
    if (size_of(r[mode].shape) != should) return cat("mode ", mode, " of R = ", text(r), " should have size ", should);
  }
  // R(c) = block(c mod block) + R(c - c mod block), where R at the corner of a tile is the offset by which the tile was
  // moved.
  const std::int64_t total = size_of(r.shape);
  const Offsets offsets = Function(r).image();
  for (std::int64_t i = 0; i < total; ++i) {
    std::int64_t rest = i;
    std::int64_t step = 1;
    std::int64_t corner = 0;
    std::int64_t inside = 0;
    std::int64_t inside_step = 1;
    for (int mode = 0; mode < r.rank(); ++mode) {
      const std::int64_t size = size_of(r[mode].shape);
      const std::int64_t coord = rest % size;
      rest /= size;
      inside += coord % extent(mode) * inside_step;
      inside_step *= extent(mode);
      corner += (coord - coord % extent(mode)) * step;
      step *= size;
    }
    const std::int64_t should = Function(block)(inside) + offsets[static_cast<std::size_t>(corner)];
    const std::int64_t is = offsets[static_cast<std::size_t>(i)];
    if (is != should) return wrong(r, i, is, should, "the block, moved");
  }
  return {};
}

Counterexample downcast(LayoutRef a, std::int64_t n, LayoutRef r) {
  if (!congruent_tuples(a.shape, r.shape)) return cat("R = ", text(r), " has another nesting");
  Offsets expected;
  for (const std::int64_t offset : Function(a).image()) {
    for (std::int64_t k = 0; k < n; ++k) expected.push_back(offset * n + k);
  }
  return same_bag(r, Function(r).image(), std::move(expected), "A(i)*n+k");
}

Counterexample upcast(LayoutRef a, std::int64_t n, LayoutRef r) {
  if (!congruent_tuples(a.shape, r.shape)) return cat("R = ", text(r), " has another nesting");
  Offsets expected = Function(a).image();
  // The wide element that contains a narrow one, also before the first.
  for (std::int64_t& offset : expected) offset = (offset - (offset % n + n) % n) / n;
  return same_bag(r, distinct(Function(r).image()), distinct(std::move(expected)), "the A(i)/n");
}

Counterexample same_function(LayoutRef a, LayoutRef r) {
  if (!congruent_tuples(a.shape, r.shape)) return cat("R = ", text(r), " has another nesting than ", text(a));
  return same_offsets(r, Function(r).image(), Function(a).image(), "A(i)");
}

}  // namespace stridescope::laws
