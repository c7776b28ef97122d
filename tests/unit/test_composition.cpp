// Composition: the cases where its law holds, where CuTe refuses, and the two ways in which CuTe is wrong.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// CuTe's two conditions for one mode extent:stride of B, checked if all integers are static. For each mode but the last
// of the coalesced A: the stride is a multiple of its extent or smaller, and the number of coordinates that the mode
// takes divides the extent.
bool admissible(const Function& lhs, std::int64_t extent, std::int64_t stride) {
  if (stride == 0) return true;
  for (int i = 0; i + 1 < lhs.leaves(); ++i) {
    const std::int64_t modulus = lhs.leaf(i).extent;
    const std::int64_t step = magnitude(stride);
    if (stride % modulus != 0 && stride >= modulus) return false;
    const std::int64_t taken = std::min((modulus + step - 1) / step, extent);
    if (extent % taken != 0) return false;
    extent /= taken;
    stride = (step + modulus - 1) / modulus * (stride < 0 ? -1 : 1);
  }
  return true;
}

// Does the mode step over whole modes of A: does it stay inside one mode, or do stride and extent divide each other?
// CuTe does not require that a stride below the extent divides it, and checks nothing for a negative stride.
bool walks_exactly(const Function& lhs, std::int64_t extent, std::int64_t stride) {
  std::int64_t step = magnitude(stride);
  for (int i = 0; i + 1 < lhs.leaves() && step != 0; ++i) {
    const std::int64_t modulus = lhs.leaf(i).extent;
    if (extent == 1) return true;
    if (step >= modulus) {
      if (step % modulus != 0) return false;
      step /= modulus;
    } else {
      const std::int64_t held = (modulus + step - 1) / step;
      if (extent <= held) return true;
      if (modulus % step != 0 || extent % held != 0) return false;
      extent /= held;
      step = 1;
    }
  }
  return true;
}

// Can the offsets of two modes of B together carry from one mode of A to the next?
bool carries(const Function& lhs, const Function& b) {
  bool positive = false;
  bool negative = false;
  for (int k = 0; k < b.leaves(); ++k) {
    positive |= b.leaf(k).extent > 1 && b.leaf(k).stride > 0;
    negative |= b.leaf(k).extent > 1 && b.leaf(k).stride < 0;
  }
  if (positive && negative) return true;
  std::int64_t unit = 1;
  for (int i = 0; i + 1 < lhs.leaves(); ++i) {
    const std::int64_t modulus = lhs.leaf(i).extent;
    std::int64_t digits = 0;
    for (int k = 0; k < b.leaves(); ++k) {
      std::int64_t largest = 0;
      for (std::int64_t c = 0; c < b.leaf(k).extent; ++c) {
        largest = std::max(largest, c * magnitude(b.leaf(k).stride) / unit % modulus);
      }
      digits += largest;
    }
    if (digits >= modulus) return true;
    unit *= modulus;
  }
  return false;
}

// The modes of A that B steps through.
Function walked(const Layout& a) {
  Arith arith;
  const Layout modes = coalesce_unbounded(arith, a, IntTuple(static_int(0)));
  REQUIRE(arith.ok());
  return Function(modes);
}

struct Tallies {
  Tally fits;       // B matches A's modes and does not carry: the law must hold
  Tally admission;  // all static: accepted if and only if CuTe's conditions hold
  long wrong = 0;   // accepted, and the law fails (outside `fits`)
  long dynamic_wrong = 0;

  void try_pair(const Layout& a, const Function& lhs, const Layout& b) {
    const auto describe = [&] { return cat(to_text(a), " o ", to_text(b)); };
    Arith arith;
    const Function modes(b);
    const Layout r = composition(arith, LayoutRef(a), LayoutRef(b));
    const bool is_static = a.is_static() && b.is_static();
    bool admitted = true;
    bool exact = true;
    for (int k = 0; k < modes.leaves(); ++k) {
      admitted &= admissible(lhs, modes.leaf(k).extent, modes.leaf(k).stride);
      exact &= walks_exactly(lhs, modes.leaf(k).extent, modes.leaf(k).stride);
    }
    if (is_static) {
      const bool as_documented = arith.ok() == admitted;
      admission.add(as_documented ? "" : arith.ok() ? "accepted" : "refused", describe);
    }
    if (arith.failed()) {
      fits.refuse();
      return;
    }
    const Counterexample found = composition(a, b, r);
    if (exact && !carries(lhs, modes)) {
      fits.add(found, describe);
    } else if (!found.empty()) {
      ++(is_static ? wrong : dynamic_wrong);
    }
  }
};

template <class Visit>
void small_left(int max_leaves, Visit&& visit) {
  for (int leaves = 1; leaves <= max_leaves; ++leaves) {
    for_each_vector(leaves, {1, 2, 3, 4}, [&](const Integers& extents) {
      for (const Integers& strides : varied_strides(extents)) {
        if (wanted()) visit(leaves, extents, strides);
      }
    });
  }
}

}  // namespace

TEST_CASE("law: composition, static: every A of up to 3 leaves with every B of up to 2") {
  std::vector<Layout> right;
  for (int modes = 1; modes <= 2; ++modes) {
    for_each_vector(modes, {1, 2, 3, 4}, [&](const Integers& extent) {
      for_each_vector(
          modes,
          modes == 1 ? Integers{-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12, 16, 24} : Integers{-2, 0, 1, 2, 3, 4, 6},
          [&](const Integers& stride) {
            right.push_back(make(flat_profile(modes), extent, stride, all_static(modes)));
          });
    });
  }
  Tallies tallies;
  small_left(3, [&](int leaves, const Integers& extents, const Integers& strides) {
    const Layout a = make(flat_profile(leaves), extents, strides, all_static(leaves));
    const Function lhs = walked(a);
    for (const Layout& b : right) tallies.try_pair(a, lhs, b);
  });
  CHECK_HELD(tallies.fits, 200000);
  CHECK_HELD(tallies.admission, 2000000);
  if (complete)
    CHECK(tallies.wrong == 272458);  // CuTe accepts them, and its result is wrong: most of them have no correct result
}

TEST_CASE("law: composition, every mask: every A of up to 2 leaves with every B of 1") {
  std::vector<Layout> right;
  for (Mask mask = 0; mask < mask_count(1); ++mask) {
    for_each_vector(1, {1, 2, 3, 4, 6, 8}, [&](const Integers& extent) {
      for_each_vector(1, {-4, -1, 0, 1, 2, 3, 4, 6, 8},
                      [&](const Integers& stride) { right.push_back(make(flat_profile(1), extent, stride, mask)); });
    });
  }
  Tallies tallies;
  small_left(2, [&](int leaves, const Integers& extents, const Integers& strides) {
    for (Mask mask = 0; mask < mask_count(leaves); ++mask) {
      const Layout a = make(flat_profile(leaves), extents, strides, mask);
      const Function lhs = walked(a);
      for (const Layout& b : right) tallies.try_pair(a, lhs, b);
    }
  });
  CHECK_HELD(tallies.fits, 200000);
  CHECK_HELD(tallies.admission, 5000);
  if (complete) CHECK(tallies.wrong + tallies.dynamic_wrong == 121640);  // dynamic integers: CuTe checks nothing
}

TEST_CASE("law: composition by mode composes mode with mode and drops the modes that the tiler does not reach") {
  Tally tally;
  every_static(2, [&](const Layout& a) {
    for_each_vector(2, {1, 2, 3, 4}, [&](const Integers& extents) {
      for_each_vector(2, {0, 1, 2}, [&](const Integers& strides) {
        const Layout first = {static_int(extents[0]), static_int(strides[0])};
        const Layout second = {static_int(extents[1]), static_int(strides[1])};
        const auto describe = [&] { return cat(to_text(a), " by <", to_text(first), ',', to_text(second), '>'); };
        Arith arith;
        Arith modes;
        if (a.rank() == 1) {
          const Layout r = composition(arith, a, Tiler(std::vector<Tiler>{first}));
          const Layout mode = composition(modes, LayoutRef(a)[0], LayoutRef(first));
          const bool same = arith.failed() == modes.failed() && (arith.failed() || r == concat(modes, {mode}));
          return tally.add(same ? "" : to_text(r), describe);
        }
        const Layout r = composition(arith, a, Tiler(std::vector<Tiler>{first, second}));
        const Layout x = composition(modes, LayoutRef(a)[0], LayoutRef(first));
        const Layout y = composition(modes, LayoutRef(a)[1], LayoutRef(second));
        const bool same = arith.failed() == modes.failed() && (arith.failed() || r == concat(modes, {x, y}));
        tally.add(same ? "" : to_text(r), describe);
      });
    });
  });
  CHECK_HELD(tally, 20000);
  CHECK(CUTE(composition(m, layout("(_4,_6,_8):(_1,_4,_24)"), tiler("<_2,_3>"))) == "(_2,_3):(_1,_4)");
  CHECK(CUTE(composition(m, layout("(_4,_6):(_1,_4)"), tiler("<_2,_>"))) == "(_2,_6):(_1,_4)");
  CHECK(CUTE(composition(m, layout("(_4,_6):(_1,_4)"), tiler("<_2,_2,_2>"))) == "refused: rank_mismatch");
}

TEST_CASE("composition: named cases") {
  const auto composed = [](const char* a, const char* b) {
    return CUTE(composition(m, LayoutRef(layout(a)), LayoutRef(layout(b))));
  };
  CHECK(composed("(_6,_2):(_8,_2)", "(_4,_3):(_3,_1)") == "((_2,_2),_3):((_24,_2),_8)");
  CHECK(composed("(6,2):(8,2)", "(4,3):(3,1)") == "((2,2),(3,1)):((24,2),(8,2))");  // only static 1s are dropped
  CHECK(composed("_20:_2", "(_5,_4):(_4,_1)") == "(_5,_4):(_8,_2)");
  CHECK(composed("20:2", "(5,4):(4,1)") == "(5,4):(8,2)");
  CHECK(composed("(_10,_2):(_16,_4)", "(_5,_4):(_1,_5)") == "(_5,(_2,_2)):(_16,(_80,_4))");
  CHECK(composed("(10,2):(16,4)", "(5,4):(1,5)") == "((5,1),(2,2)):((16,4),(80,4))");
  CHECK(composed("(_4,_8):(_8,_1)", "((_2,_4),(_2,_2)):((_8,_1),(_4,_16))") == "((_2,_4),(_2,_2)):((_2,_8),(_1,_4))");
  CHECK(composed("(_3,_6,_2,_8):(_1,_100,_10000,_1000000)", "_16:_9") == "(_2,_2,_4):(_300,_10000,_1000000)");
  CHECK(composed("(_4,_3,_1):(_3,_1,_0)", "(_24):(_1)") == "((_4,_3,_2)):((_3,_1,_0))");  // _1 is the unbounded mode
  CHECK(composed("(_4):(_-1)", "(_4):(_-1)") == "(_4):(_1)");
  CHECK(composed("12:_1", "_4:_1") == "_4:_1");
  CHECK(composed("(_4,_4):(_4,_1)", "(_4,_4):(_1@1,_1@0)") == "(_4,_4):(_1,_4)");
  CHECK(composed("(_4,(_2,_3)):(_6,(_3,_1))", "(_2,_4):(_1@1@1,_1@0)") == "(_2,_4):(_1,_6)");

  CHECK(composed("(_3,_1):(_1,_1)", "(_12,_2):(_2,_100)") == "refused: stride_divisibility");
  CHECK(composed("(_8,_6):(_1,_40)", "(_4):(_100)") == "refused: stride_divisibility");
  CHECK(composed("(_16,_4,_20):(_12,_2,_4)", "(_7,_5):(_1,_7)") == "refused: shape_divisibility");
  CHECK(composed("(_8,_8,_16):(8,0,0)", "(_3,_1):(0,512)") == "refused: division_by_zero");
  CHECK(composed("(_4,_4):(_4,_1)", "(_4,_4):(_1@2,_1@0)") == "refused: rank_mismatch");
}

TEST_CASE("composition: CuTe's known wrong results are reproduced, and the law sees them") {
  struct Case {
    std::string a;
    std::string b;
    std::string cute;      // CuTe's result
    std::string violated;  // the violation of the law
  };
  const Case cases[] = {
      // The modes of B carry into each other: 2*2 + 1*3 = 7 is in A's second column.
      {"(_6,_2):(_1,_7)", "(_3,_2):(_2,_3)", "(_3,_2):(_2,_3)", "R(5) is 7, should be 8"},
      {"(6,2):(1,7)", "(3,2):(2,3)", "((3,1),(2,1)):((2,7),(3,7))", "R(5) is 7, should be 8"},
      // A stride below the extent that does not divide it: CuTe continues as if each column started at 0.
      {"(_4,_6,_8):(_2,_3,_5)", "_6:_3", "(_2,_3):(_6,_3)", "R(2) is 3, should be 7"},
      // A negative stride is not checked at all.
      {"(_2,_1):(_-1,_1)", "_2:_-3", "_2:_-2", "R(1) is -2, should be 0"},
      // Dynamic integers are neither merged nor checked: a column holds ceil(8/3) = 3 of the 4 elements of stride 3.
      {"(_8,_8):(_1,_8)", "(_4,_4):(_3,_12)", "(_4,_4):(_3,_12)", ""},
      {"(8,8):(1,8)", "(4,4):(3,12)", "((3,1),(1,4)):((3,8),(12,16))", "is not compatible with B"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.a);
    CAPTURE(c.b);
    const Layout a = layout(c.a);
    const Layout b = layout(c.b);
    Arith arith;
    const Layout r = composition(arith, LayoutRef(a), LayoutRef(b));
    REQUIRE(arith.ok());
    CHECK(to_text(r) == c.cute);
    const Counterexample found = composition(a, b, r);
    CHECK_MESSAGE(found.find(c.violated) != std::string::npos, found);
    CHECK(found.empty() == c.violated.empty());
  }
}

}  // namespace stridescope::laws
