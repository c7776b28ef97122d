// Tests of the analysis as displayed: rows by name, for layouts, swizzles, tensors and shapes; and the related
// builtins.
#include "core/algebra/algebra.h"
#include "core/analysis/analysis.h"
#include "core/base/archive_json.h"
#include "core/records/records.h"
#include "core/workspace/workspace.h"
#include "tests/unit/families.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

Analysis analysis_of(std::string_view program, IntegerMode mode = IntegerMode::cute) {
  Workspace w;
  const Report& report = w.evaluate(program, mode);
  REQUIRE_MESSAGE(report.diagnostics.empty(), program);
  auto out = w.analyze(static_cast<int>(report.bindings.size()) - 1);
  REQUIRE_MESSAGE(out.has_value(), program);
  return std::move(*out);
}

// "value: explanation" of a row, or "-" if absent.
std::string row(const Analysis& analysis, std::string_view name) {
  for (const AnalysisSection& section : analysis.sections) {
    for (const AnalysisRow& r : section.rows) {
      if (r.name == name) return english(r.explanation.empty() ? r.value : say("{}: {}", r.value, r.explanation));
    }
  }
  return "-";
}

std::string text(const Analysis& analysis, std::string_view id) {
  for (const AnalysisSection& section : analysis.sections) {
    if (section.id == id) return section.text;
  }
  return "-";
}

// The value of a program, or its first error's code.
std::string value_of(std::string_view program) {
  Workspace w;
  const Report& report = w.evaluate(program, IntegerMode::teaching);
  return report.diagnostics.empty() ? report.bindings.back().text : std::string(code_name(report.diagnostics[0].code));
}

}  // namespace

TEST_CASE("the property table of the notes") {
  const Analysis a = analysis_of("((2,4),(3,5)):((3,6),(1,24))");
  CHECK(row(a, "shape").starts_with("((2,4),(3,5)): "));
  CHECK(row(a, "stride").starts_with("((3,6),(1,24)): "));
  CHECK(row(a, "size").starts_with("120: "));
  CHECK(row(a, "rank").starts_with("2: "));
  CHECK(row(a, "depth").starts_with("2: "));
  CHECK(row(a, "coshape").starts_with("120: "));
  CHECK(row(a, "cosize").starts_with("120: "));
  CHECK(row(a, "bijective") == "yes: a permutation of [0, size)");
  CHECK(row(a, "order").starts_with("11: "));
  CHECK(row(a, "parity").starts_with("even: "));
  CHECK(row(a, "linear") == "no: the size 120 is not a power of two");
}

TEST_CASE("domain, codomain, range: strides 2, 0, -1") {
  const Analysis two = analysis_of("8:2");
  CHECK(row(two, "domain") == "[0,8): the 1-D coordinates of 8");
  CHECK(row(two, "codomain") == "[0,15): [0, cosize)");
  CHECK(row(two, "range") == "{0, 2, 4, 6, 8, 10, 12, 14}: the image, 8 different offsets");
  CHECK(row(two, "gaps") == "{1, 3, 5, 7, 9, 11, 13}: 7 integers of the codomain are not offsets");
  CHECK(row(two, "surjective") == "no: 1 is not an offset");
  CHECK(row(two, "dilation") == "by 2: every offset is a multiple of 2");
  CHECK(text(two, "function").starts_with(" logical  0     1     2 "));
  const Analysis zero = analysis_of("8:0");
  CHECK(row(zero, "injective") == "no: coordinates 0 and 1 both map to 0");
  CHECK(row(zero, "aliasing") == "1 offset: reached by several coordinates, at most 8 each");
  CHECK(row(zero, "projection") == "yes: stride 0 in the only mode: the same data is broadcast");
  CHECK(row(zero, "monotone").starts_with("constant"));
  const Analysis back = analysis_of("8:-1");
  CHECK(row(back, "codomain") == "[-7,1): [0, cosize) = [0,8) does not contain every offset");
  CHECK(row(back, "compact").starts_with("yes"));
  CHECK(row(back, "bijective") == "no");
}

TEST_CASE("row- and column-major, padding, projection") {
  CHECK(row(analysis_of("(4,8):(8,1)"), "row-major").starts_with("yes: LayoutRight"));
  CHECK(row(analysis_of("(4,8):(8,1)"), "leading dimension") == "8: row-major");
  CHECK(row(analysis_of("(4,8):(10,1)"), "leading dimension") == "10: row-major, each row padded by 2");
  CHECK(row(analysis_of("(4,8):(10,1)"), "row-major") == "no");
  CHECK(row(analysis_of("(4,8):(1,6)"), "leading dimension") == "6: column-major, each column padded by 2");
  CHECK(row(analysis_of("(4,8):(1,4)"), "column-major").starts_with("yes: LayoutLeft"));
  CHECK(row(analysis_of("8:1"), "row-major") == "yes: one mode, so also column-major");
  CHECK(row(analysis_of("(4,(2,4)):(8,(1,2))"), "row-major") == "no: but as a 4x8 matrix it is row-major");
  CHECK(row(analysis_of("(4,(2,4)):(8,(4,1))"), "row-major").starts_with("yes: LayoutRight"));
  CHECK(row(analysis_of("(4,(2,4)):(2,(0,8))"), "projection") ==
        "yes: stride 0 in mode (1,0): the same data is broadcast");
  CHECK(row(analysis_of("(4,(2,4)):(2,(0,8))"), "injective") ==
        "no: coordinates 0 = (0,(0,0)) and 4 = (0,(1,0)) both map to 0");
}

TEST_CASE("swizzles, tensors, shapes, and what cannot be analysed") {
  CHECK(row(analysis_of("Sw<2,0,3>"), "domain") == "[0,32): the 1-D coordinates of 32");
  CHECK(row(analysis_of("Sw<2,0,3>"), "linear").starts_with("yes"));
  CHECK(row(analysis_of("make_tensor(counting_iter(5), 4:1)"), "codomain") ==
        "[5,9): [0, cosize) from the start of the iterator");
  CHECK(row(analysis_of("make_tensor(counting_iter(5), 4:1)"), "surjective").starts_with("yes"));
  const Analysis identity = analysis_of("make_identity_tensor((4,8))");
  CHECK(row(identity, "codomain").starts_with("(4,8): "));
  CHECK(row(identity, "bijective").starts_with("yes"));
  CHECK(text(identity, "coordinates").find("\n  1    (1,0)   (1,0)\n") != std::string::npos);
  CHECK(row(analysis_of("(3,(2,3))"), "coordinate sets").starts_with("18  (3,6)  (3,(2,3)): "));
  CHECK(row(analysis_of("(1048576,1048576):(3,4)"), "range").starts_with("not checked: 2^40 coordinates"));
  CHECK(row(analysis_of("(1048576,1048576):(3,4)"), "codomain") == "[0,7340026): [0, cosize)");
  CHECK(row(analysis_of("(4611686018427387904,4):(0,0)"), "function") == "not checked: its size does not fit 64 bits");
  Workspace w;
  w.evaluate("equal(1,2); print1D(4:1); (4,_); 4:1", IntegerMode::cute);
  for (int i = 0; i < 3; ++i) CHECK(w.analyze(i).error().code == ErrorCode::unsupported);
  CHECK(w.analyze(3).has_value());
  CHECK(w.analyze(4).error().code == ErrorCode::index_range);
}

TEST_CASE("two functions beside each other") {
  const Analysis differ = analysis_of("A = (4,8):(1,4); B = (4,8):(8,1); equal_as_functions(A, B)");
  CHECK(row(differ, "equal") == "no");
  CHECK(row(differ, "coordinates") == "32: of both");
  CHECK(row(differ, "first difference").starts_with("at 1: "));
  CHECK(row(differ, "first") == "1: its offset at this coordinate");
  CHECK(row(differ, "second") == "8: its offset at this coordinate");
  CHECK(to_json(differ).find("\"comparison\":{\"equal\":false,\"sizeFirst\":32,\"sizeSecond\":32,\"at\":1,"
                             "\"first\":\"1\",\"second\":\"8\"}") != std::string::npos);
  CHECK(row(analysis_of("first_difference(24:1, 32:1)"), "equal") == "no: the common coordinates agree");
  CHECK(row(analysis_of("first_difference(24:1, 32:1)"), "coordinates").starts_with("24 and 32: "));
  CHECK(row(analysis_of("equal_as_functions((4,8):(1,4), 32:1)"), "equal").starts_with("yes: "));
  CHECK(row(analysis_of("equal_as_functions(Sw<1,0,1>, 4:1)"), "first") == "3: its offset at this coordinate");
  // Beyond enumeration, where the structure does not decide.
  const Analysis open = analysis_of("first_difference(Sw<1,0,28> o 0 o (3,1048576):(1,5), (3,1048576):(1,5))");
  CHECK(row(open, "equal").starts_with("not checked: the first 1048576 of 3145728 coordinates agree"));
}

TEST_CASE("analysis as JSON: what is known, and only that") {
  const std::string known = to_json(analysis_of("(4,2):(1,8)"));
  for (const char* part :
       {"\"image\":{\"elements\":8,\"intervalCount\":2,\"intervals\":[[0,4],[8,12]]}", "\"injective\":true",
        "\"bijective\":false", "\"codomain\":[0,12]", "\"rows\":[\"100\",\"010\",\"000\",\"001\"]"}) {
    CHECK_MESSAGE(known.find(part) != std::string::npos, part);
  }
  CHECK(known.find("permutation\":{") == std::string::npos);
  const std::string open = to_json(analysis_of("(1048576,1048576):(3,4)"));
  CHECK(open.find("\"image\"") == std::string::npos);
  CHECK(open.find("\"unchecked\":\"2^40") != std::string::npos);
  CHECK(to_json(analysis_of("(2,4):(4,1)")).find("\"cycles\":[[1,4,2],[3,5,6]]") != std::string::npos);
}

TEST_CASE("the builtins say what the analysis says, for all small layouts") {
  Tally tally;
  every_static(2, [&](const Layout& a) {
    const Analysis analysis = analyze_value(Value(a), IntegerMode::teaching);
    struct Pair {
      const char* builtin;
      const char* row;
    };
    std::string fault;
    for (const Pair& p :
         {Pair{"is_injective", "injective"}, Pair{"is_surjective", "surjective"}, Pair{"is_contiguous", "contiguous"},
          Pair{"is_compact", "compact"}, Pair{"is_permutation", "bijective"}, Pair{"is_row_major", "row-major"},
          Pair{"is_column_major", "column-major"}}) {
      const std::string is = value_of(cat(p.builtin, '(', to_text(a), ')'));
      if ((is == "true") != row(analysis, p.row).starts_with("yes")) fault = p.builtin;
    }
    const Layout row_major = [&] {
      Arith arith;
      return make_layout(arith, a.shape, Major::right);
    }();
    if ((value_of(cat("is_row_major(", to_text(a), ')')) == "true") !=
        (Function(a).image() == Function(row_major).image()))
      fault = "row-major";
    tally.add(fault, [&] { return to_text(a); });
  });
  CHECK_HELD(tally, 100);
}

TEST_CASE("builtins of functions") {
  CHECK(value_of("image(4:2)") == "{0, 2, 4, 6}");
  CHECK(value_of("gaps(4:1)") == "{}");
  CHECK(value_of("cycles((2,4):(4,1))") == "(1 4 2)(3 5 6)");
  CHECK(value_of("cycles(4:2)") == "arguments");
  CHECK(value_of("permutation_order((2,4):(4,1))") == "3");
  CHECK(value_of("parity((2,2):(2,1))") == "odd");
  CHECK(value_of("fixed_points((2,4):(4,1))") == "{0, 7}");
  CHECK(value_of("f2_rank((4,2):(1,0))") == "2");
  CHECK(value_of("f2_kernel((4,2):(1,0))") == "(4)");
  CHECK(value_of("f2_matrix(6:1)") == "unsupported");
  CHECK(value_of("f2_rank(Sw<3,4,3>)") == "10");
  CHECK(value_of("is_permutation(Sw<3,4,3>)") == "true");
  CHECK(value_of("is_injective(4)") == "arguments");
  CHECK(value_of("is_injective((1048576,1048576):(1,1048575))") == "false");
  CHECK(value_of("image((1048576,1048576):(3,4))") == "too_large");
  CHECK(value_of("equal_as_functions((4,8):(1,4), 32:1)") == "true");
  CHECK(value_of("equal_as_functions(Sw<1,0,1>, 4:1)") == "false");
  CHECK(value_of("equal_as_functions(4, 4:1)") == "arguments");
  CHECK(value_of("first_difference((4,8):(1,4), (4,8):(8,1))") == "different: at 1 the first gives 1, the second 8");
  CHECK(value_of("coordinate_table(4:1, 5000)") == "too_large");
  CHECK(value_of("number_line(4:2)") == " logical  0     1     2     3\nphysical  0  1  2  3  4  5  6\n");
  CHECK(value_of("image(make_identity_tensor((4,8)))") == "arguments");
}

TEST_CASE("a program of large questions is refused in the end, not answered for hours") {
  std::string program;
  for (int i = 0; i < 200; ++i) program += "is_injective((1024,1024):(1,3))\n";
  CHECK(value_of(program) == "too_large");
}

}  // namespace stridescope::laws
