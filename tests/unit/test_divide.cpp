// Division: its definition, its law, and the forms of its result.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// The same modes in the same order, whatever the nesting: the flat leaves are equal, static or not.
Counterexample same_leaves(const Layout& a, const Layout& b) {
  Arith arith;
  const bool same = flatten_to_tuple(arith, a.shape) == flatten_to_tuple(arith, b.shape) &&
                    flatten_to_tuple(arith, a.stride) == flatten_to_tuple(arith, b.stride);
  return same ? "" : cat(to_text(a), " and ", to_text(b), " differ");
}

struct DivisionTallies {
  Tally definition;  // logical_divide(A,B) is composition(A, (B, complement(B, shape(coalesce(A)))))
  Tally zipped;      // layout<0>(zipped_divide(A,B)) = composition(A,B)
  Tally forms;       // tiled_divide and flat_divide have the same leaves
  Tally rearranged;  // and if (B, complement) is a rearrangement of A's coordinates, the result is one of A's offsets

  void try_pair(const Layout& a, const Layout& b) {
    const auto describe = [&] { return cat(to_text(a), " divided by ", to_text(b)); };
    Arith arith;
    const Layout r = logical_divide(arith, a, b);
    Arith steps;
    const Layout rest = complement(steps, b, coalesce(steps, a).shape);
    const Layout both_modes = steps.ok() ? concat(steps, {b, rest}) : Layout{};
    const Layout expected = steps.ok() ? composition(steps, LayoutRef(a), LayoutRef(both_modes)) : Layout{};
    const bool alike = arith.failed() == steps.failed() && (arith.failed() || r == expected);
    definition.add(alike ? "" : cat("is ", to_text(r), ", should be ", to_text(expected)), describe);
    if (arith.failed()) return zipped.refuse();

    Arith other;
    const Layout tile = composition(other, LayoutRef(a), LayoutRef(b));
    const Layout z = zipped_divide(other, a, b);
    zipped.add(other.ok() ? zipped_divide(tile, z) : "refused alone", describe);
    forms.add(same_leaves(z, tiled_divide(other, a, b)), describe);
    forms.add(same_leaves(z, flat_divide(other, a, b)), describe);
    if (size_of(both_modes.shape.ref()) != size_of(a.shape.ref()) || !compact(both_modes).empty()) return;
    if (composition(a, both_modes, r).empty()) {
      rearranged.add(divide_rearranges(a, r), describe);
    } else {
      rearranged.except();  // composition's known wrong results (test_composition.cpp)
    }
  }
};

}  // namespace

TEST_CASE("law: division, static: every A of up to 3 leaves by every B of up to 2") {
  DivisionTallies tallies;
  every_static(3, [&](const Layout& a) {
    for (int modes = 1; modes <= 2; ++modes) {
      const IntTuple profile = flat_profile(modes);
      const Integers strides = modes == 1 ? Integers{0, 1, 2, 3, 4, 6, 8, 12} : Integers{1, 2, 6};
      for_each_vector(modes, {2, 3, 4}, [&](const Integers& extent) {
        for_each_vector(modes, strides, [&](const Integers& stride) {
          tallies.try_pair(a, make(profile, extent, stride, all_static(modes)));
        });
      });
    }
  });
  CHECK_HELD(tallies.definition, 200000);
  CHECK_HELD(tallies.zipped, 100000);
  CHECK_HELD(tallies.forms, 100000);
  CHECK_HELD(tallies.rearranged, 5000);
  CHECK(tallies.zipped.refused() > 0);
}

TEST_CASE("law: division, every mask: every A of up to 2 leaves by every B of 1") {
  DivisionTallies tallies;
  every_varied(2, [&](const Layout& a) {
    for_each_vector(1, {1, 2, 4}, [&](const Integers& extent) {
      for_each_vector(1, {0, 1, 2, 3}, [&](const Integers& stride) {
        for_all_masks(1, [&](Mask mask) { tallies.try_pair(a, make(flat_profile(1), extent, stride, mask)); });
      });
    });
  });
  CHECK_HELD(tallies.definition, 100000);
  CHECK_HELD(tallies.zipped, 50000);
  CHECK_HELD(tallies.forms, 50000);
  CHECK_HELD(tallies.rearranged, 5000);
}

TEST_CASE("law: division by a tiler divides mode by mode") {
  Tally tally;
  every_static(2, [&](const Layout& a) {
    if (a.rank() != 2) return;
    for_each_vector(2, {1, 2, 3, 4}, [&](const Integers& tile) {
      const Tiler by_mode = std::vector<Tiler>{IntTuple(static_int(tile[0])), IntTuple(static_int(tile[1]))};
      const auto describe = [&] { return cat(to_text(a), " by <_", tile[0], ",_", tile[1], '>'); };
      Arith arith;
      const Layout r = logical_divide(arith, a, by_mode);
      const Layout first = logical_divide(arith, LayoutRef(a)[0], IntTuple(static_int(tile[0])));
      const Layout second = logical_divide(arith, LayoutRef(a)[1], IntTuple(static_int(tile[1])));
      const Layout zipped = zipped_divide(arith, a, by_mode);
      const Layout tiles = composition(arith, a, by_mode);
      if (arith.failed()) return tally.refuse();
      tally.add(r == concat(arith, {first, second}) ? "" : to_text(r), describe);
      // As functions: composition takes the integer 1 as _1:_1, division as _1:_0.
      tally.add(same_function(tiles, LayoutRef(zipped)[0]), describe);
    });
  });
  CHECK(tally.refused() == 0);
  CHECK_HELD(tally, 3000);
}

TEST_CASE("law: what evenly_divides has as many elements as the layout when divided") {
  Tally tally;
  long uneven = 0;
  every_static(2, [&](const Layout& a) {
    for (const std::int64_t tile : {1, 2, 3, 4, 6, 8}) {
      const Tiler tiler = IntTuple(static_int(tile));
      Arith arith;
      const Bool evenly = evenly_divides(arith, a.shape, tiler);
      const Layout r = logical_divide(arith, a, tiler);
      if (arith.failed()) continue;
      if (!evenly.value) {
        ++uneven;  // no evidence: (_3,_2) is not evenly divided by _2, yet (_3,_2):(_1,_3) is _6:_1, which is
        continue;
      }
      const bool same = size_of(r.shape.ref()) == size_of(a.shape.ref());
      tally.add(same ? "" : cat("but it is ", to_text(r)), [&] { return cat(to_text(a), " by ", tile); });
    }
  });
  CHECK_HELD(tally, 300);
  CHECK(uneven > 0);
  CHECK(CUTE(evenly_divides(m, tuple("(_3,_2)"), tiler("_2"))) == "C<false>");
  CHECK(CUTE(evenly_divides(m, tuple("(_6,_8)"), tiler("<_3,_4>"))) == "C<true>");
  CHECK(CUTE(evenly_divides(m, tuple("(6,_8)"), tiler("<_3,_4>"))) == "true");
  CHECK(CUTE(evenly_divides(m, tuple("(_6,_8)"), tiler("<_3,_5>"))) == "C<false>");
}

TEST_CASE("division: named cases") {
  const auto divide = [](const char* a, const char* b) { return CUTE(logical_divide(m, layout(a), tiler(b))); };
  CHECK(divide("(_4,_2,_3):(_2,_1,_8)", "_4:_2") == "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
  CHECK(divide("(4,2,3):(2,1,8)", "4:2") == "((2,2,1),((2,1,1),(1,1,3))):((4,1,8),((2,1,8),(16,2,8)))");
  CHECK(divide("1000:_1", "128") == "(128,8):(_1,128)");
  CHECK(divide("1000:1", "_128") == "(_128,8):(1,128)");
  CHECK(divide("(_9,(_4,_8)):(_59,(_13,_1))", "<_3:_3,(_2,_4):(_1,_8)>") ==
        "((_3,_3),((_2,_4),(_2,_2))):((_177,_59),((_13,_2),(_26,_1)))");
  CHECK(divide("(_4,_8):(_1,_4)", "<_,_2>") == "(_4,(_2,_4)):(_1,(_4,_8))");
  // The tiler's complement is taken in the shape of the coalesced layout, so tiles can cover more than the layout.
  CHECK(CUTE(zipped_divide(m, layout("(_9,_8):(_1,_9)"), tiler("<_4,_3>"))) == "((_4,_3),(_3,_3)):((_1,_9),(_4,_27))");
  CHECK(CUTE(zipped_divide(m, layout("(_9,(_4,_8)):(_59,(_13,_1))"), tiler("<_3:_3,(_2,_4):(_1,_8)>"))) ==
        "((_3,(_2,_4)),(_3,(_2,_2))):((_177,(_13,_2)),(_59,(_26,_1)))");
  CHECK(CUTE(tiled_divide(m, layout("(_9,(_4,_8)):(_59,(_13,_1))"), tiler("<_3:_3,(_2,_4):(_1,_8)>"))) ==
        "((_3,(_2,_4)),_3,(_2,_2)):((_177,(_13,_2)),_59,(_26,_1))");
  CHECK(CUTE(flat_divide(m, layout("(_9,(_4,_8)):(_59,(_13,_1))"), tiler("<_3:_3,(_2,_4):(_1,_8)>"))) ==
        "(_3,(_2,_4),_3,(_2,_2)):(_177,(_13,_2),_59,(_26,_1))");
  CHECK(CUTE(ceil_div(m, tuple("_24"), layout("_4:_2"))) == "(_2,_3)");

  CHECK(divide("(_15,_8):(_8,_1)", "(_4,_3):(_60,_6)") == "refused: stride_divisibility");
  CHECK(divide("(_3,_24):(_24,_-1)", "(_2,_4):(_3,_4)") == "refused: not_injective");
  CHECK(divide("(4,8):(1,4)", "(2,2):(1,4)") == "refused: dynamic_stride");
  CHECK(divide("(4,8):(1,4)", "2:0") == "refused: division_by_zero");
  CHECK(divide("(_8,_8):(_1,_8)", "<_2,_2,_2>") == "refused: rank_mismatch");
}

}  // namespace stridescope::laws
