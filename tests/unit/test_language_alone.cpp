// The language with an empty Environment: no functions, no atoms, no foreign text. Its operators, tuples, layouts and
// names are its own.
#include <doctest/doctest.h>

#include <string>

#include "core/lang/evaluator.h"
#include "core/value/print.h"

using namespace stridescope;

namespace {

// The values, one a line, and then the errors.
std::string alone(std::string_view program) {
  const Environment empty;
  Budget budget = max_program_budget;
  const Evaluation e = evaluate(program, IntegerMode::cute, empty, budget);
  std::string out;
  for (const Binding& one : e.bindings) out += (one.name.empty() ? "" : one.name + " = ") + to_text(one.value) + "\n";
  for (const ProgramError& one : e.errors) out += "error: " + english(one.message) + "\n";
  return out;
}

}  // namespace

TEST_CASE("language alone: integers") {
  CHECK(alone("1 + 2 * 3") == "7\n");
  CHECK(alone("(1 + 3) * _2 - -1") == "9\n");
  CHECK(alone("_7 / _2; _7 % _2") == "_3\n_1\n");
  CHECK(alone("1 / 0") == "error: 1 / 0: division by zero\n");
}

TEST_CASE("language alone: tuples, layouts, names") {
  CHECK(alone("t = (4,(2,_3))\nt") == "t = (4,(2,_3))\n(4,(2,_3))\n");
  CHECK(alone("A = (4,8):(8,1)  # rows") == "A = (4,8):(8,1)\n");
  CHECK(alone("Sw<3,4,3> o _0 o (8,64):(64,1)") == "Sw<3,4,3> o _0 o (8,64):(64,1)\n");
  CHECK(alone("A = (4,8):(1)") == "error: the shape (4,8) has 2 extents, but the stride (1) has 1\n");
}

TEST_CASE("language alone: composition and application") {
  CHECK(alone("A = (4,8):(8,1)\nA(1,2)\nA(_,3)") == "A = (4,8):(8,1)\n10\n(4):(8)\n");
  CHECK(alone("(_6,_2):(_8,_2) o (_4,_3):(_3,_1)") == "((_2,_2),_3):((_24,_2),_8)\n");
  CHECK(alone("(4,8):(8,1) ⊘ 2:1") == "((2,1),((1,1),(2,8))):((8,1),((8,1),(16,1)))\n");
}

TEST_CASE("language alone: what is not of the language is an error") {
  CHECK(alone("coalesce((4,8):(1,4))").starts_with("error: unknown name 'coalesce'"));
  CHECK(alone("half_t").starts_with("error: unknown name 'half_t'"));
  CHECK(alone("auto x = make_layout(4);").starts_with("error: "));
  CHECK(alone("SM80_16x8x16_F32F16F16F32_TN").starts_with("error: unknown name"));
}

TEST_CASE("language alone: one bad statement costs no other its value") {
  CHECK(alone("A = 4:1\nB = C\nA = (\nD = A") ==
        "A = 4:1\nerror: unknown name 'C'\nerror: '(' is never closed\n"
        "error: 'A' has no value: its own statement has an error\n");
  CHECK(alone("A = (\nD = 4:1") == "D = 4:1\nerror: '(' is never closed\n");
}

TEST_CASE("language alone: no hint names a function, and no call warns") {
  const Environment empty;
  Budget budget = max_program_budget;
  const Evaluation e = evaluate("cdiv(7, 2)\nA = (4,8):(8,1)\nA(9,9)", IntegerMode::cute, empty, budget);
  REQUIRE(e.errors.size() == 1);
  CHECK(english(e.errors[0].hint) == "no function or layout has this name");
  CHECK(e.bindings.size() == 2);
  CHECK(e.assumed.empty());
}
