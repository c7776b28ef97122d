// Coordinates, strides made from shapes, evaluation and slices.
#include "tests/unit/coordinates.h"
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// Every nesting of up to 4 leaves with extents 1..max_extent, under the main masks of the extents.
template <class Visit>
void every_shape(std::int64_t max_extent, Visit&& visit) {
  Integers extent_set;
  for (std::int64_t extent = 1; extent <= max_extent; ++extent) extent_set.push_back(extent);
  for (int leaves = 1; leaves <= 4; ++leaves) {
    for (const IntTuple& profile : nestings(leaves)) {
      for_each_vector(leaves, extent_set, [&](const Integers& extents) {
        for (Mask mask = 0; mask < mask_count(leaves); ++mask) {
          // The strides do not matter here: only the masks that make them static.
          const bool varies_extents_alone = (mask | static_extents(leaves)) == all_static(leaves);
          if (varies_extents_alone && wanted()) visit(make(profile, extents, extents, mask).shape);
        }
      });
    }
  }
}

// Every coordinate of a shape with entries `_`, 0 or the last element, in any nesting down to the leaves.
std::vector<IntTuple> slices_of(TupleRef shape) {
  std::vector<IntTuple> out = {IntTuple::any(), static_int(0), dynamic_int(size_of(shape) - 1)};
  if (!shape.is_tuple()) return out;
  const std::vector<IntTuple> tuples = tuples_of(shape, slices_of);
  out.insert(out.end(), tuples.begin(), tuples.end());
  return out;
}

}  // namespace

TEST_CASE("law: idx2crd, crd2idx and crd2crd, every shape of up to 4 leaves") {
  Tally tally;
  every_shape(3, [&](const IntTuple& shape) { tally.add(coordinates(shape), [&] { return to_text(shape); }); });
  CHECK_HELD(tally, 10000);
}

TEST_CASE("law: evaluation, every layout of up to 4 leaves at every coordinate of every nesting") {
  Tally tally;
  const auto judge = [&](const Layout& a) {
    if (a.is_static() || (!a.shape.ref().is_static() && !a.stride.ref().is_static())) {
      tally.add(evaluation(a), [&] { return to_text(a); });
    }
  };
  every_nesting(2, judge);
  every_static(3, judge);
  CHECK_HELD(tally, 5000);
}

TEST_CASE("law: the strides of make_layout and make_ordered_layout are compact, in order") {
  Tally compacted;
  Tally ordered_strides;
  every_shape(3, [&](const IntTuple& shape) {
    for (const Major major : {Major::left, Major::right}) {
      Arith arith;
      const Layout r = make_layout(arith, shape, major);
      compacted.add(compact(r), [&] { return to_text(shape); });
      IntTuple order = dynamic_int(0);
      if (shape.is_tuple()) {
        TupleBuilder keys(arith);
        keys.open();
        for (int i = 0; i < shape.rank(); ++i) keys.integer(static_int(major == Major::left ? i : -i));
        keys.close();
        order = keys.take();
      }
      ordered_strides.add(ordered(order, r), [&] { return to_text(r); });
    }
    if (!shape.is_tuple()) return;
    for_each_vector(shape.rank(), {0, 1, 2}, [&](const Integers& keys) {
      Arith arith;
      TupleBuilder order(arith);
      order.open();
      for (const std::int64_t key : keys) order.integer(static_int(key));
      order.close();
      const IntTuple by = order.take();
      bool distinct = true;  // CuTe gives modes of equal order the same start: ((_2,_2),(_0,_0)) -> (_1,_1)
      for (std::size_t i = 0; i < keys.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) distinct &= keys[i] != keys[j];
      }
      if (!distinct) return;
      const Layout r = make_ordered_layout(arith, shape, by);
      ordered_strides.add(ordered(by, r), [&] { return cat(to_text(shape), " in order ", to_text(by)); });
    });
  });
  CHECK_HELD(compacted, 20000);
  CHECK_HELD(ordered_strides, 20000);
}

TEST_CASE("law: make_layout_like keeps the shape, and its nonzero modes are compact") {
  Tally tally;
  every_static(3, [&](const Layout& a) {
    Arith arith;
    const Layout r = make_layout_like(arith, a);
    const Layout used = filter(arith, r);
    tally.add(r.shape == a.shape ? compact(used) : to_text(r), [&] { return to_text(a); });
  });
  CHECK_HELD(tally, 3000);
}

TEST_CASE("law: slice and dice, every `_` pattern of every nesting") {
  Tally tally;
  every_nesting(2, [&](const Layout& a) {
    if (a.is_static() == a.shape.ref().is_static()) return;  // half of the masks are enough
    for (const IntTuple& coord : slices_of(a.shape)) {
      Arith arith;
      const Layout kept = slice(arith, coord, a);
      const Layout fixed = dice(arith, coord, a);
      if (arith.failed()) return tally.add("refused", [&] { return cat(to_text(a), " at ", to_text(coord)); });
      tally.add(slice(coord, a, kept, fixed), [&] { return cat(to_text(a), " at ", to_text(coord)); });
    }
  });
  CHECK_HELD(tally, 50000);
}

TEST_CASE("law: an identity layout maps a coordinate to itself") {
  Tally tally;
  every_shape(3, [&](const IntTuple& shape) {
    if (!shape.is_tuple()) return;
    Arith arith;
    const Layout identity = make_identity_layout(arith, shape);
    for (std::int64_t i = 0; i < size_of(shape.ref()); ++i) {
      const IntTuple coord = idx2crd(arith, IntTuple(dynamic_int(i)), shape);
      const IntTuple image = as_arithmetic_tuple(arith, apply(arith, identity, coord));
      tally.add(image == coord ? "" : to_text(image), [&] { return cat(to_text(shape), " at ", to_text(coord)); });
    }
  });
  CHECK_HELD(tally, 50000);
}

TEST_CASE("coordinates: named cases") {
  const auto index = [](const char* coord, const char* shape) { return CUTE(crd2idx(m, tuple(coord), tuple(shape))); };
  const auto coord = [](const char* i, const char* shape) { return CUTE(idx2crd(m, tuple(i), tuple(shape))); };
  CHECK(index("(2,(1,2))", "(3,(2,3))") == "17");
  CHECK(index("(0,3)", "(3,(2,3))") == "9");
  CHECK(index("16", "(3,(2,3))") == "16");
  CHECK(CUTE(crd2idx(m, tuple("(1,(1,2))"), tuple("(_3,(_2,_3))"), tuple("(_3,(_12,_1))"))) == "17");
  CHECK(CUTE(crd2idx(m, tuple("(_1,5)"), tuple("(3,(2,3))"), tuple("(3,(12,1))"))) == "17");
  CHECK(coord("16", "(3,(2,3))") == "(1,(1,2))");
  CHECK(coord("(2,5)", "(3,(2,3))") == "(2,(1,2))");
  CHECK(coord("20", "(3,4)") == "(2,6)");  // the last mode is not reduced modulo its extent
  CHECK(coord("_3", "(_4,_5)") == "(_3,_0)");
  CHECK(CUTE(crd2crd(m, tuple("(1,1)"), tuple("(6,2)"), tuple("(3,4)"))) == "(1,1)");
  CHECK(CUTE(get_hier_coord(m, layout("(_4,(_2,_3)):(_1,(_4,_8))"), dynamic_int(13))) == "(1,(1,1))");
  CHECK(CUTE(get_flat_coord(m, layout("(_4,(_2,_3)):(_1,(_4,_8))"), dynamic_int(13))) == "(1,3)");
  CHECK(CUTE(get_1d_coord(m, layout("(_4,(_2,_3)):(_1,(_4,_8))"), dynamic_int(13))) == "13");

  CHECK(index("(1,2)", "8") == "refused: rank_mismatch");
  CHECK(index("(_1,_2,_3)", "(_4,_5)") == "refused: rank_mismatch");
  CHECK(coord("(1,2,3)", "(4,5)") == "refused: rank_mismatch");
  CHECK(CUTE(crd2crd(m, tuple("(1,2)"), tuple("(4,5)"), tuple("(2,2,5)"))) == "refused: rank_mismatch");
  CHECK(CUTE(apply(m, layout("(_4,_8):(_1,_4)"), tuple("(1,2,3)"))) == "refused: rank_mismatch");
  CHECK(CUTE(apply(m, layout("_8:_1"), tuple("(1,2)"))) == "refused: rank_mismatch");
}

TEST_CASE("strides: named cases") {
  const auto made = [](const char* shape, Major major = Major::left) {
    return CUTE(make_layout(m, tuple(shape), major));
  };
  CHECK(made("(_4,(_3,_6))") == "(_4,(_3,_6)):(_1,(_4,_12))");
  CHECK(made("(_4,(_3,_6))", Major::right) == "(_4,(_3,_6)):(_18,(_6,_1))");
  CHECK(made("8") == "8:_1");
  CHECK(made("(_2,4)") == "(_2,4):(_1,_2)");
  CHECK(made("(2,_4)") == "(2,_4):(_1,2)");
  CHECK(made("(_1,4,_1)") == "(_1,4,_1):(_0,_1,_0)");  // a static extent 1 has stride 0, a dynamic one has not
  CHECK(made("(_1,4,1)") == "(_1,4,1):(_0,_1,4)");
  CHECK(CUTE(compact_order(m, tuple("(100000,4096,8192)"), tuple("(_1,_0,_2)"))) == "(4096,_1,409600000)");
  CHECK(CUTE(compact_order(m, tuple("((_2),_2,(_7,_4,_2))"), tuple("((_2),_0,(_4,_1,_3))"))) ==
        "((_8),_1,(_32,_2,_16))");
  CHECK(CUTE(compact_order(m, tuple("(1,15)"), tuple("(42,24)"))) == "(_1,1)");  // dynamic orders: left to right
  CHECK(CUTE(make_ordered_layout(m, tuple("((_5,2),4,2)"), tuple("(2,0,1)"))) == "((_5,2),4,2):((_1,_5),10,40)");
  CHECK(CUTE(make_ordered_layout(m, tuple("(_2,_3)"), tuple("(_0,_1,_2)"))) == "refused: profile_mismatch");
  CHECK(CUTE(compact_major(m, Major::left, tuple("(_2,_3)"), tuple("(_1,_2,_3)"))) == "refused: rank_mismatch");
  CHECK(CUTE(make_layout_like(m, layout("(_4,_8):(_32,_2)"))) == "(_4,_8):(_8,_1)");
  CHECK(CUTE(make_layout_like(m, layout("(_4,_8):(_0,_2)"))) == "(_4,_8):(_0,_1)");
  CHECK(CUTE(make_basis_like(m, tuple("(4,(5,6))"))) == "(_1@0,(_1@0@1,_1@1@1))");
  CHECK(CUTE(coshape(m, layout("(_4,_2):(_1,_16)"))) == "_20");
  CHECK(CUTE(coshape(m, layout("(4,5):(_1@0,_2@1)"))) == "(4,9)");
}

TEST_CASE("slices: named cases") {
  const auto kept = [](const char* coord, const char* a) { return CUTE(slice(m, tuple(coord), layout(a))); };
  const auto fixed = [](const char* coord, const char* a) { return CUTE(dice(m, tuple(coord), layout(a))); };
  const char* a = "((_3,2),(2,_5,_2)):((4,1),(_2,13,100))";
  CHECK(kept("(_,5)", a) == "((_3,2)):((4,1))");
  CHECK(kept("((_,_),5)", a) == "(_3,2):(4,1)");
  CHECK(kept("(2,_)", a) == "((2,_5,_2)):((_2,13,100))");
  CHECK(kept("((_,1),(0,_,1))", a) == "(_3,_5):(4,13)");
  CHECK(kept("((2,_),(_,3,_))", a) == "(2,2,_2):(1,_2,100)");
  CHECK(fixed("(_,5)", a) == "((2,_5,_2)):((_2,13,100))");
  CHECK(kept("_", "_4:_2") == "_4:_2");
  CHECK(kept("1", "_4:_2") == "():()");
  CHECK(kept("(_,_,_)", "(_4,_8):(_1,_4)") == "refused: rank_mismatch");
  CHECK(kept("(_)", "(_4,_8):(_1,_4)") == "refused: rank_mismatch");
  CHECK(fixed("(1,_,2)", "(_4,_8):(_1,_4)") == "refused: rank_mismatch");
}

}  // namespace stridescope::laws
