// Tests of calls with arguments of the wrong kind, words of other libraries, and brackets around a callee.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// The program with the fix of its first error applied.
std::string fixed(std::string program) {
  const Error e = first_error(program);
  REQUIRE_MESSAGE(!e.replacement.empty(), program, ": ", e.message);
  program.replace(e.span.begin, e.span.end - e.span.begin, e.replacement);
  return program;
}

}  // namespace

TEST_CASE("a call with arguments of the wrong kind is mended by what makes the right kind of them") {
  CHECK(fixed("logical_divide((32,32), (4:1, 8:1))") == "logical_divide(make_layout((32,32)), (4:1, 8:1))");
  CHECK(fixed("A = (4,8)\nprint_layout(A)") == "A = (4,8)\nprint_layout(make_layout(A))");
  CHECK(fixed("first_difference((4,8), (8,4))") == "first_difference(make_layout((4,8)), make_layout((8,4)))");
  CHECK(fixed("lcm((4,8):(8,1), 4)") == "lcm(size((4,8):(8,1)), 4)");
  CHECK(fixed("tract.sort((4,8):(8,1))") == "tract.sort(tract.morphism((4,8):(8,1)))");
  CHECK(fixed("thr_size(SM80_16x8x16_F32F16F16F32_TN)") == "thr_size(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN))");
}

TEST_CASE("what a mend says has a value, whatever function it is and whatever it is given") {
  const std::vector<std::string_view> values = {"4",
                                                "(4,8)",
                                                "(4,8):(8,1)",
                                                "Swizzle<3,3,3>",
                                                "counting_iter(0) o (4,8):(8,1)",
                                                "SM80_16x8x16_F32F16F16F32_TN",
                                                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)",
                                                "\"a text\"",
                                                "(4,5)--(1,3)-->(4,7,5)"};
  std::size_t fixes = 0;
  std::size_t silent = 0;
  const auto check = [&](const std::string& program) {
    const Evaluation first = evaluate(program, IntegerMode::cute);
    if (first.errors.empty()) return;
    const ProgramError& e = first.errors.front();
    if (e.code != ErrorCode::arguments) return;
    silent += e.hint.empty() ? 1 : 0;
    if (e.replacement.empty()) return;
    ++fixes;
    const Evaluation second = evaluate(fixed(program), IntegerMode::cute);
    INFO(program, " became ", fixed(program));
    // group_modes(t, begin, end), which looks at one argument after the other, finds the next.
    const bool fixes_it =
        second.errors.empty() || second.errors.front().span.begin > e.span.begin + e.replacement.size();
    CHECK(fixes_it);
  };
  for (const Builtin& builtin : builtins()) {
    for (const std::string_view value : values) {
      check(std::string(builtin.name) + "(" + std::string(value) + ")");
      check(std::string(builtin.name) + "(" + std::string(value) + ", (4,8))");
    }
  }
  CHECK(fixes > 300);
  CHECK(silent < 20);  // readers of other systems' texts report the expected text and the character
}

TEST_CASE("where nothing makes the right kind, an error says how the function is called") {
  CHECK(first_error("partition_C(4, (16,8), 3)").hint ==
        "write partition_C(mma, thread, T) or partition_C(get_slice(mma, thread), T)");
  CHECK(first_error("abs((4,8))").hint == "write abs(i)");
  CHECK(first_error("make_layout(4, 8, 16)").replacement.empty());  // not (4,8,16):(1,1,1)
}

TEST_CASE("integers that must be static are written so") {
  const std::string atom = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, ";
  CHECK(fixed(atom + "(32,8):(8,1), (_1,_8):(_0,_1))") == atom + "(_32,_8):(_8,_1), (_1,_8):(_0,_1))");
  CHECK(fixed(atom + "(32,8):(8,1), (1, 8):(0, 1))") == atom + "(_32,_8):(_8,_1), (_1, _8):(_0, _1))");
  CHECK(fixed("complement((8,64):(64,1), 1024)") == "complement((_8,_64):(_64,_1), 1024)");
  CHECK(fixed("left_inverse((4,4):(4,-1))") == "left_inverse((_4,_4):(_4,_-1))");
  // A difference of literals is not a literal.
  CHECK(first_error("complement((8,64):(64,3-2), 1024)").replacement.empty());
  CHECK(first_error("complement((8,64):(64,3 - 2), 1024)").replacement.empty());
  // The integers of a name are elsewhere.
  CHECK(first_error("A = (8,64):(64,1)\ncomplement(A, 1024)").replacement.empty());
}

TEST_CASE("words of other libraries are told by what is written in their place") {
  CHECK(first_error("transpose((4,8):(8,1))").hint == "select<1,0>(L) puts modes into another order");
  CHECK(first_error("make_layout((4,8), row_major)").hint ==
        "make_layout(shape, LayoutRight): the last mode is contiguous");
  CHECK(first_error("crd2idx(offset, (4,8))").hint == "bind it on a line before, as in offset = 128");
}

TEST_CASE("what stands in brackets, or is a layout, is called") {
  CHECK(last("((4,8):(8,1) o 4:2)(3)") == "17");
  CHECK(last("(4,8):(8,1)(2,3)") == "19");
  CHECK(last("((2,2),4):((1,8),2)(3)") == "9");
  CHECK(last("(4,8):(8,1)(_,3)(2)") == "16");
  CHECK(last("((4,8):(8,1) o 4:2).shape") == "(2,2)");
  CHECK(first_error("((4,8),)(1)").code == ErrorCode::arguments);
  CHECK(last("(4)") == "(4)");
  CHECK(last("((4,8):(8,1) o 4:2)(3) + 1") == "18");
  CHECK(last("(((4,8):(8,1)))(2,3)") == "19");
}

TEST_CASE("types of plain integers are read as those of static ones are") {
  CHECK(last("Shape<4,8>") == "(4,8)");
  CHECK(last("Layout<4,1>") == "4:1");
  CHECK(last("Layout<Shape<4,8>>") == "(4,8):(_1,4)");
  CHECK(last("zipped_divide((8,16):(16,1), Tile<4,8>)") == last("zipped_divide((8,16):(16,1), <4,8>)"));
}

}  // namespace stridescope
