// Tests of the notes next to errors if no line of a program has a value.
#include <doctest/doctest.h>

#include "core/app/troubles.h"
#include "core/base/archive_json.h"
#include "core/records/shown.h"

namespace stridescope {
namespace {

std::string called(const std::string& program, const std::string& about) {
  const auto at = static_cast<std::uint32_t>(program.find(about));
  const Span place = {at, at + static_cast<std::uint32_t>(about.size())};
  const auto call = app::call_at(program, place, english_catalog());
  return call ? call->before + "[" + call->argument + "]" + call->after : "";
}

}  // namespace

TEST_CASE("troubles: the call that an error is about") {
  CHECK(called("B = composition(A, 7:2)\n", "A,") == "composition([A], B)");
  CHECK(called("B = composition(A, 7:2)\n", "7:2") == "composition(A, [B])");
  CHECK(called("B = composition(A, 7:2)\n", "composition") == "composition([A], B)");
  CHECK(called("E = foo(3)\n", "foo").empty());
  CHECK(called("F = (4,4):(4)", "(4)").empty());
  CHECK(called("C = make_layout((4,4), (1,\nE = foo(3)\n", "foo").empty());
  CHECK(called("C = make_layout((4,4),\n  (1,x))\n", "x") == "make_layout(shape, [stride])");
  CHECK(called("", "").empty());
}

TEST_CASE("troubles: a hint that its only fix repeats") {
  Workspace w;
  w.evaluate("A = (4,8:(8,1)\nB = make_layout(4 8)\n", IntegerMode::teaching);
  const door::Report report = door::report_of(w, 10);
  REQUIRE(!report.diagnostics.empty());
  door::Problem problem = report.diagnostics.front();
  REQUIRE(english(problem.hint) == "write " + problem.replacement);
  CHECK(app::is_hint_in_fix(problem));
  problem.alternatives = {"4:8"};
  CHECK_FALSE(app::is_hint_in_fix(problem));
  problem.alternatives.clear();
  problem.hint = say("write {}", "4:9");
  CHECK_FALSE(app::is_hint_in_fix(problem));
}

TEST_CASE("troubles: an error that follows from another one is not a cause") {
  const auto codes = [](const std::vector<std::string_view>& given) {
    std::vector<door::Problem> problems;
    for (const std::string_view code : given) problems.emplace_back().code = code;
    std::vector<std::string_view> out;
    for (const door::Problem& one : app::causes(std::move(problems))) out.push_back(one.code);
    return out;
  };
  CHECK(codes({"syntax", "failed_name", "unknown_name"}) == std::vector<std::string_view>{"syntax", "unknown_name"});
  CHECK(codes({"failed_name"}) == std::vector<std::string_view>{"failed_name"});
  // The page asks for each error of a report.
  Workspace w;
  w.evaluate("A = 4,,\nB = A\nC = foo(3)\n", IntegerMode::teaching);
  std::string seen;
  for (const door::Problem& one : door::report_of(w, 100).diagnostics)
    seen += to_json(one).find("\"consequent\":true") == std::string::npos ? "cause; " : "follows; ";
  CHECK(seen == "cause; follows; cause; ");
}

}  // namespace stridescope
