// Tests that the default picture of a value shows what the value raises: a swizzle, the order of a large layout, holes
// and overlaps at every size of cells, threads that CuTe's eight colors hide, operands that no thread holds.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/pictures/raster.h"
#include "core/scene/tv_tiles.h"
#include "core/workspace/workspace.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

// The default picture of the last value.
Scene first_picture(const std::string& program, const std::string& view = "") {
  const Workspace w = in_cute(program);
  for (const Diagnostic& d : w.report().diagnostics) FAIL(english(d.message));
  const auto wanted = w.view(last(w), view);
  REQUIRE(wanted);
  auto made = w.scene(last(w), *wanted);
  REQUIRE(made);
  return std::move(*made);
}

std::int32_t color_at(const Scene& s, std::int64_t row, std::int64_t col) {
  return s.colors[static_cast<std::size_t>(row * s.cols + col)];
}

std::vector<std::string> legend_of(const Scene& s) {
  std::vector<std::string> out;
  for (const Scene::LegendEntry& entry : s.legend) out.push_back(english(entry.label));
  return out;
}

bool explains(const Scene& s, const std::string& meaning) {
  const auto all = legend_of(s);
  return std::find(all.begin(), all.end(), meaning) != all.end();
}

// The color of a cell among pixels of cells of this size.
std::uint32_t pixel_of(const Scene& s, std::int64_t row, std::int64_t col, double cell) {
  app::Viewport view = {.width = 4000, .height = 4000, .fitted = true, .cell = cell};
  app::RasterPart part = app::raster_part(s, view);
  part.cell = cell;
  part.from_x = part.from_y = 0;
  part.width = static_cast<std::int64_t>(cell) * s.cols;
  part.height = static_cast<std::int64_t>(cell) * s.rows;
  const auto pixels = app::raster_pixels(s, part, false);
  return pixels[static_cast<std::size_t>(row * static_cast<std::int64_t>(cell) * part.width +
                                         col * static_cast<std::int64_t>(cell))];
}

}  // namespace

TEST_CASE("default picture: a swizzle has the colors of the chunks that it moves") {
  const Scene s = first_picture("Sw<3,3,3> o 0 o (64,64):(64,1)");
  for (std::int64_t row = 0; row < 64; ++row) {
    for (std::int64_t col = 0; col < 64; ++col) REQUIRE(color_at(s, row, col) == ((col / 8) ^ (row % 8)));
  }
  CHECK(english(s.title) == "color: chunk that the swizzle moves");
  CHECK(legend_of(s).size() == 8);
  // With elements of known width: the banks, four of them in each color.
  const Scene typed = first_picture("smem_ptr[32b](0x0) o Sw<3,2,3> o 0 o (8,32):(32,1)");
  CHECK(explains(typed, "banks 28-31"));
  for (std::int64_t row = 0; row < 8; ++row) CHECK(color_at(typed, row, 0) == row);
  CHECK(first_picture("smem_ptr[32b](0x0) o (8,32):(32,1)", "color=chunk").colors[4] == 1);
  // Both sides of a comparison have the same colors.
  const Scene compared =
      first_picture("compare(Sw<3,3,3> o 0 o (64,64):(64,1), Sw<2,3,3> o 0 o (64,64):(64,1))", "whole=1");
  CHECK(compared.legend[0].color == 0);
  std::set<std::int32_t> colors;
  for (std::size_t i = 0; i < compared.ids.size(); ++i)
    if (compared.states[i] == CellState::lit) colors.insert(compared.colors[i]);
  CHECK(colors.size() == 8);
}

TEST_CASE("default picture: a large layout has a ramp of colors along its offsets") {
  const Scene rows = first_picture("(256,256):(256,1)");
  CHECK(english(rows.title) == "color: offset, from low to high");
  for (std::int64_t row = 0; row < 256; ++row) {
    const std::int32_t expected = ramp_class(static_cast<std::int32_t>(row * ramp_levels / 256));
    CHECK(color_at(rows, row, 0) == expected);
  }
  CHECK(color_at(rows, 255, 255) == ramp_class(ramp_levels - 1));
  CHECK(legend_of(rows) ==
        std::vector<std::string>{"from offset 0", "from offset 16384", "from offset 32768", "from offset 49152"});
  // With few offsets, each has an entry in the legend.
  const Scene few = first_picture("(3,1024):(1,0)");
  CHECK(legend_of(few) == std::vector<std::string>{"from offset 0", "from offset 1", "from offset 2"});
  for (std::int64_t row = 0; row < 3; ++row) CHECK(color_at(few, row, 0) == few.legend[row].color);
  const Scene columns = first_picture("(256,256):(1,256)");
  CHECK(color_at(columns, 0, 0) == color_at(columns, 255, 0));
  CHECK(color_at(columns, 0, 0) != color_at(columns, 0, 255));
  CHECK(first_picture("(2048,2):(0,0)").legend.size() == 1);
  // Small layouts, tiles and layouts of coordinates keep their colors.
  CHECK(first_picture("(4,8):(8,1)").colors[9] == 1);
  CHECK(explains(first_picture("zipped_divide((64,64):(64,1), <8,8>)"), "tile 0, 12, ..."));
}

TEST_CASE("default picture: holes and overlaps differ from all else in cells of any size") {
  // A tile of 128 x 64 whose last column has no owner, and three columns in the middle two.
  const std::string tile = "tv_coverage(((_128,_2),_32):((_1,_128),_256), (128,64))";
  REQUIRE(first_picture(tile, "whole=1").note == say("all {} {element|elements} have one owner", 8192));
  const Scene s = first_picture("tv_coverage((_128,(_33,_2)):(_1,(_128,_3840)), (128,64))", "whole=1");
  REQUIRE(s.labels.empty());
  const std::int64_t hole = 1 + 63;
  const std::int64_t twice = 1 + 31;
  CHECK(color_at(s, 1, hole) == missing_class);
  CHECK(color_at(s, 1, twice) == several_class);
  CHECK(color_at(s, 1, 1) == -1);
  for (const double cell : {1.0, 2.0, 3.0, 7.0}) {
    const std::set<std::uint32_t> seen = {pixel_of(s, 1, hole, cell), pixel_of(s, 1, twice, cell),
                                          pixel_of(s, 1, 1, cell)};
    CHECK(seen.size() == 3);
  }
  const auto entry = [&](const char* meaning) {
    return std::find_if(s.legend.begin(), s.legend.end(),
                        [&](const Scene::LegendEntry& one) { return english(one.label) == meaning; });
  };
  REQUIRE(entry("no thread") != s.legend.end());
  CHECK(entry("no thread")->color == missing_class);
  REQUIRE(entry("held by several") != s.legend.end());
  CHECK(entry("held by several")->color == several_class);
}

TEST_CASE("default picture: a copy whose threads alternate modulo 8 shows them, and CuTe's colors stay otherwise") {
  // T0 holds columns 0, 2, 4, 6 of its row, T32 the others.
  const std::string copy = "make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>, (_32,_2):(_1,_32), (_1,_4):(_0,_1))";
  const Scene plain = first_picture(copy);
  CHECK(color_at(plain, 1, 1) == 0);
  const Scene s = first_picture("((_32,_2),_4):((_1,_32),_64)\ntv_coverage(((_32,_2),_4):((_1,_32),_64), (32,8))");
  CHECK(color_at(s, 1, 1) != color_at(s, 1, 2));
  CHECK(color_at(s, 1, 1) == color_at(s, 1, 3));
  // In a large tile, whose cells have no text, rows of threads differ, too.
  const Scene large = first_picture(
      "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_32,_8):(_8,_1), (_1,_8):(_0,_1))", "whole=1");
  CHECK(color_at(large, 1, 1) != color_at(large, 2, 1));
  CHECK(english(large.title) == "color: thread");
  CHECK(english(plain.title) == "color: thread modulo 8");
  // Threads that differ in one octal digit have different colors.
  for (const std::int64_t step : {1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 32, 40, 48, 56, 64, 128, 256, 512})
    CHECK(thread_class(0, true) != thread_class(step, true));
}

TEST_CASE("default picture: operands of wgmma in shared memory belong to no thread") {
  const Scene s = first_picture("SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "color=warp whole=1");
  const auto& words = s.texts.empty() ? s.labels : s.texts;
  // A is 64 x 16 below B, C next to it.
  const std::size_t a = static_cast<std::size_t>((16 + 2) * s.cols + 1);
  CHECK(words[a].empty());
  CHECK(s.colors[a] == heat_class(1));
  CHECK(words[a + 16 + 2] == "T0\nV0");
  CHECK(s.colors[a + 16 + 2] == 0);
  CHECK(explains(s, "memory that the instruction reads itself"));
  const Workspace w = in_cute("SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  CHECK(w.cell_group(0, *w.view(0, ""), 0)->empty());
  CHECK(english(w.describe(0, 0)->text) == "A(0,0): memory that the instruction reads itself");
}

TEST_CASE("default picture: the card of a copy reports an overlap as it reports a hole") {
  const std::string atom = "make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>,float>, ";
  const Scene twice = first_picture(atom + "((_4,_4),_1):((_1,_2),_0), (_4,_4))");
  CHECK(explains(twice, "held by several"));
  CHECK(explains(twice, "no thread"));
  CHECK(english(twice.note) == "4 held once, 6 without an owner, 6 held several times");
  CHECK(color_at(twice, 4, 4) == missing_class);  // a hole at the edge is distinguished from the background
  CHECK_FALSE(explains(first_picture(atom + "((_4,_4),_1):((_1,_4),_0), (_4,_4))"), "held by several"));
  // The rows that ldmatrix reads have several threads by design.
  CHECK_FALSE(explains(first_picture("Copy_Atom<SM75_U32x1_LDSM_N,half_t>"), "held by several"));
}

TEST_CASE("default picture: a large picture of threads has the numbers of its rows and columns") {
  const Scene s = first_picture("SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "whole=1");
  REQUIRE_FALSE(s.texts.empty());
  app::RasterPart part = app::raster_part(s, {.width = 700, .height = 500, .fitted = true});
  CHECK(part.left > 0);
  CHECK(part.top > 0);
  REQUIRE(part.window.row_heads.size() > 3);
  for (const std::int64_t row : part.window.row_heads) CHECK_FALSE(s.head_in(true, row).empty());
  const Workspace w = in_cute("SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  const auto texts = w.excerpt(0, *w.view(0, "whole=1"), s, part.window);
  REQUIRE(texts);
  CHECK(texts->row_heads.front() == "0");
  CHECK(texts->col_heads.front() == "0");
}

}  // namespace stridescope
