// Tests of calls with arguments of the wrong kind, words of other libraries, and brackets around a callee.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/characters.h"
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
  // Each literal of an expression, also in a nested call.
  CHECK(fixed("complement((8,64):(64,3-2), 1024)") == "complement((_8,_64):(_64,_3-_2), 1024)");
  CHECK(fixed("complement(make_layout((8, 64), LayoutRight), 1024)") ==
        "complement(make_layout((_8, _64), LayoutRight), 1024)");
  // A name gives way to its value, where it is used.
  CHECK(fixed("A = (8,64):(64,1)\ncomplement(A, 1024)") == "A = (8,64):(64,1)\ncomplement((_8,_64):(_64,_1), 1024)");
  CHECK(fixed("n = 2*4\ncomplement((n,64):(64,1), 1024)") == "n = 2*4\ncomplement((_8,_64):(_64,_1), 1024)");
  CHECK(fixed("n = 32\n" + atom + "(n,8):(8,1), (_1,_8):(_0,_1))") ==
        "n = 32\n" + atom + "(_32,_8):(_8,_1), (_1,_8):(_0,_1))");
  // Any other value gives way to the call that makes it, unless a name in it is bound again.
  const std::string mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, ";
  CHECK(fixed("n = 2\nm = " + mma + "(n,2,1))\nlayoutC_TV(m)") ==
        "n = 2\nm = " + mma + "(n,2,1))\nlayoutC_TV(" + mma + "(_2,_2,_1)))");
  CHECK(first_error("n = 2\nm = " + mma + "(n,2,1))\nn = 4\nlayoutC_TV(m)").replacement.empty());
}

TEST_CASE("a fix for integers that must be static removes the error, in each place of each function") {
  std::size_t needed = 0;
  std::size_t fixes = 0;
  const auto check = [&](const std::string& program) {
    const Evaluation first = evaluate(program, IntegerMode::cute);
    if (first.errors.empty()) return;
    const ProgramError& e = first.errors.front();
    if (e.code != ErrorCode::dynamic_value && e.code != ErrorCode::dynamic_stride) return;
    ++needed;
    if (e.replacement.empty()) {
      MESSAGE(program, ": ", english(e.message));
      return;
    }
    ++fixes;
    INFO(program, " became ", fixed(program));
    for (const ProgramError& left : evaluate(fixed(program), IntegerMode::cute).errors)
      CHECK(left.message != e.message);
  };
  for (const Builtin& builtin : builtins()) {
    const std::string example(documentation_of(builtin).example);
    std::vector<std::size_t> marks;  // of static integers
    bool quoted = false;
    for (std::size_t i = 0; i + 1 < example.size(); ++i) {
      quoted = quoted != (example[i] == '"');
      const bool starts = i == 0 || !(is_word(example[i - 1]) || example[i - 1] == '<');
      if (!quoted && starts && example[i] == '_' && (is_digit(example[i + 1]) || example[i + 1] == '-'))
        marks.push_back(i);
    }
    const auto with = [&](const std::string& program) {
      check(program);
      // Each argument of the last call as a name.
      std::size_t begin = program.find('(');
      if (begin == std::string::npos || program.back() != ')') return;
      int depth = 0;
      for (std::size_t i = ++begin; i < program.size(); ++i) {
        depth += program[i] == '(' ? 1 : program[i] == ')' ? -1 : 0;
        if (depth > 0 || (depth == 0 && program[i] != ',')) continue;
        const std::string argument = program.substr(begin, i - begin);
        check("named =" + argument + "\n" + program.substr(0, begin) + "named" + program.substr(i));
        begin = i + 1;
      }
    };
    std::string all = example;
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
      with(std::string(example).erase(*mark, 1));
      all.erase(*mark, 1);
    }
    with(all);
  }
  MESSAGE(fixes, " of ", needed, " programs have a fix");
  CHECK(needed > 1000);
  CHECK(fixes == needed);
}

TEST_CASE("words of other libraries are told by what is written in their place") {
  CHECK(first_error("transpose((4,8):(8,1))").hint == "select<1,0>(L) puts modes into another order");
  CHECK(first_error("make_layout((4,8), row_major)").hint ==
        "make_layout(shape, LayoutRight): the last mode is contiguous");
  CHECK(first_error("crd2idx(offset, (4,8))").hint == "bind it on an earlier line, as in offset = 128");
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
