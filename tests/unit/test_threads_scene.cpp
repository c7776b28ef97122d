// Pictures of what threads hold, against the fragment layouts of the PTX manual, and the matrix over F2.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/facts/offsets.h"
#include "core/render/render.h"
#include "core/scene/tv_tiles.h"
#include "core/workspace/workspace.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

Scene picture(const Workspace& w, const std::string& view) {
  const auto v = w.view(last(w), view);
  REQUIRE(v.has_value());
  CHECK(view.starts_with("kind=" + std::string(name_of(v->picture))));  // it is on offer
  auto made = w.scene(last(w), *v);
  REQUIRE(made.has_value());
  CHECK(paint(*made, {true}).has_value());
  CHECK(text_picture(*made).has_value());
  return std::move(*made);
}

// The cell with that id, or -1.
std::int64_t cell_of(const Scene& s, std::int64_t id) {
  const auto found = std::find(s.ids.begin(), s.ids.end(), id);
  return found == s.ids.end() ? -1 : found - s.ids.begin();
}

std::string held(std::int64_t thread, std::int64_t value) {
  return "T" + std::to_string(thread) + "\nV" + std::to_string(value);
}

}  // namespace

// PTX ISA, mma.m16n8k16 with .f16: which row and column a thread's registers hold.
TEST_CASE("threads: A, B and C of mma.m16n8k16 in their places") {
  const Workspace w = in_cute("SM80_16x8x16_F32F16F16F32_TN");
  const Scene s = picture(w, "kind=threads");
  REQUIRE(s.rows == 16 + 16 + 2);
  REQUIRE(s.cols == 16 + 8 + 3);
  const auto check = [&](std::int64_t row, std::int64_t col, std::int64_t thread, std::int64_t value) {
    const std::size_t cell = at(row * s.cols + col);
    CHECK(s.labels[cell] == held(thread, value));
    CHECK(s.colors[cell] == thread % 8);
    CHECK(s.states[cell] == CellState::element);
  };
  for (std::int64_t m = 0; m < 16; ++m) {
    for (std::int64_t k = 0; k < 16; ++k) {
      check(18 + m, 1 + k, m % 8 * 4 + k % 8 / 2, k % 2 + 2 * (m / 8) + 4 * (k / 8));
    }
    for (std::int64_t n = 0; n < 8; ++n) check(18 + m, 19 + n, m % 8 * 4 + n / 2, n % 2 + 2 * (m / 8));
  }
  for (std::int64_t n = 0; n < 8; ++n) {
    for (std::int64_t k = 0; k < 16; ++k) check(1 + k, 19 + n, n * 4 + k % 8 / 2, k % 2 + 2 * (k / 8));
  }
  // Registers of 32 bits hold two halves of A, and one float of C.
  const Scene registers = picture(w, "kind=threads color=register");
  CHECK(registers.colors[at(18 * s.cols + 1 + 9)] == 2);
  CHECK(registers.colors[at(26 * s.cols + 19 + 1)] == 3);
}

TEST_CASE("threads: every thread that holds a cell is named, also of a tiling") {
  const Workspace w = in_cute("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))");
  const Scene s = picture(w, "kind=threads");
  CHECK(s.labels[at(cell_of(s, 0))] == "T0,64\nV0");                      // A(0,0): both warps along N
  CHECK(s.labels[at(cell_of(s, std::int64_t{32} * 16))] == "T0,32\nV0");  // B(0,0): both warps along M
  CHECK(s.labels[at(cell_of(s, 32 * 16 + 16 * 16))] == "T0\nV0");         // C(0,0)
  const auto described = w.describe(0, 16);
  REQUIRE(described.has_value());
  CHECK(described->text == "A(16,0) is held by T32 V0, T96 V0");
  const auto linked = w.linked(0, 32 * 16 + 16 * 16);
  REQUIRE(linked.has_value());
  CHECK(linked->cells.size() == 1 + 16 + 16);  // C(0,0), a row of A, a row of B
  CHECK_FALSE(w.describe(0, 1 << 20).has_value());
  const Scene warps = picture(w, "kind=threads color=warp");
  CHECK(*std::max_element(warps.colors.begin(), warps.colors.end()) == 3);
}

TEST_CASE("threads: one thread of a tiling is lit") {
  const Workspace w =
      in_cute("m = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))\nget_slice(m, 37)");
  const Scene s = picture(w, "kind=threads");
  CHECK(std::count(s.states.begin(), s.states.end(), CellState::lit) == 8 + 4 + 4);
  for (std::size_t i = 0; i < s.states.size(); ++i) {
    if (s.states[i] == CellState::lit) CHECK(s.colors[i] == 37 % 8);
  }
}

TEST_CASE("threads: a TV layout over its tile") {
  // (thread, value) -> m + 16 n: the layout gives the expected contents of each cell.
  const Workspace w = in_cute("m = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)\nTV = get_layoutC_TV(m)");
  const Scene s = picture(w, "kind=threads");
  REQUIRE(s.rows == 17);
  REQUIRE(s.cols == 9);
  std::vector<std::int64_t> offsets(128);
  offset_function(w.report().bindings[1].value)->fill(offsets.data(), 128);
  for (std::int64_t id = 0; id < 128; ++id) {
    const std::int64_t index = offsets[at(id)];
    CHECK(s.labels[at((1 + index % 16) * s.cols + 1 + index / 16)] == held(id % 32, id / 32));
  }
  const Scene pair = picture(in_cute("make_layout_tv((_4,_8):(_8,_1), (_2,_2):(_2,_1))"), "kind=threads");
  CHECK(pair.rows == 9);
  CHECK(pair.cols == 17);
}

TEST_CASE("threads: ldmatrix reads rows and hands out columns") {
  const Workspace w = in_cute("Copy_Atom<SM75_U32x1_LDSM_N,half_t>");
  const Scene s = picture(w, "kind=threads");
  // Thread r addresses row r of 8 halves; thread 4 r + c / 2 receives the element (r, c).
  for (std::int64_t r = 0; r < 8; ++r) {
    for (std::int64_t c = 0; c < 8; ++c) {
      const std::string source = s.labels[at((1 + r) * s.cols + 1 + c)];
      CHECK(source.starts_with("T" + std::to_string(r)));
      CHECK(s.labels[at((1 + r) * s.cols + 1 + 8 + 2 + c)] == held(4 * r + c / 2, c % 2));
    }
  }
}

TEST_CASE("threads: pictures of every kind of atom can be drawn, large ones in part") {
  for (const char* program :
       {"SM90_64x256x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "SM70_8x8x4_F32F16F16F32_NT",
        "UniversalFMA<float,float,float,float>", "Copy_Atom<UniversalCopy<uint128_t>,half_t>", "SM75_U32x4_LDSM_N",
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8):(_0,_1))",
        "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))",
        "get_slice(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8):(_0,_1)), "
        "3)"}) {
    CAPTURE(program);
    const Workspace w = in_cute(program);
    for (const char* color : {"thread", "warp", "value", "register"}) {
      const Scene s = picture(w, std::string("kind=threads color=") + color);
      CHECK(s.labelled());
      CHECK(s.rows * s.cols <= max_labelled_cells);
    }
  }
}

TEST_CASE("f2: the matrix maps every coordinate to its offset") {
  for (const char* program :
       {"(8,8):(8,1)", "Sw<3,0,3> o 0 o (8,8):(8,1)", "(2,(2,4)):(4,(2,8))", "Sw<2,0,2> o 16 o (4,4):(4,1)"}) {
    CAPTURE(program);
    const Workspace w = in_cute(program);
    const Scene s = picture(w, "kind=f2");
    const std::int64_t size = *domain_size(w.report().bindings[0].value);
    std::vector<std::int64_t> offsets(at(size));
    offset_function(w.report().bindings[0].value)->fill(offsets.data(), size);
    const auto set = [&](std::int64_t row, std::int64_t col) { return s.labels[at(row * s.cols + col)] == "1"; };
    std::int64_t bits = 0;
    while ((std::int64_t{1} << bits) < size) ++bits;
    for (std::int64_t i = 0; i < size; ++i) {
      std::int64_t offset = 0;
      for (std::int64_t row = 0; row < s.rows; ++row) {
        bool bit = s.cols > bits && set(row, bits);
        for (std::int64_t col = 0; col < bits; ++col) bit ^= ((i >> col) & 1) != 0 && set(row, col);
        offset |= std::int64_t{bit} << row;
      }
      CHECK(offset == offsets[at(i)]);
    }
  }
  const auto views = in_cute("(3,4):(1,3)").views(0);
  CHECK(std::none_of(views->begin(), views->end(), [](const OfferedView& v) { return v.picture == Picture::f2; }));
}

TEST_CASE("boxes of a TMA over its tensor") {
  const Workspace w = in_cute("make_tma_atom((200,256):(256,1), (64,64):(64,1), \"half_t\")");
  const Scene s = picture(w, "kind=boxes");
  CHECK(s.cols == 4);
  CHECK(s.rows == 4);  // 200 rows: the last box sticks out
  CHECK(s.labels[at(1 * s.cols + 2)] == "(128,64)");
  CHECK(s.colors[0] == 0);
  CHECK(s.colors[at(3 * s.cols)] == 1);
}

TEST_CASE("a picture in characters") {
  const auto text = [](const char* program, const char* view) {
    const Workspace w = in_cute(program);
    return *w.emit(last(w), "text", *w.view(last(w), view));
  };
  CHECK(text("A = (2,2):(1,6)\ncomplement((_2,_2):(_1,_6), 12)", "kind=codomain") ==
        " =0= =1= 2:a 3:a 4:b 5:b =6= =7= 8:a 9:a 10:b 11:b\n= =  image of A\na  repetition 1\nb  repetition "
        "2\n");
  CHECK(text("(2,(2,2)):(4,(2,1))", "kind=walk").find("walk: 0 -> 4 => 2 -> 6 => 1 -> 5 => 3 -> 7\n") !=
        std::string::npos);
  CHECK(text("3:2", "kind=strips").find("0 -> 0, 1 -> 2, 2 -> 4\n") != std::string::npos);
  CHECK(text("compatibility_order(24, (4,6))", "kind=order").find("24 < (4,6)\n") != std::string::npos);
}

// Adjacent threads that hold the same, threads that hold an element twice, and both.
TEST_CASE("threads: the holders of every element are those that the layout says, by thread and value") {
  for (const char* text :
       {"(8,(2,4)):(0,(1,2))", "((4,8),4):((0,4),1)", "((4,2),(2,2)):((0,1),(0,2))", "(8,4):(0,0)",
        "((2,4),4):((1,0),2)", "((_4,_8),(_2,_4)):((_16,_1),(_8,_64))", "(1,6):(1,1)", "(4,(2,3)):(1,(0,4))"}) {
    CAPTURE(text);
    const Workspace w = in_cute(text);
    const auto& binding = w.report().bindings.back();
    const Layout& tv = *binding.value.as<Layout>();
    Arith arith;
    const TvTable table = TvTable::make(arith, tv);
    PicturedValue subject = {binding.value};
    subject.tile_rows = table.largest() + 1;
    subject.tile_cols = 1;
    const auto tiles = tv_tiles_of(subject);
    REQUIRE(tiles.has_value());
    const TvTile& tile = tiles->tiles[0];
    std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> held(at(tile.rows * tile.cols));
    for (std::int64_t t = 0; t < table.threads(); ++t)
      for (std::int64_t v = 0; v < table.values(); ++v) held[at(table.element(t, v))].emplace_back(t, v);
    for (std::int64_t row = 0; row < tile.rows; ++row) {
      for (std::int64_t col = 0; col < tile.cols; ++col) {
        std::vector<std::pair<std::int64_t, std::int64_t>> told;
        for (const TvHolder pair : tile.holders(row, col)) told.emplace_back(pair.thread, pair.value);
        CHECK(told == held[at(row + tile.rows * col)]);
      }
    }
  }
}

}  // namespace stridescope
