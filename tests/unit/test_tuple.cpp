// Operations on int tuples: nesting, folding, division, and the orders.
#include <set>

#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// Every nesting of up to 3 leaves of {1,2,4}, and the rank-1 forms of the smallest.
std::vector<IntTuple> small_shapes() {
  std::vector<IntTuple> out;
  Arith m;
  for (int leaves = 1; leaves <= 3; ++leaves) {
    for (const IntTuple& profile : nestings(leaves)) {
      for_each_vector(leaves, {1, 2, 4}, [&](const Integers& extents) {
        out.push_back(make(profile, extents, extents, all_static(leaves)).shape);
        if (leaves < 3) out.push_back(make_tuple(m, {out.back()}));
      });
    }
  }
  return out;
}

}  // namespace

TEST_CASE("tuples: nesting") {
  CHECK(CUTE(flatten(m, tuple("((_2,3),(5,(7)))"))) == "(_2,3,5,7)");
  CHECK(CUTE(flatten(m, tuple("4"))) == "4");
  CHECK(CUTE(flatten_to_tuple(m, tuple("4"))) == "(4)");
  CHECK(CUTE(unflatten(m, tuple("(1,2,3)"), tuple("((0,0),0)"))) == "((1,2),3)");
  CHECK(CUTE(unflatten(m, tuple("(1,2,3)"), tuple("(0,0)"))) == "refused: rank_mismatch");
  CHECK(CUTE(unflatten(m, tuple("(1,(2,3))"), tuple("(0,0,0)"))) == "refused: profile_mismatch");
  CHECK(CUTE(wrap(m, tuple("4"))) == "(4)");
  CHECK(CUTE(wrap(m, tuple("(4)"))) == "(4)");
  CHECK(CUTE(unwrap(tuple("((4))"))) == "4");
  CHECK(CUTE(unwrap(tuple("((4,5))"))) == "(4,5)");
  CHECK(CUTE(repeat(m, tuple("(1,2)"), 2)) == "((1,2),(1,2))");
  CHECK(CUTE(repeat(m, tuple("_"), 1)) == "_");
  CHECK(CUTE(repeat(m, tuple("1"), 0)) == "()");
  CHECK(CUTE(repeat(m, tuple("1"), -1)) == "refused: index_range");
  CHECK(CUTE(repeat(m, tuple("1"), std::int64_t{1} << 40)) == "refused: too_large");
  CHECK(CUTE(repeat_like(m, tuple("(1,(2,3))"), static_int(0))) == "(_0,(_0,_0))");
  CHECK(CUTE(append(m, tuple("(3,4)"), tuple("(5)"))) == "(3,4,(5))");
  CHECK(CUTE(append(m, tuple("3"), tuple("_1"), 3)) == "(3,_1,_1)");
  CHECK(CUTE(append(m, tuple("(3,4)"), tuple("_1"), 2)) == "(3,4)");
  CHECK(CUTE(append(m, tuple("(3,4)"), tuple("_1"), 1)) == "refused: index_range");
  CHECK(CUTE(prepend(m, tuple("(3,4)"), tuple("_1"), 4)) == "(_1,_1,3,4)");
  CHECK(CUTE(prepend(m, tuple("3"), tuple("4"))) == "(4,3)");
  CHECK(CUTE(insert(m, tuple("(1,2)"), tuple("9"), 1)) == "(1,9,2)");
  CHECK(CUTE(insert(m, tuple("(1,2)"), tuple("9"), 2)) == "(1,2,9)");
  CHECK(CUTE(insert(m, tuple("(1,2)"), tuple("9"), 3)) == "refused: index_range");
  CHECK(CUTE(remove(m, tuple("(1,2,3)"), 1)) == "(1,3)");
  CHECK(CUTE(remove(m, tuple("(1,2,3)"), 3)) == "refused: index_range");
  CHECK(CUTE(replace(m, tuple("(1,2,3)"), tuple("(8,9)"), 1)) == "(1,(8,9),3)");
  CHECK(CUTE(replace(m, tuple("1"), tuple("8"), 0)) == "8");
  CHECK(CUTE(group(m, tuple("(2,3,5,7)"), 0, 2)) == "((2,3),5,7)");
  CHECK(CUTE(group(m, tuple("(2,3,5,7)"), 1, -1)) == "(2,(3,5,7))");
  CHECK(CUTE(group(m, tuple("(2,3)"), 0, 3)) == "refused: index_range");
  CHECK(CUTE(reverse(m, tuple("(1,(2,3),4)"))) == "(4,(2,3),1)");
  CHECK(CUTE(zip(m, tuple("((1,2),(3,4))"))) == "((1,3),(2,4))");
  CHECK(CUTE(zip(m, tuple("((1,2),(3,4,5))"))) == "refused: rank_mismatch");
  const IntTuple t = tuple("((1,2),3)");
  CHECK(to_text(front(t)) == "1");
  CHECK(to_text(back(t)) == "3");
  const std::int64_t path[] = {0, 1, 0};
  CHECK(CUTE(get(m, t, path, 2)) == "2");
  CHECK(CUTE(get(m, t, path, 3)) == "2");
  const std::int64_t beyond[] = {0, 2};
  CHECK(CUTE(get(m, t, beyond, 2)) == "refused: index_range");
}

TEST_CASE("tuples: folds and products") {
  CHECK(CUTE(product(m, tuple("(_2,(_3,_4))"))) == "_24");
  CHECK(CUTE(product(m, tuple("(_2,(3,_4))"))) == "24");
  CHECK(CUTE(product(m, tuple("()"))) == "_1");
  CHECK(CUTE(product(m, tuple("(2,_)"))) == "refused: arguments");
  CHECK(CUTE(sum_leaves(m, tuple("(_2,(_3,_4))"))) == "_9");
  CHECK(CUTE(product_each(m, tuple("(_2,(3,_4))"))) == "(_2,12)");
  CHECK(CUTE(product_like(m, tuple("((_2,_3),(_4,_5))"), tuple("(0,(0,0))"))) == "(_6,(_4,_5))");
  CHECK(CUTE(product_like(m, tuple("(_2,_3)"), tuple("(_1,_1,_1)"))) == "refused: rank_mismatch");
  CHECK(CUTE(inner_product(m, tuple("(1,(2,3))"), tuple("(4,(5,6))"))) == "32");
  CHECK(CUTE(inner_product(m, tuple("(3,4)"), tuple("(_1@0,_1@1)"))) == "(3,4)");
  CHECK(CUTE(inner_product(m, tuple("(_1,_2)"), tuple("(_1,_2,_3)"))) == "refused: rank_mismatch");
  CHECK(CUTE(add(m, tuple("_3@0"), tuple("_4@1"))) == "(_3,_4)");
  CHECK(CUTE(add(m, tuple("(1,2)"), tuple("(_0,_0,5)"))) == "(1,2,5)");
  CHECK(CUTE(add(m, tuple("_1@0"), tuple("_1"))) == "refused: basis");
  CHECK(CUTE(add(m, tuple("_0"), tuple("_1@0"))) == "_1@0");
  CHECK(CUTE(as_arithmetic_tuple(m, tuple("_7@1@0"))) == "((_0,_7))");
  CHECK(CUTE(elem_scale(m, tuple("(2,3)"), tuple("((4,5),6)"))) == "(40,18)");
  CHECK(CUTE(fold_leaves(m, Fold::min, tuple("(_3,(_2,_4))"))) == "_2");
  CHECK(CUTE(fold_leaves(m, Fold::max, tuple("(3,(_2,_4))"))) == "4");
  CHECK(CUTE(fold_leaves(m, Fold::gcd, tuple("(_12,(_8,_20))"))) == "_4");
  CHECK(CUTE(fold_leaves(m, Fold::min, tuple("()"))) == "refused: arguments");
}

TEST_CASE("tuples: division") {
  const auto divided = [](const char* a, const char* b) { return CUTE(shape_div(m, tuple(a), tuple(b))); };
  CHECK(divided("(_3,_6,_2,_8)", "_3") == "(_1,_6,_2,_8)");
  CHECK(divided("(_3,_6,_2,_8)", "_9") == "(_1,_2,_2,_8)");
  CHECK(divided("(_3,_6,_2,_8)", "_72") == "(_1,_1,_1,_4)");
  CHECK(divided("(_6,_2)", "_12") == "(_1,_1)");
  CHECK(divided("(6,2)", "6") == "(1,2)");
  CHECK(divided("_43", "_2") == "refused: divisibility");
  CHECK(divided("(_6,_4)", "(_4,_4)") == "refused: divisibility");
  CHECK(divided("_37", "(_4,_2)") == "refused: divisibility");
  CHECK(divided("(6,4)", "(4,4)") == "(2,1)");  // dynamic integers are not checked, and round up
  CHECK(divided("(6,4)", "0") == "refused: division_by_zero");
  CHECK(CUTE(shape_mod(m, tuple("(_3,_6,_2,_8)"), static_int(9))) == "(_3,_3,_1,_1)");
  CHECK(CUTE(shape_mod(m, tuple("(_6,_2)"), static_int(2))) == "(_2,_1)");
  CHECK(CUTE(ceil_div(m, tuple("(_7,9)"), tuple("(_2,_4)"))) == "(_4,3)");
  CHECK(CUTE(ceil_div(m, tuple("(_7,9)"), tuple("(_2)"))) == "(_4,9)");
  CHECK(CUTE(ceil_div(m, tuple("(_6,_4)"), tuple("(_3,_2,_1)"))) == "refused: rank_mismatch");
  CHECK(CUTE(round_up(m, tuple("(_7,9)"), tuple("(_2,_4)"))) == "(_8,12)");
  CHECK(CUTE(round_up(m, tuple("7"), tuple("0"))) == "refused: division_by_zero");
}

TEST_CASE("law: a shape divided by n has size/n elements, and n are left by the remainder") {
  Tally tally;
  for (int leaves = 1; leaves <= 3; ++leaves) {
    for_each_vector(leaves, {1, 2, 3, 4, 6}, [&](const Integers& extents) {
      const IntTuple shape = make(flat_profile(leaves), extents, extents, all_static(leaves)).shape;
      for (const std::int64_t n : {1, 2, 3, 4, 6, 8, 12}) {
        Arith m;
        const IntTuple by = static_int(n);
        const IntTuple quotient = shape_div(m, shape, by);
        const IntTuple rest = shape_mod(m, shape, static_int(n));
        if (m.failed() || size_of(shape.ref()) % n != 0) {
          tally.refuse();
          continue;
        }
        const bool right = size_of(quotient.ref()) * n == size_of(shape.ref()) && size_of(rest.ref()) == n;
        tally.add(right ? "" : cat(to_text(quotient), " and ", to_text(rest)),
                  [&] { return cat(to_text(shape), " by ", n); });
      }
    });
  }
  CHECK_HELD(tally, 300);
}

TEST_CASE("law: congruent is an equivalence, weakly_congruent a preorder, compatible a partial order") {
  const std::vector<IntTuple> shapes = small_shapes();
  const std::size_t n = shapes.size();
  REQUIRE(n > 80);
  std::vector<char> congruence(n * n);
  std::vector<char> weak(n * n);
  std::vector<char> finer(n * n);
  Arith m;
  Tally tally;
  const auto holds = [&](bool law, const char* what, std::size_t i, std::size_t j) {
    tally.add(law ? "" : what, [&] { return cat(to_text(shapes[i]), " and ", to_text(shapes[j])); });
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      congruence[i * n + j] = congruent(shapes[i], shapes[j]).value ? 1 : 0;
      weak[i * n + j] = weakly_congruent(shapes[i], shapes[j]).value ? 1 : 0;
      finer[i * n + j] = compatible(m, shapes[i], shapes[j]).value ? 1 : 0;
      holds(finer[i * n + j] == static_cast<char>(refines(shapes[i], shapes[j])), "compatible", i, j);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    holds(congruence[i * n + i] && weak[i * n + i] && finer[i * n + i], "reflexive", i, i);
    for (std::size_t j = 0; j < n; ++j) {
      const bool same = shapes[i] == shapes[j];
      holds(congruence[i * n + j] == congruence[j * n + i], "symmetric", i, j);
      holds(congruence[i * n + j] == (weak[i * n + j] && weak[j * n + i]), "congruent is weakly so both ways", i, j);
      holds(!finer[i * n + j] || weak[i * n + j], "compatible shapes are weakly congruent", i, j);
      holds(!(finer[i * n + j] && finer[j * n + i]) || same, "antisymmetric", i, j);
      for (std::size_t k = 0; k < n; ++k) {
        if (!finer[i * n + j] && !weak[i * n + j]) break;
        if (finer[i * n + j] && finer[j * n + k]) holds(finer[i * n + k], "compatible is transitive", i, k);
        if (weak[i * n + j] && weak[j * n + k]) holds(weak[i * n + k], "weakly_congruent is transitive", i, k);
      }
    }
  }
  CHECK(m.ok());
  CHECK_HELD(tally, 50000);
}

TEST_CASE(
    "law: colex_less is the order of the 1-D coordinates, lex_less that of their mirror, elem_less a partial order") {
  const IntTuple shape = tuple("(_3,(_2,_4))");
  std::vector<IntTuple> coords;
  Arith arith;
  for (std::int64_t i = 0; i < 24; ++i) coords.push_back(idx2crd(arith, IntTuple(static_int(i)), shape));
  const auto mirrored = [](const IntTuple& c) {
    return (c[0].integer().value * 2 + c[1][0].integer().value) * 4 + c[1][1].integer().value;
  };
  for (std::size_t i = 0; i < coords.size(); ++i) {
    for (std::size_t j = 0; j < coords.size(); ++j) {
      const Bool colex = colex_less(arith, coords[i], coords[j]);
      CHECK(colex == Bool{i < j, true});
      CHECK(lex_less(arith, coords[i], coords[j]).value == (mirrored(coords[i]) < mirrored(coords[j])));
      bool all = true;
      for (int k = 0; k < 3; ++k) {
        const IntTuple x = flatten(arith, coords[i]);
        const IntTuple y = flatten(arith, coords[j]);
        all &= x[k].integer().value < y[k].integer().value;
      }
      CHECK(elem_less(arith, coords[i], coords[j]).value == all);
    }
  }
  CHECK(arith.ok());
  CHECK(CUTE(elem_less(m, tuple("(1,2)"), tuple("(2,3,4)"))) == "true");
  CHECK(CUTE(elem_less(m, tuple("(_1,_2)"), tuple("(_2,_2)"))) == "C<false>");
  CHECK(CUTE(lex_less(m, tuple("(_1,5)"), tuple("(_2,3)"))) == "C<true>");
  CHECK(CUTE(lex_less(m, tuple("1"), tuple("(2,3)"))) == "refused: profile_mismatch");
  CHECK(CUTE(equal(m, tuple("(1,_2)"), tuple("(1,_2)"))) == "true");
  CHECK(CUTE(equal(m, tuple("(1,_2)"), tuple("(1,_3)"))) == "C<false>");
  CHECK(CUTE(equal(m, tuple("(1,2)"), tuple("(1,(2))"))) == "C<false>");
  CHECK(CUTE(compatible(m, tuple("(24)"), tuple("24"))) == "C<false>");
  CHECK(CUTE(compatible(m, tuple("24"), tuple("(4,_6)"))) == "true");
}

}  // namespace stridescope::laws
