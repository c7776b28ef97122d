// The application without a screen: what follows from what a reader does.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/app/app.h"
#include "core/app/cards.h"
#include "core/app/records_app.h"
#include "core/base/archive_json.h"
#include "core/base/text.h"

namespace stridescope::app {
namespace {

Action open(std::string program, std::vector<View> views = {}) {
  Action out;
  out.kind = ActionKind::open;
  out.program = std::move(program);
  out.views = std::move(views);
  out.budget = -1;
  return out;
}

Action edit(std::string program, IntegerMode mode = IntegerMode::teaching) {
  Action out;
  out.program = std::move(program);
  out.mode = mode;
  out.budget = -1;
  return out;
}

Action on_card(ActionKind kind, std::string key, std::string view = {}, std::int64_t cell = -1) {
  Action out;
  out.kind = kind;
  out.key = std::move(key);
  out.view = std::move(view);
  out.cell = cell;
  return out;
}

// "A B:stale C:pending", in their order.
std::string cards(const App& app) {
  std::string out;
  for (const Card& card : app.state().cards) {
    append_all(out, out.empty() ? "" : " ", card.binding.key, card.stale ? ":stale" : "",
               card.pending ? ":pending" : "");
  }
  return out;
}

TEST_CASE("app: a card a value, in the program's order, and what is typed changes them") {
  App app;
  app.act(open("A = (4,8):(8,1)\nB = A o (2,2):(1,8)\n7"));
  CHECK(cards(app) == "A B #0");
  const Changes changes = app.act(edit("B = (2,2)\nA = (4,8):(8,1)"));
  CHECK(changes.evaluated);
  CHECK(cards(app) == "B A");
  CHECK(app.state().serial == 2);
}

TEST_CASE("app: a card whose line is in error stays at its place, stale, with its picture") {
  App app;
  app.act(open("A = 4:1\nB = (2,3):(3,1)\nC = 8:1"));
  const auto picture = app.state().cards[1].picture;
  REQUIRE(picture);
  app.act(edit("A = 4:1\nB = (2,3:(3,1)\nC = 8:1"));
  CHECK(cards(app) == "A B:stale C");
  CHECK(app.state().cards[1].picture == picture);
  app.act(edit("A = 4:1\n\t B = (2,3):(3,1)\nC = 8:1"));
  CHECK(cards(app) == "A B C");
  // The name is gone: so is its card, whatever else is wrong.
  app.act(edit("A = 4:1\nC = 8:(\n"));
  CHECK(cards(app) == "A C:stale");
  // Another program has nothing of those before.
  app.act(open("A = (\nC = 8:("));
  CHECK(cards(app).empty());
}

TEST_CASE("app: a statement assigns a name, a comment and an argument do not") {
  CHECK(is_assigned("A", "A = 4:1"));
  CHECK(is_assigned("A", "B = 2; A=("));
  CHECK(is_assigned("A", "B = 2\n \t A  ="));
  CHECK_FALSE(is_assigned("A", "# A = 4:1"));
  CHECK_FALSE(is_assigned("A", "AB = 4:1"));
  CHECK_FALSE(is_assigned("dtype", "K = copy_kernel(B, C, dtype=\"half_t\")"));
  CHECK_FALSE(is_assigned("", "= 4"));
}

TEST_CASE("app: pictures that no time is left for are pending until they are drawn") {
  App app;
  Action action = open("A = (4,8):(8,1)\nB = 4");
  action.budget = 0;
  app.act(action);
  CHECK(cards(app) == "A:pending B");
  CHECK_FALSE(app.state().cards[0].picture);
  const Changes changes = app.act(on_card(ActionKind::draw, "A"));
  CHECK(changes.pictures == std::vector<std::string>{"A"});
  CHECK(cards(app) == "A B");
  CHECK(app.act(on_card(ActionKind::draw, "A")).cards.empty());
}

TEST_CASE("app: a picture that is the same stays as it is") {
  App app;
  app.act(open("A = (4,8):(8,1)"));
  const auto before = app.state().cards[0].picture;
  CHECK(app.act(edit("A = (4,8):(8,1)  # a remark")).pictures.empty());
  CHECK(app.state().cards[0].picture == before);
  CHECK(app.act(edit("A = (4,8):(1,4)")).pictures == std::vector<std::string>{"A"});
  // The same cells with another name above them are another picture.
  app.act(edit("A = (4,8):(1,4)", IntegerMode::cute));
  CHECK(app.act(edit("A = (4,8):(1,_4)", IntegerMode::cute)).pictures == std::vector<std::string>{"A"});
}

TEST_CASE("app: what is chosen stays until it is chosen otherwise, and is what a link says") {
  App app;
  app.act(open("A = (4,8):(8,1)", {{"A", "kind=strip"}, {"gone", "kind=grid"}}));
  CHECK(app.state().cards[0].picture->scene.picture == Picture::strip);
  REQUIRE(app.views().size() == 1);
  CHECK(app.views()[0].view == "kind=strip");
  // Of a link's views only what is one is read.
  app.act(open("A = (4,8):(8,1)", {{"A", "kind=grid what slice=1,x,2"}}));
  CHECK(app.views()[0].view == "kind=grid slice=1,2");
  app.act(open("A = (4,8):(8,1)", {{"A", "kind=strip"}}));
  app.act(on_card(ActionKind::choose, "A", "label=coord"));
  CHECK(app.views()[0].view == "kind=strip label=coord");
  app.act(on_card(ActionKind::choose, "A", "kind=grid"));
  CHECK(app.state().cards[0].picture->choice == "kind=grid label=coord");
  app.act(edit("A = (4,8):(1,4)"));
  CHECK(app.state().cards[0].picture->choice == "kind=grid label=coord");
  // The slices of a picture go with it.
  app.act(on_card(ActionKind::choose, "A", "slice=1"));
  app.act(on_card(ActionKind::choose, "A", "label=index"));
  CHECK(app.views()[0].view == "kind=grid label=index slice=1");
  app.act(on_card(ActionKind::choose, "A", "kind=strip"));
  CHECK(app.views()[0].view == "kind=strip label=index");
  app.act(on_card(ActionKind::choose, "A", "label=coord"));
  // A choice that the value does not offer falls back, and is kept for the value that does.
  app.act(on_card(ActionKind::choose, "A", "kind=f2"));
  app.act(edit("A = (3,5):(5,1)"));
  CHECK(app.state().cards[0].picture->refused.empty());
  Action pin = on_card(ActionKind::pin, "A");
  pin.on = true;
  app.act(pin);
  CHECK(app.views()[0].view == "kind=f2 label=coord pin=1");
}

TEST_CASE("app: a cell that is looked at is followed, pinned and let go") {
  App app;
  app.act(open("A = (4,8):(8,1)\nB = A o (2,2):(1,8)"));
  app.act(on_card(ActionKind::hover, "B", {}, 3));
  REQUIRE(app.state().looked);
  CHECK(app.state().looked->key == "B");
  CHECK(app.state().looked->inspection.lit.at(0).size() == 1);
  app.act(on_card(ActionKind::toggle, "B", {}, 3));
  CHECK(app.state().looked->pinned);
  app.act(on_card(ActionKind::hover, "A", {}, 1));
  CHECK(app.state().looked->key == "B");
  app.act(edit("A = (4,8):(1,4)\nB = A o (2,2):(1,8)"));
  CHECK(app.state().looked->cell == 3);
  CHECK(app.act(on_card(ActionKind::leave, "")).looked == false);
  app.act(edit("A = (4,8):(1,4)\nB = A o 2:1"));
  CHECK_FALSE(app.state().looked);
  app.act(on_card(ActionKind::hover, "A", {}, 1));
  CHECK(app.act(on_card(ActionKind::leave, "")).looked);
  CHECK_FALSE(app.state().looked);
}

TEST_CASE("app: what changes the program says where, and is made at once for who keeps no text") {
  App app;
  app.act(open("L = 4:1  \n\n"));
  Action append;
  append.kind = ActionKind::append;
  append.text = "(2,2):(2,1)";
  append.wish = "L";
  const Changes asked = app.act(append);
  REQUIRE(asked.edit);
  CHECK_FALSE(asked.evaluated);
  CHECK(asked.edit->text == "\nL2 = (2,2):(2,1)\n");
  app.run(append);
  CHECK(app.state().program == "L = 4:1\nL2 = (2,2):(2,1)\n");
  CHECK(cards(app) == "L L2");
  app.run(open("f = (4,4)--(1,2)-->(4,4,4)"));
  Action arrow = on_card(ActionKind::move_arrow, "f", {}, 0);
  arrow.target = 4;  // cells of the codomain are behind those of the domain
  app.run(arrow);
  CHECK(app.state().program == "f = (4,4)--(3,2)-->(4,4,4)");
  arrow.key = "nobody";
  CHECK_FALSE(app.act(arrow).edit);
}

TEST_CASE("app: more cards than anybody reads are there when they are asked for") {
  std::string program;
  for (int i = 0; i < 250; ++i) append_all(program, "A", i, " = 4:1\n");
  App app;
  app.act(open(program));
  CHECK(app.state().cards.size() == 200);
  CHECK(app.state().omitted.bindings == 50);
  app.act(on_card(ActionKind::show_more, ""));
  CHECK(app.state().cards.size() == 250);
}

TEST_CASE("app: the labels of the part that is seen come with the picture") {
  App app;
  app.act(open("A = (64,64):(64,1)"));
  const CardPicture& picture = *app.state().cards[0].picture;
  REQUIRE_FALSE(picture.drawn);
  Action see = on_card(ActionKind::see, "A");
  see.rows = picture.scene.rows;
  see.cols = picture.scene.cols;
  see.window = {0, 2, 0, 2};
  app.act(see);
  app.act(edit("A = (64,64):(1,64)"));
  REQUIRE(app.state().cards[0].picture->seen);
  CHECK(app.state().cards[0].picture->seen->excerpt.labels == std::vector<std::string>{"0", "64", "1", "65"});
}

TEST_CASE("app: the state is text that tells all of it") {
  App app;
  app.act(open("A = (2,2):(2,1)\nB = ("));
  StateRecord state = state_of(app);
  const std::string json = to_json(state);
  CHECK(json.find("\"order\":[\"A\"]") != std::string::npos);
  CHECK(json.find("\"microseconds\":0") != std::string::npos);
  CHECK(json.find("<svg") != std::string::npos);
  StateRecord again = state_of(app);
  CHECK(to_json(again) == json);
}

}  // namespace
}  // namespace stridescope::app
