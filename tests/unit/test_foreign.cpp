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

}  // namespace stridescope
