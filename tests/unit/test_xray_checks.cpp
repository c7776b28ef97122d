// The checks over whole modules, one by one: width, alignment, sectors, wavefronts and coverage, in sources of CuTe and
// in Triton's modules. Those of CuTe DSL's modules are in test_xray.cpp.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/foreign/modules/xray.h"

namespace stridescope {
namespace {

std::vector<std::string> findings(std::string_view text) {
  const auto seen = xray_of(text);
  REQUIRE(seen.has_value());
  std::vector<std::string> out;
  for (const XrayFinding& f : seen->findings)
    out.push_back(cat(f.line, ' ', xray_grade_names[static_cast<std::size_t>(f.grade)], ": ", english(f.what)));
  return out;
}

bool any(const std::vector<std::string>& all, const std::string& part) {
  for (const std::string& one : all) {
    if (one.find(part) != std::string::npos) return true;
  }
  return false;
}

// A kernel as CuTe's tutorials have it: A by rows, copied to a tile of shared memory, read from there by ldmatrix.
std::string kernel(std::string_view smem, std::string_view atom, std::string_view threads, std::string_view values,
                   std::string_view strides = "make_stride(256, _1{})") {
  return cat("template <class T>\n__global__ void gemm(half_t const* A) {\n  using namespace cute;\n",
             "  auto sA_layout = ", smem, ";\n", "  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(512, 256), ",
             strides, ");\n", "  Tensor gA = local_tile(mA, Shape<_128,_32>{}, make_coord(blockIdx.x, 0));\n",
             "  __shared__ half_t smemA[cosize_v<decltype(sA_layout)>];\n",
             "  Tensor sA = make_tensor(make_smem_ptr(smemA), sA_layout);\n",
             "  TiledCopy copyA = make_tiled_copy(Copy_Atom<", atom, ", half_t>{}, ", threads, ", ", values, ");\n",
             "  ThrCopy thr = copyA.get_slice(threadIdx.x);\n  Tensor tAgA = thr.partition_S(gA);\n",
             "  Tensor tAsA = thr.partition_D(sA);\n  copy(copyA, tAgA, tAsA);\n}\n");
}

constexpr std::string_view rows = "Layout<Shape<_128,_32>, Stride<_32,_1>>{}";
constexpr std::string_view wide = "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>";
constexpr std::string_view by_rows = "Layout<Shape<_32,_4>, Stride<_4,_1>>{}";
constexpr std::string_view eight = "Layout<Shape<_1,_8>>{}";

}  // namespace

TEST_CASE("xray checks: a source's partitions are those of each thread, and nothing is wrong with a good copy") {
  const std::string good = kernel(rows, wide, by_rows, eight);
  const auto seen = xray_of(good);
  REQUIRE(seen.has_value());
  const auto found = findings(good);
  REQUIRE(found.size() == 1);
  CHECK(found[0].find("1 note: threadIdx and blockIdx are assumed to be 0") == 0);
  bool partition = false;
  for (const XrayPart& part : seen->parts) partition = partition || (part.name == "tAsA" && part.line == 12);
  CHECK(partition);
}

TEST_CASE("xray checks: sectors and wavefronts of a source's copies") {
  // Columns of a row-major A: each lane reads another sector.
  const auto sectors =
      findings(kernel(rows, "UniversalCopy<half_t>", "Layout<Shape<_128,_1>>{}", "Layout<Shape<_1,_1>>{}"));
  CHECK(any(sectors, "11 warning: "));
  CHECK(any(sectors, "sectors of 32 bytes (ideal:"));
  CHECK(any(sectors, "12 warning: bank conflicts"));
  // A column-major tile allows no 16-byte accesses along K.
  const auto conflicts =
      findings(kernel("Layout<Shape<_128,_32>, Stride<_64,_1>>{}", wide, "Layout<Shape<_128,_1>>{}", eight));
  CHECK(any(conflicts, "12 warning: bank conflicts: "));
  CHECK(!any(conflicts, "error"));
}

TEST_CASE("xray checks: width and alignment of a source's copies") {
  const auto narrow = findings(kernel("Layout<Shape<_128,_32>, Stride<_1,_128>>{}", wide, by_rows, eight));
  CHECK(any(narrow, "12 error: "));
  CHECK(any(narrow, "vectorize"));
  const auto unaligned = findings(kernel("Layout<Shape<_128,_32>, Stride<_36,_1>>{}", wide, by_rows, eight));
  CHECK(any(unaligned, "12 error: "));
  const auto global = findings(kernel(rows, wide, by_rows, eight, "make_stride(_1{}, 512)"));
  CHECK(any(global, "11 error: "));
}

TEST_CASE("xray checks: an MMA whose accumulators are not each held once") {
  const std::string printed =
      "MMA_Atom\n  ThrID:      32:1\n  Shape_MNK:  (16,8,16)\n  LayoutA_TV: ((4,8),(2,2,2)):((32,1),(16,8,128))\n"
      "  LayoutB_TV: ((4,8),(2,2)):((16,1),(8,64))\n  LayoutC_TV: ((4,8),(2,2)):((32,1),(16,8))\n";
  CHECK(findings(printed).empty());
  std::string wrong = printed;
  wrong.replace(wrong.find("((32,1),(16,8))"), 15, "((32,1),(16,0))");
  CHECK(any(findings(wrong), "error: of the 128 elements of C, 64 have no owner"));
}

namespace {

std::string triton(std::string_view blocked, std::string_view tensor, std::string_view argument) {
  return cat("#blocked = #ttg.blocked<{", blocked, "}>\nmodule {\n  tt.func public @k(%arg0: !tt.ptr<f16>", argument,
             ", %arg1: i32) {\n    %0 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<", tensor,
             "x!tt.ptr<f16>, #blocked>\n    %1 = tt.load %0 : tensor<", tensor,
             "x!tt.ptr<f16>, #blocked>\n    tt.return\n  }\n}\n");
}
constexpr std::string_view aligned = " {tt.divisibility = 16 : i32}";

}  // namespace

TEST_CASE("xray checks: a pointer of a Triton kernel whose alignment nothing tells") {
  const std::string_view good = "sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]";
  CHECK(findings(triton(good, "64x64", aligned)).empty());
  CHECK(findings(triton(good, "64x64", "")) ==
        std::vector<std::string>{"3 note: the alignment of pointer %arg0 is unknown: its loads are one element wide"});
}

TEST_CASE("xray checks: a tile of Triton that is smaller than its layout, and values that are no neighbours") {
  const auto small = findings(triton(
      "sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]", "16x32", aligned));
  REQUIRE(small.size() == 1);
  CHECK(small[0].find("5 note: of the tile's 512 elements, 512 have up to 2 owners") == 0);
  const auto apart = findings(triton(
      "sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]", "4x256", aligned));
  CHECK(any(apart, "5 note: at most 2 bytes of a lane move at once, although each holds 16"));
}

}  // namespace stridescope
