// Edits of a program's text: their positions, and the text that they preserve.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "core/analysis/compared.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"
#include "core/workspace/edit.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// The values of the text after the first `skip` bytes, and all errors.
std::vector<std::string> values(const std::string& program, std::size_t skip = 0) {
  std::vector<std::string> out;
  const Evaluation e = evaluate(program, IntegerMode::cute);
  for (const Binding& b : e.bindings) {
    if (b.span.begin >= skip) out.push_back(to_text(b.value, IntegerMode::cute));
  }
  for (const Error& error : e.errors) out.push_back(english(error.message));
  return out;
}

}  // namespace

TEST_CASE("options go into the call, whatever stands around it") {
  const std::string k = "K = copy_kernel((64,64):(64,1), S, (_64,_16):(_16,_1), tile=(32,32), dtype=\"float\")";
  CHECK(option_of(k, "dtype") == "float");
  CHECK(option_of(k, "tile") == "(32,32)");
  CHECK(option_of(k, "bytes").empty());
  CHECK(option_of(*with_option(k, "dtype", "\"half_t\""), "dtype") == "half_t");
  struct Case {
    const char* statement;
    const char* with_eight;
  };
  const Case cases[] = {
      {"f(a)", "f(a, bytes=8)"},
      {"f()", "f(bytes=8)"},
      // Comments, before, within and after; brackets and commas in them, too.
      {"K = copy_kernel(a, b, c) # of (m, n)", "K = copy_kernel(a, b, c, bytes=8) # of (m, n)"},
      {"K = copy_kernel(a, b, c) // bytes=4)", "K = copy_kernel(a, b, c, bytes=8) // bytes=4)"},
      {"K = copy_kernel(a, # f(x, bytes=4)\n  b, c # last)\n)",
       "K = copy_kernel(a, # f(x, bytes=4)\n  b, c, bytes=8 # last)\n)"},
      {"K = copy_kernel(a, b, c, bytes=4) # bytes=2", "K = copy_kernel(a, b, c, bytes=8) # bytes=2"},
      // Texts, nested calls, templates, a trailing comma.
      {"K = copy_kernel(a, b, \"),(\", bytes=4)", "K = copy_kernel(a, b, \"),(\", bytes=8)"},
      {"K = copy_kernel(f(a, g<1,2>(b)), (1,2):(3,4), <4:1, 8>)",
       "K = copy_kernel(f(a, g<1,2>(b)), (1,2):(3,4), <4:1, 8>, bytes=8)"},
      {"K = mma_kernel(copy_kernel(a, b, c, bytes=4))", "K = mma_kernel(copy_kernel(a, b, c, bytes=4), bytes=8)"},
      {"K = copy_kernel(a, b, c,)", "K = copy_kernel(a, b, c, bytes=8,)"},
  };
  for (const Case& c : cases) CHECK(with_option(c.statement, "bytes", "8") == c.with_eight);
  CHECK_FALSE(with_option("4:1", "bytes", "8"));
  CHECK_FALSE(with_option("f(a); f(b)", "bytes", "8"));
  const auto call = written_call(k);
  REQUIRE(call);
  CHECK(call->function == "copy_kernel");
  CHECK(call->arguments.size() == 5);
}

TEST_CASE("the last value of a program gets a name") {
  CHECK(with_named_value("4:1", "K") == "K = 4:1\n");
  CHECK(with_named_value("A = 4:1; B = \"; \"; f(A)", "K") == "A = 4:1\nB = \"; \"\nK = f(A)\n");
  CHECK(with_named_value("A = 4:1 # a; b\nf(A) # (K)\n", "K") == "A = 4:1 # a; b\nK = f(A) # (K)\n");
  CHECK(with_named_value("A = 4:1\nC = (4,\n 8):(1,\n 4)\n", "K") == "A = 4:1\nC = (4,\n 8):(1,\n 4)\n");
  CHECK(with_named_value("K = 4:1; K2 = 3; f(K)", "K") == "K = 4:1\nK2 = 3\nK3 = f(K)\n");
  CHECK(with_named_value("", "K").empty());
}

TEST_CASE("fresh names are no words of the program") {
  CHECK(fresh_name("A = 4:1", "L") == "L");
  CHECK(fresh_name("L = 4:1; L2 = 3 # L3", "L") == "L4");
  CHECK(fresh_name("LL = 4:1", "L") == "L");
}

TEST_CASE("what is pasted stays as it is written, with names where there are none") {
  CHECK(pasted_lines("", "", "  (4,8):(1,4)  \n") == "  L = (4,8):(1,4)");
  CHECK(pasted_lines("L = 1:1\n", "", "(4,8):(1,4)\n(2,2):(1,2)\n(3,3):(1,3)") ==
        "L2 = (4,8):(1,4)\nL3 = (2,2):(1,2)\nL4 = (3,3):(1,3)");
  CHECK(pasted_lines("", "", "auto sA = make_layout(make_shape(Int<4>{}, 8)); // of A\nsA.shape()") ==
        "auto sA = make_layout(make_shape(Int<4>{}, 8)); // of A\nL = sA.shape()");
  CHECK(pasted_lines("", "", "int m = 4 * 8;\nreturn make_layout(m);") == "int m = 4 * 8;\nL = make_layout(m);");
  CHECK(pasted_lines("", "", ">>> Layout((2,4), (1,2))") == ">>> L = Layout((2,4), (1,2))");
  // A compiler's message: its words become comments, its values lines.
  const std::string named = "note: with T = cute::Layout<cute::tuple<cute::C<2>>, cute::tuple<cute::C<1>>> here";
  CHECK(pasted_lines("", "", named) == named);
  CHECK(pasted_lines("", "", "in f:\n note: see cute::Layout<cute::C<2>, cute::C<1>> here\n with it\n\n4:1") ==
        "// in f:\n//  note: see cute::Layout<cute::C<2>, cute::C<1>> here\n//  with it\nL = _2:_1\n\nL2 = 4:1");
  // Holes are counted across the whole program.
  CHECK(pasted_lines("A = make_layout(?)\n", "n1 = 16\n", "layout_b: (?,8):(1,?{i64 div=8})") ==
        "n2 = 16\nlayout_b: (?,8):(1,?{i64 div=8})");
  CHECK(pasted_lines("", "", "nothing to see").find("nothing to see") == 0);
}

TEST_CASE("every sample of foreign text is pasted with its values, each of them with a name of its own") {
  std::ifstream in("tests/paste/corpus.txt", std::ios::binary);
  REQUIRE(in.is_open());
  const std::string corpus((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::string before = "L = (4,2):(2,1)\n";
  int samples = 0;
  for (std::size_t at = corpus.find("=== "); at != std::string::npos;) {
    const std::size_t next = corpus.find("\n=== ", at);
    const std::size_t begin = corpus.find('\n', at) + 1;
    const std::string title = corpus.substr(at, begin - at);
    const std::string text = corpus.substr(begin, corpus.find("\n=> ", begin) - begin) + "\n";
    at = next == std::string::npos ? next : next + 1;
    CAPTURE(title);
    const std::string lines = pasted_lines(before, "", text);
    CHECK(values(before + lines, before.size()) == values(before + text, before.size()));
    std::set<std::string> names = {"L"};
    std::set<std::uint32_t> begins;
    for (const Binding& b : evaluate(before + lines, IntegerMode::cute).bindings) {
      // A value is reported at its own position.
      const bool again = !begins.insert(b.span.begin).second;
      if (b.span.begin < before.size() || b.value.is<Text>() || (again && b.value.is<Compared>())) continue;
      CHECK_FALSE(b.name.empty());
      // A value with a name in the text may appear twice there.
      if (text.find(b.name) == std::string::npos) CHECK(names.insert(b.name).second);
    }
    ++samples;
  }
  CHECK(samples > 50);
}

}  // namespace stridescope
