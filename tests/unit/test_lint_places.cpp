// Places that a finding names besides its own: the declarations of the layout, the copy or the number behind it.
#include <doctest/doctest.h>

#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/lint/report.h"

namespace stridescope {
namespace {

using lint::Finding;
using lint::FindingPlace;
using lint::Format;

std::vector<Finding> findings_of(std::string_view text, const IncludeReader& include = {}) {
  auto linted = lint::lint(text, include);
  REQUIRE(linted.has_value());
  return std::move(linted->findings);
}

// The places of the first finding, `line what` each.
std::string places(std::string_view text) {
  const std::vector<Finding> all = findings_of(text);
  REQUIRE(!all.empty());
  std::string out;
  for (const FindingPlace& one : all[0].related)
    append_all(out, out.empty() ? "" : "; ", one.line, ' ', english(one.what));
  return out;
}

constexpr std::string_view threads_of_rows =
    "#include <cute/tensor.hpp>\nusing Copy = decltype(\n  make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, "
    "half_t>{},\n                  Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{}));\n";

// Rows of 128 bytes that ldmatrix reads, with the swizzle on line 5.
std::string rows_of(std::string_view swizzle) {
  return cat(
      "#include <cute/tensor.hpp>\ntemplate <int kHeadDim>\nstruct Traits {\n  using Atom = decltype(\n    "
      "composition(",
      swizzle,
      "{}, Layout<Shape<_8, Int<kHeadDim>>, Stride<Int<kHeadDim>, _1>>{}));\n"
      "  using Tile = decltype(tile_to_shape(Atom{}, Shape<_64, Int<kHeadDim>>{}));\n};\n"
      "__global__ void f(half_t* smem) {\n  using T = Traits<64>;\n"
      "  auto s = make_tensor(make_smem_ptr(smem), T::Tile{});\n"
      "  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});\n"
      "  auto cp = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);\n"
      "  auto thr = cp.get_slice(threadIdx.x);\n  auto part = thr.partition_S(s);\n}\n");
}

}  // namespace

TEST_CASE("lint: the chain from an access to the layout and the swizzle that it is made from") {
  CHECK(findings_of(rows_of("Swizzle<3, 3, 3>")).empty());
  const std::string text = rows_of("Swizzle<0, 3, 3>");
  const std::vector<Finding> all = findings_of(text);
  REQUIRE(all.size() == 1);
  CHECK(all[0].line == 14);
  CHECK(places(text) ==
        "10 's' is made here; 12 'cp' is made here; 6 'Tile' is ((8,8),(64,1)):((64,512),(1,0)) here; 5 the swizzle of "
        "'Atom' is here");
}

TEST_CASE("lint: the threads of a copy, on the line on which they are arranged") {
  const std::string text = cat(threads_of_rows,
                               "__global__ void f(half_t* p) {\n  Copy copy;\n  auto thr = copy.get_slice(0);\n"
                               "  auto rows = make_tensor(make_gmem_ptr(p), Layout<Shape<_32, _64>, Stride<_64, "
                               "_1>>{});\n  auto part = thr.partition_S(rows);\n}\n");
  const std::vector<Finding> all = findings_of(text);
  REQUIRE(!all.empty());
  CHECK(lint::row_of(all[0].rule).id == "uncoalesced");
  CHECK(places(text) == "8 'rows' is made here; 4 the threads of 'Copy' are arranged here");
}

TEST_CASE("lint: the number behind a tile, through the calls that pass it on") {
  const std::string_view text =
      "#include <cute/tensor.hpp>\ntemplate <class Shape>\n__global__ void kernel(Shape shape, half_t* p) {\n"
      "  auto g = make_tensor(make_gmem_ptr(p), shape, make_stride(4096, 1));\n"
      "  auto tile = local_tile(g, make_shape(Int<128>{}, Int<64>{}), make_coord(blockIdx.x, _));\n}\n"
      "void gemm(int m, int k, half_t* p) {\n  auto M = int(m);\n  auto shape = make_shape(M, k);\n  "
      "kernel<<<1, 128>>>(shape, p);\n}\n"
      "int main() {\n  int m = 5100;\n  int k = 4096;\n  gemm(m, k, nullptr);\n}\n";
  CHECK(places(text) == "4 'g' is made here; 9 'shape' is (5100,4096) here; 8 'M' is 5100 here; 13 'm' is 5100 here");
  // A coordinate that the statement writes is the place itself.
  const auto behind = findings_of(
      "#include <cute/tensor.hpp>\n__global__ void f(half_t* p) {\n"
      "  auto g = make_tensor(make_gmem_ptr(p), make_shape(5120, 64));\n  auto tile = local_tile(\n"
      "      g, Shape<_128, _64>{},\n      make_coord(4096, 0));\n}\n");
  REQUIRE(behind.size() == 1);
  CHECK(behind[0].line == 6);
  CHECK(behind[0].column == 7);
}

TEST_CASE("lint: an argument of a template, a comment and a constant of Python give numbers") {
  const std::string tile =
      "#include <cute/tensor.hpp>\ntemplate <int kRows>\nstruct T {\n  using Tile = Layout<Shape<Int<kRows>, _512>>;\n"
      "};\ntemplate <int kRows>\n__global__ void f(half_t* p) {\n"
      "  auto s = make_tensor(make_smem_ptr(p), typename T<kRows>::Tile{});\n}\n";
  CHECK(places(cat(tile, "int main() {\n  f<1024>(nullptr);\n}\n")).find("11 'kRows' is 1024 here") !=
        std::string::npos);
  CHECK(places(cat(tile, "// stride: kRows = 2048\n")).find("10 'kRows' is 2048 here") != std::string::npos);
  CHECK(
      places("import cutlass.cute as cute\nclass K:\n  def __init__(self):\n    self.align = 16\n"
             "  def __call__(self, n):\n    @cute.struct\n    class Storage:\n"
             "      bar: cute.struct.MemRange[cutlass.Int64, n * 2]\n"
             "      sA: cute.struct.Align[cute.struct.MemRange[self.t, cute.cosize(self.a)], self.align]\n"
             "    sA = storage.sA.get_tensor(self.a.outer, swizzle=self.a.inner)\n"
             "    tAsA, tAgA = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 3), g)\n") ==
      "8 'bar' is declared before it; 4 'align' is 16 here");
}

TEST_CASE("lint: places of PTX, of a module and of an included file") {
  CHECK(places(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry f() {\n.shared .align 16 .b8 tile[64];\n"
               "  ld.shared.v4.f32 {%f1,%f2,%f3,%f4}, [tile+8];\n}\n") == "5 'tile' is declared here");
  CHECK(places("#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order "
               "= [1, 0]}>\nmodule {\n  tt.func public @k(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {\n    %0 = "
               "tt.splat %p : !tt.ptr<f16> -> tensor<4x256x!tt.ptr<f16>, #blocked>\n    %1 = tt.load %0 : "
               "tensor<4x256x!tt.ptr<f16>, #blocked> loc(#loc1)\n    tt.return\n  }\n}\n#loc1 = loc(\"k.py\":1:1)\n") ==
        "1 '#blocked' is defined here");
  const auto all = findings_of(
      "#include <cute/tensor.hpp>\n#include \"tile.h\"\n__global__ void f(half_t* p) {\n"
      "  auto s = make_tensor(make_smem_ptr(p), Tile{});\n}\n",
      [](const std::string& name) {
        return name == "tile.h" ? std::optional<std::string>("#pragma once\nusing Tile = Layout<Shape<_512, _1024>>;\n")
                                : std::nullopt;
      });
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].related.size() == 1);
  CHECK(all[0].related[0].file == "tile.h");
  CHECK(all[0].related[0].line == 2);
  CHECK(all[0].related[0].source.starts_with("using Tile"));
}

TEST_CASE("lint: every format has the places of a finding") {
  std::vector<Finding> all = findings_of(
      "#include <cute/tensor.hpp>\nusing Tile = Layout<Shape<_512, _1024>>;\n__global__ void f(half_t* p) {\n"
      "  auto s = make_tensor(make_smem_ptr(p), Tile{});\n}\n");
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].related.size() == 1);
  const std::vector<lint::FileFindings> files = {{"a.cu", all}};
  const Catalog& words = english_catalog();
  CHECK(report(files, Format::text, words)
            .ends_with("a.cu:2:7: note: 'Tile' is (512,1024):(1,512) here\n  using Tile = Layout<Shape<_512, "
                       "_1024>>;\n"));
  CHECK(report(files, Format::github, words).ends_with("%0Aa.cu:2: 'Tile' is (512,1024):(1,512) here\n"));
  const auto json = JsonValue::parse(report(files, Format::json, words));
  REQUIRE(json.has_value());
  const JsonValue& place = (*json)["findings"].at(0)["related"].at(0);
  CHECK(place["path"].string() == "a.cu");
  CHECK(place["line"].integer() == 2);
  CHECK(place["column"].integer() == 7);
  const auto sarif = JsonValue::parse(report(files, Format::sarif, words));
  REQUIRE(sarif.has_value());
  const JsonValue& related = (*sarif)["runs"].at(0)["results"].at(0)["relatedLocations"].at(0);
  CHECK(related["physicalLocation"]["region"]["startLine"].integer() == 2);
  CHECK(related["message"]["text"].string() == "'Tile' is (512,1024):(1,512) here");
  CHECK(lint::summary({{"b.cu", findings_of(rows_of("Swizzle<0, 3, 3>"))}}, words)
            .find("* `b.cu:5` the swizzle of 'Atom'") != std::string::npos);
}

}  // namespace stridescope
