// Foreign text in the core: our C++ and Python output is read back, and hostile text costs at most its limit.
// tests/paste/corpus.txt has the fragments that users paste.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/emit/emit.h"
#include "core/foreign/cpp/demangle.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/tiled/atom.h"
#include "core/value/print.h"
#include "tests/unit/layouts.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

std::string repeat(std::string_view text, std::size_t bytes = 60'000) {
  std::string out;
  while (out.size() + text.size() <= bytes) out.append(text);
  return out;
}

// The examples of all builtins as source text of a language; returns how many have a form in it.
int read_back(Language language, IntegerMode mode) {
  int count = 0;
  for (const Builtin& builtin : builtins()) {
    const Evaluation e = evaluate(documentation_of(builtin).example, mode);
    if (!e.errors.empty() || e.bindings.empty()) continue;
    const Value& value = e.bindings.back().value;
    // An iterator over integers is an integer in Python.
    const auto* tensor = value.as<Tensor>();
    const bool integers =
        value.is<Iterator>() || value.is<ValueTuple>() ||
        (tensor != nullptr && tensor->data.kind == Iterator::Kind::coordinate && tensor->data.position.is_integer());
    if (language != Language::cpp && integers) continue;
    const auto source = code(value, language);
    if (!source) continue;
    CAPTURE(builtin.name);
    CAPTURE(*source);
    CHECK(last(*source, mode) == to_text(value, mode));
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("paste: the code that we write is read back") {
  CHECK(read_back(Language::cpp, IntegerMode::cute) > 80);
  CHECK(read_back(Language::dsl, IntegerMode::teaching) > 80);
  CHECK(read_back(Language::pycute, IntegerMode::teaching) > 80);
}

TEST_CASE("paste: what a literal means depends on the integer mode only") {
  for (const std::string_view text :
       {"(2,4):(1,2)", "make_layout(make_shape(2, 4), make_stride(1, 2))", "make_layout((2,4), stride=(1,2))",
        "(2, 4) : (1, 2)", "Layout((2, 4), (1, 2))"}) {
    CAPTURE(text);
    CHECK(last(text) == "(2,4):(1,2)");
    CHECK(last(text, IntegerMode::teaching) == "(2,4):(1,2)");
    CHECK(last(cat("is_static(", text, ")")) == "false");
    CHECK(last(cat("is_static(", text, ")"), IntegerMode::teaching) == "true");
  }
  CHECK(last("is_static(Layout<Shape<_2,Int<4>>,Stride<_1,C<2>>>{})") == "true");
}

TEST_CASE("paste: aliases and constants of C++ are followed") {
  const std::string traits = R"(
template <int kHeadDim_, int kBlockN_, int kStages_ = 3, typename elem_type = cutlass::half_t>
struct Traits {
  using Element = elem_type;
  static constexpr int kStages = kStages_;
  static constexpr int kNWarps = 4, unused = 1;
  static constexpr int kHeadDim = 128;
  static constexpr int kBlockKSmem = kHeadDim % 64 == 0 ? 64 : 32;
  static constexpr int kSwizzle = kBlockKSmem == 32 ? 2 : 3;
  using Vec = cute::uint128_t;
  using Atom = decltype(composition(Swizzle<kSwizzle, 3, 3>{}, Layout<Shape<_8, Int<kBlockKSmem>>, Stride<Int<kBlockKSmem>, _1>>{}));
  static constexpr int kGmemElems = sizeof(Vec) / sizeof(Element);
  using CopyAtom = Copy_Atom<UniversalCopy<Vec>, Element>;
  using Mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<Int<kHeadDim / 32>, _1, _1>>, Tile<Int<16 * 4>, _16, _16>>;
  CUTE_HOST_DEVICE static constexpr int unused() { return 0; }
};
)";
  CHECK(last(traits + "kStages") == "3");
  CHECK(last(traits + "Element") == "half_t");
  CHECK(last(traits + "kBlockKSmem") == "64");
  CHECK(last(traits + "Atom") == "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
  CHECK(last(traits + "kGmemElems") == "8");
  CHECK(last(traits + "CopyAtom") == last("Copy_Atom<UniversalCopy<uint128_t>,half_t>"));
  CHECK(last(traits + "Mma") ==
        last("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_4,_1,_1):(_1,_0,_0), <_64,_16,_16>)"));
  CHECK(last("using T = float;\nauto t = make_tensor<T>(Layout<Shape<_4>>{});") == "ptr[32b](?) o (_4):(_1)");
  CHECK(last("using T = int;\nT") == "int");
  CHECK(last("using F8 = cutlass::float_e4m3_t;\nGMMA::Layout_K_SW128_Atom<F8>{}") ==
        "Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1)");
  CHECK(last("template <int kM>\nusing L = Layout<Shape<Int<kM>>>;") ==
        "error: 'kM' is a parameter: the pasted text does not give its value");
  CHECK(last("using E = nothing_t;\nCopy_Atom<UniversalCopy<E>,E>") == "error: unknown name 'nothing_t'");
  CHECK(last("constexpr bool b = 3 > 2 && 1 <= 1 && !(2 == 3) && (4 >= 5 || 1 < 2);") == "true");
  CHECK(last("constexpr int n = (7 + 1) / 2; constexpr int m = (n - 1) % 2;\nm") == "1");
  CHECK(last("constexpr int b = 3 > 2 && 1 <= 1 || 2 != 2 ? 5 : 6;") == "5");
}

TEST_CASE("paste: CuTe DSL's classes of instructions") {
  const auto taught = [](std::string_view program) { return last(program, IntegerMode::teaching); };
  CHECK(taught("op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))\n"
               "cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))") ==
        taught("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <32,32,16>)"));
  CHECK(taught("dtype = cutlass.BFloat16\n"
               "atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), dtype, num_bits_per_copy=128)\n"
               "cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))") ==
        taught("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,bfloat16_t>, (16,8):(8,1), (1,8):(0,1))"));
  CHECK(taught("warp.LdMatrix8x8x16bOp(transpose=True, num_matrices=4)") == taught("SM75_U16x8_LDSM_T"));
  CHECK(taught("cute.nvgpu.warp.MmaFooOp(1)") == "error: the instruction class MmaFooOp is not supported");
}

TEST_CASE("law: every atom that we print is read back") {
  int count = 0;
  for (const IntegerMode mode : {IntegerMode::cute, IntegerMode::teaching}) {
    for (const std::string& name : atom_names()) {
      const auto atom = find_atom(name);
      if (!atom) continue;
      const std::string printed = to_text(*atom, mode);
      const std::string again = last(printed, mode);
      CAPTURE(name);
      if (again != printed) CHECK(again == printed);
      ++count;
    }
  }
  CHECK(count > 5000);
}

TEST_CASE("paste: our own language keeps its errors") {
  CHECK(last("complemnt(4:1, 8)") == "error: unknown name 'complemnt'");
  CHECK(last("(4,8):(1,4") == "error: '(' is never closed");
  CHECK(last("4 == ") == "error: '==' needs a value on each side");
  CHECK(last("4 != )") == "error: '!=' needs a value on each side");
  CHECK(last("4 &") == "error: '&' needs a value on each side");
  CHECK(last("~") == "error: '~' needs a value after it");
  CHECK(last("4.5") == "error: unexpected character '.'");
  CHECK(last("\"never closed") == "error: '\"' is never closed");
}

TEST_CASE("paste: the header of a function at the end of the text") {
  CHECK(!last("pass f(n(((())())){").empty());
  CHECK(!last("auto f(int n) {").empty());
}

TEST_CASE("paste: mangled names") {
  CHECK(demangle("_Z1fIN4cute1CILi128EEEEvv").starts_with("f<cute::C<128>>("));
  CHECK(demangle("_Z1fIN4cute1CILin4EEEEvT_").starts_with("f<cute::C<-4>>("));
  CHECK(demangle("_Z1fIN4cute5tupleIJNS0_1CILi2EEES3_EEEEvT_").starts_with("f<cute::tuple<cute::C<2>,cute::C<2>>>("));
  CHECK(demangle("_Z").empty());
  CHECK(demangle("nothing").empty());
  // Substitutions that double the text, sixty times.
  std::string bomb = "_Z1fIN4cute5tupleIJNS0_1CILi2EEES3_EEE";
  for (int i = 0; i < 60; ++i) bomb += cat("NS0_5tupleIJT", i == 0 ? "" : cat(i - 1), "_S4_S4_EEE");
  CHECK(demangle(bomb).size() <= max_demangled);
}

TEST_CASE("paste: hostile text ends") {
  for (const std::string_view text : {"Layout<",
                                      "cute::Layout<\n",
                                      "a::",
                                      "(int)",
                                      "Int<",
                                      "?;",
                                      "?\n",
                                      "make_layout(make_shape(",
                                      "<\"",
                                      "\"",
                                      "auto ",
                                      "_Z1fIN4cute6LayoutI",
                                      "x cute::TiledMMA<cute::MMA_Atom<Q>, cute::C<1>>\n",
                                      "TiledMMA\n  ThrID: 1:1\n",
                                      "A\nThrID: (1,2):(1,2)\n",
                                      "Swizzle<a,b,c>{};",
                                      "[",
                                      "gmem_ptr[16b](",
                                      "1:1\n 0\n +--\n",
                                      "a: 1:1\n",
                                      "A = (1,\n) ",
                                      "a;"}) {
    CAPTURE(text);
    const Evaluation e = evaluate(repeat(text, laws::complete ? 60'000 : 15'000), IntegerMode::cute);
    CHECK(e.errors.size() <= 100);
  }
}

}  // namespace stridescope
