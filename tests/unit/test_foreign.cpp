// Tests the queries of C++ and CuTe DSL to types, objects and functions, answered as CuTe does, and the refusals: a
// missing member, a call of an unknown name, with any number of types in it.
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
std::string error_of(std::string_view line) { return english(first_error(cat(of_layout, line)).message); }

}  // namespace

TEST_CASE("foreign: a static member is what CuTe's type has by that name") {
  CHECK(of("decltype(L)::rank") == "2");
  CHECK(of("constexpr int R = decltype(L)::rank;") == "2");
  CHECK(of("Layout<Shape<_2,_4>>::rank") == "2");
  CHECK(of("using A = Layout<Shape<_2,_4,_8>>;\nA::rank") == "3");
  CHECK(of("decltype(S)::rank") == "2");
  CHECK(of("decltype(T)::rank") == "2");
  CHECK(of("decltype(T)::layout_type") == "((_2,_3),_4):((_1,_2),_6)");
  CHECK(of("decltype(T)::value_type") == "half_t");
  CHECK(of("Int<4>::value") == "_4");
  CHECK(of("decltype(rank(L))::value") == "_2");
  CHECK(of("Swizzle<3,4,3>::num_bits") == "3");
  CHECK(of("Swizzle<3,4,2>::num_base").starts_with("error"));
  CHECK(of("Swizzle<2,4,3>::num_base") == "4");
  CHECK(of("Swizzle<2,4,-3>::num_shft") == "-3");
  CHECK(of("Swizzle<3,4,3>::yyy_msk{}") == "_896");
  CHECK(of("Swizzle<3,4,3>::swizzle_code") == "1008");
  CHECK(of("Swizzle<3,4,3>::apply(128)") == "144");
  CHECK(of("decltype(mma)::ThrLayoutVMNK{}") == "(_32,_2,_2,_1):(_1,_32,_64,_0)");
  CHECK(of("using Mma = decltype(mma);\nMma::PermutationMNK{}") == "(_,_,_)");
  CHECK(of("MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>::Shape_MNK{}") == "(_16,_8,_16)");
  CHECK(of("using Traits = MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>;\nsize(Traits::ThrID{})") == "_32");
  CHECK(of("decltype(C)::TiledNumThr{}") == "_128");
  CHECK(of("decltype(L)::rank", IntegerMode::teaching) == "2");
}

TEST_CASE("foreign: a member that there is not is refused by its name, with those that there are") {
  const Error error = first_error(cat(of_layout, "decltype(L)::foo{}"));
  CHECK(error.message == "the layout does not have a member 'foo'");
  CHECK(error.hint == "its members are rank; its shape is decltype(L.shape())");
  CHECK(error.span.end - error.span.begin == 3);
  CHECK(error_of("decltype(L)::Shape{}") == "the layout does not have a member 'Shape'");
  CHECK(of("decltype(L.shape()){}") == "((_2,_4),_8)");
  CHECK(error_of("Swizzle<3,4,3>::rank") == "the swizzle does not have a member 'rank'");
  CHECK(error_of("Shape<_2,_4>::rank") == "the tuple does not have a member 'rank'");
  CHECK(error_of("using Mma = decltype(mma);\nMma::Foo") == "the TiledMMA does not have a member 'Foo'");
  CHECK(error_of("decltype(L)::make(3)") == "unknown member 'make'");
}

TEST_CASE("foreign: the parts of a composed layout, of a basis element, and the tiles of a layout") {
  for (const std::string_view right : {"S.layout_b()", "S.outer", "cute.composition(S.outer, (_8,_64))"}) {
    CAPTURE(right);
    CHECK(of(right) == "(_8,_64):(_64,_1)");
  }
  CHECK(of("S.layout_a()") == "Sw<3,4,3>");
  CHECK(of("S.inner.num_shift") == "3");
  CHECK(of("S.offset()") == "_0");
  CHECK(of("S.outer.shape[1]") == "_64");
  CHECK(of("cute.size(mma.thr_id.shape)") == "_32");
  CHECK(of("mma.shape_mnk[0]") == "_16");
  CHECK(of("mma.tv_layout_B") == "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))");
  CHECK(of("C.layout_src_tv") == "(_1,_8):(_0,_1)");
  CHECK(of("C.layout_tv_tiled") == of("tiled_layout_tv(C)"));
  CHECK(error_of("L.outer") == "the layout does not have a member 'outer'");
  CHECK(error_of("P = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)\nP.offset()") ==
        "the offset of this layout is its pointer, which is not set");
  CHECK(of("e = _4@1\ne.value()") == "_4");
  CHECK(of("L.tile(Shape<_2,_4>{})") == of("tiled_divide(L, (_2,_4))"));
  CHECK(of("L.tile(_2{}, _4{})") == of("tiled_divide(L, (_2,_4))"));
  CHECK(of("L.compose(Layout<_2>{}, _)") == of("composition(L, (_2:_1, _))"));
}

TEST_CASE("foreign: a call of an unknown name is an error, whatever types stand in it") {
  for (const std::string_view call :
       {"gA.foo(Shape<_2>{})", "mma_.partition(Shape<_2>{})", "unknown_fn<Shape<_2>>(L)", "x = f(Layout<_2>{})",
        "T.rile(Layout<_2>{})", "auto x = a.b.c(Layout<_2>{}, 3);", "f<Layout<_2>>(M)", "ns::f(Layout<_2>{})(3)",
        "a->f(Layout<_2>{})", "U.tile(Layout<_2>{})", "f(Layout<_2>{}), g(Layout<_4>{})", "f(Layout<_2>{}) == 3",
        "unknown_t<Layout<_2>>{}", "new Foo<Layout<_2>>(3)", "1 + (f(Layout<_2>{}))",
        "[](auto x) { g(x); return Layout<_2>{}; }(3)"}) {
    CAPTURE(call);
    CHECK(of(call).starts_with("error"));
  }
}

TEST_CASE("foreign: types in a message, and in what a profiler calls a kernel, are read") {
  for (const std::string_view text :
       {"void kernel<cute::Layout<cute::C<2>, cute::C<1>>>(float*, int)", "kernel<Layout<_2,_1>>(float*, int)",
        "kernel<Layout<_2,_1>>(T1, T2)", "kernel<int>(cute::Layout<_2,_1>)", "kernel<Layout<_2,_1>>(Params) (128,1,1)",
        "kernel(int) [with L = cute::Layout<cute::C<2>, cute::C<1>>]", "the result of f(x) is Layout<_2,_1>",
        "Layout<_2,_1> is what f(x) gives", "kernel<Layout<_2,_1>>::operator()(float*)", "a.b<Layout<_2,_1>>",
        "kernel<Layout<_2,_1>>(float const*, int) const"}) {
    CAPTURE(text);
    CHECK(last(text) == "_2:_1");
  }
}

TEST_CASE("foreign: tensor<I...>(T) is a mode of a tensor, however it is written") {
  for (const std::string_view call : {"tensor<0>(T)", "tensor <0>(T)", "tensor<0> (T)", "cute::tensor<0>(T)",
                                      "cute.tensor<0>(T)", "T.tensor<0>()", "auto x = tensor<0>(T);"}) {
    CAPTURE(call);
    CHECK(of(call) == "gmem_ptr[16b](?) o (_2,_3):(_1,_2)");
  }
  CHECK(of("tensor<0,1>(T)") == "gmem_ptr[16b](?) o _3:_2");
  CHECK(of("tensor(T)") == of("T"));
  CHECK(of("coalesce(tensor<0>(T))") == "gmem_ptr[16b](?) o _6:_1");
  CHECK(of("make_tensor_like(cute.tensor<0>(T))") == of("make_tensor_like(tensor<0>(T))"));
  CHECK(last("#include <cute/tensor.hpp>\nauto T = make_tensor(make_smem_ptr<half_t>(p), Layout<Shape<_2,_4>>{});\n"
             "auto x = tensor<1>(T);") == "smem_ptr[16b](?) o _4:_2");
  CHECK(last("sizeof(make_tensor<half_t>(Layout<Shape<_2,_4>>{}))") == "16");
  CHECK(of("get<1>(shape<0> (L))") == "_4");
  CHECK(of("x.tensor<0>()") == "error: unknown name 'x'");
  CHECK(of("tensor<0>").starts_with("error"));
  for (const std::string_view compared : {"name < 0 > (T)", "auto x = name < 0 > (T);", "name <0> (T)"}) {
    CAPTURE(compared);
    CHECK(of(compared).starts_with("error"));
  }
  CHECK(last("tensor<ptr<f16,smem> o (_8,_4):(_4,_1)>") == "smem_ptr[16b](?) o (_8,_4):(_4,_1)");
  // A name of the program hides the function.
  CHECK(last("#include <cute/tensor.hpp>\nLayout tensor = make_layout(Shape<_4,_8>{});\nauto y = tensor(2,3);") ==
        "14");
}

TEST_CASE("foreign: the functions of basis elements") {
  CHECK(last("basis_get(_1@1, (3,(4,5)))") == "(4,5)");
  CHECK(last("basis_get(E<1,0>{}, (3,(4,5)))") == "4");
  CHECK(last("basis_get(2, (3,(4,5)))") == "(3,(4,5))");
  CHECK(last("basis_value(_4@1)") == "_4");
  CHECK(last("basis_value(7)") == "7");
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
  // C++ output already contains it.
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
        "the largest integer is 9223372036854775807; a descriptor's word is written in hexadecimal, 0x...");
  CHECK(first_error("99999999999999999999").hint == "the largest integer is 9223372036854775807");
}

TEST_CASE("foreign: the threads and the tile of a TiledMMA and of a TiledCopy") {
  for (const std::string_view size : {"size(mma)", "thr_size(mma)", "cute::size(mma)", "cute.size(mma)", "mma.size",
                                      "size(mma.get_slice(3))", "size(C)", "size(C.get_slice(3))"}) {
    CAPTURE(size);
    CHECK(of(size) == "_128");
  }
  CHECK(of("size<0>(mma)") == "_32");
  CHECK(of("thr_size<2>(mma)") == "_2");
  CHECK(of("tile_size<0>(mma)") == "_32");
  CHECK(of("tile_size<2>(mma)") == "_16");
  CHECK(of("tile_size<1>(C)") == "_8");
  CHECK(of("tile_size(C)") == "_1024");
  CHECK(error_of("tile_size(mma)") == "tile_size of a TiledMMA takes one mode, M = 0, N = 1 or K = 2");
  CHECK(error_of("size<0>(C)") == "size: the threads of a TiledCopy must have one mode");
  CHECK(error_of("thr_size(C)").starts_with("thr_size: the first argument must be a TiledMMA"));
}

TEST_CASE("foreign: a type whose width is computed") {
  constexpr std::string_view program =
      "using Element = half_t;\nauto val_layout = make_layout(make_shape(Int<4>{}, Int<1>{}));\n"
      "using CopyOp = UniversalCopy<uint_byte_t<sizeof(Element) * size(val_layout)>>;\n"
      "using Atom = Copy_Atom<CopyOp, Element>;\n";
  CHECK(last(cat(program, "decltype(Atom{})::NumValSrc")) == "4");
  CHECK(last(cat(program, "using V = uint_byte_t<sizeof(Element) * 4>;\nV{}")) == "uint64_t");
  CHECK(last("atom_layout(UniversalCopy<uint_bit_t<128>>, \"src\")") == "(_1,_128):(_0,_1)");
  CHECK(last("make_tensor<uint_byte_t<2>>(Shape<_4>{})") == "ptr[16b](?) o (_4):(_1)");
  CHECK(last("UniversalCopy<uint_bit_t<24>>") == "error: UniversalCopy: unknown element type 'uint_bit_t<24>'");
  CHECK(last("L = (2,3):(1,2)\nUniversalCopy<uint_byte_t<2 * L>>").starts_with("error"));
  CHECK(last("kN = 4\nV = half_t\natom_layout(UniversalCopy<uint_byte_t<sizeof(V) * kN>>, \"src\")") ==
        "(_1,_64):(_0,_1)");
  CHECK(last("L = (2,3):(1,2)\nusing V = uint_byte_t<get<0>(L)>;") ==
        "error: the number in this type must be an integer, not the layout 2:1");
}

TEST_CASE("foreign: what an unknown name needs is told by what stands there") {
  CHECK(first_error("frobnicate(3)").hint == "no function or layout has this name");
  CHECK(first_error("#include <cute/tensor.hpp>\nauto x = make_mma(make_layout(3));").hint ==
        "names that contain it: make_mma_atom");
  CHECK(first_error("Swizzle<2,5,2> o smem_ptr o (_4,_8):(_8,_1)").message ==
        "smem_ptr does not give the number of bits of an element");
}

TEST_CASE("foreign: slices and stars of Python's tuples") {
  const auto told = [](std::string_view line) { return last(cat("c = (4,5,6)\nT = ((4,5),6)\n", line)); };
  CHECK(told("p = (c[0] ^ 1, *c[1:])") == "(5,5,6)");
  CHECK(told("c[1:]") == "(5,6)");
  CHECK(told("c[:-1]") == "(4,5)");
  CHECK(told("c[-2:]") == "(5,6)");
  CHECK(told("c[1:2]") == "(5)");
  CHECK(told("c[:9]") == "(4,5,6)");
  CHECK(told("(*T[0], *T[1:])") == "(4,5,6)");
  CHECK(told("(*c[0], 1)") == "error: * unpacks a tuple, not the integer 4");
  CHECK(told("x = 4:1\nx[1:]") == "error: only a tuple can be sliced, not the layout 4:1");
  const Evaluation source = evaluate(
      "import cutlass.cute as cute\nL = cute.make_layout((4, 8))\n"
      "names = [n for n in sig.keys()]\nrest = names[1:]\n",
      IntegerMode::cute);
  CHECK(source.errors.empty());
  CHECK(told("c[c:]") == "error: the ends of a slice must be integers, not the tuple (4,5,6)");
}

TEST_CASE("foreign: a function of the program that returns one expression is written out where it is called") {
  CHECK(last("x = (lambda m: cute.make_layout((m, 4)))(3)") == "(_3,_4):(_1,_3)");
  CHECK(last("import cutlass.cute as cute\nf = lambda m, n: cute.make_layout((m, n))\nb = f(f(2, 3).shape, 4)") ==
        "((_2,_3),_4):((_1,_2),_6)");
  CHECK(last("import cutlass.cute as cute\ndef f(m: int):\n    return cute.make_layout((m, 4))\ny = cute.size(f(3))") ==
        "_12");
  constexpr std::string_view cpp = "#include <cute/tensor.hpp>\n";
  CHECK(last(cat(cpp, "auto x = [](auto m) { return make_layout(make_shape(m, _4{})); }(Int<3>{});")) ==
        "(_3,_4):(_1,_3)");
  CHECK(
      last(cat(cpp, "auto f = [&](auto const& m) { return make_layout(m); };\nauto x = f(make_shape(_3{}, _4{}));")) ==
      "(_3,_4):(_1,_3)");
  // A given value becomes an int there.
  CHECK(last(cat(cpp, "auto f(int m) {\n  return make_layout(make_shape(m, _4{}));\n}\nauto x = f(_3{});")) ==
        "(3,_4):(_1,3)");
  CHECK(last(cat(cpp,
                 "template <class L>\nCUTE_HOST_DEVICE constexpr auto\nrows(L const& l) {\n"
                 "  return get<0>(shape(l));\n}\nauto r = rows(Layout<Shape<_4,_8>>{});")) == "_4");
  // Neither of two with the same name, nor one with more statements.
  constexpr std::string_view layout = "  return make_layout(make_shape(m, _4{}));\n}\n";
  const std::string twice = cat(cpp, "auto f(int m) {\n", layout, "auto f(float m) {\n", layout, "m = 5;\n");
  CHECK(last(cat(twice, "auto x = make_layout(f(3));")).starts_with("error"));
  CHECK(last(cat(cpp, "auto f(int m) {\n  for (int i = 0; i < m; ++i) g(i);\n", layout, "auto x = make_layout(f(3));"))
            .starts_with("error"));
  // Takes the value that the condition selects.
  const std::string either = cat(cpp, "auto f(int m) {\n  if (m > 2) return make_layout(_2{});\n", layout);
  CHECK(last(cat(either, "auto x = f(3);")) == "_2:_1");
  CHECK(last(cat(either, "auto x = f(2);")) == "(2,_4):(_1,2)");
  CHECK(last(cat(cpp, "constexpr auto f(int n) {\n  return make_layout(f(n - 1));\n}\nauto x = make_layout(f(3));")) ==
        "error: the expansion of this call is too long");
}

TEST_CASE("foreign: a function that doubles its argument costs no more than its cap") {
  const auto calls = [](int count) {
    std::string out = "f = lambda x: (x, x)\ny = ";
    for (int i = 0; i < count; ++i) out += "f(";
    return out + "1" + std::string(static_cast<std::size_t>(count), ')');
  };
  CHECK(last(calls(2)) == "((1,1),(1,1))");
  CHECK(last(calls(30)) == "error: the expansion of this call is too long");
  CHECK(last(calls(60)) == "error: nesting deeper than 64 levels");
}

TEST_CASE("foreign: an integer of the DSL that is no constant") {
  CHECK(last("import cutlass.cute as cute\nx = Int32(4)\nL = cute.make_layout((x, 8))") == "(4,_8):(_1,4)");
  CHECK(last("import cutlass.cute as cute\nc = (Int64(4), cutlass.Uint32(2), 8)") == "(4,2,_8)");
  CHECK(last("Int32(4)") == "4");
}

TEST_CASE("foreign: a dump of words is one error") {
  const Evaluation e = evaluate(
      "InternalError: Failed to initialize the TMA descriptor 1\nformat         6 (F16)\n"
      "globalDim      [128, 8, 8, 1]\nswizzle        3 (128B)\n",
      IntegerMode::cute);
  REQUIRE(e.errors.size() == 1);
  CHECK(e.errors[0].message == "4 lines of words without a layout or a statement");
  CHECK(evaluate("A B\nx = 3 4\nC D\n", IntegerMode::cute).errors.size() == 3);
}

}  // namespace stridescope
