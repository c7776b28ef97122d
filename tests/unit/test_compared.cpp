// compare(A, B): the cells, owners and fields that differ, their number, the first of them, and the map between two
// layouts.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/analysis/compared.h"
#include "core/base/text.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

struct DrawnComparison {
  Workspace workspace;
  Scene scene;
  std::string text;
  std::int64_t count(CellState state) const {
    std::int64_t out = 0;
    for (std::size_t i = 0; i < scene.ids.size(); ++i) out += scene.state(i) == state ? 1 : 0;
    return out;
  }
  std::string label(CellState state) const {
    for (std::size_t i = 0; i < scene.ids.size(); ++i) {
      if (scene.state(i) == state) return scene.labels[i];
    }
    return "";
  }
};

DrawnComparison drawn(std::string_view program, std::string_view view = "") {
  DrawnComparison out;
  const Report& report = out.workspace.evaluate(program, IntegerMode::teaching);
  for (const Diagnostic& d : report.diagnostics) FAIL(english(d.message));
  const int last = static_cast<int>(report.bindings.size()) - 1;
  out.text = report.bindings.back().text;
  const auto wanted = out.workspace.view(last, view);
  REQUIRE(wanted);
  auto scene = out.workspace.scene(last, *wanted);
  REQUIRE(scene);
  out.scene = std::move(*scene);
  return out;
}

}  // namespace

TEST_CASE("compare: cells that differ are lit in both, the others are grey, and the note counts them") {
  const DrawnComparison d = drawn("A = (4,8):(8,1)\nB = (4,8):(1,4)\ncompare(A, B)");
  CHECK(d.scene.picture == Picture::compare);
  // All but the first and the last one, in each of the two.
  CHECK(d.count(CellState::lit) == 60);
  CHECK(d.count(CellState::dimmed) == 4);
  CHECK(d.scene.note == "30 of 32 cells differ; the first at (1,0): 8 and 1");
  CHECK(d.text ==
        "30 of 32 cells differ; the first at (1,0): 8 and 1\nas (4,8), A is row-major and B is column-major\nB = A o "
        "(4,(2,4)):(4,(16,1))");
  // Two panels of 8 columns with a head each, and one column between them.
  CHECK(d.scene.cols == 19);
  CHECK(d.scene.rows == 5);
}

TEST_CASE("compare: equal values") {
  const DrawnComparison d = drawn("compare((4,8):(8,1), (4,(2,4)):(8,(1,2)))");
  CHECK(d.count(CellState::lit) == 0);
  CHECK(d.scene.note == "no difference in 32 cells");
}

TEST_CASE("compare: layouts of other extents lie on each other, and what one has alone differs") {
  const DrawnComparison d = drawn("compare((4,8):(8,1), (6,4):(8,1))");
  CHECK(d.scene.note == "24 of 40 cells differ; the first at (4,0): nothing and 32");
  CHECK(d.count(CellState::lit) == 24);
  CHECK(d.count(CellState::gap) == 2 * 48 - 32 - 24);
  // Layouts of different ranks are compared by the 1-D coordinate.
  CHECK(drawn("compare((4,8):(1,4), 32:1)").scene.note == "no difference in 32 cells");
  CHECK(drawn("compare((4,8):(1,4), (8,4):(1,8))").text.find("as functions of the 1-D coordinate they are equal") !=
        std::string::npos);
}

TEST_CASE("compare: swizzles and tensors, slices and coordinates") {
  // The map can be swizzled; if none exists, the first value that A does not have is reported.
  CHECK(
      drawn("compare((8,8):(8,1), Sw<3,0,3> o 0 o (8,8):(8,1))").text.find("\nB = A o Sw<3,0,-3> o 0 o (8,8):(1,8)") !=
      std::string::npos);
  CHECK(drawn("compare(Sw<3,0,3> o 0 o (8,8):(8,1), (8,8):(1,8))").text.find("\nB = A o ") != std::string::npos);
  CHECK(drawn("compare((4,4):(1,4), (4,4):(1,5))")
            .text.find("no P with B = A o P: B((1,3)) = 16, which is not an offset of A") != std::string::npos);
  CHECK(drawn("compare(Sw<2,0,2> o 0 o (4,4):(4,1), (4,4):(4,1))").scene.note.empty() == false);
  // A swizzle is a function of all numbers: the one that changes fewer bits has values beyond them, too.
  CHECK(drawn("compare(Sw<1,0,2>, Sw<1,0,1>)").scene.note == "4 of 8 cells differ; the first at 2: 2 and 3");
  CHECK(drawn("compare(Sw<3,3,3>, Sw<2,3,3>)").scene.note == "256 of 512 cells differ; the first at 256: 288 and 256");
  CHECK(drawn("compare(3, (4,5))").scene.note == "1 of 1 field differs");
  const DrawnComparison sliced = drawn("compare((2,2,3):(1,2,4), (2,2,3):(2,1,4))", "slice=2");
  REQUIRE(sliced.scene.slices.size() == 1);
  CHECK(sliced.scene.slices[0].size == 3);
  CHECK(sliced.label(CellState::lit) == "10");
  CHECK(drawn("compare((2,2):(_1@0,_1@1), (2,2):(_1@1,_1@0))").scene.note ==
        "2 of 4 cells differ; the first at (1,0): (1,0) and (0,1)");
}

TEST_CASE("compare: thread-value layouts by who holds an element") {
  const std::string pair =
      "T = ((_4,_8),_2):((_16,_1),_8)\nU = ((_8,_4),_2):((_1,_16),_8)\nV = ((_4,_8),_2):((_16,_1),_64)\n";
  const DrawnComparison d = drawn(pair + "compare(T, U)");
  CHECK(d.label(CellState::lit).starts_with("T"));
  CHECK(d.scene.note == "60 of 64 elements have other owners");
  CHECK(d.text.find("T1 V0") != std::string::npos);
  CHECK(drawn(pair + "compare(T, U)", "label=offset").scene.note ==
        "60 of 64 cells differ; the first at (1,0): 16 and 1");
  // Elements without a holder are empty frames.
  const DrawnComparison over = drawn(pair + "compare(T, V, (8,8))");
  CHECK(over.count(CellState::gap) == 32);
}

TEST_CASE("compare: tv_compare and first_difference have the picture of what they compare") {
  const std::string pair = "T = ((_4,_8),_2):((_16,_1),_8)\nU = ((_8,_4),_2):((_1,_16),_8)\n";
  const DrawnComparison d = drawn(pair + "tv_compare(T, U)");
  CHECK(d.scene.picture == Picture::compare);
  CHECK(d.scene.note == "60 of 64 elements have other owners");
  CHECK(d.count(CellState::lit) == 120);
  // Also a layout that alone does not look like a thread-value layout; one that exceeds the tile has no picture.
  CHECK(drawn("tv_compare((_4,_2):(_1,_4), (_4,_2):(_2,_1))").scene.note == "6 of 8 elements have other owners");
  Workspace far;
  far.evaluate("tv_compare((_4,_2):(_1,_1000000000), (_4,_2):(_1,_4))", IntegerMode::teaching);
  REQUIRE(far.views(0));
  CHECK(far.views(0)->empty());
  const DrawnComparison cells = drawn("first_difference((8,8):(8,1), (8,8):(1,8))");
  CHECK(cells.scene.note == "56 of 64 cells differ; the first at (1,0): 8 and 1");
  CHECK(cells.text == "different: at 1 the first gives 8, the second 1");
  const auto linked = cells.workspace.describe(0, 1);
  REQUIRE(linked);
  CHECK(linked->text == "(1,0): 8 in A, 1 in B");
}

TEST_CASE("compare: coverage is painted on the tile: what nobody holds, and what several do") {
  const DrawnComparison d = drawn("T = ((_4,_8),_2):((_16,_1),_4)\nC = tv_coverage(T, (_8,_8))");
  CHECK(d.scene.picture == Picture::coverage);
  CHECK(d.scene.note == "32 held once, 16 without an owner, 16 held several times");
  CHECK(d.count(CellState::crossed) == 16);
  CHECK(d.count(CellState::lit) == 16);
  CHECK(d.count(CellState::dimmed) == 32);
  CHECK(d.label(CellState::lit) == "T0,16\nV0,1");
  // A cell is linked to all of its owners.
  const auto linked = d.workspace.linked(1, 4);
  REQUIRE(linked);
  CHECK(linked->sentence == "(4,0): T0,16 V0,1");
  REQUIRE(linked->cells.size() == 3);
  CHECK(linked->cells[1] == Linked::Cell{0, 32});
  CHECK(linked->cells[2] == Linked::Cell{0, 16});
  CHECK(d.workspace.linked(1, 12)->sentence == "(4,1): no thread");
  CHECK_FALSE(d.workspace.describe(1, 64));
  // If both are equal, in the colors of the threads.
  const DrawnComparison exact = drawn("tv_coverage(((_4,_8),_2):((_16,_1),_8))");
  CHECK(exact.scene.note == "all 64 elements have one owner");
  CHECK(exact.count(CellState::element) == 64);
  CHECK(drawn("tv_coverage((_4,_2):(_1,_4), 8)").count(CellState::element) == 8);
  // A layout that reaches too far is refused at once.
  Workspace far;
  far.evaluate("tv_coverage((_4,_2):(_1,_4000000000000000000))", IntegerMode::teaching);
  REQUIRE(far.report().diagnostics.size() == 1);
  CHECK(far.report().diagnostics[0].code == ErrorCode::too_large);
}

TEST_CASE("compare: tilings by owner, one tile after the other") {
  const std::string two =
      "M = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (1,2))\n"
      "N = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,1))\n";
  const DrawnComparison d = drawn(two + "compare(M, N)");
  REQUIRE(d.scene.slices.size() == 1);
  CHECK(d.scene.slices[0].size == 3);
  CHECK(drawn(two + "compare(M, N)", "label=field").scene.rows >= 2);
}

TEST_CASE("compare: descriptors and kernels as a table of fields") {
  const DrawnComparison d =
      drawn("compare(decode_descriptor(\"0x4000004000010040\"), decode_descriptor(\"0x4000008000010040\"))");
  CHECK(d.scene.cols == 2);
  CHECK(d.scene.note == "1 of 5 fields differ");
  CHECK(d.count(CellState::lit) == 2);
  const std::string kernel =
      "copy_kernel((1024,1024):(1024,1), (1024,1024):(1024,1), (_256,_16):(_16,_1), tile=(64,64), ";
  const DrawnComparison kernels =
      drawn("K = " + kernel + "dtype=\"float\")\nL = " + kernel + "dtype=\"half_t\")\ncompare(K, L)", "label=field");
  CHECK(kernels.text.find("* bytes moved") != std::string::npos);
  // The common kind has no name in the rows; every other field has one.
  Compared same;
  same.by = Compared::By::fields;
  same.fields = compare_fields("TMA_Atom\n  Box: (64,128)", "TMA_Atom\n  Box: (32,128)");
  const std::vector<AnalysisRow> rows = rows_of(same);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].name.empty());
  CHECK(rows[1].value == "TMA_Atom");
  CHECK(rows[2].name == "* Box");
}

TEST_CASE("compare: a cell says what both have, and is linked to the cells of both") {
  DrawnComparison d = drawn("A = (4,8):(8,1)\nB = (4,8):(1,4)\nC = compare(A, B)");
  const auto linked = d.workspace.linked(2, 1);
  REQUIRE(linked);
  CHECK(linked->sentence == "(1,0): 8 in A, 1 in B");
  REQUIRE(linked->cells.size() == 3);
  CHECK(linked->cells[1] == Linked::Cell{0, 1});
  CHECK(linked->cells[2] == Linked::Cell{1, 1});
  CHECK(!d.workspace.describe(2, 1000));
  for (const std::int64_t id : d.scene.ids) {
    if (id >= 0) CHECK(d.workspace.describe(2, id));
  }
}

TEST_CASE("compare: what is too large is told in words, and nothing grows without bound") {
  Workspace workspace;
  const Report& report = workspace.evaluate(
      "compare((4096,4096):(1,4096), (4096,4096):(4096,1))\ncompare((1,1000000):(1,1), (1000000,1):(1,1))\n"
      "compare((0,4):(1,0), (4,0):(1,4))\ncompare((1024,1):(1,1), (4611686018427387904,0):(1,1))\ncompare(1, "
      "2)\ncompare((1,2), \"text\")",
      IntegerMode::teaching);
  REQUIRE(report.bindings.size() >= 5);
  CHECK(report.bindings[0].text ==
        "different: at 1 the first gives 1, the second 4096\nB is A transposed: B(i,j) = A(j,i)");
  CHECK(workspace.views(0)->empty());
  for (int i = 0; i < static_cast<int>(report.bindings.size()); ++i) {
    const auto views = workspace.views(i);
    REQUIRE(views);
    for (const OfferedView& view : *views)
      CHECK(workspace.scene(i, *workspace.view(i, cat("kind=", name_of(view.picture)))));
  }
  Workspace refused;
  CHECK(refused.evaluate("compare((4,8):(1,4), Sw<1,0,1>, (4,8))\ncompare(1, 2, (4,8))", IntegerMode::teaching)
            .diagnostics.size() >= 1);
}

}  // namespace stridescope
