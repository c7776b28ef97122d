// Pictures beyond the grid: all of their statements on a value are true.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/facts/offsets.h"
#include "core/render/render.h"
#include "core/workspace/workspace.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

Scene picture(const Workspace& w, std::string_view view) {
  const auto v = w.view(last(w), view);
  REQUIRE(v.has_value());
  CHECK(view.starts_with("kind=" + std::string(name_of(v->picture))));  // it is on offer
  auto made = w.scene(last(w), *v);
  REQUIRE(made.has_value());
  CHECK(paint(*made).has_value());
  return std::move(*made);
}

Scene picture(std::string_view program, std::string_view view) { return picture(evaluated(program), view); }

bool offers(const Workspace& w, Picture picture) {
  const auto views = w.views(last(w));
  REQUIRE(views.has_value());
  return std::any_of(views->begin(), views->end(), [&](const OfferedView& v) { return v.picture == picture; });
}

std::vector<std::int64_t> offsets_of(const Workspace& w, int binding) {
  const Value& value = w.report().bindings[static_cast<std::size_t>(binding)].value;
  std::vector<std::int64_t> out(static_cast<std::size_t>(*domain_size(value)));
  offset_function(value)->fill(out.data(), *domain_size(value));
  return out;
}

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t count(const Scene& s, CellState state) { return std::count(s.states.begin(), s.states.end(), state); }

}  // namespace

TEST_CASE("a layout of a layout, which is not composed into one, has its pictures") {
  // Its offsets are A(B(c) + 3), also where B reaches beyond A.
  for (const char* program : {"(4,2):(2,1) o 3 o (2,2):(1,2)", "(4,2):(2,1) o 0 o (4,8):(8,1)",
                              "(4,2):(-2,1) o 1 o Sw<1,0,1> o 0 o (4,4):(4,1)", "4:0 o 2 o 8:1"}) {
    CAPTURE(program);
    const Workspace w = evaluated(program);
    const auto offsets = offsets_of(w, last(w));
    const auto views = w.views(last(w));
    REQUIRE(views.has_value());
    REQUIRE(views->size() > 1);
    for (const OfferedView& offered : *views) {
      const Scene s = picture(w, "kind=" + std::string(name_of(offered.picture)));
      if (offered.picture == Picture::grid || offered.picture == Picture::strip)
        CHECK(std::set<std::int64_t>(s.offsets.begin(), s.offsets.end()) ==
              std::set<std::int64_t>(offsets.begin(), offsets.end()));
    }
  }
}

TEST_CASE("walk: an arrow from each offset to the next, carries where a later mode moves on") {
  for (const char* program : {"(2,(2,2)):(4,(2,1))", "8:-1", "8:0", "(4,8):(8,1)", "(8,8):(8,1)",
                              "((2,4),(4,2)):((1,16),(2,8))", "Sw<1,0,2> o 0 o (4,4):(4,1)", "(3,4):(-4,1)"}) {
    CAPTURE(program);
    const Workspace w = evaluated(program);
    const Scene s = picture(w, "kind=walk");
    const auto offsets = offsets_of(w, 0);
    const std::int64_t first =
        *domain_size(w.report().bindings[0].value) == 8 && std::string_view(program)[0] == '8' ? 8 : -1;
    REQUIRE(s.arrows.size() + 1 >= offsets.size());
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {  // the outer level comes first
      const Scene::Arrow& arrow = s.arrows[i];
      CHECK(s.offsets[at(arrow.from)] == offsets[i]);
      CHECK(s.offsets[at(arrow.to)] == offsets[i + 1]);
      CHECK(arrow.id == static_cast<std::int64_t>(i + 1));
      if (first == 8) CHECK(arrow.kind == Scene::Arrow::Kind::step);
    }
  }
  // S4 figure 1: the inner level shown apart.
  const Scene s = picture("(2,(2,2)):(4,(2,1))", "kind=walk");
  REQUIRE(s.arrows.size() == 7 + 3);
  const auto kinds = [&](std::size_t from, std::size_t to) {
    std::string out;
    for (std::size_t i = from; i < to; ++i) out.push_back(s.arrows[i].kind == Scene::Arrow::Kind::carry ? 'c' : 's');
    return out;
  };
  CHECK(kinds(0, 7) == "scscscs");
  CHECK(kinds(7, 10) == "scs");
  std::vector<std::int64_t> inner = {s.offsets[at(s.arrows[7].from)]};
  for (std::size_t i = 7; i < 10; ++i) inner.push_back(s.offsets[at(s.arrows[i].to)]);
  CHECK(inner == std::vector<std::int64_t>{0, 2, 1, 3});
  CHECK(s.ids[at(s.arrows[9].to)] == 6);  // the inner element 3 is the element (0,(1,1)) of the whole
  CHECK(std::count_if(s.captions.begin(), s.captions.end(), [](const Message& c) { return !c.empty(); }) == 2);
}

TEST_CASE("strips and map: every coordinate joined to its offset") {
  for (const char* program : {"8:1", "8:2", "8:0", "8:-1", "(2,3):(3,1)", "(4,(2,4)):(2,(1,8))", "(4,2):(1,2)"}) {
    for (const char* view : {"kind=strips", "kind=map"}) {
      CAPTURE(program);
      CAPTURE(view);
      const Workspace w = evaluated(program);
      const Scene s = picture(w, view);
      const auto offsets = offsets_of(w, 0);
      const std::set<std::int64_t> image(offsets.begin(), offsets.end());
      REQUIRE(s.arrows.size() == offsets.size());
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        CHECK(s.ids[at(s.arrows[i].from)] == static_cast<std::int64_t>(i));
        CHECK(s.offsets[at(s.arrows[i].to)] == offsets[i]);
        CHECK(s.labels[at(s.arrows[i].to)] == std::to_string(offsets[i]));
      }
      const std::int64_t low = std::min<std::int64_t>(0, *image.begin());
      CHECK(count(s, CellState::gap) == *image.rbegin() - low + 1 - static_cast<std::int64_t>(image.size()));
    }
  }
}

TEST_CASE("codomain of a complement: the image in grey, each repetition in a class") {
  struct Case {
    const char* a;
    int of;
  };
  for (const Case& c :
       {Case{"(2,2):(1,6)", 24}, {"4:2", 24}, {"4:1", 24}, {"6:4", 24}, {"(2,4):(1,6)", 24}, {"3:1", 10}}) {
    CAPTURE(c.a);
    const Workspace w = evaluated("A = " + std::string(c.a) + "\nC = complement(A, " + std::to_string(c.of) + ")");
    const Scene s = picture(w, "kind=codomain color=tile");
    const auto a = offsets_of(w, 0);
    const auto r = offsets_of(w, 1);
    for (std::size_t cell = 0; cell < s.ids.size(); ++cell) {
      if (s.states[cell] == CellState::outside) continue;
      std::int64_t repetition = -1;
      for (std::size_t k = 0; k < r.size(); ++k) {
        for (const std::int64_t x : a) {
          if (x + r[k] == s.offsets[cell]) repetition = static_cast<std::int64_t>(k);
        }
      }
      CHECK(s.ids[cell] == repetition);
      CHECK(s.states[cell] == (repetition < 0    ? CellState::gap
                               : repetition == 0 ? CellState::image
                                                 : CellState::element));
      CHECK(s.colors[cell] == (repetition <= 0 ? -1 : (repetition - 1) % palette_size));
    }
    const Scene left = picture(w, "kind=codomain color=crossed");
    for (std::size_t cell = 0; cell < left.ids.size(); ++cell) {
      if (left.states[cell] == CellState::outside) continue;
      const bool in_a = std::find(a.begin(), a.end(), left.offsets[cell]) != a.end();
      const bool in_r = std::find(r.begin(), r.end(), left.offsets[cell]) != r.end();
      CHECK(left.states[cell] == (in_r ? CellState::element : in_a ? CellState::crossed : CellState::gap));
    }
  }
}

TEST_CASE("codomain of a layout: how often each number is hit") {
  for (const char* program : {"(4,3):(1,2)", "8:3", "8:0", "8:-1", "(4,2):(1,0)"}) {
    CAPTURE(program);
    const Workspace w = evaluated(program);
    const auto offsets = offsets_of(w, 0);
    const Scene hits = picture(w, "kind=codomain color=image");
    const Scene crossed = picture(w, "kind=codomain color=crossed");
    for (std::size_t cell = 0; cell < hits.ids.size(); ++cell) {
      if (hits.states[cell] == CellState::outside) continue;
      const auto n = std::count(offsets.begin(), offsets.end(), hits.offsets[cell]);
      CHECK(hits.states[cell] == (n > 0 ? CellState::element : CellState::gap));
      CHECK(hits.colors[cell] == n - 1);
      CHECK(crossed.states[cell] == (n > 0 ? CellState::crossed : CellState::gap));
    }
  }
}

// The highlighted cells of the parent have the value's own offsets; the others are dimmed.
TEST_CASE("parent: the value's elements are lit where they are") {
  for (const char* step :
       {"composition(A, <3:4, 8:2>)", "composition(A, (3,8))", "composition(A, <3,(4,2)>)", "A(_,3)", "A(2,_)",
        "A(_,(1,_))", "zipped_divide(A, <3, 8:2>)", "logical_divide(A, <3:4, (2,4):(1,8)>)"}) {
    CAPTURE(step);
    const Workspace w = evaluated("A = (12,(4,8)):(59,(13,1))\nR = " + std::string(step));
    const auto offsets = offsets_of(w, 1);
    const Scene s = picture(w, "kind=parent");
    CHECK(s.rows * s.cols == 12 * 32);
    std::set<std::int64_t> seen;
    // A slice counts from its own start.
    std::map<std::int64_t, int> shifts;
    for (std::size_t cell = 0; cell < s.ids.size(); ++cell) {
      CHECK((s.ids[cell] >= 0) == (s.states[cell] != CellState::dimmed));
      CHECK((s.ids[cell] >= 0) == (s.colors[cell] >= 0));
      if (s.ids[cell] < 0) continue;
      CHECK(seen.insert(s.ids[cell]).second);
      ++shifts[s.offsets[cell] - offsets[at(s.ids[cell])]];
    }
    CHECK(seen.size() == offsets.size());
    CHECK(shifts.size() == 1);
  }
}

TEST_CASE("parent: twelve tiles of a divided layout, the first one lit") {
  const Workspace w = evaluated("A = (9,(4,8)):(59,(13,1))\nR = logical_divide(A, <3:3, (2,4):(1,8)>)");
  const Scene s = picture(w, "kind=parent");
  std::map<std::int32_t, int> sizes;
  for (std::size_t cell = 0; cell < s.ids.size(); ++cell) {
    ++sizes[s.colors[cell]];
    CHECK((s.states[cell] == CellState::lit) == (s.colors[cell] == 0));
  }
  CHECK(sizes.size() == 12);
  for (const auto& [color, cells] : sizes) CHECK(cells == 24);
}

TEST_CASE("parent: a line in tiles, first the tile alone") {
  const Workspace w = evaluated("A = (4,2,3):(2,1,8)\nR = logical_divide(A, 4:2)");
  const Scene s = picture(w, "kind=parent");
  REQUIRE(s.rows == 2);
  REQUIRE(s.cols == 24);
  const auto offsets = offsets_of(w, 1);
  for (std::size_t i = 0; i < 24; ++i) {
    const bool in_tile = i < 8 && i % 2 == 0;  // 4:2
    CHECK(s.states[i] == (in_tile ? CellState::image : CellState::dimmed));
    CHECK(s.states[24 + i] == CellState::element);
    CHECK(s.offsets[24 + i] == offsets[at(s.ids[24 + i])]);
    CHECK(s.colors[24 + i] == s.ids[24 + i] / 4);
  }
}

TEST_CASE("parent: one coordinate is one cell, and tells where it is") {
  const Workspace w = evaluated("L = ((2,4),(3,5)):((3,6),(1,24))\nx = L((1,3),(2,4))");
  const Scene s = picture(w, "kind=parent");
  REQUIRE(s.rows == 8);
  REQUIRE(s.cols == 15);
  for (std::size_t cell = 0; cell < s.ids.size(); ++cell) CHECK(s.ids[cell] == (cell == 119 ? 0 : -1));
  CHECK(s.offsets[119] == 119);
  const auto linked = w.linked(1, 0);
  REQUIRE(linked.has_value());
  CHECK(linked->sentence == "x → L(119) = L((1,3),(2,4)) = 119");
  CHECK(linked->cells.size() == 2);
  CHECK_FALSE(w.linked(1, 1).has_value());
  // The name of the applied layout, not that of its argument.
  const Workspace v = evaluated("L = (4,4):(1,4)\nc = (1,2)\ny = L(c)");
  CHECK(v.linked(2, 0)->sentence == "y → L(9) = L(1,2) = 9");
}

TEST_CASE("product: the tile, the order of its repetitions, and the product") {
  for (const char* b : {"6:1", "(4,2):(2,1)"}) {
    CAPTURE(b);
    const Workspace w = evaluated("A = (2,2):(4,1)\nB = " + std::string(b) + "\nP = logical_product(A, B)");
    const Scene s = picture(w, "kind=product");
    const auto offsets_a = offsets_of(w, 0);
    const auto offsets_b = offsets_of(w, 1);
    const auto offsets = offsets_of(w, 2);
    REQUIRE(s.rows == 3);
    for (std::int64_t c = 0; c < s.cols; ++c) {
      const bool in_a = std::find(offsets_a.begin(), offsets_a.end(), c) != offsets_a.end();
      CHECK((s.states[at(c)] == CellState::image) == in_a);
    }
    for (std::size_t k = 0; k < offsets_b.size(); ++k) {
      const std::size_t cell = at(s.cols + offsets_b[k]);
      CHECK(s.colors[cell] == static_cast<std::int32_t>(k));
      CHECK(s.ids[cell] == static_cast<std::int64_t>(4 * k));
    }
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      CHECK(s.colors[at(2 * s.cols + offsets[i])] == static_cast<std::int32_t>(i / 4));
    }
  }
}

TEST_CASE("order: an arrow for each pair with nothing between") {
  const Workspace w = evaluated("compatibility_order(24, 32, (4,6), ((2,2),6), ((2,2),(3,2)), ((2,3),4), (24))");
  const Scene s = picture(w, "kind=order");
  std::set<std::string> arrows;
  for (const Scene::Arrow& arrow : s.arrows) {
    CHECK(arrow.from / s.cols < arrow.to / s.cols);
    arrows.insert(s.labels[at(arrow.from)] + " < " + s.labels[at(arrow.to)]);
  }
  CHECK(arrows == std::set<std::string>{"24 < (4,6)", "24 < ((2,3),4)", "24 < (24)", "(4,6) < ((2,2),6)",
                                        "((2,2),6) < ((2,2),(3,2))"});
}

TEST_CASE("long: no picture is on offer that cannot be drawn, and large ones say what they leave out") {
  for (const char* program : {"8:1",
                              "(4,0):(1,4)",
                              "1:0",
                              "()",
                              "(2,(2,2)):(4,(2,1))",
                              "(64,64):(64,1)",
                              "(1024,1024):(1,1024)",
                              "(1048576,1048576):(1,1048576)",
                              "(2,2):(1,1000000000)",
                              "(2,2):(-1000,1000)",
                              "Sw<3,4,3> o 0 o (64,64):(64,1)",
                              "make_identity_layout((4,8))",
                              "make_tensor(counting_iter(3000000), (2,3):(3,1))",
                              "Sw<3,4,3> o 4000 o (4,4):(1,4)",
                              "Sw<4,8,4> o 0 o (64,63):(1,64)",
                              "zipped_divide((64,64):(64,1), <8,8>)",
                              "logical_product((2,2):(4,1), (4,2):(2,1))",
                              "logical_product(4:-1, 2:1)",
                              "complement((2,2):(1,6), 24)",
                              "complement(4:1, 100000)",
                              "A = (64,64):(1,64)\nA(_,3)",
                              "A = (64,64):(1,64)\nA(3,3)",
                              "logical_divide((4,2,3):(2,1,8), 4:2)",
                              "composition(Sw<2,0,2> o 0 o (4,4):(4,1), (2,8))",
                              "compatibility_order((2,(2,3),2))",
                              "A = make_tensor(counting_iter(7), (4,4):(1,4))\nA(1,_)",
                              "(4,(3,(2,2))):(1,(4,(12,24)))",
                              "size(4:1)",
                              "3"}) {
    CAPTURE(program);
    Workspace w;
    w.evaluate(program, IntegerMode::teaching);
    for (int b = 0; b <= last(w); ++b) {
      const auto views = w.views(b);
      REQUIRE(views.has_value());
      for (const OfferedView& offered : *views) {
        for (const Label label : offered.labels) {
          for (const ColorBy color : offered.colors) {
            CAPTURE(name_of(offered.picture));
            CAPTURE(name_of(color));
            View view;
            view.picture = offered.picture;
            view.label = label;
            view.color = color;
            const auto made = w.scene(b, view);
            REQUIRE_MESSAGE(made.has_value(), english(made.error().message));
            const std::size_t cells = at(made->rows * made->cols);
            CHECK(made->ids.size() == cells);
            CHECK(made->offsets.size() == cells);
            CHECK(made->colors.size() == cells);
            CHECK((made->labels.size() == cells || cells > at(max_labelled_cells)));
            // One CHECK for all cells: they are many.
            bool inside = true;
            for (const Scene::Arrow& arrow : made->arrows)
              inside = inside && arrow.from >= 0 && arrow.to >= 0 && at(arrow.from) < cells && at(arrow.to) < cells;
            CHECK(inside);
            CHECK(std::all_of(made->colors.begin(), made->colors.end(),
                              [](std::int32_t color) { return color >= -1 && color < color_classes; }));
            if (!made->labelled()) continue;
            const auto drawing = paint(*made, {true});
            REQUIRE(drawing.has_value());
            for (const auto& cell : drawing->cells) {
              inside = inside && cell.at.x >= 0 && cell.at.x + cell.width <= drawing->width &&
                       cell.at.y + cell.height <= drawing->height;
            }
            for (const auto& line : drawing->lines) {
              REQUIRE(line.points.size() >= 2);
              if (line.curved) CHECK(line.points.size() % 3 == 1);
              for (const Point& p : line.points)
                inside = inside && p.x >= 0 && p.x <= drawing->width && p.y <= drawing->height;
            }
            CHECK(inside);
          }
        }
      }
    }
  }
  CHECK_FALSE(offers(evaluated("(1024,1024):(1,1024)"), Picture::walk));
  CHECK_FALSE(offers(evaluated("make_identity_layout((4,8))"), Picture::strips));
  CHECK_FALSE(offers(evaluated("8:1"), Picture::parent));
  CHECK(english(picture("(64,8):(8,1)", "kind=strips").note).find("first 48 of 512") != std::string::npos);
  CHECK(english(picture("(64,8):(8,1)", "kind=walk").note).find("first 256") != std::string::npos);
}

TEST_CASE("the default of each picture is the first that it offers") {
  const Workspace w = evaluated("A = (2,3):(3,1)\nC = complement(4:2, 24)");
  CHECK(w.view(0, "kind=strips")->label == Label::coord);
  CHECK(w.view(0, "kind=strips label=index")->label == Label::index);
  CHECK(w.view(0, "kind=grid")->label == Label::offset);
  CHECK(w.view(1, "kind=codomain")->color == ColorBy::tile);
  CHECK(w.view(1, "kind=codomain color=mode")->color == ColorBy::tile);
}

TEST_CASE("scenes: who holds a tile of one row is written in lines, each element once and in order") {
  const Scene s = picture("copy_kernel(1024:1, 1024:1, (_256,_4):(_4,_1), tile=(1024))", "kind=threads");
  REQUIRE(s.rows == 1 + 32);
  REQUIRE(s.cols == 2 * (1 + 32) + 1);
  for (std::int64_t i = 0; i < 1024; ++i) {
    const auto place = static_cast<std::size_t>((1 + i / 32) * s.cols + 1 + i % 32);
    CHECK(s.ids[place] == i);
    CHECK(s.ids[place + 34] == 1024 + i);
  }
  CHECK(std::count_if(s.ids.begin(), s.ids.end(), [](std::int64_t id) { return id >= 0; }) == 2 * 1024);
  // The last line of another length ends where the tile does; short tiles stay a line.
  const Scene odd = picture("copy_kernel(100:1, 100:1, (_20,_5):(_5,_1), tile=(100))", "kind=threads");
  CHECK(odd.rows == 1 + 4);
  CHECK(std::count_if(odd.ids.begin(), odd.ids.end(), [](std::int64_t id) { return id >= 0; }) == 200);
  CHECK(picture("copy_kernel(64:1, 64:1, (_16,_4):(_4,_1), tile=(64))", "kind=threads").rows == 2);
}

}  // namespace stridescope
