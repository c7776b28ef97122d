// Declarations of Python: functions with the arguments of their calls, members of objects, defaults, branches.
#include <doctest/doctest.h>

#include <ctime>
#include <string>

#include "core/base/text.h"
#include "core/lang/evaluator.h"
#include "core/sources/source_values.h"
#include "tests/unit/layouts.h"

namespace stridescope {
namespace {

// `name value` or `name ? open name`, separated by commas.
std::string python_values(std::string_view text) {
  Budget budget = max_program_budget;
  const auto all = values_of(text, budget);
  REQUIRE(all.has_value());
  std::string out;
  for (const Declaration& one : all->declarations) {
    const std::string value = one.value ? to_text(*one.value, IntegerMode::teaching) : cat("? ", one.open_name);
    append_all(out, out.empty() ? "" : ", ", one.name, ' ', value.substr(0, value.find('\n')));
  }
  return out;
}

constexpr std::string_view dsl_head = "import cutlass.cute as cute\n";

}  // namespace

TEST_CASE("python: a function has the arguments of its calls, by position, by name and by default") {
  CHECK(python_values(cat(dsl_head, "def tile(m, n=8, *, step=1):\n  L = cute.make_layout((m, n), stride=(n, step))\n",
                          "def main():\n  tile(4, step=2)\nif __name__ == '__main__':\n  main()\n")) ==
        "L (4,8):(8,2)");
  CHECK(python_values(cat(dsl_head, "def tile(m):\n  L = cute.make_layout((m, 8))\n")) == "L ? m");
  CHECK(python_values(cat(dsl_head, "# stride: m = 16\ndef tile(m):\n  L = cute.make_layout((m, 8))\n")) ==
        "L (16,8):(1,16)");
}

TEST_CASE("python: objects have the members that their methods set") {
  CHECK(python_values(cat(dsl_head,
                          "class Gemm:\n  def __init__(self, tiler=(128, 64)):\n    self.tiler = tiler\n"
                          "    self.m, self.n = self.tiler\n  @cute.jit\n  def __call__(self):\n"
                          "    self.L = cute.make_layout((self.m, self.n))\n    self.kernel(self.L)\n"
                          "  @cute.kernel\n  def kernel(self, layout):\n    S = cute.size(layout)\n"
                          "gemm = Gemm(tiler=(32, 16))\ncute.compile(gemm)\n")) ==
        "tiler (32,16), m 32, n 16, L (32,16):(1,32), layout (32,16):(1,32), S 512");
  // Two objects of a class, and a class that nothing makes.
  CHECK(python_values(cat(dsl_head, "class A:\n  def __init__(self, n=4):\n    self.L = cute.make_layout((n, 2))\n")) ==
        "L (4,2):(1,4)");
}

TEST_CASE("python: kernels in builders, conditions and loops") {
  CHECK(
      python_values(cat("import tilelang.language as T\ndef matmul(M, N, bM):\n  @T.prim_func\n  def main(A):\n"
                        "    with T.Kernel(M // bM, threads=128) as bx:\n      s = T.alloc_shared((bM, 8), 'float16')\n"
                        "  return main\nmatmul(64, 64, 32)\n")) == "bx 0, s (32,8):(8,1)");
  const std::string_view branch =
      "def f(n, flag):\n  k = 4 if n > 2 else 8\n  L = cute.make_layout(k)\n  if flag:\n    L = cute.make_layout(16)\n"
      "  M = cute.make_layout((cute.size(L), 2))\nf(3, ";
  CHECK(python_values(cat(dsl_head, branch, "True)\n")) == "k 4, L 4:1, L 16:1, M (16,2):(1,16)");
  CHECK(python_values(cat(dsl_head, branch, "None is not None)\n")) == "k 4, L 4:1, M (4,2):(1,4)");
  CHECK(python_values(cat(dsl_head, branch, "other)\n")).ends_with("M ? other"));
  CHECK(python_values(cat(dsl_head, branch, "cutlass.Half == cute.Half == cutlass.Half)\n"))
            .ends_with("M (16,2):(1,16)"));
  CHECK(python_values(cat(dsl_head, branch, "1 == 1 == 2)\n")).ends_with("M (4,2):(1,4)"));
  CHECK(python_values(
            cat(dsl_head, "def f():\n  n = 4\n  for i in range(3):\n    L = cute.make_layout(n)\n    n = n * 2\n"))
            .find("L ? n") != std::string::npos);
}

TEST_CASE("python: 'or' and 'and' give an operand, and a loop begins where its range does") {
  CHECK(python_values(
            cat(dsl_head, "z = 0\na = z or 128\nb = None or 64\nc = 5 and 7\nL = cute.make_layout((a, b, c))\n"))
            .ends_with("L (128,64,7):(1,128,8192)"));
  CHECK(python_values(cat(dsl_head, "L = cute.make_layout((q or 32, 2))\n")) == "L ? q");
  CHECK(python_values(cat(dsl_head, "n = 4 if q and None else 8\nL = cute.make_layout(n)\n")) == "L ? ");
  CHECK(python_values(cat(dsl_head, "n = 4 if q or 1 == 1 else 8\nL = cute.make_layout(n)\n")) == "n 4, L 4:1");
  CHECK(python_values(cat(dsl_head,
                          "for i in range(3, 9):\n  L = cute.make_layout((i, 2))\nfor j in (5, 6):\n"
                          "  M = cute.make_layout((j, 2))\nfor k in range(4):\n  N = cute.make_layout(k + 1)\n")) ==
        "i 3, L (3,2):(1,3), j 5, M (5,2):(1,5), k 0, N 1:0");
}

TEST_CASE("python: a quotient of a negative number is not that of C++") {
  CHECK(python_values(cat(dsl_head, "n = 100\nk = -(-n // 64)\nL = cute.make_layout((k, 2))\n")).ends_with("L ? "));
  CHECK(python_values(cat(dsl_head, "n = 100\nL = cute.make_layout(((n - 4) // 32, n % 7))\n"))
            .ends_with("L (3,2):(1,3)"));
}

TEST_CASE("python: powers, and integers of other bases") {
  CHECK(python_values(
            cat(dsl_head, "n = 2\nL = cute.make_layout((n ** 3, 2 ** n ** 2, -(n) ** 2 + 9, (n + 1) ** 2))\n")) ==
        "n 2, L (8,16,5,9):(1,8,128,640)");
  CHECK(python_values(cat(dsl_head, "L = cute.make_layout((0o17, 0b101, 0x1F, 1_0))\n")) ==
        "L (15,5,31,10):(1,15,75,2325)");
  CHECK(python_values(cat(dsl_head, "L = cute.make_layout(2 ** 99)\nM = cute.make_layout(2 ** -1)\n")) == "L ? , M ? ");
  CHECK(python_values(cat(dsl_head, "L = cute.make_layout(2 ** q)\n")) == "L ? q");
  CHECK(python_values(cat(dsl_head, "L = cute.make_layout(2 + 1 ** 9223372036854775807)\n")) == "L 3:1");
}

TEST_CASE("python: global and nonlocal names belong to another scope") {
  const std::string_view setter = "n = 4\ndef set():\n  global n\n  n = 8\n";
  CHECK(python_values(cat(dsl_head, setter, "set()\nL = cute.make_layout(n)\n")) == "n 4, n 8, L 8:1");
  // Another program may call the function.
  CHECK(python_values(cat(dsl_head, "def f():\n  L = cute.make_layout(n)\n", setter)) == "L ? n, n 4, n 8");
  CHECK(python_values(cat(dsl_head,
                          "def f():\n  n = 4\n  def set():\n    nonlocal n\n    n = 8\n  set()\n"
                          "  L = cute.make_layout(n)\nf()\n")) == "n 4, n 8, L 8:1");
}

TEST_CASE("python: a property is the result of its method") {
  CHECK(python_values(cat(dsl_head,
                          "class A:\n  def __init__(self, n):\n    self.n = n\n  @property\n  def twice(self):\n"
                          "    return self.n * 2\n  @functools.cached_property\n  def shape(self):\n"
                          "    return (self.twice, 4)\nL = cute.make_layout(A(8).shape)\n")) == "n 8, L (16,4):(1,16)");
}

TEST_CASE("python: a loop over elements has those of the first, and none that the text does not give") {
  CHECK(python_values(cat(dsl_head, "for m, n in [(4, 8), (2, 2)]:\n  L = cute.make_layout((m, n))\n")) ==
        "m 4, n 8, L (4,8):(1,4)");
  CHECK(python_values(cat(dsl_head, "all = ((4, 8), (2, 2))\nfor one in all:\n  L = cute.make_layout(one)\n"))
            .ends_with("one (4,8), L (4,8):(1,4)"));
  CHECK(python_values(cat(dsl_head, "for m, n in zip(a, b):\n  L = cute.make_layout((m, n))\n")).ends_with("L ? a"));
  CHECK(python_values(cat(dsl_head, "for k in cutlass.range_constexpr(8):\n  L = cute.make_layout((k + 1, 2))\n")) ==
        "k 0, L (1,2):(0,1)");
}

TEST_CASE("python: element types have their own names") {
  CHECK(python_values(cat(dsl_head,
                          "from cutlass import Float32\nsmem = cutlass.utils.SmemAllocator()\n"
                          "a = smem.allocate_tensor(Float32, cute.make_layout((8, 4)), 16)\n")) ==
        "a smem_ptr[32b](?) o (8,4):(1,8)");
}

TEST_CASE("python: a long expression has no value instead of that of its beginning") {
  std::string terms = "4";
  for (int i = 0; i < 3000; ++i) terms += ", 4";
  CHECK(python_values(cat(dsl_head, "L = cute.make_layout((", terms, "))\n")).find("L ?") == 0);
}

TEST_CASE("python: text whose readings double ends in time") {
  std::string conditions = "x = q";
  for (int i = 0; i < 30; ++i) conditions = cat("x = (1 if ", conditions.substr(4), " else 2)");
  std::string tuples = "x0 = (q, 1)\n";
  for (int i = 0; i < 40; ++i) append_all(tuples, "x", i + 1, " = (x", i, ", x", i, ")\n");
  std::string bases = "class C0:\n  pass\n";
  for (int i = 0; i < 60; ++i)
    append_all(bases, "class C", i + 1, "(C", i, ", C", i, "):\n  def f(self):\n    return self.n\n");
  for (const std::string& text : {conditions, cat(tuples, "L = cute.make_layout(x40)"), cat(bases, "L = C60().f()")}) {
    CAPTURE(text.substr(0, 60));
    const std::clock_t start = std::clock();
    static_cast<void>(python_values(cat(dsl_head, text, "\n")));
    CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < (laws::complete ? 2 : 20));
  }
}

TEST_CASE("python: defaults of the command line, and parameters of tests") {
  CHECK(python_values(cat(dsl_head,
                          "def run(mnk):\n  L = cute.make_layout(mnk)\nparser = argparse.ArgumentParser()\n"
                          "parser.add_argument('--tile-mnk', type=ints, default=(8, 4, 2))\n"
                          "args = parser.parse_args()\nrun(args.tile_mnk)\n")) == "L (8,4,2):(1,8,32)");
  CHECK(python_values(cat(dsl_head,
                          "@pytest.mark.parametrize('m, n', [(4, 2), (8, 8)])\ndef test(m, n):\n"
                          "  L = cute.make_layout((m, n))\n")) == "L (4,2):(1,4)");
}

TEST_CASE("python: shared memory of structures and of an allocator") {
  CHECK(python_values(
            cat(dsl_head,
                "class K:\n  @cute.jit\n  def __call__(self):\n    layout = cute.make_layout((8, 64), stride=(64, 1))\n"
                "    @cute.struct\n    class Storage:\n      s: cute.struct.Align[cute.struct.MemRange["
                "cutlass.Float16, cute.cosize(layout)], 128]\n    smem = cutlass.utils.SmemAllocator()\n"
                "    storage = smem.allocate(Storage)\n    a = storage.s.get_tensor(layout)\n"
                "    b = smem.allocate_tensor(cutlass.Float32, layout, 16)\n")) ==
        "layout (8,64):(64,1), a smem_ptr[16b](?) o (8,64):(64,1), b smem_ptr[32b](?) o (8,64):(64,1)");
}

TEST_CASE("python: values that the text does not give are not examples") {
  CHECK(python_values("import tilelang.language as T\ndef f(n):\n  s = T.alloc_shared((n, 8), 'float16')\n") ==
        "s ? n");
  CHECK(python_values("import tilelang.language as T\ns = T.alloc_shared((n, 8), 'float16')\n") == "s ? n");
  std::string nested = "import x\n";
  for (int i = 0; i < 200; ++i) append_all(nested, std::string(static_cast<std::size_t>(i), ' '), "if a:\n");
  CHECK(python_values(nested).empty());
  std::string calls = "import x\n";
  for (int i = 0; i < 200; ++i) append_all(calls, "def f", i, "(a):\n  return f", i + 1, "((a, ", i, "))\n");
  CHECK(python_values(calls).empty());
}

}  // namespace stridescope
