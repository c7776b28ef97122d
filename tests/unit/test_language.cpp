// The language: the texts that it reads, and its messages on texts that it cannot read.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/workspace/diagnostics.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

std::string_view at(std::string_view program, Span span) { return program.substr(span.begin, span.end - span.begin); }

}  // namespace

TEST_CASE("what CuTe prints is read back unchanged") {
  for (const std::string_view text : {"4",
                                      "_4",
                                      "_-4",
                                      "-4",
                                      "_1@0",
                                      "2@1@0",
                                      "(1,(2,_3))",
                                      "(4)",
                                      "()",
                                      "(2,4):(1,2)",
                                      "((_2,2),3):((_1,2),_0)",
                                      "():()",
                                      "Sw<3,4,3>",
                                      "Sw<2,3,-3>",
                                      "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)",
                                      "Sw<3,0,3> o M_0|(32&32)=32 o (_32):(_1)",
                                      "Sw<2,0,3> o _0 o Sw<2,0,3> o _0 o (_8,_8):(_1,_8)",
                                      "counting_iter(5) o (4,_8):(1,4)",
                                      "(_,1)",
                                      "LayoutLeft",
                                      "(4,2):(1,4) o 3 o (2,2):(1,2)"}) {
    CAPTURE(text);
    CHECK(last(text) == text);
  }
}

// `_` takes a whole mode; a layout with it as an extent could be neither read nor measured.
TEST_CASE("no function makes a layout with _ as an extent or a stride") {
  const std::vector<std::string> pool = {"_", "(_,2)", "((_,1),2)", "(2,2)", "(2,2):(1,2)", "2"};
  std::int64_t tried = 0;
  const auto try_call = [&](const Builtin& function, const std::string& arguments) {
    const std::string call = cat(function.name, '(', arguments, ')');
    for (const Binding& b : evaluate(call, IntegerMode::cute).bindings) {
      const Layout* domain = domain_of(b.value);
      if (domain == nullptr) continue;
      CHECK_MESSAGE(!domain->shape.ref().has_any(), call);
      CHECK_MESSAGE(!domain->stride.ref().has_any(), call);
      ++tried;
    }
  };
  for (const Builtin& function : builtins()) {
    for (const std::string& a : pool) {
      if (function.min_args <= 1) try_call(function, a);
      for (const std::string& b : pool) {
        if (function.min_args <= 2 && function.max_args >= 2) try_call(function, cat(a, ',', b));
        if (function.max_args < 3) continue;
        for (const std::string& c : {pool[0], pool[1], pool[3]}) try_call(function, cat(a, ',', b, ',', c));
      }
    }
  }
  CHECK(tried > 100);
  for (const char* text :
       {"Layout<Shape<_,_2>>{}", "make_tensor(counting_iter(0), (_,2))", "make_layout((2,2),(_,1))"}) {
    CAPTURE(text);
    CHECK(!evaluate(text, IntegerMode::cute).errors.empty());
  }
}

TEST_CASE("integer modes") {
  CHECK(last("4") == "4");
  CHECK(last("add(_4,4)") == "8");
  CHECK(last("add(_4,_4)") == "_8");
  CHECK(last("(_4,4):(_1,4)", IntegerMode::teaching) == "(4,4):(1,4)");
  // Static integers drop size-1 modes, dynamic ones keep them.
  CHECK(last("composition((6,2):(8,2),(4,3):(3,1))", IntegerMode::teaching) == "((2,2),3):((24,2),8)");
  CHECK(last("composition((6,2):(8,2),(4,3):(3,1))") == "((2,2),(3,1)):((24,2),(8,2))");
}

TEST_CASE("statements, comments, line breaks") {
  CHECK(last("A = 4:1; A") == "4:1");
  CHECK(evaluate("B = 4:1 @ 2 o \n(_32)", IntegerMode::cute).bindings.size() ==
        evaluate("B = 4:1 @ 2 o\n(_32)", IntegerMode::cute).bindings.size());
  CHECK(last("A = (2,\n 4):\n(1,2)  # comment\n// another\nA") == "(2,4):(1,2)");
  CHECK(last("composition(\n  (6,2):(8,2),\n  3:2\n)") == "(3,1):(16,2)");
  CHECK(last("A = 4:1\nA = 2:1\nA") == "2:1");  // a later binding shadows an earlier one
  CHECK(last("") == "nothing");
  CHECK(last("# only a comment") == "nothing");
  CHECK(last("(4,)") == "(4)");
}

TEST_CASE("operators are decided by value") {
  CHECK(last("(6,2):(8,2) o 3:2") == last("composition((6,2):(8,2),3:2)"));
  CHECK(last("(6,2):(8,2) ∘ 3:2") == last("composition((6,2):(8,2),3:2)"));
  // As typed with a Chinese keyboard.
  CHECK(last("A＝（6，2）：（8，2）\nsize（A）") == last("12"));
  CHECK(last("Sw<1,2,3> o 0 o 8:1") == "Sw<1,2,3> o 0 o 8:1");
  CHECK(last("Sw<1,2,3> o 8:1") == "Sw<1,2,3> o _0 o 8:1");
  CHECK(last("(12,32):(1,12) ⊘ <3,8>") == last("logical_divide((12,32):(1,12),<3,8>)"));
  CHECK(last("(2,2):(4,1) ⊗ 6:1") == last("logical_product((2,2):(4,1),6:1)"));
  // The tutorial's shape division and modulus.
  CHECK(last("(3,6,2,8) / 9") == "(1,2,2,8)");
  CHECK(last("(3,6,2,8) % 9") == "(3,3,1,1)");
  CHECK(last("(6,2) / 12") == "(1,1)");
  CHECK(last("(6,2) % 12") == "(6,2)");
}

TEST_CASE("application and templates") {
  CHECK(last("A = (4,8):(1,4); A(2,3)") == "14");
  CHECK(last("A = (4,8):(1,4); A(14)") == "14");
  CHECK(last("A = (4,8):(1,4); A(_,3)") == "(4):(1)");
  CHECK(last("Sw<3,0,3>(9)") == "8");
  CHECK(last("E<0,1>") == "_1@1@0");
  CHECK(last("Int<4>") == "_4");
  CHECK(last("get<1,0>((2,(3,4)))") == "3");
  CHECK(last("is_constant<4>(_4)") == "true");
  CHECK(last("is_constant<4>(4)") == "false");
  CHECK(last("print1D((2,2):(2,1))") == "  0    2    1    3  \n");
  CHECK(last("print2D((2,2):(2,1))") == "  0    1  \n  2    3  \n");
}

TEST_CASE("every builtin's example has a value") {
  for (const Builtin& f : builtins()) {
    CAPTURE(f.name);
    const Evaluation e = evaluate(documentation_of(f).example, IntegerMode::cute);
    CHECK(e.errors.empty());
    CHECK(e.bindings.size() == 1);
    CHECK(documentation_of(f).signature.starts_with(f.name));
    CHECK_FALSE(english(documentation_of(f).doc).empty());
    CHECK(find_builtin(f.name) == &f);
  }
  CHECK(find_builtin("no_such_function") == nullptr);
}

TEST_CASE("builtins: another name of a function, and a family that reads its own name, run one function") {
  const auto same = [](std::string_view name, std::string_view of) {
    return find_builtin(name)->run == find_builtin(of)->run;
  };
  CHECK(same("make_stride", "make_coord"));
  CHECK(same("get_layoutC_TV", "layoutC_TV"));
  CHECK(same("retile_D", "retile"));
  CHECK(same("tilelang", "triton"));
  CHECK_FALSE(same("layoutA_TV", "layoutB_TV"));
  CHECK(find_builtin("make_tma_copy")->name == "make_tma_copy");
}

TEST_CASE("all errors of a program at once; one costs no other its value") {
  const std::string_view program =
      "A = (4,2\nB = 4:1\nC = nosuch(B)\nD = composition((_6,_2):(_8,_2), _5:_3)\nE1 = B(1)\nF = C\n)";
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE(e.errors.size() == 5);
  CHECK(e.errors[0].code == ErrorCode::syntax);
  CHECK(at(program, e.errors[0].span) == "(4,2");
  CHECK(e.errors[1].code == ErrorCode::unknown_name);
  CHECK(at(program, e.errors[1].span) == "nosuch");
  CHECK(e.errors[2].code == ErrorCode::shape_divisibility);
  CHECK(at(program, e.errors[2].span) == "_5:_3");
  CHECK(e.errors[3].code == ErrorCode::failed_name);
  CHECK(e.errors[4].code == ErrorCode::syntax);
  REQUIRE(e.bindings.size() == 2);
  CHECK(e.bindings[0].name == "B");
  CHECK(e.bindings[1].name == "E1");
}

TEST_CASE("errors of several arguments are all reported") {
  CHECK(evaluate("make_layout(nope, (1,nada), 4)", IntegerMode::cute).errors.size() == 2);
}

TEST_CASE("a misspelt name suggests the nearest") {
  const Error e = first_error("compositon(4:1, 2:1)");
  CHECK(e.hint == "did you mean 'composition'?");
  CHECK(e.replacement == "composition");
  CHECK(first_error("Tile = 4:1; coalesce(Tiel)").hint == "did you mean 'Tile'?");
  CHECK(first_error("swizzle<3,3,3>(1)").hint == "did you mean 'Swizzle'?");
  CHECK(suggest("zzzzzz", {"composition", "size"}).empty());
  CHECK(suggest("sise", {"composition", "size"}) == "size");
}

TEST_CASE("the suggested name is the nearest, however few edits are counted") {
  // All edits of two words, by the textbook definition.
  const auto edits = [](std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
      for (std::size_t j = 0; j <= b.size(); ++j) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
    return d[a.size()][b.size()];
  };
  std::uint32_t state = 1;
  const auto below = [&](std::uint32_t n) { return (state = state * 1664525 + 1013904223) / 65536 % n; };
  const auto word = [&] {
    std::string out;
    for (std::uint32_t n = 2 + below(7); n > 0; --n) out += static_cast<char>('a' + below(3));
    return out;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> words;
    for (int i = 0; i < 8; ++i) words.push_back(word());
    const std::string asked = word();
    std::string_view nearest;
    std::size_t fewest = std::max<std::size_t>(1, asked.size() / 3);
    for (const std::string& w : words) {
      const std::size_t n = edits(asked, w);
      if (n > fewest || (n == fewest && !nearest.empty() && w >= nearest)) continue;
      fewest = n;
      nearest = w;
    }
    CHECK(suggest(asked, {words.begin(), words.end()}) == nearest);
  }
}

TEST_CASE("a character that is of no use says how to mend it") {
  CHECK(first_error("4.5").hint == "all numbers are integers");
  CHECK(first_error("A = 4:1; A.nosuch").hint == "remove it");
  CHECK(first_error("4 ==").hint == "write a == b");
}

TEST_CASE("a part of a name lists the names that have it") {
  const Error e = first_error("tiled_copy(4:1)");
  CHECK(english(e.hint).starts_with("names that contain it: make_cotiled_copy, make_tiled_copy, "));
  CHECK(e.replacement.empty());
  CHECK(first_error("Tile_of_A = 4:1; of_A(0)").hint == "names that contain it: Tile_of_A");
  // Without arguments it is rather a value that is still to be bound.
  CHECK(first_error("make_layout(tiled_cop)").hint == "bind it on an earlier line, as in tiled_cop = 128");
  CHECK(first_error("qqq(4:1)").hint == "no function or layout has this name");
  CHECK(names_with("co", {"cosize"}).empty());
  CHECK(names_with("siz", {"cosize", "rank", "size"}) == "cosize, size");
  CHECK(names_with("name", std::vector<std::string_view>(1000, "long_name")).size() < 220);
  CHECK(names_with("aaa", {std::string(100'000, 'a'), "aaaa"}) == "aaaa");
}

TEST_CASE("arithmetic: precedence, brackets, static and dynamic") {
  for (const auto& one : {std::pair<std::string_view, std::string_view>{"4*8", "32"},
                          {"2 + 3 * 4 - 5", "9"},
                          {"2 - 3 - 4", "-5"},
                          {"(2 + 3) * 4", "20"},
                          {"((2 + 3)) * ((4))", "20"},
                          {"(2 + 4) / 3", "2"},
                          {"7 / 2", "3"},
                          {"2 / 4", "0"},
                          {"-7 / 2", "-3"},
                          {"7 % 4", "3"},
                          {"24 / 4 / 2", "3"},
                          {"24 / 4 % 4", "2"},
                          {"_4 * _8", "_32"},
                          {"_4 * 8", "32"},
                          {"_0 * 8", "_0"},
                          {"8 % _1", "_0"},
                          {"_-4 + _1", "_-3"},
                          {"5-1", "4"},
                          {"5 -1", "4"},
                          {"a = 5\na-1", "4"},
                          {"a = 5\na -1", "4"},
                          {"a = 5\n-a", "-5"},
                          {"a = _5\n-a + -(a)", "_-10"},
                          {"+4", "4"},
                          {"4 - -4", "8"},
                          {"4 -\n 1", "3"},
                          {"(4*8, 2+1):(1, 4*8)", "(32,3):(1,32)"},
                          {"4*8:1+1", "32:2"},
                          {"(4*8):(1)", "(32):(1)"},  // one bracket, no operand: a tuple
                          {"(6) / 3", "(2)"},
                          {"(6,2) / (1 + 2)", "(2,2)"},
                          {"(6,) / 3", "(2)"},
                          {"size((4,8):(1,4)) * 2", "64"},
                          {"A = (4,8):(1,4)\nA(1 + 1, 7 - 2 * 3)", "6"},
                          {"N = 2\nget<N-1>((3,7))", "7"},
                          {"N = 2\nget<0, N - 2 + 1>(((3,7),1))", "7"},
                          {"Int<4*8>{}", "_32"},
                          {"N = 4\nInt<N*8>", "_32"},
                          {"B = 3\nSw<B,B+1,B>", "Sw<3,4,3>"},
                          {"E<1>*4", "4@1"},
                          {"2 * _1@0", "2@0"},
                          {"(1,2) + (3,4)", "(4,6)"},
                          {"(1,2)_(*,*)", "(1,2)"},
                          {"(4)--(1)-->(4)", "(4)--(1)-->(4)"}}) {
    const std::string_view program = one.first;
    CAPTURE(program);
    CHECK(last(program) == one.second);
  }
  CHECK(english(first_error("4--1").message).find("'-->'") != std::string::npos);
  CHECK(first_error("get<half_t>((1,2))").code == ErrorCode::syntax);
  CHECK(english(first_error("4 *").message).find("expected a value") != std::string::npos);
  const Error zero = first_error("A = 4:1\nB = (8, 4 % 0)");
  CHECK(zero.code == ErrorCode::division_by_zero);
  CHECK(zero.span == Span{16, 21});
  std::string many = "1";
  for (int i = 0; i < 100; ++i) many += " + 1";
  CHECK(english(first_error(many).message).find("operators in a row") != std::string::npos);
}

TEST_CASE("arithmetic: bits and comparisons, as C++ has them") {
  for (const auto& one : {std::pair<std::string_view, std::string_view>{"0b101", "5"},
                          {"0B1'0000", "16"},
                          {"0b101u + 0x1f", "36"},
                          {"-0b11", "-3"},
                          {"~1", "-2"},
                          {"~_1", "_-2"},
                          {"7 & ~1", "6"},
                          {"~~5", "5"},
                          {"n = 12\n~(n - 1) & 15", "4"},
                          {"int x = ~0b11 & 0xff;", "252"},
                          {"(1 + 2) & 3", "3"},
                          {"(1 + 2) << (1 + 1)", "12"},
                          {"3 < 4", "true"},
                          {"4 <= 4", "true"},
                          {"5 > 6", "false"},
                          {"5>=6", "false"},
                          {"4 == 4", "true"},
                          {"size(4:1) != 4", "false"},
                          {"(2 + 3) == 5", "true"},
                          {"(1,2) == (1,2)", "true"},
                          {"(2,4):(1,2) == (2,4):(1,2)", "true"},
                          {"a = 5\nb = a == 5\nb", "true"},
                          {"a = 5\nb = a >= 6\nb", "false"},
                          {"3 < 4 && 4 < 3", "false"},
                          {"(3 < 4) || (4 < 3)", "true"},
                          {"!(3 < 4)", "false"},
                          {"!equal(1, 2)", "true"},
                          {"a = 3 < 4\n!a", "false"},
                          {"4 && 5", "true"},
                          {"int x = 4 && 5;", "true"},
                          {"0 || 0", "false"},
                          {"(6 & 3) == 2", "true"},
                          {"n = 5\nn < 8 ? n : 8", "5"},
                          {"n = 9\nm = n < 8 ? n : 8\nm + 1", "9"},
                          {"zipped_divide((8,8):(8,1), <4:1,4:1>)", "((4,4),((1,2),(1,2))):((8,1),((8,32),(1,4)))"}}) {
    const std::string_view program = one.first;
    CAPTURE(program);
    CHECK(last(program) == one.second);
  }
  // C++ and Python give it different meanings.
  CHECK(first_error("6 & 3 == 2").message == "a comparison next to '&', '^' or '|' needs brackets");
  CHECK(first_error("1 < 2 < 3").code == ErrorCode::syntax);
  CHECK(first_error("0b12").code == ErrorCode::syntax);
  CHECK(first_error("0b").code == ErrorCode::syntax);
  CHECK(first_error("4:1 < 2").code == ErrorCode::arguments);
}

TEST_CASE("a number that begins with 0 is another one in C++, and refused") {
  const std::pair<std::string_view, std::string_view> numbers[] = {
      {"010", "write 10, or 8 as C++ reads it"}, {"(4,00)", "write 0"}, {"08", "write 8"}};
  for (const auto& [program, hint] : numbers) CHECK(first_error(program).hint == hint);
  CHECK(last("0") == "0");
  CHECK(last("0x10") == "16");
  CHECK(last("(0,10)") == "(0,10)");
  CHECK(first_error("1 << 63").message == "1 << 63 does not fit a 64-bit integer");
  CHECK(first_error("_1 << 63").message == "_1 << _63 does not fit a 64-bit integer");
}

TEST_CASE("refusals name the condition with its numbers") {
  struct Case {
    std::string_view program;
    ErrorCode code;
    std::string_view says;
  };
  for (const Case& c : {Case{"composition((_6,_2):(_8,_2),_5:_3)", ErrorCode::shape_divisibility, "5"},
                        Case{"composition((_4,_64):(_64,_1),(_2,_6):(_6,_1))", ErrorCode::stride_divisibility, "6"},
                        Case{"complement((2,2):(4,1),24)", ErrorCode::dynamic_stride, "rank 2"},
                        Case{"complement((_4,_3):(_2,_7),_64)", ErrorCode::not_injective, "7"},
                        Case{"downcast<2>((_4,_8):(_0,_0))", ErrorCode::not_adjacent, "stride 1"},
                        Case{"Sw<3,4,2>", ErrorCode::bad_swizzle, "|S| = 2"},
                        Case{"mod(_0,_0)", ErrorCode::division_by_zero, "zero"},
                        Case{"complement(2:0,(_2,_8))", ErrorCode::division_by_zero, "zero"},
                        Case{"mul(4611686018427387904,4)", ErrorCode::overflow, "4611686018427387904"},
                        Case{"(2,4):1", ErrorCode::profile_mismatch, "(2,4)"},
                        Case{"(-2):(1)", ErrorCode::arguments, "-2"},
                        Case{"size()", ErrorCode::arguments, "1 argument"},
                        Case{"get((1,2))", ErrorCode::arguments, "template"},
                        Case{"get<2>((1,2))", ErrorCode::index_range, "2 modes"},
                        Case{"size", ErrorCode::arguments, "needs its arguments"},
                        Case{"1 ||", ErrorCode::syntax, "on each side"},
                        Case{"4 / (1 - 1)", ErrorCode::division_by_zero, "zero"},
                        Case{"9223372036854775807 + 1", ErrorCode::overflow, "9223372036854775807"},
                        Case{"get<4:1>((1,2))", ErrorCode::arguments, "template arguments must be integers"},
                        Case{"(4,4:1) * 2", ErrorCode::arguments, "mul"},
                        Case{"size = 4", ErrorCode::reserved_name, "size"},
                        Case{"X = 4", ErrorCode::reserved_name, "X"},
                        Case{"o = 4", ErrorCode::syntax, "'o'"},
                        Case{"(1,2", ErrorCode::syntax, "never closed"},
                        Case{"4:1:2", ErrorCode::syntax, "one ':'"},
                        Case{"9223372036854775808", ErrorCode::syntax, "64-bit"},
                        Case{"-9223372036854775809", ErrorCode::syntax, "64-bit"},
                        Case{"\xff\xfe", ErrorCode::syntax, "UTF-8"},
                        Case{"coalesce(4:1, key = 3)", ErrorCode::syntax, "does not have option 'key'"}}) {
    CAPTURE(c.program);
    const Error e = first_error(c.program);
    CHECK(code_name(e.code) == code_name(c.code));
    CHECK(english(e.message).find(c.says) != std::string::npos);
    CHECK(english(e.message).find('\n') == std::string::npos);
  }
}

TEST_CASE("hostile programs end at once with an error") {
  CHECK(first_error(std::string(100000, '(')).code == ErrorCode::syntax);
  CHECK(first_error(std::string(max_program_bytes + 1, ' ')).code == ErrorCode::too_large);
  std::string doubling = "A0 = (2,2)\n";
  for (int i = 0; i < 60; ++i) append_all(doubling, 'A', i + 1, " = (A", i, ",A", i, ")\n");
  CHECK(first_error(doubling).code == ErrorCode::too_large);
  std::string nesting = "A0 = (2)\n";
  for (int i = 0; i < 100; ++i) append_all(nesting, 'A', i + 1, " = (A", i, ",)\n");
  CHECK(first_error(nesting).code == ErrorCode::too_deep);
  std::string work = "L = make_layout(repeat<2000>(_1))\n";
  for (int i = 0; i < 5000; ++i) work += "composition(L,L)\n";
  CHECK(first_error(work).code == ErrorCode::too_large);
  CHECK(first_error("print2D((1048576,1048576):(1,1048576))").code == ErrorCode::too_large);
  CHECK(first_error("repeat<1000000000000>(1)").code == ErrorCode::too_large);
  CHECK(first_error("A = A").code == ErrorCode::unknown_name);
  std::string errors;
  for (int i = 0; i < 1000; ++i) errors += "nosuch\n";
  const Evaluation many = evaluate(errors, IntegerMode::cute);
  CHECK(many.errors.size() == max_diagnostics);
  CHECK(many.dropped_errors == 1000 - max_diagnostics);
  // Suggestions are searched only when shown: 9000 names with 9000 unknown ones would take a quarter of a minute.
  std::string names;
  for (int i = 0; i < 9000; ++i) append_all(names, "nm", i, "xyz=1\n");
  for (int i = 0; i < 9000; ++i) append_all(names, "xyz", i, "q(1)\n");
  const auto start = std::chrono::steady_clock::now();
  CHECK(evaluate(names, IntegerMode::cute).dropped_errors == 9000 - max_diagnostics);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(8));
}

TEST_CASE("a diagnostic shows its line with a caret") {
  const std::string program = "A = 4:1\nB = ⊘ + (λ)\n";
  Workspace workspace;
  workspace.evaluate(program, IntegerMode::cute);
  REQUIRE_FALSE(workspace.report().diagnostics.empty());
  const std::string text = format_diagnostic(program, workspace.report().diagnostics[0]);
  CHECK(text.find("program:2:5") != std::string::npos);
  CHECK(text.find("2 | B = ⊘ + (λ)") != std::string::npos);
  CHECK(text.find("  |     ^") != std::string::npos);
}

}  // namespace stridescope
