// Each production nested in itself, in each other one, and chained.
#include <algorithm>
#include <string_view>
#include <vector>

#include "core/lang/ast.h"
#include "tests/adversarial/programs.h"

namespace stridescope::adversarial {
namespace {

// open^n core close^n
struct Nest {
  std::string_view open;
  std::string_view core;
  std::string_view close;
};

// first item^n last
struct Chain {
  std::string_view first;
  std::string_view item;
  std::string_view last;
};

constexpr Nest nests[] = {
    // the language
    {"(", "1", ")"},
    {"(1,", "2", ")"},
    {"(", "1", ",2)"},
    {"(", "1", ",)"},
    {"((", "(1,2)", "):(3,4))"},
    {"<", "4:1", ">"},
    {"<4,", "4", ">"},
    {"(1)_(", "1", ")"},
    {"(1,2)_(*,", "*", ")"},
    {"(2)--(", "1", ")-->(2)"},
    {"(2)--(1)-->(", "2", ")"},
    {"coalesce(", "4:1", ")"},
    {"composition(4:1, ", "4:1", ")"},
    {"make_layout(", "4", ")"},
    {"make_tuple(", "1", ")"},
    {"flatten((", "1", ",2))"},
    {"get<0>((", "1", ",2))"},
    {"add(1,", "1", ")"},
    {"(_0:_1)(", "0", ")"},
    {"L(", "0", ")"},
    {"4:1 o (", "4:1", ")"},
    {"((4:1)/", "2", ")"},
    {"(1+", "1", ")"},
    {"print(", "1", ")"},
    {"Sw<3,4,3> o 0 o (", "64:1", ")"},
    {"copy_kernel(", "4:1", ", stages=2)"},
    {"make_tiled_mma(", "SM80_16x8x16_F32F16F16F32_TN", ")"},
    {"Copy_Atom<", "UniversalCopy<half_t>", ",half_t>"},
    {"MMA_Atom<", "SM80_16x8x16_F32F16F16F32_TN", ">"},
    {"TiledMMA\n  ThrLayoutVMNK: (", "1", ")"},
    {"MMA_Atom\n  ThrID: ", "1:1", "\n"},
    // C++
    {"Shape<", "_1", ">"},
    {"Layout<Shape<", "_1", ">>"},
    {"cute::tuple<", "cute::C<1>", ">"},
    {"auto x = make_shape(", "Int<1>{}", ")"},
    {"Int<", "4", ">{}"},
    {"auto x = Int<1+", "1", ">{}"},
    {"decltype(", "Int<4>{}", ")"},
    {"make_tile(", "_4{}", ")"},
    {"int(", "4", ")"},
    {"(int)", "4", ""},
    {"static_cast<int>(", "4", ")"},
    {"auto x = -", "y", ""},
    {"auto x = !", "true", ""},
    {"auto x = (", "1", ")+1"},
    {"auto x = true ? 1 : ", "2", ""},
    {"auto x = true ? (", "1", ") : 2"},
    {"auto x = true && ", "true", ""},
    {"auto x = conditional_t<true,", "int", ",int>"},
    {"ComposedLayout<Swizzle<3,4,3>,_0,", "Layout<_8,_1>", ">"},
    {"Tensor<ViewEngine<", "gmem_ptr<half_t*>", ">,Layout<_8,_1>>"},
    {"ViewEngine<", "gmem_ptr<half_t*>", ">"},
    {"Tensor<ViewEngine<swizzle_ptr<Swizzle<3,4,3>,", "smem_ptr<half_t*>", ">>,Layout<_8,_1>>"},
    {"make_tensor(make_gmem_ptr<complex<", "float", ">>(p), 4:1)"},
    {"Array<", "half_t", ",8>"},
    {"ScaledBasis<", "C<1>", ",0>"},
    {"ArithmeticTuple<", "C<1>", ">"},
    {"template <class ", "T", ">"},
    {"void f(int ", "a", ") {"},
    {"{", "4:1", "}"},
    {"[", "1", "]"},
    {"/*", " 4:1 ", "*/"},
    {"#if 0\n", "4:1\n", "#endif\n"},
    {"enum E {a = ", "1", "};"},
    {"cpasync.tma_partition(", "4:1", ", 0, 1:0, L, L)"},
    {"if (", "1", ")"},
    // Python and MLIR
    {"cute.make_layout((", "4", ",2), stride=(1,2))"},
    {"E([", "0", "])"},
    {"!cute.layout<\"", "4:1", "\">"},
    {"!cute.memref<f16, gmem, ", "\"4:1\"", ">"},
    {"tensor<ptr<f16,gmem> o ", "4:1", ">"},
    {"cute.size(L, mode=[", "0", "])"},
    // mangled names
    {"_Z1fP", "i", ""},
    {"_Z1fI", "i", "E"},
    {"_Z1fIJ", "i", "EE"},
    {"_ZN1aI", "i", "EE"},
    {"_ZZ1fiE", "1g", ""},
    {"_ZZ", "1fi", "E1g"},
    {"_Z1fDp", "i", ""},
    {"_Z1fN4cute5tupleIJ", "NS_1CILi4EEE", "EEE"},
    {"_Z1fIUl", "i", "E_E"},
    // JSON-like, and nothing at all
    {"{\"a\":", "1", "}"},
    {"\"", "x", "\""},
    {"smem_ptr[16b](", "unset", ")"},
    {"Sw<3,4,3>_smem_ptr[16b](", "0x10", ") o 4:1"},
};

constexpr Chain chains[] = {
    {"4:1", " o 4:1", ""},
    {"4:1", " o 0 o 4:1", ""},
    {"Sw<3,4,3> o 0 o ", "Sw<3,4,3> o 0 o ", "64:1"},
    {"4:1", " o ", ""},
    {"64", "/2", ""},
    {"64", "%7", ""},
    {"(4:1)", " ⊘ (2:1)", ""},
    {"(4:1)", " ⊗ (2:1)", ""},
    {"1", ":1", ""},
    {"1", "+1", ""},
    {"1", "-1", ""},
    {"1", "*1", ""},
    {"-", "-", "1"},
    {"1", "--1", ""},
    {"(1)", "_(1)", ""},
    {"(1,2)", "_(*,*)", ""},
    {"P = (*,*)\n(1,2)", "_P", ""},
    {"(2)", "--(1)-->(2)", ""},
    {"(2)", "-->(2)", ""},
    {"L = 4:1\nL", "(0)", ""},
    {"(1)", "(1)", ""},
    {"(1", ",1", ")"},
    {"(", "1,", "):(1)"},
    {"<1", ",1", ">"},
    {"(", "_,", ")"},
    {"(1", ",()", ")"},
    {"(4:1", ",4:1", ")"},
    {"coalesce(1", ",1", ")"},
    {"get<0", ",0", ">((1,2))"},
    {"_1", "@0", ""},
    {"E<0", ",0", ">"},
    {"1", "\n1", ""},
    {"1", ";1", ""},
    {"a = 1", "\na = a", ""},
    {"a = 1", "\nb = a\na = b", ""},
    {"a = (1,2)", "\na = (a,a)", ""},
    {"a = 2:1", "\na = logical_product(a,a)", ""},
    {"a = 2:1", "\na = make_layout(a,a)", ""},
    {"a = (2,2):(1,2)", "\na = composition(a,a)", ""},
    {"a = (8,8):(1,8)", "\nprint_layout(a)", ""},
    {"a = b", "\na = b", ""},
    {"a = 4:1", "\na = (a,)", ""},
    {"a = 4:1", "\na = (a,1)", ""},
    {"a = 4:1", "\na = make_tuple(a)", ""},
    {"a = 4:1", "\na = make_tile(a)", ""},
    {"a = 4", "\na = make_tuple(a)", ""},
    {"a = (4:1,2:1)", "\na = append(a, a)", ""},
    {"a = (8,64):(64,1)", "\na = Sw<3,4,3> o 0 o a", ""},
    {"a = (8,64):(64,1)", "\na = a o 0 o a", ""},
    {"", "a", ""},
    {"", "a ", ""},
    {"", "_", ""},
    {"", "9", ""},
    {"_", "9", ""},
    {"0x", "f", ""},
    {"", "=", ""},
    {"a", "=a", ""},
    {"", ".", ""},
    {"", ",", ""},
    {"", "\\", ""},
    {"", "\"", ""},
    {"", "'", ""},
    {"", "#", ""},
    {"", "#\n", ""},
    {"", "?", ""},
    {"", "@", ""},
    {"", "\xc2\xa0", ""},
    {"", "\xef\xbb\xbf", ""},
    {"", "\xff", ""},
    {"", "o ", ""},
    {"", "\n", ""},
    {"", " ", ""},
    {"", "SM", ""},
    {"SM80_", "16x8", ""},
    {"SM80_16x8x16_F32F16F16F32_TN", "\nSM80_16x8x16_F32F16F16F32_TN", ""},
    {"SM80_16x8x16_F32F16F16F32_TM", "\nSM80_16x8x16_F32F16F16F32_TM", ""},
    {"atoms(\"sm90\")", "\natoms(\"sm90\")", ""},
    {"coalesec(4:1)", "\ncoalesec(4:1)", ""},
    {"print_svg((16,16):(1,16))", "\nprint_svg((16,16):(1,16))", ""},
    {"auto x = 1", "+1", ""},
    {"auto x = 2", "*1", ""},
    {"auto x = 64", "/2", ""},
    {"auto x = true", "&&true", ""},
    {"auto x = true", "||true", ""},
    {"auto x = 1", "==1", ""},
    {"auto x = true", "?1:2", ""},
    {"auto x = L", ".shape()", ""},
    {"auto x = L", "::value", ""},
    {"auto x = L", "{}", ""},
    {"auto x = L", "(0)", ""},
    {"auto x = L", "[0]", ""},
    {"auto x = 1", ", y = 1", ""},
    {"auto x = ", "cute::", "Int<4>{}"},
    {"", "const ", "int x = 1"},
    {"", "Layout<_4,_1> ", ""},
    {"text ", "Layout<Shape<_2,_2>,Stride<_1,_2>> ", ""},
    {"text ", "Layout<", ""},
    {"text ", "tuple<", ""},
    {"text ", "_Z1f", ""},
    {"text ", "_Z1fN4cute6LayoutIiiEE ", ""},
    {"_ZN", "1a", "E"},
    {"_Z1fIi", "S_", "E"},
    {"_Z1fN1aIi", "NS_IiE", "EE"},
    {"", "template <class T>\n", ""},
    {"", "void f(int a) {\n", ""},
    {"", "#define x\n", ""},
    {"#define f(x) x+x\nauto y = ", "f(", "1)"},
    {"#define f(x, y) (x+y)\nauto z = ", "f(1,", "1)"},
    {"#define a b b\n#define b a a\n", "a ", ""},
    {"#define x\nauto y = 1", " x", ""},
    {"", "#define a a a a a\na", ""},
    {"", "#undef a\n#define a 4\n", "a"},
    {"template <int N> using L = Layout<Shape<Int<N>>>;\nauto y = ", "L<", "4>"},
    {"", "template <int N> using L = Layout<Int<N>>;\n", "L<4>{}"},
    {"enum { a", ", a", "};"},
    {"enum class E { a = 1", ", b = 2", "}; auto x = E::b"},
    {"auto x = L", ".data()", ""},
    {"cute.make_layout(4", ", shape=4", ")"},
    {"", "/* ", ""},
    {"", "// \n", ""},
    {"", "{", ""},
    {"", "}", ""},
    {"", "(", ""},
    {"", ")", ""},
    {"", "<", ""},
    {"", ">", ""},
    {"", "[", ""},
    {"", "gmem_ptr[16b](", ""},
    {"", "gmem_ptr[16b](0x10) o ", "4:1"},
    {"", "tensor<ptr<f16,gmem> o ", ""},
    {"", "Sw<", ""},
    {"", "Sw<3,4,3>_", ""},
    {"", "%0 = ", ""},
    {"4:1\n", "  0  1  2  3\n", ""},
    {"(4,2):(2,1)\n", "       0   1 \n    +---+---+\n 0  | 0 | 1 |\n", ""},
    {"", "auto f(int m) {", ""},
    {"", "auto f(int m) { return ", ""},
    {"", "{def f():\n  def f():\n", ""},
    {"import cute\n", "def f(n): return ", "n"},
    {"", "for (int k = 0;;) {\n k = k + 1;\n", ""},
    {"#include <x>\nauto n = foo(3);\n", "int n = n + 1;\n", "auto L = make_layout(n);"},
    {"", "int x{", ""},
    {"", "int x(4", ""},
};

constexpr std::size_t counts[] = {10, 100, 1'000, 10'000, 100'000};

std::string times(std::string_view text, std::size_t n) {
  std::string out;
  out.reserve(text.size() * n);
  for (std::size_t i = 0; i < n; ++i) out.append(text);
  return out;
}

// As many repetitions as the cap on a program allows; for the largest count, the program that exceeds the cap.
std::size_t fitting(std::size_t n, std::size_t each) {
  return n < counts[4] ? std::min(n, max_program_bytes / std::max<std::size_t>(each, 1)) : n;
}

std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text) out.push_back(c == '\n' ? '~' : c);
  return out;
}

}  // namespace

void grammar_programs(Programs& out) {
  for (const Nest& nest : nests) {
    for (const std::size_t count : counts) {
      for (const bool closed : {true, false}) {
        out.add([&] {
          const std::size_t n = fitting(count, nest.open.size() + nest.close.size());
          return Program{"nest " + shown(nest.open) + " x " + std::to_string(n) + (closed ? "" : ", not closed"),
                         times(nest.open, n) + std::string(nest.core) + (closed ? times(nest.close, n) : "")};
        });
      }
    }
  }
  for (const Chain& chain : chains) {
    for (const std::size_t count : counts) {
      out.add([&] {
        const std::size_t n = fitting(count, chain.item.size());
        return Program{"chain " + shown(chain.item) + " x " + std::to_string(n),
                       std::string(chain.first) + times(chain.item, n) + std::string(chain.last)};
      });
    }
  }
  for (const Nest& outer : nests) {
    for (const Nest& inner : nests) {
      for (const std::size_t count : {std::size_t{30}, std::size_t{3'000}}) {
        out.add([&] {
          const std::string open = std::string(outer.open) + std::string(inner.open);
          const std::string close = std::string(inner.close) + std::string(outer.close);
          const std::size_t n = fitting(count, open.size() + close.size());
          return Program{"pair " + shown(outer.open) + " " + shown(inner.open) + " x " + std::to_string(n),
                         times(open, n) + std::string(inner.core) + times(close, n)};
        });
      }
    }
  }
  // A chain inside each level of a nest: the tree is as high as the two together.
  for (const Nest& nest : nests) {
    for (const Chain& chain : chains) {
      out.add([&] {
        const std::string row = times(chain.item, 60);
        const std::size_t n = fitting(60, nest.open.size() + row.size() + nest.close.size());
        return Program{"chain " + shown(chain.item) + " in nest " + shown(nest.open) + " x " + std::to_string(n),
                       times(nest.open, n) + std::string(chain.first) + times(row + std::string(nest.close), n) +
                           std::string(chain.last)};
      });
    }
  }
}

}  // namespace stridescope::adversarial
