// The tiles of a kernel over its whole tensor, by brute force: the tile of each element, and the elements past the end.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/scene/tiled_tensor.h"
#include "core/workspace/workspace.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

Scene tiles(const Workspace& w, const std::string& more = "") {
  const auto view = w.view(last(w), "kind=tiles" + more);
  REQUIRE(view.has_value());
  CHECK(view->picture == Picture::tiles);
  auto made = w.scene(last(w), *view);
  REQUIRE(made.has_value());
  return std::move(*made);
}

std::string copy(const std::string& extents, const std::string& tile) {
  return "via = make_layout((_32,_4))\nK = copy_kernel(make_layout(" + extents + "), make_layout(" + extents +
         "), via, tile=" + tile + ", dtype=\"float\")";
}

}  // namespace

TEST_CASE("tiles: each tile of a copy where it begins, numbered down first; those past the end are told") {
  struct Case {
    std::int64_t rows, cols, tile_rows, tile_cols;
  };
  for (const auto& [rows, cols, tile_rows, tile_cols] :
       {Case{64, 32, 16, 8}, Case{70, 30, 16, 8}, Case{16, 8, 16, 8}, Case{100, 3, 128, 1}}) {
    const Workspace w = in_cute(copy("(" + std::to_string(rows) + "," + std::to_string(cols) + ")",
                                     "(" + std::to_string(tile_rows) + "," + std::to_string(tile_cols) + ")"));
    const Scene s = tiles(w);
    const std::int64_t down = (rows + tile_rows - 1) / tile_rows;
    REQUIRE(s.rows == down);
    REQUIRE(s.cols == (cols + tile_cols - 1) / tile_cols);
    bool partial = false;
    for (std::int64_t r = 0; r < s.rows; ++r) {
      for (std::int64_t c = 0; c < s.cols; ++c) {
        const auto cell = static_cast<std::size_t>(r * s.cols + c);
        const bool over = (r + 1) * tile_rows > rows || (c + 1) * tile_cols > cols;
        partial = partial || over;
        CHECK(s.ids[cell] == first_tile_id + r + down * c);
        CHECK(s.labels[cell] == "(" + std::to_string(r * tile_rows) + "," + std::to_string(c * tile_cols) + ")");
        CHECK(s.colors[cell] == (over ? 1 : 0));
        CHECK((s.states[cell] == CellState::lit) == (cell == 0));
        const auto linked = w.linked(last(w), s.ids[cell]);
        REQUIRE(linked.has_value());
        CHECK(linked->cells.size() == 1);
        CHECK(english(linked->sentence).find(s.labels[cell]) != std::string::npos);
      }
    }
    CHECK(s.legend.size() == (partial ? 2 : 1));
    CHECK(!w.describe(last(w), first_tile_id + s.rows * s.cols).has_value());
  }
}

TEST_CASE("tiles: a product's are those of C; a third mode is sliced; what has none offers none") {
  const Workspace product = in_cute(
      "sA = (_128,_8):(_1,_128)\n"
      "copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>, (_32,_8), (_4,_1))\n"
      "mma = make_tiled_mma(UniversalFMA<float,float,float>, (_16,_16,_1))\n"
      "K = gemm_kernel((500,64):(1,500), (256,64):(1,256), (500,256):(1,500), (copy, copy), (sA, sA), mma)");
  const Scene c = tiles(product);
  CHECK(c.rows == 4);
  CHECK(c.cols == 2);
  CHECK(c.colors[2] == 0);
  CHECK(c.colors[6] == 1);
  // The threads of its TiledMMA are seen first.
  CHECK(product.views(last(product))->front().picture == Picture::threads);

  const Workspace deep = in_cute(
      "K = copy_kernel((8,8,3):(1,8,64), (8,8,3):(1,8,64), make_layout((_32,_2)), "
      "tile=(8,8,1), dtype=\"float\")");
  const Scene slice = tiles(deep, " slice=2");
  REQUIRE(slice.slices.size() == 1);
  CHECK(slice.slices[0].size == 3);
  CHECK(slice.labels == std::vector<std::string>{"(0,0,2)"});

  const Workspace probe = in_cute("K = probe_kernel(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>)");
  CHECK(probe.views(last(probe))->empty());
}

TEST_CASE("tiles: blocks that share a tile are coloured by their part of K, those of a tile past the end alike") {
  const Workspace w = in_cute(
      "A = (1024,512):(512,1)\nB = (1000,512):(512,1)\n"
      "sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\n"
      "a = make_tma_atom(A, sA, \"half_t\")\nb = make_tma_atom(B, sA, \"half_t\")\n"
      "mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))\n"
      "K = gemm_kernel(A, B, (1024,1000):(1000,1), (a, b), (sA, sA), mma, stages=4, dtype=\"half_t\", split=2)");
  const Scene s = tiles(w);
  CHECK(s.rows == 8);
  REQUIRE(s.cols == 16);
  for (std::size_t cell = 0; cell < s.colors.size(); ++cell)
    CHECK(s.colors[cell] == (cell % 16 >= 14 ? 2 : static_cast<int>(cell % 2)));
  REQUIRE(s.legend.size() == 4);
  CHECK(english(s.legend[3].label) == "a tile that exceeds the tensor: masked there");
}

TEST_CASE("tiles: the layouts that a copy is made of are seen over its tile") {
  const Workspace w = in_cute(
      "load = ((_32,_8),_4):((_32,_1),_8)\nstore = ((_32,_8),_4):((_1,_32),_256)\n"
      "K = copy_kernel((64,64):(64,1), (64,64):(1,64), (load, store), (32,32):(33,1), tile=(32,32), dtype=\"float\")");
  for (const int binding : {0, 1}) {
    const auto views = w.views(binding);
    REQUIRE(views.has_value());
    CHECK(views->front().picture == Picture::threads);
    const auto scene = w.scene(binding, *w.view(binding, "kind=threads"));
    REQUIRE(scene.has_value());
    CHECK(english(scene->note) == "over the tile of copy_kernel");
    CHECK(scene->rows == 33);
    CHECK(scene->cols == 33);
  }
}

TEST_CASE("tiles: a huge tensor has its first tiles drawn, and says so") {
  const Workspace w = in_cute(copy("(65536,65536)", "(16,8)"));
  const Scene s = tiles(w);
  CHECK(s.rows == 64);
  CHECK(s.cols == 64);
  CHECK(english(s.note) == "shown: the first 64 x 64 of 4096 x 8192 tiles");
}

}  // namespace stridescope
