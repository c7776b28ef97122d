// Products: a layout repeated by another.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {

TEST_CASE("law: products, static: every A of up to 3 leaves with every compact B of up to 2") {
  Tally logical;
  Tally blocked;
  Tally raked;
  every_static(3, [&](const Layout& a) {
    if (mode_facts(a).negative) return;
    every_static_compact(2, [&](const Layout& b) {
      const auto describe = [&] { return cat(to_text(a), " by ", to_text(b)); };
      Arith arith;
      const Layout r = logical_product(arith, a, b);
      if (arith.failed()) {
        logical.refuse();
      } else {
        // Tiles start outside A if those of the complement do, provided that the composition with it is right.
        const Layout rest = complement(arith, a, IntTuple(static_int(size_of(a.shape.ref()) * Function(b).cosize())));
        if (composition(rest, b, LayoutRef(r)[1]).empty()) {
          logical.add(logical_product(a, b, r), describe);
        } else {
          logical.except();
        }
      }
      Arith m;
      const Layout blocks = blocked_product(m, a, b);
      const Layout rakes = raked_product(m, a, b);
      if (m.failed()) return blocked.refuse();
      blocked.add(blocked_product(a, b, blocks), describe);
      raked.add(raked_product(a, b, rakes), describe);
    });
  });
  CHECK_HELD(logical, 50000);
  CHECK_HELD(blocked, 50000);
  CHECK_HELD(raked, 50000);
  if (complete) CHECK(logical.excepted() > 0);
  CHECK(logical.excepted() < logical.tried() / 50);
}

TEST_CASE("law: tile_to_shape: every block of up to 2 leaves to every shape of 3 modes") {
  Tally tally;
  Tally admission;
  every_static(2, [&](const Layout& a) {
    if (mode_facts(a).negative) return;
    for_each_vector(3, {1, 2, 3, 4, 6, 8, 12}, [&](const Integers& extents) {
      const Layout target = make(flat_profile(3), extents, extents, all_static(3));
      const auto describe = [&] { return cat(to_text(a), " to ", to_text(target.shape)); };
      bool divides = true;
      for (int i = 0; i < a.rank(); ++i) divides &= extents[static_cast<std::size_t>(i)] % size_of(a.shape[i]) == 0;
      Arith arith;
      const Layout r = tile_to_shape(arith, a, target.shape, nullptr);
      if (divides) {
        if (arith.failed() && !compact(a).empty()) return tally.refuse();
        tally.add(arith.ok() ? tile_to_shape(a, target.shape, r) : "refused", describe);
      } else {
        admission.add(arith.failed() ? "" : cat("accepted as ", to_text(r)), describe);
      }
    });
  });
  CHECK_HELD(tally, 5000);
  CHECK_HELD(admission, 10000);
}

TEST_CASE("law: tile_to_shape in any order repeats the block") {
  Tally tally;
  for_each_vector(2, {0, 1, 2}, [&](const Integers& keys) {
    every_static(2, [&](const Layout& a) {
      if (mode_facts(a).negative || a.rank() != 2) return;
      Arith arith;
      const IntTuple shape = make_tuple(arith, {IntTuple(static_int(12)), IntTuple(static_int(24))});
      const IntTuple order = make_tuple(arith, {IntTuple(static_int(keys[0])), IntTuple(static_int(keys[1]))});
      const TupleRef order_ref = order;
      const Layout r = tile_to_shape(arith, a, shape, &order_ref);
      if (arith.failed()) return tally.refuse();
      tally.add(tile_to_shape(a, shape, r), [&] { return cat(to_text(a), " in order ", to_text(order)); });
    });
  });
  CHECK_HELD(tally, 1000);
}

TEST_CASE("products: named cases") {
  const auto product = [](const char* a, const char* b) { return CUTE(logical_product(m, layout(a), tiler(b))); };
  CHECK(product("(_2,_2):(_4,_1)", "_6:_1") == "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
  CHECK(product("(_2,_2):(_4,_1)", "(_4,_2):(_2,_1)") == "((_2,_2),(_4,_2)):((_4,_1),(_8,_2))");
  CHECK(product("(_2,_5):(_5,_1)", "<_3:_5,_4:_6>") == "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
  const auto both = [](auto operation) {
    return CUTE(operation(m, layout("(_2,_5):(_5,_1)"), layout("(_3,_4):(_1,_3)")));
  };
  using In = const Layout&;
  CHECK(both([](Arith& m, In a, In b) { return blocked_product(m, a, b); }) == "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
  CHECK(both([](Arith& m, In a, In b) { return raked_product(m, a, b); }) == "((_3,_2),(_4,_5)):((_10,_5),(_30,_1))");
  CHECK(both([](Arith& m, In a, In b) { return zipped_product(m, a, b); }) == "((_2,_5),(_3,_4)):((_5,_1),(_10,_30))");
  CHECK(both([](Arith& m, In a, In b) { return tiled_product(m, a, b); }) == "((_2,_5),_3,_4):((_5,_1),_10,_30)");
  CHECK(both([](Arith& m, In a, In b) { return flat_product(m, a, b); }) == "(_2,_5,_3,_4):(_5,_1,_10,_30)");

  CHECK(product("(2,2):(4,1)", "6:1") == "refused: dynamic_stride");
  CHECK(CUTE(flat_product(m, layout("(_12,_6):(_21,_1)"), tiler("_64"))) == "refused: shape_divisibility");
  CHECK(CUTE(raked_product(m, layout("(_4,_4):(_12,_1)"), layout("((7,_2)):((_1,_7))"))) ==
        "refused: stride_divisibility");
  CHECK(CUTE(raked_product(m, layout("(_2,_5):(_1,_1)"), layout("(_3,_4):(_1,_3)"))) == "refused: not_injective");
}

TEST_CASE("tile_to_shape: named cases") {
  const auto tile = [](const char* block, const char* shape, const char* order = nullptr) {
    const IntTuple keys = order != nullptr ? tuple(order) : IntTuple();
    const TupleRef ref = keys;
    return CUTE(tile_to_shape(m, layout(block), tuple(shape), order != nullptr ? &ref : nullptr));
  };
  CHECK(tile("(_8,_8):(_8,_1)", "(_16,_32)") == "((_8,_2),(_8,_4)):((_8,_64),(_1,_128))");
  CHECK(tile("(_8,_8):(_8,_1)", "(_16,_32)", "(_1,_0)") == "((_8,_2),(_8,_4)):((_8,_256),(_1,_64))");
  CHECK(tile("(_4):(_1)", "(_13,_1)") == "refused: shape_divisibility");
  CHECK(tile("(_8,_8,_2):(_8,_1,_64)", "(_16,_16)") == "refused: rank_mismatch");
}

}  // namespace stridescope::laws
