// The laws over random layouts: up to 8 leaves, nesting up to 4 deep, extents up to 6, any mask. Fixed seeds.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

const RandomLayouts deep_static = {8, 4, 6, 512, 0};
const RandomLayouts deep_mixed = {8, 4, 6, 512, 30};
const RandomLayouts small_static = {3, 2, 4, 64, 0};
constexpr int rounds = complete ? 10000 : 250;

}  // namespace

TEST_CASE("random: laws of one layout") {
  Tally tally;
  Random random(20240601);
  for (int i = 0; i < rounds; ++i) {
    const Layout a = random_layout(random, i % 2 == 0 ? deep_static : deep_mixed);
    const ModeFacts facts = mode_facts(a);
    const auto describe = [&] { return to_text(a); };
    Arith m;
    tally.add(coalesce(a, coalesce(m, a)), describe);
    tally.add(filter(a, filter(m, a)), describe);
    tally.add(right_inverse(a, right_inverse(m, a)), describe);
    tally.add(nullspace(a, nullspace(m, a)), describe);
    tally.add(cosize(a), describe);
    REQUIRE(m.ok());
    if (i % 20 == 0) tally.add(evaluation(a), describe);
    if (i % 20 == 0) tally.add(coordinates(a.shape), describe);
    if (facts.negative || facts.overlap) continue;
    Arith c;
    const Layout rest = complement(c, a, IntTuple(static_int(777)));
    if (c.ok()) tally.add(complement(a, rest), describe);
    if (c.ok() && facts.divides) tally.add(complement_reach(a, 777, rest), describe);
    Arith l;
    const Layout left = left_inverse(l, a);
    if (l.ok() && !facts.repeats) tally.add(left_inverse(a, left), describe);
  }
  CHECK_HELD(tally, 50000);
}

TEST_CASE("random: composition, division and product") {
  Tally divided;
  Tally multiplied;
  Tally nested;
  Random random(77);
  for (int i = 0; i < 3 * rounds; ++i) {
    const Layout a = random_layout(random, deep_static);
    const Layout b = random_layout(random, small_static);
    const auto describe = [&] { return cat(to_text(a), " and ", to_text(b)); };
    Arith m;
    const Layout tile = composition(m, LayoutRef(a), LayoutRef(b));
    const Layout zipped = zipped_divide(m, a, b);
    if (m.failed()) {
      divided.refuse();
    } else {
      divided.add(zipped_divide(tile, zipped), describe);
      // The nesting of the operands changes only the nesting of the result.
      const Layout flat = composition(m, LayoutRef(flatten(m, a)), LayoutRef(flatten(m, b)));
      nested.add(flatten_to_tuple(m, flat.stride) == flatten_to_tuple(m, tile.stride) ? "" : to_text(flat), describe);
    }
    if (mode_facts(b).negative || mode_facts(a).negative) continue;
    Arith p;
    const Layout r = logical_product(p, b, a);
    if (p.failed()) continue;
    const Layout rest = complement(p, b, IntTuple(static_int(size_of(b.shape.ref()) * Function(a).cosize())));
    if (composition(rest, a, LayoutRef(r)[1]).empty()) multiplied.add(logical_product(b, a, r), describe);
  }
  CHECK_HELD(divided, 3000);
  CHECK_HELD(nested, 3000);
  CHECK_HELD(multiplied, 1000);
}

TEST_CASE("random: a composition that is associative where all its parts are defined") {
  Tally tally;
  Random random(5);
  for (int i = 0; i < 3 * rounds; ++i) {
    const Layout a = random_layout(random, deep_static);
    const Layout b = random_layout(random, small_static);
    const Layout c = random_layout(random, small_static);
    Arith m;
    const Layout ab = composition(m, LayoutRef(a), LayoutRef(b));
    const Layout bc = composition(m, LayoutRef(b), LayoutRef(c));
    const Layout left = composition(m, LayoutRef(ab), LayoutRef(c));
    const Layout right = composition(m, LayoutRef(a), LayoutRef(bc));
    if (m.failed()) {
      tally.refuse();
      continue;
    }
    // True if each step satisfies its own law; beyond the size of B, (A o B)(i) and A(B(i)) continue differently.
    if (Function(c).cosize() > Function(b).size() || !composition(a, b, ab).empty() || !composition(b, c, bc).empty() ||
        !composition(ab, c, left).empty() || !composition(a, bc, right).empty()) {
      tally.except();
      continue;
    }
    Offsets x = Function(left).image();
    tally.add(x == Function(right).image() ? "" : cat(to_text(left), " and ", to_text(right)),
              [&] { return cat(to_text(a), " o ", to_text(b), " o ", to_text(c)); });
  }
  CHECK_HELD(tally, 500);
}

}  // namespace stridescope::laws
