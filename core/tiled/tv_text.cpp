// The answers about TV layouts as text for a terminal or a card.
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/tiled/thread_value.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void plural(std::string& out, std::int64_t count, std::string_view noun) {
  append_all(out, count, ' ', noun);
  if (count != 1) out.push_back('s');
}

void append_pair(std::string& out, TvPair pair) { append_all(out, 'T', pair.thread, " V", pair.value); }

void append_element(std::string& out, std::int64_t element, const TupleRef* tile) {
  if (tile == nullptr || !tile->is_tuple()) {
    append_text(out, element);
    return;
  }
  Arith arith;
  const IntTuple extents = product_each(arith, *tile);
  out.push_back('(');
  for (int i = 0; i < extents.rank(); ++i) {
    const std::int64_t extent = extents[i].integer().value;
    if (i != 0) out.push_back(',');
    const bool last = i + 1 == extents.rank() || extent == 0;
    append_text(out, last ? element : element % extent);
    if (!last) element /= extent;
  }
  out.push_back(')');
}

void append_hex(std::string& out, std::uint32_t word) {
  for (int shift = 28; shift >= 0; shift -= 4) out.push_back("0123456789abcdef"[(word >> shift) & 15]);
}

// "T0-T15, T20": the threads for which `which` holds.
template <class Which>
std::string thread_ranges(std::int64_t threads, Which&& which) {
  std::string out;
  int ranges = 0;
  for (std::int64_t t = 0; t < threads; ++t) {
    if (!which(t)) continue;
    const std::int64_t first = t;
    while (t + 1 < threads && which(t + 1)) ++t;
    if (++ranges > 8) return out + ", ...";
    if (!out.empty()) out.append(", ");
    append_all(out, 'T', first);
    if (t > first) append_all(out, "-T", t);
  }
  return out;
}

}  // namespace

std::string to_text(const TvCoverage& c, const TvTable& tv, const TupleRef* tile) {
  std::string out;
  plural(out, c.threads, "thread");
  out.append(" x ");
  plural(out, c.values_per_thread, "value");
  out.append(" over ");
  plural(out, c.elements, "element");
  out.push_back('\n');
  if (c.exact()) {
    out.append("every element is held exactly once\n");
    return out;
  }
  if (c.elements_missing == 0 && c.fewest_owners == c.most_owners) {
    append_all(out, "every element is held by ", c.most_owners, " (thread, value) pairs\n");
  } else {
    append_all(out, "held once: ", c.elements_once, "\n");
  }
  if (c.elements_missing > 0) {
    append_all(out, "held by none: ", c.elements_missing, ", such as");
    for (const std::int64_t e : c.missing) {
      out.push_back(' ');
      append_element(out, e, tile);
    }
    out.push_back('\n');
  }
  if (c.elements_shared > 0) {
    append_all(out, "held several times: ", c.elements_shared, ", at most ", c.most_owners, " times\n");
    for (const std::int64_t e : c.shared) {
      out.append("  ");
      append_element(out, e, tile);
      out.append(" by ");
      const std::vector<TvPair> owners = tv_owners(tv, e);
      for (std::size_t i = 0; i < owners.size() && i < max_tv_examples; ++i) {
        if (i != 0) out.append(", ");
        append_pair(out, owners[i]);
      }
      if (owners.size() > max_tv_examples) out.append(", ...");
      out.push_back('\n');
    }
  }
  if (c.pairs_outside > 0) {
    append_all(out, "outside the tile: ", c.pairs_outside, " pairs, such as");
    for (const TvPair pair : c.outside) {
      out.push_back(' ');
      append_pair(out, pair);
      append_all(out, " (element ", tv.element(pair.thread, pair.value), ')');
    }
    out.push_back('\n');
  }
  return out;
}

std::string to_text(const TvComparison& c, const TvTable& a, const TvTable& b) {
  std::string out;
  if (!c.same_sizes) {
    append_all(out, "sizes differ: ", a.threads(), " threads x ", a.values(), " values and ", b.threads(), " x ",
               b.values(), '\n');
  }
  if (c.equal()) {
    append_all(out, "equal: all ", c.pairs, " (thread, value) pairs hold the same element\n");
    return out;
  }
  append_all(out, "same element in ", c.pairs_equal, " of ", c.pairs, " (thread, value) pairs\n");
  if (c.difference) {
    out.append("first difference: ");
    append_pair(out, *c.difference);
    append_all(out, " holds ", a.element(c.difference->thread, c.difference->value), " and ",
               b.element(c.difference->thread, c.difference->value), '\n');
  }
  if (c.threads_same_elements == c.threads && c.same_sizes) {
    out.append("every thread holds the same elements, in another order\n");
  } else {
    append_all(out, "threads that hold the same elements: ", c.threads_same_elements, " of ", c.threads, '\n');
  }
  if (c.elements_only_a > 0) append_all(out, "elements only in the first: ", c.elements_only_a, '\n');
  if (c.elements_only_b > 0) append_all(out, "elements only in the second: ", c.elements_only_b, '\n');
  return out;
}

std::string to_text(const TvConversion& c) {
  using Method = TvConversion::Method;
  std::string out;
  switch (c.method) {
    case Method::nothing:
      out.append("nothing to do: every element is where it is wanted\n");
      break;
    case Method::rename:
      out.append("registers only, the same in every thread: no instruction\n");
      break;
    case Method::select:
      out.append("registers only, but not the same in every thread: selects\n");
      break;
    case Method::shuffle:
      append_all(out, c.shuffles_per_warp, c.shuffles_per_warp == 1 ? " shuffle" : " shuffles",
                 " a warp; none does with fewer than ", c.shuffles_at_least, '\n');
      break;
    case Method::shared_memory:
      append_all(out, "shared memory: elements cross warps (", c.shared_elements_written, " written, ",
                 c.shared_elements_read, " read)\n");
      break;
    case Method::impossible:
      append_all(out, "impossible: the first layout does not hold the element of ", c.pairs_missing,
                 " pairs, the first ");
      append_pair(out, c.missing.value_or(TvPair{}));
      out.push_back('\n');
      break;
  }
  append_all(out, "of ", c.pairs, " (thread, value) pairs: ", c.pairs_in_place, " in place, ", c.pairs_in_thread,
             " in the thread, ", c.pairs_in_warp, " in the warp, ", c.pairs_across_warps, " across warps");
  if (c.pairs_missing > 0) append_all(out, ", ", c.pairs_missing, " nowhere");
  out.push_back('\n');
  if (!c.renamed.empty()) {
    for (std::size_t v = 0; v < c.renamed.size() && v < static_cast<std::size_t>(max_tv_rows); ++v) {
      append_all(out, v == 0 ? "V" : "  V", v, " <- V", c.renamed[v]);
    }
    if (c.renamed.size() > static_cast<std::size_t>(max_tv_rows)) out.append("  ...");
    out.push_back('\n');
  }
  const char letter = c.elements_per_register == 1 ? 'V' : 'R';
  std::int64_t rows = 0;
  for (const TvShuffle& shuffle : c.shuffles) {
    if (++rows > max_tv_rows) {
      append_all(out, "... ", c.shuffles_per_warp - max_tv_rows, " more\n");
      break;
    }
    append_all(out, "  ", letter, shuffle.destination_register, " <- ", letter, shuffle.source_register, "  ");
    switch (shuffle.lanes) {
      case TvShuffle::Lanes::butterfly:
        append_all(out, "lane ^ ", shuffle.argument);
        break;
      case TvShuffle::Lanes::offset:
        append_all(out, "lane ", shuffle.argument < 0 ? "- " : "+ ",
                   shuffle.argument < 0 ? -shuffle.argument : shuffle.argument);
        break;
      case TvShuffle::Lanes::broadcast:
        append_all(out, "lane ", shuffle.argument);
        break;
      case TvShuffle::Lanes::indexed:
        out.append("lanes");
        for (const std::int8_t lane : shuffle.source_lane) {
          out.push_back(' ');
          if (lane < 0) {
            out.push_back('.');
          } else {
            append_text(out, static_cast<int>(lane));
          }
        }
        break;
    }
    if (!shuffle.same_in_all_warps) out.append("  (differs from warp to warp)");
    out.push_back('\n');
  }
  return out;
}

std::string to_text(const TvPredicate& p) {
  std::string out;
  append_all(out, p.pairs_inside, " of ", p.threads * p.values_per_thread, " (thread, value) pairs are inside\n");
  const auto inside = [&](std::int64_t t) {
    std::int64_t count = 0;
    for (std::int64_t v = 0; v < p.values_per_thread; ++v) count += p.inside(t, v);
    return count;
  };
  const auto line = [&](std::string_view what, std::int64_t threads, std::int64_t warps, auto which) {
    append_all(out, what, ": ", threads, threads == 1 ? " thread, " : " threads, ", warps,
               warps == 1 ? " warp" : " warps");
    if (threads > 0) append_all(out, "  ", thread_ranges(p.threads, which));
    out.push_back('\n');
  };
  line("all values inside", p.threads_all, p.warps_all,
       [&](std::int64_t t) { return inside(t) == p.values_per_thread; });
  line("some masked", p.threads_some, p.warps_some,
       [&](std::int64_t t) { return inside(t) > 0 && inside(t) < p.values_per_thread; });
  line("all masked", p.threads_none, p.warps_none, [&](std::int64_t t) { return inside(t) == 0; });
  // The lanes of warps that are not all inside.
  const std::int64_t warps = (p.threads + lanes_per_warp - 1) / lanes_per_warp;
  std::int64_t rows = 0;
  for (std::int64_t w = 0; w < warps; ++w) {
    const std::int64_t lanes = std::min(lanes_per_warp, p.threads - w * lanes_per_warp);
    const std::uint32_t full = lanes == lanes_per_warp ? ~std::uint32_t{0} : (std::uint32_t{1} << lanes) - 1;
    for (std::int64_t v = 0; v < p.values_per_thread; ++v) {
      const std::uint32_t active = p.active_lanes[static_cast<std::size_t>(w * p.values_per_thread + v)];
      if (active == full) continue;
      if (++rows > max_tv_rows) return out + "  ...\n";
      append_all(out, "  warp ", w, " V", v, ": lanes 0x");
      append_hex(out, active);
      out.push_back('\n');
    }
  }
  return out;
}

}  // namespace stridescope
