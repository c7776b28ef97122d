// Cells of a memory access: their facts, the elements behind them, and their groups.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

struct Seen {
  Workspace w;
  int last = 0;

  explicit Seen(std::string_view program) {
    const Report& report = w.evaluate(program, IntegerMode::teaching);
    REQUIRE(report.diagnostics.empty());
    last = static_cast<int>(report.bindings.size()) - 1;
  }
  Scene scene(std::string_view text) const {
    const auto view = w.view(last, text);
    REQUIRE(view.has_value());
    auto made = w.scene(last, *view);
    REQUIRE(made.has_value());
    return std::move(*made);
  }
  std::vector<std::int64_t> group(std::string_view text, std::int64_t cell) const {
    const auto view = w.view(last, text);
    REQUIRE(view.has_value());
    const auto found = w.cell_group(last, *view, cell);
    REQUIRE(found.has_value());
    return *found;
  }
};

// 32 threads read a column of a row-major tile of 4-byte elements.
constexpr std::string_view column = "s = (32,32):(32,1)\nx = bank_conflicts<32>(s, (32,1):(1,0))";

}  // namespace

TEST_CASE("access: every cell of every picture of a request is told, and is of the tile") {
  for (const std::string_view kind : {"kind=banks", "kind=lanes", "kind=lanes slice=0,0,7"}) {
    const Seen s(column);
    const Scene scene = s.scene(kind);
    int cells = 0;
    for (std::size_t i = 0; i < scene.ids.size(); ++i) {
      if (scene.ids[i] < 0) continue;
      ++cells;
      const auto described = s.w.describe(s.last, scene.ids[i]);
      REQUIRE(described.has_value());
      const auto linked = s.w.linked(s.last, scene.ids[i]);
      REQUIRE(linked.has_value());
      // The cell itself, and the one element of 4 bytes that lies there: row r is coordinate r, address 128 r.
      REQUIRE(linked->cells.size() == 2);
      CHECK(linked->cells[1].binding == 0);
      CHECK(linked->cells[1].cell * 128 == scene.offsets[i]);
      CHECK(english(linked->sentence).find("s(") != std::string::npos);
    }
    CHECK(cells >= 32);
  }
}

TEST_CASE("access: a wavefront, a lane, a sector and the cells of one group") {
  const Seen s(column);
  const Scene banks = s.scene("kind=banks");
  // One word per wavefront: the word itself and its lane.
  CHECK(s.group("kind=banks", banks.ids[0]).size() == 2);
  const Seen wide("s = (32,4):(4,1)\nx = bank_conflicts<32>(s, (32,4):(1,32))");
  const Scene four = wide.scene("kind=banks");
  // A wavefront of 8 lanes with 4 words each.
  CHECK(wide.group("kind=banks", four.ids[0]).size() == 32 + 1);
  const Seen global("s = (32,32):(32,1)\nx = coalescing<32>(s, (32,1):(1,0))");
  const Scene sectors = global.scene("kind=sectors");
  CHECK(sectors.ids[0] >= 0);
  CHECK(global.group("kind=sectors", sectors.ids[0]).size() == 2);
  CHECK(global.w.describe(global.last, sectors.ids[0])->rows.size() == 3);
}

TEST_CASE("access: ids that name no cell are refused") {
  const Seen s(column);
  for (const std::int64_t id : {std::int64_t{-1}, std::int64_t{4095}, std::int64_t{1} << 40, std::int64_t{3} << 12}) {
    CHECK_FALSE(s.w.describe(s.last, id).has_value());
    CHECK_FALSE(s.w.linked(s.last, id).has_value());
    CHECK(s.group("kind=banks", id).empty());
  }
}

TEST_CASE("lanes: each active lane is served in exactly one step of a conflict") {
  const Seen s(column);
  std::set<std::int64_t> served;
  for (int wavefront = 0; wavefront < 32; ++wavefront) {
    const Scene scene = s.scene("kind=lanes slice=0,0," + std::to_string(wavefront));
    CHECK(scene.slices.size() == 3);
    CHECK(scene.slices[2].size == 32);
    CHECK(scene.cols == 32);
    for (std::int64_t lane = 0; lane < 32; ++lane) {
      if (scene.states[static_cast<std::size_t>(lane)] == CellState::element) served.insert(lane);
    }
    CHECK(scene.arrows.size() == 1);
  }
  CHECK(served.size() == 32);
}

TEST_CASE("threads: a group is the elements of one thread, in A, B and C") {
  const Seen s("SM80_16x8x16_F32F16F16F32_TN");
  CHECK(s.group("kind=threads", 0).size() == 8 + 4 + 4);
  const Seen tv("((4,8),(2,2)):((32,1),(16,8))");
  const Scene scene = tv.scene("kind=threads");
  // An element is named by its (thread, value), as in the grid.
  for (const std::int64_t element : scene.ids) {
    if (element < 0) continue;
    const auto group = tv.group("kind=threads", element);
    CHECK(group.size() == 4);
    for (const std::int64_t id : group) CHECK(id % 32 == element % 32);
  }
  CHECK(tv.group("kind=grid", 0).empty());
}

TEST_CASE("whole: a large tiling is shown with all its elements, its texts by parts") {
  const Seen s("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <64,64,32>)");
  const Scene part = s.scene("kind=threads");
  CHECK(part.labelled());
  CHECK(english(part.note).find("shown: only the first") != std::string::npos);
  const Scene whole = s.scene("kind=threads whole=1");
  CHECK_FALSE(whole.labelled());
  CHECK(whole.note.empty());
  std::set<std::int64_t> elements;
  for (std::size_t i = 0; i < whole.ids.size(); ++i) {
    if (whole.ids[i] >= 0) elements.insert(whole.ids[i]);
    CHECK((whole.ids[i] >= 0) == (whole.colors[i] >= -1));
  }
  CHECK(elements.size() == 64 * 32 + 64 * 32 + 64 * 64);
  const auto view = s.w.view(s.last, "kind=threads whole=1");
  REQUIRE(view.has_value());
  const auto excerpt = s.w.excerpt(s.last, *view, whole, {34, 1, 35, 2, {0}, {0}});
  REQUIRE(excerpt.has_value());
  CHECK(excerpt->labels[0] == whole.texts[static_cast<std::size_t>(34 * whole.cols + 35)]);
}

TEST_CASE("grid: as many cells as a scene holds, whatever the sides") {
  const std::pair<std::string_view, std::pair<std::int64_t, std::int64_t>> cases[] = {
      {"(65536,64):(64,1)", {65536, 64}},     {"(64,65536):(1,64)", {64, 65536}},
      {"(4096,2048):(2048,1)", {2048, 2048}}, {"(1048576,8):(8,1)", {524288, 8}},
      {"(4096,4096):(1,4096)", {2048, 2048}},
  };
  for (const auto& [program, sides] : cases) {
    const Seen s(program);
    const Scene scene = s.scene("kind=grid");
    CHECK(scene.rows == sides.first);
    CHECK(scene.cols == sides.second);
    CHECK(scene.ids.size() == static_cast<std::size_t>(sides.first * sides.second));
  }
}

TEST_CASE("modes: what coalesce merges, over what it makes of it") {
  struct Case {
    std::string_view program;
    std::vector<std::string> below;
    std::size_t arrows;
  };
  const Case cases[] = {
      {"coalesce((_2,(_1,_6)):(_1,(_6,_2)))", {"12:1"}, 2},
      {"coalesce((_2,_3,_4):(_1,_2,_12))", {"6:1", "4:12"}, 3},
      {"coalesce((_4,_1):(_2,_7))", {"4:2"}, 1},
      {"coalesce((_1,_1):(_5,_7))", {"1:0"}, 0},
      {"coalesce((_2,(_1,_6)):(_1,(_6,_2)), (_1,_1))", {"2:1", "6:2"}, 2},
  };
  for (const Case& c : cases) {
    CAPTURE(c.program);
    const Seen s(c.program);
    const Scene scene = s.scene("kind=modes");
    std::vector<std::string> below;
    for (std::int64_t i = 0; i < scene.cols; ++i) {
      const auto cell = static_cast<std::size_t>(scene.cols + i);
      if (scene.states[cell] == CellState::element) below.push_back(scene.labels[cell]);
    }
    CHECK(below == c.below);
    CHECK(scene.arrows.size() == c.arrows);
  }
}

}  // namespace stridescope
