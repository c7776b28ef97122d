// The facade: properties, pictures, provenance, completion and the JSON that the page reads.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/algebra/algebra.h"
#include "core/base/archive_json.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/facts/function.h"
#include "core/facts/offsets.h"
#include "core/functions/builtin.h"
#include "core/records/records.h"
#include "core/render/render.h"
#include "core/workspace/workspace.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

std::string property(const Workspace& w, int binding, std::string_view name) {
  const auto properties = w.properties(binding);
  REQUIRE(properties.has_value());
  for (const Property& p : *properties) {
    if (p.name == name) return english(p.value);
  }
  return "none";
}

Scene scene(const Workspace& w, int binding, std::string_view view = {}) {
  const auto v = w.view(binding, view);
  REQUIRE(v.has_value());
  auto made = w.scene(binding, *v);
  REQUIRE(made.has_value());
  return std::move(*made);
}

bool has(const Linked& linked, int binding, std::int64_t cell) {
  return std::find(linked.cells.begin(), linked.cells.end(), Linked::Cell{binding, cell}) != linked.cells.end();
}

TEST_CASE("a report of many values says how many are left out") {
  Workspace w;
  w.evaluate("a = 1; b = 2; c = 3; d = x; e = y", IntegerMode::teaching);
  const TextMap map(w.program());
  const std::string all = to_json(door::report_of(w, 200), &map);
  CHECK(all.find("\"name\":\"c\"") != std::string::npos);
  CHECK(all.find("\"omitted\":{\"bindings\":0,\"diagnostics\":0}") != std::string::npos);
  const std::string first = to_json(door::report_of(w, 1), &map);
  CHECK(first.find("\"name\":\"a\"") != std::string::npos);
  CHECK(first.find("\"name\":\"b\"") == std::string::npos);
  CHECK(first.find("\"omitted\":{\"bindings\":2,\"diagnostics\":1}") != std::string::npos);
}

TEST_CASE("several signatures are lines of the page's documentation, and alternatives of a hint") {
  const Builtin* f = find_builtin("append");
  REQUIRE(f != nullptr);
  CHECK(signatures(*f, "\n") == "append(t, x)\nappend<N>(t, x)");
  CHECK(signatures(*find_builtin("abs"), "\n") == "abs(i)");
  Workspace w;
  const Report& report = w.evaluate("append()", IntegerMode::teaching);
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(report.diagnostics[0].hint == "write append(t, x) or append<N>(t, x)");
}

}  // namespace

TEST_CASE("heads of a large picture: of a nested mode the coordinate under the index") {
  const Workspace w = evaluated("((64,32),128):((1,64),2048); (4096,64):(64,1)");
  for (const int binding : {0, 1}) {
    const auto view = w.view(binding, "kind=grid whole=1");
    REQUIRE(view.has_value());
    const auto scene = w.scene(binding, *view);
    REQUIRE(scene.has_value());
    const auto excerpt = w.excerpt(binding, *view, *scene, {0, 1, 0, 1, {0, 65}, {7}});
    REQUIRE(excerpt.has_value());
    const std::vector<std::string> nested = {"0\n(0,0)", "65\n(1,1)"};
    const std::vector<std::string> flat = {"0", "65"};
    CHECK(excerpt->row_heads == (binding == 0 ? nested : flat));
    CHECK(excerpt->col_heads == std::vector<std::string>{"7"});
  }
}

TEST_CASE("every word of a view that means something is one, and others are told") {
  const Workspace w = evaluated("(4,(2,3)):(6,(1,2))");
  for (const std::string_view words :
       {"", "kind=grid", "kind=grid label=coord color=offset slice=0,1 whole=1", "whole=0"}) {
    CAPTURE(words);
    CHECK(w.check_view(0, words).has_value());
  }
  for (const std::string_view words : {"kind=tv", "kind=graid", "whole", "whole=yes", "slice=", "slice=a", "pin=1"}) {
    CAPTURE(words);
    CHECK_FALSE(w.check_view(0, words).has_value());
  }
}

TEST_CASE("the property table of atoms and tilings") {
  const Workspace w = evaluated(
      "SM80_16x8x16_F32F16F16F32_TN; SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>; SM75_U32x4_LDSM_N;"
      "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)); "
      "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8))");
  CHECK(property(w, 0, "shape") == "(16,8,16)");
  CHECK(property(w, 0, "arch") == "sm80");
  CHECK(property(w, 0, "registers") == "A 4, B 2, C 4");
  CHECK(property(w, 1, "threads") == "128");
  CHECK(property(w, 1, "registers") == "A shared, B shared, C 64");
  CHECK(property(w, 2, "bits") == "128");
  CHECK(property(w, 3, "tile") == "(32,16,16)");
  CHECK(property(w, 3, "threads") == "128");
  CHECK(property(w, 3, "shared memory") == "A 1024 + B 512 = 1536 bytes per stage");
  CHECK(property(w, 4, "tile") == "(16,64)");
  CHECK(property(w, 4, "threads") == "128");
  CHECK(property(w, 4, "values") == "8");
  CHECK(property(w, 4, "shared memory") == "1,024 elements = 2,048 bytes = 128 units");
}

TEST_CASE("the property table") {
  const Workspace w = evaluated("((2,4),(3,5)):((3,6),(1,24))");
  CHECK(property(w, 0, "shape") == "((2,4),(3,5))");
  CHECK(property(w, 0, "stride") == "((3,6),(1,24))");
  CHECK(property(w, 0, "size") == "120");
  CHECK(property(w, 0, "rank") == "2");
  CHECK(property(w, 0, "depth") == "2");
  CHECK(property(w, 0, "coshape") == "120");
  CHECK(property(w, 0, "cosize") == "120");
  CHECK(property(w, 0, "injective") == "yes");
  CHECK(property(w, 0, "contiguous") == "yes");
  const Workspace v = evaluated(
      "(4,4):(1,1); (4,2):(2,16); 8:-1; (4,_8):(_1,0); Sw<1,0,1> o _0 o (4,4):(1,4); (1048576,1048576):(1,1048576); "
      "make_identity_layout((4,8))");
  CHECK(property(v, 0, "injective") == "no");
  CHECK(property(v, 0, "contiguous") == "yes");
  CHECK(property(v, 1, "injective") == "yes");
  CHECK(property(v, 1, "contiguous") == "no");
  CHECK(property(v, 2, "injective") == "yes");
  CHECK(property(v, 2, "contiguous") == "yes");
  CHECK(property(v, 3, "injective") == "no");
  CHECK(property(v, 4, "injective") == "yes");
  CHECK(property(v, 4, "stride") == "none");
  CHECK(property(v, 5, "injective") == "yes");  // by its strides: far too many coordinates to enumerate
  CHECK(property(v, 6, "coshape") == "(4,8)");
}

TEST_CASE("facts by structure are those by enumeration") {
  std::vector<std::string> programs;
  for (const int s0 : {1, 2, 3}) {
    for (const int s1 : {1, 2, 4}) {
      for (const int d0 : {-2, -1, 0, 1, 2, 4}) {
        for (const int d1 : {-3, 0, 1, 2, 3, 6})
          programs.push_back(cat("((", s0, ",2),", s1, "):((", d0, ",8),", d1, ')'));
      }
    }
  }
  for (const char* text :
       {"(8,8):(8,1)", "(8,4):(8,1)", "(4,4):(4,1)", "(8,8):(8,-1)", "(8,8):(16,2)", "(16,8):(1,16)", "(4,4):(1,1)"}) {
    for (const char* swizzle :
         {"Sw<3,0,3> o 0 o ", "Sw<3,0,-3> o 0 o ", "Sw<2,1,3> o 0 o ", "Sw<1,0,1> o 8 o ", "Sw<0,4,3> o 0 o "}) {
      programs.push_back(std::string(swizzle) + text);
    }
  }
  for (const std::string& program : programs) {
    CAPTURE(program);
    const Workspace w = evaluated(program);
    const Value& value = w.report().bindings[0].value;
    const auto function = offset_function(value);
    REQUIRE(function.has_value());
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(*domain_size(value)));
    function->fill(offsets.data(), *domain_size(value));
    const std::set<std::int64_t> image(offsets.begin(), offsets.end());
    const FunctionAnalysis facts = analyze_function(value);
    CHECK(facts.injective == (image.size() == offsets.size()));
    CHECK(facts.contiguous == (static_cast<std::int64_t>(image.size()) == *image.rbegin() - *image.begin() + 1));
  }
}

TEST_CASE("a grid has the offset of each coordinate in its cell") {
  const Workspace w = evaluated(
      "A = ((2,2),(3,2)):((1,6),(2,12)); B = Sw<2,0,2> o _0 o (4,4):(4,1); C = make_tensor(counting_iter(7), "
      "(2,3):(3,1))");
  for (int b = 0; b < 3; ++b) {
    CAPTURE(b);
    const Scene s = scene(w, b);
    const auto function = offset_function(w.report().bindings[static_cast<std::size_t>(b)].value);
    REQUIRE(function.has_value());
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(s.rows * s.cols));
    function->fill(offsets.data(), s.rows * s.cols);
    for (std::int64_t r = 0; r < s.rows; ++r) {
      for (std::int64_t c = 0; c < s.cols; ++c) {
        const auto cell = static_cast<std::size_t>(r * s.cols + c);
        CHECK(s.ids[cell] == r + c * s.rows);
        CHECK(s.offsets[cell] == offsets[static_cast<std::size_t>(r + c * s.rows)]);
        CHECK(s.labels[cell] == std::to_string(s.offsets[cell]));
      }
    }
  }
  const Scene s = scene(w, 0);
  REQUIRE(s.row_heads.size() == 2);  // the 1-D coordinate of the mode, then the natural one
  CHECK(english(s.row_heads[0]) == std::vector<std::string>{"0", "1", "2", "3"});
  CHECK(english(s.row_heads[1]) == std::vector<std::string>{"(0,0)", "(1,0)", "(0,1)", "(1,1)"});
  // A long axis has a level a leaf, the outermost first.
  const Scene l = scene(evaluated("(2,(8,4)):(1,(2,16))"), 0);
  REQUIRE(l.col_heads.size() == 3);
  CHECK(l.col_heads[0][31] == "31");
  CHECK(l.col_heads[1][31] == "3");
  CHECK(l.col_heads[2][31] == "7");
}

TEST_CASE("rank above two: slices") {
  const Workspace w = evaluated("(2,3,4,5):(1,2,6,24)");
  const Scene s = scene(w, 0, "slice=3,2");
  REQUIRE(s.slices.size() == 2);
  CHECK(s.slices[0].value == 3);
  CHECK(s.slices[1].value == 2);
  CHECK(s.offsets[0] == 3 * 6 + 2 * 24);
  CHECK(s.ids[0] == 3 * 6 + 2 * 24);
  CHECK(scene(w, 0, "slice=99,-1").slices[0].value == 3);  // out of range: the nearest
}

TEST_CASE("strip and memory") {
  const Workspace w = evaluated("A = (4,2):(2,1); B = 8:-1; C = (4,2):(1,0); D = 40:3");
  const Scene strip = scene(w, 0, "kind=strip");
  CHECK(strip.rows == 1);
  CHECK(strip.cols == 8);
  CHECK(strip.offsets == std::vector<std::int64_t>{0, 2, 4, 6, 1, 3, 5, 7});
  const Scene memory = scene(w, 0, "kind=memory");
  CHECK(memory.ids == std::vector<std::int64_t>{0, 4, 1, 5, 2, 6, 3, 7});
  const Scene negative = scene(w, 1, "kind=memory");
  CHECK(negative.offsets.front() <= -7);
  const Scene repeated = scene(w, 2, "kind=memory");
  CHECK(repeated.ids == std::vector<std::int64_t>{0, 1, 2, 3});
  CHECK(english(repeated.note).find("4 of 8") != std::string::npos);
  const Scene gaps = scene(w, 3, "kind=memory");
  CHECK(gaps.ids[1] == -1);
  CHECK(gaps.colors[1] == -1);
  CHECK(gaps.ids[3] == 1);
}

TEST_CASE("tiles are coloured where the modes say they are") {
  const Workspace w = evaluated(
      "Z = zipped_divide((4,6):(1,4), <2,3>)\nL = logical_divide((4,6):(1,4), <2,3>)\nB = blocked_product((2,2):(1,2), "
      "(3,2):(1,3))\nR = raked_product((2,2):(1,2), (3,2):(1,3))");
  const auto offered = w.views(0);
  REQUIRE(offered.has_value());
  CHECK(offered->front().colors.front() == ColorBy::tile);
  const Scene z = scene(w, 0);  // 6 rows in a tile, 4 tiles
  for (std::int64_t r = 0; r < z.rows; ++r) {
    for (std::int64_t c = 0; c < z.cols; ++c) CHECK(z.colors[static_cast<std::size_t>(r * z.cols + c)] == c);
  }
  const Scene l = scene(w, 1);
  for (std::int64_t r = 0; r < 4; ++r) {
    for (std::int64_t c = 0; c < 6; ++c) CHECK(l.colors[static_cast<std::size_t>(r * 6 + c)] == r / 2 + 2 * (c / 3));
  }
  const Scene b = scene(w, 2);
  CHECK(b.colors[static_cast<std::size_t>(2 * b.cols)] == 1);
  const Scene r = scene(w, 3);
  CHECK(r.colors[static_cast<std::size_t>(1 * r.cols)] == 1);
  CHECK(r.colors[static_cast<std::size_t>(3 * r.cols)] == 0);
}

TEST_CASE("linked: composition, both ways") {
  const Workspace w = evaluated("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)");
  const auto linked = w.linked(2, 6);
  REQUIRE(linked.has_value());
  CHECK(linked->sentence == "R((0,1),1) = R(6) → B(6) = 7 → A(7) = A(1,1) = 10");
  CHECK(has(*linked, 1, 6));
  CHECK(has(*linked, 0, 7));
  const auto back = w.linked(0, 7);
  REQUIRE(back.has_value());
  CHECK(has(*back, 2, 6));
  CHECK_FALSE(w.linked(2, 12).has_value());
  CHECK_FALSE(w.linked(2, -1).has_value());
  CHECK_FALSE(w.linked(9, 0).has_value());
}

// For any operation, a linked cell of the first operand has the offset of the result's cell.
TEST_CASE("linked cells have equal offsets") {
  for (const std::string_view step :
       {"composition(A, (4,3):(6,2))", "composition(A, (2,4):(12,3))", "composition(A, <3:2, 2:2>)", "A o (6,4)",
        "logical_divide(A, 6:2)", "logical_divide(A, <3, 2:2>)", "zipped_divide(A, <3, 2>)", "tiled_divide(A, <3, 2>)",
        "flat_divide(A, <3, 2>)", "A ⊘ <3,2>", "with_shape(A, (2,12))", "coalesce(A)", "group<0,2>(A)",
        "zipped_divide(A, <3:2, 2>)"}) {
    CAPTURE(step);
    const Workspace w = evaluated("A = (6,4):(1,8)\nR = " + std::string(step));
    const auto a = offset_function(w.report().bindings[0].value);
    const auto r = offset_function(w.report().bindings[1].value);
    REQUIRE(a.has_value());
    REQUIRE(r.has_value());
    std::vector<std::int64_t> in_a(24, -1);
    a->fill(in_a.data(), 24);
    const std::int64_t count = *domain_size(w.report().bindings[1].value);
    std::vector<std::int64_t> in_r(static_cast<std::size_t>(count));
    r->fill(in_r.data(), count);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto linked = w.linked(1, i);
      REQUIRE(linked.has_value());
      const auto source = std::find_if(linked->cells.begin(), linked->cells.end(),
                                       [](const Linked::Cell& c) { return c.binding == 0; });
      REQUIRE(source != linked->cells.end());
      CHECK(in_a[static_cast<std::size_t>(source->cell)] == in_r[static_cast<std::size_t>(i)]);
    }
  }
}

TEST_CASE("linked says where CuTe's result breaks the law") {
  const Workspace w = evaluated("A = (6,2):(1,7)\nB = (3,2):(2,3)\nR = composition(A, B)");  // at 5: 7, should be 8
  CHECK(w.linked(2, 4)->sentence == "R(1,1) = R(4) → B(4) = 5 → A(5) = A(5,0) = 5");
  const Message sentence = w.linked(2, 5)->sentence;
  CHECK(sentence == "R(2,1) = R(5) → B(5) = 7 → A(7) = A(1,1) = 8, but R has 7: CuTe's result violates the law here");
}

TEST_CASE("linked: products light the element of the block and of the tiler") {
  for (const std::string_view f : {"logical_product", "zipped_product", "blocked_product", "raked_product"}) {
    CAPTURE(f);
    const Workspace w = evaluated("A = (2,3):(3,1)\nB = (4,2):(1,4)\nP = " + std::string(f) + "(A, B)");
    std::vector<int> seen(48, 0);
    for (std::int64_t i = 0; i < 48; ++i) {
      const auto linked = w.linked(2, i);
      REQUIRE(linked.has_value());
      std::int64_t in_a = -1;
      std::int64_t in_b = -1;
      for (const auto& cell : linked->cells) {
        if (cell.binding == 0) in_a = cell.cell;
        if (cell.binding == 1) in_b = cell.cell;
      }
      REQUIRE(in_a >= 0);
      REQUIRE(in_b >= 0);
      ++seen[static_cast<std::size_t>(in_a + 6 * in_b)];
    }
    CHECK(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));  // each pair exactly once
  }
}

TEST_CASE("linked: layouts side by side, and the layout under a swizzle") {
  const Workspace w = evaluated("A = (2,2):(1,6)\nC = complement(A, 24)\nB = make_layout(A, C)\nS = Sw<1,0,2> o 0 o B");
  const auto linked = w.linked(2, 4 * 5 + 3);
  REQUIRE(linked.has_value());
  CHECK(has(*linked, 0, 3));
  CHECK(has(*linked, 1, 5));
  CHECK(has(*linked, 3, 23));
  CHECK(english(w.linked(3, 7)->sentence).find("→ B(7)") != std::string::npos);
}

TEST_CASE("describe") {
  const Workspace w = evaluated("A = ((2,2),3):((24,2),8)");
  const auto d = w.describe(0, 6);
  REQUIRE(d.has_value());
  CHECK(d->text == "A((0,1),1) = 10");
  CHECK(d->rows[0].name == "1-D");
  CHECK(d->rows[0].value == "6");
}

TEST_CASE("pictures have caps") {
  const Workspace w =
      evaluated("(1048576,1048576):(1,1048576); (4611686018427387904,4):(1,0); (65536,65536):(1,65536); (3,0):(1,3)");
  const Scene big = scene(w, 0);
  CHECK(big.rows * big.cols <= max_scene_cells);
  CHECK_FALSE(big.note.empty());
  CHECK_FALSE(big.labelled());
  CHECK_FALSE(svg(big, "").has_value());
  const auto views = w.views(1);
  REQUIRE(views.has_value());
  CHECK(views->empty());
  CHECK(w.views(3)->empty());
  CHECK_FALSE(w.scene(3, *w.view(3)).has_value());
}

TEST_CASE("views travel as text and fall back to what is legal") {
  const Workspace w = evaluated("8:1; (4,8):(1,4)");
  CHECK(w.view(0, "kind=grid color=tile label=nonsense")->picture == Picture::strip);
  CHECK(w.view(1, "kind=memory label=coord color=index")->picture == Picture::memory);
  CHECK(w.view(1, "kind=memory label=coord color=index")->label == Label::coord);
  CHECK(w.view(1, "kind=memory label=coord color=index")->color == ColorBy::index);
  CHECK(w.view(1, "color=tile")->color != ColorBy::tile);
}

TEST_CASE("completion") {
  const Workspace w = evaluated("Tile = 4:1\nThreads = 8:1");
  const Completions c = w.complete("R = zip", 7);
  CHECK(c.from == 4);
  CHECK(c.to == 7);
  REQUIRE(c.items.size() >= 3);
  CHECK(c.items[0].label == "zip");
  const Completions names = w.complete("T", 1);
  REQUIRE(names.items.size() >= 2);
  CHECK(names.items[0].kind == Completion::Kind::binding);
  CHECK(w.complete("12", 2).items.empty());
  CHECK(w.complete("", 99).items.size() > 100);
}

TEST_CASE("json is well formed whatever the text") {
  std::string out;
  JsonWriter json(out);
  json.open_array();
  json.string("a\"b\\c\nd\x01 \xff ⊘");
  json.number(-5);
  json.boolean(true);
  json.close_array();
  CHECK(out == "[\"a\\\"b\\\\c\\nd\\u0001 \xef\xbf\xbd ⊘\",-5,true]");
}

TEST_CASE("a text is cut between its characters") {
  for (const std::string_view text :
       {"plain", "\xC3\xA4\xE2\x80\xA6\xF0\x9F\x98\x80", "a\xE5\xB8\x83z", "\x80\x80", ""}) {
    for (std::size_t at = 0; at <= text.size(); ++at) {
      const std::size_t begin = character_begin(text, at);
      const std::size_t end = character_end(text, at);
      CHECK(begin <= at);
      CHECK(at <= end);
      CHECK(end <= text.size());
      if (is_utf8(text)) {
        CHECK(is_utf8(text.substr(0, begin)));
        CHECK(is_utf8(text.substr(end)));
        CHECK(is_utf8(text.substr(begin, end - begin)));
        CHECK(end - begin <= 4);
      }
    }
  }
}

TEST_CASE("positions in UTF-16") {
  const std::string text = "a⊘\n𝄞b";
  const TextMap map(text);
  CHECK(map.to_utf16(1) == 1);
  CHECK(map.to_utf16(4) == 2);
  CHECK(map.to_utf16(5) == 3);
  CHECK(map.to_utf16(9) == 5);
  CHECK(map.to_byte(5) == 9);
  CHECK(map.place(9).line == 2);
  CHECK(map.place(9).column == 2);
  for (std::uint32_t u = 0; u < 6; ++u) CHECK(map.to_utf16(map.to_byte(u)) >= u);
}

TEST_CASE("svg names every cell and escapes its title") {
  const Workspace w = evaluated("(2,3):(1,2)");
  const auto text = svg(scene(w, 0), "<a & \"b\">");
  REQUIRE(text.has_value());
  for (int i = 0; i < 6; ++i) CHECK(text->find("data-cell=\"" + std::to_string(i) + "\"") != std::string::npos);
  CHECK(text->find("&lt;a &amp; &quot;b&quot;&gt;") != std::string::npos);
}

TEST_CASE("workspace: numbers next to a sentence are details, and those alone are not") {
  const Workspace w =
      evaluated("C = bank_conflicts<32>((32,1):(32,1))\nV = vectorization<16>((8,4):(1,8), (8,4):(1,36))");
  const door::Report report = door::report_of(w, 10);
  REQUIRE(report.bindings.size() == 2);
  for (const door::Binding& binding : report.bindings) {
    REQUIRE(binding.rows.size() > 1);
    for (const AnalysisRow& row : binding.rows) CHECK(row.detail == (binding.name == "C" && !row.name.empty()));
  }
  CHECK(!report.bindings[0].rows[0].detail);
}

TEST_CASE("workspace: a report has the parts of a pasted text without a value, with their reasons") {
  Workspace w;
  const std::string program = "I have sA = (8,64):(64,1) here";
  w.evaluate(program, IntegerMode::cute);
  const door::Report report = door::report_of(w, 10);
  REQUIRE(report.skipped.size() == 2);
  CHECK(english(report.skipped[0].reason) == "words next to a layout");
  CHECK(program.substr(report.skipped[0].span.begin, report.skipped[0].span.end - report.skipped[0].span.begin) ==
        "I have");
  CHECK(program.substr(report.skipped[1].span.begin) == "here");
  CHECK(english(report.left_out) == "skipped, words next to a layout: line 1");
}

}  // namespace stridescope
