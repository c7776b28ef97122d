// The law checkers find errors: a right result passes, and every wrong one derived from it is caught. A checker that
// cannot fail would make all sweeps worthless.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// The layout with one integer changed: node `i` of the shape or the stride by `delta`.
Layout changed(const Layout& r, std::uint32_t i, bool stride, std::int64_t delta) {
  Arith arith;
  LayoutBuilder out(arith);
  std::uint32_t node = 0;
  const auto visit = [&](auto& self, LayoutRef a) -> void {
    const bool here = node++ == i;
    if (a.shape.is_tuple()) {
      out.open();
      for (int mode = 0; mode < a.rank(); ++mode) self(self, a[mode]);
      out.close();
      return;
    }
    Int extent = a.shape.integer();
    Int step = a.stride.integer();
    if (here) (stride ? step : extent).value += delta;
    out.mode(extent, step);
  };
  visit(visit, r);
  return out.take();
}

struct Mutations {
  long made = 0;
  long caught = 0;
  std::string missed;

  // Every single change of a stride (of a mode with more than one element) or an extent of r must violate the law.
  template <class Law>
  void all_of(const Layout& r, Law&& law) {
    REQUIRE(law(r) == "");
    for (std::uint32_t i = 0; i < r.shape.ref().node_count(); ++i) {
      const Node& node = r.shape.ref().nodes()[i];
      if (node.kind == NodeKind::tuple) continue;
      for (const std::int64_t delta : {1, -1, 3}) {
        if (node.integer.value > 1) judge(changed(r, i, true, delta), law);
        if (node.integer.value + delta > 0) judge(changed(r, i, false, delta), law);
      }
    }
  }
  template <class Law>
  void judge(const Layout& wrong, Law&& law) {
    ++made;
    if (law(wrong) != "") {
      ++caught;
    } else {
      append_all(missed, "\n  ", to_text(wrong));
    }
  }
};

#define CHECK_CAUGHT(mutations)                                                \
  do {                                                                         \
    CHECK((mutations).made > 3);                                               \
    CHECK_MESSAGE((mutations).caught == (mutations).made, (mutations).missed); \
  } while (false)

}  // namespace

TEST_CASE("laws that fix the function catch every single change of a result") {
  Arith m;
  Mutations found;
  const Layout a = layout("((_2,_4),(_3,_5)):((_3,_6),(_1,_24))");
  found.all_of(coalesce(m, a), [&](const Layout& r) { return coalesce(a, r); });
  found.all_of(coalesce(m, a, tuple("(_1,_1)")),
               [&](const Layout& r) { return coalesce_by_profile(a, tuple("(_1,_1)"), r); });
  const Layout zeros = layout("(_2,_3,_4):(_4,_0,_1)");
  found.all_of(filter(m, zeros), [&](const Layout& r) { return filter(zeros, r); });
  found.all_of(nullspace(m, zeros), [&](const Layout& r) { return nullspace(zeros, r); });
  const Layout b = layout("(_4,_3):(_1,_8)");
  const Layout left = layout("(_4,_6):(_6,_1)");
  found.all_of(composition(m, LayoutRef(left), LayoutRef(b)), [&](const Layout& r) { return composition(left, b, r); });
  found.all_of(logical_divide(m, a, layout("_4:_2")), [&](const Layout& r) { return divide_rearranges(a, r); });
  found.all_of(downcast(m, layout("(_4,_2):(_2,_1)"), 2),
               [&](const Layout& r) { return downcast(layout("(_4,_2):(_2,_1)"), 2, r); });
  found.all_of(upcast(m, layout("(_4,_4):(_8,_1)"), 2),
               [&](const Layout& r) { return upcast(layout("(_4,_4):(_8,_1)"), 2, r); });
  found.all_of(make_layout(m, tuple("(_4,_3)")),
               [&](const Layout& r) { return same_function(layout("(_4,_3):(_1,_4)"), r); });
  found.all_of(blocked_product(m, layout("(_2,_5):(_5,_1)"), layout("(_3,_4):(_1,_3)")), [&](const Layout& r) {
    // The law determines only the block: the tiles are those of the logical product.
    if (auto bad = blocked_product(layout("(_2,_5):(_5,_1)"), layout("(_3,_4):(_1,_3)"), r); !bad.empty()) return bad;
    return same_function(layout("((_2,_3),(_5,_4)):((_5,_10),(_1,_30))"), r);
  });
  CHECK_CAUGHT(found);
  CHECK(m.ok());
}

TEST_CASE("laws that leave a choice catch the results that violate them") {
  Arith m;
  const Layout a = layout("(_2,_4):(_1,_8)");
  const auto complements = [&](const char* r) { return complement(a, layout(r)); };
  CHECK(complements("_4:_2") == "");
  CHECK(complements("(_2,_2):(_4,_2)").find("does not increase") != std::string::npos);
  CHECK(complements("_3:_4").find("is an offset of A") != std::string::npos);
  CHECK(complement_reach(a, 32, layout("_4:_2")) == "");
  CHECK(complement_reach(a, 34, layout("_4:_2")).find("should reach 34") != std::string::npos);
  CHECK(complement_reach(a, 32, layout("(_4,_2):(_2,_32)")).find("at most 32") != std::string::npos);

  const Layout swapped = layout("(_4,_2):(_2,_1)");
  CHECK(right_inverse(swapped, layout("(_2,_4):(_4,_1)")) == "");
  CHECK(right_inverse(swapped, layout("_8:_1")) != "");
  CHECK(right_inverse(swapped, layout("(_2,_4):(_4,_2)")) != "");
  CHECK(left_inverse(swapped, layout("(_2,_4):(_4,_1)")) == "");
  CHECK(left_inverse(swapped, layout("(_2,_4):(_1,_4)")) != "");
  CHECK(nullspace(layout("(_2,_3):(_0,_1)"), layout("_2:_0")) != "");
  CHECK(nullspace(layout("(_2,_3):(_0,_1)"), layout("_2:_2")) != "");
  CHECK(max_common_layout(swapped, swapped, layout("(_2,_4):(_4,_1)")) == "");
  CHECK(max_common_layout(swapped, layout("_8:_1"), layout("(_2,_4):(_4,_1)")) != "");
  CHECK(max_alignment(layout("(_4,_2):(_1,_8)"), 4) == "");
  CHECK(max_alignment(layout("(_4,_2):(_1,_8)"), 8) != "");
  CHECK(max_alignment(layout("(_4,_2):(_1,_6)"), 4) != "");
  CHECK(max_alignment(layout("_4:_-1"), 2) != "");
  CHECK(max_alignment(layout("_4:_1"), 0) != "");
  CHECK(domain_distribute(tuple("(_6,_4)"), 12, layout("(_6,_2):(_1,_6)")) == "");
  CHECK(domain_distribute(tuple("(_6,_4)"), 12, layout("(_6,_2):(_2,_1)")) != "");
  CHECK(domain_distribute(tuple("(_6,_4)"), 12, layout("_5:_1")) != "");
  CHECK(domain_distribute(tuple("(_6,_4)"), 12, layout("_12:_3")) != "");
  CHECK(coalesce_unbounded(layout("(_4,_1):(_1,_7)"), layout("(_4,_2):(_1,_7)")) == "");
  CHECK(coalesce_unbounded(layout("(_4,_1):(_1,_7)"), layout("_4:_1")) != "");
  CHECK(coalesce(layout("(_2,_2):(_1,_2)"), layout("(_2,(_2)):(_1,(_2))")).find("nested") != std::string::npos);
  CHECK(coalesce_by_profile(layout("(_2,(_2,_2)):(_1,(_2,_4))"), tuple("(_1)"), layout("(_2,_4):(_1,_2)")) != "");
  CHECK(composition(layout("_8:_1"), layout("(_2,_4):(_1,_2)"), layout("_8:_1")).find("not compatible") !=
        std::string::npos);
  CHECK(filter(layout("(_2,_2):(_0,_1)"), layout("(_2,_2):(_0,_1)")) != "");
}

TEST_CASE("laws of divide and product catch wrong results") {
  Arith m;
  const Layout a = layout("(_2,_2):(_4,_1)");
  const auto product = [&](const char* r) { return logical_product(a, layout("_6:_1"), layout(r)); };
  CHECK(product("((_2,_2),(_2,_3)):((_4,_1),(_2,_8))") == "");
  CHECK(product("((_2,_2),_6):((_4,_1),_4)") != "");
  CHECK(product("((_2,_2),(_2,_3)):((_1,_4),(_2,_8))") != "");
  CHECK(product("((_2,_2),_5):((_4,_1),_8)") != "");
  CHECK(product("(_2,_2,_6):(_4,_1,_8)") != "");
  CHECK(zipped_divide(layout("_2:_1"), layout("(_2,_4):(_1,_2)")) == "");
  CHECK(zipped_divide(layout("_2:_1"), layout("(_2,_4):(_2,_1)")) != "");
  CHECK(zipped_divide(layout("_2:_1"), layout("(_2,_4,_1):(_1,_2,_0)")) != "");
  CHECK(divide_rearranges(layout("_8:_1"), layout("(_2,_3):(_1,_2)")) != "");

  const Layout block = layout("(_2,_5):(_5,_1)");
  const Layout tiles = layout("(_3,_4):(_1,_3)");
  const Layout blocked = layout("((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
  const Layout raked = layout("((_3,_2),(_4,_5)):((_10,_5),(_30,_1))");
  CHECK(blocked_product(block, tiles, blocked) == "");
  CHECK(raked_product(block, tiles, raked) == "");
  CHECK(blocked_product(block, tiles, raked) != "");
  CHECK(raked_product(block, tiles, blocked) != "");
  CHECK(blocked_product(block, tiles, layout("((_2,_3),_5):((_5,_10),_1)")) != "");
  CHECK(blocked_product(block, tiles, layout("_6:_1")) != "");
  const auto tiled = [](const char* r) {
    return tile_to_shape(layout("(_2,_2):(_2,_1)"), tuple("(_4,_2)"), layout(r));
  };
  CHECK(tiled("((_2,_2),_2):((_2,_4),_1)") == "");
  CHECK(tiled("((_2,_2),_2):((_2,_4),_4)") != "");
  CHECK(tiled("((_2,_2),(_2,_2)):((_2,_4),(_1,_8))") != "");
  CHECK(tiled("(_4,_2):(_1,_4)") != "");
}

TEST_CASE("laws of coordinates, slices and swizzles catch wrong results") {
  Arith m;
  CHECK(compact(layout("(_4,_2):(_1,_8)")) != "");
  CHECK(ordered(tuple("(_0,_1)"), layout("(_4,_2):(_1,_4)")) == "");
  CHECK(ordered(tuple("(_1,_0)"), layout("(_4,_2):(_1,_4)")) != "");
  const Layout a = layout("(_4,(_2,_3)):(_1,(_4,_8))");
  const IntTuple coord = tuple("(_,(1,_))");
  CHECK(slice(coord, a, layout("(_4,_3):(_1,_8)"), layout("(_2):(_4)")) == "");
  CHECK(slice(coord, a, layout("(_4,_3):(_1,_4)"), layout("(_2):(_4)")) != "");
  CHECK(slice(coord, a, layout("(_4,_3):(_1,_8)"), layout("(_2):(_8)")) != "");
  CHECK(slice(coord, a, layout("_4:_1"), layout("(_2):(_4)")) != "");

  const Swizzle s = {2, 0, 3};
  CHECK(composition(s, s, Swizzle{0, 0, 3}) == "");
  CHECK(composition(s, s, s) != "");
  CHECK(composition(layout("_64:_1"), s, compose(s, static_int(0), layout("_64:_1"))) == "");
  CHECK(composition(layout("_64:_1"), s, AnyLayout(layout("_64:_1"))) != "");
  CHECK(upcast(Swizzle{2, 3, 3}, 2, Swizzle{2, 2, 3}) == "");
  CHECK(upcast(Swizzle{2, 3, 3}, 2, Swizzle{2, 3, 3}) != "");
  CHECK(downcast(Swizzle{2, 3, 3}, 2, Swizzle{2, 4, 3}) == "");
  CHECK(downcast(Swizzle{2, 3, 3}, 2, Swizzle{2, 3, 3}) != "");
  const AnyLayout whole = compose(Swizzle{2, 4, 3}, static_int(0), layout("(_8,_8):(_8,_1)"));
  CHECK(slice_and_offset(tuple("(_6,_)"), whole, Sliced{layout("(_8):(_1)"), static_int(48)}) == "");
  CHECK(slice_and_offset(tuple("(_6,_)"), whole, Sliced{layout("(_8):(_1)"), static_int(32)}) != "");
  CHECK(slice_and_offset(tuple("(_6,_)"), whole, Sliced{layout("(_4):(_1)"), static_int(48)}) != "");
  CHECK(slice_and_offset(tuple("(_6,_)"), whole, Sliced{layout("(_8):(_2)"), static_int(48)}) != "");
}

TEST_CASE("the reference is what the definitions say") {
  const Function f(layout("((_2,_3),_4):((_1,_10),_100)"));
  CHECK(f.size() == 24);
  CHECK(f.cosize() == 1 + 1 + 20 + 300);
  CHECK(f(0) == 0);
  CHECK(f(1) == 1);
  CHECK(f(2) == 10);
  CHECK(f(5) == 21);
  CHECK(f(6) == 100);
  CHECK(f(23) == 321);
  CHECK(f(24) == 400);  // beyond the size the last mode goes on
  CHECK(f(-1) == -1);   // and below it truncates
  const Offsets image = f.image();
  REQUIRE(image.size() == 24);
  for (std::int64_t i = 0; i < 24; ++i) CHECK(image[static_cast<std::size_t>(i)] == f(i));
  CHECK(refines(tuple("_24"), tuple("((_2,_3),_4)")));
  CHECK(refines(tuple("(_6,_4)"), tuple("((_2,_3),_4)")));
  CHECK_FALSE(refines(tuple("(_4,_6)"), tuple("((_2,_3),_4)")));
  CHECK_FALSE(refines(tuple("(_24)"), tuple("_24")));
  CHECK(offset_at(tuple("((1,2),3)"), layout("((_2,_3),_4):((_1,_10),_100)")) == 321);
  CHECK(offset_at(tuple("(5,3)"), layout("((_2,_3),_4):((_1,_10),_100)")) == 321);
  CHECK(free_size(tuple("(_,3)"), tuple("((_2,_3),_4)")) == 6);
  CHECK(by_definition({3, 4, 3}, 128) == 144);
  CHECK(by_definition({3, 4, -3}, 16) == 144);
}

}  // namespace stridescope::laws
