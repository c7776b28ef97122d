// Diagrams: their contents in every format, and the links of an entry or a cell.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/render/render.h"
#include "core/workspace/workspace.h"
#include "tests/unit/workspaces.h"

namespace stridescope {
namespace {

struct Drawn {
  Workspace workspace;
  int binding = 0;

  explicit Drawn(std::string_view program) {
    const Report& report = workspace.evaluate(program, IntegerMode::cute);
    REQUIRE(report.diagnostics.empty());
    binding = static_cast<int>(report.bindings.size()) - 1;
  }
  Scene scene(std::string_view view = "kind=diagram") {
    const auto chosen = workspace.view(binding, view);
    REQUIRE(chosen.has_value());
    auto out = workspace.scene(binding, *chosen);
    REQUIRE(out.has_value());
    return std::move(*out);
  }
  std::string emit(std::string_view format, std::string_view view = "kind=diagram") {
    const auto chosen = workspace.view(binding, view);
    REQUIRE(chosen.has_value());
    const auto out = workspace.emit(binding, format, *chosen);
    REQUIRE(out.has_value());
    return *out;
  }
  std::vector<Picture> pictures() {
    std::vector<Picture> out;
    const auto views = workspace.views(binding);
    REQUIRE(views.has_value());
    for (const OfferedView& view : *views) out.push_back(view.picture);
    return out;
  }
  std::vector<Linked::Cell> linked(int from, std::int64_t cell) {
    const auto out = workspace.linked(from, cell);
    REQUIRE(out.has_value());
    CHECK(out->cells[0] == Linked::Cell{from, cell});
    return out->cells;
  }
};

// The labels of a column from its foot up, without empty places.
std::vector<std::string> column(const Scene& scene, std::int64_t col) {
  std::vector<std::string> out;
  for (std::int64_t row = scene.rows; row-- > 0;) {
    const auto i = static_cast<std::size_t>(row * scene.cols + col);
    if (scene.states[i] != CellState::outside) out.push_back(scene.labels[i]);
  }
  return out;
}

std::size_t arrows(const Scene& scene, Scene::Arrow::Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(scene.arrows.begin(), scene.arrows.end(), [&](const Scene::Arrow& a) { return a.kind == kind; }));
}

bool holds(const std::vector<Linked::Cell>& cells, int binding, std::int64_t cell) {
  return std::find(cells.begin(), cells.end(), Linked::Cell{binding, cell}) != cells.end();
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("category: a morphism's diagram has its entries as columns and its arrows") {
  Drawn d("(4,5,3)--(1,3,0)-->(4,7,5)");
  const Scene s = d.scene();
  CHECK(s.cols == 2);
  CHECK(column(s, 0) == Labels{"4", "5", "3"});
  CHECK(column(s, 1) == Labels{"4", "7", "5"});
  CHECK(arrows(s, Scene::Arrow::Kind::link) == 2);
  // From the second entry, which is in row 1 from the foot, to the third of the codomain.
  CHECK(s.arrows[1].id == 1);
  CHECK(s.ids[static_cast<std::size_t>(s.arrows[1].from)] == 1);
  CHECK(s.ids[static_cast<std::size_t>(s.arrows[1].to)] == 3 + 2);
  CHECK(s.note == "encodes (4,5,3):(1,28,0)");
  CHECK(s.legend.size() == 2);
  const std::string svg = d.emit("svg");
  CHECK(svg.find("class=\"ss-arrow\" data-cell=\"1\"") != std::string::npos);
  CHECK(svg.find("data-cell=\"5\"") != std::string::npos);
  CHECK(d.emit("latex").find("-latex") != std::string::npos);
  CHECK(d.emit("json").find("\"kind\":\"diagram\"") != std::string::npos);
  CHECK(d.emit("text").find("4_1 -> 4_1, 5_2 -> 5_3") != std::string::npos);
}

TEST_CASE("category: nested domains and refinements have trees, spans have two legs") {
  Drawn nested("(16,(4,4))--(1,2,0)-->(16,4)");
  const Scene s = nested.scene();
  CHECK(s.cols == 3);
  CHECK(column(s, 0) == Labels{"16", "16"});
  CHECK(arrows(s, Scene::Arrow::Kind::branch) == 3);
  CHECK(arrows(s, Scene::Arrow::Kind::link) == 2);

  Drawn refinement("mutual_refinement((6,6), (12,3,6))");
  const Scene m = refinement.scene();
  CHECK(m.cols == 3);
  CHECK(column(m, 0) == Labels{"6", "6"});
  CHECK(column(m, 1) == Labels{"6", "2", "3", "6"});
  CHECK(column(m, 2) == Labels{"12", "3", "6"});

  Drawn span("span(((2,6),3)--(1,0,2)-->(2,3))");
  const Scene t = span.scene();
  CHECK(column(t, 0) == Labels{"12", "3"});
  CHECK(column(t, 1) == Labels{"2", "6", "3"});
  CHECK(column(t, 2) == Labels{"2", "3"});
  CHECK(english(t.col_heads[0]) == Labels{"T", "R", "U"});
  CHECK(arrows(t, Scene::Arrow::Kind::link) == 5);

  Drawn profile("profile((1,(2,3)))");
  CHECK(column(profile.scene(), 1) == Labels{"*", "*", "*"});
  Drawn divisible("divisibility_morphism((2,3,4), (6,8), (1,1,2))");
  CHECK(arrows(divisible.scene(), Scene::Arrow::Kind::link) == 3);
}

TEST_CASE("category: a composite shows the morphisms that it is made of") {
  Drawn d("compose((2,2)--(2,4)-->(5,2,5,2), (5,2,5,2)--(1,3,2,4)-->(5,5,2,2))");
  CHECK(d.pictures() == std::vector{Picture::diagram, Picture::composite});
  const Scene s = d.scene("kind=composite");
  CHECK(s.cols == 3);
  CHECK(column(s, 1) == Labels{"5", "2", "5", "2"});
  CHECK(arrows(s, Scene::Arrow::Kind::link) == 6);
  Drawn layouts("compose_layouts((6,6):(6,1), (12,3,6):(1,72,12))");
  const Scene a = layouts.scene("kind=composite");
  CHECK(a.cols == 5);
  CHECK(column(a, 1) == Labels{"2", "3", "6"});
  CHECK(column(a, 2) == Labels{"6", "2", "3"});
  CHECK(column(a, 3) == Labels{"6", "2", "3", "6"});
  CHECK(column(a, 4) == Labels{"6", "2", "6", "3"});
  Drawn plain("morphism((4,5):(1,64))");
  CHECK(plain.pictures() == std::vector{Picture::diagram});
}

TEST_CASE("category: tractable layouts have a diagram, others have none") {
  Drawn d("(4,5):(1,64)");
  const std::vector<Picture> pictures = d.pictures();
  CHECK(std::count(pictures.begin(), pictures.end(), Picture::diagram) == 1);
  CHECK(pictures.front() == Picture::grid);
  const Scene s = d.scene();
  CHECK(column(s, 1) == Labels{"4", "16", "5"});
  // Cells are named by coordinates of the layout: (1,0) and (0,1).
  CHECK(s.ids[static_cast<std::size_t>((s.rows - 1) * s.cols)] == 1);
  CHECK(s.ids[static_cast<std::size_t>((s.rows - 2) * s.cols)] == 4);
  Drawn other("(2,2,2):(1,7,4)");
  const std::vector<Picture> none = other.pictures();
  CHECK(std::count(none.begin(), none.end(), Picture::diagram) == 0);
}

TEST_CASE("category: diagrams are bounded") {
  std::string wide = "(";
  std::string map = "(";
  for (int i = 0; i < 200; ++i) {
    wide += i > 0 ? ",1" : "1";
    map += i > 0 ? ",0" : "0";
  }
  Drawn d(wide + ")--" + map + ")-->()");
  const auto view = d.workspace.view(d.binding, "kind=diagram");
  REQUIRE(view.has_value());
  const auto scene = d.workspace.scene(d.binding, *view);
  REQUIRE_FALSE(scene.has_value());
  CHECK(scene.error().code == ErrorCode::too_large);
  Drawn empty("()--()-->()");
  CHECK(empty.scene().rows >= 1);
}

TEST_CASE("category: hovering an entry lights its mode of the layout, and back") {
  Drawn d("L = (4,5):(1,64); f = morphism(L); g = (4,16,5)--(2,0,1)-->(5,4); h = compose(f, g); R = layout(h)");
  // Entry 2 of f: the entry of the codomain that it maps to, and the coordinates (0,k) of L.
  const auto entry = d.linked(1, 1);
  CHECK(holds(entry, 1, 2 + 2));
  for (std::int64_t k = 0; k < 5; ++k) CHECK(holds(entry, 0, 4 * k));
  CHECK_FALSE(holds(entry, 0, 1));
  // Continues through the composite: entry 3 of g, which maps to its first entry; entry 2 of h; and the layout of h.
  CHECK(holds(entry, 2, 2));
  CHECK(holds(entry, 2, 3 + 0));
  CHECK(holds(entry, 3, 1));
  CHECK(holds(entry, 4, 8));
  CHECK(d.workspace.linked(1, 1)->sentence ==
        "f: entry 2 of the domain, 5, maps to entry 3 of the codomain: stride 64");
  CHECK(d.workspace.describe(1, 2 + 1)->text == "f: entry 2 of the codomain, 16, is not hit");
  // A cell of L: (2,1) belongs to both, (0,1) only to the second.
  const auto both = d.linked(0, 2 + 4);
  CHECK(holds(both, 1, 0));
  CHECK(holds(both, 1, 1));
  const auto second = d.linked(0, 4);
  CHECK(holds(second, 1, 1));
  CHECK_FALSE(holds(second, 1, 0));
  CHECK_FALSE(d.workspace.linked(1, 99).has_value());
}

TEST_CASE("category: moving an arrow edits the map in the program") {
  const std::string program = "# a comment\nf = (4,4,5)--(1, 0, 3)-->(4,4,5)\ng = morphism((4,5):(1,64))";
  Workspace w;
  REQUIRE(w.evaluate(program, IntegerMode::teaching).diagnostics.empty());
  const auto moved = [&](int binding, std::int64_t cell, std::int64_t target) {
    const auto edit = w.move_arrow(binding, cell, target);
    if (!edit) return english(edit.error().message);
    std::string out = program;
    out.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
    Workspace again;
    again.evaluate(out, IntegerMode::teaching);
    CHECK(again.report().diagnostics.empty());
    return again.report().bindings[0].text;
  };
  // The cells of the domain are 0, 1, 2, those of the codomain 3, 4, 5.
  CHECK(moved(0, 0, 4) == "(4,4,5)--(2,0,3)-->(4,4,5)");
  CHECK(moved(0, 0, -1) == "(4,4,5)--(0,0,3)-->(4,4,5)");
  CHECK(moved(0, 1, 3) == "(4,4,5)--(0,1,3)-->(4,4,5)");  // entry 1 takes the place of entry 2, the base point
  CHECK(moved(0, 0, 5).find("condition 3") != std::string::npos);
  CHECK(moved(0, 3, 3).find("an arrow maps") != std::string::npos);
  CHECK(moved(0, 0, 6).find("an arrow maps") != std::string::npos);
  CHECK(moved(1, 0, 3).find("not written as a morphism") != std::string::npos);
  CHECK(w.move_arrow(0, 0, 4)->text == "(2,0,3)");
}

}  // namespace stridescope
