// Kernels that multiply: what the language makes of them, their plans, texts and refusals. The runner's tests execute
// them (tests/runner/test_products.cpp).
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/gemm/gemm_predict.h"
#include "core/kernels/kernel_plan.h"
#include "core/kernels/plan_tools.h"
#include "tests/unit/layouts.h"
#include "tests/unit/plans.h"

namespace stridescope {
namespace {

const std::string cp =
    "cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))\n";
const std::string warps = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))";
const std::string four = "make_tiled_mma(SM80_16x8x64_S32S4S4S32_TN, (2,2), (_32,_32,_64))";
const std::string abc = "gemm_kernel((256,64):(64,1), (256,64):(64,1), (256,256):(256,1), ";
const std::string good = cp + "s = Sw<2,3,3> o 0 o (128,32):(32,1)\n" + abc + "cp, (s,s), " + warps +
                         ", load=\"SM75_U32x4_LDSM_N\", dtype=\"half_t\")";

// Some thread holds every element of the tile, and only one does, except elements that threads share.
void covers(const MmaPlan& plan, const MmaFragment& f, std::int64_t elements) {
  std::set<std::int64_t> seen;
  for (std::int64_t t = 0; t < plan.threads; ++t) {
    for (std::int64_t v = 0; v < f.values; ++v) seen.insert(f.element.thread.at(t) + f.element.value.at(v));
  }
  CHECK(static_cast<std::int64_t>(seen.size()) == elements);
  CHECK(*seen.begin() == 0);
  CHECK(*seen.rbegin() == elements - 1);
}

}  // namespace

TEST_CASE("a tile's fragments hold all of A, B and C") {
  for (const char* program :
       {"mma_kernel(SM80_16x8x16_F32F16F16F32_TN)",
        "mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), tile=(64,64,32))",
        "mma_kernel(make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, (4,1), (_32,_16,_4)), tile=(64,16,8))",
        "mma_kernel(SM70_8x8x4_F32F16F16F32_TN)",
        "mma_kernel(make_tiled_mma(UniversalFMA<float>, (16,8)), tile=(32,32,2))", "mma_kernel(SM61_DP4A)",
        // Fewer threads than whole warps: the additional lanes repeat, and write nothing outside C.
        "mma_kernel(make_tiled_mma(UniversalFMA<float>, (1,2)))", "mma_kernel(make_tiled_mma(SM61_DP4A, (3,5)))"}) {
    CAPTURE(program);
    const auto plan = kernel_plan_of(program);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto* mma = plan->as<MmaPlan>();
    REQUIRE(mma != nullptr);
    covers(*mma, mma->a, mma->extents[0] * mma->extents[2]);
    covers(*mma, mma->b, mma->extents[1] * mma->extents[2]);
    covers(*mma, mma->c, mma->extents[0] * mma->extents[1]);
    CHECK(mma->threads % 32 == 0);
    const KernelText text = cuda_text(*plan);
    CHECK(text.text.find("void __launch_bounds__(") != std::string::npos);
    CHECK(text.text.find("stridescope_mma(") != std::string::npos);
  }
}

TEST_CASE("a whole product: grid, stages, widths, and which bytes of the text stand for which mode") {
  const auto plan = kernel_plan_of(good);
  REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
  const auto* gemm = plan->as<GemmPlan>();
  REQUIRE(gemm != nullptr);
  CHECK(gemm->grid == std::array<std::int64_t, 3>{2, 2, 2});
  CHECK(gemm->stage_bytes == 2 * 128 * 32 * 2);
  CHECK(gemm->shared_bytes == 3 * gemm->stage_bytes);
  CHECK(gemm->threads == 128);
  CHECK(gemm->math.needs == "sm80");
  CHECK(gemm->copy_a.src.access_bytes == 16);
  CHECK(gemm->math.a.loads.size() == 4);
  CHECK(gemm->c.access_bytes == 4);
  const KernelText text = cuda_text(*plan);
  CHECK(text.modes.size() > 20);
  for (const KernelTextMode& m : text.modes) {
    REQUIRE(m.begin < m.end);
    REQUIRE(m.end <= text.text.size());
    const std::string piece = text.text.substr(m.begin, m.end - m.begin);
    CHECK((piece.starts_with("i") || piece.starts_with("x ^=")));
  }
  // Every tile has exactly one owner.
  std::set<std::pair<std::int64_t, std::int64_t>> tiles;
  for (std::int64_t b = 0; b < gemm->tiles; ++b) {
    std::int64_t m = 0;
    std::int64_t n = 0;
    gemm->tile_coordinates(b, m, n);
    CHECK(m < gemm->grid[0]);
    CHECK(n < gemm->grid[1]);
    tiles.insert({m, n});
  }
  CHECK(static_cast<std::int64_t>(tiles.size()) == gemm->tiles);
  CHECK(standalone_text(*plan).find("int main()") != std::string::npos);
}

TEST_CASE("C goes through shared memory in pieces; blocks of a cluster bring tiles to each other") {
  const auto program = [](const std::string& c, const std::string& piece, const std::string& options) {
    return "A = (512,128):(128,1)\nC = " + c +
           "\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\nsC = " + piece +
           "\nt = make_tma_atom(A, sA, \"half_t\")\ngemm_kernel(A, A, C, (t,t), (sA,sA), "
           "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), dtype=\"half_t\"" +
           options + ")";
  };
  const std::string rows = "(512,512):(512,1)";
  const std::string k = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))";
  const std::string mn = "tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>, (64,64))";
  const std::string store = ", store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")";
  for (const bool turned : {false, true}) {
    const auto plan =
        kernel_plan_of(program(turned ? "(512,512):(1,512)" : rows, turned ? mn : k, store + ", cluster=(2,2)"));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& gemm = *plan->as<GemmPlan>();
    REQUIRE(gemm.boxed.has_value());
    CHECK(gemm.boxed->turned == turned);
    CHECK(gemm.boxed->pieces.size() == 2);
    CHECK(gemm.boxed->first_row(1) == 64);
    CHECK(gemm.boxed->pieces[1].column == 64);
    CHECK(gemm.shared_bytes == 3 * gemm.stage_bytes + 4 * gemm.boxed->piece_bytes + 1024 + 48);
    // A part of 64 rows of A, and one of B, comes from each of two blocks.
    CHECK(gemm.tma_a.parts == 2);
    CHECK(gemm.tma_b.boxes.size() == 2);
    CHECK(gemm.tma_b.boxes[1].mn == 64);
    std::set<std::pair<std::int64_t, std::int64_t>> tiles;
    for (std::int64_t b = 0; b < gemm.tiles; ++b) {
      std::int64_t m = 0;
      std::int64_t n = 0;
      gemm.tile_coordinates(b, m, n);
      // Neighbors in a cluster are neighbors in C.
      CHECK(m % 2 == b % 2);
      CHECK(n % 2 == b / 2 % 2);
      tiles.insert({m, n});
    }
    CHECK(tiles.size() == 16);
    const std::string text = cuda_text(*plan).text;
    CHECK(text.find("#error") == std::string::npos);
    CHECK((text.find("x4.trans.shared") != std::string::npos) == turned);
    CHECK(text.find("__cluster_dims__(4, 1, 1)") != std::string::npos);
    CHECK(standalone_text(*plan).find("cudaOccupancyMaxActiveClusters") != std::string::npos);
    // Each element of C is written once, in whole sectors.
    std::int64_t sectors = 0;
    for (const auto& count : predict(gemm).counts) {
      if (count.counter == "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum") sectors = count.count;
    }
    CHECK(sectors == 512 * 512 * 2 / 32);
  }
  const std::pair<std::string, std::string> refused[] = {
      {program(rows, mn, store), "is contiguous along mode 0,"},
      {program(rows, "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))", store), "a piece of 128 x 64"},
      {program(rows, k, ", store=t"), "stored by SM90_TMA_STORE"},
      {program(rows, k, ", store=make_tma_atom(SM90_TMA_STORE, A, sC, \"half_t\")"), "another tensor"},
      {program(rows, k, ", cluster=(3,1)"), "does not divide the 4 x 4 tiles"},
      {program(rows, k, ", cluster=(4,4)"), "at most 8"},
      {program(rows, k, ", cluster=2"), "blocks along M"},
      {program(rows, k, ", band=0"), "1 to 4096"},
      {cp + "s = Sw<2,3,3> o 0 o (128,32):(32,1)\n" + abc + "cp, (s,s), " + warps + ", cluster=(2,1))",
       "here threads copy"}};
  for (const auto& refusal : refused) {
    const std::string& text = refusal.first;
    const std::string& condition = refusal.second;
    CAPTURE(text);
    const auto plan = kernel_plan_of(text);
    REQUIRE(!plan.has_value());
    CHECK_MESSAGE(english(plan.error().message).find(condition) != std::string::npos, english(plan.error().message));
  }
}

TEST_CASE("what no kernel can do is refused with the condition that fails") {
  const std::string s = "s = Sw<2,3,3> o 0 o (128,32):(32,1)\n";
  const auto wgmma = [](const std::string& sA, const std::string& rest) {
    return "A = (256,64):(64,1)\nsA = " + sA +
           "\nsB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\n"
           "gemm_kernel(A, A, (256,256):(256,1), (make_tma_atom(A,sA,\"half_t\"), make_tma_atom(A,sB,\"half_t\")), "
           "(sA,sB), "
           "make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, " +
           rest;
  };
  const std::string sw128 = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))";
  const std::pair<std::string, std::string> refused[] = {
      {"mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), tile=(48,64,16))", "not a multiple of the 32"},
      {"mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (1,1,2)))", "partial sums"},
      {"mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, 3:0))", "atoms must have the same threads"},
      {"mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (3,2):(0,1)))", "atoms must have the same threads"},
      {"mma_kernel(SM80_16x8x16_F32F16F16F32_TN, tile=(512,256,16))", "registers per thread"},
      {"mma_kernel(SM80_16x8x16_F32F16F16F32_TN, tile=(16,8,524288))", "registers of a for one tile"},
      {"mma_kernel(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)", "from shared memory"},
      {"mma_kernel(SM90::GMMA::SPARSE::GMMA_64x64x32_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)", "sparse"},
      {"mma_kernel(SM80_8x8x4_C64C64C64C64_TN)", "not a single instruction"},
      {"mma_kernel(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,UMMA::Major::K,UMMA::Major::K>)",
       "instruction of sm100"},
      {"mma_kernel(UniversalFMA<half_t>)", "scalar FMA"},
      {"mma_kernel(" + warps + ", load=\"SM75_U32x4_LDSM_N\")", "no tile of A and B is there"},
      {wgmma(sw128, "(2,1,1)), load=\"SM75_U32x4_LDSM_N\")"), "nothing is loaded into registers"},
      {"s = (32,64):(64,1)\nmma_kernel(" + warps + ", smem=(s,s), load=\"SM75_U16x8_LDSM_T\")", "rows of 16 bytes"},
      {"s = (32,16):(17,1)\nmma_kernel(" + warps + ", smem=(s,s), load=\"SM75_U32x4_LDSM_N\")", "rows of 16 bytes"},
      {"s = (32,16):(16,1)\nmma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), smem=(s,(16,16):(16,1)), "
       "load=\"SM75_U32x4_LDSM_N\")",
       "too few values"},
      {cp + s + abc + "cp, ((80,32):(32,1),s), " + warps + ")", "not a multiple"},
      {cp + s + abc + "cp, ((128,32):(16,1),s), " + warps + ")", "elements of a share a place in shared memory"},
      {"mma_kernel(" + warps + ", smem=((32,16):(16,1),(32,16):(8,2)))", "elements of b share a place"},
      {cp + s + abc + "cp, ((128,64):(64,1),s), " + warps + ")", "along K"},
      {cp + s + abc + "cp, (s,s), make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,2), (_64,_32,_16)))",
       "the copy of A has 128 threads"},
      {cp + s + abc + "cp, (s,s), " + warps + ", stages=16)", "a block can have at most"},
      {cp + s + abc + "cp, (s,s), " + warps + ", dtype=\"int8_t\")", "are not stored as"},
      {cp + s + "gemm_kernel((256,64):(64,1), (256,32):(32,1), (256,256):(256,1), cp, (s,s), " + warps + ")",
       "A is 256 x 64"},
      {cp + s + "gemm_kernel((256,66):(66,1), (256,66):(66,1), (256,256):(256,1), cp, (s,s), " + warps + ")",
       "at once"},
      {"cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint16_t>,half_t>, (_8,_4):(_6,_1), (_1,_2))\n"
       "gemm_kernel((8,24):(24,1), (16,24):(64,1), (8,16):(16,1), cp, ((16,8):(8,1), (8,8):(8,1)), "
       "make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (1,1)), dtype=\"float\")",
       "outside the tile of 16 x 8"},
      {"A = (256,64):(64,1)\n" + s + "t = make_tma_atom(A, " + sw128 + ", \"half_t\")\n" + abc + "(t,t), (s,s), " +
           warps + ")",
       "another tensor, tile or type"},
      // packed elements: those of one byte are neighbors along K
      {"mma_kernel(" + four + ", smem=((64,64):(1,64),(64,64):(64,1)))",
       "whole bytes, 2 elements of a: values 0 and 1 of a thread are 64 elements apart in smem_a"},
      {"mma_kernel(" + four + ", smem=((64,64):(64,1),(64,64):(65,1)))", "stride 65) is not a multiple of 2 elements"},
      {"mma_kernel(" + four + ", smem=((64,64):(1,64),(64,64):(64,1)), load=\"SM75_U16x8_LDSM_T\")",
       "has 1 contiguous: values 0 and 1"},
      {"s = (64,1024):(1024,1)\nmma_kernel(make_tiled_mma(SM80_16x8x256_S32U1U1S32_TN_ANDPOPC, (2,2)), "
       "smem=((64,1024):(1028,1), s))",
       "stride 1028) is not a multiple of 8 elements"},
      {"cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int4b_t>, (_2,_64):(_1,_2), (_32,_1))\n"
       "gemm_kernel((64,64):(1,64), (64,64):(1,64), (64,64):(64,1), cp, ((64,64):(1,64),(64,64):(1,64)), " +
           four + ")",
       "values 0 and 1 of a thread are 64 elements apart in smem_a"},
      {wgmma("(128,64):(64,1)", "(2,1,1)))"), "not canonical"},
      {wgmma(sw128, "(2,1,1)), stages=12)"), "a block can have at most"},
      {wgmma(sw128, "(4,1,1)))"), "not a multiple of the 256"},
  };
  for (const auto& one : refused) {
    const std::string program = one.first;
    CAPTURE(program);
    const auto plan = kernel_plan_of(program);
    REQUIRE_FALSE(plan.has_value());
    const std::string message = english(plan.error().message);
    CAPTURE(message);
    CHECK(message.find(one.second) != std::string::npos);
  }
}

TEST_CASE(
    "an atom that is known by its layouts alone names no instruction: a kernel of it is refused with that reason") {
  const std::string layouts =
      "(_32:_1, (_16,_8,_16), ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128)), ((_4,_8),(_2,_2)):((_16,_1),(_8,_64)), "
      "((_4,_8),(_2,_2)):((_32,_1),(_16,_8)))";
  const Evaluation e = evaluate("mma_kernel(make_tiled_mma(make_mma_atom" + layouts + "))", IntegerMode::cute);
  REQUIRE(e.errors.size() == 1);
  CHECK(e.errors[0].message == "mma_kernel: an atom given only by its layouts does not name an instruction");
  CHECK(english(e.errors[0].hint).find("write its name") == 0);
}

TEST_CASE("rows and extents that no access of 16 bytes fits are refused with what would let it be") {
  const auto hint = [](const std::string& a, const std::string& load) {
    const Evaluation e = evaluate(load + "\ns = Sw<2,3,3> o 0 o (128,32):(32,1)\ngemm_kernel(" + a + ", " + a +
                                      ", (256,256):(256,1), cp, (s,s), " + warps + ", dtype=\"half_t\")",
                                  IntegerMode::cute);
    return e.errors.empty() ? std::string() : english(e.errors[0].hint);
  };
  const std::string other = "use a narrower copy, or DefaultCopy, which is as wide as the layouts allow";
  CHECK(hint("(256,64):(67,1)", cp) == "start rows at multiples of 8 elements, or " + other);
  CHECK(hint("(256,67):(72,1)", cp) == "end the mode at 72, with zeros after 67, or " + other);
  CHECK(hint("(256,72):(72,1)", cp).empty());
  CHECK(hint("(256,67):(67,1)", "cp = make_tiled_copy(Copy_Atom<DefaultCopy,half_t>, (_4,_32):(_32,_1), (_1,_1))")
            .empty());
  const Evaluation tma = evaluate("make_tma_atom((256,67):(67,1), (64,64):(64,1), \"half_t\")", IntegerMode::cute);
  REQUIRE(tma.errors.size() == 1);
  CHECK(tma.errors[0].hint ==
        "pad the rows to 72 elements, or copy by threads with DefaultCopy, which accepts any rows; "
        "mma.sync then multiplies them");
  const Evaluation threads = evaluate(
      "A = (256,64):(67,1); s = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64)); cp = "
      "make_tiled_copy(Copy_Atom<DefaultCopy,half_t>, (_2,_64):(_64,_1), (_1,_1)); gemm_kernel(A, A, "
      "(256,256):(256,1), "
      "cp, (s,s), make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (1,1,1)))",
      IntegerMode::cute);
  REQUIRE(threads.errors.size() == 1);
  CHECK(english(threads.errors[0].hint).find("or multiply by mma.sync, which threads feed") != std::string::npos);
}

TEST_CASE("operands of 4 and 1 bits: planned in elements, addressed in bytes") {
  const auto gemm = [](int bits, const std::string& type, const std::string& atom, const std::string& rest) {
    const int per = 128 / bits;  // in 16 bytes; a tile has 4 of them in a row
    const auto row = [&](int rows) { return cat('(', rows, ',', 4 * per, "):(", 4 * per, ",1)"); };
    return cat("cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,", type,
               ">, (_32,_4):(_4,_1), (_1,_", per, "))\ns = Sw<2,", bits == 4 ? 5 : 7, ",3> o 0 o ", row(64),
               "\ngemm_kernel(", row(128), ", ", row(64), ", (128,64):(64,1), cp, (s,s), make_tiled_mma(", atom,
               ", (2,2), (_32,_32,_", 2 * per, "))", rest, ")");
  };
  struct Case {
    std::string program;
    int width;  // bytes of a load of A from shared memory; 0: ldmatrix
    bool exclusive_or;
  };
  const Case cases[] = {
      {gemm(4, "int4b_t", "SM80_16x8x64_S32S4S4S32_TN", ", load=\"SM75_U32x4_LDSM_N\""), 0, false},
      {gemm(4, "uint4b_t", "SM80_16x8x64_S32U4U4S32_TN", ""), 4, false},
      {gemm(1, "uint1b_t", "SM80_16x8x256_S32U1U1S32_TN_ANDPOPC", ", load=\"SM75_U32x4_LDSM_N\""), 0, false},
      {gemm(1, "uint1b_t", "SM80_16x8x256_S32U1U1S32_TN_XORPOPC", ""), 4, true},
  };
  for (const Case& one : cases) {
    const std::string program = one.program;
    CAPTURE(program);
    const auto plan = kernel_plan_of(program);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& whole = *plan->as<GemmPlan>();
    const MmaFragment& a = whole.math.a;
    CHECK(a.smem_bytes == 64 * 64);  // 64 rows of 64 bytes
    CHECK(whole.copy_a.src.access_bytes == 16);
    CHECK(whole.copy_a.smem_write.access_bytes == 16);
    if (one.width > 0) CHECK(a.smem->access_bytes == one.width);
    CHECK((one.width == 0) == a.rows.has_value());
    const auto proof = proof_of(whole);
    REQUIRE(proof.has_value());
    CHECK(proof->exclusive_or == one.exclusive_or);
    // The text's maps give bytes.
    const KernelSide& side = a.rows ? *a.rows : *a.smem;
    KernelSide packed = side;
    packed.map = in_bytes(side.map, a.bits);
    packed.swizzles = in_bytes(side.swizzles, a.bits);
    const std::int64_t step = a.rows ? 128 / a.bits : 8 * side.access_bytes / a.bits;
    for (std::int64_t t = 0; t < whole.math.threads; ++t) {
      for (std::int64_t v = 0; v < a.values; v += step) {
        CHECK(packed.offset(t, v, nullptr) * 8 == side.offset(t, v, nullptr) * a.bits);
      }
    }
    const std::string text = cuda_text(*plan).text;
    CHECK(text.find("using AElement = unsigned char;") != std::string::npos);
    CHECK(text.find("offset in bytes") != std::string::npos);
    CHECK(text.find("smem + (") != std::string::npos);
    const std::string alone = standalone_text(*plan);
    CHECK(alone.find("L2_PROMOTION") == std::string::npos);  // no copy engine
    CHECK(alone.find(cat("a_bytes = ", 128 * 64, ", b_bytes = ", 64 * 64, ";")) != std::string::npos);
    CHECK(alone.find(one.exclusive_or ? "a[i] + b[j] - 2 * a[i] * b[j]" : "sum[i][j] += a[i] * b[j];") !=
          std::string::npos);
    // Each request of 16 bytes a lane is 512 bytes of A or B; B is read by 2 tiles of C, A by 1.
    std::vector<std::int64_t> counts;
    for (const PredictedCount& c : predict(whole).counts) counts.push_back(c.count);
    REQUIRE(counts.size() >= 2);
    CHECK(counts[0] == (8192 + 2 * 4096) / 512);
    CHECK(counts[1] == (8192 + 2 * 4096) / 32);
  }
  // Filled bit by bit, since an element shares its byte with others.
  const auto fed = kernel_plan_of("s = Sw<2,5,3> o 0 o (64,128):(128,1)\nmma_kernel(" + four + ", smem=(s,s))");
  REQUIRE(fed.has_value());
  CHECK(cuda_text(*fed).text.find("atomicOr(") != std::string::npos);
  CHECK(cuda_text(*fed).shared_bytes == 2 * 4096 + 1024);
}

TEST_CASE("elements as bits: every code is a number of its range, and its own") {
  for (const char* name : {"half_t", "bfloat16_t", "tfloat32_t", "float", "double", "float_e4m3_t", "float_e5m2_t"}) {
    CAPTURE(name);
    const auto format = value_format(*find_type(name));
    REQUIRE(format.has_value());
    std::set<double> seen;
    for (std::uint64_t x = 0; x < 500; ++x) {
      const double value = decoded_value(*format, coded_value(*format, x, 3));
      CHECK(std::fabs(value) >= 0.125);
      CHECK(std::fabs(value) < 2.0);
      seen.insert(value);
    }
    CHECK(seen.size() > (format->bits > 8 ? 350U : 25U));
  }
  const auto number = [](const char* type, std::uint64_t bits) {
    return decoded_value(*value_format(*find_type(type)), bits);
  };
  CHECK(number("half_t", 0x3C00) == 1.0);
  CHECK(number("half_t", 0x0001) == std::ldexp(1.0, -24));
  CHECK(number("bfloat16_t", 0xC040) == -3.0);
  CHECK(number("float", 0x40490FDB) == doctest::Approx(3.14159274));
  CHECK(number("double", 0x4000000000000000) == 2.0);
  CHECK(number("float_e4m3_t", 0x7E) == 448.0);
  CHECK(std::isnan(number("float_e4m3_t", 0x7F)));
  CHECK(number("float_e5m2_t", 0x7B) == 57344.0);
  CHECK(std::isnan(number("float_e5m2_t", 0x7C)));
  CHECK(number("int8_t", 0x80) == -128.0);
  CHECK(number("uint8_t", 0x80) == 128.0);
  CHECK(number("integer_subbyte<4, true>", 0xF) == -1.0);
  // Integers are exact; a narrower type has a wider tolerance.
  const auto tolerance = [](const char* in, const char* held, const char* out) {
    return mma_tolerance(*find_type(in), *find_type(held), *find_type(out));
  };
  CHECK(tolerance("int8_t", "int", "int").of_terms == 0);
  CHECK(tolerance("half_t", "float", "float").of_terms < tolerance("half_t", "half_t", "half_t").of_terms);
  CHECK(tolerance("half_t", "float", "half_t").of_sum < tolerance("half_t", "float", "bfloat16_t").of_sum);
}

TEST_CASE("gemm_kernel: what is traced is what is timed, but for the stamps; its counts are those of an H100") {
  const auto plan = kernel_plan_of(
      "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))\n"
      "cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))\n"
      "gemm_kernel((256,128):(128,1), (192,128):(128,1), (256,192):(192,1), cp, (Sw<2,3,3> o 0 o (64,32):(32,1), "
      "Sw<2,3,3> o 0 o (64,32):(32,1)), mma, load=\"SM75_U32x4_LDSM_N\", stages=3, dtype=\"half_t\")");
  REQUIRE(plan.has_value());
  const auto& gemm = *plan->as<GemmPlan>();
  const auto body = [](const std::string& text, std::string_view name) {
    std::string out;
    std::size_t at = text.find('\n', text.find(name) + 1) + 1;
    for (std::size_t end = text.find("\n}\n", at); at < end;) {
      const std::size_t next = text.find('\n', at) + 1;
      const std::string line = text.substr(at, next - at);
      if (line.find("trace_") == std::string::npos) out += line;
      at = next;
    }
    return out;
  };
  const std::string timed = body(cuda_text(gemm).text, "\nstridescope_gemm(");
  std::string traced = body(trace_text(gemm), "\nstridescope_trace_tiles(");
  CHECK(timed.size() > 1000);
  // All threads wait before the end of the tile is recorded.
  CHECK(traced == timed + "  __syncthreads();\n");
  std::vector<std::int64_t> counts;
  for (const PredictedCount& c : predict(gemm).counts) counts.push_back(c.count);
  CHECK(counts == std::vector<std::int64_t>{768, 12288, 3072, 6912, 768, 6144});
}

TEST_CASE("probes: a sparse A comes with its metadata") {
  const auto probe = [](const char* name) {
    const auto atom = find_mma(name);
    REQUIRE(atom.has_value());
    return plan_probe({*atom});
  };
  struct Case {
    const char* name;
    int group;
    int selector;
  };
  const Case cases[] = {{"SM90::GMMA::SPARSE::GMMA_64x16x32_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>", 4, 0},
                        {"SM90::GMMA::SPARSE::GMMA_64x16x32_F16F16F16_RS<GMMA::Major::K,GMMA::Major::MN,GMMA::ScaleIn::"
                         "One,GMMA::ScaleIn::"
                         "One,GMMA::SparseSel::One>",
                         4, 1},
                        {"SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_RS_TN<>", 2, 0},
                        {"SM90::GMMA::SPARSE::GMMA_64x8x64_S32U8S8_SS_TN<>", 4, 0}};
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const ProbePlan plan = probe(one.name);
    REQUIRE(plan.not_runnable.empty());
    REQUIRE(plan.mma->metadata.has_value());
    const MmaMetadata& e = *plan.mma->metadata;
    CHECK(e.group == one.group);
    CHECK(e.selector == one.selector);
    CHECK(e.values / e.group == 8);  // four bits each fill a register
    // Every group of every row has an owner, at its first element.
    std::vector<int> told(static_cast<std::size_t>(plan.mma->extents[0] * plan.mma->extents[2]));
    for (std::int64_t t = 0; t < 128; ++t) {
      for (std::int64_t v = 0; v < e.values; v += e.group) {
        const std::int64_t i = e.element.thread.at(t) + e.element.value.at(v);
        CHECK(i / plan.mma->extents[0] % e.group == 0);
        ++told[static_cast<std::size_t>(i)];
      }
    }
    std::int64_t groups = 0;
    for (const int n : told) groups += n > 0 ? 1 : 0;
    CHECK(groups == plan.mma->extents[0] * plan.mma->extents[2] / e.group);
    CHECK(cuda_text(plan).text.find("wgmma.mma_async.sp.sync") != std::string::npos);
  }
  // Kernels cannot multiply by a sparse atom: its metadata would be missing.
  const auto atom = find_mma(cases[0].name);
  Arith arith;
  MmaTile tile;
  tile.mma = make_tiled_mma(arith, *atom, LayoutRef(Layout{static_int(1), static_int(0)}), {});
  tile.tile = {64, 16, 32};
  CHECK(!plan_tile(tile, "mma_kernel").has_value());
}

TEST_CASE("probes: one for every atom whose instruction is known, a reason for every other") {
  constexpr int every = laws::complete ? 1 : 3;
  int named = 0;
  int probed = 0;
  int without = 0;
  for (const std::string& name : atom_names()) {
    if (name.find("64x") != std::string::npos && name.find("64x24x") == std::string::npos)
      continue;  // one N of each family
    if (++named % every != 0) continue;
    const auto value = find_atom(name);
    REQUIRE(value.has_value());
    ProbeKernel kernel;
    if (const auto* mma = value->as<MmaAtom>()) {
      kernel.atom = *mma;
    } else if (const auto* copy = value->as<CopyAtom>()) {
      kernel.atom = *copy;
    } else {
      continue;
    }
    CAPTURE(name);
    const ProbePlan plan = plan_probe(kernel);
    if (!plan.not_runnable.empty()) {
      ++without;
      continue;
    }
    ++probed;
    CHECK(plan.checks > 0);
    const KernelText text = cuda_text(plan);
    CHECK(text.threads > 0);
    CHECK(text.text.find("stridescope_probe(unsigned long long* wrong") != std::string::npos);
  }
  CHECK(probed > 120 / every);
  CHECK(without > 0);
}

}  // namespace stridescope
