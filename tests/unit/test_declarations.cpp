// The declarations of sources and their values.
#include <doctest/doctest.h>

#include <ctime>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/lang/ast.h"
#include "core/sources/source_values.h"
#include "core/sources/stride_comments.h"
#include "tests/unit/layouts.h"

namespace stridescope {
namespace {

std::vector<Declaration> declared(std::string_view text) {
  Budget budget = max_program_budget;
  auto all = values_of(text, budget);
  REQUIRE(all.has_value());
  return std::move(all->declarations);
}

// `name value`, one a declaration; `name ?` without a value.
std::string values(std::string_view text) {
  std::string out;
  for (const Declaration& one : declared(text)) {
    CHECK(text.substr(one.name_span.begin, one.name_span.end - one.name_span.begin) == one.name);
    CHECK(one.value.has_value() == one.open.empty());
    append_all(out, out.empty() ? "" : "\n", one.name, ' ',
               one.value ? to_text(*one.value, integers_of(text)) : std::string("?"));
  }
  return out;
}

}  // namespace

TEST_CASE("declarations: comments bind names to integers and types") {
  const auto all = stride_comments("// stride: kM=128, Traits = F<64, half_t> , a.b=2\nx = 1  # stride: y=3, z=\n");
  REQUIRE(all.size() == 4);
  CHECK(all[0].name == "kM");
  CHECK(all[0].value == "128");
  CHECK(all[1].value == "F<64, half_t>");
  CHECK(all[2].name == "a.b");
  CHECK(all[3].name == "y");
  CHECK(stride_comments("stride: a=1\n/* stride: b=1 */ \"stride:\"").empty());
  CHECK(bound_names("// stride: kM=128, T=half_t\nint i = threadIdx.x;") == "kM = 128\nthreadIdx_x = 0\n");
}

TEST_CASE("declarations: a program of the language and Python") {
  CHECK(values("A = (4,8):(8,1)\nB = coalesce(A)\nC = composition(A, D)\n") == "A (4,8):(8,1)\nB (4,8):(8,1)\nC ?");
  CHECK(values("import cutlass.cute as cute\n# stride: bM=64\nsA = cute.make_layout((bM, 8), stride=(8, 1))\n") ==
        "sA (64,8):(8,1)");
}

TEST_CASE("declarations: a missing value names what is open") {
  const auto all = declared("A = (4,8):(8,1)\nC = composition(A, D)\n");
  REQUIRE(all.size() == 2);
  CHECK(all[1].open_name == "D");
  CHECK(english(all[1].open) == "unknown name 'D'");
  CHECK(all[0].program == "A = (4,8):(8,1)");
  CHECK(all[0].kind == DeclarationKind::layout);
}

// --- C++: scopes, templates, types ---

TEST_CASE("declarations: names of one function do not reach another") {
  CHECK(values("#include <cute/tensor.hpp>\n"
               "void f() { auto n = Int<64>{}; auto M = make_layout(make_shape(n, Int<8>{})); }\n"
               "void g() { auto M = make_layout(make_shape(Int<7>{})); auto B = make_layout(make_shape(n, Int<2>{})); "
               "auto C = coalesce(M); }\n") == "n _64\nM (_64,_8):(_1,_64)\nM (_7):(_1)\nB ?\nC _7:_1");
}

TEST_CASE("declarations: a function has the arguments of its call") {
  CHECK(values(R"(#include <cute/tensor.hpp>
template <class Shape, class T, class Smem>
__global__ void kernel(Shape shape, T const* A, Smem layout) {
  Tensor mA = make_tensor(make_gmem_ptr(A), shape, make_stride(Int<1>{}, get<0>(shape)));
  Tensor gA = local_tile(mA, make_shape(Int<64>{}, Int<8>{}), make_coord(blockIdx.x, _));
  __shared__ T memory[cosize_v<Smem>];
  Tensor sA = make_tensor(make_smem_ptr(memory), Smem{});
}
void launch(int m, cutlass::half_t const* A) {
  auto sA = make_layout(make_shape(Int<64>{}, Int<8>{}));
  kernel<<<1, 128>>>(make_shape(m, 512), A, sA);
}
int main() {
  int m = 256;
  launch(m, nullptr);
}
)") == R"(layout (_64,_8):(_1,_64)
mA gmem_ptr[16b](?) o (256,512):(_1,256)
gA gmem_ptr[16b](?) o (_64,_8,64):(_1,256,2048)
sA smem_ptr[16b](?) o (_64,_8):(_1,_64)
sA (_64,_8):(_1,_64)
m 256)");
}

TEST_CASE("declarations: a launch by a pointer to the kernel, and overloads by types of pointers") {
  CHECK(values(R"(#include <cute/tensor.hpp>
template <class L> __global__ void kernel(L, float const* p) {
  Tensor g = make_tensor(make_gmem_ptr(p), L{});
}
void setup(half_t const* p) { Layout h = Layout<_1>{}; }
template <class T> void setup(T const* p) {
  Layout l = make_layout(Int<4>{}, Int<2>{});
  void const* function = reinterpret_cast<void const*>(&kernel<decltype(l)>);
  cutlass::Status status = cutlass::launch_kernel_on_cluster(params, (void const*) function, l, p);
}
int main() { float const* p = nullptr; setup(p); }
)") == "g gmem_ptr[32b](?) o _4:_2\nh _1:_0\nl _4:_2");
}

TEST_CASE("declarations: structures, their parameters, bases and members") {
  constexpr std::string_view text = R"(#pragma once
template <int kHeadDim_, class elem_type = cutlass::half_t>
struct Base {
  using Element = elem_type;
  static constexpr int kHeadDim = kHeadDim_;
};
template <int kHeadDim_, int kBlockM_, bool Wide = false, typename Parent = Base<kHeadDim_>>
struct Traits : public Parent {
  using Element = typename Parent::Element;
  static constexpr int kBlockK = Parent::kHeadDim % 64 == 0 ? 64 : 32;
  static constexpr int kPerLoad = sizeof(cute::uint128_t) / sizeof(Element);
  static constexpr bool kIsHalf = cute::is_same_v<Element, cutlass::half_t> && !Wide;
  using Atom = decltype(composition(Swizzle<kBlockK == 32 ? 2 : 3, 3, 3>{},
                                    Layout<Shape<_8, Int<kBlockK>>, Stride<Int<kBlockK>, _1>>{}));
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<kBlockM_>, Int<Parent::kHeadDim>>{}));
  using Rows = std::conditional_t<Wide, Layout<Shape<_16, _8>>, Layout<Shape<Int<128 / (kBlockK / kPerLoad)>, _8>>>;
  using Selected = decltype(cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::K, Element, Int<64>,
                                                                                Int<kBlockK>>());
};
template <typename Kernel>
void compute() {
  Tensor s = make_tensor(make_smem_ptr(static_cast<typename Kernel::Element*>(nullptr)), typename Kernel::Smem{});
}
)";
  CHECK(values(cat(text, "// stride: Kernel = Traits<96, 64>\n")) == R"(kHeadDim 96
kBlockK 32
kPerLoad 8
kIsHalf true
Atom Sw<2,3,3> o _0 o (_8,_32):(_32,_1)
Smem Sw<2,3,3> o _0 o ((_8,_8),(_32,_3)):((_32,_256),(_1,_2048))
Rows (_32,_8):(_1,_32)
Selected Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)
s smem_ptr[16b](?) o Sw<2,3,3> o _0 o ((_8,_8),(_32,_3)):((_32,_256),(_1,_2048)))");
  // Without the comment each declaration names the parameter that is open.
  for (const Declaration& one : declared(text)) {
    if (one.kind == DeclarationKind::layout)
      CHECK(one.open_name ==
            (one.name == "Rows" || one.name == "Selected" || one.name == "Atom" ? "kHeadDim_" : one.open_name));
    if (one.name == "s") CHECK(one.open_name == "Kernel");
  }
}

TEST_CASE("declarations: a specialization of a function ends with its body") {
  CHECK(values("#pragma once\ntemplate <class T> T f(int n);\ntemplate <> inline Pair<half_t> f<half_t>(int n) {\n"
               "  auto K = make_layout(8);\n  return {K};\n}\nstruct Copies {\n  static constexpr int bytes = 16;\n};\n"
               "auto L = make_layout(Int<Copies::bytes>{});\n") == "K 8:_1\nbytes 16\nL _16:_1");
}

TEST_CASE("declarations: branches, loops and variables that change") {
  // !a && b negates the first term, not the whole.
  CHECK(values("#pragma once\ntemplate <class A> struct S {\n  static constexpr bool v = false;\n"
               "  static constexpr bool u = !v && A::k >= 90;\n  using L = Layout<Shape<Int<u ? 4 : 8>>>;\n};\n") ==
        "v false\nL ?");
  CHECK(values(R"(#pragma once
template <bool Tall>
void f(int n) {
  auto view = [&] {
    if constexpr (Tall) {
      return make_layout(Shape<_2, _4>{});
    } else {
      return make_layout(Shape<_4, _4>{});
    }
  }();
  int stage = 0;
  Tensor s = make_tensor(make_smem_ptr(static_cast<float*>(nullptr)), Layout<Shape<_4, _2>>{});
  Tensor first = s(_, stage);
  for (int k = 0; k < n; ++k) {
    Tensor later = s(_, stage);
    ++stage;
  }
  if (n > 3) { stage = 1; }
  Tensor last = s(_, stage);
}
// stride: Tall = false
)") == R"(view (_4,_4):(_1,_4)
stage 0
s smem_ptr[32b](?) o (_4,_2):(_1,_4)
first smem_ptr[32b](?) o (_4):(_1)
k 0
later ?
last ?)");
}

TEST_CASE("declarations: members of objects, also through comments") {
  CHECK(values(R"(#pragma once
template <class T>
struct Storage {
  alignas(128) cute::ArrayEngine<T, 64> A;
  cute::array_aligned<float, 64> B;
  union {
    struct { cute::ArrayEngine<double, 4> C; } epilogue;
  } both;
};
template <class SharedStorage>
void f(SharedStorage& shared, Params const& params) {
  extern __shared__ char memory[];
  using Storage = Storage<cutlass::bfloat16_t>;
  Storage& smem = *reinterpret_cast<Storage*>(memory);
  Tensor a = make_tensor(make_smem_ptr(smem.A.begin()), Layout<_64>{});
  Tensor b = make_tensor(make_smem_ptr(shared.mainloop.B.data()), Layout<_64>{});
  Tensor c = make_tensor(make_gmem_ptr<half_t>(params.ptr), make_shape(params.m, 8));
  Tensor d = make_tensor(make_gmem_ptr<half_t>(params.ptr), make_shape(params.k, 8));
  Tensor e = make_tensor(make_smem_ptr(&smem.both.epilogue.C[0]), Layout<_4>{});
}
// stride: shared.mainloop = Storage<float>, params.m = 4
)") == R"(a smem_ptr[16b](?) o _64:_1
b smem_ptr[32b](?) o _64:_1
c gmem_ptr[16b](?) o (4,8):(_1,4)
d ?
e smem_ptr[64b](?) o _4:_1)");
}

TEST_CASE("declarations: names of other projects are kept, those of the source replaced") {
  CHECK(values(R"(#pragma once
struct Collective {
  using PipelineState = cutlass::PipelineState<2>;
  static void f(int K) {
    auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
    auto width = UniversalCopy<uint_byte_t<sizeof(float) * size(Layout<_4>{})>>{};
    auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint_byte_t<sizeof(float) * size(Layout<_4>{})>>, float>{},
                                Layout<_32>{}, Layout<_4>{});
    auto threads = size(mma);
  }
};
)")
            .find("threads _128") != std::string::npos);
}

TEST_CASE("declarations: operators, and files that the source includes") {
  constexpr std::string_view text = R"(#pragma once
#include "traits.h"
struct Kernel {
  template <class Smem>
  void __device__ operator()(Smem layout, char* memory) const {
    Tensor s = make_tensor(make_smem_ptr(reinterpret_cast<Traits<64>::Element*>(memory)), Traits<64>::Layout{});
  }
};
)";
  Budget budget = max_program_budget;
  const auto all = values_of(text, budget, [](const std::string& name) -> std::optional<std::string> {
    if (name != "traits.h") return std::nullopt;
    return "template <int N> struct Traits { using Element = float; using Layout = cute::Layout<Shape<Int<N>, _8>>; };";
  });
  REQUIRE(all.has_value());
  REQUIRE(all->declarations.size() == 1);
  CHECK(to_text(all->declarations[0].value.value(), IntegerMode::cute) == "smem_ptr[32b](?) o (_64,_8):(_1,_64)");
  CHECK(values(text) == "s ?");
}

TEST_CASE("declarations: containers of a storage whose type is open") {
  constexpr std::string_view text = R"(#pragma once
template <class Element>
struct Collective {
  struct SharedStorage {
    struct TensorStorage {
      cute::array_aligned<Element, 64> smem_a;
    } tensors;
  };
  template <class Storage>
  void load(Storage& storage) {
    Tensor a = make_tensor(make_smem_ptr(storage.mainloop.tensors.smem_a.data()), Layout<_64>{});
    Tensor b = make_tensor(make_smem_ptr(storage.mainloop.tensors.smem_b.data()), Layout<_64>{});
  }
};
// stride: Element = half_t
)";
  CHECK(values(text) == "a smem_ptr[16b](?) o _64:_1\nb ?");
}

TEST_CASE("declarations: the atoms of shared memory that CUTLASS selects") {
  CHECK(values(R"(#pragma once
using A = decltype(sm100_smem_selector<UMMA::Major::K, cutlass::half_t, Int<128>, Int<32>>());
using B = decltype(sm100_smem_selector<UMMA::Major::MN, float, Int<64>, Int<32>>());
using C = decltype(ss_smem_selector<GMMA::Major::MN, cutlass::half_t, Int<32>, Int<64>>());
using D = decltype(ss_smem_selector<GMMA::Major::K, cutlass::half_t, Int<32>, Int<7>>());
)") == R"(A Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)
B Sw<2,5,2> o smem_ptr[32b](unset) o (_32,_4):(_1,_32)
C Sw<2,4,3> o smem_ptr[16b](unset) o (_32,_8):(_1,_32)
D ?)");
  // The namespace keeps its name next to a function of that name.
  CHECK(values(R"(#pragma once
template <class A> void gemm(A a) {}
using A = decltype(cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::MN, cutlass::half_t, Int<32>, Int<64>>());
)") == "A Sw<2,4,3> o smem_ptr[16b](unset) o (_32,_8):(_1,_32)");
}

TEST_CASE("declarations: a result that depends on an open condition names it") {
  const auto all = declared(R"(#pragma once
template <class T, class L> auto rows(L layout) {
  if constexpr (sizeof(typename T::Element) == 2) { return get<0>(layout); } else { return get<1>(layout); }
}
void f() { Layout a = rows<Unknown>(Layout<Shape<_2, _4>>{}); }
)");
  REQUIRE(all.size() == 2);
  CHECK(english(all[1].open) == "the condition of its return has no value");
  CHECK(all[1].open_name == "typename T::Element");
}

TEST_CASE("declarations: views of fragments in registers") {
  const auto all = declared(R"(#pragma once
template <class L> auto rows(L layout) { return make_layout(get<1>(layout), get<0>(layout)); }
void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  Tensor acc = partition_fragment_C(mma, Shape<_16, _16>{});
  Tensor view = make_tensor(acc.data(), rows(acc.layout()));
}
)");
  REQUIRE(all.size() == 4);
  CHECK(to_text(all[2].value.value(), IntegerMode::cute) == "((_2,_2),_1,_2):((_1,_2),_0,_4)");
  CHECK(all[2].kind == DeclarationKind::tensor);
  CHECK(to_text(all[3].value.value(), IntegerMode::cute) == "(_1,(_2,_2)):(_0,(_1,_2))");
}

TEST_CASE("declarations: hostile text ends") {
  for (const std::string_view text :
       {"#pragma once\ntemplate <int N> struct S { using T = typename S<N + 1>::T; }; using U = S<0>::T;",
        "#pragma once\nint f(int n) { return f(n); } auto x = f(1);", "#include <a>\nstruct A : A { using B = B; };",
        "#include <a>\nauto f = [](auto g) { return g(g); }; auto y = f(f);", "#include <a>\n{{{{((((<<<<",
        "#include <a>\nvoid f() { auto [a, b"}) {
    CAPTURE(text);
    CHECK(declared(text).size() < 10);
  }
}

TEST_CASE("declarations: deep and repeated text ends in time") {
  std::string chain = "#include <a>\n";
  for (int i = 0; i < 4000; ++i) append_all(chain, "using A", i, " = A", i + 1, ";\n");
  std::string calls = "#include <a>\n";
  for (int i = 40; i > 0; --i)
    append_all(calls, "int f", i, "(int n) { return f", i + 1, "(n) + f", i + 1, "(n + 1); }\n");
  std::string nested = "#include <a>\nauto x = ";
  for (int i = 0; i < 40'000; ++i) nested += "(";
  nested += "1";
  for (int i = 0; i < 40'000; ++i) nested += ")";
  std::string angles = "#include <a>\ntemplate <int N> struct S { static constexpr int v = N; };\nauto x = ";
  for (int i = 0; i < 200; ++i) angles += "S<1 + ";
  angles += "1";
  for (int i = 0; i < 200; ++i) angles += ">::v";
  std::string open = "#include <a>\nauto x = ";
  for (int i = 0; i < 40'000; ++i) open += "a<";
  for (const std::string& text : {chain, calls, cat(nested, ";"), cat(angles, ";"), cat(open, ";")}) {
    CAPTURE(text.substr(0, 60));
    const std::clock_t start = std::clock();
    static_cast<void>(declared(text));
    // With a sanitizer it takes ten times as long.
    CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < (laws::complete ? 6 : 60));
  }
}

TEST_CASE("declarations: a text beyond the limit") {
  Budget budget = max_program_budget;
  const auto all = values_of(std::string(max_program_bytes + 1, ' '), budget);
  REQUIRE(!all.has_value());
  CHECK(all.error().code == ErrorCode::too_large);
}

}  // namespace stridescope
