// Upcast and downcast: wider and narrower elements over the same memory.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// Modes that downcast widens: static stride 1 or -1.
int widened(const Layout& a) {
  int count = 0;
  for (int i = 0; i < a.rank(); ++i) count += a.stride[i].is_constant(1) || a.stride[i].is_constant(-1);
  return count;
}

bool has_negative(const Layout& a) {
  for (int i = 0; i < a.rank(); ++i) {
    if (a.stride[i].integer().value < 0) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("law: downcast, and upcast back: every mask of every layout of up to 3 leaves") {
  Tally down;
  Tally back;
  every_varied(3, [&](const Layout& a) {
    for (const std::int64_t n : {1, 2, 3, 8}) {
      const auto describe = [&] { return cat("downcast<", n, ">(", to_text(a), ')'); };
      Arith arith;
      const Layout r = downcast(arith, a, n);
      if (arith.failed()) {
        down.refuse();
        continue;
      }
      if (widened(a) == 1 && !has_negative(a)) down.add(downcast(a, n, r), describe);
      const Layout restored = upcast(arith, r, n);
      back.add(arith.failed() ? "refused to come back" : same_function(a, restored), describe);
    }
  });
  CHECK(down.refused() > 0);
  CHECK_HELD(down, 100000);
  CHECK_HELD(back, 100000);
}

TEST_CASE("law: upcast") {
  Tally tally;
  Tally admission;
  const auto judge = [&](const Layout& a) {
    if (!a.is_static() || has_negative(a)) return;
    for (const std::int64_t n : {1, 2, 3, 4, 8}) {
      const auto describe = [&] { return cat("upcast<", n, ">(", to_text(a), ')'); };
      bool accepted = true;
      std::int64_t below = 0;  // the span of the modes of stride below n
      for (int i = 0; i < a.rank(); ++i) {
        const std::int64_t stride = a.stride[i].integer().value;
        accepted &= stride == 0 || stride % n == 0 || n % stride == 0;
        if (stride < n) below += (a.shape[i].integer().value - 1) * stride;
      }
      Arith arith;
      const Layout r = upcast(arith, a, n);
      admission.add(arith.ok() == accepted ? "" : cat(accepted ? "refused" : "accepted"), describe);
      if (arith.failed()) continue;
      if (below >= n && mode_facts(a).overlap) {
        tally.except();
      } else {
        tally.add(upcast(a, n, r), describe);
      }
    }
  };
  every_static(4, judge);
  every_stride(judge);
  CHECK_HELD(tally, 10000);
  CHECK_HELD(admission, 100000);
}

TEST_CASE("recast: named cases") {
  const auto up = [](const char* a, std::int64_t n) { return CUTE(upcast(m, layout(a), n)); };
  const auto down = [](const char* a, std::int64_t n) { return CUTE(downcast(m, layout(a), n)); };
  CHECK(up("(_4,_8):(_1,_4)", 2) == "(_2,_8):(_1,_2)");
  CHECK(up("(_8,_4):(_4,_1)", 4) == "(_8,_1):(_1,_1)");
  CHECK(up("(4,8):(1,4)", 2) == "(4,8):(0,2)");  // dynamic strides are divided, and nothing else
  CHECK(up("(_4,_8):(_0,_2)", 2) == "(_4,_8):(_0,_1)");
  CHECK(up("(_32,_2,_1):(_1,_32,_64)", 3) == "refused: divisibility");
  CHECK(up("_4:_1", 0) == "refused: arguments");
  CHECK(down("(_4,_8):(_1,_4)", 2) == "(_8,_8):(_1,_8)");
  CHECK(down("(_4,_8):(_-1,_4)", 2) == "refused: not_adjacent");
  CHECK(down("(_4,_8):(_1,_-1)", 2) == "(_8,_16):(_1,_-1)");
  CHECK(down("(4,8):(1,4)", 2) == "refused: not_adjacent");
  CHECK(down("(_4,_8):(_0,_0)", 2) == "refused: not_adjacent");
}

TEST_CASE("law: recast of swizzles") {
  Tally up;
  Tally down;
  for (int bits = 0; bits <= 3; ++bits) {
    for (int base = 0; base <= 4; ++base) {
      for (int shift = -4; shift <= 4; ++shift) {
        if (std::abs(shift) < bits) continue;
        const Swizzle s = {bits, base, shift};
        for (const std::int64_t n : {1, 2, 4, 8}) {
          const auto describe = [&] { return cat(to_text(s), " by ", n); };
          Arith arith;
          const Swizzle wide = upcast(arith, s, n);
          const Swizzle narrow = downcast(arith, s, n);
          REQUIRE(arith.ok());
          down.add(downcast(s, n, narrow), describe);
          // Bits below n leave the offset; the parts that they moved are lost, so the law is for a base that keeps
          // them.
          if (base >= 3 || n == 1) up.add(upcast(s, n, wide), describe);
        }
      }
    }
  }
  CHECK_HELD(up, 200);
  CHECK_HELD(down, 400);
  CHECK(CUTE(upcast(m, Swizzle{3, 4, 3}, 2)) == "Sw<3,3,3>");
  CHECK(CUTE(upcast(m, Swizzle{3, 1, 3}, 4)) == "Sw<2,0,3>");
  CHECK(CUTE(upcast(m, Swizzle{3, 4, 3}, 3)) == "refused: divisibility");
  CHECK(CUTE(downcast(m, Swizzle{3, 4, 3}, 2)) == "Sw<3,5,3>");
}

}  // namespace stridescope::laws
