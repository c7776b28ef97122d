// Layouts of other systems: common samples, Triton's own expected bases, every conversion by brute force, and hostile
// texts. STRIDESCOPE_ROUND_TRIPS sets the number of random round trips per system, STRIDESCOPE_ROUND_SEED their seed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "core/base/text.h"
#include "core/facts/equality.h"
#include "tests/unit/foreign_systems.h"
#include "tests/unit/notation.h"
#include "tests/unit/offset_table.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

using Bases = std::vector<std::vector<std::int64_t>>;

bool same(const Value& a, const Value& b) {
  return compare_functions(a, b).outcome == FunctionComparison::Outcome::equal;
}

std::int64_t index_of(const std::vector<std::int64_t>& coordinate, const ForeignShape& shape) {
  std::int64_t out = 0;
  std::int64_t step = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    out += coordinate[d] * step;
    step *= shape[d];
  }
  return out;
}

// The xor of the bases, for every coordinate.
std::vector<std::int64_t> spanned(const Bases& bases, const ForeignShape& shape) {
  std::vector<std::int64_t> out = {0};
  for (const auto& basis : bases) {
    const std::size_t n = out.size();
    for (std::size_t i = 0; i < n; ++i) out.push_back(out[i] ^ index_of(basis, shape));
  }
  return out;
}

// Checks the places of a tensor's elements in `registers`, `lanes` and `warps`.
void check_held(std::string_view encoding, const ForeignShape& shape, const Bases& registers, const Bases& lanes,
                const Bases& warps) {
  CAPTURE(encoding);
  Bases all = lanes;
  all.insert(all.end(), warps.begin(), warps.end());
  all.insert(all.end(), registers.begin(), registers.end());
  CHECK(offsets_of(read("triton", encoding, shape)) == spanned(all, shape));
}

// Checks the places of a shared tensor: element(place) follows from the bases.
void check_placed(std::string_view encoding, const ForeignShape& shape, const Bases& places) {
  CAPTURE(encoding);
  const std::vector<std::int64_t> element = spanned(places, shape);
  const std::vector<std::int64_t> offset = offsets_of(read("triton", encoding, shape));
  for (std::size_t e = 0; e < offset.size(); ++e)
    REQUIRE(element[static_cast<std::size_t>(offset[e])] == static_cast<std::int64_t>(e));
}

int round_trips() {
  const char* text = std::getenv("STRIDESCOPE_ROUND_TRIPS");
  return text == nullptr ? 40 : std::atoi(text);
}

std::string mma(int version, std::string_view shape, std::string_view warps) {
  return cat("#ttg.nvidia_mma<{versionMajor = ", version, ", versionMinor = 0, warpsPerCTA = ", warps,
             ", instrShape = ", shape, "}>");
}
std::string dot(const std::string& parent, int operand, int width) {
  return cat("#ttg.dot_op<{opIdx = ", operand, ", parent = ", parent, ", kWidth = ", width, "}>");
}
std::string slice(const std::string& parent, int dimension) {
  return cat("#ttg.slice<{dim = ", dimension, ", parent = ", parent, "}>");
}

}  // namespace

TEST_CASE("interchange: the field's samples are what they are said to be") {
  CHECK(
      shown(read("triton", "#ttg.blocked<{sizePerThread=[1,8], threadsPerWarp=[8,4], warpsPerCTA=[4,1], order=[1,0]}>",
                 {64, 64})) == "((4,8,1,4),(8,1,2,2)):((512,1,2048,8),(64,1,2048,32))");
  CHECK(shown(read("thunderkittens", "st_bf<64,128>")) == "Sw<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))");
  CHECK(shown(read("cublaslt", "VEC32_UE8M0")) == "((32,4),4):((16,4),1)");
  CHECK(shown(read("tilus", "local(2,1).spatial(8,4).local(1,2)")) == "((4,8),(2,2)):((32,1),(16,8))");
  CHECK(shown(read("mojo", "col_major(16,2)")) == "(16,2):(1,16)");
  CHECK(shown(read("triton", "#ttg.padded_shared<[512:+16] {order = [1, 0], shape = [16, 512]}>", {16, 512})) ==
        "(16,512):(528,1)");
  const Value fragment =
      read("tilelang", "forward_thread \"_i%4*32+_j//8\", forward_index \"_i//4*8+_j%8\", replicate 1", {64, 256});
  CHECK(same(fragment, layout("((32,4),(8,16)):((512,1),(64,4))")));
  const Value wgmma = read(
      "mosaic", "TiledLayout(Tiling(((64,8),(16,8),(8,8),(2,))), warp_dims=(-7,), lane_dims=(-3,-2), vector_dim=-1)",
      {64, 32});
  // CUTLASS's CLayout_64xN.
  CHECK(shown(wgmma) == "((4,8,4),(2,2,4)):((128,1,16),(64,8,512))");
  CHECK(shown(read("torch_strides", "size=(64, 32), stride=(1, 64)")) == "(64,32):(1,64)");
  CHECK(shown(read("numpy_strides", "shape=(4, 6), strides=(48, -8), dtype=float64")) == "(4,6):(6,-1)");
  CHECK(shown(read("memref", "memref<64x32xf16, strided<[40, 1], offset: 5>, 3>")) ==
        "counting_iter(5) o (64,32):(40,1)");
  CHECK(shown(read("affine_map", "affine_map<(d0, d1) -> (d0 * 8 + d1 floordiv 4 + (d1 mod 4) * 64)>", {8, 32})) ==
        "(8,(4,8)):(8,(64,1))");
}

TEST_CASE("interchange: swizzled_shared is one swizzle, by its formula, wherever the formula applies") {
  int cases = 0;
  for (std::int64_t columns : {16, 32, 64, 128}) {
    for (int vec = 0; vec <= 4; ++vec) {
      for (int per_phase = 0; per_phase <= 3; ++per_phase) {
        for (int max_phase = 1; max_phase <= 4; ++max_phase) {
          const int shift = [&] {
            int out = per_phase - vec;
            while ((std::int64_t{1} << (out + vec - per_phase)) < columns) ++out;
            return out;
          }();
          if (shift < max_phase || columns >> vec < 1 << max_phase || 1 << (max_phase + per_phase) > 64) continue;
          ++cases;
          const std::string text = cat("#ttg.swizzled_shared<{vec = ", 1 << vec, ", perPhase = ", 1 << per_phase,
                                       ", maxPhase = ", 1 << max_phase, ", order = [1, 0]}>");
          CAPTURE(text);
          CHECK(shown(read("triton", text, {64, columns})) ==
                cat("Sw<", max_phase, ",", vec, ",", shift, "> o 0 o (64,", columns, "):(", columns, ",1)"));
        }
      }
    }
  }
  CHECK(cases > 100);
}

// Expected bases: unittest/Dialect/TritonGPU/LinearLayoutConversionsTest.cpp of triton-lang/triton.
TEST_CASE("interchange: Triton's encodings in registers have the bases that Triton expects") {
  const Bases v3_lanes = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}};
  const std::string v3 = mma(3, "[16, 16, 8]", "[4, 1]");
  check_held(v3, {64, 16}, {{0, 1}, {8, 0}, {0, 8}}, v3_lanes, {{16, 0}, {32, 0}});
  check_held(v3, {128, 16}, {{0, 1}, {8, 0}, {0, 8}, {64, 0}}, v3_lanes, {{16, 0}, {32, 0}});
  const std::string wide = mma(3, "[16, 32, 16]", "[4, 2]");
  check_held(wide, {64, 32}, {{0, 1}, {8, 0}, {0, 8}, {0, 16}}, v3_lanes, {{16, 0}, {32, 0}, {0, 0}});
  check_held(wide, {256, 64}, {{0, 1}, {8, 0}, {0, 8}, {0, 16}, {64, 0}, {128, 0}}, v3_lanes,
             {{16, 0}, {32, 0}, {0, 32}});
  check_held(mma(3, "[16, 16, 8]", "[4, 4]"), {32, 32}, {{0, 1}, {8, 0}, {0, 8}}, v3_lanes,
             {{16, 0}, {0, 0}, {0, 16}, {0, 0}});
  const std::string v2 = mma(2, "[16, 8]", "[1, 1]");
  check_held(dot(v2, 0, 8), {16, 64}, {{0, 1}, {0, 2}, {0, 4}, {8, 0}, {0, 32}},
             {{0, 8}, {0, 16}, {1, 0}, {2, 0}, {4, 0}}, {});
  check_held(dot(v2, 1, 8), {64, 8}, {{1, 0}, {2, 0}, {4, 0}, {32, 0}}, {{8, 0}, {16, 0}, {0, 1}, {0, 2}, {0, 4}}, {});
  check_held(dot(mma(2, "[16, 8]", "[2, 2]"), 1, 8), {128, 32}, {{1, 0}, {2, 0}, {4, 0}, {32, 0}, {64, 0}, {0, 16}},
             {{8, 0}, {16, 0}, {0, 1}, {0, 2}, {0, 4}}, {{0, 8}, {0, 0}});
  check_held(dot(mma(2, "[1, 16, 8]", "[2, 4, 2]"), 1, 8), {8, 128, 64},
             {{0, 1, 0}, {0, 2, 0}, {0, 4, 0}, {0, 32, 0}, {0, 64, 0}, {0, 0, 16}, {0, 0, 32}, {2, 0, 0}, {4, 0, 0}},
             {{0, 8, 0}, {0, 16, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 4}}, {{0, 0, 8}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}});
  check_held(dot(mma(3, "[16, 16, 8]", "[4, 2]"), 0, 4), {128, 64}, {{0, 1}, {0, 2}, {8, 0}, {0, 16}, {0, 32}, {64, 0}},
             {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}}, {{16, 0}, {32, 0}, {0, 0}});
  check_held(slice(dot(v2, 0, 8), 1), {16}, {{8}}, {{0}, {0}, {1}, {2}, {4}}, {});
  check_held(slice(mma(2, "[16, 8]", "[2, 2]"), 0), {128}, {{1}, {16}, {32}, {64}}, {{2}, {4}, {0}, {0}, {0}},
             {{8}, {0}});
  check_held(
      slice("#ttg.blocked<{sizePerThread = [1, 1, 1, 4], threadsPerWarp = [2, 1, 1, 16], warpsPerCTA = [1, 2, 4, "
            "1], order = [3, 0, 1, 2]}>",
            3),
      {2, 1, 1}, {}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  // 32x32 of mfma: four rows, then a gap of four that the other half of the lanes has.
  check_held("#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>",
             {32, 32}, {{1, 0}, {2, 0}, {8, 0}, {16, 0}}, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {4, 0}}, {});
  check_held("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], instrShape = [16, 16, 16], isTransposed = true}>",
             {64, 128}, {{0, 1}, {0, 2}, {0, 64}, {32, 0}}, {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 4}, {0, 8}},
             {{0, 16}, {0, 32}, {16, 0}});
  check_held("#ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2]}>", {32, 32},
             {{2, 0}, {4, 0}, {8, 0}}, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {1, 0}}, {{0, 16}, {16, 0}});
  check_held("#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [1, 1]}>", {16, 16},
             {{1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {8, 0}}, {});
}

TEST_CASE("interchange: Triton's encodings of shared memory have the places that Triton expects") {
  const auto nvmma = [](int width, bool transposed, int bits) {
    return cat("#ttg.nvmma_shared<{swizzlingByteWidth = ", width, ", transposed = ", transposed ? "true" : "false",
               ", elementBitWidth = ", bits, "}>");
  };
  check_placed("#ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [3, 2, 1, 0]}>", {2, 4, 32, 32},
               {{0, 0, 0, 1},
                {0, 0, 0, 2},
                {0, 0, 0, 4},
                {0, 0, 0, 8},
                {0, 0, 0, 16},
                {0, 0, 1, 0},
                {0, 0, 2, 2},
                {0, 0, 4, 4},
                {0, 0, 8, 0},
                {0, 0, 16, 0},
                {0, 1, 0, 0},
                {0, 2, 0, 0},
                {1, 0, 0, 0}});
  check_placed("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [0, 1]}>", {4, 8},
               {{1, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 4}});
  check_placed(nvmma(32, false, 16), {8, 16}, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 8}});
  check_placed(nvmma(128, false, 32), {8, 64},
               {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {1, 4}, {2, 8}, {4, 16}, {0, 32}});
  check_placed(nvmma(128, true, 32), {128, 128},
               {{1, 0},
                {2, 0},
                {4, 0},
                {8, 0},
                {16, 0},
                {4, 1},
                {8, 2},
                {16, 4},
                {0, 8},
                {0, 16},
                {0, 32},
                {0, 64},
                {32, 0},
                {64, 0}});
  check_placed(nvmma(64, false, 32), {32, 4, 64},
               {{0, 0, 1},
                {0, 0, 2},
                {0, 0, 4},
                {0, 0, 8},
                {0, 1, 0},
                {0, 2, 4},
                {1, 0, 8},
                {2, 0, 0},
                {4, 0, 0},
                {8, 0, 0},
                {16, 0, 0},
                {0, 0, 16},
                {0, 0, 32}});
  check_placed(nvmma(64, true, 32), {64, 4, 32},
               {{1, 0, 0},
                {2, 0, 0},
                {4, 0, 0},
                {8, 0, 0},
                {0, 0, 4},
                {4, 0, 8},
                {8, 0, 16},
                {0, 1, 0},
                {0, 2, 0},
                {0, 0, 1},
                {0, 0, 2},
                {16, 0, 0},
                {32, 0, 0}});
  // The operand of wgmma that TMA fills: CuTe's K-major atom of 128 bytes, box by box.
  CHECK(same(read("triton", nvmma(128, false, 16), {64, 128}), read("thunderkittens", "st_bf<64, 128>")));
  CHECK(shown(read("triton", "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>", {128, 128})) ==
        "(128,128):(1@0,1@1)");
  CHECK(shown(read("triton", "#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>", {64, 64})) ==
        "((16,4),64):((1@0,32@0),1@1)");
  CHECK(shown(read("triton", "#ttg.padded_shared<[64:+4, 256:+8] {order = [1, 0], shape = [16, 32]}>", {16, 32})) ==
        "((2,4,2),32):((32,68,280),1)");
}

TEST_CASE("interchange: an encoding is found in a type, and behind lines that name it") {
  const std::string mma_line =
      "#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>\n";
  CHECK(same(read("triton", mma_line + "tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>"),
             read("triton", dot(mma(2, "[16, 8]", "[2, 2]"), 0, 2), {64, 32})));
  CHECK(same(read("triton",
                  "#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
                  "!ttg.memdesc<3x64x64xf16, #shared, #ttg.shared_memory, mutable>"),
             layout("(64,64):(64,1)")) == false);
  CHECK(shown(read("triton",
                   "!ttg.memdesc<3x64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order "
                   "= [1, 0]}>, #ttg.shared_memory, mutable>")) == "Sw<3,3,3> o 0 o (64,64):(64,1)");
  // Several blocks are a third mode.
  const Value blocks =
      read("triton",
           "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, "
           "0], CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0]}>",
           {16, 16});
  CHECK(shown(blocks) == "((4,8),4,2):((64,1),16,8)");
}

TEST_CASE("interchange: every system's own text comes back from its layout") {
  const struct {
    std::string_view system;
    std::string_view text;
    ForeignShape shape;
  } rows[] = {
      {"triton",
       "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>",
       {64, 64}},
      {"triton",
       "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>",
       {64, 64}},
      {"triton", "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {64, 64}},
      {"triton", "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>", {64, 128}},
      {"memref", "memref<64x32xf32, strided<[40, 1], offset: 5>>", {}},
      {"torch_strides", "size=(64, 32), stride=(1, 64), storage_offset=0", {}},
      {"affine_map", "affine_map<(d0, d1) -> (d0 * 8 + (d1 mod 4) * 64 + (d1 floordiv 4))>", {8, 32}},
      {"tilelang",
       "Fragment([16, 8] -> [4], replicate: 1, thread: 32, forward_thread: _i % 8 * 4 + _j // 2, forward_index: [_i // "
       "8 "
       "* 2 + _j % 2])",
       {16, 8}},
      {"tilelang", "Layout([8, 8] -> [64], forward_index: [_i * 8 + _j])", {8, 8}},
      {"tilelang", "T.Fragment([16, 8], lambda i, j: (i % 8 * 4 + j // 2, i // 8 * 2 + j % 2), replicate=1)", {16, 8}},
      {"thunderkittens", "st_bf<64, 128>", {64, 128}},
      {"thunderkittens", "rt_fl<32, 32, row_l>", {32, 32}},
      {"thunderkittens", "rt_fl<16, 48, col_l>", {16, 48}},
      {"mosaic",
       "TiledLayout(Tiling(((64, 8), (16, 8), (8, 8), (2,))), warp_dims=(-7,), lane_dims=(-3, -2), vector_dim=-1)",
       {64, 32}},
      {"tilus", "local(2, 1).spatial(8, 4).local(1, 2)", {16, 8}},
      {"tlx", "tlx.layout(shape=((128,), (128,)), stride=((128,), (1,)))", {128, 128}},
      {"tlx", "tlx.swizzled_layout(3, 3, 3, order=[1, 0])", {64, 64}},
      {"mojo", "Layout(IntTuple(IntTuple(2, 2), 8), IntTuple(IntTuple(1, 16), 2))", {}},
      {"cublaslt", "CUBLASLT_ORDER_COL4_4R2_8C, rows=64, cols=64, ld=2048", {}},
      {"cublaslt", "CUBLASLT_ORDER_COL32_2R_4R4, rows=64, cols=64, ld=2048", {}},
      {"cublaslt", "CUBLASLT_ORDER_ROW, rows=5, cols=7, ld=9", {}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const Value layout = read(row.system, row.text, row.shape);
    const std::string back = write(row.system, layout, row.shape);
    CAPTURE(back);
    CHECK(same(read(row.system, back, row.shape), layout));
    if (row.system != "mosaic" && row.system != "tilelang") CHECK(back == row.text);
  }
  CHECK(write("torch_strides", layout("((2,2),8):((1,16),2)")) ==
        "error: torch has one stride for each dimension: at (2,0) they give 2, but the layout gives 16");
  CHECK(write("tilus", layout("(32,2):(1,16)"), {32, 1}).starts_with("error: "));
}

TEST_CASE("interchange: random layouts round-trip through each system") {
  const char* seed = std::getenv("STRIDESCOPE_ROUND_SEED");
  std::mt19937_64 random(20261123 + (seed == nullptr ? 0U : static_cast<unsigned>(std::atoi(seed))));
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  const auto power = [&](int most) { return std::int64_t{1} << below(most + 1); };
  const int times = round_trips();
  const auto check = [&](std::string_view system, const Value& layout, const ForeignShape& shape) {
    const std::string text = write(system, layout, shape);
    CAPTURE(system);
    CAPTURE(shown(layout));
    CAPTURE(text);
    REQUIRE_FALSE(text.starts_with("error: "));
    REQUIRE(same(read(system, text, shape), layout));
  };
  for (int i = 0; i < times; ++i) {
    // A register layout: a tensor split into digits of both dimensions, distributed to threads and values.
    const std::int64_t lanes_m = power(3);
    const std::int64_t lanes_n =
        32 / std::max<std::int64_t>(lanes_m, 2) / (lanes_m < 2 ? 2 : 1) * (lanes_m < 2 ? 2 : 1);
    const std::int64_t lane_rows = 32 / lanes_n;
    const std::string blocked = cat("#ttg.blocked<{sizePerThread = [", power(2), ", ", power(3),
                                    "], threadsPerWarp = [", lane_rows, ", ", lanes_n, "], warpsPerCTA = [", power(1),
                                    ", ", power(1), "], order = [", below(2) == 0 ? "1, 0" : "0, 1", "]}>");
    const Value held = read("triton", blocked, {64, 64});
    check("triton", held, {64, 64});
    check("tilelang", held, {64, 64});
    check("tlx", held, {64, 64});
    const std::int64_t exchanged = 1 + below(3);
    check("tlx",
          read("tlx",
               cat("tlx.swizzled_layout(", exchanged, ", ", below(4), ", ", exchanged + below(3), ", order=[",
                   below(2) == 0 ? "1, 0])" : "0, 1])"),
               {32, 64}),
          {32, 64});
    static constexpr std::string_view makers[] = {
        "make_swizzled_layout(\"float64\")",       "make_swizzled_layout(\"float16\")",
        "make_mma_swizzle_layout(\"float16\")",    "make_mfma_swizzle_layout(\"float16\")",
        "make_volta_swizzled_layout(\"float16\")", "make_wgmma_swizzled_layout(\"float32\")"};
    const ForeignShape tile = {8 << below(3), 16 << below(4)};
    check("tilelang", read("tilelang", makers[below(6)], tile), tile);
    // Any linear map of positions.
    std::vector<std::int64_t> place(64);
    for (std::size_t k = 0; k < place.size(); ++k) place[k] = static_cast<std::int64_t>(k);
    std::string bases;
    std::vector<int> order = {0, 1, 2, 3, 4, 5};
    std::shuffle(order.begin(), order.end(), random);
    for (int b = 0; b < 6; ++b) {
      std::int64_t basis = std::int64_t{1} << order[static_cast<std::size_t>(b)];
      for (int k = 0; k < b; ++k) basis ^= below(2) << order[static_cast<std::size_t>(k)];
      append_all(bases, b > 0 ? ", " : "", "[", basis % 8, ", ", basis / 8, "]");
    }
    const Value placed = read("triton", cat("#ttg.shared_linear<{offset = [", bases, "], block = []}>"), {8, 8});
    check("triton", placed, {8, 8});
    check("tilelang", placed, {8, 8});
    // Strides of any sort.
    const std::int64_t m = 1 + below(9);
    const std::int64_t n = 1 + below(9);
    Layout strided = {tuple(cat("(_", m, ",_", n, ")")), tuple(cat("(_", below(40), ",_", below(40), ")"))};
    for (const std::string_view system : {"torch_strides", "numpy_strides", "memref", "mojo", "affine_map"})
      check(system, strided, system == "affine_map" ? ForeignShape{m, n} : ForeignShape{});
    // Products of local and spatial.
    std::string product;
    for (int f = 0; f < 4; ++f)
      append_all(product, f > 0 ? "." : "", below(2) == 0 ? "local(" : "spatial(", 1 + below(3), ", ", 1 + below(3),
                 ")");
    const Value dealt = read("tilus", product);
    const ForeignShape shape = [&] {
      Arith arith;
      ForeignShape out = {1, 1};
      std::string_view rest = product;
      for (int f = 0; f < 4; ++f) {
        const std::size_t open = rest.find('(');
        out[0] *= rest[open + 1] - '0';
        out[1] *= rest[open + 4] - '0';
        rest = rest.substr(open + 5);
      }
      return out;
    }();
    check("tilus", dealt, shape);
    const std::string warps =
        cat("local(", power(1), ", ", power(1), ").spatial(", power(2), ", 1).local(", power(1), ", ", power(2),
            ").spatial(", lane_rows, ", ", lanes_n, ").local(", power(1), ", ", power(1), ")");
    const Value by_warps = read("tilus", warps);
    ForeignShape whole = {1, 1};
    {
      std::string_view rest = warps;
      for (std::size_t open = rest.find('('); open != std::string_view::npos; open = rest.find('(')) {
        whole[0] *= std::atoi(rest.data() + open + 1);
        whole[1] *= std::atoi(rest.data() + rest.find(',', open) + 1);
        rest = rest.substr(open + 1);
      }
    }
    check("mosaic", by_warps, whole);
    const std::int64_t r = 16 * (1 + below(4));
    const std::int64_t c = 16 * (1 + below(8));
    check("thunderkittens", read("thunderkittens", cat(below(2) == 0 ? "st_bf<" : "st_fl<", r, ", ", c, ">")), {r, c});
    check("thunderkittens", read("thunderkittens", cat("rt_bf<", r, ", ", c, below(2) == 0 ? ", row_l>" : ", col_l>")),
          {r, c});
    static constexpr std::string_view orders[] = {"COL", "ROW", "COL32", "COL4_4R2_8C", "COL32_2R_4R4", "VEC16_UE4M3"};
    const std::string_view chosen = orders[below(6)];
    const std::int64_t rows = chosen.starts_with("VEC") ? 128 * (1 + below(3)) : 32 * (1 + below(4));
    check("cublaslt", read("cublaslt", chosen, {rows, 32 * (1 + below(4))}), {});
  }
}

TEST_CASE("interchange: what is wrong with a text is said with its place") {
  CHECK(refused("triton", "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4, warpsPerCTA = [4, 1]") ==
        "triton: at character 75, '= [4, 1]': expected ']'");
  CHECK(refused("triton", "#ttg.blocked<{sizePerThread = [1, 8]}>") ==
        "triton: at character 1, '#ttg.blocked<{sizePerThr': 'threadsPerWarp' is missing");
  CHECK(refused("triton", "") ==
        "triton: the text ends after 0 characters: expected an encoding, #ttg.NAME<...>, or a type "
        "tensor<...> that contains one");
  CHECK(refused("triton", "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {48, 64}) ==
        "48 is not a power of two: no Triton layout has that extent");
  CHECK(refused("memref", "memref<4x?xf32>") ==
        "memref: at character 12, 'f32>': dimension 1 is unknown: give the shape, memref(\"...\", (M,N))");
  CHECK(refused("numpy_strides", "shape=(4, 6), strides=(48, 6), dtype=float32")
            .find("stride 6 of dimension 1 is not a multiple of 4 bytes") != std::string::npos);
  CHECK(refused("tilelang", "Layout([4, 4] -> [16], forward_index: [_i * _j])") ==
        "no layout was found: at (1,1) the value is 1, but strides that fit the previous values give 0; none of the 14 "
        "swizzles on "
        "these bits fits over strides, nor does the chain suggested by the powers of two in its extents");
  CHECK(refused("affine_map", "affine_map<(d0) -> (d0 mod 0)>", {4}) == "affine_map: a divisor is 0");
  CHECK(refused("affine_map", "affine_map<(d0)[s0] -> (d0 * s0)>", {4}).find("a symbol has no value") !=
        std::string::npos);
  CHECK(refused("thunderkittens", "st_bf<64,100>").find("multiples of 16") != std::string::npos);
}

TEST_CASE("interchange: a matrix of scale factors that is not made of tiles is told with the padded shape") {
  Budget budget(1'000'000, 1 << 20);
  Arith arith(&budget);
  (void)find_foreign_system("cublaslt")->read(arith, "VEC16_UE4M3", {200, 9});
  REQUIRE(arith.failed());
  const Error why = arith.error().value();
  CHECK(english(why.message) == "cublaslt: 200 x 9 is not made of tiles of 128 x 4");
  CHECK(english(why.hint) == "pad the matrix: cublaslt(\"VEC16_UE4M3\", (256,12))");
}

TEST_CASE("interchange: lines of other systems are pasted as they are") {
  const auto teaching = [](std::string_view program) { return last(program, IntegerMode::teaching); };
  CHECK(teaching("st_bf<64, 128>") == "Sw<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))");
  CHECK(teaching("A = local(2, 1).spatial(8, 4).local(1, 2)\nA") == "((4,8),(2,2)):((32,1),(16,8))");
  // A // of TVM is not a comment, and the next line is ours.
  CHECK(teaching("F = Fragment([16, 8] -> [4], replicate: 1, thread: 32, forward_thread: _i % 8 * 4 + _j // 2, "
                 "forward_index: [_i // 8 * 2 + _j % 2])  \nsize(F)  # all of it") == "128");
  CHECK(teaching("memref<64x32xf16, strided<[40, 1]>>") == "(64,32):(40,1)");
  CHECK(teaching("plgpu.TiledLayout(Tiling(((64,8),(16,8),(8,8),(2,))), warp_dims=(-7,), lane_dims=(-3,-2), "
                 "vector_dim=-1)") == "((4,8,4),(2,2)):((128,1,16),(64,8))");
  // A module of Triton: each encoding with the shape of its first type; shared memory without a type is omitted.
  const std::string_view module =
      "#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, "
      "0]}>\n"
      "#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>\n"
      "#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
      "#unused = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
      "#smem = #ttg.shared_memory\n"
      "%0 = tt.load %1 : tensor<64x64x!tt.ptr<f16>, #blocked>\n"
      "%2 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>\n"
      "%3 = ttg.local_load %2 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, "
      "parent = #mma, kWidth = 2}>>\n";
  const Evaluation e = evaluate(module, IntegerMode::teaching);
  std::vector<std::string> found;
  for (const auto& binding : e.bindings)
    found.push_back(cat(binding.name, " ", to_text(binding.value, IntegerMode::teaching)));
  REQUIRE(found.size() == 3);
  CHECK(found[0] == "blocked ((4,8,1,4),(8,1,2,2)):((512,1,2048,8),(64,1,2048,32))");
  CHECK(found[1].starts_with("mma ((4,8,4),"));
  CHECK(found[2] == "shared Sw<3,3,3> o 0 o (64,64):(64,1)");
  CHECK(e.errors.empty());
}

TEST_CASE("interchange: hostile texts end in an error, in bounded time") {
  const std::string_view seeds[] = {
      "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>",
      "#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>\n"
      "tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>",
      "#ttg.padded_shared<[512:+16, 1024:+8] {offset = [[0, 1], [0, 2], [1, 0]], block = []}>",
      "#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CTASplitM = 2>",
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, partitionLayout = "
      "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [16, 32]}>}>",
      "#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0]], warp = [], block = []}>",
      "memref<64x32xf16, strided<[40, 1], offset: 5>, 3>",
      "affine_map<(d0, d1) -> (d0 * 8 + d1 floordiv 4 + (d1 mod 4) * 64)>",
      "size=(64, 32), stride=(1, 64), dtype=float32",
      "Fragment([16, 8] -> [4], replicate: 1, thread: 32, forward_thread: _i % 8 * 4 + _j // 2, forward_index: [_i // "
      "8 * 2 + _j % 2])",
      "st_bf<64, 128>",
      "TiledLayout(Tiling(((64,8),(16,8),(8,8),(2,))), warp_dims=(-7,), lane_dims=(-3,-2), vector_dim=-1)",
      "local(2,1).spatial(8,4).local(1,2)",
      "tlx.layout(shape=((32, 4), (128,)), stride=((128, 4096), (1,)))",
      "tlx.swizzled_layout(3, 3, 3, order=[1, 0])",
      "// tlx.dump_layout @ x\n//   type: tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], "
      "warpsPerCTA = [4], order = [0]}>>\n//   cute: ((_32,_2,_2),_1):((_1,_32,_0),_0)\n",
      "make_cutlass_metadata_layout(\"uint8\", mma_dtype=\"float16\", arch=\"9.0\", block_k=128)",
      "make_mfma_swizzle_layout((64, 32), \"float16\", vecSize=4)",
      "make_fully_replicated_layout_fragment(threads=128)",
      "RegisterLayout(shape=[16, 8], mode_shape=[2, 8, 4, 2], spatial_modes=[1, 2], local_modes=[0, 3])",
      "Layout(IntTuple(4, 8), IntTuple(8, 1))",
      "CUBLASLT_ORDER_COL32, rows=64, cols=64, ld=2048",
  };
  std::mt19937_64 random(7);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string_view alphabet = "0123456789-<>[](){},:=#.?x_ \"da+*/%";
  const std::string_view numbers[] = {"0",          "-1",        "9223372036854775807", "99999999999999999999",
                                      "1000000007", "4294967296"};
  const auto try_all = [&](std::string_view text) {
    for (const ForeignSystem& system : foreign_systems()) {
      for (const ForeignShape& shape : {ForeignShape{}, ForeignShape{64, 32}}) {
        Budget budget(2'000'000, 1 << 24);
        Arith arith(&budget);
        const Value value = system.read(arith, text, shape);
        if (arith.failed()) {
          REQUIRE_FALSE(english(arith.error().value().message).empty());
        } else {
          REQUIRE(!kind_name(value)[0] == false);
        }
      }
    }
  };
  const int times = round_trips();
  for (int i = 0; i < times; ++i) {
    std::string text(seeds[below(std::size(seeds))]);
    for (std::size_t k = below(4); k-- > 0;) {
      const std::size_t at = below(text.size());
      const std::size_t what = below(5);
      if (what == 0) text.erase(at, 1 + below(8));
      if (what == 1) text.insert(at, 1, alphabet[below(alphabet.size())]);
      if (what == 2) text[at] = alphabet[below(alphabet.size())];
      if (what == 3) text.insert(at, numbers[below(std::size(numbers))]);
      if (what == 4) text.resize(at + 1);
      if (text.empty()) text = "#";
    }
    CAPTURE(text);
    try_all(text);
  }
  for (const char c : {'(', '[', '{', '<', '#', '-', '"'}) try_all(std::string(60000, c));
  try_all(std::string(100000, 'a'));
  std::string nested = "#ttg.slice<{dim = 0, parent = ";
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += nested;
  try_all(deep);
  // Names that double their contents.
  std::string doubling = "#a0 = [1, 1]\n";
  for (int i = 1; i < 40; ++i)
    append_all(doubling, "#a", i, " = #ttg.blocked<{x = #a", i - 1, ", y = #a", i - 1, "}>\n");
  try_all(doubling);
}

}  // namespace stridescope
