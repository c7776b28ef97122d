// Tests of the help shown while a call is typed.
#include <doctest/doctest.h>

#include <string>

#include "core/app/app.h"
#include "core/app/typed_call.h"
#include "core/functions/builtin.h"

namespace stridescope {
namespace {

// The call at the first '|' of the text, which is removed.
std::optional<app::TypedCall> at_bar(std::string text) {
  const std::size_t caret = text.find('|');
  text.erase(caret, 1);
  return app::typed_call(text, caret, {}, english_catalog());
}

std::string shown_signature(const std::string& text) {
  const auto call = at_bar(text);
  return call ? call->before + "[" + call->argument + "]" + call->after : "";
}

app::Action edit(std::string program) {
  const std::size_t caret = program.find('|');
  program.erase(caret, 1);
  return app::action::Edit{std::move(program), static_cast<std::int64_t>(caret)};
}

}  // namespace

TEST_CASE("typed call: the signature with the argument at the caret") {
  CHECK(shown_signature("bank_conflicts(|") == "bank_conflicts<bits>([P], operation)");
  CHECK(shown_signature("A = 4:1\nx = bank_conflicts(A, |") == "bank_conflicts<bits>(P, [operation])");
  CHECK(shown_signature("bank_conflicts((2,3), A, |") == "bank_conflicts<bits>(L, TV, [operation])");
  CHECK(shown_signature("bank_conflicts<|") == "bank_conflicts<[bits]>(P, operation)");
  CHECK(shown_signature("bank_conflicts<32>(|)") == "bank_conflicts<bits>([P], operation)");
  CHECK(shown_signature("make_shape(1, (2, 3|), 4)").find('[') != std::string::npos);
  // The innermost call of a function; an applied layout is not a call.
  CHECK(at_bar("composition(A, coalesce(|")->function == "coalesce");
  CHECK(at_bar("composition(A(1, |")->function == "composition");
  CHECK(at_bar("atoms(\"a, b\", |")->function == "atoms");
}

TEST_CASE("typed call: none outside of calls, and none on the next statement") {
  CHECK_FALSE(at_bar("size|(4)"));
  CHECK_FALSE(at_bar("size(4)|"));
  CHECK_FALSE(at_bar("(1, |2)"));
  CHECK_FALSE(at_bar("|"));
  CHECK_FALSE(at_bar("A = size(4\nB = 5|"));
  CHECK_FALSE(at_bar("nothing(|"));
  CHECK_FALSE(at_bar("# size(|"));
  CHECK(at_bar("K = composition(A,\n  B|"));
}

TEST_CASE("typed call: a caret at any place of any example is answered") {
  for (const Builtin& function : builtins()) {
    const std::string_view example = documentation_of(function).example;
    for (std::size_t caret = 0; caret <= example.size() + 1; ++caret)
      (void)app::typed_call(example, caret, {}, english_catalog());
  }
  CHECK_FALSE(app::typed_call(std::string(100'000, '('), 50'000, {}, english_catalog()));
}

TEST_CASE("typed call: an open call holds the errors of what is still to come, as long as the caret is in it") {
  app::App app;
  CHECK(app.act(edit("A = 4:1\nx = bank_conflicts(|")).typed);
  const app::State& state = app.state();
  REQUIRE(state.typed);
  CHECK_FALSE(state.diagnostics.empty());
  CHECK(state.typed->held.size() == state.diagnostics.size());
  CHECK_FALSE(state.typed->about.empty());

  // An error before the call does not belong to it.
  app.act(edit("A = nonsense\nx = bank_conflicts(|"));
  REQUIRE(state.typed);
  CHECK(state.typed->held.size() + 1 == state.diagnostics.size());

  CHECK(app.act(app::action::Move{2}).typed);
  CHECK_FALSE(state.typed);

  // A closed call hides errors on missing arguments, and reports wrong ones.
  app.act(edit("x = bank_conflicts(|)"));
  REQUIRE(state.typed);
  CHECK(state.typed->held.size() == 1);
  app.act(edit("x = composition((_6,_2):(_8,_2), _5:_3|)"));
  REQUIRE(state.typed);
  CHECK(state.diagnostics.size() == 1);
  CHECK(state.typed->held.empty());
}

TEST_CASE("typed call: who only looks at a finished call is told nothing") {
  app::App app;
  app.act(edit("x = size((4,2))\n|"));
  CHECK_FALSE(app.act(app::action::Move{10}).typed);
  CHECK_FALSE(app.state().typed);
}

}  // namespace stridescope
