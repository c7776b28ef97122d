// Values as source text. tests/codegen/check.mjs compiles and runs the text; here are its exact form and the refusals.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/emit/emit.h"
#include "core/workspace/workspace.h"
#include "tests/unit/layouts.h"

using namespace stridescope;

namespace {

std::string emitted(std::string_view program, std::string_view format, IntegerMode mode = IntegerMode::cute) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, mode);
  REQUIRE(report.diagnostics.empty());
  const auto text = workspace.emit(static_cast<int>(report.bindings.size()) - 1, format, {});
  return text ? *text : "refused: " + english(text.error().message);
}

std::string program(std::string_view text, std::string_view format) {
  Workspace workspace;
  workspace.evaluate(text, IntegerMode::cute);
  const auto out = workspace.emit_program(format);
  return out ? *out : "refused: " + english(out.error().message);
}

}  // namespace

TEST_CASE("codegen: CuTe C++ keeps static and dynamic apart") {
  CHECK(emitted("(_2,_4):(_1,_2)", "cpp") == "Layout<Shape<_2,_4>,Stride<_1,_2>>{}");
  CHECK(emitted("(2,4):(1,2)", "cpp") == "make_layout(make_shape(2, 4), make_stride(1, 2))");
  CHECK(emitted("(_2,4):(_1,_2)", "cpp") == "make_layout(make_shape(Int<2>{}, 4), make_stride(Int<1>{}, Int<2>{}))");
  CHECK(emitted("(2,4):(1,2)", "cpp", IntegerMode::teaching) == "Layout<Shape<_2,_4>,Stride<_1,_2>>{}");
  CHECK(emitted("_59:_13", "cpp") == "Layout<Int<59>,Int<13>>{}");
  CHECK(emitted("_4294967296", "cpp") == "C<4294967296>{}");
  CHECK(emitted("_-1", "cpp") == "Int<-1>{}");
  CHECK(emitted("(_2,3):(_1@0,3@1@0)", "cpp") ==
        "make_layout(make_shape(Int<2>{}, 3), make_stride(E<0>{}, 3*E<0,1>{}))");
  CHECK(emitted("(_2,_3):(_2@0,_1@1)", "cpp") == "Layout<Shape<_2,_3>,Stride<ScaledBasis<_2,0>,E<1>>>{}");
  CHECK(emitted("Sw<3,4,3> o _0 o (_8,_64):(_64,_1)", "cpp") ==
        "composition(Swizzle<3,4,3>{}, Int<0>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})");
  CHECK(emitted("<_3:_4, 8, _>", "cpp") == "make_tile(Layout<_3,_4>{}, 8, _)");
  CHECK(emitted("(1,(_2,_))", "cpp") == "make_coord(1, make_coord(Int<2>{}, _))");
  CHECK(emitted("equal(_2,_2)", "cpp") == "true_type{}");
  CHECK(emitted("equal(2,2)", "cpp") == "true");
}

TEST_CASE("codegen: CuTe DSL says what is dynamic") {
  CHECK(emitted("(_2,_4):(_1,_2)", "dsl") == "cute.make_layout((2, 4), stride=(1, 2))");
  CHECK(emitted("(_2,4):(_1,_2)", "dsl") ==
        "cute.make_layout((2, 4), stride=(1, 2))  # static integers have an underscore: (_2,4):(_1,_2)");
  CHECK(emitted("(_4):(_1)", "dsl") == "cute.make_layout((4,), stride=(1,))");
  CHECK(emitted("Sw<3,4,3> o _0 o _8:_1", "dsl") ==
        "cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout(8, stride=1))");
}

TEST_CASE("codegen: pycute and Python lists") {
  CHECK(emitted("(2,(2,4)):(1,(2,8))", "pycute") == "Layout((2, (2, 4)), (1, (2, 8)))");
  CHECK(emitted("(1,_)", "pycute") == "(1, None)");
  CHECK(emitted("(2,3):(3,1)", "python") ==
        "{\"shape\": (2, 3), \"stride\": (3, 1), \"offsets\": [\n    [0, 1, 2],\n    [3, 4, 5]]}");
  CHECK(emitted("5:2", "python") == "{\"shape\": 5, \"stride\": 2, \"offsets\": [0, 2, 4, 6, 8]}");
  // No list beyond the cap.
  CHECK(emitted("4097:1", "python") == "{\"shape\": 4097, \"stride\": 1}");
}

TEST_CASE("codegen: atoms and tilings in CuTe C++") {
  CHECK(emitted("SM80_16x8x16_F32F16F16F32_TN", "cpp") == "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}");
  CHECK(emitted("Copy_Atom<UniversalCopy<uint128_t>,half_t>", "cpp") ==
        "Copy_Atom<UniversalCopy<uint128_t>, half_t>{}");
  CHECK(emitted("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_32,_32,_16>)", "cpp") ==
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>,Stride<_1,_2,_0>>{}, "
        "make_tile(Int<32>{}, Int<32>{}, Int<16>{}))");
  CHECK(emitted("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>,(_16,_8):(_8,_1),(_1,_8))", "cpp") ==
        "make_tiled_copy_impl(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, "
        "Layout<Shape<Shape<_8,_16>,_8>,Stride<Stride<_128,_1>,_16>>{}, make_tile(Int<16>{}, Int<64>{}))");
  // The threads of a quadpair are not adjacent: the atoms' layout is found despite the gaps.
  const std::string quadpairs = "make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT,(_2,_2):(_2,_1)";
  CHECK(emitted(quadpairs + ",<_32,_32,_4>)", "cpp") ==
        "make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT{}, Layout<Shape<_2,_2,_1>,Stride<_2,_1,_0>>{}, "
        "make_tile(Int<32>{}, Int<32>{}, Int<4>{}))");
  CHECK(emitted("get_slice(" + quadpairs + "), 21)", "cpp") ==
        "make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT{}, Layout<Shape<_2,_2,_1>,Stride<_2,_1,_0>>{}).get_slice(21)");
  CHECK(emitted("print1D((2):(1))", "cpp").starts_with("\"  0"));
}

TEST_CASE("codegen: element types") {
  CHECK(emitted("half_t", "cpp") == "half_t");
  CHECK(emitted("float_e4m3_t", "dsl") == "cutlass.Float8E4M3FN");
  CHECK(emitted("float_ue4m3_t", "dsl")
            .starts_with("refused: the element type float_ue4m3_t cannot be written in CuTe DSL"));
  CHECK(emitted("half_t", "pycute").starts_with("refused"));
  CHECK(program("Element = half_t", "cpp").find("using Element = half_t;  // half_t\n") != std::string::npos);
  CHECK(emitted("SM90_TMA_LOAD<8192 bits>", "cpp")
            .starts_with("refused: SM90_TMA_LOAD<8192 bits> cannot be written in CuTe C++"));
}

TEST_CASE("codegen: every TiledMMA and TiledCopy of the golden data has a form in CuTe C++") {
  std::ifstream file("tests/golden/tiled.jsonl");
  REQUIRE_MESSAGE(file.good(), "run in the root of the repository");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    const nlohmann::json entry = nlohmann::json::parse(line, nullptr, false);
    if (entry["kind"] != "tiled_mma" && entry["kind"] != "tiled_copy") continue;
    if (++count % (laws::complete ? 1 : 3) != 0) continue;
    const std::string expression = entry["expr"];
    const std::string text = emitted(expression, "cpp");
    CHECK_MESSAGE(text.starts_with(entry["kind"] == "tiled_mma" ? "make_tiled_mma(" : "make_tiled_copy_impl("),
                  expression << ": " << text);
    const std::string python = emitted(expression, "python");
    CHECK_MESSAGE(python.starts_with("{\"atom\": "), expression << ": " << python);
  }
  CHECK(count > 20);
}

TEST_CASE("codegen: atoms and tilings in CuTe DSL, as far as it has them") {
  CHECK(emitted("SM80_16x8x16_F32BF16BF16F32_TN", "dsl") ==
        "cute.make_mma_atom(cute.nvgpu.warp.MmaF16BF16Op(cutlass.BFloat16, cutlass.Float32, (16, 8, 16)))");
  CHECK(emitted("SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>", "dsl") ==
        "cute.make_mma_atom(cute.nvgpu.warpgroup.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (64, 128, 16), "
        "cute.nvgpu.warpgroup.OperandSource.SMEM, cute.nvgpu.warpgroup.OperandMajorMode.K, "
        "cute.nvgpu.warpgroup.OperandMajorMode.MN))");
  CHECK(emitted("Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>", "dsl") ==
        "cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(cache_mode=cute.nvgpu.cpasync.LoadCacheMode.GLOBAL), "
        "cutlass.Float16, num_bits_per_copy=128)");
  CHECK(emitted("Copy_Atom<SM75_U16x8_LDSM_T,half_t>", "dsl") ==
        "cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(transpose=True, num_matrices=4), cutlass.Float16)");
  CHECK(emitted("make_tiled_mma(UniversalFMA<float>,(_16,_16,_1):(_16,_1,_0))", "dsl") ==
        "cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(cutlass.Float32), "
        "cute.make_layout((16, 16, 1), stride=(16, 1, 0)))");
  CHECK(emitted("SM70_8x8x4_F32F16F16F32_NT", "dsl")
            .starts_with("refused: SM70_8x8x4_F32F16F16F32_NT cannot be written"));
  CHECK(emitted("SM80_16x8x32_S32S8S8S32_TN", "dsl").starts_with("refused: "));
  CHECK(emitted("SM80_16x8x16_F32F16F16F32_TN", "pycute").starts_with("refused: a value of the kind 'MMA atom'"));
  CHECK(emitted("UniversalFMA<float>", "python") ==
        "{\"atom\": \"UniversalFMA<float>\", \"shape_mnk\": (1, 1, 1), "
        "\"thr_id\": {\"shape\": 1, \"stride\": 0, \"offsets\": [0]}, "
        "\"layoutA_TV\": {\"shape\": (1, 1), \"stride\": (0, 0), \"offsets\": [\n    [0]]}, "
        "\"layoutB_TV\": {\"shape\": (1, 1), \"stride\": (0, 0), \"offsets\": [\n    [0]]}, "
        "\"layoutC_TV\": {\"shape\": (1, 1), \"stride\": (0, 0), \"offsets\": [\n    [0]]}}");
}

TEST_CASE("codegen: what has no form is refused with the reason") {
  CHECK(emitted("counting_iter(0) o 4:1", "pycute") == "refused: a tensor cannot be written in pycute");
  CHECK(emitted("4:_1@0", "pycute") == "refused: a scaled basis element cannot be written in pycute");
  CHECK(emitted("LayoutLeft", "dsl") == "refused: LayoutLeft or LayoutRight cannot be written in CuTe DSL");
  CHECK(emitted("4:1", "fortran") == "refused: unknown format 'fortran'");
  CHECK(program("4:1", "svg") == "refused: a whole program cannot be written as 'svg'");
}

TEST_CASE("codegen: a program declares every name once") {
  const std::string text = program("A = _4\nA = _5\nauto = _6\nA_2 = _7\n_8\n_9\nE = _1\nT = print1D(2:1)", "cpp");
  const std::string expected =
      "// CuTe C++, inside a function: #include <cute/tensor.hpp>, using namespace cute;\n"
      "auto A = Int<4>{};  // _4\n"
      "auto A_2 = Int<5>{};  // _5\n"
      "auto auto_2 = Int<6>{};  // _6\n"
      "auto A_2_2 = Int<7>{};  // _7\n"
      "auto result = Int<8>{};  // _8\n"
      "auto result_2 = Int<9>{};  // _9\n"
      "auto E_2 = Int<1>{};  // _1\n"
      "auto T = \"  0    1  \\n\";  // print1D(2:1)\n";
  CHECK(text == expected);
  // Thousands of values with the same name do not cause thousands of searches.
  std::string same;
  for (int i = 0; i < 20000; ++i) same += "A = 1\n";
  CHECK(program(same, "pycute").ends_with("A_20000 = 1  # 1\n"));
}

TEST_CASE("codegen: long text is refused, not made") {
  // A tuple of tuples of ... of the same layout, as Python lists: each of the 2^12 lists 4,096 offsets.
  std::string doubling = "A = <4096:1, 4096:1>\n";
  for (int i = 0; i < 11; ++i) doubling += "A = <A, A>\n";
  Workspace workspace;
  const Report& report = workspace.evaluate(doubling, IntegerMode::cute);
  REQUIRE(report.diagnostics.empty());
  const auto text = workspace.emit(static_cast<int>(report.bindings.size()) - 1, "python", {});
  REQUIRE(!text);
  CHECK(text.error().code == ErrorCode::too_large);
}
