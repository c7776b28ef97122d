// Pictures of one request: every lane is where the counts say.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/analysis/memory_value.h"
#include "core/render/render.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

Scene picture(std::string_view program, std::string_view text = {}) {
  Workspace w;
  const Report& report = w.evaluate(program, IntegerMode::cute);
  REQUIRE(report.diagnostics.empty());
  const int last = static_cast<int>(report.bindings.size()) - 1;
  const auto view = w.view(last, text);
  REQUIRE(view.has_value());
  auto scene = w.scene(last, *view);
  REQUIRE(scene.has_value());
  CHECK(paint(*scene, {.legend = true}).has_value());
  CHECK(svg(*scene, "a request").has_value());
  return std::move(*scene);
}

std::int64_t count(const Scene& s, CellState state) { return std::count(s.states.begin(), s.states.end(), state); }

}  // namespace

TEST_CASE("banks: a row a wavefront, a column a bank, every word once") {
  const Scene column = picture("bank_conflicts<32>((32,1):(32,1))");
  CHECK(column.picture == Picture::banks);
  CHECK(column.rows == 32);
  CHECK(column.cols == 32);
  CHECK(count(column, CellState::element) == 32);
  for (std::size_t row = 0; row < 32; ++row) {
    CHECK(column.states[row * 32] == CellState::element);
    CHECK(column.labels[row * 32] == "T" + std::to_string(row));
    CHECK(column.offsets[row * 32] == static_cast<std::int64_t>(row) * 128);
  }
  CHECK(column.slices.empty());
  CHECK(column.note == "32 wavefronts, ideal 1: 32-way conflict");
  const Scene wide = picture("bank_conflicts<32>((32,4):(4,1), \"store\")");
  CHECK(wide.rows == 4);
  CHECK(count(wide, CellState::element) == 128);
  CHECK(wide.labels[33] == "T8");
  CHECK(wide.captions[1] == "lanes 8 to 15, 1 wavefront");
  const Scene broadcast = picture("bank_conflicts<32>((32,1):(0,1))");
  CHECK(count(broadcast, CellState::element) == 1);
  CHECK(broadcast.labels[0] == "T0-31");
  const Scene pairs = picture("bank_conflicts<32>(((2,16),1):((0,1),1))");
  CHECK(pairs.labels[1] == "T2-3");
  const Scene halves = picture("bank_conflicts<32>(((16,2),1):((1,0),1))");
  CHECK(halves.labels[1] == "T1+1");
}

TEST_CASE("banks: the worst request unless the view names warp and access") {
  // The second access of the second warp conflicts.
  const char* program = "bank_conflicts<32>((64,2):(1,64))";
  const Scene first = picture(program);
  REQUIRE(first.slices.size() == 2);
  CHECK(first.slices[0].size == 2);
  const Scene other = picture(program, "kind=banks slice=1,1");
  CHECK(other.slices[0].value == 1);
  CHECK(other.slices[1].value == 1);
  CHECK(other.labels[0] == "T32");
  CHECK(other.offsets[0] == 4 * 96);
  CHECK(picture(program, "kind=banks slice=7,-1").slices[0].value == 0);
  const Scene worst = picture("bank_conflicts<32>((((32,2)),1):(((1,4096)),1))");
  CHECK(worst.rows == 1);
}

TEST_CASE("sectors: each lane is joined to the sectors that it touches") {
  const Scene half = picture("coalescing<32>((32,1):(2,1))");
  CHECK(half.picture == Picture::sectors);
  CHECK(half.rows == 3);
  CHECK(half.cols == 32);
  CHECK(half.arrows.size() == 32);
  for (const Scene::Arrow& arrow : half.arrows) {
    const auto lane = static_cast<std::size_t>(arrow.from);
    const auto sector = static_cast<std::size_t>(arrow.to);
    CHECK(lane < 32);
    CHECK(sector / 32 == 1);
    CHECK(half.offsets[lane] / 32 * 32 == half.offsets[sector]);
    CHECK(half.colors[lane] == half.colors[sector]);
  }
  CHECK(count(half, CellState::image) == 8);
  CHECK(half.labels[64] == "16");
  CHECK(half.captions[2] == "bytes used of 32: 50%");
  // A misaligned 16-byte access may touch two sectors.
  const Scene shifted = picture("coalescing<32,16>((32,4):(4,1))");
  CHECK(std::count(shifted.labels.begin() + 32, shifted.labels.begin() + 64, std::string()) == 32 - 17);
  // The residue: lanes that do nothing are empty.
  const Scene masked = picture("coalescing<32>((32,8):(8,1), (32,8):(1,32), (10,8))");
  CHECK(count(masked, CellState::gap) == 22);
  const Scene nothing = picture("coalescing<32>((32,8):(8,1), (32,8):(1,32), (0,8))");
  CHECK(nothing.rows == 1);
}

TEST_CASE("an access prints its counts and has properties of no layout") {
  Workspace w;
  const Report& report =
      w.evaluate("a = coalescing<16>((32,8):(8,1))\nb = bank_conflicts<16>((32,8):(8,1))", IntegerMode::cute);
  REQUIRE(report.bindings.size() == 2);
  CHECK(report.bindings[0].text.find("efficiency") != std::string::npos);
  CHECK(report.bindings[1].text.find("no conflict, ") != std::string::npos);
  CHECK_FALSE(report.bindings[0].value == report.bindings[1].value);
  CHECK(report.bindings[0].value ==
        Workspace().evaluate("coalescing<16>((32,8):(8,1))", IntegerMode::cute).bindings[0].value);
  CHECK_FALSE(w.describe(0, 0).has_value());
  CHECK(w.emit(1, "latex", *w.view(1)).has_value());
  CHECK(w.emit(1, "json", *w.view(1)).has_value());
}

TEST_CASE("arguments of the memory builtins that make no sense are refused with a hint") {
  for (const char* program :
       {"coalescing((32,4):(4,1))", "coalescing<0>((32,4):(4,1))", "coalescing<16>((32,4):(4,1), \"load\")",
        "coalescing<16,-1>((32,4):(4,1))", "bank_conflicts<16>((32,8):(64,1), \"tma\")", "bank_conflicts<16>(\"load\")",
        "bank_conflicts<16>((32,8):(9,1), \"ldmatrix\")", "bank_conflicts<16>((8,8):(8,1), (32,8):(1,32))",
        "vectorization<16>((8,4):(1,8), 8:1)", "best_swizzle<16>((8,8):(8,1))",
        "best_swizzle<16>((8,8):(8,1), (8,8):(1,8), \"mma\")", "roofline(\"GTX\", 1)", "roofline(\"H100\", -1)",
        "coalescing<16>(8)",
        "bank_conflicts(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), "
        "(_1,_8):(_0,_1)), (_64,_64):(_64,_1))"}) {
    CAPTURE(program);
    Workspace w;
    CHECK_FALSE(w.evaluate(program, IntegerMode::cute).diagnostics.empty());
  }
}

}  // namespace stridescope
