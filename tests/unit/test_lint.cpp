// Findings of the lint: each rule on a fault, nothing on the right text, and what excludes a finding.
#include <doctest/doctest.h>

#include <ctime>

#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/lint/report.h"

namespace stridescope {
namespace {

using lint::FileFindings;
using lint::Format;

// `line rule`, one a finding.
std::string found(std::string_view text) {
  const auto linted = lint::lint(text);
  REQUIRE(linted.has_value());
  std::string out;
  for (const lint::Finding& one : linted->findings)
    append_all(out, out.empty() ? "" : " ", one.line, ' ', lint::row_of(one.rule).id);
  return out;
}

std::string first_fault(std::string_view text) {
  const auto linted = lint::lint(text);
  REQUIRE(linted.has_value());
  REQUIRE(!linted->findings.empty());
  return english(linted->findings[0].what);
}

constexpr std::string_view copy =
    "auto cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, "
    "Layout<Shape<_1,_8>>{});\n"
    "auto thr = cp.get_slice(threadIdx.x);\n";

std::string shared(std::string_view layout) {
  return cat("auto s = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(smem)), ", layout, ");\n");
}

constexpr std::string_view ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry f() {\n";

}  // namespace

TEST_CASE("lint: owners of elements in copies") {
  CHECK(found(copy) == "");
  CHECK(found("auto cp = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_16,_8>,"
              "Stride<_8,_2>>{}, Layout<Shape<_1,_8>>{});\n") == "1 tv-overlap");
}

TEST_CASE("lint: an operand in registers has an owner in each warp, memory has one writer") {
  const std::string_view mma =
      "auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4,_1,_1>>{});\n"
      "auto cp = make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, half_t>{}, mma);\nauto thr = "
      "cp.get_slice(threadIdx.x);\n";
  const std::string tile = shared("Layout<Shape<_8,_16>,Stride<_16,_1>>{}");
  CHECK(found(mma) == "");
  CHECK(found(cat(mma, tile, "auto part = thr.partition_S(s);\n")).find("tv-overlap") == std::string::npos);
  const std::string_view wide =
      "auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4,_1,_1>>{});\n"
      "auto cp = make_tiled_copy_B(Copy_Atom<UniversalCopy<half_t>, half_t>{}, mma);\n"
      "auto thr = cp.get_slice(threadIdx.x);\n";
  CHECK(found(cat(wide, tile, "auto part = thr.partition_D(s);\n")).find("5 tv-overlap") != std::string::npos);
}

TEST_CASE("lint: accesses of copies to memory") {
  const std::string rows = shared("Layout<Shape<_64,_64>,Stride<_64,_1>>{}");
  CHECK(found(cat(copy, rows, "auto part = thr.partition_D(s);\n")) == "");
  const std::string columns = shared("Layout<Shape<_64,_64>,Stride<_1,_64>>{}");
  CHECK(found(cat(copy, columns, "auto part = thr.partition_D(s);\n")) == "4 copy-width");
  const std::string narrow =
      "auto cp = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_32,_1>>{});\n"
      "auto thr = cp.get_slice(threadIdx.x);\n";
  CHECK(found(cat(narrow, shared("Layout<Shape<_32,_64>,Stride<_64,_1>>{}"), "auto part = thr.partition_D(s);\n")) ==
        "4 bank-conflict");
  // The layouts of a test of a compiler in CuTe are final, unlike those of a module before its passes.
  CHECK(found(cat("// RUN: %PYTHON %s\n", narrow, shared("Layout<Shape<_32,_64>,Stride<_64,_1>>{}"),
                  "auto part = thr.partition_D(s);\n")) == "5 bank-conflict");
  CHECK(found(cat(narrow,
                  "auto g = make_tensor(make_gmem_ptr(reinterpret_cast<half_t*>(p)), make_shape(_32{}, _64{}), "
                  "make_stride(_64{}, _1{}));\nauto part = thr.partition_S(g);\n")) == "4 uncoalesced");
}

TEST_CASE("lint: swizzles") {
  const std::string wrong = shared("composition(Swizzle<3,4,3>{}, Layout<Shape<_8,_64>, Stride<_64,_1>>{})");
  CHECK(found(wrong) == "1 swizzle-unit");
  CHECK(
      first_fault(wrong) ==
      "Sw<3,4,3> on 2-byte elements is not the 128-byte swizzle; that is Sw<3,3,3>: offset 64 goes to 64, expected 72");
  CHECK(found(shared("composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>, Stride<_64,_1>>{})")) == "");
  CHECK(found(shared("composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_18>, Stride<_18,_1>>{})")) == "1 out-of-bounds");
}

TEST_CASE("lint: coordinates outside, and offsets beyond 32 bits") {
  const std::string_view tile =
      "auto g = make_tensor(make_gmem_ptr(reinterpret_cast<half_t*>(p)), make_shape(100, 64), make_stride(64, 1));\n"
      "auto t = local_tile(g, make_shape(_64{}, _64{}), make_coord(1,0));\n";
  CHECK(found(tile) == "2 out-of-bounds");
  CHECK(first_fault(tile).find("(36,0) of the part is (100,0)") != std::string::npos);
  CHECK(found(cat(tile, "copy_if(pred, t, r);\n")) == "");
  // Blocks go over all tiles, of which the last one has less elements.
  const auto blocks = [](std::string_view rows, std::string_view coord, std::string_view rest) {
    return cat(
        "#include <cute/tensor.hpp>\n__global__ void k(half_t* p) {\n"
        "  Tensor g = make_tensor(make_gmem_ptr(p), make_shape(",
        rows,
        ", 64), make_stride(64, 1));\n"
        "  Tensor t = local_tile(g, Shape<_128,_128,_64>{}, make_coord(",
        coord, "), Step<_1, X, _1>{});\n", rest, "}\n");
  };
  CHECK(found(blocks("5100", "blockIdx.x, blockIdx.y, _", "")) == "4 out-of-bounds");
  CHECK(first_fault(blocks("5100", "blockIdx.x, blockIdx.y, _", "")) ==
        "tiles of 128 do not divide the 5100 elements of mode 0: 20 elements of tile 39 are outside, the first one at "
        "5100");
  CHECK(found(blocks("5120", "blockIdx.x, blockIdx.y, _", "")) == "");
  CHECK(found(blocks("5100", "blockIdx.x, blockIdx.y, _", "  copy_if(pred, t, r);\n")) == "");
  CHECK(found(blocks("5100", "0, blockIdx.y, 0", "  copy_if(pred, t, r);\n")) == "");
  CHECK(found("auto g = make_tensor(make_gmem_ptr(reinterpret_cast<half_t*>(p)), make_shape(256, 64), make_stride(64, "
              "1));\n"
              "auto t = outer_partition(g, make_shape(_64{}, _16{}), make_coord(8,8));\n") == "");
  CHECK(found(blocks("5100", "40, blockIdx.y, 0", "  copy_if(pred, t, r);\n")) == "4 out-of-bounds");
  CHECK(found("auto g = make_tensor(make_gmem_ptr(reinterpret_cast<half_t*>(p)), make_shape(100000, 64000), "
              "make_stride(64000, 1));\nauto e = g(99999, 63999);\n") == "1 offset-overflow 2 offset-overflow");
}

TEST_CASE("lint: capacity") {
  CHECK(found(shared("Layout<Shape<_512,_512>>{}")) == "1 capacity");
  CHECK(found(shared("Layout<Shape<_128,_512>>{}")) == "");
  CHECK(found("a = T.alloc_shared((1024, 512), \"float16\")\n") == "1 capacity");
  CHECK(found("module attributes {\"ttg.num-warps\" = 4 : i32, ttg.shared = 240000 : i32, ttg.target = \"cuda:90\"} {\n"
              "  tt.func @f() { tt.return }\n}\n") == "1 capacity");
  // A part of the tile is not another buffer.
  CHECK(found(cat(copy, shared("Layout<Shape<_512,_512>,Stride<_512,_1>>{}"), "auto part = thr.partition_D(s);\n")) ==
        "3 capacity");
}

TEST_CASE("lint: a printed copy that leaves elements out, and a printed atom with elements without an owner") {
  const auto copy = [](std::string_view tv) {
    return cat("TiledCopy\n  Tiler_MN:       (_16,_64)\n  TiledLayout_TV: ", tv,
               "\nCopy_Atom\n  ThrID:        _1:_0\n  ValLayoutSrc: (_1,_4):(_0,_1)\n  ValLayoutDst: "
               "(_1,_4):(_0,_1)\n  ValLayoutRef: (_1,_4):(_0,_1)\n  ValueType:    16b\n");
  };
  CHECK(found(copy("((_8,_16),_8):((_128,_1),_16)")) == "");
  CHECK(found(copy("((_8,_16),_4):((_128,_1),_16)")) == "1 tv-coverage");
  CHECK(first_fault(copy("((_8,_16),_4):((_128,_1),_16)")) == "of the source tile's 960 elements, 448 have no owner");
  const auto atom = [](std::string_view c) {
    return cat(
        "MMA_Atom\n  ThrID:      32:1\n  Shape_MNK:  (16,8,16)\n  LayoutA_TV: "
        "((4,8),(2,2,2)):((32,1),(16,8,128))\n  LayoutB_TV: ((4,8),(2,2)):((16,1),(8,64))\n  LayoutC_TV: ",
        c, "\n");
  };
  CHECK(found(atom("((4,8),(2,2)):((32,1),(16,8))")) == "");
  CHECK(found(atom("((4,8),(2,2)):((32,1),(16,0))")) == "1 atom-bijection");
}

TEST_CASE("lint: a narrow load of Triton, and a violated law") {
  const auto kernel = [](std::string_view blocked) {
    return cat(
        "#blocked = #ttg.blocked<{", blocked,
        "}>\nmodule {\n  tt.func public @k(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {\n    %0 = tt.splat "
        "%arg0 : !tt.ptr<f16> -> tensor<4x256x!tt.ptr<f16>, #blocked>\n    %1 = tt.load %0 : "
        "tensor<4x256x!tt.ptr<f16>, #blocked>\n    tt.return\n  }\n}\n");
  };
  CHECK(found(kernel("sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]"))
            .find("5 narrow-copy") != std::string::npos);
  CHECK(found(kernel("sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]"))
            .find("narrow-copy") == std::string::npos);
  // The input of a pass is not a kernel that runs.
  CHECK(found(cat("// RUN: triton-opt %s -tritongpu-coalesce | FileCheck %s\n",
                  kernel("sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]"))) ==
        "");
  // Other hardware has other sectors.
  CHECK(found(cat(kernel("sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]"),
                  "module attributes {ttg.target = \"hip:gfx942\"} {\n}\n")) == "");
  CHECK(found("auto r = composition(Layout<Shape<_6,_2>,Stride<_1,_7>>{}, Layout<Shape<_3,_2>,Stride<_2,_3>>{});\n") ==
        "1 law");
  CHECK(found("auto r = composition(Layout<Shape<_6,_2>,Stride<_1,_6>>{}, Layout<Shape<_3,_2>,Stride<_2,_6>>{});\n") ==
        "");
}

TEST_CASE("lint: ldmatrix and stmatrix move fragments of Triton without conflicts") {
  const auto store = [](std::string_view type) {
    return cat(
        "#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = "
        "[16, 64, 16]}>\n#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>\n"
        "module {\n  tt.func @k(%a: tensor<64x64x",
        type, ", #mma>, %b: !ttg.memdesc<64x64x", type,
        ", #shared, #ttg.shared_memory, mutable>) {\n    ttg.local_store %a, %b : tensor<64x64x", type,
        ", #mma> -> !ttg.memdesc<64x64x", type, ", #shared, #ttg.shared_memory, mutable>\n    tt.return\n  }\n}\n");
  };
  CHECK(found(store("f16")) == "");
  CHECK(found(store("f32")) == "5 bank-conflict");
}

TEST_CASE("lint: scopes of C++, and copies that choose their width themselves") {
  const std::string_view head =
      "#include <cute/tensor.hpp>\n"
      "template <class Copy> __global__ void k(Copy copy, cutlass::half_t* memory) {\n"
      "  auto thr = copy.get_slice(threadIdx.x);\n"
      "  Tensor s = make_tensor(make_smem_ptr(memory), Layout<Shape<_64,_64>,Stride<_1,_64>>{});\n"
      "  Tensor part = thr.partition_D(s);\n";
  const std::string_view tail =
      "}\nint main() {\n  auto cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, "
      "Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{});\n"
      "  k<<<1, 128>>>(cp, static_cast<cutlass::half_t*>(nullptr));\n}\n";
  CHECK(found(cat(head, "  cute::copy(copy, r, part(_, _, 0));\n", tail)) == "5 copy-width");
  CHECK(found(cat(head, "  cute::copy(r, part(_, _, 0));\n", tail)) == "");
}

TEST_CASE("lint: two layouts of one buffer") {
  const std::string_view rows = "auto a = make_tensor(make_smem_ptr(p), Layout<Shape<_8,_16>,Stride<_16,_1>>{});\n";
  const std::string_view padded = "auto b = make_tensor(make_smem_ptr(p), Layout<Shape<_8,_16>,Stride<_24,_1>>{});\n";
  CHECK(found(cat(rows, padded, "copy(r, a);\ncopy(b, q);\n")) == "2 two-layouts");
  CHECK(first_fault(cat(rows, padded, "copy(r, a);\ncopy(b, q);\n")) ==
        "a and b are the same memory, and coordinate 1 is at offset 16 of one and 24 of the other");
  CHECK(found(cat(rows, padded, "copy(r, a);\n__syncthreads();\ncopy(b, q);\n")) == "");
  CHECK(found(cat(rows, rows, "copy(r, a);\n")) == "");
  // The first offsets of a large tile are compared.
  const std::string_view large =
      "auto a = make_tensor(make_smem_ptr(p), Layout<Shape<_128,_64,_3>,Stride<_64,_1,_8192>>{});\n";
  CHECK(found(cat(large,
                  "auto b = make_tensor(make_smem_ptr(p), make_layout(shape(a), LayoutRight{}));\ncopy(a, b);\n")) ==
        "2 two-layouts");
  // A transposed view of a square tile has the same elements.
  CHECK(found("auto a = make_tensor(make_smem_ptr(p), Layout<Shape<_8,_8>,Stride<_8,_1>>{});\n"
              "auto b = make_tensor(make_smem_ptr(p), Layout<Shape<_8,_8>,Stride<_1,_8>>{});\ncopy(a, b);\n") == "");
}

TEST_CASE("lint: atoms that a source defines") {
  const auto traits = [](std::string_view rows) {
    return cat(
        "#include <cute/atom/mma_traits.hpp>\ntemplate <>\nstruct MMA_Traits<My_Op> {\n"
        "  using Shape_MNK = Shape<_16,_8,_8>;\n  using ThrID = Layout<_32>;\n"
        "  using CLayout = Layout<Shape<Shape<_4,_8>,Shape<_2,_2>>, Stride<Stride<_32,",
        rows, ">,Stride<_16,_8>>>;\n};\n");
  };
  CHECK(found(traits("_1")) == "");
  CHECK(found(traits("_2")) == "6 atom-bijection");
  const auto copy = [](std::string_view stride) {
    return cat(
        "#include <cute/atom/copy_traits.hpp>\ntemplate <>\nstruct Copy_Traits<My_Load> {\n"
        "  using ThrID = Layout<_32>;\n  using SrcLayout = Layout<Shape<Shape<_8,_4>,_128>,"
        "Stride<Stride<_128,_0>,_1>>;\n  using DstLayout = Layout<Shape<_32,_32>,Stride<",
        stride, ",_1>>;\n};\n");
  };
  CHECK(found(copy("_32")) == "");
  CHECK(found(copy("_16")) == "5 atom-bijection 6 atom-bijection");
}

TEST_CASE("lint: the layout of a tile next to the copies of its elements") {
  const auto operand = [](std::string_view swizzle, std::string_view stride, std::string_view copy) {
    return cat("#include <cute/tensor.hpp>\nstruct Operand {\n  using SmemLayoutAtomA = decltype(composition(Swizzle<",
               swizzle, ">{}, Layout<Shape<_8, _64>, Stride<", stride, ", _1>>{}));\n  using ", copy, ";\n};\n");
  };
  const auto tile = [&](std::string_view swizzle, std::string_view copy) {
    return operand(swizzle, "_64", cat("SmemCopyAtomA = Copy_Atom<", copy, ", half_t>"));
  };
  CHECK(found(tile("3, 3, 3", "SM75_U32x4_LDSM_N")) == "");
  CHECK(found(tile("3, 4, 3", "SM75_U32x4_LDSM_N")) == "3 swizzle-unit");
  CHECK(found(tile("0, 3, 3", "SM75_U32x4_LDSM_N")) == "3 bank-conflict");
  CHECK(first_fault(tile("1, 3, 3", "SM75_U32x4_LDSM_N")) ==
        "a matrix of ldmatrix, eight rows of 16 bytes, takes 4 wavefronts (ideal: 1)");
  CHECK(found(tile("0, 3, 3", "UniversalCopy<half_t>")) == "");
  // Rows of ldmatrix begin at multiples of 16 bytes; a padding of 16 bytes has no conflict.
  const std::string_view matrices = "SmemCopyAtomA = Copy_Atom<SM75_U32x4_LDSM_N, half_t>";
  CHECK(found(operand("0, 3, 3", "_72", matrices)) == "");
  CHECK(found(operand("0, 3, 3", "_80", matrices)) == "3 bank-conflict");
  // The type of a copy of global memory is that of the elements if it moves several of them, or if its width is open.
  const auto global = [&](std::string_view swizzle, std::string_view copy) {
    return operand(swizzle, "_64",
                   cat("GmemTiledCopyA = decltype(make_tiled_copy(Copy_Atom<", copy,
                       ">{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}))"));
  };
  CHECK(found(global("3, 4, 3", "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t")) == "3 swizzle-unit");
  CHECK(found(global("3, 4, 3", "DefaultCopy, half_t")) == "3 swizzle-unit");
  CHECK(found(global("3, 3, 3", "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t")) == "");
  CHECK(found(global("3, 3, 3", "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, uint128_t")) == "");
}

TEST_CASE("lint: structures in shared memory") {
  const auto storage = [](std::string_view first, std::string_view alignment, std::string_view rows) {
    return cat(
        "#include <cute/tensor.hpp>\nusing S = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<",
        rows, ",_64>{}));\nstruct SharedStorage {\n  ", first, ";\n  alignas(", alignment,
        ") cute::ArrayEngine<half_t, cute::cosize_v<S>> A;\n};\n");
  };
  CHECK(found(storage("uint64_t barrier[2]", "1024", "_64")) == "");
  CHECK(found(storage("uint64_t barrier[2]", "128", "_64")) == "5 misaligned");
  CHECK(first_fault(storage("uint64_t barrier[2]", "128", "_64")).find("byte 128 of its structure, 128 bytes past") !=
        std::string::npos);
  CHECK(found(storage("uint64_t barrier[2]", "1024", "_4096")) == "5 capacity");
  // An alignment that no memory has is open, and so is the size of the structure.
  CHECK(found(storage("alignas(4611686018427387904) uint64_t barrier[2]", "9223372036854775807", "_64")) == "");
  // The swizzle of the elements that the structure stores.
  CHECK(
      found(
          "#include <cute/tensor.hpp>\nusing S = decltype(composition(Swizzle<3,4,3>{}, Layout<Shape<_8,_64>,"
          "Stride<_64,_1>>{}));\nstruct SharedStorage {\n  cute::array_aligned<half_t, cute::cosize_v<S>> a;\n};\n") ==
      "2 swizzle-unit");
  const std::string_view kernel =
      "#include <cute/tensor.hpp>\n__global__ void f() {\n  __shared__ float a[cosize_v<Layout<Shape<_128,_64>>>];\n"
      "  __shared__ float b[cosize_v<Layout<Shape<_128,_64>>>];\n}\n";
  CHECK(found(kernel) == "3 capacity");
}

TEST_CASE("lint: a finding in an included file is at its line there, with the fix as an edit") {
  const std::string header =
      "#pragma once\n// A tile.\nusing Tile = decltype(composition(Swizzle<3, 4, 3>{}, Layout<Shape<_8,_64>,"
      "Stride<_64,_1>>{}));\n";
  const std::string source =
      "#include <cute/tensor.hpp>\n#include \"tile.h\"\n__global__ void f() {\n"
      "  auto s = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(smem)), Tile{});\n}\n";
  const auto with = [&](const std::string& included) {
    auto linted = lint::lint(source, [&](const std::string& name) -> std::optional<std::string> {
      return name == "tile.h" ? std::optional(included) : std::nullopt;
    });
    REQUIRE(linted.has_value());
    return std::move(linted->findings);
  };
  const auto all = with(header);
  REQUIRE(all.size() == 1);
  CHECK(all[0].file == "tile.h");
  CHECK(all[0].line == 3);
  CHECK(all[0].source.starts_with("using Tile"));
  REQUIRE(all[0].edit.has_value());
  std::string line(header.substr(header.find("using"), 80));
  line.replace(all[0].edit->begin - 1, all[0].edit->end - all[0].edit->begin, all[0].edit->text);
  CHECK(line.find("Swizzle<3, 3, 3>{}") != std::string::npos);
  CHECK(with(cat("// stridescope: ignore-file(swizzle-unit)\n", header)).empty());
  const std::string sarif = lint::report({{"tile.h", all}}, Format::sarif, english_catalog());
  CHECK(sarif.find("\"deletedRegion\":{\"startLine\":3,\"startColumn\":") != std::string::npos);
  CHECK(sarif.find("\"insertedContent\":{\"text\":\", 3, 3\"}") != std::string::npos);
}

TEST_CASE("lint: boxes of TMA are found in time, and sizes beyond 64 bits are too large") {
  std::string text =
      "#include <cute/tensor.hpp>\nstruct S {\n  uint64_t bar;\n  alignas(16) "
      "cute::ArrayEngine<half_t, cute::cosize_v<Layout<Shape<_64,_64>>>> a;\n};\nvoid f() {\n";
  const std::string box = cat(text, "  auto b = tensor(s.a);\n  tma_partition(c, b);\n}\n");
  CHECK(found(box) == "4 misaligned");
  for (int i = 0; i < 20'000; ++i) text += "x=a;";
  for (int i = 0; i < 8'000; ++i) text += "tma_partition(b);";
  const std::clock_t start = std::clock();
  CHECK(found(cat(text, "}\n")) == "");
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 4);
  CHECK(found("import cutlass\nimport cutlass.cute as cute\ndef k():\n  smem = cutlass.utils.SmemAllocator()\n"
              "  a = smem.allocate_tensor(cutlass.Float16, cute.make_layout((2, 2), stride=(1, 4611686018427387904)), "
              "16)\n")
            .find("5 capacity") != std::string::npos);
}

TEST_CASE("lint: offsets of 32 bits") {
  const auto tensor = [](std::string_view type, std::string_view rows) {
    return cat("#include <cute/tensor.hpp>\n__global__ void f(float const* p, int m, ", type,
               " ld) {\n  auto A = make_tensor(make_gmem_ptr(p), make_shape(m, 4096), make_stride(Int<1>{}, ld));\n}\n"
               "// stride: m = 4096, ld = ",
               rows, "\n");
  };
  CHECK(found(tensor("int", "4096")) == "");
  CHECK(found(tensor("int", "1000000")) == "3 offset-overflow");
  CHECK(found(tensor("int64_t", "1000000")) == "");
}

TEST_CASE("lint: CuTe DSL's structures") {
  const auto kernel = [](std::string_view alignment, std::string_view size = "cute.cosize(self.a)") {
    return cat("import cutlass.cute as cute\nclass K:\n  def __init__(self):\n    self.align = ", alignment,
               "\n  def __call__(self, n):\n    size = cute.cosize(self.a) if n else 0\n    @cute.struct\n"
               "    class Storage:\n      bar: cute.struct.MemRange[cutlass.Int64, n * 2]\n"
               "      sA: cute.struct.Align[cute.struct.MemRange[self.t, ",
               size,
               "], self.align]\n"
               "    sA = storage.sA.get_tensor(self.a.outer, swizzle=self.a.inner)\n"
               "    tAsA, tAgA = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 3), g)\n");
  };
  CHECK(found(kernel("1024")) == "");
  CHECK(found(kernel("16")) == "10 misaligned");
  // A size that has a name.
  CHECK(found(kernel("1024", "size")) == "");
  CHECK(found(kernel("16", "size")) == "10 misaligned");
}

TEST_CASE("lint: PTX") {
  CHECK(found(cat(ptx, ".shared .align 16 .b8 tile[1024];\n  ld.shared.v4.f32 {%f1,%f2,%f3,%f4}, [tile+8];\n}\n")) ==
        "6 misaligned");
  CHECK(found(cat(ptx,
                  ".shared .align 16 .b8 tile[1024];\n  @%p1 st.shared.v4.b32 [tile+16], {%r1,%r2,%r3,%r4};\n}\n")) ==
        "");
  CHECK(found(cat(ptx, ".shared .align 16 .b8 tile[64];\n  cp.async.cg.shared.global [tile+56], [%rd1], 16;\n}\n")) ==
        "6 misaligned 6 out-of-bounds");
  CHECK(found(cat(ptx, ".shared .align 4 .b8 tile[65536];\n}\n")) == "5 capacity");
  CHECK(found(cat(ptx, "  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 96;\n}\n")) == "5 capacity");
}

TEST_CASE("lint: values of names, and excluded findings") {
  const std::string tile = shared("Layout<Shape<Int<kN>,_512>>{}");
  CHECK(found(tile) == "");
  CHECK(found(cat("// stride: kM = 2, kN = 512\n", tile)) == "2 capacity");
  CHECK(found(cat("// stride: kN = 512\n// stridescope: ignore(capacity)\n", tile)) == "");
  CHECK(found(cat("// stride: kN = 512\n// stridescope: ignore(law)\n", tile)) == "3 capacity");
  CHECK(found(cat(tile, "// stride: kN = 512\n// stridescope: ignore-file\n")) == "");
  const auto linted = lint::lint(cat("// stride: kN = 512\n// stridescope: ignore\n", tile));
  REQUIRE(linted.has_value());
  CHECK(linted->suppressed == 1);
}

TEST_CASE("lint: formats, summary and baseline") {
  const auto linted = lint::lint(shared("Layout<Shape<_512,_512>>{}"));
  REQUIRE(linted.has_value());
  const std::vector<FileFindings> files = {{"a,b.cu", linted->findings}};
  const Catalog& words = english_catalog();
  CHECK(report(files, Format::text, words).starts_with("a,b.cu:1:1: error: 262144 elements"));
  CHECK(report(files, Format::github, words)
            .starts_with("::error file=a%2Cb.cu,line=1,col=1,title=stridescope capacity::"));
  const auto json = JsonValue::parse(report(files, Format::json, words));
  REQUIRE(json.has_value());
  CHECK((*json)["findings"].items()[0]["rule"].string() == "capacity");
  const auto sarif = JsonValue::parse(report(files, Format::sarif, words));
  REQUIRE(sarif.has_value());
  const JsonValue& run = (*sarif)["runs"].items()[0];
  const JsonValue& result = run["results"].items()[0];
  CHECK(
      run["tool"]["driver"]["rules"].items()[static_cast<std::size_t>(result["ruleIndex"].integer())]["id"].string() ==
      result["ruleId"].string());
  CHECK(summary(files, words).find("1 finding\n") != std::string::npos);
  CHECK(report({}, Format::text, words).empty());
  lint::Baseline known(lint::Baseline::write(files));
  FileFindings again = files[0];
  CHECK(known.remove(again) == 1);
  CHECK(again.findings.empty());
  again = files[0];
  CHECK(known.remove(again) == 0);
}

TEST_CASE("lint: tensor memory of the module's architecture") {
  const auto module = [](std::string_view target, int columns) {
    return cat("module attributes {ttg.target = \"cuda:", target, "\", ttg.tensor_memory_size = ", columns,
               " : i32} {\n  tt.func @f() {\n    tt.return\n  }\n}\n");
  };
  CHECK(found(module("100", 512)) == "");
  CHECK(found(module("100", 576)) == "1 capacity");
  CHECK(found(module("107", 576)) == "");
  CHECK(found(module("107", 577)) == "1 capacity");
}

TEST_CASE("lint: many views of one buffer are compared in time") {
  std::string text = "__shared__ half_t s[8192];\n";
  for (int i = 0; i < 240; ++i)
    append_all(text, "Tensor t", i, " = make_tensor(make_smem_ptr(s), Layout<Shape<_128,_64>,Stride<",
               i % 2 == 0 ? "_64,_1" : "_1,_128", ">>{});\n");
  for (int i = 0; i < 40'000; ++i) text += "x(); ";
  const std::clock_t start = std::clock();
  CHECK(lint::lint(text).has_value());
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 6);  // 12 if all pairs are looked for
}

}  // namespace stridescope
