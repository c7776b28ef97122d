// Tests of the direct answers to a paste: real problems, pasted as users wrote them.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"
#include "core/workspace/edit.h"
#include "core/workspace/workspace.h"
#include "tests/unit/foreign_systems.h"
#include "tests/unit/offset_table.h"

namespace stridescope {
namespace {

struct Pasted {
  std::string values;  // each on a line, with its name
  std::string errors;
  std::string notes;
  std::string holes;
  std::string assumed;
};
Pasted pasted(const std::string& text) {
  const Evaluation e = evaluate(text, IntegerMode::teaching);
  Pasted out;
  for (const Binding& b : e.bindings) out.values += b.name + " = " + to_text(b.value, IntegerMode::teaching) + "\n";
  for (const ProgramError& one : e.errors) {
    out.errors += english(one.message) + " | " + english(one.hint) + "\n";
    out.holes += one.hole + " ";
  }
  for (const ProgramError& one : e.assumed) {
    out.assumed += english(one.message) + " | " + english(one.hint) + "\n";
    if (!one.hole.empty()) out.holes += one.hole + " ";
  }
  for (const Message& note : e.notes) out.notes += english(note) + "\n";
  return out;
}
bool has(const std::string& all, const std::string& part) { return all.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("problem 7: where a printed tensor begins is not needed, and the box that an atom must have is told") {
  const Pasted p = pasted(
      "sA: tensor<ptr<f16, smem, align<1024>> o S<3,4,3> o 0 o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))>\n"
      "gA: tensor<(0,?{div=128}) o (128,64,64):(1@1,1@0,64@0)>\n");
  CHECK(p.errors == "");
  CHECK(has(p.notes, "?1 is not given: 0 is used; to override it, write n1 = 128 on an earlier line"));
  CHECK(has(p.values,
            "legal with an atom whose tma_gbasis is (64,128):(1@0,1@1); tma_partition(atom, 0, 1:0, group<0,2>(S), "
            "group<0,2>(G))"));
  const Pasted other = pasted("tma_fit((96,64):(1@1,1@0), (128,64):(64,1))");
  CHECK(has(other.values, "no box: no leading modes"));
  CHECK(has(pasted("tma_fit((4,4):(1@1,1@0), (4,4):(1,8))").values, "does not fill 16 places in a row"));
}

TEST_CASE("problem 9: a printed wgmma whose layout of C lacks a mode is compared with CUTLASS's") {
  const std::string atom =
      "MMA Atom\n  ThrID:           128:1\n  Shape MNK:       (64,8,16)\n  TV Layout A:     (128,(64,16)):(0,(1,64))\n"
      "  TV Layout B:     (128,(8,16)):(0,(1,8))\n  TV Layout C:     ((4,8,4),(2,2)):((128,1,16),(64,8))\n";
  const std::string tiled = "Tiled MMA\n  Thr Layout VMNK: (128,1,1,1):(1,0,0,0)\n  Permutation MNK: (_,_,_)\n";
  CHECK(has(pasted(tiled + atom).values, "1 of them is the same function, written with other modes"));
  CHECK(has(pasted(atom).values, "the same function"));
  std::string whole = atom;
  whole.replace(whole.find("(2,2)):((128,1,16),(64,8))"), 26, "(2,2,1)):((128,1,16),(64,8,512))");
  CHECK_FALSE(has(pasted(tiled + whole).values, "function"));
}

TEST_CASE("problem 10: partitions that fit are said to, with the atom that is legal") {
  const auto said = [](const std::string& a, const std::string& b, const std::string& d) {
    return pasted("'cute.gemm' op invalid layout of A/B/D. A: " + a + ", B: " + b + ", D:" + d).errors;
  };
  const std::string one = said("(1,1):(0,0)", "(1,1):(0,0)", "((2,2),1,1):((1,2),0,0)");
  CHECK(has(one, "the (V,M) and (V,N) of a single instruction, and the 4 values of D belong to a thread of 64x8"));
  CHECK(has(one, "SM90_64x8x32_F32E4M3E4M3_SS_TN; if a version of CUTLASS rejects it, use a tile of N = 16"));
  CHECK(
      has(said("(1,2):(0,64)", "(1,1):(0,0)", "((2,2),1,1):((1,2),0,0)"), "A spans 2 instructions along M, D spans 1"));
  CHECK(has(said("(1,1,4):(0,0,2)", "(1,1,2):(0,0,2)", "((2,2),1,1):((1,2),0,0)"),
            "A spans 4 instructions along K, B spans 2"));
}

TEST_CASE("problem 17: the major that CUTLASS's tile of the scale factors of B asks") {
  const std::string config = "using Config = cutlass::detail::Sm1xxBlockwiseScaleConfig<1, 128, 128, UMMA::Major::K, ";
  const std::string calls =
      "auto s = Config::smem_atom_layoutSFB(Shape<_256,_256,_256>{});\n"
      "auto g = Config::tile_atom_to_shape_SFB(make_shape(256, 256, 256, 1));\n"
      "auto a = Config::tile_atom_to_shape_SFA(make_shape(256, 256, 256));\n";
  const Pasted mixed = pasted(config + "UMMA::Major::MN>;\n" + calls);
  CHECK(has(mixed.values, "s = ((128,2),(128,2)):((0,2),(0,1))"));
  CHECK(has(mixed.values, "g = ((128,2),(128,2),1):((0,1),(0,2),4)"));
  CHECK(has(mixed.values, "a = ((1,256),(128,2),1):((0,2),(0,1),512)"));
  CHECK(has(
      mixed.errors,
      "smem_atom_layoutSFB takes the major mode of A: the scale factors of B are K-major in shared memory and MN-major "
      "in global memory"));
  CHECK(pasted(config + "UMMA::Major::MN>;\nusing L = decltype(Config::deduce_layoutSFB());\n").holes == "n1 n2 n3 ");
  CHECK(has(pasted("n1 = 2\nn2 = 4\nn3 = 1\n" + config +
                   "UMMA::Major::MN>;\nusing L = decltype(Config::deduce_layoutSFB());\n")
                .values,
            "L = ((128,2),(128,4),1):((0,1),(0,2),8)"));
  const Pasted alike = pasted(config + "UMMA::Major::K>;\n" + calls);
  CHECK(alike.errors == "");
  CHECK(has(alike.values, "g = ((128,2),(128,2),1):((0,2),(0,1),4)"));
}

TEST_CASE("problem 20: a printed descriptor whose box is wider than its swizzle") {
  CHECK(
      has(pasted("InternalError: Invalid TMA descriptor arguments for __tvm_tensormap_create_tiled:\n"
                 "  [1] boxDim[0] * elementSize must be <= swizzle span (32 bytes) when swizzle is enabled, but got 48 "
                 "* 16 bits\n")
              .errors,
          "the inner dimension of the box is 96 bytes = 6 units; the span of SW32 is 32 bytes = 2 units"));
  const auto dump = [](int channels, int swizzle) {
    return cat(
        "format         6 (CU_TENSOR_MAP_DATA_TYPE_FLOAT16)\ndim            4\nglobalDim      [128, 8, 8, 1]\n"
        "smem_box_pixel 16\nsmem_box_channel ",
        channels, "\nelementStrides [1, 1, 1, 1]\ninterleave     0 (CU_TENSOR_MAP_INTERLEAVE_NONE)\nswizzle        ",
        swizzle, "\nl2Promotion    2\noobFill        0 (CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)\n");
  };
  CHECK(pasted(dump(128, 3))
            .errors.starts_with(
                "the inner dimension of the box is 256 bytes = 16 units; the span of SW128 is 128 bytes = 8 units | "));
  CHECK(has(pasted(dump(64, 3)).values, "the box fits: 128 bytes along the contiguous mode, SW128 swizzles 128"));
  CHECK(has(pasted(dump(128, 0)).values, "no swizzle"));
  const std::string cutlass =
      "TMA Desc Addr:   0x7ffd7d2800c0\nformat         6\ndim            3\ngmem_address   0x7f0000000000\nglobalDim   "
      "   "
      "(1024,1024,1,1,1)\nglobalStrides  (2,2048,2097152,0,0)\nboxDim         (64,512,1,1,1)\nelementStrides "
      "(1,1,1,1,1)\ninterleave     0\nswizzle        3\nl2Promotion    0\noobFill        0\n"
      "Error: Failed to initialize the TMA descriptor 1\n";
  CHECK(has(pasted(cutlass).errors, "the box has 512 elements along mode 1; expected at most 256"));
}

TEST_CASE("problem 22: a buffer of TileLang with its annotation, and a scan of it in order") {
  const Pasted p = pasted(
      "import torch, tilelang, tilelang.language as T\nfrom tilelang.layout import make_swizzled_layout\n"
      "tilelang.disable_cache()\nM, N = 16, 64\n\ndef build(op, swizzle):\n    @tilelang.jit\n"
      "    def main(A: T.Tensor((M, N), \"float16\"), Out: T.Tensor((M,), \"bool\")):\n"
      "        with T.Kernel(1, threads=128) as bx:\n            s = T.alloc_shared((M, N), \"float16\")\n"
      "            if swizzle:\n                T.annotate_layout({s: make_swizzled_layout(s)})\n"
      "            T.copy(A, s)\n    return main\n");
  CHECK(p.errors == "");
  CHECK(has(p.values, "s = (16,64):(64,1)\n"));
  CHECK(has(p.values, "s_annotated = Sw<3,3,3> o 0 o (16,64):(64,1)\n"));
  CHECK(has(p.values, "different: at 1 the first gives 72, the second 64"));
}

TEST_CASE("problem 23: a layout of Gluon and the memory beside it are counted") {
  const Pasted p = pasted(
      "layout = gl.BlockedLayout([1, 8], [8, 4], [4, 1], [1, 0])\n"
      "smem_layout = gl.SwizzledSharedLayout(vec=1, per_phase=1, max_phase=1, order=[1, 0])\n");
  CHECK(p.errors == "");
  CHECK(has(p.values, "smem_layout = (32,32):(32,1)\n"));
  CHECK(has(p.values, "wavefronts"));
  CHECK(has(p.notes, "?1 is not given: 32 is used"));
  CHECK(has(p.notes, "?3 is not given: 16 is used"));
  const Pasted other = pasted(
      "n3 = 32\nlayout = gl.BlockedLayout([1, 8], [8, 4], [4, 1], [1, 0])\n"
      "smem_layout = gl.SwizzledSharedLayout(vec=1, per_phase=1, max_phase=1, order=[1, 0])\n");
  CHECK(other.errors == "");
  CHECK(other.values != p.values);
}

TEST_CASE("problem 25: rows and columns of a pasted idx() are taken as an example, and asked for") {
  const std::string idx =
      "__device__ static inline T* idx(T *ptr, int2 coord) {\n  int r = coord.x, c = coord.y;\n"
      "  return &ptr[r*cols + c];\n}\n";
  const Pasted p = pasted(idx);
  CHECK(p.errors == "");
  CHECK(p.holes == "rows cols ");
  CHECK(has(p.values, "(64,64):(64,1)"));
  CHECK(has(p.assumed,
            "rows is not given: 64 is used as an example | "
            "to override it, write rows = 64, or another value, on an earlier line"));
  // Start of a field for it, as a line before the function.
  for (const ProgramError& one : evaluate(idx, IntegerMode::teaching).assumed) {
    CHECK(one.example == "64");
    CHECK(one.replacement == one.hole + " = 64\n");
    CHECK(one.span.begin == 0);
    CHECK(one.span.end == 0);
  }
  const std::string filled = pasted_lines("A = 4:1\n", "rows = 4\ncols = 8\n", idx);
  CHECK(filled.starts_with("rows = 4\ncols = 8\n"));
  const Pasted told = pasted("A = 4:1\n" + filled);
  CHECK(has(told.values, "(4,8):(8,1)"));
  CHECK(told.assumed == "");
}

TEST_CASE("problem 17: the parameters of a function that is pasted alone are examples, each told") {
  const std::string atom =
      "template<typename CtaShape_MNK>\nstatic constexpr auto\nsmem_atom_layoutSFB(CtaShape_MNK cta_shape_mnk) {\n"
      "  static_assert(cute::is_static_v<CtaShape_MNK>, \"Expect static CTA shape\");\n"
      "  auto strides = [&]() CUTLASS_LAMBDA_FUNC_INLINE {\n"
      "    if constexpr (majorSFA == UMMA::Major::MN) {          // <-- should be majorSFB\n"
      "      return make_stride(make_stride(_0{}, _1{}), make_stride(_0{}, "
      "Int<cute::ceil_div(size<1>(CtaShape_MNK{}), SFVecSizeN)>{}));\n    }\n    else {\n"
      "      return make_stride(make_stride(_0{}, Int<cute::ceil_div(size<2>(CtaShape_MNK{}), SFVecSizeK)>{}), "
      "make_stride(_0{}, _1{}));\n    }\n  }();\n\n  return make_layout(\n"
      "    make_shape(make_shape(Int<SFVecSizeN>{}, Int<cute::ceil_div(size<1>(CtaShape_MNK{}), SFVecSizeN)>{}),\n"
      "               make_shape(Int<SFVecSizeK>{}, Int<cute::ceil_div(size<2>(CtaShape_MNK{}), SFVecSizeK)>{})),\n"
      "    strides);\n}\n";
  const Pasted p = pasted(atom);
  // The text does not contain the order of global memory.
  CHECK(
      p.errors.starts_with("smem_atom_layoutSFB takes majorSFA: the text does not give majorSFB, the order in global "
                           "memory; if the two differ, the order in shared memory differs, too | "));
  CHECK(has(p.values, "((128,2),(128,2)):((0,1),(0,2))"));
  CHECK(pasted("majorSFA = UMMA::Major::MN\nmajorSFB = UMMA::Major::MN\n" + atom).errors == "");
  CHECK(has(pasted("majorSFB = UMMA::Major::K\n" + atom).errors,
            "the scale factors are MN-major in shared memory and K-major in global memory | it should take majorSFB"));
  CHECK(has(p.assumed, "majorSFA is not given: UMMA::Major::MN is used as an example"));
  CHECK(has(p.assumed, "CtaShape_MNK is not given: (256,256,256) is used as an example"));
  CHECK(has(p.assumed, "SFVecSizeN is not given: 128 is used"));
  const Pasted told = pasted(
      "majorSFA = UMMA::Major::K\nmajorSFB = UMMA::Major::K\nSFVecSizeN = 1\nSFVecSizeK = 128\nCtaShape_MNK = "
      "(_256,_256,_256)\n" +
      atom);
  CHECK(told.errors == "");
  CHECK(told.assumed == "");
  CHECK(has(told.values, "((1,256),(128,2)):((0,2),(0,1))"));
  // Another function, with an if of its own and names taken apart.
  const Pasted other = pasted(
      "template <class Shape_MN>\nauto tile(Shape_MN shape) {\n  auto order = [&] {\n    auto [m, n] = shape;\n"
      "    if (row_major == true) return make_layout(shape, make_stride(n, _1{}));\n"
      "    else return make_layout(shape, make_stride(_1{}, m));\n  }();\n  return composition(Swizzle<2,0,3>{}, "
      "order);\n}\n");
  CHECK(other.errors == "");
  CHECK(has(other.assumed, "row_major is not given: true is used"));
  // Nothing is mistaken for a kernel, nor for a function with a program around it.
  CHECK(pasted("template <class Shape_MN>\nauto tile(Shape_MN shape) {\n  return make_layout(shape);\n}\nauto x = "
               "make_layout(_4{});\n")
            .assumed == "");
  CHECK(pasted("template <class T>\nvoid kernel(T shape) {\n  auto a = make_layout(shape);\n  if (a) return;\n}\n")
            .assumed == "");
}

TEST_CASE("interchange: what the writers write is recognised as a line of its own") {
  CHECK(pasted("size=(64, 32), stride=(1, 64), storage_offset=0").values == " = (64,32):(1,64)\n");
  CHECK(pasted("x = torch.Size([64, 32]), (1, 64)").values == "x = (64,32):(1,64)\n");
  CHECK(pasted("shape=(4, 6), strides=(48, 8), dtype=float64").values == " = (4,6):(6,1)\n");
  CHECK(has(pasted("CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3, rows=128, cols=64, ld=8192").values,
            "((32,4),(4,16)):((16,4),(1,512))"));
  CHECK(pasted("affine_map<(d0, d1) -> (d0 * 32 + d1)>").holes == "n1 n2 ");
  CHECK(pasted("n1 = 8\nn2 = 32\nA = affine_map<(d0, d1) -> (d0 * 32 + d1)>").values ==
        "n1 = 8\nn2 = 32\nA = (8,32):(32,1)\n");
  // Our own statements stay unchanged.
  CHECK(has(pasted("size=(64, 32)\nstride=(1, 64)").errors, "'size' is a function"));
}

TEST_CASE("interchange: buffers of TileLang's kernels") {
  const auto of = [](const char* text, const ForeignShape& shape) { return shown(read("tilelang", text, shape)); };
  CHECK(of("alloc_shared(\"float16\")", {16, 64}) == "(16,64):(64,1)");
  CHECK(of("T.alloc_shared((16, 64), \"float16\")", {}) == "(16,64):(64,1)");
  CHECK(of("make_swizzled_layout(\"float16\")", {16, 128}) == "Sw<3,3,3> o 0 o (16,(64,2)):(64,(1,1024))");
  CHECK(of("make_swizzled_layout(\"float16\")", {16, 32}) == "Sw<2,3,3> o 0 o (16,32):(32,1)");
  CHECK(of("make_swizzled_layout(\"float16\")", {16, 16}) == "Sw<1,3,3> o 0 o (16,16):(16,1)");
  CHECK(of("make_swizzled_layout(\"float16\")", {16, 8}) == "(16,8):(8,1)");
  CHECK(of("make_swizzled_layout(\"float16\")", {16, 24}) == "(16,24):(24,1)");
  CHECK(of("make_swizzled_layout(\"int8\", k_major=False)", {16, 128}) == "(16,128):(144,1)");
  CHECK(of("make_swizzled_layout(\"float32\")", {2, 16, 32}) == "Sw<3,2,3> o 0 o (2,16,32):(512,32,1)");
  CHECK(of("tilelang.layout.make_quarter_bank_swizzled_layout(\"float16\")", {16, 32}) ==
        "Sw<1,3,3> o 0 o (16,(16,2)):(16,(1,256))");
  CHECK(refused("tilelang", "make_swizzled_layout(\"float16\")", {12, 64}).find("groups of eight rows") !=
        std::string::npos);
  CHECK(refused("tilelang", "make_swizzled_layout(\"half\")", {16, 64}).find("float16") != std::string::npos);
  CHECK(refused("tilelang", "make_swizzled_layout(\"float16\")").find("give the shape") != std::string::npos);
  // By the formula of its source: panels, blocks of eight rows, units exchanged by the row.
  for (const int units : {8, 4, 2}) {
    const char* makers[] = {
        "", "", "make_quarter_bank_swizzled_layout(\"float16\")", "", "make_half_bank_swizzled_layout(\"float16\")", "",
        "", "", "make_full_bank_swizzled_layout(\"float16\")"};
    const Value layout = read("tilelang", makers[units], {24, 128});
    const std::vector<std::int64_t> offset = offsets_of(layout);
    for (int j = 0; j < 128; ++j) {
      for (int i = 0; i < 24; ++i) {
        const int unit = (j / 8 % units) ^ (i % 8 * units / 8);
        const int expected = ((j / 8 / units * 3 + i / 8) * 8 + i % 8) * units * 8 + unit * 8 + j % 8;
        REQUIRE(offset[static_cast<std::size_t>(i + 24 * j)] == expected);
      }
    }
  }
}

TEST_CASE("source: CUTLASS's selectors of wgmma, and an atom tiled to the shape of an operand") {
  const auto value = [](const std::string& program) { return pasted(program).values + pasted(program).errors; };
  CHECK(value("make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_128,_96,_64>, GMMA::Major::K, "
              "GMMA::Major::MN>())") ==
        value("make_tiled_mma(SM90_64x96x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>)"));
  CHECK(value("auto m = make_tiled_mma(SM90::GMMA::rs_op_selector<bfloat16_t, bfloat16_t, float, "
              "Shape<_64,_160,_64>>());") ==
        value("auto m = make_tiled_mma(SM90_64x32x16_F32BF16BF16_RS<GMMA::Major::K,GMMA::Major::K>{});"));
  CHECK(value("ss_op_selector(float_e4m3_t, float_e5m2_t, float, (64,256,64))") ==
        value("SM90_64x256x32_F32E4M3E5M2_SS_TN"));
  CHECK(has(value("ss_op_selector(half_t, half_t, float, (96,96,64))"), "not 96 x 96 x 64"));
  CHECK(has(value("ss_op_selector(float_e4m3_t, float_e4m3_t, float, (64,64,64), \"K\", \"MN\")"), "only K-major"));
  // CuTe's: make_cotiled_copy for the elements that four warps reach in one instruction.
  CHECK(value("make_tmem_copy(Copy_Atom<SM100_TMEM_LOAD_32dp32b4x, float>{}, (_128,_64):(_65536,_1))") ==
        value("make_cotiled_copy(Copy_Atom<SM100_TMEM_LOAD_32dp32b4x, float>{}, "
              "((_32,_4),(_4,_32)):((_0,_2097152),(_1,_65536)), (_128,_64):(_65536,_1))"));
  CHECK(has(value("make_tmem_copy(SM100_TMEM_LOAD_16dp256b1x{}, (_128,_64):(_65536,_1))"), "TiledCopy"));
  CHECK(has(value("make_tmem_copy(Copy_Atom<UniversalCopy<float>,float>, (_128,_64):(_65536,_1))"), "tcgen05.ld"));
  CHECK(value("UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, "
              "make_shape(make_shape(_128{}, _16{}), _1{}, _4{}))") ==
        value("tiled_divide(tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>, ((_128,_1),(_16,_4))), (_128,_16))"));
}

TEST_CASE("pasted problems: a swizzle in front of a pointer with an address") {
  const std::string tensor = "Sw<3,4,3>_smem_ptr[16b](0x400) o (8,64):(64,1)";
  for (const char* text : {"A = Swizzle<3,4,3> o smem_ptr[16b](0x400) o (8,64):(64,1)",
                           "A = Sw<3,4,3> o smem_ptr[16b](0x400) o (_8,_64):(_64,_1)"}) {
    const Pasted out = pasted(text);
    CHECK(out.errors == "");
    CHECK(out.values == "A = " + tensor + "\n");
  }
  // A layout between them is not a swizzle.
  CHECK(has(pasted("A = (4):(1) o smem_ptr[16b](0x400) o (8,64):(64,1)").errors, "an iterator must come first"));
}

TEST_CASE("pasted problems: the address that make_smem_ptr gets") {
  CHECK(pasted("p = make_smem_ptr<half_t>(0x480)").values == "p = smem_ptr[16b](0x480)\n");
  CHECK(pasted("p = make_gmem_ptr<float>(0)").values == "p = gmem_ptr[32b](?)\n");
  CHECK(pasted("p = make_gmem_ptr<float>(0x10 + n)").values == "p = gmem_ptr[32b](?)\n");
  const Pasted wide = pasted("recast<uint128_t>(make_tensor(make_gmem_ptr<half_t>(0x1008), (128,64):(64,1)))");
  CHECK(has(wide.notes, "0x1008 is not a multiple of 16 bytes"));
}

TEST_CASE("pasted problems: pointers that are cast when they are declared") {
  for (const char* cast : {"float* a = reinterpret_cast<float*>(smem + 1024);", "auto* a = (float*)smem;",
                           "float const* a = static_cast<float const*>(p);"}) {
    const Pasted out = pasted(cat(cast, "\nTensor t = make_tensor(make_smem_ptr(a), make_shape(_8{}, _8{}));\n"));
    INFO(cast);
    CHECK(out.errors == "");
    CHECK(has(out.values, "t = smem_ptr[32b](?) o (8,8):(1,8)\n"));
  }
}

TEST_CASE("pasted problems: layouts in Markdown, and calls in sentences") {
  for (const char* text : {"`(4,8):(8,1)` becomes `(8,4):(1,8)`", "| A | (4,8):(8,1) | (8,4):(1,8) |",
                           "**(4,8):(8,1)** and (8,4):(1,8)", "(4,8):(8,1) -> (8,4):(1,8)"}) {
    const Pasted out = pasted(text);
    INFO(text);
    CHECK(out.errors == "");
    CHECK(out.values == " = (4,8):(8,1)\n = (8,4):(1,8)\n");
  }
  CHECK(pasted("Why does composition((4,8):(1,4), (2,2):(1,4)) work?").values == " = (2,2):(1,4)\n");
  CHECK(has(pasted("Why does composition((2,3):(4,1), (3,4):(3,1)) fail?").errors, "composition"));
}

TEST_CASE("pasted problems: names in brackets take the parts of a tuple") {
  CHECK(pasted("(x, y) = (3, 4)").values == "x = 3\ny = 4\n");
  CHECK(pasted("(x, (y, _)) = (3, (4, 5))").values == "x = 3\ny = 4\n");
  CHECK(pasted("(a, b), c = (1, 2), 3").values == "a = 1\nb = 2\nc = 3\n");
}

TEST_CASE("pasted problems: a layout in an assertion is a value") {
  CHECK(pasted("L = cute.make_layout((8, 4), stride=(4, 1))\nassert L == cute.make_layout((8, 4), stride=(1, 8))")
            .values == "L = (8,4):(4,1)\n = false\n");
  CHECK(pasted("static_assert(size(Layout<Shape<_8,_4>,Stride<_4,_1>>{}) == Int<32>{}, \"size\");").values ==
        " = true\n");
  CHECK(pasted("static_assert(size(Layout<Shape<_8,_4>>{}) == Int<16>{});").values == " = false\n");
  // Without a layout, an assertion is not about layouts.
  CHECK(pasted("L = (4,8):(8,1)\nstatic_assert(rank(L) == 2);").values == "L = (4,8):(8,1)\n");
}

TEST_CASE("pasted problems: a layout in a condition of a source is a value") {
  CHECK(pasted("CUTE_STATIC_ASSERT_V(size(Layout<Shape<_8,_4>>{}) == Int<16>{});").values == " = false\n");
  const std::string made = "auto L = make_layout(make_shape(_8{}, _4{}));\n";
  const std::string value = "L = (8,4):(1,8)\n";
  CHECK(pasted(made + "CUTE_STATIC_ASSERT(L == Layout<Shape<_8,_4>>{});").values == value + " = true\n");
  CHECK(pasted(made + "if (L == make_layout(make_shape(_4{}, _8{}))) {\n  auto B = coalesce(L);\n}").values ==
        value + " = false\nB = 32:1\n");
  CHECK(pasted("import cutlass.cute as cute\nassert cute.size(cute.make_layout((8, 4))) == 32").values == " = true\n");
  // The text does not have the other side: the layout alone is a value.
  for (const char* text : {"CUTE_STATIC_ASSERT(is_same_v<decltype(sA), Layout<Shape<_8,_4>>>);",
                           "CUTE_STATIC_ASSERT_V(layout == Layout<Shape<_8,_4>>{});",
                           "if (layout == make_layout(make_shape(_8{}, _4{}))) {\n}"}) {
    const Pasted out = pasted(text);
    INFO(text);
    CHECK(out.values == " = (8,4):(1,8)\n");
    CHECK(out.errors == "");
  }
  CHECK(pasted("CUTE_STATIC_ASSERT_V(rank(L) == Int<2>{});").values == "");
}

TEST_CASE("pasted problems: what a test of a layout compares is a value") {
  const std::string made = "auto L = make_layout(make_shape(_8{}, _4{}));\n";
  const std::string layout = "L = (8,4):(1,8)\n";
  struct Test {
    std::string text;
    std::string result;
  };
  for (const Test& test :
       std::initializer_list<Test>{{"EXPECT_EQ(size(L), 8 * 4);", "true"},
                                   {"ASSERT_NE(size<0>(L), 8);", "false"},
                                   {"EXPECT_LT(rank(L), 2);", "false"},
                                   {"EXPECT_LE(rank(L), 2) << \"rank\";", "true"},
                                   {"ASSERT_GE(rank(L), 3);", "false"},
                                   {"REQUIRE_GT(cosize(L), 31);", "true"},
                                   {"EXPECT_TRUE(L == make_layout(make_shape(_8{}, _4{})));", "true"},
                                   {"EXPECT_FALSE(size(L) == 32);", "false"},
                                   {"CHECK(coalesce(L) == Layout<_32,_1>{});", "true"},
                                   {"REQUIRE(size(L) == 31);", "false"}}) {
    CAPTURE(test.text);
    const std::string values = cat(layout, " = ", test.result, "\n");
    CHECK(pasted(made + test.text).values == values);
    CHECK(pasted(made + test.text).errors == "");
    CHECK(pasted(cat("__global__ void k() {\n", made, test.text, "\n}")).values == values);
  }
  CHECK(pasted("EXPECT_EQ(size(make_layout(make_shape(4, 8))), 32)").values == " = true\n");
  CHECK(pasted("A = (4,8):(8,1)\nCHECK(A(1,2) == 10)").values == "A = (4,8):(8,1)\n = true\n");
  // The text does not have the other side; a test of something else.
  CHECK(pasted("EXPECT_EQ(layout, Layout<Shape<_8,_4>>{});").values == " = (8,4):(1,8)\n");
  CHECK(pasted("EXPECT_EQ(cudaGetLastError(), cudaSuccess);\n" + made).values == layout);
  CHECK(has(pasted("EXPECT_EQ(size(layout), 8)").errors, "'layout'"));
}

TEST_CASE("pasted problems: layouts among the arguments of printf are values") {
  const std::string made = "auto L = make_layout(make_shape(_8{}, _4{}));\n";
  CHECK(pasted(made + "printf(\"%d, %d\\n\", int(size(L)), threadIdx.x);").values == "L = (8,4):(1,8)\n = 32\n");
  CHECK(pasted("printf(\"%d %d\", (int)size<0>(make_layout(make_shape(8, 4))), 7)").values == " = 8\n");
  CHECK(pasted(made + "printf(\"%d\", n);").values == "L = (8,4):(1,8)\n");
}

TEST_CASE("pasted problems: dumps of MLIR, fragments, and items that are sentences") {
  for (const char* text :
       {"rank = 2 offset = 0 sizes = [4, 8] strides = [8, 1]",
        "Unranked Memref base@ = 0x55d1 rank = 2 offset = 0 sizes = [4, 8] strides = [8, 1] data =\n[[0, 1],\n [2, 3]]",
        "Memref base@ = 0x55d1 rank = 2 offset = 0 sizes = [4, 8] strides = [8, 1] data = [[0, 1]]"}) {
    CAPTURE(text);
    CHECK(pasted(text).values == " = (4,8):(8,1)\n");
    CHECK(pasted(text).errors == "");
  }
  for (const char* text :
       {"T.alloc_fragment((128, 32), \"float32\")", "C = T.alloc_fragment((128, 32), \"float32\")"}) {
    CAPTURE(text);
    const Pasted out = pasted(cat(text, "\nA = (4,8):(8,1)"));
    CHECK(out.values == "A = (4,8):(8,1)\n");
    CHECK(out.errors == "");
  }
  const Pasted list = pasted("- the layout of A is row-major\n- A = (4,8):(8,1)\n- (8,4):(4,1)");
  CHECK(list.values == "A = (4,8):(8,1)\n = (8,4):(4,1)\n");
  CHECK(list.errors == "");
}

TEST_CASE("pasted problems: items of a list, and lists of sizes and strides") {
  CHECK(pasted("- A = (4,8):(8,1)\n+ B: (8,4):(4,1)").values == "A = (4,8):(8,1)\nB = (8,4):(4,1)\n");
  CHECK(pasted("Layouts:\n  - A = make_layout((4,8))").values == "A = (4,8):(1,4)\n");
  CHECK(pasted("1. A = (4,8):(8,1)\n2. (8,4):(4,1)\n- (4,4):(4,1)").values ==
        "A = (4,8):(8,1)\n = (8,4):(4,1)\n = (4,4):(4,1)\n");
  CHECK(pasted("These are the layouts:\n- A = (4,8):(8,1)\n- B = A").values == "A = (4,8):(8,1)\nB = (4,8):(8,1)\n");
  CHECK(pasted("- 4").values == " = -4\n");
  for (const char* text : {"sizes: [4, 8], strides: [8, 1]", "size: [4, 8] stride: [8, 1]",
                           "shape=(4, 8), stride=(8, 1)", "sizes = [4, 8] strides = [8, 1]"}) {
    const Pasted out = pasted(text);
    INFO(text);
    CHECK(out.errors == "");
    CHECK(out.values == " = (4,8):(8,1)\n");
  }
}

TEST_CASE("pasted problems: an array of shared memory is its tensor") {
  CHECK(pasted("__shared__ float t[32][33];").values == "t = smem_ptr[32b](?) o (32,33):(33,1)\n");
  CHECK(pasted("alignas(128) __shared__ float t[2][33];").values == "t = smem_ptr[32b](?) o (2,33):(33,1)\n");
  CHECK(pasted("__shared__ __align__(128) half s[3][64][40]").values ==
        "s = smem_ptr[16b](?) o (3,64,40):(2560,40,1)\n");
  const Pasted kernel = pasted(
      "constexpr int N = 32;\n__global__ void k(float* out) {\n  __shared__ float t[N][N + 1], u[8];\n"
      "  t[threadIdx.y][threadIdx.x] = out[threadIdx.x];\n  float v = t[threadIdx.x][threadIdx.y];\n}");
  CHECK(has(kernel.values, "t = smem_ptr[32b](?) o (32,33):(33,1)\n"));
  CHECK(kernel.errors == "");
  // The layout is that of the tensor made from the name.
  const std::string taken =
      pasted("__shared__ half s[8][8];\nauto t = make_tensor(make_smem_ptr(&s[0][0]), (8,8):(8,1));").values;
  CHECK_FALSE(has(taken, "s = smem_ptr[16b](?) o"));
  CHECK(pasted("extern __shared__ float s[];").values == "");
}

TEST_CASE("pasted problems: instructions, barriers and buffers without a name") {
  for (const char* text :
       {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%r5];",
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f0,\n %f1}, %rd1, %rd2, p, 1, 1, 0, 1;",
        "cp.async.ca.shared.global [%r1], [%rd2], 16;", "cp.async.commit_group;", "bar.sync 0;",
        "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 8192;", "mov.u32 %r1, %tid.x;",
        "HMMA.16816.F32 R4, R8, R10, R4 ;", ".reg .b32 %r<4>;", "expect_tx(8192)", "bar.arrive_and_expect_tx(8192);",
        "cute::set_barrier_transaction_bytes(bar, 8192);"}) {
    const Pasted out = pasted(std::string(text) + "\nA = (4,8):(8,1)");
    INFO(text);
    CHECK(out.errors == "");
    CHECK(out.values == "A = (4,8):(8,1)\n");
  }
  CHECK(pasted("copy(a, b)\nA = (4,8):(8,1);\nsyncthreads(\n)\nB = 3:1").values == "A = (4,8):(8,1)\nB = 3:1\n");
  CHECK(has(pasted("test.cu:7:31: error: bad [with T = cute::Layout<cute::C<4>, cute::C<1>>]").values, "4:1"));
  CHECK(pasted("T.alloc_shared((128, 32), \"float16\")").values == " = (128,32):(32,1)\n");
}

TEST_CASE("pasted problems: a text that is only a comment") {
  const std::string words = "only a comment, which has no value";
  Workspace workspace;
  for (const char* text : {"# a comment", "// A = (4,8):(8,1)\n", "/* two\nlines */", "'''of Python'''"}) {
    INFO(text);
    const Report& report = workspace.evaluate(text, IntegerMode::cute);
    CHECK(english(report.left_out) == words);
    CHECK(report.diagnostics.empty());
  }
  CHECK(workspace.evaluate("", IntegerMode::cute).left_out.empty());
  CHECK(workspace.evaluate(" \n;\n", IntegerMode::cute).left_out.empty());
  CHECK(workspace.evaluate("A = 4  # a comment", IntegerMode::cute).left_out.empty());
}

TEST_CASE("pasted problems: three buffers of an encoding of matrices") {
  const std::string shared =
      "#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>\n";
  const auto buffers = [&](const std::string& count) {
    return pasted(shared + "%0 = ttg.local_alloc : () -> !ttg.memdesc<" + count +
                  "x128x64xf16, #shared, #ttg.shared_memory, mutable>");
  };
  CHECK(buffers("3").errors == "");
  CHECK(buffers("3").values == "shared = Sw<3,3,3> o 0 o (3,128,64):(8192,64,1)\n");
  CHECK(buffers("4").values == "shared = Sw<3,3,3> o 0 o (4,128,64):(8192,64,1)\n");
}

TEST_CASE("pasted problems: a descriptor as CUTLASS prints it") {
  const std::string fields =
      "  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n  stride_off :  0x0040 (64)\n  base_offset:  0x0\n";
  const std::string value = " = address 1024, LBO 16 bytes, SBO 1024 bytes, base offset 0, SW128\n";
  const Pasted gmma = pasted("GmmaDescriptor: 0x4000004000010040\n" + fields + "  layout_type:  0x1 (B128)\n");
  CHECK(gmma.errors == "");
  CHECK(gmma.values == value);
  const Pasted umma = pasted("UMMA::SmemDescriptor: 0x4000404000010040\n" + fields + "A = (4,8):(8,1)\n");
  CHECK(umma.errors == "");
  CHECK(umma.values == value + "A = (4,8):(8,1)\n");
}

TEST_CASE("pasted problems: a type of Triton with its encoding written out") {
  const std::string blocked =
      "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>";
  const std::string value = pasted("#b = " + blocked + "\n%0 = arith.constant : tensor<128x64xf16, #b>").values;
  REQUIRE(value.starts_with("b = "));
  for (const std::string& text :
       {"tensor<128x64xf16, " + blocked + ">", "%3 = tt.load %2 : tensor<128x64x!tt.ptr<f16>, " + blocked + ">"}) {
    const Pasted out = pasted(text);
    INFO(text);
    CHECK(out.errors == "");
    CHECK(out.values == value.substr(1));
  }
  const Pasted memory = pasted(
      "!ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, "
      "#ttg.shared_memory>");
  CHECK(memory.errors == "");
  CHECK(memory.values == " = Sw<3,3,3> o 0 o (64,64):(64,1)\n");
}

}  // namespace stridescope
