// Finding atoms by words, and atoms and tilings read back from what CUTLASS prints.
#include <doctest/doctest.h>

#include <string>

#include "core/foreign/evaluate.h"
#include "core/tiled/tiled_copy.h"
#include "core/value/print.h"

using namespace stridescope;

namespace {

// The last value of a program, or its first error and its fix.
std::string text(const std::string& program) {
  const Evaluation out = evaluate(program, IntegerMode::cute);
  if (!out.errors.empty()) return "error: " + english(out.errors[0].message) + " | " + english(out.errors[0].hint);
  return out.bindings.empty() ? std::string() : to_text(out.bindings.back().value);
}

std::size_t lines(const std::string& text) {
  std::size_t out = 1;
  for (const char c : text) out += c == '\n' ? 1 : 0;
  return out;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("atoms: words narrow the list") {
  CHECK(text("atoms(\"sm61\")") == "SM61_DP4A\nSM61_DP2A");
  CHECK(text("atoms(\"dp4a\")") == "SM61_DP4A");
  CHECK(text("atoms(\"SM89\", \"f16e5m2e4m3\")") == "SM89_16x8x32_F16E5M2E4M3F16_TN");
  // An architecture and a number are whole words.
  CHECK(!has(text("atoms(\"sm10\")"), "SM100"));
  CHECK(text("atoms(\"sm80\", \"6x8x16\")").starts_with("error"));
  // A kind and a mnemonic are words too.
  const std::string ldmatrix = text("atoms(\"ldmatrix\", \"sm75\")");
  CHECK(lines(ldmatrix) == 6);
  CHECK(has(ldmatrix, "SM75_U16x8_LDSM_T"));
  const std::string copies = text("atoms(\"sm75\", \"copy\")");
  CHECK(lines(copies) == 7);
  CHECK(text("atoms(\"sm75\", \"mma\")") ==
        "SM75_16x8x8_F32F16F16F32_TN\nSM75_16x8x8_F16F16F16F16_TN\nSM75_8x8x16_S32S8S8S32_TN");
  CHECK(has(text("atoms(\"any\")"), "UniversalFMA"));
  CHECK(!has(text("atoms(\"any\")"), "SM80"));
}

TEST_CASE("atoms: every atom of a long list is told, by families") {
  const std::string all = text("atoms(\"sm90\")");
  CHECK(has(all, "SM90_64xNx16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K>  N = 8, 16, ..., 256\n"));
  CHECK(has(all, "SM90_64xNx32_S32S8S8_SS_TN  N = 8, 16, 24, 32, 48, "));
  CHECK(has(all, "SM90_16x8x4_F64F64F64F64_TN\n"));
  CHECK(has(all, "SM90_U32x4_STSM_N\n"));
  CHECK(has(all, "SM90_TMA_LOAD<8192 bits>\n"));
  CHECK(lines(all) < 200);
}

TEST_CASE("atoms: the counts add up") {
  const std::string counts = text("atoms()");
  std::size_t atoms = 0;
  std::size_t total = 0;
  for (std::size_t at = 0; at < counts.size();) {
    const std::size_t end = std::min(counts.find('\n', at), counts.size());
    const std::string line = counts.substr(at, end - at);
    at = end + 1;
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::size_t sum = std::stoul(line.substr(colon + 2)) + std::stoul(line.substr(line.find(", ") + 2));
    (line.starts_with("all") ? total : atoms) += sum;
  }
  CHECK(atoms == total);
  CHECK(total == atom_names().size());
}

TEST_CASE("atoms: every operation that CUTLASS gives traits is there, by architecture") {
  const std::string counts = text("atoms()");
  const auto number = [](const std::string& line, const std::string& before) {
    const std::size_t at = line.find(before);
    REQUIRE(at != std::string::npos);
    return std::stoi(line.substr(at + before.size()));
  };
  int rows = 0;
  for (std::size_t at = 0; at < counts.size();) {
    const std::size_t end = std::min(counts.find('\n', at), counts.size());
    const std::string line = counts.substr(at, end - at);
    at = end + 1;
    const std::size_t theirs = line.find("in CUTLASS ");
    if (theirs == std::string::npos) continue;
    CAPTURE(line);
    ++rows;
    CHECK(number(line, "operations ") == number(line, "in CUTLASS "));
    CHECK(number(line.substr(line.find("operations ")), " and ") == number(line.substr(theirs), " and "));
  }
  CHECK(rows == 13);
  CHECK(has(counts, "sm100: 44 MMA, 194 copy; operations 44 and 194, in CUTLASS 44 and 194\n"));
}

TEST_CASE("atoms: sm75 multiplies halves into halves") {
  const std::string facts = text("atom_facts(SM75_16x8x8_F16F16F16F16_TN)");
  CHECK(has(facts, "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16"));
  CHECK(has(facts, "a_layout: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"));
  CHECK(has(facts, "b_layout: ((_4,_8),_2):((_16,_1),_8)"));
  CHECK(has(facts, "c_layout: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"));
}

TEST_CASE("atoms: a block-scaled mma names as many scale factors as its elements share") {
  const auto facts = [](const std::string& scale) {
    return text("atom_facts(SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float," + scale + ">)");
  };
  CHECK(has(facts("float_ue8m0_t,32"), "scale_vec::2X"));
  CHECK(!has(facts("float_ue8m0_t,32"), "scale_vec::4X"));
  CHECK(has(facts("float_ue8m0_t,16"), "scale_vec::4X"));
  CHECK(!has(facts("float_ue8m0_t,16"), "scale_vec::2X"));
  CHECK(has(facts("float_ue4m3_t,16"), "scale_vec::4X"));
}

TEST_CASE("atoms: tcgen05 takes the shapes that CUTLASS takes") {
  const auto facts = [](const std::string& name) { return text("atom_facts(" + name + ")"); };
  const std::string k = ",UMMA::Major::K,UMMA::Major::K>";
  const std::string mn = ",UMMA::Major::K,UMMA::Major::MN>";
  const std::string half = "<half_t,half_t,float,";
  const std::string narrow = "<float_e4m3_t,float_e4m3_t,float,";
  // Two SMs take N by 16, unless A is in tensor memory.
  CHECK(has(facts("SM100_MMA_F16BF16_2x1SM_SS" + half + "256,48" + k), "shape_mnk: (_256,_48,_16)"));
  CHECK(has(facts("SM100_MMA_F16BF16_2x1SM_TS" + half + "256,48" + k), "a multiple of 32"));
  CHECK(has(facts("SM100_MMA_F16BF16_SS" + half + "128,8" + k), "shape_mnk: (_128,_8,_16)"));
  CHECK(has(facts("SM100_MMA_F16BF16_TS" + half + "128,8" + k), "a multiple of 16"));
  CHECK(has(facts("SM100_MMA_F16BF16_TS" + half + "64,8" + k), "shape_mnk: (_64,_8,_16)"));
  // 8-, 6- and 4-bit floats: twice the step where B is MN-major.
  CHECK(has(facts("SM100_MMA_F8F6F4_SS" + narrow + "128,8" + k), "shape_mnk: (_128,_8,_32)"));
  CHECK(has(facts("SM100_MMA_F8F6F4_SS" + narrow + "128,8" + mn), "a multiple of 16"));
  CHECK(has(facts("SM100_MMA_F8F6F4_2x1SM_SS" + narrow + "256,48" + k), "shape_mnk: (_256,_48,_32)"));
  CHECK(has(facts("SM100_MMA_F8F6F4_2x1SM_SS" + narrow + "256,48" + mn), "a multiple of 32"));
  CHECK(has(facts("SM100_MMA_S8_SS<int8_t,int8_t,int32_t,64,8" + k), "shape_mnk: (_64,_8,_32)"));
  CHECK(has(facts("SM100_MMA_S8_SS<int8_t,int8_t,int32_t,64,24" + k), "a multiple of 16"));
  CHECK(has(facts("SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,64,32" + k), "float_ue8m0_t"));
  // Complex numbers: the types are fixed, K is 4.
  const std::string complex = facts("SM100_MMA_TF32_TS_INTERLEAVED_CF32CTF32CTF32CF32_TN<128,64" + k);
  CHECK(has(complex, "shape_mnk: (_128,_64,_4)"));
  CHECK(has(complex, "val_type_a: complex<tfloat32_t>"));
  CHECK(has(complex, "val_type_c: float"));
  CHECK(has(facts("SM100_MMA_TF32_TS_INTERLEAVED_CF32CTF32CTF32CF32_TN<128,64" + mn), "B must be K-major"));
}

TEST_CASE("atoms: a wrong word or name is answered with the nearest") {
  CHECK(text("atoms(\"sm95\")").starts_with("error: no atom matches the word 'sm95'"));
  CHECK(has(text("atoms(\"SM75_U32x4_LDSN_N\")"), "did you mean 'SM75_U32x4_LDSM_N'?"));
  CHECK(has(text("atoms(\"\")"), "a word must have 1 to"));
  CHECK(has(text("atoms(4)"), "must be a text"));
  // In other letter case, and misspelled at places where the parser cannot recognize an atom.
  CHECK(has(text("sm80_16x8x16_f32f16f16f32_tn"), "did you mean 'SM80_16x8x16_F32F16F16F32_TN'?"));
  CHECK(has(text("SN80_16x8x16_F32F16F16F32_TN"), "did you mean 'SM80_16x8x16_F32F16F16F32_TN'?"));
  CHECK(has(text("Copy_Atom<SM75_U32x4_LDSN_N, half_t>"), "did you mean 'SM75_U32x4_LDSM_N'?"));
  CHECK(has(text("Copy_Atom<SM75_U32x4_LDSM_N, hlf_t>"), "half_t"));
  CHECK(has(text("Copy_Atom<SM75_U32x4_LDSM_N, hal_t>"), "did you mean 'half_t'?"));
  CHECK(has(text("GMMA::Layout_K_SW12_Atom<half_t>"), "did you mean 'GMMA::Layout_K_SW128_Atom'?"));
  CHECK(has(text("UMMA::Layout_MN_SW46_Atom<half_t>"), "did you mean 'UMMA::Layout_MN_SW64_Atom'?"));
  CHECK(has(text("make_tiled_mm(SM61_DP4A)"), "did you mean 'make_tiled_mma'?"));
  // An error about an atom stays one line.
  CHECK(text("tv_coverage(SM61_DP4A)")
            .starts_with("error: tv_coverage: the first argument must be a layout, such as layoutC_TV(mma) or "
                         "atom_layout(atom, \"C\"), not the MMA atom |"));
}

TEST_CASE("printed atoms and tilings are read back") {
  const auto same = [](const std::string& expression) {
    CAPTURE(expression);
    const std::string printed = text(expression);
    CHECK(text(printed) == printed);
    CHECK(text("T = " + printed + "\nT") == printed);
    CHECK(text("print(" + printed + ")") == printed);
  };
  for (const char* expression :
       {"SM80_16x8x16_F32F16F16F32_TN", "SM70_8x8x4_F32F16F16F32_NT", "UniversalFMA<float,float,float,float>",
        "SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "Copy_Atom<SM75_U32x4_LDSM_N,half_t>",
        "Copy_Atom<UniversalCopy<uint128_t>,float>",
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_32,_32,_16>)",
        "make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT,(_2,_2):(_2,_1))",
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1),<(_16,_2):(_1,_32),_,_>)",
        "make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N,half_t>,(_32,_1):(_1,_0),(_1,_8):(_0,_1))",
        "get_slice(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1)), 33)",
        "get_slice(make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>,(_8,_4)), 7)"}) {
    same(expression);
  }
}

TEST_CASE("what was read back partitions as what was made") {
  const std::string mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1),<_32,_32,_16>)";
  const std::string copy = "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>," + mma + ")";
  for (const char* question : {"layoutA_TV(", "thr_layout_vmnk(", "tile_size_mnk("})
    CHECK(text(question + text(mma) + ")") == text(question + mma + ")"));
  CHECK(text("partition_C(" + text(mma) + ", 77, (_64,_64):(_64,_1))") ==
        text("partition_C(" + mma + ", 77, (_64,_64):(_64,_1))"));
  for (const char* question : {"layoutS_TV(", "layoutD_TV(", "tiler_mn("})
    CHECK(text(question + text(copy) + ")") == text(question + copy + ")"));
  // The layouts alone determine only the candidates, not the instruction.
  CHECK(
      has(text("atom_facts(" + text("SM80_8x8x4_F64F64F64F64_TN") + ")"), "same layouts: SM80_8x8x4_F64F64F64F64_TN"));
  CHECK(
      has(text("atom_facts(" + text("Copy_Atom<SM75_U32x4_LDSM_N,half_t>") + ")"), "same layouts: SM75_U32x4_LDSM_N"));
  const std::string wgmma = text("make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)");
  // They do determine that its operands have 16 bits: every wgmma of this shape has such operands.
  const std::string tile = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_64,_64))";
  CHECK(text("partition_fragment_A(" + wgmma + ", 0, " + tile + ")") ==
        text("partition_fragment_A(make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>), 0, " +
             tile + ")"));
  // They do not determine the majors either: a layout that is canonical for one of them is accepted.
  CHECK(
      !has(text("partition_fragment_A(" + wgmma + ", 0, tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>, (_64,_64)))"),
           "not canonical"));
  CHECK(has(text("partition_fragment_A(" + wgmma + ", 0, (_64,_64):(_64,_1))"), "not canonical"));
}

TEST_CASE("printed text that lacks something is told what") {
  const std::string printed = text("Copy_Atom<SM75_U32x4_LDSM_N,half_t>");
  CHECK(has(text(printed.substr(0, printed.find("  ValLayoutRef"))), "expected 'ValLayoutRef:' of the Copy_Atom"));
  CHECK(has(text("TiledMMA\n  ThrLayoutVMNK: (_32,_1,_1,_1):(_1,_0,_0,_0)\n  PermutationMNK: (_,_,_)\n"),
            "the MMA_Atom of the TiledMMA"));
  CHECK(has(text("TiledMMA\n  ThrLayoutVMNK: (_16,_1,_1,_1):(_1,_0,_0,_0)\n  PermutationMNK: (_,_,_)\n" +
                 text("SM80_8x8x4_F64F64F64F64_TN")),
            "16 threads per atom"));
  CHECK(has(text("make_mma_atom(_32:_1, (_8,_8,_4), (_16,_2):(_1,_16), (_32,_1):(_1,_0), (_32,_2):(_2,_1))"),
            "16 threads but ThrID 32"));
  CHECK(has(text("make_mma_atom(32:1, (_8,_8,_4), (_32,_1):(_1,_0), (_32,_1):(_1,_0), (_32,_2):(_2,_1))"), "static"));
  CHECK(has(text("make_copy_atom(_1:_0, (_1,_4):(_0,_1), (_1,_4):(_0,_1), (_1,_4):(_0,_1), 0)"), "a value of 0 bits"));
  CHECK(has(text("get_slice(make_tiled_mma(SM61_DP4A), (0,0))"), "is not a thread of"));
  CHECK(has(text("16b"), "not a number or a name"));
}

TEST_CASE("atoms: tcgen05 of sm107 is twice as deep as sm100's") {
  const std::string types = "<float_e4m3_t,float_e4m3_t,float,";
  CHECK(has(text("atom_facts(SM107_MMA_F8F6F4_SS" + types + "128,32,UMMA::Major::K,UMMA::Major::MN>)"),
            "shape_mnk: (_128,_32,_64)"));
  CHECK(has(text("atom_facts(SM107_MMA_F8F6F4_SS" + types + "128,32,UMMA::Major::K,UMMA::Major::K>)"), "arch: sm107"));
  CHECK(has(text("SM107_MMA_F8F6F4_SS" + types + "64,32,UMMA::Major::K,UMMA::Major::K>"),
            "the instruction does not support M = 64; expected 128"));
  CHECK(has(text("SM107_MMA_F8F6F4_SS" + types + "128,8,UMMA::Major::K,UMMA::Major::K>"), "a multiple of 16"));
  CHECK(has(text("SM107_MMA_F8F6F4_2x1SM_SS" + types + "128,32,UMMA::Major::K,UMMA::Major::K>"),
            "expected 256 with two SMs"));
  CHECK(has(text("SM107_MMA_F8F6F4_TS" + types + "128,32,UMMA::Major::K,UMMA::Major::K>"), "unknown MMA atom"));
  CHECK(
      has(text("SM107_MMA_F16BF16_SS<half_t,half_t,float,128,32,UMMA::Major::K,UMMA::Major::K>"), "unknown MMA atom"));
}

TEST_CASE("an element type is a value, which atoms and layouts take by name") {
  CHECK(text("half_t") == "half_t");
  CHECK(text("Float16") == "half_t");
  CHECK(text("long unsigned int").starts_with("error"));
  CHECK(has(text("T = half_t; Copy_Atom<UniversalCopy<uint128_t>,T>"), "ValueType:    16b"));
  CHECK(has(text("T = 4:1; Copy_Atom<UniversalCopy<uint128_t>,T>"), "'T' is the layout 4:1"));
}

TEST_CASE("tilings are read from their C++ types") {
  CHECK(text("cute::TiledMMA<cute::MMA_Atom<cute::SM80_16x8x16_F32F16F16F32_TN>, cute::Layout<cute::tuple<cute::C<2>, "
             "cute::C<2>, "
             "cute::C<1>>, cute::tuple<cute::C<1>, cute::C<2>, cute::C<0>>>, cute::tuple<cute::_32, cute::Int<32>, "
             "cute::C<(int)16>>>") ==
        text("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_32,_32,_16>)"));
  CHECK(text("TiledMMA<MMA_Atom<MMA_Traits<SM70_8x8x4_F32F16F16F32_NT>>,Layout<Shape<_2,_2>,Stride<_2,_1>>>") ==
        text("make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT,(_2,_2):(_2,_1))"));
  CHECK(text("TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>,Layout<Shape<_1,_1,_1>>,Tile<Layout<Shape<_16,_2>,Stride<"
             "_1,_32>>,Underscore,_16>>") ==
        text("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_1,_1,_1),<(_16,_2):(_1,_32),_,_16>)"));
  CHECK(text("TiledMMA<SM61_DP4A>") == text("make_tiled_mma(SM61_DP4A)"));
  CHECK(text("TiledCopy<Copy_Atom<Copy_Traits<UniversalCopy<uint128_t>>,cutlass::half_t>,Layout<tuple<tuple<C<8>,C<16>>"
             ",C<8>>,"
             "tuple<tuple<C<128>,C<1>>,C<16>>>,tuple<C<16>,C<64>>>") ==
        text("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>,(_16,_8):(_8,_1),(_1,_8):(_0,_1))"));
  CHECK(has(text("TiledMMA<SM61_DP4A,Layout<Shape<int>>>"), "hole ?1"));
  CHECK(has(text("TiledMMA<SM61_DP4A,Layout<Shape<_2,_2>,Stride<_1>>>"), "2 extents, but the stride (_1) has 1"));
  CHECK(has(text("TiledMMA<SM61_DP4A,Layout<Shape<_2>"), "is never closed"));
  CHECK(has(text("TiledMMA<SM61_DP4B>"), "did you mean 'SM61_DP4A'?"));
  CHECK(has(text("TiledCopy<Copy_Atom<UniversalCopy<float>,float>>"), "takes 3 arguments, not 1"));
  CHECK(has(text("TiledMMA"), "make_tiled_mma"));
}

TEST_CASE("a TMA partitions the tiles that it moves") {
  const std::string tiles =
      ", group<0,2>(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64,_4))), "
      "group<0,2>((_128,_64,32):(4096,_1,64)))";
  const std::string made = text(
      "T = make_tma_atom((4096,4096):(4096,1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64)), "
      "\"half_t\");"
      "tma_partition(T" +
      tiles);
  CHECK(!made.starts_with("error"));
  CHECK(made == text("tma_partition(Copy_Atom<SM90_TMA_LOAD<131072 bits>,half_t>" + tiles));
  CHECK(has(text("tma_partition(4" + tiles), "must be a TMA made by make_tma_atom"));
}

TEST_CASE("a printed TMA is read back, and made as CuTe makes it") {
  const std::string smem = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))";
  const std::string made = text("make_tma_atom((4096,4096):(4096,1), " + smem + ", \"half_t\")");
  CHECK(has(made, "Operation:    SM90_TMA_LOAD\n"));
  CHECK(has(made, "StrideBytes:  (8192)\n"));
  CHECK(text(made) == made);
  CHECK(text("T = " + made + "\nT") == made);
  CHECK(text("print(" + made + ")") == made);
  for (const char* tile : {"tile_to_shape(GMMA::Layout_MN_SW64_Atom<half_t>, (64,32))", "(64,64):(1,64)",
                           "Sw<3,3,3> o _0 o (128,64):(64,1)",
                           "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, "
                           "(128,128))"}) {
    CAPTURE(tile);
    const std::string gmem = std::string(tile).find("(64,") != std::string::npos && std::string(tile)[0] != 'S'
                                 ? "(4096,4096):(1,4096)"
                                 : "(4096,4096):(4096,1)";
    const std::string one = text("make_tma_atom(" + gmem + ", " + tile + ", \"half_t\")");
    CHECK(!one.starts_with("error"));
    CHECK(text(one) == one);
  }
  // Parts that follow from the layouts can be omitted, and are checked if present.
  CHECK(text(made.substr(0, made.find("  Box:"))) == made);
  std::string wrong = made;
  wrong.replace(wrong.find("(64,128)"), 8, "(64,64) ");
  CHECK(has(text(wrong), "the Box of these layouts is (64,128), not (64,64)"));
  // CuTe's own call.
  const std::string tensor =
      "make_tensor(make_gmem_ptr<half_t>(0x100), make_layout(make_shape(4096,4096), "
      "make_stride(4096,Int<1>{})))";
  const std::string cute = text("make_tma_atom(SM90_TMA_LOAD{}, " + tensor + ", " + smem + ", Shape<_128,_64>{})");
  CHECK(has(cute, "GmemLayout:   (4096,4096):(4096,_1)\n"));
  CHECK(cute.substr(cute.find("  Box:")) == made.substr(made.find("  Box:")));
  const std::string store = text("make_tma_copy(SM90_TMA_STORE{}, " + tensor + ", " + smem + ")");
  CHECK(has(store, "Operation:    SM90_TMA_STORE\n"));
  CHECK(text(store) == store);
  CHECK(has(text("make_tma_copy(SM90_TMA_LOAD_IM2COL{}, " + tensor + ", " + smem + ")"),
            "does not make SM90_TMA_LOAD_IM2COL"));
  CHECK(has(text("make_tma_copy(SM90_TMA_LOAD{}, " + tensor + ", " + smem + ", Shape<_64,_64>{})"),
            "the tile of the block is (_64,_64)"));
  CHECK(has(text("make_tma_atom(SM90_TMA_LOAD, counting_iter(0) o (8,8):(8,1), " + smem + ")"),
            "a tensor in global memory whose element width is known"));
  CHECK(has(text("make_tma_atom(SM90_TMA_LOAD, gmem_ptr[16b](0x104) o (4096,4096):(4096,1), " + smem + ")"),
            "is not a multiple of 16 bytes"));
  // A bulk copy of a given number of bits has one name, whatever the notation of the bits.
  CHECK(text("equal(Copy_Traits<SM90_BULK_COPY_G2S, Int<8192>>, SM90_BULK_COPY_G2S<8192 bits>)") ==
        text("equal(UniversalCopy<float>, UniversalCopy<float>)"));
}

TEST_CASE("a descriptor is encoded from its fields, and decoded into them") {
  CHECK(text("encode_descriptor(1024, 16, 1024, \"SW128\")") ==
        text("smem_descriptor(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>,(64,64)), \"half_t\", \"K\", 1024)"));
  for (const char* mode : {"INTER", "SW32", "SW64", "SW128"}) {
    const std::string word = text("encode_descriptor(512, 2048, 256, \"" + std::string(mode) + "\")");
    CHECK(text("decode_descriptor(\"" + word + "\")") ==
          "address 512, LBO 2048 bytes, SBO 256 bytes, base offset 0, " + std::string(mode));
  }
  CHECK(has(text("encode_descriptor(512, 2048, 256, \"SW256\")"), "is not a swizzle of an operand"));
  CHECK(text("encode_descriptor(511, 2048, 256, \"SW64\")").starts_with("error"));
  CHECK(text("encode_descriptor(512, 2048, 256, \"SW128_32B\")").starts_with("error"));
  CHECK(text("encode_descriptor(512, 2048, 256, \"SW128_32B\", 100)").starts_with("0x"));
}

TEST_CASE("the place of a pointer in CuTe's composition is read") {
  CHECK(text("composition(Swizzle<3,4,3>{}, smem_ptr_flag_bits<16>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})") ==
        text("GMMA::Layout_K_SW128_Atom<half_t>"));
}

TEST_CASE("long: programs of nothing but atoms, tables and their comparison end") {
  const auto repeated = [](const std::string& statement) {
    std::string program;
    while (program.size() < 100'000) program += statement + ";";
    return text(program);
  };
  for (const char* statement :
       {"atoms()", "atoms(\"ldmatrix\")", "sm80_16x8x16_f32f16f16f32_t",
        "tv_compare((_1024,_1024):(_1024,_1),(_1024,_1024):(_1,_1024))",
        "tv_inverse((_1024,_1024):(_1024,_1),(_1024,_1024))", "tv_owners((_1024,_1024):(_1024,_1),5)",
        "tv_thread((_1024,_1024):(_1024,_1),5)", "tv_coverage((_1024,_1024):(_1024,_1),(_1024,_1024))"}) {
    CAPTURE(statement);
    CHECK(repeated(statement).starts_with("error"));
  }
}

TEST_CASE("atoms: matrix instructions of AMD, Intel and Apple, from tables") {
  CHECK(has(text("atoms(\"cdna3\")"), "v_mfma_f32_16x16x32_fp8_fp8\n"));
  CHECK(!has(text("atoms(\"cdna3\")"), "v_mfma_f32_32x32x8_f16"));  // CDNA1 has it already
  CHECK(has(text("atoms(\"rdna4\", \"bf16\")"), "v_wmma_bf16_16x16x16_bf16_gfx12"));
  CHECK(!has(text("atoms(\"any\")"), "v_mfma"));
  CHECK(has(text("atoms()"), "cdna1: 8 MMA, 0 copy; from tables, not measured here\n"));
  const std::string mfma = text("atom_facts(v_mfma_f32_32x32x8_f16)");
  CHECK(has(mfma, "arch: cdna1"));
  CHECK(has(mfma, "a_layout: ((_32,_2),_4):((_1,_128),_32)"));
  CHECK(has(mfma, "c_layout: ((_32,_2),(_4,_4)):((_32,_4),(_1,_8))"));
  CHECK(has(mfma, "source: from tables, not measured here: ROCm amd_matrix_instruction_calculator, composable_kernel"));
  for (const char* name : {"__builtin_amdgcn_mfma_f32_32x32x8f16", "v_mfma_f32_32x32x8f16"})
    CHECK(text(std::string("atom_layout(") + name + ", \"A\")") == "((_32,_2),_4):((_1,_128),_32)");
  CHECK(text("atom_layout(v_mfma_f64_16x16x4_f64, \"C\")") == "((_16,_4),_4):((_16,_1),_4)");
  // Lanes 16 to 31 of RDNA3 repeat A; those of RDNA4 have the other half of K, in fours.
  CHECK(text("atom_layout(v_wmma_f32_16x16x16_f16, \"A\")") == "((_16,_2),_16):((_1,_0),_16)");
  CHECK(text("atom_layout(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12, \"A\")") ==
        "((_16,_2),(_4,_2)):((_1,_64),(_16,_128))");
  CHECK(text("atom_layout(XE_DPAS_TT<8,float,bfloat16_t,bfloat16_t,float>, \"A\")") == "(_16,_8):(_8,_1)");
  CHECK(text("atom_layout(XE_DPAS_TT<8,float,bfloat16_t>, \"C\")") == "(_16,_8):(_8,_1)");
  CHECK(has(text("XE_DPAS_TT<9,float,half_t>"), "XE_DPAS_TT takes M from 1 to 8"));
  CHECK(text("atom_layout(simdgroup_8x8x8_F32F32F32F32, \"C\")") == "((_2,_2,_2,_2,_2),_2):((_16,_1,_2,_32,_4),_8)");
  // Triton makes the same statement on the accumulators in another way.
  for (const int m : {32, 16}) {
    const std::string size = std::to_string(m);
    const std::string triton = "triton(\"#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [" + size +
                               ", " + size + "], isTransposed = false}>\", (" + size + "," + size + "))";
    const std::string atom = "atom_layout(v_mfma_f32_" + size + "x" + size + (m == 32 ? "x8" : "x16") + "_f16, \"C\")";
    CHECK(text("equal(" + triton + ", " + atom + ")") == "true");
  }
  // Tilings and their coverage are CuTe's.
  CHECK(text("tile_size_mnk(make_tiled_mma(v_mfma_f32_32x32x8_f16, (_2,_2,_1)))") == "(_64,_64,_8)");
  CHECK(has(text("tv_coverage(layoutC_TV(make_tiled_mma(v_mfma_f32_16x16x16_f16, (_2,_2,_1))), (32,32))"),
            "every element is held exactly once"));
  // No kernel is generated for them.
  CHECK(has(text("mma_kernel(make_tiled_mma(v_mfma_f32_32x32x8_f16, (_1,_1,_1)))"), "|"));
}
