#include <doctest/doctest.h>

#include "core/tiled/atom.h"
#include "core/value/print.h"

using namespace stridescope;

TEST_CASE("atoms: the layouts of mma.sync follow one rule") {
  const auto atom = find_mma("SM80_16x8x16_F32F16F16F32_TN");
  REQUIRE(atom);
  CHECK(to_text(atom->a) == "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))");
  CHECK(to_text(atom->b) == "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))");
  CHECK(to_text(atom->c) == "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
  CHECK(atom->ptx == "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
  CHECK(atom->a_regs.count == 4);
}

TEST_CASE("atoms: wrappers and namespaces make no difference") {
  for (const char* name : {"cute::SM80_8x8x4_F64F64F64F64_TN", "MMA_Atom<SM80_8x8x4_F64F64F64F64_TN>",
                           "cute::MMA_Atom< cute::MMA_Traits<SM80_8x8x4_F64F64F64F64_TN> >"}) {
    const auto atom = find_mma(name);
    REQUIRE(atom);
    CHECK(atom->name == "SM80_8x8x4_F64F64F64F64_TN");
  }
}

TEST_CASE("atoms: what CUTLASS does not have is refused") {
  CHECK(!find_mma("SM80_16x8x12_F32F16F16F32_TN"));
  CHECK(!find_mma("SM75_16x8x16_F32F16F16F32_TN"));
  CHECK(!find_mma("SM80_16x8x16_F32F16F16F32_NT"));
  CHECK(!find_mma("SM80_16x8x16_F32F16F16F32_TN_SATURATE"));
  CHECK(!find_mma("SM80_16x8x16_F32F16F16F32_TN<4>"));
}
