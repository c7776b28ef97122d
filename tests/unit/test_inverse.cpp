// Coalesce, filter, complement, inverses and common vectors: named cases (the laws are in test_single_sweeps.cpp).
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {

TEST_CASE("coalesce: named cases") {
  const auto merged = [](const char* a) { return CUTE(coalesce(m, layout(a))); };
  CHECK(merged("(_2,(_1,_6)):(_1,(_6,_2))") == "_12:_1");
  CHECK(merged("((_4,_2),_4):((_8,_4),_1)") == "(_4,_2,_4):(_8,_4,_1)");
  CHECK(merged("(_2,3):(_1,_2)") == "(_2,3):(_1,_2)");  // merging would make a dynamic extent
  CHECK(merged("(2,_3):(_1,_2)") == "(2,_3):(_1,_2)");
  CHECK(merged("(_2,_3):(1,2)") == "(_2,_3):(1,2)");
  CHECK(merged("(_4,1,_4):(_1,7,_4)") == "(_4,1,_4):(_1,7,_4)");  // a dynamic 1 stays
  CHECK(merged("(_4,_1,_4):(_1,7,_4)") == "_16:_1");
  CHECK(merged("(_1,_1):(_7,8)") == "_1:_0");
  CHECK(merged("(_2,_3):(_0,_0)") == "_6:_0");
  CHECK(CUTE(coalesce(m, layout("(_2,(_1,_6)):(_1,(_6,_2))"), tuple("(_1,_1)"))) == "(_2,_6):(_1,_2)");
  CHECK(CUTE(coalesce(m, layout("(_4,_8):(_1,_4)"), tuple("(_1,_1,_1)"))) == "refused: rank_mismatch");
  CHECK(CUTE(coalesce(m, layout("_4:_1"), tuple("(_1,_1)"))) == "refused: rank_mismatch");
  CHECK(CUTE(coalesce_shape(m, tuple("(_2,(_3,4),5)"))) == "(_6,20)");
  CHECK(CUTE(filter(m, layout("(_128,(_64,_16)):(_0,(_1,_64))"))) == "_1024:_1");
  CHECK(CUTE(filter(m, layout("(_4,2):(_0,0)"))) == "2:0");  // a dynamic stride 0 may be any stride
  CHECK(CUTE(filter(m, layout("(_4,_8):(_1,_4)"), tuple("(_1,_1,_1)"))) == "refused: rank_mismatch");
  CHECK(CUTE(filter_zeros(m, layout("(_4,(_2,_3)):(_0,(_1,_0))"))) == "(_1,(_2,_1)):(_0,(_1,_0))");
}

TEST_CASE("complement: named cases") {
  const auto rest = [](const char* a, const char* target) { return CUTE(complement(m, layout(a), tuple(target))); };
  CHECK(rest("_4:_1", "_24") == "_6:_4");
  CHECK(rest("_4:_2", "_24") == "(_2,_3):(_1,_8)");
  CHECK(rest("(_4,_6):(_1,_4)", "_24") == "_1:_0");
  CHECK(rest("(_2,_2):(_1,_6)", "_24") == "(_3,_2):(_2,_12)");
  CHECK(rest("(_2,_4):(_1,_6)", "_24") == "_3:_2");
  CHECK(rest("(_2,_2):(_4,_1)", "_24") == "(_2,_3):(_2,_8)");
  CHECK(rest("_2:_1", "(_4,7)") == "(_2,7):(_2,_4)");
  CHECK(rest("_4:_1", "(_4,7)") == "7:_4");
  CHECK(rest("4:1", "(_4,7)") == "(1,7):(_1,4)");
  CHECK(rest("4:1", "28") == "(1,7):(_1,4)");
  CHECK(rest("_4:_0", "(_4,_7)") == "_28:_1");
  CHECK(rest("_4:_1", "_9") == "_3:_4");  // need not divide
  CHECK(CUTE(complement(m, layout("(_2,_2):(_1,_4)"))) == "_2:_2");
  CHECK(rest("(_4,_3):(_2,_7)", "_64") == "refused: not_injective");
  CHECK(rest("(_2,_4):(_1,_1)", "_24") == "refused: not_injective");
  CHECK(rest("(2,4):(1,2)", "24") == "refused: dynamic_stride");
  CHECK(rest("5:0", "(8,4)") == "refused: division_by_zero");
  CHECK(rest("(_4,_4):(_1@0,_1@1)", "_24") == "refused: basis");
}

TEST_CASE("complement: where the bounds that are told of it do not hold") {
  // The stride 3 is not a multiple of the span of the mode before it: the result reaches 11 of 12 elements.
  CHECK(CUTE(complement(m, layout("(_2,_2):(_1,_3)"), tuple("_12"))) == "_2:_6");
  const Layout short_of = layout("_2:_6");
  CHECK(complement_reach(layout("(_2,_2):(_1,_3)"), 12, short_of) != "");
  // cosize(R) <= round_up(size(M), cosize(A)): 9 > round_up(8, 4).
  CHECK(CUTE(complement(m, layout("_2:_3"), tuple("_8"))) == "(_3,_2):(_1,_6)");
  CHECK(Function(layout("(_3,_2):(_1,_6)")).cosize() == 9);
  CHECK(Function(layout("_2:_3")).cosize() == 4);
}

TEST_CASE("inverses: named cases") {
  const auto right = [](const char* a) { return CUTE(right_inverse(m, layout(a))); };
  const auto left = [](const char* a) { return CUTE(left_inverse(m, layout(a))); };
  CHECK(right("(_4,_4,_2):(_1,_8,_4)") == "(_4,_2,_4):(_1,_16,_4)");
  CHECK(right("((_2,_4),(_2,_2)):((_8,_1),(_4,_16))") == "(_8,_2,_2):(_2,_1,_16)");
  CHECK(right("(4,8):(1,4)") == "_1:_0");  // dynamic strides take no part
  CHECK(right("(_4,_8):(_0,_1)") == "_8:_4");
  CHECK(left("(_2,_4,_6):(_4,_1,_8)") == "(_4,_2,_6):(_2,_1,_8)");
  CHECK(left("(_2,_2,_2):(_4,_0,_1)") == "(_4,_2):(_4,_1)");
  CHECK(left("(_4,_2):(_1,_16)") == "(_16,_2):(_1,_4)");
  CHECK(left("(_128,_64):(_131072,_2)") == "(_2,_65536,_128):(_0,_128,_1)");
  CHECK(left("(4,8):(8,1)") == "refused: dynamic_stride");
  CHECK(left("(_32,((_8,_2,_8),_1,_2)):(_33,((_16904,_1352320,_1),_676160,_4224))") == "refused: stride_divisibility");
  CHECK(left("(_4,_4):(_1@0,_1@1)") == "(_4,_4):(_1,_4)");
  CHECK(CUTE(nullspace(m, layout("(_128,(_64,_16)):(_0,(_1,_64))"))) == "_128:_1");
  CHECK(CUTE(nullspace(m, layout("(_4,_2):(_1,_4)"))) == "_1:_0");
  CHECK(CUTE(nullspace(m, layout("(_4,_2,_3):(_0,_1,_0)"))) == "(_4,_3):(_1,_8)");
}

TEST_CASE("left_inverse: a dynamic extent 1 that shares a stride spoils it, as in CuTe") {
  const Layout a = layout("(2,1,_2):(_1,_1,_2)");
  Arith arith;
  const Layout r = left_inverse(arith, a);
  REQUIRE(arith.ok());
  CHECK(left_inverse(a, r) != "");
}

TEST_CASE("common vectors: named cases") {
  const auto common = [](const char* a, const char* b) {
    return CUTE(max_common_layout(m, layout(a), layout(b))) + " " + CUTE(max_common_vector(m, layout(a), layout(b)));
  };
  CHECK(common("(_4,_8):(_1,_4)", "(_4,_8):(_1,_4)") == "_32:_1 _32");
  CHECK(common("(_4,_8):(_1,_4)", "(_4,_8):(_8,_1)") == "_1:_0 _1");
  CHECK(common("(_4,_8):(_8,_1)", "(_4,_8):(_8,_1)") == "(_8,_4):(_4,_1) _32");
  CHECK(common("(4,8):(1,4)", "(4,8):(1,4)") == "_1:_0 _1");
  CHECK(CUTE(max_common_vector(m, layout("((_4,_3),_6):((_18,_6),_1)"), layout("(_8,_9):(_9,_1)"))) ==
        "refused: shape_divisibility");
  CHECK(CUTE(max_alignment(m, layout("(_4,_8):(_8,_1)"))) == "_32");
  CHECK(CUTE(max_alignment(m, layout("(_4,_8):(_12,_1)"))) == "_4");
  // A dynamic stride is taken to be aligned: here it is not, and the two blocks of 2 overlap.
  CHECK(CUTE(max_alignment(m, layout("(_2,_2):(_1,3)"))) == "_2");
  CHECK(max_alignment(layout("(_2,_2):(_1,3)"), 2) != "");
}

TEST_CASE("law: domain_distribute over every shape of up to 3 leaves") {
  Tally tally;
  for (int leaves = 1; leaves <= 3; ++leaves) {
    for_each_vector(leaves, {1, 2, 3, 4, 6}, [&](const Integers& extents) {
      const Layout shape = make(flat_profile(leaves), extents, extents, all_static(leaves));
      for (const std::int64_t n : {1, 2, 3, 4, 6, 8, 12, 24}) {
        Arith arith;
        const Layout r = domain_distribute(arith, shape.shape, static_int(n));
        if (arith.failed()) return tally.refuse();
        tally.add(domain_distribute(shape.shape, n, r), [&] { return cat(to_text(shape.shape), " over ", n); });
      }
    });
  }
  CHECK(tally.refused() == 0);
  CHECK_HELD(tally, 1000);
  CHECK(CUTE(domain_distribute(m, tuple("(_192,(_8,_8))"), static_int(128))) == "(_64,_2):(_1,_192)");
  CHECK(CUTE(domain_distribute(m, tuple("(_15,_14)"), static_int(6))) == "(_3,_2):(_1,_15)");
  CHECK(CUTE(domain_distribute(m, tuple("(3,(6))"), dynamic_int(6))) == "refused: dynamic_value");
}

}  // namespace stridescope::laws
