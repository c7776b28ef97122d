// Tests of CuTe DSL's verifier messages on a composition that it cannot compute: the value, and the formula of an
// extent that the types leave open.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::string message(std::string_view a, std::string_view b) {
  return cat("error: unknown: unable to compute the following composition: '!cute.layout<\"", a,
             "\">' o '!cute.layout<\"", b, "\">'\n");
}

struct Answer {
  std::string value;    // the last one
  std::string assumed;  // message | hint
  std::string notes;
  std::string errors;
  std::size_t bindings = 0;
};
Answer answer(const std::string& text, IntegerMode mode = IntegerMode::teaching) {
  const Evaluation e = evaluate(text, mode);
  Answer out;
  out.bindings = e.bindings.size();
  if (!e.bindings.empty()) out.value = to_text(e.bindings.back().value, mode);
  for (const ProgramError& one : e.assumed)
    append_all(out.assumed, english(one.message), " | ", english(one.hint), " | ", one.hole, '=', one.example, '\n');
  for (const Message& one : e.notes) append_all(out.notes, english(one), '\n');
  for (const ProgramError& one : e.errors) append_all(out.errors, english(one.message), '\n');
  return out;
}

}  // namespace

TEST_CASE("pasted compositions: an open extent is assumed, and the composition is a formula of it") {
  const std::string text = message("(4096,8192):(1,4096)", "(32,?,8,128):(1@0,8@1,1@1,32@0)");
  const Answer a = answer(text);
  CHECK(a.errors == "");
  CHECK(a.bindings == 3);
  CHECK(a.value == "(32,1024,8,128):(1,32768,4096,32)");
  CHECK(a.assumed ==
        "?1 is not given: 1024 is used as an example | to override it, write n1 = 1024, or another value, on an "
        "earlier line | n1=1024\n");
  CHECK(a.notes == "composition for any n1: (32,n1,8,128):(1,32768,4096,32)\n");
  CHECK(answer(text, IntegerMode::cute).value == "(_32,1024,_8,_128):(_1,_32768,_4096,_32)");
  // A line before fills the extent; the formula stays.
  const Answer filled = answer("n1 = 96\n" + text);
  CHECK(filled.value == "(32,96,8,128):(1,32768,4096,32)");
  CHECK(filled.assumed == "");
  CHECK(filled.notes == a.notes);
}

TEST_CASE("pasted compositions: a tile is a tiler") {
  const std::string head = "error: unknown: unable to compute the following composition: ";
  const Answer tiled = answer(head + "'!cute.layout<\"(16,32):(32,1)\">' o '!cute.tile<\"[8:1;(4,2):(2,8)]\">'\n");
  CHECK(tiled.errors == "");
  CHECK(tiled.bindings == 3);
  CHECK(tiled.value == "(8,(4,2)):(32,(2,8))");
  const Answer kept = answer(head + "'!cute.layout<\"(16,32):(32,1)\">' o '!cute.tile<\"[8:1;_]\">'\n");
  CHECK(kept.value == "(8,32):(32,1)");
  const Answer open = answer(head + "'!cute.layout<\"(16,32):(32,1)\">' o '!cute.tile<\"[?:1;16:1]\">'\n");
  CHECK(open.value == "(16,16):(32,1)");
  CHECK(open.notes == "composition for any n1: (n1,16):(32,1)\n");
  // On the left side, a tile is not a function.
  CHECK(answer(head + "'!cute.tile<\"[8:1;16:1]\">' o '!cute.layout<\"(3,4):(3,1)\">'\n").errors != "");
  CHECK(answer("T = !cute.tile<\"[(2,2):(1,2);_]\">").value == "((2,2):(1,2),_)");
  CHECK(answer("!cute.tile<\"128:1\">").value == "128:1");
  CHECK(answer("%5 = cute.composition(%3, %4) : (!cute.layout<\"(16,32):(32,1)\">, !cute.tile<\"[8:1;16:1]\">) -> "
               "!cute.layout<\"(8,16):(32,1)\">")
            .bindings == 3);
}

TEST_CASE("pasted compositions: the unknown layout of an equation") {
  CHECK(answer("T2 = (_8,6):(6,_1)\nT2 o ? = (8,3,2):(3,1,24)").value == "((2,4),3,2):((24,1),8,4)");
  CHECK(answer("(_8,6):(6,_1) o ? = a view that reads memory as (8,3,2):(3,1,24)").value == "((2,4),3,2):((24,1),8,4)");
  // A with gaps, and an unknown layout that is smaller than A.
  CHECK(answer("(8,4):(2,32) o ? = (4,2):(4,64)").value == "(4,2):(2,16)");
  CHECK(answer("Sw<1,0,1> o 0 o (2,2):(2,1) o ? = (4):(1)").errors == "");
  const Answer none = answer("(4):(2) o ? = (4):(1)");
  CHECK(none.errors == "solve_composition: no P with B = A o P: B(1) = 1, which is not an offset of A\n");
  // If both sides are known, they are compared.
  CHECK(answer("T = 48:1; T o (8,3,2):(3,1,24) = (_8,_3,_2):(_3,_1,_24)").value.find("no difference in 48 cells") !=
        std::string::npos);
  CHECK(answer("T = 48:1; T o (8,3,2):(3,1,24) = (_8,_3,_2):(_3,_1,_8)").value.find("differ") != std::string::npos);
}

TEST_CASE("pasted compositions: the unknown layout is the left operand") {
  const auto solved = [](const std::string& a, const std::string& b) { return answer("? o " + a + " = " + b); };
  // A is onto: one solution.
  CHECK(solved("(6,8):(8,1)", "(8,6):(1,8)").value == "(8,6):(6,1)");
  CHECK(solved("(6,8):(8,1)", "(6,8):(1,6)").value == "(8,6):(6,1)");
  CHECK(solved("(6,8):(8,1)", "(6,8):(1,6)").notes == "");
  CHECK(solved("(6,8):(8,1)", "(6,8):(1,6)").assumed == "");
  CHECK(answer("A = (2,4):(4,1)\nB = Sw<1,0,2> o 0 o (2,4):(4,1)\nsolve_composition(_, A, B)").value ==
        "Sw<1,0,2> o 0 o 8:1");
  // A leaves offsets out: many solutions, of which one is given.
  const Answer many = solved("(4):(2)", "(4):(6)");
  CHECK(many.errors == "");
  CHECK(many.notes == "one of several X with B = X o A: 3 of 7 offsets are not offsets of A, the first 1\n");
  CHECK(answer("R = " + many.value + "\ncomposition(R, (4):(2))").value == "(4):(6)");
  CHECK(solved("(4,2):(1,8)", "(4,2):(2,100)").errors == "");
  // A has an offset twice: a solution only if B does, too.
  CHECK(solved("(4,2):(1,0)", "(4,2):(3,0)").errors == "");
  CHECK(solved("(4,2):(1,0)", "(4,2):(3,1)").errors ==
        "solve_composition: no X with B = X o A: A(0) = A(4) = 0, but B(0) = 0 and B(4) = 1\n");
  CHECK(solved("(4):(1)", "(5):(1)").errors == "solve_composition: no X with B = X o A: A has 4 elements, B has 5\n");
  CHECK(solved("(4):(-1)", "(4):(1)").errors.find("offset -3 of A; expected offsets of 0 to 1048575") !=
        std::string::npos);
}

TEST_CASE("pasted compositions: only offsets that A lacks have the advice on offsets") {
  const auto hint = [](const std::string& text) {
    const Evaluation e = evaluate(text, IntegerMode::teaching);
    REQUIRE(e.errors.size() == 1);
    return english(e.errors[0].message) + " | " + english(e.errors[0].hint);
  };
  CHECK(hint("solve_composition((4):(2), (4):(1))").ends_with(" | each offset of B must be an offset of A"));
  for (const char* size : {"0", "2000000"}) {
    const std::string text = hint(std::string("solve_composition((4):(1), ") + size + ":1)");
    INFO(text);
    CHECK(text.find("expected layouts of 1 to 1048576 elements") != std::string::npos);
    CHECK(text.find("each offset") == std::string::npos);
  }
}

TEST_CASE("pasted compositions: open integers in either operand") {
  const Answer divided = answer(message("(256,64):(1,256)", "(8,?{div=4}):(1@1,1@0)"));
  CHECK(divided.value == "(8,256):(256,1)");
  CHECK(divided.notes == "composition for any n1 that is a multiple of 4: (8,n1):(256,1)\n");
  const Answer stride = answer(message("(128,64):(?,1)", "(32,4):(1@0,1@1)"));
  CHECK(stride.value == "(32,4):(128,1)");
  CHECK(stride.notes == "composition for any n1: (32,4):(n1,1)\n");
  const Answer scaled = answer(message("(128,64):(?,1)", "(32,4):(2@0,1@1)"));
  CHECK(scaled.notes == "composition for any n1: (32,4):(2*n1,1)\n");
  // A divisor whose multiples do not fit 64 bits.
  CHECK(answer(message("(256,64):(1,256)", "(8,?{div=9223372036854775807}):(1@1,1@0)")).notes == "");
  CHECK(answer("expected=?{div=9223372036854775807}:1\nactual=(192,?{div=9223372036854775807}):(1,192)")
            .notes.find("coalesced") == std::string::npos);
  // The smallest integer; a formula has factors of at most 2^40.
  CHECK(answer(message("(128,64):(?,-9223372036854775808)", "(32,4):(1@0,1@1)")).notes == "");
  // A divisor above 1024 divides the extent that is assumed.
  CHECK(answer("expected=?{div=2048}:1\nactual=(192,?):(1,192)").assumed.find("n1=6144\n") != std::string::npos);
  // The formula holds for the multiples for which the modes of A are crossed alike.
  const Answer crossed = answer(message("(4,64):(64,1)", "?:1"));
  CHECK(crossed.value == "(4,64):(64,1)");
  CHECK(crossed.notes == "composition for any n1 that is a multiple of 4: (4,n1/4):(64,1)\n");
  const Answer swizzled = answer(message("S<3,4,3> o 0 o (8,64):(64,1)", "(4,?):(2@0,1@1)"));
  CHECK(swizzled.value == "Sw<3,4,3> o 0 o (4,64):(128,1)");
  // Followed by the note that this swizzle counts bytes.
  CHECK(swizzled.notes.starts_with("composition for any n1: Sw<3,4,3> o 0 o (4,n1):(128,1)\n"));
  const Answer two = answer(message("(256,64):(1,256)", "(?,?):(1@1,1@0)"));
  CHECK(two.value == "(64,256):(256,1)");
  CHECK(two.notes == "");
  CHECK(two.assumed.find("?2 is not given: 256 is used") != std::string::npos);
}

TEST_CASE("pasted compositions: closed operands are composed, and what is wrong with them is reported") {
  CHECK(answer(message("(4096,8192):(1,4096)", "(32,8):(1@1,1@0)")).value == "(32,8):(4096,1)");
  CHECK(answer(message("(4,8):(1,4)", "(4,8):(1,4)")).value == "(4,8):(1,4)");
  const Answer wrong = answer(message("(4,8):(1,4)", "(2,2):(1@0,1@2)"));
  CHECK(wrong.bindings == 2);
  CHECK(wrong.errors.find("composition") != std::string::npos);
}

}  // namespace stridescope
