// The owners of each element of a tile, and the possible width of a thread's accesses.
#include <algorithm>

#include "core/base/text.h"
#include "core/tiled/tv_tools.h"
#include "core/value/print.h"

namespace stridescope {

std::int64_t squarest_columns(std::int64_t elements) {
  // Tiles of more elements are never drawn.
  if (elements > max_tv_pairs) return 1;
  std::int64_t out = 1;
  for (std::int64_t c = 1; c * c <= elements; ++c) {
    if (elements % c == 0) out = c;
  }
  return out;
}

TvCoverage tv_coverage(Arith& arith, const TvTable& tv, std::int64_t elements) {
  TvCoverage out;
  out.threads = tv.threads();
  out.values_per_thread = tv.values();
  out.elements = elements;
  if (elements < 0 || elements > max_tv_pairs) {
    arith.fail(ErrorCode::too_large, say("a tile of {} {element|elements}; the limit is {}", elements, max_tv_pairs),
               say("look at one tile"));
    return out;
  }
  if (!arith.spend(2 * static_cast<std::uint64_t>(elements))) return out;
  std::vector<std::int32_t> owners(static_cast<std::size_t>(elements), 0);
  for (std::int64_t t = 0; t < tv.threads(); ++t) {
    for (std::int64_t v = 0; v < tv.values(); ++v) {
      const std::int64_t element = tv.element(t, v);
      if (element >= 0 && element < elements) {
        ++owners[static_cast<std::size_t>(element)];
      } else {
        ++out.pairs_outside;
        if (out.outside.size() < max_tv_examples) out.outside.push_back({t, v});
      }
    }
  }
  const auto example = [](std::vector<std::int64_t>& list, std::int64_t element) {
    if (list.size() < max_tv_examples) list.push_back(element);
  };
  for (std::int64_t e = 0; e < elements; ++e) {
    const std::int64_t count = owners[static_cast<std::size_t>(e)];
    out.fewest_owners = e == 0 ? count : std::min(out.fewest_owners, count);
    out.most_owners = std::max(out.most_owners, count);
    if (count == 1) {
      ++out.elements_once;
    } else if (count == 0) {
      ++out.elements_missing;
      example(out.missing, e);
    } else {
      ++out.elements_shared;
      example(out.shared, e);
    }
  }
  return out;
}

TvContiguity tv_contiguity(Arith& arith, const TvTable& tv, const AnyLayout* data) {
  TvContiguity out;
  const std::int64_t values = tv.values();
  if (values == 0 || arith.failed()) return out;
  // The offset of each element of the tile; empty: its index.
  std::vector<std::int64_t> offsets;
  if (data != nullptr) {
    const Layout& domain = domain_layout(*data);
    const std::int64_t count = size(arith, domain).value;
    if (arith.failed()) return out;
    if (count > max_tv_pairs || domain.stride.ref().has_basis()) {
      arith.fail(count > max_tv_pairs ? ErrorCode::too_large : ErrorCode::basis,
                 say("tv_contiguity needs a layout of at most {} elements with integer strides, not {}", max_tv_pairs,
                     to_text(*data)));
      return out;
    }
    if (tv.smallest() < 0 || tv.largest() >= count) {
      arith.fail(ErrorCode::index_range,
                 say("the thread-value layout reaches element {}, but the data layout has {}",
                     tv.smallest() < 0 ? tv.smallest() : tv.largest(), count),
                 say("both belong to the same tile"));
      return out;
    }
    if (!arith.spend(32 * static_cast<std::uint64_t>(count))) return out;
    offsets.resize(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count && arith.ok(); ++i) {
      const IntTuple at = dynamic_int(i);
      const auto* composed = std::get_if<ComposedLayout>(data);
      const IntTuple offset =
          composed != nullptr ? apply(arith, *composed, at) : apply(arith, std::get<Layout>(*data), at);
      offsets[static_cast<std::size_t>(i)] = offset.integer().value;
    }
  }
  const auto offset_of = [&](std::int64_t t, std::int64_t v) {
    const std::int64_t element = tv.element(t, v);
    return offsets.empty() ? element : offsets[static_cast<std::size_t>(element)];
  };
  // neighbor[v]: value v+1 follows value v in every thread.
  std::vector<bool> neighbour(static_cast<std::size_t>(values), true);
  for (std::int64_t t = 0; t < tv.threads(); ++t) {
    std::int64_t before = offset_of(t, 0);
    for (std::int64_t v = 0; v + 1 < values; ++v) {
      const std::int64_t next = offset_of(t, v + 1);
      std::int64_t distance = 0;
      if (sub_overflows(next, before, distance) || distance != 1) {
        neighbour[static_cast<std::size_t>(v)] = false;
        if (!out.breaks) out.breaks = TvPair{t, v};
      }
      before = next;
    }
  }
  for (std::int64_t n = values; n >= 1; --n) {
    if (values % n != 0) continue;
    bool holds = true;
    for (std::int64_t v = 0; v + 1 < values && holds; ++v)
      holds = neighbour[static_cast<std::size_t>(v)] || (v + 1) % n == 0;
    if (!holds) continue;
    out.elements = n;
    break;
  }
  return out;
}

}  // namespace stridescope
