// The declarations of sources and their values.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/lang/ast.h"
#include "core/sources/declarations.h"
#include "core/sources/stride_comments.h"

namespace stridescope {
namespace {

std::vector<Declaration> declared(std::string_view text) {
  Budget budget = max_program_budget;
  auto all = declarations_of(text, budget);
  REQUIRE(all.has_value());
  return std::move(*all);
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

TEST_CASE("declarations: a text beyond the limit") {
  Budget budget = max_program_budget;
  const auto all = declarations_of(std::string(max_program_bytes + 1, ' '), budget);
  REQUIRE(!all.has_value());
  CHECK(all.error().code == ErrorCode::too_large);
}

}  // namespace stridescope
