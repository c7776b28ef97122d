// Derivations: the language evaluates every equation of a step, and every derivation ends with its result.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/records/records.h"
#include "core/workspace/workspace.h"
#include "tests/unit/families.h"
#include "tests/unit/tally.h"

namespace stridescope {
namespace {

using laws::Tally;

std::string evaluated(const std::string& expression, IntegerMode mode) {
  Workspace w;
  const Report& report = w.evaluate(expression, mode);
  if (!report.diagnostics.empty()) return "error: " + english(report.diagnostics[0].message);
  return report.bindings.empty() ? "nothing" : report.bindings.back().text;
}

// Facts of an expression; most derivations use the same small ones.
struct Fact {
  // CuTe computes with negative extents, but they cannot be written; the print of a coordinate iterator cannot be read
  // either.
  bool negative = false;
  bool writable = false;
  bool wrapped = false;  // around a swizzle or an iterator
  std::optional<std::string> value;
};
using Known = std::unordered_map<std::string, Fact>;

Fact& fact_of(const std::string& expression, Known& known) {
  const auto [found, fresh] = known.try_emplace(expression);
  Fact& fact = found->second;
  if (fresh) {
    const auto has = [&](const char* part) { return expression.find(part) != std::string::npos; };
    fact.negative = has("-");
    fact.writable = !has("ArithTuple");
    fact.wrapped = !fact.writable || has("Sw<") || has("iter");
  }
  return fact;
}

// The error of the tree; empty without one.
std::string fault(const Step& step, IntegerMode mode, Known& known) {
  if (step.rule.empty()) return cat("a step without a rule: ", step.expression);
  if (step.cut) return cat("cut: ", step.expression, " = ", step.value);
  Fact& fact = fact_of(step.expression, known);
  if (!fact.value && step.exact && fact.writable) fact.value = evaluated(step.expression, mode);
  if (!step.exact && !fact.negative) return cat("shortened: ", step.expression);
  if (step.exact && fact.writable && *fact.value != step.value)
    return cat(step.expression, " is ", *fact.value, ", not ", step.value);
  for (const Step& operand : step.operands) {
    std::string wrong = fault(operand, mode, known);
    if (!wrong.empty()) return wrong;
  }
  if (step.steps.empty()) return {};
  // Around a swizzle or an iterator, and for an example of a written layout, the last step is about a part.
  if (!fact.wrapped && step.rule != "layout" && step.steps.back().value != step.value) {
    return cat("the steps of ", step.expression, " end in ", step.steps.back().expression, " = ",
               step.steps.back().value, ", not ", step.value);
  }
  for (const Step& child : step.steps) {
    std::string wrong = fault(child, mode, known);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

// The last binding of the program explained; its root must be the binding's value. Refused programs are not counted.
void explain_program(Tally& tally, const std::string& program, IntegerMode mode, Known& known, std::size_t& steps) {
  Workspace w;
  const Report& report = w.evaluate(program, mode);
  if (!report.diagnostics.empty() || report.bindings.empty()) {
    tally.refuse();
    return;
  }
  if (report.bindings.size() == 1) fact_of(program, known).value = report.bindings[0].text;
  const auto step = w.explain(static_cast<int>(report.bindings.size()) - 1);
  std::string wrong = !step                                        ? english(step.error().message)
                      : step->value != report.bindings.back().text ? "another value"
                                                                   : fault(*step, mode, known);
  if (step) steps += step->steps.size() + step->operands.size();
  if (known.size() > 100'000) known.clear();
  tally.add(wrong, [&] { return program; });
}

// String members of a line of JSON, for texts without escapes.
std::string member(const std::string& line, std::string_view name) {
  const std::string key = cat('"', name, "\":");
  const std::size_t at = line.find(key);
  if (at == std::string::npos) return {};
  const std::size_t open = line.find('"', at + key.size());
  return line.substr(open + 1, line.find('"', open + 1) - open - 1);
}

// Every n-th expression of a golden file.
void explain_golden(const char* file, int every, long at_least) {
  std::FILE* in = std::fopen(cat("tests/golden/", file).c_str(), "rb");
  REQUIRE_MESSAGE(in != nullptr, "run the tests in the source folder");
  std::string line;
  Known known;
  Tally tally;
  std::size_t steps = 0;
  int number = 0;
  for (int c = std::getc(in); c != EOF; c = std::getc(in)) {
    if (c != '\n') {
      line.push_back(static_cast<char>(c));
      continue;
    }
    const std::string expression = member(line, "expr");
    line.clear();
    if (expression.find("tikz") != std::string::npos) continue;  // the text of a picture, longer than a step shows
    if (++number % every == 0) explain_program(tally, expression, IntegerMode::cute, known, steps);
  }
  std::fclose(in);
  CHECK_HELD(tally, at_least);
  CHECK(steps > static_cast<std::size_t>(tally.tried()));
  MESSAGE(cat(file, ": ", tally.tried(), " derivations, ", tally.refused(), " refused"));
}

const Step* find_step(const Step& step, std::string_view expression) {
  if (step.expression == expression) return &step;
  for (const Step& operand : step.operands) {
    if (const Step* found = find_step(operand, expression)) return found;
  }
  for (const Step& child : step.steps) {
    if (const Step* found = find_step(child, expression)) return found;
  }
  return nullptr;
}

Step explained(const std::string& program, IntegerMode mode = IntegerMode::teaching) {
  Workspace w;
  const Report& report = w.evaluate(program, mode);
  REQUIRE(report.diagnostics.empty());
  auto step = w.explain(static_cast<int>(report.bindings.size()) - 1);
  REQUIRE(step.has_value());
  return std::move(*step);
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string step_value(const Step& step, std::string_view expression) {
  const Step* found = find_step(step, expression);
  return found == nullptr ? "no such step" : found->value;
}

}  // namespace

TEST_CASE("a division is derived as by hand") {
  const Step step = explained("logical_divide(24:2, 4:2)");
  CHECK(step.rule == "logical divide");
  CHECK(step.value == "(4,(2,3)):(4,(2,16))");
  CHECK(step_value(step, "complement(4:2, 24)") == "(2,3):(1,8)");
  CHECK(step_value(step, "make_layout(4:2, (2,3):(1,8))") == "(4,(2,3)):(2,(1,8))");
  CHECK(step_value(step, "24:2 o (4,(2,3)):(2,(1,8))") == "(4,(2,3)):(4,(2,16))");
  CHECK(english(find_step(step, "complement(4:2, 24)")->why).find("[0] 1 [2] 3 [4] 5 [6] 7 8") != std::string::npos);
}

TEST_CASE("a composition is derived mode by mode") {
  const Step one = explained("20:2 o (4,5):(1,4)");
  CHECK(step_value(one, "20:2 o 4:1") == "4:2");
  CHECK(step_value(one, "20:2 o 5:4") == "5:8");
  const Step two = explained("(10,2):(16,4) o (5,4):(1,5)");
  CHECK(two.value == "(5,(2,2)):(16,(80,4))");
  CHECK(step_value(two, "(10,2):(16,4) o 5:1") == "5:16");
  CHECK(step_value(two, "(10,2):(16,4) o 4:5") == "(2,2):(80,4)");
  CHECK(step_value(two, "(10,2) / 5") == "(2,2)");
  CHECK(step_value(two, "10:16 o 2:5") == "2:80");
}

TEST_CASE("the operations inside an expression are derived too") {
  const Step step = explained("A = (6,2):(8,2)\nlogical_divide(A o (4,3):(3,1), complement(2:1, 4))");
  CHECK(step_value(step, "(6,2):(8,2) o (4,3):(3,1)") == "((2,2),3):((24,2),8)");
  CHECK(step_value(step, "complement(2:1, 4)") == "2:2");
  CHECK(find_step(step, "(6,2):(8,2) o 4:3") != nullptr);
  // A o B o C is A o (B o C)
  const Step chain = explained("24:1 o (6,4):(4,1) o 3:2");
  CHECK(chain.expression == "24:1 o 3:8");
  CHECK(step_value(chain, "(6,4):(4,1) o 3:2") == "3:8");
}

TEST_CASE("what cannot be derived is told as it stands") {
  CHECK(explained("flatten((1,(2,3)))").rule == "flatten");
  CHECK_FALSE(explained("flatten((1,(2,3)))").statement.empty());
  CHECK(explained("5").rule == "integer");
  CHECK(step_value(explained("(4,8):(8,1)"), "apply((4,8):(8,1), 31)") == "31");
  CHECK_FALSE(Workspace().explain(0).has_value());
}

TEST_CASE("a derivation has a size") {
  // 30 modes that do not merge.
  std::string shape = "(2";
  std::string stride = "(1";
  for (int i = 1; i < 30; ++i) {
    shape += ",2";
    append_all(stride, ",", std::int64_t{1} << (2 * i));
  }
  for (const char* call : {"coalesce", "complement", "right_inverse", "left_inverse", "upcast<2>"}) {
    const Step step = explained(cat(call, '(', shape, "):", stride, "))"));
    CHECK(explain_text(step).size() < 200'000);
    CHECK(step.cut);
  }
  std::string tiler = "2";
  for (int level = 0; level < 30; ++level) tiler = cat("(", tiler, ",2)");
  const Step deep = explained(cat("L = make_layout(", tiler, ")\ncomposition(L, ", tiler, ")"));
  CHECK(to_json(deep).size() < 500'000);
}

TEST_CASE("text and JSON of a derivation") {
  const Step step = explained("20:2 o (4,5):(1,4)");
  const std::string text = explain_text(step);
  CHECK(text.starts_with("20:2 o (4,5):(1,4) = (4,5):(2,8)\n"));
  CHECK(text.find("\n1. 20:2 o 4:1 = 4:2\n") != std::string::npos);
  const std::string json = to_json(step);
  CHECK(json.starts_with("{\"rule\":\"composition\""));
  CHECK(json.find("\"expression\":\"20:2 o 4:1\",\"value\":\"4:2\"") != std::string::npos);
}

TEST_CASE("law: the derivations of all small layouts hold") {
  Known known;
  Tally tally;
  std::size_t steps = 0;
  laws::every_varied(2, [&](const Layout& a) {
    const std::string text = to_text(a);
    for (const char* call : {"coalesce(", "filter(", "complement(", "right_inverse(", "left_inverse(", "nullspace(",
                             "upcast<2>(", "downcast<2>(", "recast<16,8>(", "recast<12,8>(", "cosize("}) {
      explain_program(tally, cat(call, text, ")"), IntegerMode::cute, known, steps);
    }
    for (const char* rest : {"complement(@, 24)",
                             "complement(@, (_4,7))",
                             "@ o (2,2):(1,2)",
                             "@ o (2,(3,2)):(2,(1,6))",
                             "@ o _4:_2",
                             "@ o 3:-1",
                             "@ o (_2,_3):(_0,_1)",
                             "(_6,_2,_4):(_8,_2,_48) o @",
                             "(_4,_3,_1):(_3,_1,_0) o @",
                             "24:3 o @",
                             "logical_divide(@, 2)",
                             "logical_divide(@, _2:_2)",
                             "zipped_divide(@, (2,))",
                             "flat_divide(@, <_2:_1>)",
                             "logical_product(@, 3)",
                             "logical_product(@, (_2,_3):(_3,_1))",
                             "blocked_product(@, (2,3))",
                             "raked_product(@, (2,_3):(_3,1))",
                             "blocked_product(@, (2,3):(3,1))",
                             "tile_to_shape(@, (8,12))",
                             "tile_to_shape(@, (_12,_12), (1,0))",
                             "@(3)",
                             "max_common_layout(@, _8:_1)",
                             "max_common_vector(_8:_1, @)",
                             "coalesce(@, (1,))",
                             "with_shape(@, (2,2))"}) {
      std::string program = rest;
      // Applying a layout needs a name.
      if (program.starts_with("@("))
        program = cat("L = ", text, "\nL(3)");
      else
        program.replace(program.find('@'), 1, text);
      explain_program(tally, program, IntegerMode::cute, known, steps);
    }
  });
  CHECK_HELD(tally, 20'000);
  CHECK(steps > 50'000);
  MESSAGE(cat(tally.tried(), " derivations, ", tally.refused(), " refused"));
}

TEST_CASE("law: the derivations of random layouts hold in teaching mode") {
  laws::Random random(7);
  Known known;
  Tally tally;
  std::size_t steps = 0;
  const laws::RandomLayouts options;
  for (int i = 0; i < (laws::complete ? 3000 : 100); ++i) {
    const std::string a = to_text(random_layout(random, options), IntegerMode::teaching);
    const std::string b = to_text(random_layout(random, options), IntegerMode::teaching);
    for (const std::string& program :
         {cat("coalesce(", a, ")"), cat("complement(", a, ")"), cat("complement(", a, ", 4096)"), cat(a, " o ", b),
          cat("logical_divide(", a, ", ", b, ")"), cat("logical_product(", a, ", ", b, ")"),
          cat("right_inverse(", a, ")"), cat("left_inverse(", a, ")"), cat("blocked_product(", a, ", ", b, ")"), a}) {
      explain_program(tally, program, IntegerMode::teaching, known, steps);
    }
  }
  CHECK_HELD(tally, 10'000);
}

TEST_CASE("morphisms: refinements, complements and composites are derived from their entries") {
  const Step refined = explained("tract.mutual_refinement((6,6), (12,3,6))", IntegerMode::cute);
  REQUIRE(refined.steps.size() == 3 + 3);  // 6 and 12, 2 and 6, 3 and 3 meet
  CHECK(refined.steps[0].value == "2");
  CHECK(has(english(refined.steps[0].why), "6 and 12 share a factor; the second has the factor 2 left"));
  CHECK(has(english(refined.steps[2].why), "3 and 3 end together"));
  CHECK(refined.steps[3].value == "(6,(2,3))");
  CHECK(refined.steps[4].value == "((6,2),3,6)");
  const Step rest = explained("tract.complement((4,5)--(1,4)-->(4,7,2,5))", IntegerMode::cute);
  REQUIRE(!rest.steps.empty());
  CHECK(has(english(rest.steps.back().why), "not hit: entries 2, 3 of the codomain"));
  Known known;
  for (const char* program :
       {"tract.mutual_refinement((6,6), (12,3,6))", "tract.mutual_refinement(6, (2,3))",
        "tract.mutual_refinement((2,(3,4)), 24)", "tract.complement((4,5)--(1,3)-->(4,7,5))",
        "tract.complement((4,7,5)--(1,2,3)-->(4,7,5))", "tract.pullback((6,6)--(2,1)-->(6,6), ((2,3),(2,3)))",
        "tract.pullback((6,5)--(1,0)-->(6), ((2,3)))", "tract.pushforward((6,6)--(2,1)-->(6,6), ((2,3),(2,3)))",
        "tract.pushforward((6,5)--(1,0)-->(6,7), ((2,3),5))",
        "tract.compose((4,5)--(1,3)-->(4,7,5), (4,7,5)--(1,2,0)-->(4,7))",
        "tract.weak_composite((6,6)--(1,2)-->(6,6), (12,3)--(1,2)-->(12,3))"}) {
    for (const IntegerMode mode : {IntegerMode::cute, IntegerMode::teaching}) {
      const Step step = explained(program, mode);
      CHECK_MESSAGE(fault(step, mode, known) == "", std::string(program));
      CHECK(!step.steps.empty());
    }
  }
}

TEST_CASE("law: the derivations of the golden expressions hold") {
  const int every = laws::complete ? 1 : 17;
  explain_golden("cute_docs.jsonl", every, 500);
  explain_golden("cute_unit.jsonl", every, 1000);
  explain_golden("cute_random.jsonl", every, 25'000);
  explain_golden("tract.jsonl", every, 2000);
}

}  // namespace stridescope
