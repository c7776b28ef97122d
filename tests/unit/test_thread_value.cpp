// Thread-value layouts against brute force over every (thread, value) pair.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/tiled/thread_value.h"
#include "core/tiled/tv_tools.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope {
namespace {

// Accumulators and operands of real MMAs, copies, and layouts with holes, repetitions and other orders.
constexpr const char* many[] = {
    "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))",          // C of m16n8
    "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))",  // A of m16n8k16
    "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))",          // A of m16n8k8 tf32, B of m16n8k16
    "((_4,_8),_2):((_16,_1),_8)",                     // C of m8n8
    "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))",          // C of m8n8k4, dynamic
    "(_32,_4):(_1,_32)",
    "(_32,_4):(_4,_1)",
    "(64,2):(1,64)",
    "(64,2):(2,1)",
    "((_4,_8,_2),(_2,_2)):((_32,_1,_0),(_16,_8))",  // every element twice
    "((_4,_8),(_2,_2)):((_32,_1),(_16,_16))",       // overlaps
    "(_32,_2):(_3,_1)",                             // holes
    "(48,2):(1,48)",
    "(_1,_8):(_0,_1)",
    "(_8,_1):(_1,_0)",
    "((_8,_16),_8):((_128,_1),_16)",
};

TvTable table(const char* text) {
  Arith arith;
  TvTable out = TvTable::make(arith, layout(text));
  REQUIRE(arith.ok());
  return out;
}

std::int64_t at(const Layout& l, std::int64_t t, std::int64_t v) {
  Arith arith;
  return apply(arith, l, make_tuple(arith, {IntTuple(dynamic_int(t)), IntTuple(dynamic_int(v))})).integer().value;
}

}  // namespace

TEST_CASE("law: a table holds what the layout says") {
  laws::Tally tally;
  for (const char* text : many) {
    const Layout l = layout(text);
    const TvTable tv = table(text);
    std::int64_t least = at(l, 0, 0);
    std::int64_t most = least;
    for (std::int64_t t = 0; t < tv.threads(); ++t) {
      for (std::int64_t v = 0; v < tv.values(); ++v) {
        const std::int64_t e = at(l, t, v);
        least = std::min(least, e);
        most = std::max(most, e);
        tally.add(tv.element(t, v) == e ? "" : "element", [&] { return cat(text, " T", t, " V", v); });
      }
    }
    CHECK(tv.smallest() == least);
    CHECK(tv.largest() == most);
    Arith arith;
    CHECK(tv.threads() * tv.values() == size(arith, LayoutRef(l)).value);
  }
  CHECK_HELD(tally, 1000);
}

TEST_CASE("law: owners, coverage and the inverse agree") {
  laws::Tally tally;
  for (const char* text : many) {
    const TvTable tv = table(text);
    std::map<std::int64_t, std::vector<TvPair>> owners;
    for (std::int64_t t = 0; t < tv.threads(); ++t) {
      for (std::int64_t v = 0; v < tv.values(); ++v) owners[tv.element(t, v)].push_back({t, v});
    }
    for (const std::int64_t elements : {tv.largest() + 1, tv.largest() + 5, tv.largest()}) {
      Arith arith;
      const TvCoverage c = tv_coverage(arith, tv, elements);
      std::int64_t once = 0, missing = 0, shared = 0, outside = 0, most = 0;
      for (std::int64_t e = 0; e < elements; ++e) {
        const std::size_t count = owners.count(e) != 0 ? owners[e].size() : 0;
        if (owners.count(e) != 0)
          tally.add(tv_owners(tv, e) == owners[e] ? "" : "owners", [&] { return cat(text, " element ", e); });
        if (owners.count(e) == 0) owners.erase(e);
        ++(count == 1 ? once : count == 0 ? missing : shared);
        most = std::max(most, static_cast<std::int64_t>(count));
      }
      for (const auto& [e, pairs] : owners) outside += e >= elements ? static_cast<std::int64_t>(pairs.size()) : 0;
      CHECK(c.elements_once == once);
      CHECK(c.elements_missing == missing);
      CHECK(c.elements_shared == shared);
      CHECK(c.pairs_outside == outside);
      CHECK(c.most_owners == most);
      CHECK(c.exact() == (once == elements && outside == 0));
      CHECK(c.missing.size() == std::min<std::size_t>(static_cast<std::size_t>(missing), max_tv_examples));
      for (const std::int64_t e : c.missing) CHECK(owners.count(e) == 0);
      for (const std::int64_t e : c.shared) CHECK(owners[e].size() > 1);
    }
    // The inverse: right if it exists, refused only if an element has no owner or no layout can express it.
    Arith arith;
    const IntTuple tile = dynamic_int(tv.largest() + 1);
    const Layout inverse = tv_inverse(arith, layout(text), tile);
    const bool complete = static_cast<std::int64_t>(owners.size()) == tv.largest() + 1;
    if (arith.ok()) {
      CHECK(complete);
      for (std::int64_t e = 0; e <= tv.largest(); ++e) {
        Arith m;
        const std::int64_t pair = apply(m, inverse, IntTuple(dynamic_int(e))).integer().value;
        const TvPair found = {pair % tv.threads(), pair / tv.threads()};
        tally.add(std::count(owners[e].begin(), owners[e].end(), found) == 1 ? "" : "inverse",
                  [&] { return cat(text, " element ", e); });
      }
    } else if (complete) {
      MESSAGE("no inverse: ", text);
      CHECK(owners.begin()->second.size() > 1);
    }
  }
  CHECK_HELD(tally, 1000);
}

TEST_CASE("make_layout_tv covers its tile once and keeps the values of a thread together") {
  for (const auto& tiling :
       {std::pair{"(_16,_8):(_8,_1)", "(_1,_8):(_0,_1)"}, std::pair{"(_8,_4):(_1,_8)", "(_4,_2):(_1,_4)"},
        std::pair{"((_2,_4),_4):((_1,_8),_2)", "(_8,_1):(_1,_1)"}}) {
    const char* threads = tiling.first;
    const char* values = tiling.second;
    CAPTURE(threads);
    Arith arith;
    const TiledLayoutTv made = make_layout_tv(arith, layout(threads), layout(values));
    REQUIRE(arith.ok());
    const TvTable tv = TvTable::make(arith, made.tv);
    CHECK(tv_coverage(arith, tv, product(arith, made.tiler).value).exact());
    CHECK(tv.threads() == size(arith, LayoutRef(layout(threads))).value);
    CHECK(tv.values() == size(arith, LayoutRef(layout(values))).value);
    // The values of thread t are the block at the position of t in the thread layout.
    const Layout t = layout(threads);
    const Layout v = layout(values);
    const IntTuple tsize = product_each(arith, t.shape);
    const IntTuple vsize = product_each(arith, v.shape);
    const IntTuple tile = product_each(arith, made.tiler);
    const auto number = [](TupleRef r) { return r.integer().value; };
    for (std::int64_t m = 0; m < number(tile[0]); ++m) {
      for (std::int64_t n = 0; n < number(tile[1]); ++n) {
        const std::int64_t thread = at(t, m / number(vsize[0]), n / number(vsize[1]));
        const std::int64_t value = at(v, m % number(vsize[0]), n % number(vsize[1]));
        CHECK(tv.element(thread, value) == m + n * number(tile[0]));
      }
    }
    CHECK(number(tile[0]) == number(tsize[0]) * number(vsize[0]));
    CHECK(arith.ok());
  }
}

TEST_CASE("law: parts of a TV layout hold what the whole holds") {
  laws::Tally tally;
  for (const char* text : many) {
    const TvTable tv = table(text);
    for (const TvPart part : {TvPart::thread, TvPart::warp, TvPart::value}) {
      const bool warps = part == TvPart::warp;
      const std::int64_t count = part == TvPart::thread ? tv.threads() : warps ? tv.warps() : tv.values();
      if (warps && tv.warps() > 1 && tv.threads() % 32 != 0) {
        Arith arith;
        tv_part(arith, layout(text), part, 0, nullptr);
        CHECK(arith.failed());
        continue;
      }
      for (std::int64_t i = 0; i < count; ++i) {
        Arith arith;
        const Tensor t = tv_part(arith, layout(text), part, i, nullptr);
        const std::int64_t lanes = std::min<std::int64_t>(32, tv.threads());
        const std::int64_t total = part == TvPart::thread ? tv.values() : warps ? lanes * tv.values() : tv.threads();
        tally.add(size(arith, LayoutRef(domain_layout(t.layout))).value == total ? "" : "size",
                  [&] { return cat(text, " part ", i); });
        for (std::int64_t j = 0; j < total && arith.ok(); ++j) {
          const std::int64_t expected = part == TvPart::thread  ? tv.element(i, j)
                                        : part == TvPart::value ? tv.element(j, i)
                                                                : tv.element(i * 32 + j % lanes, j / lanes);
          const std::int64_t found = element(arith, IntTuple(dynamic_int(j)), t).integer().value;
          tally.add(found == expected ? "" : "element", [&] { return cat(text, " part ", i, " element ", j); });
        }
        CHECK(arith.ok());
      }
      Arith arith;
      tv_part(arith, layout(text), part, count, nullptr);
      CHECK(arith.failed());
    }
  }
  CHECK_HELD(tally, 1000);
  // With the tile, the elements are coordinates.
  Arith arith;
  const IntTuple tile = tuple("(_16,_8)");
  const TupleRef ref = tile;
  const Tensor t = tv_part(arith, layout(many[0]), TvPart::thread, 5, &ref);
  REQUIRE(arith.ok());
  CHECK(to_text(t) == "ArithTuple(1,2) o ((_2,_2)):((_1@1,_8@0))");
}

TEST_CASE("law: contiguity is the widest run that every thread has") {
  struct Case {
    const char* tv;
    const char* data;
    std::int64_t expected;
  };
  for (const Case& c :
       {Case{"((_8,_16),_8):((_128,_1),_16)", "(_16,_64):(_64,_1)", 8},
        Case{"((_8,_16),_8):((_128,_1),_16)", "(_16,_64):(_1,_16)", 1},
        Case{"((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", "(_16,_8):(_8,_1)", 2},
        Case{"((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", "", 1}, Case{"(_32,_4):(_4,_1)", "", 4},
        Case{"(_8,_1):(_1,_0)", "", 1}, Case{"(_4,(_3,_2)):(_3,(_1,_12))", "", 3}, Case{"(1,6):(0,1)", "", 6}}) {
    CAPTURE(c.tv);
    Arith arith;
    const TvTable tv = table(c.tv);
    const AnyLayout data = *c.data != 0 ? AnyLayout(layout(c.data)) : AnyLayout(Layout{});
    const TvContiguity found = tv_contiguity(arith, tv, *c.data != 0 ? &data : nullptr);
    CHECK(arith.ok());
    CHECK(found.elements == c.expected);
    CHECK(found.breaks.has_value() == (c.expected != tv.values()));
  }
  // A swizzle that moves bits inside the run breaks it.
  Arith arith;
  const AnyLayout swizzled = compose(Swizzle{2, 1, 3}, static_int(0), layout("(_16,_64):(_64,_1)"));
  CHECK(tv_contiguity(arith, table("((_8,_16),_8):((_128,_1),_16)"), &swizzled).elements == 2);
  CHECK(arith.ok());
}

TEST_CASE("law: a comparison counts pairs, threads and elements") {
  laws::Tally tally;
  for (const char* first : many) {
    for (const char* second : many) {
      const TvTable a = table(first);
      const TvTable b = table(second);
      const TvComparison c = tv_compare(a, b);
      std::set<std::int64_t> in_a, in_b;
      std::int64_t same = 0, threads = 0;
      for (std::int64_t t = 0; t < std::max(a.threads(), b.threads()); ++t) {
        std::set<std::int64_t> of_a, of_b;
        for (std::int64_t v = 0; v < a.values() && t < a.threads(); ++v) of_a.insert(a.element(t, v));
        for (std::int64_t v = 0; v < b.values() && t < b.threads(); ++v) of_b.insert(b.element(t, v));
        in_a.insert(of_a.begin(), of_a.end());
        in_b.insert(of_b.begin(), of_b.end());
        if (t >= c.threads) continue;
        threads += of_a == of_b;
        for (std::int64_t v = 0; v < std::min(a.values(), b.values()); ++v) same += a.element(t, v) == b.element(t, v);
      }
      const auto only = [](const std::set<std::int64_t>& x, const std::set<std::int64_t>& y) {
        return std::count_if(x.begin(), x.end(), [&](std::int64_t e) { return y.count(e) == 0; });
      };
      const bool right = c.pairs_equal == same && c.threads_same_elements == threads &&
                         c.elements_only_a == only(in_a, in_b) && c.elements_only_b == only(in_b, in_a) &&
                         c.difference.has_value() == (same != c.pairs);
      tally.add(right ? "" : "comparison", [&] { return cat(first, " and ", second); });
      if (first == second) CHECK(c.equal());
    }
  }
  CHECK_HELD(tally, 200);
}

TEST_CASE("law: the moves of a conversion put every element where it is wanted") {
  laws::Tally tally;
  std::int64_t shuffled = 0;
  for (const char* first : many) {
    for (const char* second : many) {
      for (const std::int64_t per : {1, 2}) {
        const TvTable a = table(first);
        const TvTable b = table(second);
        Arith arith;
        const TvConversion c = tv_convert(arith, a, b, per);
        REQUIRE(arith.ok());
        std::int64_t place = 0, thread = 0, warp = 0, across = 0, missing = 0;
        std::string wrong;
        for (std::int64_t t = 0; t < b.threads(); ++t) {
          for (std::int64_t v = 0; v < b.values(); ++v) {
            const std::vector<TvPair> from = tv_owners(a, b.element(t, v));
            const auto any = [&](auto which) { return std::any_of(from.begin(), from.end(), which); };
            if (any([&](TvPair p) { return p == TvPair{t, v}; })) {
              ++place;
            } else if (any([&](TvPair p) { return p.thread == t; })) {
              ++thread;
            } else if (any([&](TvPair p) { return p.thread / 32 == t / 32; })) {
              ++warp;
              // Some shuffle into this register reads a lane that has the element in that register.
              if (t >= 32) continue;
              bool arrives = false;
              for (const TvShuffle& s : c.shuffles) {
                const std::int8_t lane = s.source_lane[static_cast<std::size_t>(t)];
                if (s.destination_register != v / per || lane < 0) continue;
                arrives =
                    arrives || any([&](TvPair p) { return p.thread == lane && p.value / per == s.source_register; });
              }
              if (!arrives) wrong = cat("T", t, " V", v);
            } else if (!from.empty()) {
              ++across;
            } else {
              ++missing;
            }
          }
        }
        for (const TvShuffle& s : c.shuffles) {
          ++shuffled;
          for (int lane = 0; lane < 32; ++lane) {
            const std::int8_t source = s.source_lane[static_cast<std::size_t>(lane)];
            if (source < 0) continue;
            if (s.lanes == TvShuffle::Lanes::butterfly && source != (lane ^ s.argument)) wrong = "butterfly";
            if (s.lanes == TvShuffle::Lanes::offset && source != lane + s.argument) wrong = "offset";
            if (s.lanes == TvShuffle::Lanes::broadcast && source != s.argument) wrong = "broadcast";
          }
        }
        if (c.pairs_in_place != place || c.pairs_in_thread != thread || c.pairs_in_warp != warp ||
            c.pairs_across_warps != across || c.pairs_missing != missing) {
          wrong = "counts";
        }
        if (c.shuffles_at_least > c.shuffles_per_warp) wrong = "bound";
        for (std::size_t v = 0; v < c.renamed.size(); ++v) {
          for (std::int64_t t = 0; t < b.threads(); ++t) {
            if (a.element(t, c.renamed[v]) != b.element(t, static_cast<std::int64_t>(v))) wrong = "renamed";
          }
        }
        tally.add(wrong, [&] { return cat(first, " to ", second); });
      }
    }
  }
  CHECK(shuffled > 100);
  CHECK_HELD(tally, 400);
}

TEST_CASE("conversions that engineers know") {
  Arith arith;
  using Method = TvConversion::Method;
  const TvTable c16n8 = table("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
  CHECK(tv_convert(arith, c16n8, c16n8, 1).method == Method::nothing);
  // Two accumulators of m16n8 side by side are the A operand of m16n8k16: flash attention's P.
  const TvConversion p = tv_convert(arith, table("((_4,_8),((_2,_2),_2)):((_32,_1),((_16,_8),_128))"),
                                    table("((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))"), 1);
  CHECK(p.method == Method::nothing);
  const TvConversion renamed = tv_convert(arith, table("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"),
                                          table("((_4,_8),(_2,_2)):((_32,_1),(_8,_16))"), 1);
  CHECK(renamed.method == Method::rename);
  CHECK(renamed.renamed == std::vector<std::int64_t>{0, 2, 1, 3});
  // tf32: the accumulator's neighbors in n are the operand's t and t+4.
  const TvConversion tf32 = tv_convert(arith, c16n8, table("((_4,_8),(_2,_2)):((_16,_1),(_8,_64))"), 1);
  CHECK(tf32.method == Method::shuffle);
  CHECK(tf32.shuffles_per_warp == 8);
  CHECK(tv_convert(arith, table("(64,2):(1,64)"), table("(64,2):(2,1)"), 1).method == Method::shared_memory);
  CHECK(tv_convert(arith, table("(_32,_1):(_1,_0)"), table("(_32,_2):(_1,_32)"), 1).method == Method::impossible);
  const TvConversion swap =
      tv_convert(arith, table("((_2,_16),_1):((_1,_2),_0)"), table("((_2,_16),_1):((_-1,_2),_0)"), 1);
  CHECK(swap.method == Method::impossible);
  const TvConversion reversed = tv_convert(arith, table("(_32,_1):(_1,_0)"), table("((_2,_16),_1):((_16,_1),_0)"), 1);
  CHECK(reversed.method == Method::shuffle);
  CHECK(reversed.shuffles_per_warp == 1);
  CHECK(reversed.shuffles[0].lanes == TvShuffle::Lanes::indexed);
  CHECK(arith.ok());
}

TEST_CASE("law: a predicate masks exactly the pairs outside") {
  laws::Tally tally;
  for (const char* text :
       {"((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", "((_4,_8,_2),(_2,_2)):((_32,_1,_0),(_16,_8))", "(48,2):(1,48)"}) {
    const TvTable tv = table(text);
    const std::int64_t rows = tv.largest() % 3 == 2 ? 12 : 16;
    const std::int64_t columns = (tv.largest() + 1) / rows;
    for (std::int64_t m = 0; m <= rows; ++m) {
      for (std::int64_t n = 0; n <= columns; ++n) {
        Arith arith;
        const IntTuple tile = tuple(cat('(', rows, ',', columns, ')'));
        const IntTuple inside = tuple(cat('(', m, ',', n, ')'));
        const TvPredicate p = tv_predicate(arith, tv, tile, inside);
        REQUIRE(arith.ok());
        std::int64_t pairs = 0, all = 0, some = 0, none = 0;
        std::string wrong;
        for (std::int64_t t = 0; t < tv.threads(); ++t) {
          std::int64_t count = 0;
          for (std::int64_t v = 0; v < tv.values(); ++v) {
            const std::int64_t e = tv.element(t, v);
            const bool is = e % rows < m && e / rows < n;
            if (is != p.inside(t, v)) wrong = cat("T", t, " V", v);
            count += is;
          }
          pairs += count;
          ++(count == tv.values() ? all : count > 0 ? some : none);
        }
        if (p.pairs_inside != pairs || p.threads_all != all || p.threads_some != some || p.threads_none != none)
          wrong = "counts";
        if (p.warps_all + p.warps_some + p.warps_none != tv.warps()) wrong = "warps";
        tally.add(wrong, [&] { return cat(text, " inside ", m, ',', n); });
      }
    }
  }
  CHECK_HELD(tally, 100);
}

TEST_CASE("what no TV layout can be is refused") {
  for (const char* text : {"4:1", "(4,2,2):(1,4,8)", "(4,2):(1@0,1@1)", "(4096,4096):(1,4096)", "(1048577,0):(1,1)"}) {
    CAPTURE(text);
    Arith arith;
    TvTable::make(arith, layout(text));
    CHECK(arith.failed());
  }
  Arith arith;
  const IntTuple tile = tuple("(4,4)");
  tv_inverse(arith, layout("(_4,_2):(_1,_4)"), tile);
  CHECK(arith.failed());
}

}  // namespace stridescope
