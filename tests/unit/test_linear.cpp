// Linear maps over F2 against their definition, and against CuTe's algebra if both have an answer.
#include <doctest/doctest.h>

#include <random>

#include "core/base/text.h"
#include "core/foreign/systems/linear.h"
#include "tests/unit/notation.h"
#include "tests/unit/offset_table.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// The form is the map at every coordinate.
LinearForm checked_form(const LinearMap& map) {
  Arith arith;
  LinearForm form = shortest_form(arith, map);
  REQUIRE(arith.ok());
  const std::vector<std::int64_t> got = offsets_of(to_value(form.layout));
  REQUIRE(got.size() == std::size_t{1} << map.inputs());
  for (std::size_t x = 0; x < got.size(); ++x) REQUIRE(static_cast<std::uint64_t>(got[x]) == map(x));
  return form;
}

LinearMap random_map(std::mt19937_64& random, int inputs, int outputs) {
  LinearMap out = {{inputs}, outputs, {}};
  for (int j = 0; j < inputs; ++j) out.columns.push_back(random() & ((std::uint64_t{1} << outputs) - 1));
  return out;
}

}  // namespace

TEST_CASE("linear: any map has a CuTe form, and it is the map at every coordinate") {
  std::mt19937_64 random(1);
  int chains = 0;
  for (int i = 0; i < 300; ++i) {
    LinearMap map = random_map(random, 8, 8);
    while (rank_of(map) < 8) map = random_map(random, 8, 8);
    const LinearForm form = checked_form(map);
    CHECK(form.kind != LinearForm::Kind::projected);
    chains += form.swizzles > 1 ? 1 : 0;
  }
  CHECK(chains > 250);
  for (int inputs = 0; inputs <= 5; ++inputs) {
    for (int outputs = 1; outputs <= 5; ++outputs) {
      for (int i = 0; i < 20; ++i) (void)checked_form(random_map(random, inputs, outputs));
    }
  }
}

TEST_CASE("linear: a chain is as short as any, by exhaustive search over the images of strides") {
  // Every map of at most two swizzles over strides, with 4 bits: the form never has more swizzles than were used.
  std::mt19937_64 random(2);
  const auto swizzle = [&](Arith& arith) {
    const auto bits = static_cast<std::int64_t>(1 + random() % 2);
    const auto base = static_cast<std::int64_t>(random() % 2);
    const auto shift = bits + static_cast<std::int64_t>(random() % 2);
    return make_swizzle(arith, bits, base, random() % 2 == 0 ? shift : -shift);
  };
  int shortened = 0;
  for (int i = 0; i < 200; ++i) {
    Arith arith;
    const int used = 1 + static_cast<int>(random() % 2);
    std::vector<std::uint64_t> columns = {1, 2, 4, 8, 16};
    std::shuffle(columns.begin(), columns.end(), random);
    LinearMap map = {{5}, 5, columns};
    for (int s = 0; s < used; ++s) {
      const Swizzle one = swizzle(arith);
      for (std::uint64_t& column : map.columns) {
        column = static_cast<std::uint64_t>(apply(arith, one, static_int(static_cast<std::int64_t>(column))).value);
        REQUIRE(column < 64);
      }
    }
    map.out = 6;
    REQUIRE(arith.ok());
    const LinearForm form = checked_form(map);
    CHECK(form.minimal);
    CHECK(form.swizzles <= used);
    shortened += form.swizzles < used ? 1 : 0;
  }
  CHECK(shortened > 0);
  CHECK(last("linear_report(linear_layout((3,6,5,24)))").find("3 swizzles; shorter chains were not tried") !=
        std::string::npos);
  // Three swizzles are needed here: no two suffice.
  CHECK(last("linear_report(linear_layout((3,6,5,24)))").find("one swizzle") == std::string::npos);
}

TEST_CASE("linear: composition, inverse and division are those of the definition, and of CuTe where it has them") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200; ++i) {
    Arith arith;
    LinearMap a = random_map(random, 5, 5);
    while (rank_of(a) < 5) a = random_map(random, 5, 5);
    const LinearMap b = random_map(random, 4, 5);
    const LinearMap composed = compose(arith, a, b);
    for (std::uint64_t x = 0; x < 16; ++x) CHECK(composed(x) == a(b(x)));
    const LinearMap inverse = right_inverse(arith, a, {5});
    for (std::uint64_t y = 0; y < 32; ++y) {
      CHECK(a(inverse(y)) == y);
      CHECK(inverse(a(y)) == y);
    }
    const LinearMap divided = divide(arith, a, b);
    REQUIRE(arith.ok());
    std::vector<bool> hit(32, false);
    for (std::uint64_t x = 0; x < std::uint64_t{1} << divided.inputs(); ++x) {
      hit[static_cast<std::size_t>(divided(x))] = true;
      if (x < 16) CHECK(divided(x) == a(b(x)));
    }
    CHECK(std::count(hit.begin(), hit.end(), true) == 32);
  }
  // Strides: all layouts of three bits with strides of one bit each, and tiles of them.
  const char* layouts[] = {"8:1",
                           "(2,4):(4,1)",
                           "(4,2):(2,1)",
                           "(2,2,2):(2,4,1)",
                           "(2,2,2):(4,1,2)",
                           "(2,2,2):(1,4,2)",
                           "(2,2,2):(4,2,1)",
                           "(4,2):(1,4)"};
  const char* tiles[] = {"4:1", "2:1", "4:2", "2:4", "2:2", "(2,2):(1,4)", "(2,2):(4,1)", "(2,2):(2,1)", "8:1"};
  int agreed = 0;
  for (const char* a : layouts) {
    Arith arith;
    const Layout la = layout(a);
    const LinearMap ma = linear_map(arith, la);
    REQUIRE(arith.ok());
    {
      Arith cute;
      const Layout inverse = right_inverse(cute, LayoutRef(la));
      const LinearForm ours = checked_form(right_inverse(arith, ma, {3}));
      if (cute.ok() && size(cute, inverse).value == 8) CHECK(offsets_of(inverse) == offsets_of(to_value(ours.layout)));
    }
    for (const char* b : tiles) {
      CAPTURE(a);
      CAPTURE(b);
      const Layout lb = layout(b);
      const LinearMap mb = linear_map(arith, lb);
      Arith cute;
      const Layout composed = composition(cute, LayoutRef(la), LayoutRef(lb));
      if (cute.ok()) {
        CHECK(offsets_of(composed) == offsets_of(to_value(checked_form(compose(arith, ma, mb)).layout)));
        ++agreed;
      }
      Arith again;
      const Layout divided = logical_divide(again, LayoutRef(la), Tiler(lb));
      if (again.ok()) {
        CHECK(offsets_of(divided) == offsets_of(to_value(checked_form(divide(arith, ma, mb)).layout)));
        ++agreed;
      }
    }
  }
  CHECK(agreed > 60);
}

TEST_CASE("linear: a chain is proved to be the shortest up to the size that is told") {
  std::mt19937_64 random(5);
  const auto proved = [](int bits) { return bits <= 9 ? 4 : bits <= 22 ? 3 : 2; };
  for (const int bits : {4, 6, 8, 9, 12, 16, 22, 30}) {
    for (int i = 0; i < 6; ++i) {
      // A few swizzles over a permutation: short chains.
      LinearMap map = {{bits}, bits, {}};
      for (int j = 0; j < bits; ++j) map.columns.push_back(bit_at(j));
      std::shuffle(map.columns.begin(), map.columns.end(), random);
      for (int s = 0; s <= i % 3; ++s) {
        const int source = static_cast<int>(random() % static_cast<unsigned>(bits));
        const int target = (source + 1 + static_cast<int>(random() % static_cast<unsigned>(bits - 1))) % bits;
        for (std::uint64_t& column : map.columns) column ^= (column >> source & 1) << target;
      }
      Arith arith;
      const LinearForm form = shortest_form(arith, map);
      CAPTURE(bits);
      CAPTURE(form.swizzles);
      if (form.swizzles <= proved(bits)) CHECK(form.minimal);
      CHECK(form.swizzles <= 1 + i % 3);
    }
  }
}

namespace {

// Every layout of `bits` coordinates' bits with strides that are different powers of two below 2^room, in every
// grouping into modes.
std::vector<std::string> bit_layouts(int bits, int room) {
  std::vector<std::string> out;
  std::vector<int> places(static_cast<std::size_t>(room));
  for (int i = 0; i < room; ++i) places[static_cast<std::size_t>(i)] = i;
  std::vector<std::vector<int>> chosen;
  do {
    const std::vector<int> one(places.begin(), places.begin() + bits);
    if (chosen.empty() || chosen.back() != one) chosen.push_back(one);
  } while (std::next_permutation(places.begin(), places.end()));
  for (const std::vector<int>& one : chosen) {
    for (int cut = 0; cut < 1 << (bits - 1); ++cut) {
      // A mode continues unless it is cut here, if the next stride is twice the last one.
      std::string shape;
      std::string stride;
      bool plain = true;
      for (int i = 0; i < bits;) {
        int end = i + 1;
        for (; end < bits && (cut >> (end - 1) & 1) == 0; ++end)
          plain = plain && one[static_cast<std::size_t>(end)] == one[static_cast<std::size_t>(end - 1)] + 1;
        shape += (i > 0 ? "," : "") + cat('_', 1 << (end - i));
        stride += (i > 0 ? "," : "") + cat('_', 1 << one[static_cast<std::size_t>(i)]);
        i = end;
      }
      if (plain) out.push_back("(" + shape + "):(" + stride + ")");
    }
  }
  return out;
}

struct LinearAgreement {
  int both = 0;
  int ours = 0;  // only our algorithm has an answer
};

void agree(const std::string& cute, const std::string& linear, LinearAgreement& out) {
  const Evaluation theirs = evaluate(cute, IntegerMode::cute);
  const Evaluation ours = evaluate(linear, IntegerMode::cute);
  if (!ours.errors.empty() || !theirs.errors.empty()) {
    out.ours += ours.errors.empty() ? 1 : 0;
    return;
  }
  CAPTURE(cute);
  CAPTURE(linear);
  const std::vector<std::int64_t> expected = offsets_of(theirs.bindings.back().value);
  const std::vector<std::int64_t> got = offsets_of(ours.bindings.back().value);
  if (got.size() != expected.size()) return;  // CuTe's inverse stops where it finds no more
  CHECK(got == expected);
  ++out.both;
}

}  // namespace

TEST_CASE("linear: composition, inverse and division agree with CuTe's on every small layout, swizzled or not") {
  const char* const swizzles[] = {
      "", "Sw<1,0,1> o _0 o ", "Sw<1,0,2> o _0 o ", "Sw<1,1,1> o _0 o ", "Sw<1,0,-1> o _0 o ", "Sw<1,1,-1> o _0 o "};
  std::vector<std::string> tiles;
  for (int bits = 1; bits <= 3; ++bits) {
    for (std::string& one : bit_layouts(bits, 3)) tiles.push_back(std::move(one));
  }
  CHECK(tiles.size() == 22);
  LinearAgreement composed;
  LinearAgreement divided;
  LinearAgreement inverted;
  for (const std::string& layout : bit_layouts(3, 3)) {
    for (const char* const swizzle : swizzles) {
      const std::string a = swizzle + layout;
      agree("right_inverse(" + a + ")", "linear_inverse(" + a + ")", inverted);
      for (const std::string& b : tiles) {
        agree("composition(" + a + "," + b + ")", "linear_compose(" + a + "," + b + ")", composed);
        agree("logical_divide(" + a + "," + b + ")", "linear_divide(" + a + "," + b + ")", divided);
      }
    }
  }
  MESSAGE("composed ", composed.both, " + ", composed.ours, ", divided ", divided.both, " + ", divided.ours,
          ", inverted ", inverted.both, " + ", inverted.ours);
  CHECK(composed.both > 1000);
  CHECK(divided.both > 1000);
  CHECK(inverted.both > 20);
}

TEST_CASE("linear: a matrix as people write it, alone, named and as an argument") {
  const auto is = [](std::string_view program) { return last(program, IntegerMode::teaching); };
  const char* const matrix = "Sw<1,0,2> o 0 o 8:1";
  for (const char* text : {
           "[[1,0,1],[0,1,0],[0,0,1]]",
           "[[1, 0, 1],\n [0, 1, 0],\n [0, 0, 1]]",
           "[[1 0 1]\n [0 1 0]\n [0 0 1]]",
           "1 0 1\n0 1 0\n0 0 1",
           "101\n010\n001",
           "np.array([[1,0,1],[0,1,0],[0,0,1]], dtype=np.uint8)",
           "torch.tensor([[1,0,1],[0,1,0],[0,0,1]])",
           "M = np.array([[1, 0, 1],\n              [0, 1, 0],\n              [0, 0, 1]])",
           "linear_layout([[1,0,1],[0,1,0],[0,0,1]])",
           "linear_layout(\"[[1,0,1],[0,1,0],[0,0,1]]\")",
           "linear_layout(\"((1,0,1),(0,1,0),(0,0,1))\")",
           "linear_layout(\"1 0 1; 0 1 0; 0 0 1\")",
           "linear_layout(\"101\\n010\\n001\")",
           "linear_layout(\"\"\"101\n010\n001\"\"\")",
           "linear_layout(\"np.array([[1,0,1],[0,1,0],[0,0,1]])\")",
       }) {
    CAPTURE(std::string(text));
    CHECK(is(text) == matrix);
  }
  // Columns that begin with a 0; different numbers of rows and columns; a matrix that is not a bijection.
  CHECK(is("010\n101\n001") == "Sw<1,1,1> o 0 o (2,2,2):(2,1,4)");
  CHECK(is("linear_bases([[0,1],[1,0],[1,1]])") == "((6),(5))");
  CHECK(is("linear_bases([[1,1],[1,1]])") == "(3,3)");
  CHECK(is("linear_inverse([[0,1],[1,0]])") == "(2,2):(2,1)");
  // The output of f2_matrix is read, with its modes.
  for (const char* layout : {"Sw<1,0,2> o 0 o (_4,_4):(_4,_1)", "((_2,_4),_8):((_1,_16),_2)", "_16:_1",
                             "Sw<3,4,3> o 0 o (_64,_64):(_64,_1)", "(_1,_4):(_0,_1)"}) {
    CAPTURE(std::string(layout));
    const std::string same = "equal(" + std::string(layout) + ", linear_layout(f2_matrix(" + layout + ")))";
    CHECK(is(same).starts_with("true"));
  }
  // Offsets, integers and tuples stay unchanged.
  CHECK(is("0 0\n1 1") == "(2,2):(1,0)");
  CHECK(is("10\n11") == "11");
  CHECK(is("((1,0),(0,1))") == "((1,0),(0,1))");
  CHECK(is("[[1,2],[3,4]]") == "((1,2),(3,4))");
  CHECK(is("x = 010").starts_with("error: 010 begins with 0"));
  CHECK(is("linear_layout(\"12;01\")").starts_with("error: expected 0 or 1 in a matrix over F2, not '12'"));
  CHECK(is("linear_layout(\"[[10,1],[0,1]]\")").starts_with("error: expected 0 or 1 in a matrix over F2, not '10'"));
  CHECK(is("linear_layout(\"[[1,0],[1]]\")").starts_with("error: row 1 has 1 entry, but row 0 has 2"));
}

TEST_CASE("linear: bases as Triton prints and makes them") {
  const char* const printed =
      " - register=1 -> (0, 1)\n   register=2 -> (0, 2)\n - lane=1 -> (1, 0)\n   lane=2 -> (2, 0)\n"
      "   lane=4 -> (4, 0)\n   lane=8 -> (0, 4)\n   lane=16 -> (0, 8)\n - warp is a size 1 dimension\n"
      " - block is a size 1 dimension\nwhere out dims are: [dim0 (size 8), dim1 (size 16)]\n";
  const char* const same =
      "triton(\"#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [0, 4], [0, 8]], warp = [], "
      "block = []}>\", (8,16))";
  const char* const made =
      "LinearLayout.from_bases([(\"register\", [[0, 1], [0, 2]]), (\"lane\", [[1, 0], [2, 0], [4, 0], [0, 4], [0, "
      "8]])], "
      "[\"dim0\", \"dim1\"], [8, 16], True)";
  const std::string expected = last(same, IntegerMode::teaching);
  CHECK(expected == "((8,4),4):((1,32),8)");
  CHECK(last(printed, IntegerMode::teaching) == expected);
  CHECK(last(made, IntegerMode::teaching) == expected);
  CHECK(last(std::string("L = ") + made, IntegerMode::teaching) == expected);
  CHECK(last("triton(\"\"\"" + std::string(printed) + "\"\"\")", IntegerMode::teaching) == expected);
  CHECK(last(" - offset=1 -> (0, 1)\n   offset=2 -> (0, 2)\n   offset=4 -> (1, 1)\n   offset=8 -> (2, 2)\nwhere out "
             "dims are: [dim0 (size 4), dim1 (size 4)]",
             IntegerMode::teaching) == "Sw<2,0,2> o 0 o (4,4):(4,1)");
  CHECK(last(" - register=1 -> (0, 1)\n   register=4 -> (0, 2)\n").find("expected the bases of 1, 2, 4") !=
        std::string::npos);
  CHECK(last("- thread=1 -> (0, 1)\n").find("is not a known input") != std::string::npos);
}

TEST_CASE("linear: what another system cannot say is refused with a coordinate") {
  for (const char* system :
       {"memref", "affine_map", "torch_strides", "numpy_strides", "mosaic", "tilus", "mojo", "cublaslt"}) {
    CAPTURE(std::string(system));
    const std::string said = last(cat("write_layout(Sw<2,0,3> o _0 o (_8,_8):(_8,_1), \"", system, "\", (8,8))"));
    CHECK(said.starts_with("error: "));
    CHECK(said.find("at (4,0) ") != std::string::npos);
    CHECK(said.find(" give 36, but the layout gives 32") != std::string::npos);
  }
  CHECK(last("write_layout(Sw<1,0,2> o 0 o Sw<1,1,2> o 0 o (_4,_4):(_4,_1), \"tlx\", (4,4))")
            .find("at (1,1) the strides give 6") != std::string::npos);
  // Also values that CuTe can express and a linear layout cannot.
  CHECK(last("write_layout((_4,_8):(_1,_3), \"triton\")").find("L(5) = 4, but L(1) ^ L(4) = 2") != std::string::npos);
}

TEST_CASE("linear: the functions of the language") {
  CHECK(last("linear_layout((1,2,4))", IntegerMode::teaching) == "8:1");
  CHECK(last("linear_layout(((1,2),(5,10)))", IntegerMode::teaching) == "Sw<2,0,2> o 0 o (4,4):(1,4)");
  CHECK(last("linear_layout(\"101;010;001\")", IntegerMode::teaching) == "Sw<1,0,2> o 0 o 8:1");
  CHECK(last("linear_bases(Sw<2,0,2> o 0 o (_4,_4):(_1,_4))", IntegerMode::teaching) == "((1,2),(5,10))");
  CHECK(last("linear_inverse((_4,_4):(_4,_1))", IntegerMode::teaching) == "(4,4):(4,1)");
  CHECK(last("linear_layout((1,1))", IntegerMode::teaching) == "(2,2):(1,0) o 0 o Sw<1,0,1> o 0 o 4:1");
  CHECK(last("linear_bases((_3,_4):(_1,_3))").starts_with("error: the layout is not linear over F2: the size 12"));
  CHECK(last("linear_bases((_2,_2):(_1,_1))").starts_with("error: the layout is not linear over F2: L(3) = 2"));
  CHECK(last("linear_report(Sw<2,0,2> o 0 o (_4,_4):(_1,_4))") ==
        "not strides: L(1) = 1 and L(4) = 5 add up to 6, but L(5) is 4; one swizzle over strides");
}

}  // namespace stridescope
