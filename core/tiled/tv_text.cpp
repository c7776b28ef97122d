// Results about TV layouts as lines for a terminal or a card.
#include <algorithm>

#include "core/base/hexadecimal.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/tiled/thread_value.h"

namespace stridescope {
namespace {

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

std::vector<Message> lines_of(const TvCoverage& c, const TvTable& tv, const TupleRef* tile) {
  std::vector<Message> out;
  out.push_back(say("{} {thread|threads} x {} {value|values} over {} {element|elements}", c.threads,
                    c.values_per_thread, c.elements));
  if (c.exact()) {
    out.push_back(say("every element is held exactly once"));
    return out;
  }
  if (c.elements_missing == 0 && c.fewest_owners == c.most_owners) {
    out.push_back(say("every element is held by {} (thread, value) pairs", c.most_owners));
  } else {
    out.push_back(say("held once: {}", c.elements_once));
  }
  if (c.elements_missing > 0) {
    std::string some;
    for (const std::int64_t e : c.missing) {
      if (!some.empty()) some.push_back(' ');
      append_element(some, e, tile);
    }
    out.push_back(say("not held: {}, such as {}", c.elements_missing, some));
  }
  if (c.elements_shared > 0) {
    out.push_back(say("held several times: {}, at most {} {time|times}", c.elements_shared, c.most_owners));
    for (const std::int64_t e : c.shared) {
      std::string element;
      append_element(element, e, tile);
      std::string by;
      const std::vector<TvPair> owners = tv_owners(tv, e);
      for (std::size_t i = 0; i < owners.size() && i < max_tv_examples; ++i) {
        if (i != 0) by.append(", ");
        append_pair(by, owners[i]);
      }
      if (owners.size() > max_tv_examples) by.append(", ...");
      out.push_back(say("  {} by {}", element, by));
    }
  }
  if (c.pairs_outside > 0) {
    Message some;
    for (const TvPair pair : c.outside) {
      std::string who;
      append_pair(who, pair);
      const Message one = say("{} (element {})", who, tv.element(pair.thread, pair.value));
      some = some.empty() ? one : say("{} {}", some, one);
    }
    out.push_back(say("outside the tile: {} {pair|pairs}, such as {}", c.pairs_outside, some));
  }
  return out;
}

std::vector<Message> lines_of(const TvComparison& c, const TvTable& a, const TvTable& b) {
  std::vector<Message> out;
  if (!c.same_sizes) {
    out.push_back(say("sizes differ: {} {thread|threads} x {} {value|values} and {} x {}", a.threads(), a.values(),
                      b.threads(), b.values()));
  }
  if (c.equal()) {
    out.push_back(say("equal: all {} (thread, value) pairs hold the same element", c.pairs));
    return out;
  }
  out.push_back(say("same element in {} of {} (thread, value) pairs", c.pairs_equal, c.pairs));
  if (c.difference) {
    std::string pair;
    append_pair(pair, *c.difference);
    out.push_back(say("first difference: {} holds {} and {}", pair,
                      a.element(c.difference->thread, c.difference->value),
                      b.element(c.difference->thread, c.difference->value)));
  }
  if (c.threads_same_elements == c.threads && c.same_sizes) {
    out.push_back(say("every thread holds the same elements, in another order"));
  } else {
    out.push_back(say("threads that hold the same elements: {} of {}", c.threads_same_elements, c.threads));
  }
  if (c.elements_only_a > 0) out.push_back(say("elements only in the first: {}", c.elements_only_a));
  if (c.elements_only_b > 0) out.push_back(say("elements only in the second: {}", c.elements_only_b));
  return out;
}

std::vector<Message> lines_of(const TvConversion& c) {
  using Method = TvConversion::Method;
  std::vector<Message> out;
  switch (c.method) {
    case Method::nothing:
      out.push_back(say("nothing to do: every element is already in its place"));
      break;
    case Method::rename:
      out.push_back(say("registers only, the same in every thread: no instruction"));
      break;
    case Method::select:
      out.push_back(say("registers only, but not the same ones in every thread: selects"));
      break;
    case Method::shuffle:
      out.push_back(say("{} {shuffle|shuffles} per warp; the minimum is {}", c.shuffles_per_warp, c.shuffles_at_least));
      break;
    case Method::shared_memory:
      out.push_back(say("shared memory: elements cross warps ({} written, {} read)", c.shared_elements_written,
                        c.shared_elements_read));
      break;
    case Method::impossible: {
      std::string first;
      append_pair(first, c.missing.value_or(TvPair{}));
      out.push_back(
          say("impossible: the first layout does not hold the elements of {} {pair|pairs}, the first of them {}",
              c.pairs_missing, first));
      break;
    }
  }
  const Message where =
      say("of {} (thread, value) pairs: {} in place, {} in the thread, {} in the warp, {} across warps", c.pairs,
          c.pairs_in_place, c.pairs_in_thread, c.pairs_in_warp, c.pairs_across_warps);
  out.push_back(c.pairs_missing > 0 ? say("{}, {} missing", where, c.pairs_missing) : where);
  if (c.moved) {
    out.push_back(say("{} of {} {value|values} come from another thread: the first is that of T{} V{}, from T{} V{}",
                      c.pairs_in_warp + c.pairs_across_warps, c.pairs, c.moved->first.thread, c.moved->first.value,
                      c.moved->second.thread, c.moved->second.value));
  }
  if (!c.renamed.empty()) {
    std::string line;
    for (std::size_t v = 0; v < c.renamed.size() && v < static_cast<std::size_t>(max_tv_rows); ++v) {
      append_all(line, v == 0 ? "V" : "  V", v, " <- V", c.renamed[v]);
    }
    if (c.renamed.size() > static_cast<std::size_t>(max_tv_rows)) line.append("  ...");
    out.push_back(Message::verbatim(line));
  }
  const char letter = c.elements_per_register == 1 ? 'V' : 'R';
  std::int64_t rows = 0;
  for (const TvShuffle& shuffle : c.shuffles) {
    if (++rows > max_tv_rows) {
      out.push_back(say("... {} more", c.shuffles_per_warp - max_tv_rows));
      break;
    }
    std::string line = cat("  ", letter, shuffle.destination_register, " <- ", letter, shuffle.source_register, "  ");
    switch (shuffle.lanes) {
      case TvShuffle::Lanes::butterfly:
        append_all(line, "lane ^ ", shuffle.argument);
        break;
      case TvShuffle::Lanes::offset:
        append_all(line, "lane ", shuffle.argument < 0 ? "- " : "+ ",
                   shuffle.argument < 0 ? -shuffle.argument : shuffle.argument);
        break;
      case TvShuffle::Lanes::broadcast:
        append_all(line, "lane ", shuffle.argument);
        break;
      case TvShuffle::Lanes::indexed:
        line.append("lanes");
        for (const std::int8_t lane : shuffle.source_lane) {
          line.push_back(' ');
          if (lane < 0) {
            line.push_back('.');
          } else {
            append_text(line, static_cast<int>(lane));
          }
        }
        break;
    }
    out.push_back(shuffle.same_in_all_warps ? Message::verbatim(line) : say("{}  (differs from warp to warp)", line));
  }
  return out;
}

std::vector<Message> lines_of(const TvPredicate& p) {
  std::vector<Message> out;
  out.push_back(say("{} of {} (thread, value) pairs are inside", p.pairs_inside, p.threads * p.values_per_thread));
  const auto inside = [&](std::int64_t t) {
    std::int64_t count = 0;
    for (std::int64_t v = 0; v < p.values_per_thread; ++v) count += p.inside(t, v);
    return count;
  };
  const auto line = [&](Term what, std::int64_t threads, std::int64_t warps, auto which) {
    const std::string who = threads > 0 ? cat("  ", thread_ranges(p.threads, which)) : std::string();
    out.push_back(say("{}: {} {thread|threads}, {} {warp|warps}{}", what, threads, warps, who));
  };
  line(term("all values inside"), p.threads_all, p.warps_all,
       [&](std::int64_t t) { return inside(t) == p.values_per_thread; });
  line(term("some masked"), p.threads_some, p.warps_some,
       [&](std::int64_t t) { return inside(t) > 0 && inside(t) < p.values_per_thread; });
  line(term("all masked"), p.threads_none, p.warps_none, [&](std::int64_t t) { return inside(t) == 0; });
  // The lanes of warps that are partly inside.
  const std::int64_t warps = (p.threads + lanes_per_warp - 1) / lanes_per_warp;
  std::int64_t rows = 0;
  for (std::int64_t w = 0; w < warps; ++w) {
    const std::int64_t lanes = std::min(lanes_per_warp, p.threads - w * lanes_per_warp);
    const std::uint32_t full = lanes == lanes_per_warp ? ~std::uint32_t{0} : (std::uint32_t{1} << lanes) - 1;
    for (std::int64_t v = 0; v < p.values_per_thread; ++v) {
      const std::uint32_t active = p.active_lanes[static_cast<std::size_t>(w * p.values_per_thread + v)];
      if (active == full) continue;
      if (++rows > max_tv_rows) {
        out.push_back(Message::verbatim("  ..."));
        return out;
      }
      out.push_back(say("  warp {} V{}: lanes 0x{}", w, v, hex_digits(active, 8)));
    }
  }
  return out;
}

}  // namespace stridescope
