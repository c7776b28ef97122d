// Named cases of the category of layouts: the examples of the overview, the refusals with their reasons, and the
// language.
#include <string>

#include "core/foreign/evaluate.h"
#include "tests/unit/category.h"
#include "tests/unit/programs.h"

namespace stridescope::category {
namespace {

std::string refused(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  return e.errors.empty() ? "nothing" : english(e.errors[0].message);
}

}  // namespace

TEST_CASE("category: a morphism prints as it is written, in either mode") {
  for (const std::string_view text :
       {"(4,5)--(1,3)-->(4,7,5)", "()--()-->()", "4--(0)-->()", "((5,5),8)--(1,3,2)-->(5,(8,5))", "(_4,5)--(0,1)-->(5)",
        "span(((2,6),3)--(1,0,2)-->(2,3))", "divisibility_morphism((2,3,4), (6,8), (1,1,2))"}) {
    CAPTURE(text);
    CHECK(last(text) == text);
  }
  CHECK(last("(_4,5)--(1,3)-->(4,7,5)", IntegerMode::teaching) == "(4,5)--(1,3)-->(4,7,5)");
  CHECK(last("f = (4,5) --\n (1,3) -->\n (4,7,5)\nf") == "(4,5)--(1,3)-->(4,7,5)");
  CHECK(last("g = 2--(1)-->2; g") == "2--(1)-->2");
}

TEST_CASE("category: what is not a morphism is refused with the condition that fails") {
  CHECK(refused("(4,5)--(1,1)-->(4,5)").find("condition 2") != std::string::npos);
  CHECK(refused("(4,4)--(1,1)-->(4,5)") ==
        "condition 2 of a morphism fails: entries 1 and 2 of the domain both map to entry 1 of the codomain");
  CHECK(refused("(4,5)--(1,2)-->(4,7)") ==
        "condition 3 of a morphism fails: entry 2 of the domain is 5, but entry 2 of the codomain, its image, "
        "is 7");
  CHECK(refused("(4,5)--(1,4)-->(4,7,5)") == "entry 2 of the map is 4, but the codomain has 3 entries");
  CHECK(refused("(4,5)--(1,-1)-->(4,7,5)") == "entry 2 of the map is -1, but the codomain has 3 entries");
  CHECK(refused("(4,5)--(1)-->(4,7,5)") == "the map has 1 entry, but the domain (4,5) has 2");
  CHECK(refused("(4,0)--(1,0)-->(4)") == "entry 2 of the domain (4,0) is 0; expected a positive integer");
  CHECK(refused("(4,_)--(1,0)-->(4)").find("positive integers") != std::string::npos);
  CHECK(refused("(4)--(1)->(4)").find("'-->'") != std::string::npos);
  CHECK(refused("(4)--(1,)--(4)").find("'-->'") != std::string::npos);
  CHECK(refused("(4)--(9223372036854775807)-->(4)").find("positions in the codomain") != std::string::npos);
}

TEST_CASE("category: the examples of the overview") {
  CHECK(last("morphism((4,5):(1,64))") == "(4,5)--(1,3)-->(4,16,5)");
  for (const std::string_view f :
       {"(4,5)--(1,3)-->(4,16,5)", "(4,5)--(1,3)-->(4,16,5,7)", "(4,5)--(1,4)-->(4,2,8,5)"}) {
    CAPTURE(f);
    CHECK(last(cat("layout(", f, ")")) == "(4,5):(1,64)");
    CHECK(last(cat("standard_form(", f, ")")) == "(4,5)--(1,3)-->(4,16,5)");
  }
  CHECK(last("is_standard_form((4,5)--(1,3)-->(4,16,5,7))") == "false");
  CHECK(last("is_standard_form((4,5)--(1,4)-->(4,2,8,5))") == "false");
  CHECK(last("compose_layouts((2,2):(5,50), (5,2,5,2):(1,25,5,50))") == "(2,2):(25,50)");
  CHECK(last("compose_layouts((6,6):(6,1), (12,3,6):(1,72,12))") == "((2,3),6):((6,72),1)");
  CHECK(last("mutual_refinement((6,6), (12,3,6))") == "((6,(2,3)),((6,2),3,6))");
  CHECK(last("(2,2,5,5)_((*,*),(*,*))") == "((2,2),(5,5))");
  CHECK(last("P = (*,(*,*)); S = (2,(3,4),5)_P") == "(2,((3,4),5))");
  CHECK(last("profile((2,(3,4)))") == "(_,(_,_))");
}

TEST_CASE("category: tractable layouts, and the pair that breaks it") {
  CHECK(last("tractability((2,2,2):(1,7,4))") ==
        "not tractable: mode 3, 2:4, comes before mode 2, 2:7, but 2 * 4 = 8 does not divide 7\n");
  CHECK(last("tractability((4,5):(1,64))") == "tractable\n");
  CHECK(last("is_tractable((4,2):(1,-4))") == "false");
  CHECK(last("is_tractable((4,4):(1@0,1@1))") == "false");
  CHECK(refused("morphism((2,2,2):(1,7,4))").find("does not divide 7") != std::string::npos);
  CHECK(refused("morphism((4,2):(1,-4))").find("a stride of 0 or more") != std::string::npos);
  CHECK(last("precedes(4:2, 3:8)") == "true");
  CHECK(last("precedes(4:2, 3:2)") == "false");
  CHECK(last("complement_size((2,2):(1,10))") == "20");
  CHECK(refused("complement_size((2,2):(1,0))").find("mode 2 is 2:0") != std::string::npos);
  CHECK(last("tract.layout(tract.morphism((_4,_5):(_1,_64)))") == "(_4,_5):(_1,_64)");
}

TEST_CASE("category: names with and without the prefix, and operators") {
  CHECK(last("tract.compose((4)--(1)-->(4), (4)--(1)-->(4))") == last("compose((4)--(1)-->(4), (4)--(1)-->(4))"));
  CHECK(last("coalesce((4,5)--(1,2)-->(4,5))") == "20--(1)-->(20)");
  CHECK(last("size((4,5)--(1,3)-->(4,7,5))") == "20");
  CHECK(last("f = (4,5)--(1,3)-->(4,7,5); f(6)") == "30");
  CHECK(last("(5,2,5,2)--(1,3,2,4)-->(5,5,2,2) o (2,2)--(2,4)-->(5,2,5,2)") == "(2,2)--(3,4)-->(5,5,2,2)");
  CHECK(last("(4,8,4,8)--(1,2,3,4)-->(4,8,4,8) ⊘ (4,4)--(1,3)-->(4,8,4,8)") == "((4,4),(8,8))--(1,3,2,4)-->(4,8,4,8)");
  CHECK(last("(2,2)--(1,2)-->(2,2,5,5) ⊗ (5,5)--(2,1)-->(5,5)") == "((2,2),(5,5))--(1,2,4,3)-->(2,2,5,5)");
  // A user's name takes precedence over a function with a longer name.
  CHECK(last("sort = (4,8):(1,4); sort(5)") == "5");
  CHECK(last("sort((4,5)--(2,1)-->(5,4))") == "(5,4)--(1,2)-->(5,4)");
  CHECK(refused("coalesce = 4").find("is a function") != std::string::npos);
  CHECK(refused("tract.nothing(4)").find("unknown name") != std::string::npos);
  CHECK(refused("compose((4,5)--(1,3)-->(4,7,5), (4,7)--(1,2)-->(4,7))").find("not composable") != std::string::npos);
  CHECK(refused("compose(4:1, 4:1)").find("must be a morphism") != std::string::npos);
  CHECK(refused("logical_divide((4,5)--(1,3)-->(4,7,5), (4)--(0)-->(4,5))").find("not complementable") !=
        std::string::npos);
  CHECK(refused("concat((4)--(1)-->(4,5), (4)--(1)-->(4,5))").find("both hit entry 1") != std::string::npos);
  CHECK(refused("pullback((6)--(1)-->(6), (2,2))").find("does not refine") != std::string::npos);
  CHECK(refused("substitute((_,_), (1,2,3))").find("has 2 entries, but 3 are given") != std::string::npos);
}

TEST_CASE("category: what a program may ask for is bounded") {
  std::string wide = "(";
  std::string map = "(";
  for (int i = 0; i < 3000; ++i) {
    wide += i > 0 ? ",2" : "2";
    map += i > 0 ? ",0" : "0";
  }
  wide += ')';
  map += ')';
  const std::string f = cat(wide, "--", map, "-->()");
  CHECK(refused(cat("f = ", f, "; size(f)")).find("64-bit") != std::string::npos);
  std::string program = cat("f = ", f, '\n');
  for (int i = 0; i < 40; ++i) program += "flatten(f)\n";
  CHECK(refused(program).find("work") != std::string::npos);
  CHECK(refused("realize((4096,4096)--(0,0)-->())").find("the limit is") != std::string::npos);
  // Nesting: refines descends on both sides.
  std::string deep = "4";
  for (int i = 0; i < 60; ++i) deep = cat('(', deep, ')');
  CHECK(last(cat("refines(", deep, ", 4)")) == "true");
  CHECK(last(cat("refines(4, ", deep, ")")) == "true");
  CHECK(last("refines(3, (4))") == "false");
  CHECK(last("refines((), ())") == "true");
  CHECK(last("refines((), 1)") == "true");
  CHECK(last("mutual_refinement((), (2,3))") == "((),(2,3))");
  // Sizes beyond 64 bits are equal to nothing.
  CHECK(last("refines((4294967296,4294967296), 4)") == "false");
}

// If the sweeps are omitted (sanitizers), this still runs all of the code.
TEST_CASE("category: every operation on random morphisms keeps the realization that it should") {
  laws::Tally tally;
  laws::Random random(11);
  for (int i = 0; i < (laws::complete ? 1500 : 300); ++i) {
    const Morphism f = random_morphism(random, 1 + static_cast<int>(random.below(5)), 4);
    const Morphism g = random_morphism(random, 1 + static_cast<int>(random.below(5)), 4);
    const Integers values = realization(f);
    const auto describe = [&] { return to_text(f); };
    Arith m;
    for (const Morphism& same : {coalesce(m, f), coalesce_flat(m, f, true), squeeze(m, f), standard_form(m, f),
                                 flatten(m, f), make_nondegenerate(f), compose(m, f, identity_morphism(f.codomain))})
      tally.add(m.ok() ? difference(realization(same), values) : "is refused", describe);
    tally.add(is_sorted(sort(m, f)) ? "" : "is not sorted", describe);
    tally.add(is_coalesced(coalesce_flat(m, f, true)) ? "" : "is not coalesced", describe);
    const Morphism both = sum(m, f, g, i % 2 == 0);
    tally.add(size(m, both).value == size(m, f).value * size(m, g).value ? "" : "a sum of another size", describe);
    if (is_complementable(f)) {
      const Morphism rest = complement(m, f);
      tally.add(is_complementary_to(m, f, rest) ? "" : "is not complementary", describe);
      tally.add(is_isomorphism(concat(m, f, rest, true)) ? "" : "is no isomorphism", describe);
      tally.add(same_morphism(logical_product(m, f, identity_morphism(rest.domain), false), concat(m, f, rest, false))
                    ? ""
                    : "times the identity is another",
                describe);
    }
    Arith w;
    const Morphism weak = weak_composite(w, f, g);
    if (w.ok()) tally.add(difference(realization(weak), after(values, realization(g))), describe);
    tally.add(m.ok() ? "" : "is refused", describe);
  }
  CHECK_HELD(tally, 15000);
}

TEST_CASE("category: tikz has a node for each entry and an arrow for each that goes somewhere") {
  const std::string out = last("tikz(((2,2),5)--(1,0,3)-->(2,7,5))");
  CHECK(out.find("\\node[entry] (s3) at (2.200, 1.600) {5};") != std::string::npos);
  CHECK(out.find("\\node[entry] (m1) at (0.000, 0.000) {4};") != std::string::npos);
  CHECK(out.find("\\draw[maps to] (s3.east) -- (t3.west);") != std::string::npos);
  CHECK(out.find("(s2.east)") == std::string::npos);
}

}  // namespace stridescope::category
