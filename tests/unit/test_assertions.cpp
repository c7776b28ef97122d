// Tests of compilers' messages of CuTe's assertions: the role of each type, and the condition that failed.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

struct Read {
  std::vector<std::string> values;
  std::string errors;
};
Read read_message(const std::string& text) {
  const Evaluation e = evaluate(text, IntegerMode::teaching);
  Read out;
  for (const Binding& b : e.bindings) out.values.push_back(b.name + " = " + to_text(b.value, IntegerMode::teaching));
  for (const ProgramError& one : e.errors) out.errors += english(one.message) + "\n";
  return out;
}

// As nvcc prints it: several frames, each with all types.
std::string nvcc(const std::string& src, const std::string& dst, const std::string& atom,
                 const std::string& to = "smem_ptr") {
  const std::string with =
      cat("[with AnyCPYTraits=cute::Copy_Traits<", atom,
          ">, SEngine=cute::ViewEngine<cute::gmem_ptr<const cutlass::half_t *>>, "
          "SLayout=cute::Layout<",
          src, ">, DEngine=cute::ViewEngine<cute::", to, "<cutlass::half_t *>>, DLayout=cute::Layout<", dst, ">]");
  return cat(
      "/opt/cutlass/include/cute/atom/copy_traits.hpp(129): error: static assertion failed with \"Copy_Traits: src "
      "failed "
      "to vectorize into registers. Layout is incompatible with this CopyOp.\"\n"
      "    static_assert(decltype(size(rS) == Int<RegNumSrc>{})::value, \"Copy_Traits: src failed to vectorize into "
      "registers. Layout is incompatible with this CopyOp.\");\n    ^\n          detected during:\n"
      "            instantiation of \"void cute::copy_unpack(const AnyCPYTraits &, const cute::Tensor<SEngine, "
      "SLayout> &, "
      "cute::Tensor<DEngine, DLayout> &) ",
      with, "\" at line 111 of /opt/cutlass/include/cute/atom/copy_atom.hpp\n",
      "            instantiation of \"void cute::Copy_Atom<cute::Copy_Traits<Args...>, CopyInternalType>::call(const "
      "cute::Tensor<SEngine, SLayout> &, cute::Tensor<DEngine, DLayout> &) const ",
      with, "\" at line 300 of /opt/cutlass/include/cute/algorithm/copy.hpp\n\n1 error detected.\n");
}

constexpr const char* cp_async = "cute::SM80_CP_ASYNC_CACHEALWAYS<cute::uint128_t, cute::uint128_t>";
constexpr const char* strided =
    "cute::tuple<cute::tuple<cute::_8, cute::_1>>, cute::tuple<cute::tuple<cute::C<64>, cute::_0>>";
constexpr const char* dense =
    "cute::tuple<cute::tuple<cute::_8, cute::_1>>, cute::tuple<cute::tuple<cute::_1, cute::_0>>";

// As clang prints it: the parameters of the templates, and the lines of source between.
std::string clang(const std::string& src, const std::string& dst, const std::string& atom,
                  const std::string& to = "smem_ptr") {
  const std::string tensors = cat("cute::ViewEngine<cute::gmem_ptr<const cutlass::half_t *>>, cute::Layout<", src,
                                  ">, cute::ViewEngine<cute::", to, "<cutlass::half_t *>>, cute::Layout<", dst, ">");
  const std::string in = "note: in instantiation of function template specialization '";
  return cat(
      "In file included from a.cpp:1:\nIn file included from cute/tensor.hpp:51:\n"
      "cute/atom/copy_traits.hpp:128:3: error: static assertion failed due to requirement 'C<false>::value' "
      "\"Copy_Traits: src failed to vectorize into registers. Layout is incompatible with this CopyOp.\"\n"
      "  CUTE_STATIC_ASSERT_V(size(rS) == Int<RegNumSrc>{},\n  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
      "cute/config.hpp:154:37: note: expanded from macro 'CUTE_STATIC_ASSERT_V'\n"
      "#define CUTE_STATIC_ASSERT_V(x,...) static_assert(decltype(x)::value, ##__VA_ARGS__)\n"
      "                                    ^             ~~~~~~~~~~~~~~~~~~\n"
      "cute/atom/copy_atom.hpp:103:14: ",
      in, "cute::copy_unpack<cute::Copy_Traits<", atom, ">, ", tensors,
      ">' requested here\n      return copy_unpack(static_cast<Traits const&>(*this), src, dst);\n             ^\n"
      "cute/atom/copy_atom.hpp:124:12: ",
      in, "cute::Copy_Atom<cute::Copy_Traits<", atom, ">, cutlass::half_t>::call<", tensors,
      ">' requested here\n    return call(src, dst);\n           ^\n1 error generated.\n");
}

// The message as gcc prints it, the calls first.
std::string gcc(const std::string& src, const std::string& dst, const std::string& atom,
                const std::string& to = "smem_ptr") {
  const std::string tensors =
      cat("SEngine = cute::ViewEngine<cute::gmem_ptr<const cutlass::half_t*> >; SLayout = cute::Layout<", src,
          " >; DEngine = cute::ViewEngine<cute::", to, "<cutlass::half_t*> >; DLayout = cute::Layout<", dst, " >");
  return cat(
      "In file included from cute/tensor_impl.hpp:44,\n                 from cute/tensor.hpp:33,\n"
      "                 from a.cpp:1:\ncute/atom/copy_traits.hpp: In instantiation of \u2018constexpr void "
      "cute::copy_unpack(const AnyCPYTraits&, const Tensor<Engine, Layout>&, Tensor<DEngine, DLayout>&) [with "
      "AnyCPYTraits = Copy_Traits<",
      atom, " >; ", tensors,
      "]\u2019:\ncute/atom/copy_atom.hpp:103:25:   required from \u2018void cute::Copy_Atom<cute::Copy_Traits<Args "
      "...>, CopyInternalType>::call(const cute::Tensor<TD, DLayout>&, cute::Tensor<TA, ALayout>&) const [with ",
      tensors, "; Args = {", atom,
      "}; CopyInternalType = cutlass::half_t]\u2019\na.cpp:7:7:   required from here\n"
      "cute/config.hpp:154:64: error: static assertion failed: Copy_Traits: src failed to vectorize into registers. "
      "Layout is incompatible with this CopyOp.\n"
      "  154 | #define CUTE_STATIC_ASSERT_V(x,...) static_assert(decltype(x)::value, ##__VA_ARGS__)\n"
      "      |                                                                ^~~~~\n"
      "cute/config.hpp:154:64: note: \u2018cute::C<false>::value\u2019 evaluates to false\n"
      "  154 | #define CUTE_STATIC_ASSERT_V(x,...) static_assert(decltype(x)::value, ##__VA_ARGS__)\n"
      "      |                                                                ^~~~~\n");
}

}  // namespace

TEST_CASE("assertions: a copy that does not vectorize is told with the stride that is in its way") {
  const Read read = read_message(nvcc(strided, dense, cp_async));
  CHECK(read.errors == "");
  REQUIRE(read.values.size() == 3);
  CHECK(read.values[0] == "src = gmem_ptr[16b](?) o ((8,1)):((64,0))");
  CHECK(read.values[1] == "dst = smem_ptr[16b](?) o ((8,1)):((1,0))");
  CHECK(read.values[2].find(
            "the stride is 64 in a mode where SM80_CP_ASYNC_CACHEALWAYS<uint128_t,uint128_t> needs adjacent "
            "values: it reads 8 values of 16 bits as 16 bytes at once, but value 1 of src is 64 elements "
            "after value 0") != std::string::npos);
}

TEST_CASE("assertions: sizes, modes, memory, and a copy that fits") {
  const auto told = [](const std::string& text) {
    const Read read = read_message(text);
    CHECK(read.errors == "");
    return read.values.empty() ? std::string() : read.values.back();
  };
  const char* four = "cute::tuple<cute::tuple<cute::_4, cute::_1>>, cute::tuple<cute::tuple<cute::_1, cute::_0>>";
  const char* two = "cute::tuple<cute::_8, cute::_2>, cute::tuple<cute::_1, cute::_8>";
  CHECK(told(nvcc(four, four, cp_async))
            .find("a thread's part of src has 4 elements of 16 bits and that of dst has 4 of 16, but "
                  "SM80_CP_ASYNC_CACHEALWAYS<uint128_t,uint128_t> moves 8 to 8") != std::string::npos);
  CHECK(told(nvcc(two, dense, cp_async)).find("src has 2 modes") != std::string::npos);
  CHECK(told(nvcc(dense, strided, cp_async))
            .find("it writes 8 values of 16 bits as 16 bytes at once, but value 1 of dst") != std::string::npos);
  CHECK(told(nvcc(dense, dense, cp_async, "gmem_ptr")).find("dst is in global memory, but") != std::string::npos);
  CHECK(told(nvcc(dense, dense, cp_async)).find("the copy fits: 8 elements of src and 8 of dst") != std::string::npos);
  CHECK(told(nvcc(dense, dense, "cute::SM75_U32x4_LDSM_N"))
            .find("src is in global memory, but SM75_U32x4_LDSM_N reads "
                  "shared memory") != std::string::npos);
}

TEST_CASE("assertions: Copy_Atom::call, whose atom is its class") {
  const Read read = read_message(
      cat("copy_atom.hpp(110): error: static assertion failed with \"CopyAtom: Src/Dst partitioning does not match the "
          "instruction requirement.\"\n  instantiation of \"void cute::Copy_Atom<cute::Copy_Traits<Args...>, "
          "CopyInternalType>::call(const cute::Tensor<SEngine, SLayout> &, cute::Tensor<DEngine, DLayout> &) const "
          "[with Args=<",
          cp_async,
          ">, CopyInternalType=cutlass::half_t, SEngine=cute::ViewEngine<cute::gmem_ptr<const cutlass::half_t *>>, "
          "SLayout=cute::Layout<cute::tuple<cute::_6>, cute::tuple<cute::_1>>, "
          "DEngine=cute::ViewEngine<cute::smem_ptr<cutlass::half_t *>>, DLayout=cute::Layout<cute::tuple<cute::_6>, "
          "cute::tuple<cute::_1>>]\"\n"));
  CHECK(read.errors == "");
  REQUIRE(read.values.size() == 3);
  CHECK(read.values[2].find("a thread's part of src has 6 elements of 16 bits and that of dst has 6 of 16") !=
        std::string::npos);
}

TEST_CASE("assertions: types in the arguments themselves, as they are written out") {
  const Read read = read_message(
      "copy_atom.hpp(116): error: static assertion failed with \"CopyAtom: Src/Dst partitioning does not match the "
      "instruction requirement.\"\n  instantiation of \"void cute::copy_unpack(const "
      "cute::Copy_Traits<cute::UniversalCopy<cute::uint128_t>> &, const "
      "cute::Tensor<cute::ViewEngine<cute::gmem_ptr<const float *>>, cute::Layout<cute::tuple<cute::C<2>>, "
      "cute::tuple<cute::C<1>>>> &, cute::Tensor<cute::ArrayEngine<float, 2>, cute::Layout<cute::tuple<cute::C<2>>, "
      "cute::tuple<cute::C<1>>>> &)\"\n");
  CHECK(read.errors == "");
  REQUIRE(read.values.size() == 3);
  CHECK(read.values[2].find("a thread's part of src has 2 elements of 32 bits") != std::string::npos);
}

TEST_CASE("assertions: a product whose partitions do not belong together") {
  const auto gemm = [](const char* a, const char* a_strides) {
    const std::string c =
        "cute::tuple<cute::tuple<cute::_2, cute::_2>, cute::_2, cute::_4>, cute::tuple<cute::tuple<cute::_1, "
        "cute::_2>, cute::_4, cute::_8>";
    return cat(
        "gemm.hpp(406): error: static assertion failed\n  CUTE_STATIC_ASSERT_V(size<1>(A) == size<1>(C));\n"
        "  instantiation of \"void cute::gemm(const cute::MMA_Atom<MMA> &, cute::Tensor<TD, DLayout> &, const "
        "cute::Tensor<TA, ALayout> &, const cute::Tensor<TB, BLayout> &, const cute::Tensor<TC, CLayout> &) [with "
        "MMA=cute::MMA_Traits<cute::SM80_16x8x16_F32F16F16F32_TN>, TD=cute::ArrayEngine<float, 32>, DLayout="
        "cute::Layout<",
        c, ">, TA=cute::ArrayEngine<cutlass::half_t, 24>, ALayout=cute::Layout<", a, ", ", a_strides,
        ">, TB=cute::ArrayEngine<cutlass::half_t, 16>, BLayout=cute::Layout<cute::tuple<cute::_4, cute::_4, cute::_1>, "
        "cute::tuple<cute::_1, cute::_4, cute::_0>>, TC=cute::ArrayEngine<float, 32>, CLayout=cute::Layout<",
        c, ">]\"\n");
  };
  const Read wrong =
      read_message(gemm("cute::tuple<cute::_8, cute::_3, cute::_1>", "cute::tuple<cute::_1, cute::_8, cute::_0>"));
  CHECK(wrong.errors == "");
  REQUIRE(wrong.values.size() == 5);
  CHECK(wrong.values[0].starts_with("D = "));
  CHECK(wrong.values[1].starts_with("A = "));
  CHECK(wrong.values[4].find("A spans 3 instructions along M, D spans 2") != std::string::npos);
  const Read few =
      read_message(gemm("cute::tuple<cute::_4, cute::_2, cute::_1>", "cute::tuple<cute::_1, cute::_4, cute::_0>"));
  REQUIRE(few.values.size() == 5);
  CHECK(few.values[4].find("A has 4 values of a thread in one instruction, but SM80_16x8x16_F32F16F16F32_TN takes 8") !=
        std::string::npos);
}

TEST_CASE("assertions: clang, which tells the parameters of the template alone") {
  const Read read = read_message(clang(strided, dense, cp_async));
  CHECK(read.errors == "");
  REQUIRE(read.values.size() == 3);
  CHECK(read.values[0] == "src = gmem_ptr[16b](?) o ((8,1)):((64,0))");
  CHECK(read.values[1] == "dst = smem_ptr[16b](?) o ((8,1)):((1,0))");
  CHECK(read.values[2].find("value 1 of src is 64 elements after value 0") != std::string::npos);
  // Without the innermost call, the member that made it decides: its class is the atom.
  std::string member = clang(strided, dense, cp_async);
  const std::size_t first = member.find("cute/atom/copy_atom.hpp:103");
  member.erase(first, member.find("cute/atom/copy_atom.hpp:124") - first);
  const Read outer = read_message(member);
  REQUIRE(outer.values.size() == 3);
  CHECK(outer.values[2] == read.values[2]);
  // Message of an MMA, with the condition of its overload after the operands; its consequence within the loop over K is
  // not repeated.
  const std::string acc =
      "cute::ArrayEngine<float, 32>, cute::Layout<cute::tuple<cute::C<4>, cute::C<2>, cute::C<4>>, "
      "cute::tuple<cute::C<1>, cute::C<4>, cute::C<8>>>";
  const std::string mma = "cute::gemm<cute::SM80_16x8x16_F32F16F16F32_TN, ";
  const std::string whole =
      cat("gemm.hpp:88:10: note: in instantiation of function template specialization '", mma, acc,
          ", cute::ArrayEngine<cutlass::half_t, 24>, cute::Layout<cute::tuple<cute::C<8>, cute::C<3>, cute::C<1>>, "
          "cute::tuple<cute::C<1>, cute::C<8>, cute::C<0>>>, cute::ArrayEngine<cutlass::half_t, 16>, "
          "cute::Layout<cute::tuple<cute::C<4>, cute::C<4>, cute::C<1>>, cute::tuple<cute::C<1>, cute::C<4>, "
          "cute::C<0>>>, ",
          acc, ", nullptr>' requested here\n  return gemm(mma, C, A, B, C);\n         ^\n");
  const std::string within =
      cat("gemm.hpp:414:5: note: in instantiation of function template specialization '", mma, acc,
          ", cute::ViewEngine<const cutlass::half_t *>, cute::Layout<cute::tuple<cute::C<8>, cute::C<3>>, "
          "cute::tuple<cute::C<1>, cute::C<8>>>, cute::ViewEngine<const cutlass::half_t *>, "
          "cute::Layout<cute::tuple<cute::C<4>, cute::C<4>>, cute::tuple<cute::C<1>, cute::C<4>>>, ",
          acc, ", nullptr>' requested here\n    gemm(mma, D, A(_,_,k), B(_,_,k), C);\n    ^\n");
  const std::string error =
      "gemm.hpp:406:3: error: static assertion failed due to requirement 'C<false>::value'\n"
      "  CUTE_STATIC_ASSERT_V(size<1>(A) == size<1>(C));  // AM == CM\n  ^~~~~~~~~\n";
  const Read product = read_message(cat(error, whole, error, within, whole, "2 errors generated.\n"));
  CHECK(product.errors == "");
  REQUIRE(product.values.size() == 5);
  CHECK(product.values[4].find("A spans 3 instructions along M, D spans 2") != std::string::npos);
}

TEST_CASE("assertions: gcc, which tells the calls before the error") {
  const Read read = read_message(gcc(strided, dense, cp_async));
  CHECK(read.errors == "");
  REQUIRE(read.values.size() == 3);
  CHECK(read.values[0] == "src = gmem_ptr[16b](?) o ((8,1)):((64,0))");
  CHECK(read.values[2].find("value 1 of src is 64 elements after value 0") != std::string::npos);
  // The program before it stays.
  const Read behind = read_message("L = (4,8):(8,1)\n" + gcc(strided, dense, cp_async) + "M = (2,2):(1,2)\n");
  CHECK(behind.errors == "");
  REQUIRE(behind.values.size() == 5);
  CHECK(behind.values[0] == "L = (4,8):(8,1)");
}

TEST_CASE("assertions: each of several messages is told once") {
  const char* ldsm = "cute::SM75_U32x4_LDSM_N";
  for (const auto& compiler : {nvcc, clang, gcc}) {
    const std::string one = compiler(strided, dense, cp_async, "smem_ptr");
    const std::string two = compiler(dense, dense, ldsm, "smem_ptr");
    const Read both = read_message(cat(one, one, two, one, "4 errors detected in the compilation of \"b.cu\".\n"));
    CAPTURE(one);
    CHECK(both.errors == "");
    REQUIRE(both.values.size() == 6);
    CHECK(both.values[2].find("value 1 of src is 64 elements after") != std::string::npos);
    CHECK(both.values[3].starts_with("src2 = "));
    CHECK(both.values[5].find("src is in global memory") != std::string::npos);
  }
}

TEST_CASE("assertions: broken and hostile messages end") {
  for (const auto& compiler : {nvcc, clang, gcc}) {
    const std::string whole = compiler(strided, dense, cp_async, "smem_ptr");
    for (std::size_t at = 0; at < whole.size(); at += 17) {
      (void)read_message(whole.substr(0, at));
      (void)read_message(whole.substr(at));
    }
  }
  std::string errors;
  for (int i = 0; i < 2000; ++i) errors += "error: assert 'cute::copy_unpack<cute::Layout<' requested here\n";
  (void)read_message(errors);
  (void)read_message("assert " + std::string(20000, '\'') + "cute::copy<" + std::string(20000, '<'));
  (void)read_message("assert " + std::string(20000, '<') + "copy_unpack(" + std::string(20000, '('));
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "assert copy_unpack(a, b, c) ";
  (void)read_message(many);
}

}  // namespace stridescope
