// Tests of a thread's part of a tensor, highlighted in the tensor; and of the tile of a thread-value layout from other
// statements.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/facts/offsets.h"
#include "core/workspace/workspace.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

int named(const Workspace& w, const std::string& name) {
  for (int i = 0; i <= last(w); ++i) {
    if (w.report().bindings[static_cast<std::size_t>(i)].name == name) return i;
  }
  FAIL("no such name");
  return -1;
}

std::vector<std::int64_t> partition_offsets(const Value& value) {
  const auto function = offset_function(value);
  const auto size = domain_size(value);
  REQUIRE(function.has_value());
  std::vector<std::int64_t> out(static_cast<std::size_t>(*size));
  function->fill(out.data(), *size);
  return out;
}

bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char* const tensors = "T = make_tensor(counting_iter(0), (_64,_32):(_32,_1))\n";
const char* const tilings =
    "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))\n"
    "copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>,(_16,_4):(_4,_1),(_1,_8):(_0,_1))\n";

}  // namespace

TEST_CASE("partitions are lit in the tensor that they are parts of") {
  for (const char* expression :
       {"partition_A(mma, 77, T)", "partition_B(mma, 5, T)", "partition_C(mma, 5, T)",
        "partition_C(get_slice(mma, 9), T)", "partition_S(copy, 3, T)", "partition_D(copy, 40, T)",
        "local_tile(T, (_16,_16), (1,1))", "local_tile(T, (_16,_16), (1,_))", "local_partition(T, (_8,_4):(_4,_1), 3)",
        "inner_partition(T, (_8,_4), (1,_))", "outer_partition(T, (_8,_4), (1,_))", "thrfrg_C(mma, A)",
        "tidfrg_S(copy, A)"}) {
    CAPTURE(std::string(expression));
    const std::string whole = std::string(expression).find("frg_") == std::string::npos ? "T" : "A";
    const Workspace w =
        in_cute(std::string(tensors) + tilings + "A = (_64,_32):(_32,_1)\nP = " + std::string(expression));
    const auto view = w.view(last(w), "kind=parent");
    REQUIRE(view.has_value());
    CHECK(view->picture == Picture::parent);
    const auto scene = w.scene(last(w), *view);
    REQUIRE(scene.has_value());
    CHECK(scene->rows == 64);
    CHECK(scene->cols == 32);
    // Each highlighted cell has the offset of an element of the part; no other cell has.
    std::vector<std::int64_t> part = partition_offsets(w.report().bindings.back().value);
    std::sort(part.begin(), part.end());
    std::vector<std::int64_t> lit;
    for (std::size_t cell = 0; cell < scene->ids.size(); ++cell) {
      const std::int64_t offset = scene->offsets[cell];
      if (scene->ids[cell] >= 0) lit.push_back(offset);
    }
    std::sort(lit.begin(), lit.end());
    part.erase(std::unique(part.begin(), part.end()), part.end());
    CHECK(lit == part);
    // And a cell of the part is linked to the cell of the tensor with the same offset.
    const int tensor = named(w, whole);
    const std::vector<std::int64_t> own = partition_offsets(w.report().bindings.back().value);
    const std::vector<std::int64_t> all =
        partition_offsets(w.report().bindings[static_cast<std::size_t>(tensor)].value);
    for (const std::size_t i : {std::size_t{0}, own.size() / 2, own.size() - 1}) {
      const auto linked = w.linked(last(w), static_cast<std::int64_t>(i));
      REQUIRE(linked.has_value());
      const auto found = std::find_if(linked->cells.begin(), linked->cells.end(),
                                      [&](const Linked::Cell& c) { return c.binding == tensor; });
      REQUIRE(found != linked->cells.end());
      CHECK(all[static_cast<std::size_t>(found->cell)] == own[i]);
      CHECK_MESSAGE(mentions(english(linked->sentence), " → " + whole + "("), english(linked->sentence));
      CHECK(!mentions(english(linked->sentence), "violates the law"));
    }
  }
}

TEST_CASE("a part of a layout whose offsets are no coordinates is lit all the same") {
  const Workspace w = in_cute(std::string(tilings) +
                              "S = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_64,_64))\n"
                              "P = partition_S(copy, 17, S)");
  const auto view = w.view(last(w), "kind=parent");
  REQUIRE(view.has_value());
  REQUIRE(view->picture == Picture::parent);
  const auto scene = w.scene(last(w), *view);
  REQUIRE(scene.has_value());
  const auto lit = std::count_if(scene->ids.begin(), scene->ids.end(), [](std::int64_t id) { return id >= 0; });
  CHECK(lit == domain_size(w.report().bindings.back().value));
}

TEST_CASE("the tile of a thread-value layout is told by the statements that use it") {
  const auto section = [](const Workspace& w, const char* name) {
    const auto analysis = w.analyze(named(w, name));
    REQUIRE(analysis.has_value());
    std::string out;
    for (const AnalysisSection& s : analysis->sections) {
      if (s.id != "tv") continue;
      for (const AnalysisRow& row : s.rows)
        out += english(say("{}: {}: {}", row.name, row.value, row.explanation)) + "\n";
    }
    return out;
  };
  const std::string tv = "V = ((_8,_16),_8):((_128,_1),_16)\n";
  // Alone, it covers something of 1024 elements.
  CHECK(mentions(section(in_cute(tv), "V"), "tile: 32 x 32: over an assumed tile of 32 x 32"));
  for (const char* use : {"bank_conflicts<16>(T, V)", "coalescing<16>(T, V)", "tv_coverage(V, (_16,_64))",
                          "tv_thread(V, 3, (_16,_64))", "composition(T, V)", "swizzle_search<16>(T, V)"}) {
    CAPTURE(std::string(use));
    const Workspace w = in_cute("T = (_16,_64):(_64,_1)\n" + tv + "R = " + use);
    const std::string rows = section(w, "V");
    CHECK(mentions(rows, "tile: 16 x 64: over "));
    CHECK(mentions(rows, "each element once: yes"));
    const auto view = w.view(named(w, "V"), "kind=threads");
    REQUIRE(view.has_value());
    const auto scene = w.scene(named(w, "V"), *view);
    REQUIRE(scene.has_value());
    CHECK(scene->rows == 17);  // a row and a column of heads
    CHECK(scene->cols == 65);
  }
  // The positions in the tile count, not the layout's own strides: a thread's 8 halves are 16 bytes of a row.
  const Workspace w = in_cute("T = (_16,_64):(_64,_1)\n" + tv + "R = coalescing<16>(T, V)");
  CHECK(mentions(section(w, "V"), "contiguous: 8: adjacent values of a thread that are also adjacent in T"));
  const auto analysis = w.analyze(named(w, "V"), "half");
  REQUIRE(analysis.has_value());
  REQUIRE(analysis->global.has_value());
  CHECK(analysis->global->access_bytes == 16);
  CHECK(analysis->global->sectors == 64);
  const Workspace alone = in_cute(tv);
  const auto by_itself = alone.analyze(0, "half");
  REQUIRE(by_itself.has_value());
  CHECK(by_itself->global->access_bytes == 2);
  // For the result of make_layout_tv.
  CHECK(mentions(section(in_cute("R = make_layout_tv((_16,_8):(_8,_1), (_1,_8):(_0,_1))\nV = get<1>(R)"), "V"),
                 "tile: 16 x 64: over make_layout_tv"));
  // A layout that exceeds the tile is not over it.
  CHECK(mentions(section(in_cute("T = (_4,_64):(_64,_1)\n" + tv + "R = tv_coverage(V, (_4,_64))"), "V"),
                 "tile: 32 x 32"));
  // Missing, shared and outside elements.
  CHECK(mentions(section(in_cute("V = (_32,_2):(_1,_32)\nR = tv_coverage(V, (_16,_8))"), "V"),
                 "each element once: no: 64 elements without an owner, the first (0,4)"));
}

}  // namespace stridescope
