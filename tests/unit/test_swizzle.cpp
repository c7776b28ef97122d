// Swizzles, swizzled layouts, and their slices.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// Every swizzle of up to 3 bits, base up to 3 and |shift| up to 4.
std::vector<Swizzle> small_swizzles() {
  std::vector<Swizzle> out;
  for (int bits = 0; bits <= 3; ++bits) {
    for (int base = 0; base <= 3; ++base) {
      for (int shift = -4; shift <= 4; ++shift) {
        if (std::abs(shift) >= bits) out.push_back({bits, base, shift});
      }
    }
  }
  return out;
}

// Every compact layout of up to 3 modes of 1, 2, 4 or 8 elements, under two masks.
template <class Visit>
void every_power_of_two(int max_leaves, Visit&& visit) {
  for (int leaves = 1; leaves <= max_leaves; ++leaves) {
    for_each_vector(leaves, {1, 2, 4, 8}, [&](const Integers& extents) {
      for (const Integers& strides : compact_strides(extents)) {
        for (const Mask mask : {all_static(leaves), static_strides(leaves)}) {
          if (wanted()) visit(make(flat_profile(leaves), extents, strides, mask));
        }
      }
    });
  }
}

// Does the layout keep the distance between the bits that a swizzle pairs? CuTe moves a swizzle to the left of a layout
// by its masks alone; for a layout that swaps the bits of one field, it assumes a swap in the other field, too.
bool keeps_pairs(const Layout& a, const Swizzle& s) {
  const Function f(a);
  const std::int64_t y = s.yyy() & -s.yyy();
  const std::int64_t z = s.zzz() & -s.zzz();
  for (int bit = 0; bit < s.bits; ++bit) {
    if (f(y << bit) * f(z) != f(z << bit) * f(y)) return false;
  }
  return true;
}

// Do the modes that a coordinate keeps reach both bits of a pair that the swizzle combines?
bool collides(TupleRef coord, const Layout& b, const Swizzle& s) {
  std::int64_t reached = 0;
  for (int i = 0; i < b.rank(); ++i) {
    if (coord[i].is_any()) reached |= (b.shape[i].integer().value - 1) * b.stride[i].integer().value;
  }
  return (reached & ~by_definition(s, reached)) != 0;
}

bool keeps_dynamic(TupleRef coord, const Layout& b) {
  for (int i = 0; i < b.rank(); ++i) {
    if (coord[i].is_any() && !b.shape[i].integer().is_static) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("law: a swizzle is an involution that keeps all bits but its target field") {
  Tally tally;
  for (const Swizzle& s : small_swizzles()) tally.add(swizzle(s), [&] { return to_text(s); });
  CHECK_HELD(tally, 100);
}

TEST_CASE("law: composition of swizzles") {
  Tally tally;
  for (const Swizzle& a : small_swizzles()) {
    for (const Swizzle& b : small_swizzles()) {
      Arith arith;
      const Swizzle r = composition(arith, a, b);
      if (arith.failed()) {
        tally.refuse();
        continue;
      }
      tally.add(composition(a, b, r), [&] { return cat(to_text(a), " o ", to_text(b)); });
    }
  }
  CHECK(tally.refused() > 0);
  CHECK_HELD(tally, 50);
  CHECK(CUTE(composition(m, Swizzle{2, 0, 3}, Swizzle{2, 0, 3})) == "Sw<0,0,0>");
  CHECK(CUTE(composition(m, Swizzle{1, 0, 3}, Swizzle{1, 1, 3})) == "Sw<2,0,3>");
  CHECK(CUTE(composition(m, Swizzle{1, 0, 3}, Swizzle{1, 0, 2})) == "refused: bad_swizzle");
}

TEST_CASE("law: composition of a layout with a swizzle moves the swizzle to the left") {
  Tally tally;
  every_power_of_two(3, [&](const Layout& a) {
    for (const Swizzle& s : small_swizzles()) {
      if (s.yyy() >= size_of(a.shape.ref()) || s.zzz() >= size_of(a.shape.ref())) continue;
      Arith arith;
      const AnyLayout r = composition(arith, a, s);
      if (arith.failed()) {
        tally.refuse();
        continue;
      }
      if (!keeps_pairs(a, s)) {
        tally.except();
        continue;
      }
      tally.add(composition(a, s, r), [&] { return cat(to_text(a), " o ", to_text(s)); });
    }
  });
  CHECK(tally.refused() > 0);
  CHECK(tally.excepted() > 0);
  CHECK_HELD(tally, 1000);
}

TEST_CASE("law: evaluation of swizzled layouts") {
  Tally tally;
  every_power_of_two(2, [&](const Layout& b) {
    for (const Swizzle& s : small_swizzles()) {
      for (const std::int64_t offset : {0, 1, 6, 32}) {
        const AnyLayout layout = compose(s, dynamic_int(offset), b);
        const auto* composed = std::get_if<ComposedLayout>(&layout);
        REQUIRE(composed != nullptr);
        tally.add(evaluation(*composed), [&] { return to_text(layout); });
      }
    }
  });
  CHECK_HELD(tally, 5000);
}

TEST_CASE("law: slices of swizzled layouts, at every coordinate") {
  Tally tally;
  long decayed = 0;
  long composed = 0;
  long mixed = 0;
  every_power_of_two(3, [&](const Layout& b) {
    if (b.rank() < 2 || size_of(b.shape.ref()) > 32) return;
    for (const Swizzle& s : small_swizzles()) {
      if (s.bits == 0 || s.bits > 2 || s.base > 1 || std::abs(s.shift) > 3) continue;
      const AnyLayout whole = compose(s, static_int(0), b);
      // Each mode: kept, or fixed at its first or last element, static or not.
      for_each_vector(b.rank(), {-1, 0, 1}, [&](const Integers& choice) {
        for (const bool is_static : {true, false}) {
          Arith arith;
          TupleBuilder builder(arith);
          builder.open();
          for (int i = 0; i < b.rank(); ++i) {
            const std::int64_t pick = choice[static_cast<std::size_t>(i)];
            if (pick < 0) {
              builder.any();
            } else {
              builder.integer({pick * (b.shape[i].integer().value - 1), {}, is_static});
            }
          }
          builder.close();
          const IntTuple coord = builder.take();
          const Sliced sliced = slice_and_offset(arith, coord, whole);
          if (arith.failed()) {
            tally.refuse();
            continue;
          }
          // CuTe does not check if the bits of a dynamic mode collide: its slice is plain, and wrong if they do.
          if (keeps_dynamic(coord, b) && collides(coord, b, s)) {
            tally.except();
            continue;
          }
          tally.add(slice_and_offset(coord, whole, sliced),
                    [&] { return cat(to_text(whole), " at ", to_text(coord)); });
          const auto* left = std::get_if<ComposedLayout>(&sliced.layout);
          decayed += left == nullptr;
          composed += left != nullptr;
          mixed += left != nullptr && std::holds_alternative<MixedBits>(left->offset);
        }
      });
    }
  });
  CHECK_HELD(tally, 100000);
  CHECK(decayed > 0);
  CHECK(composed > 0);
  CHECK(mixed > 0);
  CHECK(tally.excepted() > 0);
}

TEST_CASE("law: slices of composed layouts whose left side is a layout") {
  Tally tally;
  const Layout left = layout("(_4,_8):(_8,_1)");
  every_nesting(2, [&](const Layout& b) {
    if (b.rank() != 2 || !b.shape.is_tuple()) return;
    const AnyLayout whole = compose(StageFunction(left), static_int(3), b);
    for (const char* text : {"(_,_)", "(_,0)", "(1,_)", "(0,_1)"}) {
      const IntTuple coord = tuple(text);
      Arith arith;
      const Sliced sliced = slice_and_offset(arith, coord, whole);
      if (arith.failed()) return tally.refuse();
      tally.add(slice_and_offset(coord, whole, sliced), [&] { return cat(to_text(whole), " at ", text); });
    }
  });
  CHECK(tally.refused() == 0);
  CHECK_HELD(tally, 500);
}

TEST_CASE("swizzles: named cases") {
  const auto made = [](std::int64_t bits, std::int64_t base, std::int64_t shift) {
    return CUTE(make_swizzle(m, bits, base, shift));
  };
  CHECK(made(3, 4, 3) == "Sw<3,4,3>");
  CHECK(made(3, 4, -3) == "Sw<3,4,-3>");
  CHECK(made(4, 0, 3) == "refused: bad_swizzle");
  CHECK(made(-1, 4, 3) == "refused: bad_swizzle");
  CHECK(made(1, -1, 3) == "refused: bad_swizzle");
  CHECK(made(3, 60, 3) == "refused: bad_swizzle");
  CHECK(made(std::int64_t{1} << 40, 0, std::int64_t{1} << 40) == "refused: bad_swizzle");
  CHECK(CUTE(swizzle_from_masks(m, 0x380, 0x70)) == "Sw<3,4,3>");
  CHECK(CUTE(swizzle_from_masks(m, 0x70, 0x380)) == "Sw<3,4,-3>");
  CHECK(CUTE(swizzle_from_masks(m, 3, 5)) == "refused: bad_swizzle");
  CHECK(CUTE(swizzle_from_masks(m, 3, 4)) == "refused: bad_swizzle");
  CHECK(CUTE(apply(m, Swizzle{3, 4, 3}, static_int(128))) == "_144");
  CHECK(CUTE(apply(m, Swizzle{3, 4, 3}, dynamic_int(128))) == "144");

  const auto sliced = [](const char* coord, const Swizzle& s, const char* b) {
    Arith arith;
    const Sliced r = slice_and_offset(arith, tuple(coord), compose(s, static_int(0), layout(b)));
    return arith.failed() ? std::string("refused: ") + std::string(code_name(arith.error().value().code))
                          : cat(to_text(r.layout), " + ", to_text(r.offset));
  };
  CHECK(sliced("(_6,_)", {2, 4, 3}, "(_8,_8):(_8,_1)") == "(_8):(_1) + _48");
  CHECK(sliced("(_,_1)", {3, 0, 3}, "(_32,_32):(_1,_32)") == "Sw<3,0,3> o _32 o (_32):(_1) + _0");
  CHECK(sliced("(7,_)", {3, 0, 3}, "(_16,_32):(_32,_1)") == "Sw<3,0,3> o M_0|(32&32)=32 o (_32):(_1) + 192");
  CHECK(sliced("(_,_,_2,_)", {2, 2, 4}, "(2,8,4,32):(_8,_1,_512,_16)") ==
        "((2,1,1),(8,1,1),(4,4,2)):((_8,_68,_256),(_1,_68,_256),(_16,_68,_256)) + _1024");
  CHECK(sliced("(1,_)", {3, 0, 3}, "(_8,_8):(_9,_1)") == "refused: divisibility");
}

}  // namespace stridescope::laws
