// Expands, makes and inverts TV layouts.
#include "core/tiled/thread_value.h"

#include <algorithm>

#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/tiled/tv_tools.h"
#include "core/value/print.h"

namespace stridescope {

std::vector<std::int64_t> expand_mode(Arith& arith, LayoutRef mode, std::int64_t count) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(count), 0);
  // Leaf by leaf, first mode fastest: repeats the offsets so far at each step of the next leaf.
  std::size_t filled = 1;
  const auto visit = [&](auto& self, TupleRef shape, TupleRef stride) -> void {
    if (shape.is_tuple()) {
      for (int i = 0; i < shape.size(); ++i) self(self, shape[i], stride[i]);
      return;
    }
    const std::int64_t extent = shape.integer().value;
    for (std::int64_t i = 1; i < extent; ++i) {
      std::int64_t step = 0;
      if (mul_overflows(stride.integer().value, i, step)) {
        arith.fail(ErrorCode::overflow, say("offsets of {} do not fit 64 bits",
                                            to_text(Layout{IntTuple(mode.shape), IntTuple(mode.stride)})));
        return;
      }
      const std::size_t start = filled * static_cast<std::size_t>(i);
      for (std::size_t j = 0; j < filled; ++j) {
        if (add_overflows(out[j], step, out[start + j])) {
          arith.fail(ErrorCode::overflow, say("offsets of {} do not fit 64 bits",
                                              to_text(Layout{IntTuple(mode.shape), IntTuple(mode.stride)})));
          return;
        }
      }
    }
    filled *= static_cast<std::size_t>(extent);
  };
  if (count > 0) visit(visit, mode.shape, mode.stride);
  return out;
}

std::vector<TvOwner> owners_by_element(const TvTable& tv) {
  std::vector<TvOwner> out;
  out.reserve(static_cast<std::size_t>(tv.threads() * tv.values()));
  for (std::int64_t t = 0; t < tv.threads(); ++t) {
    for (std::int64_t v = 0; v < tv.values(); ++v) out.push_back({tv.element(t, v), {t, v}});
  }
  std::stable_sort(out.begin(), out.end(), [](const TvOwner& a, const TvOwner& b) { return a.element < b.element; });
  return out;
}

TvTable TvTable::make(Arith& arith, LayoutRef tv) {
  TvTable out;
  const auto text = [&] { return to_text(Layout{IntTuple(tv.shape), IntTuple(tv.stride)}); };
  if (!tv.shape.is_tuple() || tv.rank() != 2) {
    arith.fail(ErrorCode::rank_mismatch,
               say("a thread-value layout must have rank 2, (thread, value); {} has rank {}", text(), tv.rank()),
               say("group its modes: make_layout(thread layout, value layout)"));
    return out;
  }
  if (tv.stride.has_basis()) {
    arith.fail(ErrorCode::basis,
               say("a thread-value layout maps to the index of an element; {} maps to coordinates", text()),
               say("compose the tile's layout with it"));
    return out;
  }
  const Int threads = product(arith, tv.shape[0]);
  const Int values = product(arith, tv.shape[1]);
  const Int pairs = arith.mul(threads, values);
  if (arith.failed()) return out;
  if (pairs.value > max_tv_pairs || threads.value > max_tv_pairs || values.value > max_tv_pairs) {
    arith.fail(ErrorCode::too_large,
               say("{} {thread|threads} x {} {value|values}; the limit is {} pairs", threads.value, values.value,
                   max_tv_pairs),
               say("look at one tile"));
    return out;
  }
  if (threads.value < 0 || values.value < 0) {
    arith.fail(ErrorCode::arguments, say("a thread-value layout cannot have negative extents: {}", text()));
    return out;
  }
  if (!arith.spend(4 * static_cast<std::uint64_t>(threads.value + values.value))) return out;
  out.thread_part_ = expand_mode(arith, tv[0], threads.value);
  out.value_part_ = expand_mode(arith, tv[1], values.value);
  if (arith.failed() || pairs.value == 0) return {};
  const auto t = std::minmax_element(out.thread_part_.begin(), out.thread_part_.end());
  const auto v = std::minmax_element(out.value_part_.begin(), out.value_part_.end());
  if (add_overflows(*t.first, *v.first, out.smallest_) || add_overflows(*t.second, *v.second, out.largest_)) {
    arith.fail(ErrorCode::overflow, say("offsets of {} do not fit 64 bits", text()));
  }
  return out;
}

TiledLayoutTv make_layout_tv(Arith& arith, LayoutRef threads, LayoutRef values) {
  const Layout mn = raked_product(arith, threads, values);
  const Layout inverse = right_inverse(arith, mn);
  const IntTuple shape = make_tuple(arith, {IntTuple(size(arith, threads)), IntTuple(size(arith, values))});
  if (arith.failed()) return {};
  return {product_each(arith, mn.shape), composition(arith, LayoutRef(inverse), LayoutRef(make_layout(arith, shape)))};
}

Layout tv_inverse(Arith& arith, LayoutRef tv, TupleRef tile) {
  // Treats every integer as static, so that dynamic ones are not skipped; the checks below verify the law itself.
  const TvTable table = TvTable::make(arith, tv);
  const Layout known = with_static_integers(arith, tv);
  const Layout seen = with_static_integers(arith, make_layout(arith, tile));
  if (arith.failed()) return {};
  const Layout inverse = right_inverse(arith, known);
  Layout out = composition(arith, LayoutRef(inverse), LayoutRef(seen));
  if (arith.failed()) return {};
  const Int elements = size(arith, LayoutRef(out));
  if (arith.failed() || table.threads() * table.values() == 0) return {};
  if (elements.value > max_tv_pairs) {
    arith.fail(ErrorCode::too_large,
               say("a tile of {} {element|elements}; the limit is {}", elements.value, max_tv_pairs),
               say("look at one tile"));
    return {};
  }
  if (elements.value > 0) arith.spend(64 * static_cast<std::uint64_t>(elements.value));
  for (std::int64_t i = 0; i < elements.value && arith.ok(); ++i) {
    const std::int64_t pair = apply(arith, out, IntTuple(dynamic_int(i))).integer().value;
    const bool exists = pair >= 0 && pair / table.threads() < table.values();
    if (exists && table.element(pair % table.threads(), pair / table.threads()) == i) continue;
    const bool owned = !tv_owners(table, i).empty();
    arith.fail(ErrorCode::unsupported,
               owned ? say("tv_inverse: no layout inverts this one: it would have to end at element {}", i)
                     : say("tv_inverse: element {} has no owner", i),
               owned ? say("tv_owners finds the owners of single elements") : say("tv_coverage lists what is missing"));
  }
  return out;
}

std::vector<TvPair> tv_owners(const TvTable& tv, std::int64_t element) {
  std::vector<TvPair> out;
  for (std::int64_t t = 0; t < tv.threads(); ++t) {
    for (std::int64_t v = 0; v < tv.values(); ++v) {
      if (tv.element(t, v) == element) out.push_back({t, v});
    }
  }
  return out;
}

namespace {

// (thread, value) -> the coordinate in the tile, with basis strides.
Layout over_coordinates(Arith& arith, LayoutRef tv, TupleRef tile) {
  const Layout identity = make_identity_layout(arith, tile);
  if (arith.failed()) return {};
  const Layout coordinates = with_static_integers(arith, identity);
  return composition(arith, coordinates, LayoutRef(with_static_integers(arith, tv)));
}

}  // namespace

Tensor tv_part(Arith& arith, LayoutRef tv, TvPart part, std::int64_t index, const TupleRef* tile) {
  const TvTable table = TvTable::make(arith, tv);
  Tensor whole = {{Iterator::Kind::counting, dynamic_int(0)}, Layout{IntTuple(tv.shape), IntTuple(tv.stride)}};
  if (arith.ok() && tile != nullptr) whole = make_coord_tensor(arith, over_coordinates(arith, tv, *tile));
  if (arith.failed()) return {};
  const bool whole_warps = table.threads() % lanes_per_warp == 0;
  const std::int64_t count = part == TvPart::thread  ? table.threads()
                             : part == TvPart::value ? table.values()
                                                     : table.warps();
  if (index < 0 || index >= count) {
    const Message counted = part == TvPart::thread  ? say("{} {thread|threads}", count)
                            : part == TvPart::value ? say("{} {value|values} per thread", count)
                                                    : say("{} {warp|warps}", count);
    arith.fail(ErrorCode::index_range, say("there are {}, numbered from 0; number {} does not exist", counted, index));
    return {};
  }
  const IntTuple any = IntTuple::any();
  const IntTuple at = dynamic_int(index);
  if (part == TvPart::thread) return slice(arith, make_tuple(arith, {at, any}), whole);
  if (part == TvPart::value) return slice(arith, make_tuple(arith, {any, at}), whole);
  if (table.warps() == 1) return whole;
  if (!whole_warps) {
    arith.fail(ErrorCode::divisibility,
               say("{} {thread is|threads are} not a multiple of a warp of {}", table.threads(), lanes_per_warp),
               say("look at single threads with tv_thread"));
    return {};
  }
  const Layout divided = logical_divide(arith, LayoutRef(domain_layout(whole.layout)),
                                        std::vector<Tiler>{IntTuple(static_int(lanes_per_warp))});
  if (arith.failed()) return {};
  const IntTuple warp = make_tuple(arith, {any, at});
  return slice(arith, make_tuple(arith, {warp, any}), Tensor{whole.data, divided});
}

}  // namespace stridescope
