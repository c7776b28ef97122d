// The order of compatibility against its definition: every pair of small shapes, and covers by brute force.
#include <set>

#include "core/algebra/algebra.h"
#include "core/facts/compatibility.h"
#include "tests/unit/families.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

std::vector<IntTuple> shapes_of(std::initializer_list<const char*> texts) {
  std::vector<IntTuple> out;
  for (const char* text : texts) out.push_back(tuple(text));
  return out;
}

std::string diagram(std::initializer_list<const char*> texts) {
  Arith arith;
  const auto order = compatibility_order(arith, shapes_of(texts));
  return arith.failed() ? std::string(code_name(arith.error().value().code)) : to_text(order, IntegerMode::teaching);
}

}  // namespace

TEST_CASE("the Hasse diagram of the tutorial's shapes") {
  CHECK(diagram({"24", "(4,6)", "((2,2),6)", "((2,2),(3,2))", "((2,3),4)", "(24)", "32"}) ==
        "24 <= (4,6)\n24 <= ((2,3),4)\n24 <= (24)\n(4,6) <= ((2,2),6)\n((2,2),6) <= ((2,2),(3,2))\n32");
  CHECK(diagram({"((2,2),6)", "24"}) == "24 <= ((2,2),6)");  // the line skips shapes that are not given
  CHECK(diagram({"24", "_24", "(_4,6)", "(4,_6)"}) == "24 <= (4,6)");
  CHECK(diagram({"8"}) == "8");
  CHECK(diagram({"(4294967296,4294967296)", "8"}) == "overflow");
  Arith arith;
  CHECK(compatibility_order(arith, {}).elements.empty());
  CHECK(arith.ok());
  compatibility_order(arith, std::vector<IntTuple>(max_order_shapes + 1));
  REQUIRE(arith.failed());
  CHECK(arith.error().value().code == ErrorCode::too_large);
}

TEST_CASE("coarsenings") {
  const auto listed = [](const char* shape) {
    Arith arith;
    std::string out;
    for (const IntTuple& c : coarsenings(arith, tuple(shape))) append_all(out, to_text(c), ' ');
    return arith.failed() ? std::string(code_name(arith.error().value().code)) : out;
  };
  CHECK(listed("(3,(2,3))") == "18 (3,6) (3,(2,3)) ");
  CHECK(listed("24") == "24 ");
  CHECK(listed("(24)") == "24 (24) ");
  CHECK(listed("((2,2),(3,2))") == "24 (4,6) ((2,2),6) (4,(3,2)) ((2,2),(3,2)) ");
  CHECK(listed("((1,1),(1,1),(1,1),(1,1),(1,1),(1,1),(1,1),(1,1))") == "too_large");
  CHECK(listed("(4294967296,4294967296)") == "overflow");
}

TEST_CASE("law: covers are the pairs with nothing between, levels the longest chains") {
  // All shapes of size 12 or less with up to 4 leaves of extents 1..3 in every nesting, in pseudorandom groups.
  std::vector<IntTuple> all;
  for (int leaves = 1; leaves <= 4; ++leaves) {
    for (const IntTuple& profile : nestings(leaves)) {
      for_each_vector(leaves, {1, 2, 3}, [&](const Integers& extents) {
        all.push_back(make(profile, extents, Integers(extents.size(), 0), all_static(leaves)).shape);
      });
    }
  }
  Random random(7);
  Tally tally;
  for (int round = 0; round < 400; ++round) {
    // A shape, its coarsenings, and unrelated shapes: enough chains to have shapes in between.
    Arith arith;
    std::vector<IntTuple> shapes =
        coarsenings(arith, all[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(all.size())))]);
    for (int i = 0; i < 6; ++i)
      shapes.push_back(all[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(all.size())))]);
    for (std::size_t i = shapes.size(); i-- > 1;)
      std::swap(shapes[i], shapes[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i) + 1))]);
    const CompatibilityOrder order = compatibility_order(arith, shapes);
    const int n = static_cast<int>(order.elements.size());
    const auto shape = [&](int i) -> const IntTuple& { return order.elements[static_cast<std::size_t>(i)].shape; };
    const auto less = [&](int a, int b) { return a != b && refines(shape(a), shape(b)); };
    std::string fault;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!(shape(order.element_of[i]) == shapes[i])) fault = "element_of";
    }
    std::vector<CompatibilityOrder::Cover> covers;
    for (int a = 0; a < n; ++a) {
      int level = 0;
      for (int b = 0; b < n; ++b) {
        if (a != b && shape(a) == shape(b)) fault = "a shape twice";
        if (less(b, a)) level = std::max(level, order.elements[static_cast<std::size_t>(b)].level + 1);
        bool between = false;
        for (int c = 0; c < n; ++c) between = between || (less(a, c) && less(c, b));
        if (less(a, b) && !between) covers.push_back({a, b});
      }
      if (level != order.elements[static_cast<std::size_t>(a)].level) fault = "level";
    }
    if (!(covers == order.covers)) fault = "covers";
    tally.add(fault, [&] { return to_text(order, IntegerMode::cute); });
  }
  CHECK_HELD(tally, 400);
}

TEST_CASE("law: coarsenings are all shapes compatible with a shape, each once") {
  Tally tally;
  for (int leaves = 1; leaves <= 4; ++leaves) {
    for (const IntTuple& profile : nestings(leaves)) {
      Arith arith;
      const Integers extents = {2, 3, 5, 7};
      const IntTuple fine = make(profile, Integers(extents.begin(), extents.begin() + leaves),
                                 Integers(static_cast<std::size_t>(leaves), 0), all_static(leaves))
                                .shape;
      const auto found = coarsenings(arith, fine);
      std::set<std::string> distinct;
      bool right = arith.ok() && found.back() == fine;
      for (std::size_t i = 0; i < found.size(); ++i) {
        distinct.insert(to_text(found[i]));
        right = right && refines(found[i], fine);
        for (std::size_t j = 0; j < i; ++j) right = right && !refines(found[i], found[j]);  // coarser before finer
      }
      // Each bracket is kept, with all around it, or replaced by its size: as many as choices.
      const auto count = [](const auto& self, TupleRef t) -> std::size_t {
        if (!t.is_tuple()) return 1;
        std::size_t product = 1;
        for (const TupleRef mode : t) product *= self(self, mode);
        return product + 1;
      };
      right = right && distinct.size() == found.size() && found.size() == count(count, fine);
      tally.add(right ? "" : "wrong", [&] { return to_text(fine); });
    }
  }
  CHECK_HELD(tally, 15);
}

TEST_CASE("weakly compatible") {
  Arith arith;
  CHECK(weakly_compatible(arith, tuple("(4,2)"), tuple("(8,(2,3))")).value);
  CHECK(weakly_compatible(arith, tuple("6"), tuple("(4,3)")).value);
  CHECK_FALSE(weakly_compatible(arith, tuple("5"), tuple("(4,3)")).value);
  CHECK_FALSE(weakly_compatible(arith, tuple("(4,2)"), tuple("8")).value);
  CHECK_FALSE(weakly_compatible(arith, tuple("((2,2),3)"), tuple("(4,3)")).value);
  CHECK(arith.ok());
  CHECK(CUTE(weakly_compatible(m, tuple("0"), tuple("4"))) == "refused: division_by_zero");
}

}  // namespace stridescope::laws
