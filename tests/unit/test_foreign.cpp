// What C++ and CuTe DSL ask of types, objects and functions, answered as CuTe does, and what is no answer: a member that
// there is not, a call of an unknown name, however many types stand in it.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

constexpr std::string_view of_layout =
    "L = Layout<Shape<Shape<_2,_4>,_8>,Stride<Stride<_1,_2>,_8>>{}\n"
    "S = Swizzle<3,4,3>{} o _0 o (_8,_64):(_64,_1)\n"
    "T = make_tensor(make_gmem_ptr<half_t>(0), ((_2,_3),_4):((_1,_2),_6))\n"
    "C = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, Layout<Shape<_16,_8>>{}, Layout<_8>{})\n"
    "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{})\n";
std::string of(std::string_view line, IntegerMode mode = IntegerMode::cute) { return last(cat(of_layout, line), mode); }

}  // namespace

TEST_CASE("foreign: a call of an unknown name is an error, whatever types stand in it") {
  for (const std::string_view call :
       {"gA.foo(Shape<_2>{})", "mma_.partition(Shape<_2>{})", "unknown_fn<Shape<_2>>(L)", "x = f(Layout<_2>{})",
        "T.rile(Layout<_2>{})", "auto x = a.b.c(Layout<_2>{}, 3);", "f<Layout<_2>>(M)", "ns::f(Layout<_2>{})(3)",
        "a->f(Layout<_2>{})", "U.tile(Layout<_2>{})"}) {
    CAPTURE(call);
    CHECK(of(call).starts_with("error"));
  }
}

TEST_CASE("foreign: types in a message, and in what a profiler calls a kernel, are read") {
  for (const std::string_view text :
       {"void kernel<cute::Layout<cute::C<2>, cute::C<1>>>(float*, int)", "kernel<Layout<_2,_1>>(float*, int)",
        "kernel<Layout<_2,_1>>(T1, T2)", "kernel<int>(cute::Layout<_2,_1>)", "kernel<Layout<_2,_1>>(Params) (128,1,1)",
        "kernel(int) [with L = cute::Layout<cute::C<2>, cute::C<1>>]", "the result of f(x) is Layout<_2,_1>",
        "Layout<_2,_1> is what f(x) gives"}) {
    CAPTURE(text);
    CHECK(last(text) == "_2:_1");
  }
}

TEST_CASE("foreign: integers that CuTe DSL prints are static in either mode, ? is not") {
  const auto same = [](std::string_view printed, std::string_view value) {
    CAPTURE(printed);
    CHECK(last(printed) == value);
    CHECK(last(cat("is_static(", printed, ")")) == "true");
    CHECK(last(cat("coalesce(", printed, ")"), IntegerMode::teaching) != "");
  };
  same("!cute.layout<\"(6,2):(8,2)\">", "(_6,_2):(_8,_2)");
  CHECK(last("tensor<ptr<f16,smem> o ((8,16),(64,1)):((64,512),(1,0))>") ==
        "smem_ptr[16b](?) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))");
  CHECK(last("tensor<(0,0) o (128,64):(1@0,1@1)>") == "ArithTuple(_0,_0) o (_128,_64):(_1@0,_1@1)");
  CHECK(last("tensor(raw_ptr(0x10: f16, generic, align<2>) o (2,2):(2,1), data=[[1.0]])") ==
        "ptr[16b](0x10) o (_2,_2):(_2,_1)");
  CHECK(last("ptr<f16, gmem> o (8,64):(64,1)") == "gmem_ptr[16b](?) o (_8,_64):(_64,_1)");
  CHECK(last("!cute.memref<f16, gmem, \"(128,64):(64,1)\">") == "gmem_ptr[16b](?) o (_128,_64):(_64,_1)");
  CHECK(last("S<3,4,3> o 0 o (8,64):(64,1)") == "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");
  CHECK(last("n1 = 512\n(?{div=128},64):(64,1)") == "(512,_64):(_64,_1)");
  CHECK(last("coalesce(!cute.layout<\"(6,2):(1,6)\">)") == "_12:_1");
  // What C++ prints tells it itself.
  CHECK(last("gmem_ptr[16b](?) o (512,64):(64,_1)") == "gmem_ptr[16b](?) o (512,64):(64,_1)");
}

TEST_CASE("foreign: a word of 64 bits is read where descriptors are taken") {
  const std::string told = last("decode_descriptor(\"0xC000000800080000\")");
  CHECK(last("decode_descriptor(0xC000000800080000)") == told);
  CHECK(last("decode_descriptor(0xC000000800080000ULL)") == told);
  CHECK(last("constexpr uint64_t d = 0xC000000800080000ull;\ndecode_descriptor(d)") == told);
  CHECK(last("0x7FFFFFFFFFFFFFFF") == "9223372036854775807");
  CHECK(last("0xC000000800080000 + 1").starts_with("error: add: the first argument must be an integer"));
  CHECK(last("0x1C000000800080000").starts_with("error"));
  CHECK(first_error("decode_descriptor(13835058089895919616)").hint ==
        "the largest is 9223372036854775807; a descriptor's word is written in hexadecimal, 0x...");
  CHECK(first_error("99999999999999999999").hint == "the largest is 9223372036854775807");
}

}  // namespace stridescope
