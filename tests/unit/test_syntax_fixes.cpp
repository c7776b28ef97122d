// Tests of beginners' words instead of the language's own, and the replacement that the error offers.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "core/app/languages.h"
#include "core/base/lookalike.h"
#include "core/base/message.h"
#include "core/base/number_meant.h"
#include "core/foreign/evaluate.h"
#include "core/functions/other_words.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// The program with the fixes of its errors applied, one after the other, until all are gone.
std::string fixed(std::string program, IntegerMode mode = IntegerMode::teaching) {
  for (int turns = 0; turns < 8; ++turns) {
    const Evaluation found = evaluate(program, mode);
    if (found.errors.empty()) return program;
    const Error& e = found.errors.front();
    if (e.replacement.empty()) return program + "  // " + english(e.message) + "; " + english(e.hint);
    program.replace(e.span.begin, e.span.end - e.span.begin, e.replacement);
  }
  return program + "  // still in error";
}

}  // namespace

TEST_CASE("numbers that are written otherwise are mended by what they mean") {
  CHECK(fixed("4x8") == "(4,8)");
  CHECK(fixed("2x3x4:1") != "2x3x4:1");
  CHECK(fixed("4\xC3\x97"
              "8") == "(4,8)");
  CHECK(fixed("1e3:1") == "1000:1");
  CHECK(fixed("-1e1") == "-10");
  CHECK(fixed("(4,8):(8.0,1)") == "(4,8):(8,1)");
  CHECK(fixed("1_000:1") == "1000:1");
  CHECK(fixed("\xEF\xBC\x94:1") == "4:1");  // a full-width 4
  const auto meant = [](std::string_view text) { return number_meant(text).text; };
  CHECK(meant("1.5e1") == "15");
  CHECK(meant("2500e-2,") == "25");
  CHECK(meant("0.0") == "0");
  CHECK(meant("0.0e5") == "0");
  CHECK(meant("1e+2") == "100");
  CHECK(number_meant("16x8x16, 4").length == 7);
  for (const std::string_view none :
       {"",   "4",    "x",  "007",  "4.5",   "1e",   "1e-1", "1e99", "1e30",    "16b",         "4x",
        "x4", "0x10", "4.", "4..5", "1.2.3", "1e3f", "4_",   "4__0", "4x8xf32", "1_000_kernel"}) {
    CAPTURE(none);
    CHECK(number_meant(none).length == 0);
  }
  // A text other than a whole number stays wrong.
  CHECK(first_error("4.5").hint == "all numbers are integers");
  CHECK(first_error("007").hint == "write 7");
}

TEST_CASE("characters that look like ours, or stand where ours do, are mended by ours") {
  CHECK(fixed("\xE2\x88\x92"
              "4") == "-4");  // a minus sign
  CHECK(fixed("(4\xE3\x80\x81"
              "8):(8\xE3\x80\x81"
              "1)") == "(4,8):(8,1)");  // the comma of a list in Chinese
  CHECK(fixed("A = {4,8}:{8,1}") == "A = (4,8):(8,1)");
  CHECK(fixed("make_layout({4,8}, {8,1})") == "make_layout((4,8), (8,1))");
  // A whole line is one error, with one fix.
  const auto all = evaluate("A = {4,8}:{8,1}; B = {2}:{1}", IntegerMode::teaching).errors;
  REQUIRE(all.size() == 2);
  CHECK(english(all[0].message) == "'{4,8}:{8,1}' must be written '(4,8):(8,1)' here");
  CHECK(all[1].replacement == "(2):(1)");
  CHECK(first_error("A = {4}\n\"{\"").replacement == "(4)");
  CHECK(fixed("2\xEF\xBC\x8B"
              "3") == "2+3");  // a full-width plus
  CHECK(lookalike("\xEF\xBC\x81").meant == '!');
  CHECK(lookalike("\xEF\xBD\x9E").meant == '~');
  CHECK(lookalike("\xEF\xBD\x9F").length == 0);
  CHECK(lookalike("\xEF\xBC").length == 0);
  CHECK(lookalike("a").length == 0);
  CHECK(lookalike("").length == 0);
}

TEST_CASE("a text between other quotation marks is written between ours") {
  CHECK(fixed("atoms('sm90')") == "atoms(\"sm90\")");
  CHECK(fixed("atoms(\xE2\x80\x9Csm90\xE2\x80\x9D)") == "atoms(\"sm90\")");
  CHECK(first_error("A = 4:1; A'").hint == "remove it");
  CHECK(first_error("'never closed").hint == "remove it");
}

TEST_CASE("an order of modes is a word, and no text") {
  CHECK(fixed("make_layout((4,8), \"col\")") == "make_layout((4,8), LayoutLeft)");
  CHECK(fixed("make_layout((4,8), 'C')") == "make_layout((4,8), LayoutRight)");
  CHECK(fixed("(4,8):'F'") == "make_layout((4,8), LayoutLeft)");
  CHECK(fixed("(4,8):GenRowMajor") == "make_layout((4,8), LayoutRight)");
  CHECK_FALSE(other_order("diagonal").has_value());
}

TEST_CASE("integers are no texts") {
  CHECK(fixed("\"4\":1") == "4:1");
  CHECK(fixed("(4,8):(\"8\",1)") == "(4,8):(8,1)");
}

TEST_CASE("a tuple without its brackets has them in the mend") {
  CHECK(fixed("4,8:8,1") == "(4,8):(8,1)");
  CHECK(fixed("L = (4,8):8,1") == "L = (4,8):(8,1)");
  CHECK(fixed("4,8") == "(4,8)");
  CHECK(fixed("4:1, 8:2") == "(4:1, 8:2)");
  CHECK(fixed("(4 8):(8 1)") == "(4 ,8):(8 ,1)");
  CHECK(fixed("A = 4,8:8,1; B = 4:1") == "A = (4,8):(8,1); B = 4:1");
  // If only one bracket is missing, the fix adds it.
  CHECK(fixed("(4,8):(8,1") == "(4,8):(8,1)");
  CHECK(fixed("coalesce((4,8):(8,1)") == "coalesce((4,8):(8,1))");
  CHECK(fixed("A = (4,8):(8,1\nB = A") == "A = (4,8):(8,1)\nB = A");
  CHECK(fixed("coalesce((4,8):(8,1)\nsize(4:1)") == "coalesce((4,8):(8,1))\nsize(4:1)");
  CHECK(fixed("(4,8:(8,1)") == "(4,8):(8,1)");
  CHECK(fixed("A = (4,8:(8,1)\nB = A") == "A = (4,8):(8,1)\nB = A");
  CHECK(fixed("((4,8):(8,1)") == "((4,8):(8,1))");
  CHECK(first_error("composition((2,2):(1,2), 2:1").replacement == "((2,2):(1,2), 2:1)");
  CHECK(fixed("T = <4:1, 8:1\nU = T") == "T = <4:1, 8:1>\nU = T");
  CHECK(fixed("Copy_Atom<SM75_U32x4_LDSM_N,half_t") == "Copy_Atom<SM75_U32x4_LDSM_N,half_t>");
  CHECK(first_error("(4,8):(8,1").hint == "write (8,1)");
  CHECK(first_error("(4;8").hint == "add a ')'");
  CHECK(first_error("((4,8").hint == "write ((4,8))");
  // Words with commas are not a tuple.
  CHECK(first_error("Hello, world").replacement.empty());
}

TEST_CASE("arguments without their brackets have them in the mend") {
  CHECK(fixed("size 4:1") == "size(4:1)");
  CHECK(fixed("A = (4,8):(8,1)\nA 3") == "A = (4,8):(8,1)\nA(3)");
  CHECK(first_error("size of it").replacement.empty());
}

TEST_CASE("a layout that is applied to a layout is a composition") {
  CHECK(fixed("A = (4,8):(8,1)\nB = 2:1\nA(B)") == "A = (4,8):(8,1)\nB = 2:1\ncomposition(A, B)");
  CHECK(fixed("Sw<3,3,3>((64,64):(64,1))") == "composition(Sw<3,3,3>, (64,64):(64,1))");
  CHECK(first_error("A = 4:1; A(2:1)").message == "a layout is applied to a coordinate, not to the layout 2:1");
  CHECK(fixed("Swizzle<3,3,3>()") == "Swizzle<3,3,3>");
  CHECK(first_error("A = 4:1; A()").hint == "write A(0)");
}

TEST_CASE("what stands between entries, and what changes a name, is mended whole") {
  CHECK(fixed("(4;8):(8;1)") == "(4,8):(8,1)");
  CHECK(fixed("x = 4:1; A = (x; x)\nB = A") == "x = 4:1; A = (x, x)\nB = A");
  CHECK(fixed("make_layout((4;8), (8;1)); 4:1") == "make_layout((4,8), (8,1)); 4:1");
  CHECK(evaluate("(4;8):(8;1)", IntegerMode::teaching).errors.size() == 1);
  CHECK(fixed("C = make_layout((4,4), (1,4,\nD = 4:1") == "C = make_layout((4,4), (1,4))\nD = 4:1");
  CHECK(evaluate("C = ((4,4), (1,\nD = 4:1", IntegerMode::teaching).bindings.size() == 1);
  CHECK(fixed("A = 4:1; C = make_layout((4,4), (1,4") == "A = 4:1; C = make_layout((4,4), (1,4))");
  CHECK(first_error("(4;").message == "'(' is never closed");
  CHECK(first_error("(4;8").message == "'(' is never closed");
  CHECK(fixed("x = 3\nx += 1") == "x = 3\nx = x + 1");
  CHECK(fixed("x = 3; x *= 2; x") == "x = 3; x = x * 2; x");
  CHECK(first_error("x += ").message == "expected a value, found '='");
  CHECK(fixed("{4} + 1") == "(4) + 1");
  CHECK(first_error("A = (4,8):(8,1); A(1)(2)").message == "A(1) is the offset 8, not a layout");
}

TEST_CASE("signs of integers between layouts are told as signs") {
  CHECK(first_error("A = 4:1; A * 2").message == "'*' takes integers, but 4:1 is a layout");
  CHECK(first_error("A = 4:1; A + A").message == "'+' takes integers, but 4:1 is a layout");
  CHECK(first_error("A = 4:1; -A").message == "'-' takes integers, but 4:1 is a layout");
  CHECK(evaluate("4:1 * 2; (1,2) + (3,4); -(1 + 2)", IntegerMode::teaching).errors.empty());
}

TEST_CASE("an expression before '=' is no type: nothing is bound in silence") {
  for (const std::string_view program :
       {"A = 4:1; B = 2:1; A o B = 2:2", "A = 4:1; A + B = 3", "A = 4:1; A == B = 3", "size A = 3",
        "A = 4:1; A \xE2\x8A\x98 B where A = 4:1", "compute the A = 4:1"}) {
    CAPTURE(program);
    CHECK_FALSE(evaluate(program, IntegerMode::teaching).errors.empty());
  }
  CHECK(evaluate("unsigned long long n = 4", IntegerMode::teaching).errors.empty());
  CHECK(evaluate("const half_t* p = 4", IntegerMode::teaching).errors.empty());
}

TEST_CASE("words of other languages say what is written in their place") {
  for (const std::string_view program :
       {"not true", "x = not true", "true and false", "true or false", "for i in range(3): i", "if true: 3",
        "while true: 3", "def f(x): return x", "lambda x: x"}) {
    CAPTURE(program);
    const Error e = first_error(program);
    CHECK(english(e.message).starts_with("unknown name '"));
    CHECK(english(e.hint).find("bind it") == std::string::npos);
  }
  CHECK(first_error("not true").hint == "!a is true if a is false");
  CHECK(first_error("cdiv(7,2)").hint == "ceil_div(a, b) rounds up");
  CHECK(first_error("A = 4:1; A(:)").hint == "write _");
  CHECK(fixed("A = (4,8):(8,1); A(:,2)") == "A = (4,8):(8,1); A(_,2)");
  CHECK(first_error("2**3").message == "'**' is not an operator");
}

TEST_CASE("a name in the other case, and an option that is misspelt, are mended") {
  CHECK(fixed("A = 4:1; size(a)") == "A = 4:1; size(A)");
  CHECK(fixed("SIZE(4:1)") == "size(4:1)");
  CHECK(fixed("make_layout((4,8), strides=(8,1))") == "make_layout((4,8), stride=(8,1))");
  CHECK(first_error("make_layout((4,8), order=(1,0))").hint == "the options of make_layout are shape, stride");
}

TEST_CASE("numbers in messages are those of the call, as the mode prints them") {
  CHECK(first_error("1 << 70").message == "1 << 70 does not fit a 64-bit integer");
  const auto teaching = [](std::string_view program) {
    const Evaluation found = evaluate(program, IntegerMode::teaching);
    return found.errors.empty() ? std::string() : english(found.errors.front().message);
  };
  CHECK(teaching("1 << 70") == "1 << 70 does not fit a 64-bit integer");
  CHECK(teaching("sum((4,8):(8,1))").ends_with("not the layout (4,8):(8,1)"));
  CHECK(teaching("(4,8) * 2").ends_with("not the tuple (4,8)"));
}

TEST_CASE("what declares a number with a point is left out") {
  for (const std::string_view line :
       {"double beta{0.0};", "float b{1.0f};", "half_t x{};", "float alpha = 1.0f;", "const float s = 1.f / sqrtf(64);",
        "auto t = 2.5 * 3;", "alpha: float = 1.0", "cutlass::half_t c = 1;", "float a = 1, b = 2.5f;"}) {
    CAPTURE(line);
    const Evaluation e = evaluate(std::string(line) + "\nA = (4,8):(8,1)", IntegerMode::cute);
    CHECK(e.errors.empty());
    CHECK(e.bindings.size() == 1);
    const std::vector<Span> skipped = skipped_spans(e);
    REQUIRE(skipped.size() == 1);
    CHECK(skipped[0].end + 1 >= line.size());
  }
  // A call that makes a layout is read, and so is text without a point.
  CHECK(last("auto L = make_layout(make_shape(4, 8));") == "(4,8):(_1,4)");
  CHECK(last("int n = 4;") == "4");
  CHECK(first_error("auto t = cta1.foo;").message == "unknown member 'foo'");
}

TEST_CASE("a label binds its name, whatever the value is") {
  const auto bound = [](std::string_view program) {
    const Evaluation e = evaluate(program, IntegerMode::teaching);
    REQUIRE(e.errors.empty());
    return e.bindings.back().name + " = " + to_text(e.bindings.back().value, IntegerMode::teaching);
  };
  CHECK(bound("mA: ArithTuple(_0,_0) o (512,256):(_1@0,_1@1)") == "mA = ArithTuple(0,0) o (512,256):(1@0,1@1)");
  CHECK(bound("sA: Sw<3,4,3> o 0 o (8,64):(64,1)") == "sA = Sw<3,4,3> o 0 o (8,64):(64,1)");
  CHECK(bound("tiler: (16,128)") == "tiler = (16,128)");
  CHECK(bound("shape: (16,128)") == "shape = (16,128)");
  // A shape that has a name, and its stride.
  CHECK(bound("A = (4,(2,2))\nA:(1,(4,8))") == " = (4,(2,2)):(1,(4,8))");
  CHECK(first_error("n:1").message == "unknown name 'n'");
}

TEST_CASE("lines of CuTe DSL's examples are what stands behind their mark") {
  const Evaluation e = evaluate(
      "[DSL INFO] Input Tensors:\n[DSL INFO]   tiler_mn = (16, 128) per thread block\n"
      "[DSL INFO]   tv_layout = (32,4):(4,1)\n",
      IntegerMode::teaching);
  CHECK(e.errors.empty());
  REQUIRE(e.bindings.size() == 2);
  CHECK(e.bindings[0].name == "tiler_mn");
  CHECK(to_text(e.bindings[0].value, IntegerMode::teaching) == "(16,128)");
  CHECK(e.bindings[1].name == "tv_layout");
  CHECK(skipped_spans(e).size() == 1);
}

TEST_CASE("a register layout of Tilus stands by itself, as it is emitted") {
  CHECK(last("replicated(4).local(4)") == "(_4,_4):(_0,_1)");
  CHECK(last("local(8)") == "(_1,_8):(_0,_1)");
  CHECK(last("spatial(4, 8)") == last("tilus(\"spatial(4, 8)\")"));
  CHECK(last("local = (4,8):(8,1)\nlocal(3)") == "24");
}

TEST_CASE("the attributes of an array stand in any order") {
  CHECK(last("strides=(32, 8), shape=(4,4), itemsize=8") == "(_4,_4):(_4,_1)");
  CHECK(last("strides=(32, 8), shape=(4,4), itemsize=8") == last("shape=(4,4), strides=(32, 8), itemsize=8"));
  CHECK(last("stride=(4,1), size=(4,4)") == last("size=(4,4), stride=(4,1)"));
}

TEST_CASE("calls of CuTe DSL whose arguments stand in another order are read") {
  CHECK(last("A = (4,8):(8,1)\nB = cute.slice_(A, (None,2))") == last("slice((_,2), (4,8):(8,1))"));
  CHECK(last("L = (4,8):(8,1)\ncute.recast_layout(8, 16, L)") == last("recast<16,8>((4,8):(8,1))"));
  CHECK(first_error("A = (4,8):(8,1)\nslice_(A, (_,2))").hint ==
        "slice(c, t) takes the coordinate first, as in slice((_,1), L)");
  CHECK(first_error("recast_layout(8, 16, 4:1)").hint ==
        "recast<OLD,NEW>(L) is the layout of elements of another width");
}

TEST_CASE("the options of a kernel say what they are, and how they are written") {
  const std::string copy =
      "copy_kernel((256,64):(64,1), (256,64):(64,1), make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, "
      "(_16,_8):(_8,_1), (_1,_8)), ";
  const std::string gemm =
      "A = (256,64):(64,1); C = (256,256):(256,1); s = Sw<2,3,3> o 0 o (128,32):(32,1)\n"
      "c = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))\n"
      "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))\n";
  CHECK(first_error("a = 1 if 2 > 1 else 0").hint == "c ? a : b chooses a value: a if c is true, else b");
  CHECK(fixed(gemm + "gemm_kernel(A, A, C, c, (s,s), mma, alpha=0.5)").ends_with("alpha=\"0.5\")"));
  CHECK(first_error(gemm + "gemm_kernel(A, A, C, c, (s,s), mma, beta=\"-1/3\")").hint == "write beta=\"-0.333333333\"");
  CHECK(first_error(gemm + "gemm_kernel(A, A, C, c, (s,s), mma, beta=\"a/b\")").hint == "for example beta=\"0.5\"");
  CHECK(first_error(gemm + "gemm_kernel(A, A, C, c, stages=2)").message ==
        "gemm_kernel takes at least 6 arguments plus its options, not 4");
  CHECK(fixed(copy + "dtype=half_t)") == copy + "dtype=\"half_t\")");
  CHECK(first_error(copy + "dtype=\"fp16\")").hint ==
        "types are CUTLASS's: half_t, bfloat16_t, float, int8_t, float_e4m3_t, ...");
  CHECK(first_error(gemm + "gemm_kernel(A, A, C, c, (s,s), mma, dtype=\"fp16\")").hint ==
        "types are CUTLASS's: half_t, bfloat16_t, float, int8_t, float_e4m3_t, ...");
  CHECK(first_error(copy + "smem=(16,64):(64,1))").hint ==
        "the tile in shared memory is the fourth argument: copy_kernel(src, dst, via, smem)");
}

TEST_CASE("what an unknown name is offered is a value that the call takes") {
  for (std::string program : {"thr_mma.partition_C(gC)", "thr_copy.partition_S(gA)"}) {
    for (int names = 0; names < 2; ++names) {
      const std::string hint = english(first_error(program).hint);
      const std::size_t as_in = hint.find("as in ");
      REQUIRE(as_in != std::string::npos);
      program = hint.substr(as_in + 6, hint.find(';', as_in) - as_in - 6) + "\n" + program;
    }
    CHECK(evaluate(program, IntegerMode::cute).errors.empty());
  }
  CHECK(english(first_error("tiled_mma.get_slice(3)").hint).starts_with("bind it on an earlier line"));
  CHECK(first_error("tiler_mm").replacement.empty());  // nor is the near name of a function
}

TEST_CASE("numbers and names of C++ and Python are told by what is written here") {
  const Error atom = first_error("Layout_K_SW128_Atom<half_t>{}");
  CHECK(atom.hint == "did you mean 'GMMA::Layout_K_SW128_Atom<half_t>'?");
  CHECK(fixed("Layout_K_SW128_Atom<half_t>{}") == "GMMA::Layout_K_SW128_Atom<half_t>{}");
  CHECK(fixed("0x10 + 010").starts_with("16 + 010"));
  CHECK(decimal_meant("0b101") == "5");
  for (const std::string_view none : {"", "0x", "0b2", "0xg", "10", "0xffffffffffffffff"}) {
    CAPTURE(none);
    CHECK(decimal_meant(none).empty());
  }
  CHECK(fixed("A = (4,8):(8,1)\nA[:,1]") == "A = (4,8):(8,1)\nA[_,1]");
  CHECK(first_error("1 / 0").hint.empty());
  CHECK(first_error("1 % 0").message == "1 % 0: division by zero");
  const Evaluation declared = evaluate("int a = 5, b = a * 2, c;", IntegerMode::cute);
  CHECK(declared.errors.empty());
  REQUIRE(declared.bindings.size() == 2);
  CHECK(declared.bindings[1].name == "b");
  CHECK(last("int a = 5, b;\na") == "5");
  CHECK(evaluate("1..4", IntegerMode::cute).errors.size() == 1);
}

TEST_CASE("Chinese between ours: a full-width semicolon ends a statement, and a name is told what names are") {
  CHECK(last("A = (4,8):(8,1)\xEF\xBC\x9B"
             "size(A)") == "32");
  const Evaluation named = evaluate("\xE5\xB8\x83\xE5\xB1\x80 = 4:1", IntegerMode::cute);
  REQUIRE(named.errors.size() == 1);
  CHECK(named.errors[0].hint == "names consist of ASCII letters, digits and '_'");
  CHECK(letters_of_others("\xE5\xB8\x83\xEF\xBC\x9B") == 3);
  CHECK(letters_of_others("\xC3\xA9t\xC3\xA9") == 2);
  for (const std::string_view none : {"", "a", "\xC3\x97", "\xC3\xB7", "\xE2\x86\x92", "\xE3\x80\x81", "\xE5\xB8"}) {
    CAPTURE(none);
    CHECK(letters_of_others(none) == 0);
  }
}

TEST_CASE("messages are of one language, and say what their numbers are made of") {
  const Catalog& chinese = *catalog_of("zh");
  CHECK(render(first_error("A = (4,8):(8,1); A(1,2,3)").message, chinese) == "坐标：(1,2,3) 与 (4,8) 不匹配");
  const Evaluation holes = evaluate("!cute.layout<\"(?,?{div=16}):(1,?)\">", IntegerMode::cute);
  REQUIRE(holes.errors.size() == 3);
  CHECK(english(holes.errors[1].hint) ==
        "fill it: write n2 = 16 on an earlier line, a multiple of 16, or a number in its place");
  CHECK(render(holes.errors[1].hint, chinese).find("multiple") == std::string::npos);
  CHECK(render(say("'{}' is invalid: expected {}", "do", say("one of {}", "a, b")), chinese) ==
        "'do' 无效：应为以下词之一：a, b");
  const Error stages = first_error(
      "A = (256,512):(512,1); B = (384,512):(512,1); s = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
      "gemm_kernel(A, B, (256,384):(384,1), (make_tma_atom(A,s,\"half_t\"), make_tma_atom(B,s,\"half_t\")), (s,s), "
      "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), dtype=\"half_t\", "
      "stages=12)");
  CHECK(stages.message ==
        "gemm_kernel: 12 stages of 32,768 bytes = 2,048 units, plus 1,216 bytes = 76 units for barriers, alignment and "
        "the "
        "stored tile, take 394,432 bytes = 24,652 units of shared memory; a block can have at most 232,448 bytes = "
        "14,528 units (sm90)");
}

}  // namespace stridescope
