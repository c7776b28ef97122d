// Tests of the notes next to errors if no line of a program has a value.
#include <doctest/doctest.h>

#include "core/app/troubles.h"

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
  CHECK(called("", "").empty());
}

}  // namespace stridescope
