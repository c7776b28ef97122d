// The application without a screen: the effects of the user's actions.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/app/app.h"
#include "core/app/cards.h"
#include "core/base/archive_json.h"
#include "core/base/statement_gate.h"
#include "core/base/text.h"
#include "core/door/records_app.h"
#include "tests/unit/app_actions.h"

namespace stridescope::app {
namespace {

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
  // The name no longer exists, so neither does its card, despite other errors.
  app.act(edit("A = 4:1\nC = 8:(\n"));
  CHECK(cards(app) == "A C:stale");
  // A text that replaces most of the program is another one: its lines do not have values of that one.
  app.act(open("A = 4:1\nB = (2,3):(3,1)\nC = 8:1"));
  app.act(edit("# all lines have errors\nB = (4,8):(8\nA = g("));
  CHECK(cards(app).empty());
  // Another program keeps nothing of the previous one.
  app.act(open("A = (\nC = 8:("));
  CHECK(cards(app).empty());
}

TEST_CASE("app: a statement that its host skips is an error on its line, and the others have their values") {
  App app;
  const auto value_names = [&] {
    std::string out;
    for (const Card& card : app.state().cards) {
      if (!card.stale) append_all(out, card.binding.name, ' ');
    }
    return out;
  };
  statement_gate = [](std::string_view statement) {
    return statement == "B = (2,3):(3,1)" ? Admission::stopped : Admission::runs;
  };
  app.act(open("A = 4:1\nB = (2,3):(3,1)\nC = coalesce(B)\nD = 8:1"));
  statement_gate = nullptr;
  CHECK(value_names() == "A D ");
  REQUIRE(app.state().diagnostics.size() == 2);  // of B, and of C, which needs it
  CHECK(english(app.state().diagnostics[0].message) == "this statement is skipped because it stopped the core");
  CHECK(app.state().diagnostics[0].line == 2);
  app.act(edit("A = 4:1\nB = (2,3):(3,1)\nC = coalesce(B)\nD = 8:1"));
  CHECK(value_names() == "A B C D ");
  statement_gate = [](std::string_view statement) {
    return statement == "E = 2:1" ? Admission::runs : Admission::late;
  };
  app.act(open("E = 2:1\nF = 3:1"));
  statement_gate = nullptr;
  CHECK(value_names() == "E ");
  REQUIRE(app.state().diagnostics.size() == 1);
  CHECK(english(app.state().diagnostics[0].message) ==
        "this statement is skipped because those before it took too long");
}

TEST_CASE("app: a statement assigns a name, a comment and an argument do not") {
  using Names = std::set<std::string_view>;
  CHECK(assigned_names("A = 4:1") == Names{"A"});
  CHECK(assigned_names("B = 2; A=(") == Names{"A", "B"});
  CHECK(assigned_names("B = 2\n \t A  =") == Names{"A", "B"});
  CHECK(assigned_names("# A = 4:1").empty());
  CHECK(assigned_names("AB = 4:1") == Names{"AB"});
  CHECK(assigned_names("K = copy_kernel(B, C, dtype=\"half_t\")") == Names{"K"});
  CHECK(assigned_names("= 4").empty());
}

TEST_CASE("app: what needs a card is refused where there is none; a stale card's cells are not looked at") {
  App app;
  app.act(open("A = (4,8):(8,1)\nB = (2,2):(1,2)"));
  for (const Action& action : {Action(action::Pin{"Z"}), Action(action::Step{"Z"}), Action(action::MoveArrow{"Z"})})
    CHECK(app.act(action).refused == "unknown card 'Z'");
  app.act(action::Hover{"B", 3});
  REQUIRE(app.state().looked);
  app.act(action::Hover{"B", 4});  // this cell does not exist
  CHECK(app.state().looked->cell == 3);
  app.act(edit("A = no_such(1)\nB = (2,2):(1,2)"));
  CHECK(cards(app) == "A:stale B");
  app.act(action::Toggle{"A", 0});
  CHECK(app.state().looked->key == "B");
  CHECK_FALSE(app.state().looked->pinned);
}

TEST_CASE("app: an edit that says no mode keeps it") {
  App app;
  app.act(open("A = 4:1", {}, IntegerMode::cute));
  app.act(action::Edit{"A = 8:1"});
  CHECK(app.state().mode == IntegerMode::cute);
}

TEST_CASE("app: steps go through the wavefronts, and end") {
  App app;
  app.act(open("A = bank_conflicts<32>((32):(2), \"load\")"));
  REQUIRE(cards(app) == "A");
  app.act(action::Choose{"A", "kind=lanes"});
  const auto slice = [&] { return app.state().cards[0].picture->scene.slices.back().value; };
  action::Step step = {"A"};
  step.by = 1;
  CHECK(slice() == 0);
  app.act(step);
  CHECK(slice() == 1);
  CHECK(app.act(step).cards.empty());
  step.by = 0;
  app.act(step);
  CHECK(slice() == 0);
  step.by = -1;
  CHECK(app.act(step).cards.empty());
}

Action unfold(std::string key, SectionKind section, bool on = true) {
  return action::Unfold{std::move(key), section, on};
}

// "verdict analysis:pending derivation:-", those that are open; `-`: no answer yet.
std::string sections(const Card& card) {
  std::string out;
  for (const Section& section : card.sections) {
    append_all(out, out.empty() ? "" : " ", section_names[static_cast<std::size_t>(section.kind)],
               section.pending ? ":pending" : "", section.answer ? "" : ":-");
  }
  return out;
}

TEST_CASE("app: two cards that are taken make a line that compares them") {
  App app;
  app.act(open("A = (4,8):(8,1)\n(4,8):(1,4)\nA = (2,2)"));
  const auto take = [&](std::string key) { return app.act(action::Compare{std::move(key)}); };
  const std::string first = app.state().cards[0].binding.key;
  const std::string second = app.state().cards[1].binding.key;
  CHECK(!take(first).edit);
  CHECK(app.state().cards[0].taken);
  // The same action again ends the selection.
  CHECK(!take(first).edit);
  CHECK(!app.state().cards[0].taken);
  CHECK(take("none").refused == "unknown card 'none'");
  take(first);
  const Changes changes = take(second);
  REQUIRE(changes.edit);
  // A value whose name another line has taken is written as an expression.
  const bool renamed = first != "A";
  CHECK(changes.edit->text.find(renamed ? "compare((4,8):(8,1), (4,8):(1,4))" : "compare(A, (4,8):(1,4))") !=
        std::string::npos);
  CHECK(!app.state().cards[0].taken);
  // A removed card does not count.
  take(second);
  app.act(edit("A = (4,8):(8,1)"));
  CHECK(!take("A").edit);
}

TEST_CASE("app: a cell is gone to by its coordinate, its index or its offset, and what is none is refused") {
  App app;
  app.act(
      open("A = (6,2):(8,2)\nR = composition(A, (4,3):(3,1))\nS = Sw<2,0,3> o 0 o (8,8):(8,1)\nmma = "
           "SM80_16x8x16_F32F16F16F32_TN"));
  const auto seek = [&](std::string key, std::string where) {
    return app.act(action::Seek{std::move(key), std::move(where)});
  };
  const auto found = [&](std::string key, std::string where) {
    const Changes changes = seek(key, std::move(where));
    if (!changes.refused.empty()) return std::string(english(changes.refused));
    return cat(app.state().looked->key, " ", app.state().looked->cell, app.state().looked->pinned ? " kept" : "");
  };
  CHECK(found("A", "(1,1)") == "A 7 kept");
  CHECK(found("A", " 7 ") == "A 7 kept");
  CHECK(found("A", "A(1,1)") == "A 7 kept");
  CHECK(found("A", "C(1,1)") == "write a coordinate such as (1,2), an index, or =24 for an offset");
  CHECK(found("A", "=10") == "A 7 kept");
  CHECK(found("R", "((1,1),2)") == "R 11 kept");
  CHECK(found("R", "(3,2)") == "R 11 kept");
  CHECK(found("A", "2*3") == "A 6 kept");
  // The action does nothing, and the pinned cell stays.
  CHECK(found("A", "(6,0)") == "(6,0) is not a coordinate of (6,2)");
  CHECK(found("A", "-1") == "-1 is not a coordinate of (6,2)");
  CHECK(found("A", "(1,1,1)") == "(1,1,1) is not a coordinate of (6,2)");
  CHECK(found("A", "=3") == "no element has the offset 3");
  for (const char* none : {"", "(", "x", "_", "(1,_)", "=(1,2)", "=", "(1,2):(3,4)", "1\n2"}) {
    CAPTURE(none);
    CHECK(!seek("A", none).refused.empty());
  }
  CHECK(seek("none", "1").refused == "unknown card 'none'");
  CHECK(app.state().looked->cell == 6);
  // An MMA has tiles: its coordinates are those of C, the rows and columns of the picture with its margins are not.
  CHECK(found("mma", "(15,7)") == "mma 511 kept");
  CHECK(found("mma", "C(15,7)") == "mma 511 kept");
  CHECK(found("mma", "A(2,1)") == "mma 18 kept");
  CHECK(found("mma", "B(0,1)") == "mma 264 kept");
  CHECK(found("mma", "(16,0)") == "C has 16 rows and 8 columns: (16,0) is outside");
  CHECK(found("mma", "D(0,0)") == "this value does not have a tile D: its tiles are A to C");
  CHECK(found("mma", "7") == "write the row and column of an element: (1,2) or C(1,2)");
}

TEST_CASE("app: a section answers when it is opened, and after an edit one at a time") {
  App app;
  action::Open action = open("A = (4,8):(8,1)\nR = logical_divide(A, 2)");
  action.budget = 0;
  app.act(action);
  const auto at = [&](std::size_t i) { return sections(app.state().cards[i]); };
  CHECK(at(1).empty());
  const Changes opened = app.act(unfold("R", SectionKind::derivation));
  REQUIRE(opened.cards.size() == 1);
  CHECK(opened.cards[0].sections);
  CHECK(at(1) == "derivation");
  app.act(unfold("R", SectionKind::verdict));
  app.act(unfold("A", SectionKind::analysis));
  CHECK(at(0) == "analysis");
  CHECK(at(1) == "verdict derivation");
  // Sections of a value without that kind are not opened.
  app.act(unfold("A", SectionKind::swizzles));
  CHECK(at(0) == "analysis");
  // The old answers stay visible until the new ones are ready.
  action::Edit next = edit("A = (4,8):(8,1)\nR = logical_divide(A, 4)");
  next.budget = 0;
  app.act(next);
  CHECK(at(0) == "analysis:pending");
  CHECK(at(1) == "verdict:pending derivation:pending");
  CHECK(app.act(action::Answer{}).cards.size() == 1);
  CHECK(at(0) == "analysis");
  app.act(action::Answer{});
  app.act(action::Answer{});
  CHECK(at(1) == "verdict derivation");
  CHECK(app.act(action::Answer{}).cards.empty());
  const auto& derivation = std::get<Step>(*app.state().cards[1].sections[1].answer);
  CHECK(derivation.expression.find("4") != std::string::npos);
  app.act(unfold("R", SectionKind::verdict, false));
  CHECK(at(1) == "derivation");
  // The card disappears temporarily, and comes back unchanged.
  app.act(edit("A = (4,8):(8,1)"));
  app.act(edit("A = (4,8):(8,1)\nR = logical_divide(A, 2)"));
  CHECK(at(1) == "derivation");
  // Another program begins without choices.
  app.act(open("A = (4,8):(8,1)"));
  CHECK(at(0).empty());
}

TEST_CASE("app: what elements are makes the analyses wait, not the other sections") {
  App app;
  app.act(open("A = (4,8):(8,1)"));
  app.act(unfold("A", SectionKind::derivation));
  app.act(unfold("A", SectionKind::analysis));
  action::Element element = {"half_t"};
  const Changes changes = app.act(element);
  CHECK(changes.element);
  CHECK(sections(app.state().cards[0]) == "derivation analysis:pending");
  app.act(action::Answer{});
  CHECK(sections(app.state().cards[0]) == "derivation analysis");
  element.type = "no_type";
  app.act(element);
  app.act(action::Answer{});
  CHECK_FALSE(app.state().cards[0].sections[1].refused.empty());
}

TEST_CASE("app: pictures that no time is left for are pending until they are drawn") {
  App app;
  action::Open action = open("A = (4,8):(8,1)\nB = 4");
  action.budget = 0;
  app.act(action);
  CHECK(cards(app) == "A:pending B");
  CHECK_FALSE(app.state().cards[0].picture);
  const Changes changes = app.act(action::Draw{"A"});
  CHECK(pictures(app, changes) == std::vector<std::string>{"A"});
  CHECK(cards(app) == "A B");
  CHECK(app.act(action::Draw{"A"}).cards.empty());
}

TEST_CASE("app: a picture that is the same stays as it is") {
  App app;
  app.act(open("A = (4,8):(8,1)"));
  const auto before = app.state().cards[0].picture;
  CHECK(pictures(app, app.act(edit("A = (4,8):(8,1)  # a remark"))).empty());
  CHECK(app.state().cards[0].picture == before);
  CHECK(pictures(app, app.act(edit("A = (4,8):(1,4)"))) == std::vector<std::string>{"A"});
  // The same cells with another name above them are another picture.
  app.act(edit("A = (4,8):(1,4)", IntegerMode::cute));
  CHECK(pictures(app, app.act(edit("A = (4,8):(1,_4)", IntegerMode::cute))) == std::vector<std::string>{"A"});
}

TEST_CASE("app: what is chosen stays until it is chosen otherwise, and is what a link says") {
  App app;
  app.act(open("A = (4,8):(8,1)", {{"A", "kind=strip"}, {"gone", "kind=grid"}}));
  CHECK(app.state().cards[0].picture->scene.picture == Picture::strip);
  REQUIRE(app.views().size() == 1);
  CHECK(app.views()[0].view == "kind=strip");
  // Only the valid views of a link are read.
  app.act(open("A = (4,8):(8,1)", {{"A", "kind=grid what slice=1,x,2"}}));
  CHECK(app.views()[0].view == "kind=grid slice=1,2");
  app.act(open("A = (4,8):(8,1)", {{"A", "kind=strip"}}));
  app.act(action::Choose{"A", "label=coord"});
  CHECK(app.views()[0].view == "kind=strip label=coord");
  app.act(action::Choose{"A", "kind=grid"});
  CHECK(app.state().cards[0].picture->choice == "kind=grid label=coord");
  app.act(edit("A = (4,8):(1,4)"));
  CHECK(app.state().cards[0].picture->choice == "kind=grid label=coord");
  // The slices of a picture are removed together with it.
  app.act(action::Choose{"A", "slice=1"});
  app.act(action::Choose{"A", "label=index"});
  CHECK(app.views()[0].view == "kind=grid label=index slice=1");
  app.act(action::Choose{"A", "kind=strip"});
  CHECK(app.views()[0].view == "kind=strip label=index");
  app.act(action::Choose{"A", "label=coord"});
  // An unavailable choice is replaced by the default, and kept for a value that offers it.
  app.act(action::Choose{"A", "kind=f2"});
  app.act(edit("A = (3,5):(5,1)"));
  CHECK(app.state().cards[0].picture->refused.empty());
  app.act(action::Pin{"A", true});
  CHECK(app.views()[0].view == "kind=f2 label=coord pin=1");
}

TEST_CASE("app: a cell that is looked at is followed, pinned and let go") {
  App app;
  app.act(open("A = (4,8):(8,1)\nB = A o (2,2):(1,8)"));
  app.act(action::Hover{"B", 3});
  REQUIRE(app.state().looked);
  CHECK(app.state().looked->key == "B");
  CHECK(app.state().looked->inspection.lit.at(0).size() == 1);
  app.act(action::Toggle{"B", 3});
  CHECK(app.state().looked->pinned);
  app.act(action::Hover{"A", 1});
  CHECK(app.state().looked->key == "B");
  app.act(edit("A = (4,8):(1,4)\nB = A o (2,2):(1,8)"));
  CHECK(app.state().looked->cell == 3);
  CHECK(app.act(action::Leave{}).looked == false);
  app.act(edit("A = (4,8):(1,4)\nB = A o 2:1"));
  CHECK_FALSE(app.state().looked);
  app.act(action::Hover{"A", 1});
  CHECK(app.act(action::Leave{}).looked);
  CHECK_FALSE(app.state().looked);
}

TEST_CASE("app: what changes the program says where, and is made at once for who keeps no text") {
  App app;
  app.act(open("L = 4:1  \n\n"));
  const action::Append append = {.lines = "(2,2):(2,1)", .name = "L"};
  const Changes asked = app.act(append);
  REQUIRE(asked.edit);
  CHECK_FALSE(asked.evaluated);
  CHECK(asked.edit->text == "\nL2 = (2,2):(2,1)\n");
  app.run(append);
  CHECK(app.state().program == "L = 4:1\nL2 = (2,2):(2,1)\n");
  CHECK(cards(app) == "L L2");
  app.run(open("f = (4,4)--(1,2)-->(4,4,4)"));
  action::MoveArrow arrow = {"f", 0, 4};  // ids of the codomain's cells follow those of the domain
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
  app.act(action::ShowMore{});
  CHECK(app.state().cards.size() == 250);
}

TEST_CASE("app: the pixels of the part that is seen, and its labels, come with the picture") {
  App app;
  app.act(open("A = (64,64):(64,1)"));
  const CardPicture& picture = *app.state().cards[0].picture;
  REQUIRE_FALSE(picture.drawn);
  action::See see = {"A"};
  see.rows = picture.scene.rows;
  see.cols = picture.scene.cols;
  see.viewport = {.width = 46 + 56, .height = 18 + 56, .cell = 28};
  app.act(see);
  app.act(edit("A = (64,64):(1,64)"));
  REQUIRE(app.state().cards[0].picture->raster);
  const Raster& raster = *app.state().cards[0].picture->raster;
  CHECK(raster.pixels.size() == 56 * 56);
  std::vector<std::string> labels;
  for (const RasterText& label : raster.labels) labels.push_back(label.text);
  CHECK(labels == std::vector<std::string>{"0", "64", "1", "65"});
  // For a picture of another shape, this would be another part.
  app.act(edit("A = (64,128):(1,64)"));
  CHECK_FALSE(app.state().cards[0].picture->raster);
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

TEST_CASE("app: a verdict's line says what was found, its facts, and where a law is broken") {
  Workspace w;
  const auto lines = [&](std::string_view program, IntegerMode mode) {
    w.evaluate(program, mode);
    return verdict_lines(*w.verdict(static_cast<int>(w.report().bindings.size()) - 1), mode);
  };
  const auto facts = [](const VerdictLine& line) {
    std::string out;
    for (const auto& fact : line.facts) {
      append_all(out, out.empty() ? "" : ", ", english(fact.name));
      CHECK_FALSE(english(fact.value).empty());
    }
    return out;
  };
  const auto broken = lines("A = (4,2):(2,16)\nR = composition(A, (3,3):(3,1))", IntegerMode::cute);
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].status == LawStatus::violated);
  CHECK(broken[0].function == "composition");
  CHECK(facts(broken[0]) == "call, law, cause, here, all static, all dynamic, they differ because");
  REQUIRE(broken[0].counterexample);
  // The actual and the expected offset are those of the value and of A(B(c)).
  CHECK(english(broken[0].counterexample->title).find(", should be ") != std::string::npos);
  CHECK(broken[0].counterexample->at >= 0);
  // For nested calls, lists only the calls whose law is not known to hold.
  const auto nested = lines("R = coalesce(composition((8,4):(4,1), 4:2))", IntegerMode::cute);
  REQUIRE(nested.size() == 1);
  CHECK(nested[0].function == "coalesce");
  CHECK(facts(nested[0]) == "call, law, all static, all dynamic, they differ because");
  REQUIRE(nested[0].other);
  CHECK(english(nested[0].other->name) == "static integers");
  CHECK(english(nested[0].text).find("coordinates") != std::string::npos);
  CHECK(lines("R = coalesce(composition((6,4):(4,1), 4:5))", IntegerMode::cute).size() == 2);
  CHECK(lines("R = 4:1", IntegerMode::cute).empty());
}

TEST_CASE("app: a caret that was read is turned into bytes, of what the action brings or of the program") {
  const auto at = [](ActionKind kind, std::int64_t caret) {
    ActionRecord action = {.kind = kind, .program = "\xC3\xA9\xC3\xA9 = 4:1", .caret = caret};  // letters of two bytes
    caret_to_bytes(action, "\xF0\x9F\x98\x80 = 4:2");  // one of four, which are two units
    return action.caret;
  };
  CHECK(at(ActionKind::edit, 2) == 4);
  CHECK(at(ActionKind::open, 3) == 5);
  CHECK(at(ActionKind::move, 2) == 4);
  CHECK(at(ActionKind::move, 3) == 5);
}

}  // namespace
}  // namespace stridescope::app
