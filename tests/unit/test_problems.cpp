// Tests of real problems with layouts, each in its original form: from the given data to the required result. (Others
// are next to their subjects: test_sources.cpp, tests/paste, tests/xray.)
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/facts/offsets.h"
#include "core/foreign/evaluate.h"
#include "core/memory/tmem_atoms.h"
#include "core/workspace/workspace.h"
#include "tests/unit/notation.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

std::string text(const std::string& program) {
  const Evaluation evaluation = evaluate(program, IntegerMode::cute);
  return evaluation.errors.empty() ? to_text(evaluation.bindings.back().value)
                                   : english(evaluation.errors[0].message) + " | " + english(evaluation.errors[0].hint);
}

bool contains(const std::string& all, const std::string& part) { return all.find(part) != std::string::npos; }

const std::string umma = "make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,";

}  // namespace

TEST_CASE("problem 3: what a profiler's counters of an access hold beside its own wavefronts") {
  const Workspace w = in_cute(
      "T = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_8,_32):(_32,_1), (_1,_8):(_8,_1))\n"
      "bank_conflicts(T, (_8,_256):(_256,_1), \"dst\")");
  const auto analysis = w.analyze(last(w));
  REQUIRE(analysis.has_value());
  const auto row = [&](const std::string& name) {
    for (const AnalysisSection& section : analysis->sections) {
      for (const AnalysisRow& r : section.rows)
        if (english(r.name) == name) return english(r.value) + ": " + english(r.explanation);
    }
    return std::string();
  };
  CHECK(row("a profiler's wavefronts") ==
        "32: per execution, without other traffic: the counter "
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum also counts passes repeated because other traffic used "
        "the banks");
  CHECK(
      row("a profiler's conflicts") ==
      "0: per execution, without other traffic: the counter "
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum also counts cycles lost to other traffic, so a higher "
      "count does not prove a conflict of these lanes");
}

TEST_CASE("problem 7: the box of an atom is held against the tile that is to be partitioned") {
  const std::string prints =
      "sA: tensor<ptr<f16, smem, align<1024>> o S<3,4,3> o 0 o ((8,8),(64,1),(1,2)):((64,512),(1,0),(0,4096))>\n"
      "gA: tensor<(0,?{div=64}) o (64,64,32):(1@1,1@0,64@0)>\n";
  const auto atom = [](const std::string& box) {
    return "tma_atom_a._trait.value: Value(<block argument> of type '!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, "
           "f16, "
           "copy_bits = 65536, tma_gbasis = <\"" +
           box + "\">, internal_val_type = f16>' at index: 4)\n";
  };
  const auto fit = [&](const std::string& program) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    for (const Binding& b : e.bindings) {
      const auto* answer = b.value.as<Text>();
      if (answer != nullptr && contains(answer->text, "legal: ")) return answer->text;
    }
    return std::string("no answer");
  };
  CHECK(fit(prints + atom("(64,64):(1@0,1@1)")) ==
        "legal: 64 along @0 and 64 along @1, in the same order; tma_partition(atom, 0, 1:0, group<0,2>(S), "
        "group<0,2>(G)), 4,096 elements = 8,192 bytes = 512 units");
  CHECK(fit(prints + atom("(64,64):(1@1,1@0)")) ==
        "not legal: box and tile are 64 along @0 and 64 along @1, in another order\nplace 1 of shared memory is 0 "
        "along @0 "
        "and 1 along @1 to the atom, and 1 along @0 and 0 along @1 in the tile\nmake the atom of the layout of shared "
        "memory and the tiler that this tile has");
  CHECK(fit(prints) == "no answer");
  const std::string other = text("tma_fit((32,128):(1@1,1@0), (128,32,4):(1@1,1@0,32@0), (128,32):(32,1))");
  CHECK(
      other.starts_with("not legal: the box of the atom is 128 along @0 and 32 along @1, the tile 32 along @0 and 128 "
                        "along @1\nplace 1 of shared memory is"));
  CHECK(other.ends_with("with their modes in the order of this tile"));
  CHECK(contains(text("tma_fit((32,128):(1@1,1@0), (100,32):(1@1,1@0), (128,32):(32,1))"), "hold as many"));
  CHECK(contains(text("tma_fit((4,4):(1@0,1@1), (4,4):(1@0,1@1), (4,4):(1,8))"), "has gaps"));
  CHECK(contains(text("tma_fit((4,4):(1,4), (4,4):(1,4), (4,4):(1,4))"), "have coordinates as strides"));
  CHECK(contains(text("tma_fit((65536,65536):(1@0,1@1), (4,4):(1@0,1@1), (4,4):(1,4))"), "expected 1 to"));
}

TEST_CASE("problem 9: two tilings that print one layout in other modes have the same function there") {
  const auto tiling = [](const char* name, const char* c) {
    return std::string(name) +
           ": Tiled MMA\n  Thr Layout VMNK: (128,1,1,1):(1,0,0,0)\n  Permutation MNK: (_,_,_)\nMMA Atom\n"
           "  ThrID:           128:1\n  Shape MNK:       (64,8,16)\n  TV Layout A:     (128,(64,16)):(0,(1,64))\n"
           "  TV Layout B:     (128,(8,16)):(0,(1,8))\n  TV Layout C:     " +
           c + "\n";
  };
  const std::string cpp = tiling("b", "((4,8,4),(2,2,1)):((128,1,16),(64,8,512))");
  const std::string same = text(tiling("a", "((4,8,4),(2,2)):((128,1,16),(64,8))") + cpp + "compare(a, b)");
  CHECK(same.starts_with(
      "1 of 9 fields differ; 1 of them is the same function, written with other modes: no element moves\n"));
  CHECK(same.ends_with("((4,8,4),(2,2,1)):((128,1,16),(64,8,512))  (the same function)"));
  const std::string elsewhere = text(tiling("a", "((4,8,4),(2,2)):((128,1,16),(8,64))") + cpp + "compare(a, b)");
  CHECK(elsewhere.starts_with("1 of 9 fields differ\n"));
}

TEST_CASE("problem 12: each field of a descriptor is told with what it steps over") {
  const auto notes = [](const std::string& word) {
    std::string out;
    for (const Message& note : evaluate("decode_descriptor(" + word + ")", IntegerMode::cute).notes)
      out += english(note) + "\n";
    return out;
  };
  const std::string swizzled = notes("0x4000004000010040");
  CHECK(contains(swizzled, "the address 64 is byte 1024, LBO 1 is 16 bytes, SBO 64 is 1024 bytes\n"));
  CHECK(contains(swizzled, "LBO with SW128: unused for a K-major operand"));
  CHECK(contains(swizzled, "1024 bytes are 8 rows of 128 without a gap"));
  CHECK(contains(notes("0x4000008000010040"), "2048 bytes, and 8 rows of 128 occupy 1024"));
  CHECK(contains(notes("0x4000004000400040"),
                 "LBO with SW128: for an MN-major operand, from one span of 128 bytes to the next"));
  CHECK(contains(notes("0x0000000800400040"), "128 bytes, without a gap"));
}

TEST_CASE("problem 16: the layouts of scale factors by CUTLASS's own names") {
  const auto values = [](const std::string& program) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    CHECK(e.errors.empty());
    return e.bindings.empty() ? std::string() : to_text(e.bindings.back().value);
  };
  const std::string config = "using Config = cutlass::detail::Sm1xxBlockScaledConfig<16>;\n";
  CHECK(values(config + "auto a = Config::tile_atom_to_shape_SFA(make_shape(_256{}, _512{}, _128{}, _2{}));") ==
        "(((_32,_4),_2),((_16,_4),_2),(_1,_2)):(((_16,_4),_1024),((_0,_1),_512),(_0,_2048))");
  CHECK(values(config + "auto b = Config::tile_atom_to_shape_SFB(make_shape(_256{}, _512{}, _128{}, _2{}));") ==
        "(((_32,_4),_4),((_16,_4),_2),(_1,_2)):(((_16,_4),_1024),((_0,_1),_512),(_0,_4096))");
  // The form of CuTe DSL.
  CHECK(
      values(config + "auto a = Config::tile_atom_to_shape_SFA(make_shape(_256{}, _8{}, _256{}));") ==
      values("import cutlass.cute as cute\nsf = cutlass.utils.blockscaled_layout.tile_atom_to_shape_SF((256, 256, 1), "
             "sf_vec_size=16)"));
  CHECK(values(config + "using Atom = Config::SfAtom;") == "((_32,_4),(_16,_4)):((_16,_4),(_0,_1))");
  CHECK(values("Sm1xxBlockScaledBasicChunk<32, UMMA::Major::MN>{}") == "((_32,_4),(_32,_4)):((_0,_1),(_16,_4))");
}

TEST_CASE("problem 4: accesses rank the swizzles") {
  const std::string found = text(
      "mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN, (_2,_2,_1):(_1,_2,_0), (_32,_32,_16))\n"
      "g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), "
      "(_1,_8):(_8,_1))\n"
      "s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, mma)\n"
      "swizzle_search<16>((_128,_32):(_32,_1), g2s, s2r)");
  CHECK(contains(found, "best swizzle  Sw<2,3,3>  192 wavefronts (64 + 128), ideal 192\n"));
  CHECK(contains(found, "next best     Sw<3,3,3>  192 wavefronts\n"));
}

TEST_CASE("problem 13: the canonical form in a comment is none, and where") {
  // Swizzle<2,5,2> o smem_ptr o ((8,n),(4,k)):((1,LBO),(4,SBO)) in units of 16 bytes; on floats:
  const std::string wrong = text("smem_operand(Sw<2,3,2> o 0 o ((32,2),(4,2)):((1,512),(16,256)), \"float\", \"MN\")");
  CHECK(contains(wrong, "not canonical: (0,1) is at offset 16 before the swizzle, but MN-major SW128_32B needs 32"));
  CHECK(contains(wrong, "tile UMMA::Layout_MN_SW128_32B_Atom<T> with tile_to_shape"));
  CHECK(text("smem_operand(Sw<2,3,2> o 0 o ((32,2),(4,2)):((1,512),(32,256)), \"float\", \"MN\")") ==
        "canonical MN-major SW128_32B, LBO 2048 bytes, SBO 1024 bytes");
}

TEST_CASE("problem 14: the atoms that read a fragment of tensor memory") {
  // Half of the lanes: nothing that reads 32 of them.
  const std::string half = text("tmem_atoms(partition_fragment_C(" + umma +
                                "float,64,64,UMMA::Major::K,UMMA::Major::K>), (_64,_64)), \"float\")");
  CHECK(half ==
        "SM100_TMEM_LOAD_16dp32b{1,2,4,8,16,32}x  1 load of a warp with 32x, 32 registers each\n"
        "SM100_TMEM_LOAD_16dp64b{1,2,4,8,16,32}x  1 load of a warp with 32x, 32 registers each\n"
        "SM100_TMEM_LOAD_16dp128b{1,2,4,8,16}x  1 load of a warp with 16x, 32 registers each\n"
        "SM100_TMEM_LOAD_16dp256b{1,2,4,8}x  1 load of a warp with 8x, 32 registers each");
  const std::string full = text("tmem_atoms(partition_fragment_C(" + umma +
                                "float,128,256,UMMA::Major::K,UMMA::Major::K>), (_128,_256)), \"float\")");
  CHECK(full.starts_with(
      "SM100_TMEM_LOAD_32dp32b{1,2,4,8,16,32,64,128}x  2 loads of a warp with 128x, 128 registers each\n"));
  CHECK(contains(full, "SM100_TMEM_LOAD_16dp256b{1,2,4,8,16,32}x  2 loads of a warp with 32x, 128 registers each"));
  // A half in each column: the packing forms.
  const std::string halves = text("tmem_atoms(partition_fragment_C(" + umma +
                                  "half_t,128,64,UMMA::Major::K,UMMA::Major::K>), (_128,_64)), \"half_t\")");
  CHECK(halves.starts_with("SM100_TMEM_LOAD_32dp32b{1,2,4,8,16,32}x_16b  1 load of a warp with 32x_16b"));
  CHECK(!contains(halves, "b{1,2,4,8,16,32}x  "));
  CHECK(contains(text("tmem_atoms((128,64):(1,1024), \"float\")"), "is not an address in tensor memory"));
  CHECK(text("tmem_atoms((_31,_64):(_65536,_1), \"float\")") == "none: no loads of one size cover these addresses");
  CHECK(contains(text("tmem_atoms((_32,_64):(_65536,_1), 64)"), "elements of 64 bits"));
}

TEST_CASE("law: loads cover a fragment once, and nothing else") {
  for (const char* shape : {"(_128,_48):(_65536,_1)", "((_16,_4),_24):((_65536,_2097152),_1)", "(_64,_8):(_65536,_2)",
                            "(_128,(_8,_2)):(_65536,(_1,_64))", "(_16,_32):(_65536,_1)"}) {
    CAPTURE(std::string(shape));
    const Layout fragment = layout(shape);
    Arith arith;
    const std::int64_t elements = size(arith, LayoutRef(fragment)).value;
    const auto families = tmem_loads(LayoutRef(fragment), 32);
    REQUIRE(families.has_value());
    std::vector<std::int64_t> addresses(static_cast<std::size_t>(elements));
    fill_offsets(LayoutRef(fragment), addresses.data(), elements);
    std::set<std::int64_t> used_warps;
    for (const std::int64_t a : addresses) used_warps.insert(a / 65536 / 32);
    for (const TmemLoads& f : *families) {
      // Elements of a load: registers of 32 threads.
      CHECK(f.loads * f.registers * 32 * static_cast<std::int64_t>(used_warps.size()) == elements);
      CHECK(std::is_sorted(f.repeats.begin(), f.repeats.end()));
    }
  }
}

TEST_CASE("problem 15: the first misaligned address of a copy from shared into tensor memory") {
  const std::string atom = "tmem_copy_alignment(Copy_Atom<SM100_UTCCP_4x32dp128bit_1cta,uint8_t>, ";
  const std::string source = "(((_32,_4),_16),_2):(((_16,_0),_1),_512)";
  const std::string target = "((_128,_16),_2):((_262144,_1),_16)";
  const std::string aligned = "source: aligned, each row at a multiple of 16 bytes\n";
  CHECK(text(atom + source + ", " + target + ")") == aligned + "target: aligned, each row at a multiple of 4 columns");
  // A buffer that begins after a barrier of 8 bytes.
  CHECK(text(atom + source + ", " + target + ", 1032)")
            .starts_with("source: misaligned in instruction 0, (0,0): byte 1032, 8 bytes beyond a multiple of 16\n"));
  // Scale factors of another stage at half a row, and columns that follow two others.
  CHECK(text(atom +
             "(((_32,_4),_16),(_2,_2)):(((_16,_0),_1),(_512,_1032)), ((_128,_16),(_2,_2)):((_262144,_1),(_16,_40)))") ==
        "source: misaligned in instruction 2, (0,(0,1)): byte 1032, 8 bytes beyond a multiple of 16\n"
        "target: misaligned in instruction 2, (0,(0,1)): lane 0, column 10, 2 columns beyond a multiple of 4");
  // Only every other byte of each row.
  CHECK(text(atom + "(((_32,_4),_16),_2):(((_16,_0),_2),_512), " + target + ")")
            .starts_with("source: no whole row of 128 bits in instruction 0, (0,0): byte 0 begins one of which it "
                         "takes 64 bits\n"));
  // Not a partition, not an address, not such a copy.
  CHECK(contains(text(atom + "(_128,_2):(_16,_512), " + target + ")"), "mode 0 has 128 elements"));
  CHECK(contains(text(atom + source + ", ((_128,_16),_2):((_1,_128),_2048))"), "|"));
  CHECK(contains(text(atom + source + ", ((_128,_16),_2):((_524288,_1),_16))"),
                 "is not an address in tensor memory: its lanes are 262144 elements apart"));
  CHECK(contains(text("tmem_copy_alignment(Copy_Atom<UniversalCopy<float>,float>, (_1,_2):(_1,_1), (_1,_2):(_1,_1))"),
                 "does not copy from shared into tensor memory"));
  CHECK(contains(text(atom + "(((_32,_4),_16),_2):(((_16,_0),_1),_262144), " + target + ")"),
                 "exceeds the range of a descriptor"));
}

TEST_CASE("problem 17: the scale factors of B in shared memory are in another order than in global memory") {
  // smem_atom_layoutSFB takes the major of SFA: K for one, MN for the other, of 256 x 256 by 128 x 128.
  CHECK(text("first_difference(((128,2),(128,2)):((0,2),(0,1)), ((128,2),(128,2)):((0,1),(0,2)))") ==
        "different: at 128 the first gives 2, the second 1");
}

TEST_CASE("problem 20: the inner box of a swizzled copy is wider than its span") {
  CHECK(text("make_tma_atom((1024,512):(512,1), Sw<3,3,3> o 0 o (128,128):(128,1), \"half_t\")") ==
        "TMA: the inner dimension of the box is 256 bytes = 16 units; the span of SW128 is 128 bytes = 8 units | a "
        "swizzle spans at most 128 "
        "bytes: "
        "make the tile narrower along the contiguous mode, or tile a swizzle atom, which the box covers row by row");
  CHECK(text("make_tma_atom((1024,512):(512,1), Sw<2,3,3> o 0 o (64,64):(64,1), \"half_t\")") ==
        "TMA: the inner dimension of the box is 128 bytes = 8 units; the span of SW64 is 64 bytes = 4 units | tile a "
        "wider swizzle atom, or make "
        "the "
        "tile narrower along the contiguous mode");
  // CUTLASS's own slice, at an index that is known at run time, is the tile with the swizzle of bytes.
  const std::string tiles = "s = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>, (_128,_64,_3))\n";
  const auto atom = [&](const char* slice) {
    return text(tiles + "make_tma_atom((512,128):(_1,512), " + slice + ", \"half_t\")");
  };
  CHECK(contains(atom("s(_,_,0)"), "Swizzle:      SW128"));
  CHECK(atom("s(_,_,0)") == atom("s(_,_,_0)"));
  CHECK(atom("s(_,_,2)") == atom("s(_,_,_0)"));
}

TEST_CASE("problem 11: a fragment that no descriptor describes is refused, as CuTe's assertions do") {
  // The atom of one operand at a time; the other major is K.
  const auto mma = [](const std::string& type, bool a, bool k) {
    const std::string major = k ? "GMMA::Major::K" : "GMMA::Major::MN";
    const std::string majors = a ? major + ",GMMA::Major::K" : "GMMA::Major::K," + major;
    const std::string operation = type == "half_t"       ? "SM90_64x64x16_F32F16F16_SS<" + majors + ">"
                                  : type == "int8_t"     ? "SM90_64x64x32_S32S8S8_SS_TN"
                                  : type == "tfloat32_t" ? "SM90_64x64x8_F32TF32TF32_SS_TN<>"
                                                         : "SM90_64x64x32_F32E4M3E4M3_SS_TN<>";
    return "make_tiled_mma(" + operation + ")";
  };
  const auto fragment = [&](const std::string& type, bool a, bool k, const std::string& tensor) {
    return text(std::string("partition_fragment_") + (a ? "A(" : "B(") + mma(type, a, k) + ", 0, " + tensor + ")");
  };
  // Every tiling of a layout atom of the same major has a fragment, in shared memory or without a pointer.
  for (const std::string type : {"half_t", "int8_t", "tfloat32_t", "float_e4m3_t"}) {
    for (const bool k : {true, false}) {
      if (!k && type != "half_t") continue;
      for (const char* mode : {"INTER", "SW32", "SW64", "SW128"}) {
        const std::string atom = std::string("GMMA::Layout_") + (k ? "K_" : "MN_") + mode + "_Atom<" + type + ">";
        const std::string tile = "tile_to_shape(" + atom + ", (_128,_128,_2))";
        for (const bool a : {true, false}) {
          const std::string plain = fragment(type, a, k, tile);
          CAPTURE(tile);
          CHECK(plain.starts_with("(_1,_2,"));
          CHECK(fragment(type, a, k, "make_tensor(make_smem_ptr<" + type + ">(0), " + tile + ")") == plain);
          if (type == "half_t") CHECK(contains(fragment(type, a, !k, tile), "not canonical"));
        }
      }
    }
  }
  const std::string rows = "Layout<Shape<_64,_128>,Stride<_128,_1>>{}";
  const auto a = [&](const std::string& tensor) { return fragment("half_t", true, true, tensor); };
  CHECK(a(rows) ==
        "not canonical: (1,0) is at offset 128 before the swizzle, but K-major INTER needs 8 | tile "
        "GMMA::Layout_K_INTER_Atom<T> with tile_to_shape");
  CHECK(a("make_tensor(make_smem_ptr<half_t>(0), " + rows + ")") == a(rows));
  const std::string good = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_64,_128))";
  CHECK(a("make_tensor(make_gmem_ptr<half_t>(0), Layout<Shape<_64,_128>>{})") ==
        "this operand is read from shared memory, but the tensor starts at a gmem_ptr | make_smem_ptr makes a pointer "
        "into shared memory");
  CHECK(text("t = " + mma("half_t", true, true) + ".get_slice(0)\nt.make_fragment_A(t.partition_A(" + good + "))") ==
        a(good));
  CHECK(contains(
      text("t = " + mma("half_t", true, true) + ".get_slice(0)\nt.make_fragment_A(t.partition_A(" + rows + "))"),
      "not canonical"));
  CHECK(contains(text("partition_fragment_A(" + umma +
                      "float,128,128,UMMA::Major::K,UMMA::Major::K>), 0, "
                      "(_128,_64):(_64,_1))"),
                 "not canonical"));
}

TEST_CASE("problem 25: idx() of ThunderKittens is its CuTe layout") {
  const std::string idx =
      "__device__ static inline T* idx(T *ptr, int2 coord) { // naive row-major index default\n"
      "    int r = coord.x, c = coord.y; // alias\n"
      "    static constexpr int swizzle_repeat = swizzle_bytes * 8;\n"
      "    static constexpr int subtile_cols   = swizzle_bytes / sizeof(T);\n"
      "    const int outer_idx = c/subtile_cols;\n"
      "    const uint64_t addr = (uint64_t)(&ptr[outer_idx*rows*subtile_cols + r*subtile_cols + c%subtile_cols]);\n"
      "    const int swizzle = ((addr % swizzle_repeat) >> 7) << 4;\n"
      "    return (T*)(addr ^ swizzle);\n"
      "}\n";
  const auto values = [](const std::string& program) {
    const Evaluation out = evaluate(program, IntegerMode::cute);
    CHECK(out.errors.empty());
    return out.bindings.empty() ? std::string() : to_text(out.bindings.back().value);
  };
  CHECK(values("rows = 64\ncols = 128\n" + idx) == "Sw<3,3,3> o _0 o (_64,(_64,_2)):(_64,(_1,_4096))");
  CHECK(
      values("equal_as_functions(index_function(\"int f(int r, int c) { return r * 8 + c; }\", (4,8)), (4,8):(8,1))") ==
      values("equal_as_functions((4,8):(8,1), (4,8):(8,1))"));
  CHECK(contains(text("index_function(\"int f(int r) { return r * r; }\", 4)"), "at"));
  CHECK(contains(text("index_function(\"int f(int r) { return x; }\", 4)"), "'x' has no value"));
  CHECK(contains(text("index_function(\"int f(int r) { int y = r; }\", 4)"), "does not return a value"));
  std::string line;  // without comments, for a text between quotation marks
  for (std::size_t i = 0; i < idx.size(); ++i) {
    if (idx.compare(i, 2, "//") == 0) i = idx.find('\n', i);
    line += idx[i] == '\n' ? ' ' : idx[i];
  }
  // Names bound before it decide, by statements and by the rules of C++.
  CHECK(values("rows = 64\ncols = 64\nswizzle_bytes = 64\n" + idx) ==
        "Sw<2,3,3> o _0 o (_64,(_32,_2)):(_32,(_1,_2048))");
  CHECK(values("rows = 64\ncols = 16\nT = float\n" + idx) == "Sw<2,2,3> o _0 o (_64,_16):(_16,_1)");
  const std::string bound =
      "static constexpr int rows = 64;\nstatic constexpr int cols = 4 * 16;\nusing T = float;\n"
      "static constexpr int swizzle_bytes = 64;\n";
  CHECK(values(bound + idx) == "Sw<2,2,3> o _0 o (_64,(_16,_4)):(_16,(_1,_1024))");
  CHECK(values("index_function(\"using T = float; static constexpr int swizzle_bytes = 64; " + line + "\", (64,64))") ==
        "Sw<2,2,3> o _0 o (_64,(_16,_4)):(_16,(_1,_1024))");
  CHECK(values("index_function(\"" + line + "\", (64,64), \"T\", float, \"swizzle_bytes\", 64)") ==
        "Sw<2,2,3> o _0 o (_64,(_16,_4)):(_16,(_1,_1024))");
  CHECK(values("rows = 64\ncols = 96\n" + idx) == "Sw<2,3,3> o _0 o (_64,(_32,_3)):(_32,(_1,_2048))");
  // Unbound names are reported, or asked for.
  const auto notes = [](const std::string& program) {
    std::string out;
    for (const Message& note : evaluate(program, IntegerMode::cute).notes) out += english(note) + "\n";
    return out;
  };
  CHECK(contains(notes("rows = 64\ncols = 96\n" + idx), "the type T is unknown: assuming 2 bytes"));
  CHECK(contains(notes("rows = 64\ncols = 96\n" + idx), "assuming swizzle_bytes = 64"));
  CHECK(notes(bound + idx).empty());
  CHECK(contains(notes("index_function(\"int f(int r, int c) { return r * cols + c; }\", (4,8))"),
                 "cols is assumed to be 8, from the shape"));
  CHECK(contains(text("index_function(\"" + line + "\", (64,40))"), "swizzle_bytes is unknown"));
  const Evaluation unknown =
      evaluate("rows = 64\ncols = 64\nusing T = typename packing<_T>::unpacked_type;\n" + idx, IntegerMode::cute);
  REQUIRE(!unknown.errors.empty());
  CHECK(unknown.bindings.size() == 2);
  CHECK(contains(english(unknown.errors.back().message), "'T' has no value"));
  CHECK(contains(text("index_function(\"int f(int r, int c) { return r * height + c; }\", (4,8))"),
                 "'height' has no value"));
  CHECK(contains(text("index_function(\"int f(float* p, int r) { return (int)(&p[r]) / sizeof(U); }\", 4)"),
                 "the size of U in bytes is unknown"));
}

TEST_CASE("problem 25: sizes of types, addresses and names in an index function") {
  const auto f = [](const std::string& body, const std::string& rest = "(4,4)") {
    return text("index_function(\"" + body + "\", " + rest + ")");
  };
  CHECK(f("int f(int r, int c) { return r * sizeof(float) + c; }") == "(_4,_4):(_4,_1)");
  CHECK(f("int f(int r, int c) { return r * sizeof(char) + c; }") == "(_4,_4):(_1,_1)");
  CHECK(f("int f(int r, int c) { return r * sizeof(uint32_t) + c; }") == "(_4,_4):(_4,_1)");
  // Addresses count bytes, elements do not.
  CHECK(f("T* f(T* p, int r, int c) { return &p[r * 4 + c]; }") == "(_4,_4):(_4,_1)");
  CHECK(f("float* f(float* p, int r, int c) { return (float*)((uint64_t)p + (r * 4 + c) * 4); }") == "(_4,_4):(_4,_1)");
  CHECK(f("T* f(T* p, int r, int c) { return p + r * 4 + c; }") == "(_4,_4):(_4,_1)");
  CHECK(f("T& f(T* p, int r, int c) { return p[r * 4 + c]; }") == "(_4,_4):(_4,_1)");
  CHECK(contains(f("T* f(T* p, int r, int c) { return (T*)(p + r * 4 + c); }"), "counts bytes and adds them to 'p'"));
  CHECK(contains(f("float* f(float* p, int r, int c) { return &p[r * 4 + c]; }", "(4,4), 2"),
                 "has 4 bytes, but 2 are given"));
  // ThunderKittens' second overload.
  CHECK(f("uint32_t idx(uint32_t ptr, int2 coord) { return ptr + sizeof(float) * (coord.x * 4 + coord.y); }") ==
        "(_4,_4):(_4,_1)");
  CHECK(f("uint32_t idx(uint32_t addr, int r, int c) { return addr + sizeof(bf16) * (r * 4 + c); }") ==
        "(_4,_4):(_4,_1)");
  CHECK(contains(f("int f(int a, int b, int c) { return a; }"), "has 3 coordinates, but the shape has 2"));
  // The branch that ThunderKittens compiles.
  const std::string blocks =
      "__attribute__((device)) static inline T* idx(T *ptr, int2 coord) { int r = coord.x, c = coord.y; if constexpr "
      "(swizzle) { const uint64_t addr = (uint64_t)(&ptr[r*4 + c]); const int swizzle = ((addr % 32) >> 3) << 1; "
      "return "
      "(T*)(addr ^ swizzle); } else { return &ptr[r*cols + c]; } }";
  CHECK(f("static constexpr bool swizzle = 1; " + blocks) == "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
  CHECK(f(blocks, "(4,4), \"swizzle\", false") == "(_4,_4):(_4,_1)");
  CHECK(contains(f(blocks), "'swizzle' has no value"));
  CHECK(text("rows = 4\ncols = 4\nswizzle = true\nT = bf16\nstatic inline " + blocks.substr(38)) ==
        "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
  // A name that is bound again has its last value.
  CHECK(f("int f(int r, int c) { int x = c; x = x ^ r; return r * 4 + x; }") == "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
  CHECK(f("r = 7; int f(int r, int c) { return r * 4 + c; }") == "(_4,_4):(_4,_1)");
  CHECK(f("/* a { */ int f(int r, int c) { /* b } */ return r * 4 + c; }") == "(_4,_4):(_4,_1)");
}

}  // namespace stridescope
