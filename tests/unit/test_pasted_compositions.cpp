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
        "?1 is not given: 1024 is used as an example | to override it, write n1 = 1024, or another value, on a line "
        "before | n1=1024\n");
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
  // On the left it is not a function.
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
  // Both sides known: they are compared.
  CHECK(answer("T = 48:1; T o (8,3,2):(3,1,24) = (_8,_3,_2):(_3,_1,_24)").value.find("no difference in 48 cells") !=
        std::string::npos);
  CHECK(answer("T = 48:1; T o (8,3,2):(3,1,24) = (_8,_3,_2):(_3,_1,_8)").value.find("differ") != std::string::npos);
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
