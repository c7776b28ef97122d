// Tests of layouts that wait for a pointer to shared memory: CuTe's answers on them, the later contents of memory, and
// the texts on the difference. The matching sweep is tests/golden/unset.jsonl.
#include <doctest/doctest.h>

#include <string>

#include "core/analysis/analysis.h"
#include "core/facts/offsets.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"
#include "tests/unit/programs.h"

using namespace stridescope;

namespace {

const std::string tile = "tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>,(64,16))";

Value pointer_value(const std::string& program) {
  const Evaluation out = evaluate(program, IntegerMode::cute);
  REQUIRE(out.errors.empty());
  return out.bindings.back().value;
}

std::string text(const std::string& program) { return last(program); }

const AnalysisRow* row_of(const Analysis& analysis, std::string_view name) {
  for (const AnalysisSection& section : analysis.sections) {
    for (const AnalysisRow& row : section.rows) {
      if (row.name == name) return &row;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("unset pointer: a coordinate's answer is CuTe's, the picture is memory's") {
  CHECK(text(tile + "(4,0)") == "64");
  CHECK(text("as_position_independent_swizzle_layout(" + tile + ")(4,0)") == "72");
  CHECK(text("print_layout(" + tile + ")").starts_with("Sw<1,3,3> o _0 o "));
  // Checks every offset: in the table of print_layout, in kernels and in pictures.
  const Value value = pointer_value(tile);
  const auto memory = memory_function(value);
  const auto function = offset_function(value);
  REQUIRE(memory);
  REQUIRE(function);
  std::vector<std::int64_t> there(1024);
  std::vector<std::int64_t> here(1024);
  memory->fill(there.data(), 1024);
  function->fill(here.data(), 1024);
  CHECK(there[4] == 72);
  CHECK(here[4] == 64);
}

TEST_CASE("unset pointer: a slice keeps the place of the pointer only where it starts at 0") {
  const std::string a = "Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)";
  CHECK(text("slice((_,_0)," + a + ")") == "Sw<1,4,3> o smem_ptr[16b](unset) o (_8):(_16)");
  CHECK(text("slice((_,3)," + a + ")") == "Sw<1,4,3> o 3 o (_8):(_16)");
  CHECK(text("slice((_,0)," + a + ")") == "Sw<1,4,3> o 0 o (_8):(_16)");
  CHECK(text("make_tensor(counting_iter(0)," + a + ")").starts_with("error: make_tensor: Sw<1,4,3> o smem_ptr[16b]"));
}

TEST_CASE("unset pointer: the card says where memory differs, and why") {
  const Analysis analysis = analyze_value(pointer_value(tile), IntegerMode::cute);
  const AnalysisRow* there = row_of(analysis, "in memory");
  REQUIRE(there != nullptr);
  CHECK(english(there->value).starts_with("Sw<1,3,3> o _0 o "));
  const AnalysisRow* here = row_of(analysis, "L(c)");
  REQUIRE(here != nullptr);
  CHECK(here->value == "at ((4,0),(0,0)) the layout gives 64, but in memory the element is at 72");
  CHECK(english(here->explanation).find("byte addresses") != std::string_view::npos);
  // Bytes are swizzled as they are; another layout has no such rows.
  const Analysis bytes = analyze_value(pointer_value("GMMA::Layout_K_SW32_Atom<int8_t>"), IntegerMode::cute);
  REQUIRE(row_of(bytes, "L(c)") != nullptr);
  CHECK(row_of(bytes, "L(c)")->value == "the same");
  CHECK(row_of(analyze_value(pointer_value("Sw<1,3,3> o _0 o (_8,_16):(_16,_1)"), IntegerMode::cute), "L(c)") ==
        nullptr);
}

TEST_CASE("composed functions: the inverse of a swizzled layout with an offset undoes it") {
  const std::string a = "Sw<1,2,3> o _2 o (_8,_8):(_8,_1)";
  CHECK(text("left_inverse(Sw<1,2,3> o _2 o (_4):(_1))") == "_4:_1 o _-2 o Sw<1,2,3>");
  CHECK(text("left_inverse(" + a + ")") == text("(_8,_8):(_8,_1) o _-2 o Sw<1,2,3>"));
  for (int i = 0; i < 62; ++i) {
    const std::string there = text("apply(" + a + "," + std::to_string(i) + ")");
    CHECK(text("apply(left_inverse(" + a + ")," + there + ")") == std::to_string(i));
  }
  // The output is read, composes with a layout, and inverts back.
  CHECK(text("_4:_1 o _-2 o Sw<1,2,3>") == "_4:_1 o _-2 o Sw<1,2,3>");
  CHECK(text("left_inverse(_4:_1 o _-2 o Sw<1,2,3>)") == "Sw<1,2,3> o _2 o _4:_1");
  CHECK(text("composition(_4:_1 o _-2 o Sw<1,2,3>, _8:_1)") == "_4:_1 o _-2 o Sw<1,2,3> o _0 o _8:_1");
  CHECK(text("left_inverse(Sw<2,0,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1))").starts_with("error: "));
  CHECK(text("(_4:_1 o _-2 o Sw<1,2,3>)((1,2))").starts_with("error: "));
}

TEST_CASE("evenly_divides: a tiler with _ is refused") {
  CHECK(text("evenly_divides((_8,_12),<_4,_>)") == "error: evenly_divides: a tiler with _ does not have a size");
  CHECK(text("evenly_divides((_8,_12),<_4,_3>)") == "true");
}

TEST_CASE("arguments: the first that is wrong is named, whatever the compiler looks at first") {
  CHECK(text("crd2crd(half_t,half_t,half_t)").find("the first argument") != std::string::npos);
  CHECK(text("domain_offset(half_t,half_t)").find("the first argument") != std::string::npos);
  CHECK(text("slice(half_t,half_t)").find("the first argument") != std::string::npos);
  CHECK(text("elem_scale(1,half_t)").find("the second argument") != std::string::npos);
  CHECK(text("smem_operand((4,8):(1,4),1,2)").find("the third argument") != std::string::npos);
}
