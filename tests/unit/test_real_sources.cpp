// Whole sources as users paste them: traits, kernels, helpers. Templates have the values that the program gives them;
// functions of several statements are evaluated at their calls, with the branch of `if constexpr` that applies. Text
// that does not concern layouts has no effect until something needs it.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/workspace/diagnostics.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// Names and values, a line each, then the errors.
std::string told(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  std::string out;
  for (const Binding& b : e.bindings) append_all(out, b.name, b.name.empty() ? "" : " = ", to_text(b.value), '\n');
  for (const ProgramError& error : e.errors)
    append_all(out, english(error.message), error.hole.empty() ? "" : cat(" [", error.hole, ']'), '\n');
  return out;
}

}  // namespace

TEST_CASE("real: what is not about layouts says nothing until a layout needs it") {
  const std::string head = "void f(int n) {\n  int tid = threadIdx.x;\n  auto half = split(n) / 2;\n";
  CHECK(told(head + "  auto a = make_layout(_4{});\n}") == "a = _4:_1\n");
  CHECK(told(head + "  auto a = make_layout(tid);\n  auto b = make_layout(tid, tid);\n}") ==
        "the pasted text does not give threadIdx.x, the index of the thread [threadIdx_x]\n");
  CHECK(told("threadIdx_x = 3\n" + head + "  auto a = make_layout(tid);\n}") == "threadIdx_x = 3\ntid = 3\na = 3:_1\n");
  // Reported at its own position, not at its use.
  const std::string program = "void f() {\n  int a = nosuch + 1;\n  auto b = make_layout(a);\n}";
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE(e.errors.size() == 1);
  CHECK(e.errors[0].message == "unknown name 'nosuch'");
  CHECK(program.substr(e.errors[0].span.begin, e.errors[0].span.end - e.errors[0].span.begin) == "nosuch");
  const std::vector<Span> skipped = skipped_spans(e);
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0].begin == program.find("int a"));
  // A line of our own next to a source is one that its reader wrote.
  CHECK(told("k = nosuch\nvoid f() {\n}\nA = make_layout(4)") == "A = 4:_1\nunknown name 'nosuch'\n");
  CHECK(told("using Extents = Shape<int, int>;\nstruct S {\n  using L = Layout<_4>;\n};") == "L = _4:_1\n");
}

TEST_CASE("real: members of a struct that the paste does not hold are holes") {
  const std::string kernel =
      "void f(Params const& params) {\n  auto a = make_layout(make_shape(params.rows, params.tile.k), "
      "make_stride(params.ld, _1{}));\n  auto b = make_layout(params.rows);\n}";
  CHECK(told(kernel) ==
        "the pasted text does not give params.rows [params_rows]\nthe pasted text does not give params.tile.k "
        "[params_tile_k]\n"
        "the pasted text does not give params.ld [params_ld]\n");
  CHECK(told("params_rows = 8\nparams_tile_k = 4\nparams_ld = 2\n" + kernel).find("a = (8,4):(2,_1)\nb = 8:_1\n") !=
        std::string::npos);
}

TEST_CASE("real: a type that has the name of one before it is followed to that one") {
  CHECK(told("struct Base { using Element = half_t; };\n"
             "struct Next : Base {\n  using Element = typename Base::Element;\n"
             "  static constexpr int bytes = sizeof(Element);\n"
             "  using L = Layout<Shape<Int<16 / bytes>>>;\n};") ==
        "Element = half_t\nElement = half_t\nbytes = 2\nL = (_8):(_1)\n");
}

TEST_CASE("real: an integer of C++ is no constant, whatever it is made of") {
  CHECK(told("int n = Int<4>{}; auto a = make_layout(n);") == "n = 4\na = 4:_1\n");
  CHECK(told("static constexpr int n = size(Layout<_8>{}); auto a = make_layout(n, Int<n>{});") == "n = 8\na = 8:_8\n");
  CHECK(told("auto n = Int<4>{}; auto a = make_layout(n); bool b = true;") == "n = _4\na = _4:_1\nb = true\n");
}

TEST_CASE("real: types are compared, and chosen by that") {
  const std::string chosen =
      "struct S {\n  using Atom = std::conditional_t<std::is_same_v<T, cutlass::half_t>, "
      "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>>;\n"
      "  auto k = get<2>(Atom::Shape_MNK{});\n};";
  CHECK(told("using T = half_t;\n" + chosen).ends_with("k = _16\n"));
  CHECK(told("using T = float;\n" + chosen).ends_with("k = _8\n"));
  CHECK(told("bool a = is_same<float, float>::value; bool b = !is_same_v<float, half_t>;") == "a = true\nb = true\n");
}

TEST_CASE("real: a function of several statements is read where it is called") {
  const std::string function =
      "template <int M, class T = half_t>\nCUTE_HOST_DEVICE constexpr auto tile(int k) {\n"
      "  constexpr int bits = sizeof_bits_v<T>;\n  using Row = Layout<Shape<_8, Int<M>>, Stride<Int<M>, _1>>;\n"
      "  auto rows = k * 2;\n  static_assert(M > 2);\n"
      "  return tile_to_shape(Row{}, make_shape(rows, Int<2 * M>{}));\n}\n";
  CHECK(told(function + "auto a = tile<64>(8);\nauto b = tile<32>(Int<8>{});") ==
        "T = half_t\na = ((_8,2),(_64,_2)):((_64,_512),(_1,1024))\nb = ((_8,2),(_32,_2)):((_32,_256),(_1,512))\n");
  CHECK(told("def f(m):\n  n = cute.size(m)\n  t = (n, 2)\n  return cute.make_layout(t)\n\nx = "
             "f(cute.make_layout(8))\n") == "x = (_8,_2):(_1,_8)\n");
  // A function that does more than that is refused.
  for (const char* body :
       {"auto a = make_layout(m); a += 1; return a;", "if (m > 2) { return make_layout(m); } return m;"}) {
    CAPTURE(std::string(body));
    CHECK(told(cat("auto f(int m) {\n  ", body, "\n}\nauto x = f(4);")).find("x = ") == std::string::npos);
  }
  // Names of the function are its own.
  CHECK(told("auto n = _2{};\nauto f(int m) {\n  auto n = make_shape(m, _3{});\n  return make_layout(n);\n}\n"
             "auto x = f(4);\nauto y = make_layout(n);") == "n = _2\nx = (4,_3):(_1,4)\ny = _2:_1\n");
}

TEST_CASE("real: a template has the values that the program names it with") {
  const std::string traits =
      "template <int N, class T = float, int Deep = N * 2>\nstruct Traits {\n"
      "  using L = Layout<Shape<Int<N>, Int<Deep>>>;\n  static constexpr int bytes = size(L{}) * sizeof(T);\n};\n";
  CHECK(told(traits + "using One = Traits<128, cutlass::half_t>;\nauto l = One::L{};")
            .ends_with("L = (_128,_256):(_1,_128)\nbytes = 65536\nl = (_128,_256):(_1,_128)\n"));
  CHECK(told(traits + "Traits<4, float, 3> t;").ends_with("L = (_4,_3):(_1,_4)\nbytes = 48\n"));
  // Several candidates: the reader does not guess.
  CHECK(told(traits + "using A = Traits<8>;\nusing B = Traits<16>;").find("'N' is a parameter") != std::string::npos);
  CHECK(told(traits + "using A = Traits<8>;\nusing B = Traits<8, half_t>;").find("'T' is a parameter") ==
        std::string::npos);
  CHECK(told("template <int N>\nstruct Other {\n  using O = Layout<Int<N>>;\n};\n" + traits + "using A = Other<8>;")
            .find("'N' is a parameter") != std::string::npos);
  CHECK(told(traits + "using A = Traits<kUnknown>;").find("'N' is a parameter") != std::string::npos);
  CHECK(told("constexpr int kN = 32;\n" + traits + "using A = Traits<kN>;").find("L = (_32,_64):(_1,_32)\n") !=
        std::string::npos);
  CHECK(told("template <class Shape_>\n__global__ void kernel(float* p) {\n  auto l = make_layout(Shape_{});\n}\n"
             "void run() {\n  kernel<Shape<_4, _8>><<<1, 128>>>(p);\n}")
            .find("l = (_4,_8):(_1,_4)\n") != std::string::npos);
}

TEST_CASE("real: of if constexpr the branch that runs") {
  const std::string branches =
      "void f() {\n  if constexpr (kN == 2) {\n    auto a = make_layout(_4{});\n  } else if constexpr (kN > 4) {\n"
      "    auto a = make_layout(_8{});\n  } else {\n    auto a = make_layout(_16{}, nosuch(_2{}));\n  }\n"
      "  auto b = coalesce(a);\n}";
  CHECK(told("constexpr int kN = 2;\n" + branches) == "kN = 2\na = _4:_1\nb = _4:_1\n");
  CHECK(told("constexpr int kN = 8;\n" + branches) == "kN = 8\na = _8:_1\nb = _8:_1\n");
  // If the condition is unknown, all branches are read, as they are of a plain `if`.
  const std::string both = told(branches);
  CHECK(both.starts_with("a = _4:_1\na = _8:_1\n"));
}

TEST_CASE("real: statements that make no layout of ours are passed over") {
  CHECK(told("void f() {\n  tensor(make_coord(i, j)) += slope * x;\n  mask |= (1 << make_layout(_2{})(n));\n"
             "  typename Kernel::Params args {\n    {make_shape(1, 2), make_stride(3, 4)},\n    params.x\n  };\n"
             "  asm volatile(\"mov %0, %1;\\n\"\n    : \"=r\"(x) : \"l\"(make_policy<kind>()));\n"
             "  auto g = [&](auto x) {\n    auto y = make_layout(_6{});\n  };\n"
             "  auto z = cute::conditional_return<false>(make_layout(_7{}), make_layout(_9{}));\n"
             "  auto s = select<(1 > 2) ? 0 : 1, 0>(make_shape(_3{}, _5{}));\n}") ==
        "y = _6:_1\nz = _9:_1\ns = (_5,_3)\n");
  // The element width of a tensor is unknown if its type is a parameter.
  CHECK(told("template <class T>\nvoid f() {\n  auto t = make_tensor<T>(Shape<_4>{});\n}") ==
        "t = ptr[?b](?) o (_4):(_1)\n");
}

}  // namespace stridescope
