// Tests of the places of cards: the stage, the cards next to it, the list, and the user's arrangement.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/app/app.h"
#include "core/app/cards.h"
#include "core/base/text.h"
#include "tests/unit/app_actions.h"

namespace stridescope::app {
namespace {

// "A:operand R:stage": the places of the cards, in their order.
std::string places(const App& app) {
  std::string out;
  for (const Card& card : app.state().cards)
    append_all(out, out.empty() ? "" : " ", card.binding.key, ":", place_names[static_cast<std::size_t>(card.place)]);
  return out;
}

Action caret(std::int64_t at) { return action::Move{at}; }

TEST_CASE("app: the last value with a picture is on the stage, beside it what it was made from") {
  App app;
  app.act(open("A = (6,2):(8,2)\nB = (4,3):(3,1)\nU = 4:1\nR = composition(A, B)\nn = size(R)\ns = shape(R)"));
  CHECK(places(app) == "A:operand B:operand U:small R:stage n:chip s:chip");
  app.act(open("n = 4\ns = (2,(3,4))"));
  CHECK(places(app) == "n:number s:stage");
  // Too many for a user to follow each derivation.
  std::string many;
  for (int i = 0; i < 65; ++i) many += "n" + std::to_string(i) + " = " + std::to_string(i) + "\n";
  app.act(open(many.substr(0, many.rfind("n64"))));
  CHECK(places(app).find("n0:number n1:number") == 0);
  app.act(open(many));
  CHECK(places(app).find("n0:chip n1:chip") == 0);
  app.act(open("S = Sw<2,0,3>\nA = 8:1"));
  CHECK(places(app) == "S:small A:stage");
  app.act(open("nothing("));
  CHECK(places(app).empty());
}

TEST_CASE("app: a value knows what it was made from, and what is made from it") {
  App app;
  app.act(open("a = 128\nb = ceil_div(1000, a)\nc = gcd(48, 36)\ng = (a, (b, c))\nproduct(g)\nr = rank(g)"));
  using Ids = std::vector<int>;
  const auto of = [&](std::size_t at) { return app.state().cards[at].binding; };
  CHECK(of(0).uses == Ids{});
  CHECK(of(0).used_in == Ids{1, 3});
  CHECK(of(1).uses == Ids{0});
  CHECK(of(1).used_in == Ids{3});
  CHECK(of(3).uses == Ids{0, 1, 2});
  CHECK(of(3).used_in == Ids{5});  // the product has no name
  CHECK(of(5).used_in == Ids{});
}

TEST_CASE("app: a value says what can be done with it") {
  App app;
  app.act(
      open("m = (4,5)--(1,2)-->(4,5)\nA = (4,8):(8,1)\nK = copy_kernel((64,64):(64,1), (64,64):(1,64), (8,8):(8,1))\n"
           "L = copy_kernel((64,64):(64,1), (64,64):(64,1), (8,8):(8,1))\nC = compare(K, L)\nD = compare(A, A)\n"
           "P = probe_kernel(SM80_16x8x16_F32F16F16F32_TN)"));
  std::string said;
  for (const Card& card : app.state().cards) {
    const door::Binding& b = card.binding;
    said += b.name + ":" + std::string(b.arrows) + (b.tunable ? " tunable" : "") + (b.compares_kernels ? " code" : "") +
            "; ";
  }
  CHECK(said == "m:diagram; A:; K: tunable; L: tunable; C: code; D:; P:; ");
}

TEST_CASE("app: of a program that is opened the pinned card is on the stage, until the caret goes elsewhere") {
  App app;
  action::Open first = open("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\nZ = 7:1\nn = 4");
  first.views = {{"R", "kind=grid pin=1"}};
  app.act(first);
  CHECK(places(app) == "A:operand B:operand R:stage Z:small n:chip");
  app.act(caret(0));
  CHECK(places(app) == "A:stage B:small R:small Z:small n:chip");
  app.act(first);
  CHECK(places(app) == "A:operand B:operand R:stage Z:small n:chip");
}

TEST_CASE("app: the stage follows the caret, and stays where the caret is in no statement") {
  App app;
  const std::string program = "# both\nA = (6,2):(8,2)  # left\n\nB = (4,3):(3,1); C = 5\nR = composition(A,\n  B)\n";
  app.act(open(program));
  const auto at = [&](std::string_view text) {
    app.act(caret(static_cast<std::int64_t>(program.find(text))));
    return places(app);
  };
  const std::string on_r = "A:operand B:operand C:chip R:stage";
  CHECK(places(app) == on_r);
  CHECK(at("# both") == on_r);
  CHECK(at("6,2") == "A:stage B:small C:chip R:small");
  CHECK(at("left") == "A:stage B:small C:chip R:small");
  CHECK(at("\nB =") == "A:stage B:small C:chip R:small");
  CHECK(at("4,3") == "A:small B:stage C:chip R:small");
  // A number does not come to the stage if there are pictures.
  CHECK(at("5") == "A:small B:stage C:chip R:small");
  CHECK(at("  B)") == on_r);
  // A place after the end means the end.
  CHECK(app.act(caret(4000000000)).cards.empty());
  // Reports only cards with a new place.
  const Changes changes = app.act(caret(static_cast<std::int64_t>(program.find("6,2"))));
  CHECK(changes.cards.size() == 3);
  CHECK_FALSE(changes.evaluated);
}

TEST_CASE("app: while a line is in error its card stays on the stage, and beside it what it was made from") {
  App app;
  app.act(open("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\nZ = 7:1"));
  const auto typed = [&](std::string program, std::string_view text) {
    action::Edit action = edit(program);
    action.caret = static_cast<std::int64_t>(program.find(text));
    app.act(action);
    return places(app);
  };
  CHECK(typed("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\nZ = 7:1", "A, B") ==
        "A:operand B:operand R:stage Z:small");
  CHECK(typed("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, \nZ = 7:1", "A, ") ==
        "A:operand B:operand R:stage Z:small");
  CHECK(app.state().cards[2].stale);
  CHECK(typed("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = coalesce(A)\nZ = 7:1", "(A)") ==
        "A:operand B:small R:stage Z:small");
  // The card no longer exists: the last one with a picture is on the stage.
  CHECK(typed("A = (6,2):(8,2)\nB = (4,3):(3,1)\n\nZ = 7:1", "\nZ") == "A:small B:small Z:stage");
}

TEST_CASE("app: many values are a list, but for those that are open or pinned") {
  App app;
  app.act(open("A = 2:1\nB = 3:1\nC = 4:1\nD = 5:1\nE = 6:1"));
  CHECK(places(app) == "A:row B:row C:row D:row E:stage");
  action::Expand expand = {"B"};
  expand.on = true;
  CHECK(app.act(expand).cards.size() == 1);
  CHECK(places(app) == "A:row B:small C:row D:row E:stage");
  CHECK(app.state().cards[1].expanded);
  app.act(edit("A = 2:1\nB = 3:1\nC = 4:1\nF = 5:1\nD = 5:1\nE = 6:1"));  // E is there already
  CHECK(places(app) == "A:row B:small C:row F:row D:row E:stage");
  expand.on = false;
  app.act(expand);
  CHECK(places(app) == "A:row B:row C:row F:row D:row E:stage");
  app.act(action::Pin{"C", true});
  CHECK(places(app) == "A:row B:row C:small F:row D:row E:stage");
  CHECK(app.act(action::Expand{"Z"}).refused == "unknown card 'Z'");
}

TEST_CASE("app: a card that is put among those that are kept first is one of them, and no longer among the others") {
  App app;
  app.act(open("A = 4:1\nB = 5:1\nC = 6:1\nn = 3\nD = 7:1\n"));
  const auto put = [&](std::string key, std::string beside) {
    app.act(action::ArrangeNextTo{std::move(key), std::move(beside)});
    std::string pinned;
    for (const Card& card : app.state().cards) pinned += card.choice.pin ? card.binding.key : "";
    return cat(cards(app), ", pinned ", pinned);
  };
  app.act(action::Pin{"B", true});
  CHECK(put("C", "B") == "A C B n D, pinned CB");
  CHECK(put("B", "A") == "B A C n D, pinned C");
  // Also if its place is unchanged; a number and the stage have no such place.
  CHECK(put("A", "C") == "B A C n D, pinned AC");
  CHECK(put("n", "C") == "B A n C D, pinned AC");
  CHECK(put("A", "D") == "B n C A D, pinned CA");
  CHECK(app.views().size() >= 2);
}

TEST_CASE("app: a card goes by places among all of its group, whether it shows its picture or is a line of the list") {
  App app;
  app.act(open("A = 4:1\nB = 5:1\nC = 6:1\nD = 7:1\nE = 8:1\nF = 9:1\n"));
  action::Expand expand = {"B"};
  expand.on = true;
  app.act(expand);
  REQUIRE(places(app) == "A:row B:small C:row D:row E:row F:stage");
  action::Arrange by = {"B"};
  by.by = 1;
  CHECK(app.act(by).refused.empty());
  CHECK(cards(app) == "A C B D E F");
  by.by = -2;
  CHECK(app.act(by).refused.empty());
  CHECK(cards(app) == "B A C D E F");
  CHECK(app.act(by).refused == "this card is the first of its group");
}

TEST_CASE("app: a card is let go of on the stage, in its group, and where that pins it or not") {
  // Rows: the dragged group; columns: the target group.
  const std::string_view expected[] = {
      "x....",  // stage
      "xx...",  // numbers
      "x.xx.",  // operands
      "x.xxx",  // pinned
      "x..xx",  // others
  };
  for (std::size_t i = 0; i < std::size(group_names); ++i) {
    for (std::size_t j = 0; j < std::size(group_names); ++j)
      CHECK(lands(static_cast<Group>(i), static_cast<Group>(j)) == (expected[i][j] == 'x'));
  }
}

TEST_CASE("app: cards stand where the reader has put them, through edits, and in a link") {
  // Behind all others without `before`.
  const auto arrange = [](std::string key, std::string before) -> Action {
    if (before.empty()) return action::Arrange{std::move(key)};
    return action::ArrangeNextTo{std::move(key), std::move(before)};
  };
  App app;
  app.act(open("A = 4:1\nB = 5:1\nC = 6:1\nD = 7:1\n"));
  REQUIRE(cards(app) == "A B C D");
  app.act(arrange("D", "B"));
  CHECK(cards(app) == "A D B C");
  const Changes changes = app.act(arrange("A", "C"));
  CHECK(cards(app) == "D B A C");
  CHECK(changes.evaluated);  // the order is reported
  CHECK(changes.cards.size() == 4);
  CHECK(changes.views);
  app.act(arrange("C", "D"));
  CHECK(cards(app) == "C D B A");
  app.act(arrange("C", ""));
  CHECK(cards(app) == "D B A C");
  // After another card; and by N places within its group, which excludes the stage.
  const auto behind = [&](std::string key, std::string other) {
    return action::ArrangeNextTo{std::move(key), std::move(other), true};
  };
  const auto by = [&](std::string key, int places) { return action::Arrange{std::move(key), places}; };
  app.act(behind("B", "A"));
  CHECK(cards(app) == "D A B C");
  app.act(behind("D", "C"));
  CHECK(cards(app) == "A B C D");
  CHECK(app.act(behind("C", "B")).cards.empty());
  app.act(by("A", 1));
  CHECK(cards(app) == "B A C D");
  app.act(by("A", 5));
  CHECK(cards(app) == "B C A D");
  // A card that cannot move reports that.
  CHECK(app.act(by("A", 1)).refused == "this card is the last of its group");
  CHECK(app.act(by("D", -1)).refused == "cannot move this card there: no other card can trade places with it");
  app.act(by("A", -2));
  CHECK(cards(app) == "A B C D");
  CHECK(app.act(by("A", -1)).refused == "this card is the first of its group");
  app.act(arrange("B", ""));
  app.act(arrange("D", "A"));
  app.act(arrange("B", "A"));
  CHECK(cards(app) == "D B A C");
  // The program decides the stage, not the arrangement.
  CHECK(app.state().cards.front().place == Place::stage);
  // A new card follows its predecessor in the program, with or without an error.
  app.act(edit("A = 4:1\nA2 = 4:2\nB = 5:1\nC = 6:1\nD = 7:1\n"));
  CHECK(cards(app) == "D B A A2 C");
  app.act(edit("A = 4:1\nA2 = 4:2\nB = 5:x\nC = 6:1\nD = 7:1\n"));
  CHECK(cards(app) == "D B:stale A A2 C");
  // Does nothing if it is already there; an unknown key is refused.
  CHECK(app.act(arrange("D", "B")).cards.empty());
  CHECK(app.act(arrange("D", "D")).cards.empty());
  CHECK_FALSE(app.act(arrange("D", "Z")).refused.empty());
  CHECK_FALSE(app.act(arrange("Z", "D")).refused.empty());
  App other;
  other.act(open("A = 4:1\nB = 5:1\nC = 6:1\nD = 7:1\n", app.views()));
  CHECK(cards(other) == "D B A C");
  CHECK(print_choice(read_choice("at=3")) == "at=3");
  CHECK(read_choice("at=x").at == -1);
}

TEST_CASE("app: the stage is drawn before all others, and the list when it is opened") {
  App app;
  action::Open action = open("A = 2:1\nB = 3:1\nC = 4:1\nD = 5:1\nE = 6:1");
  action.budget = 60;
  app.act(action);
  CHECK(cards(app) == "A:pending B:pending C:pending D:pending E");
  action = open("A = 2:1\nB = 3:1\nE = 6:1");
  action.budget = 60;
  app.act(action);
  CHECK(cards(app) == "A B E");
}

}  // namespace
}  // namespace stridescope::app
