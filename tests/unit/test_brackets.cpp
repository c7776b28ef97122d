// Brackets: where one is closed, by the rules of each language that is read.
#include <doctest/doctest.h>

#include "core/base/brackets.h"

namespace stridescope {

TEST_CASE("brackets: each language's own are counted") {
  constexpr std::size_t none = std::string_view::npos;
  CHECK(past_bracket("(a[b{c}])x", 0) == 9);
  CHECK(past_bracket("f(a)(b)", 1) == 4);
  CHECK(past_bracket("(a", 0) == none);
  CHECK(past_bracket("", 0) == none);
  // Angles, and the arrow that is none.
  CHECK(past_bracket("<a, b<c>>x", 0, {.angles = true}) == 9);
  CHECK(past_bracket("<(a) -> b>", 0, {.angles = true}) == 10);
  CHECK(past_bracket("(a > b)", 0) == 7);
  // Braces that are not counted.
  CHECK(past_bracket("(a{)}", 0, {.braces = false}) == 4);
  // Quotation marks.
  CHECK(past_bracket("(\")\")", 0) == 5);
  CHECK(past_bracket("(\"\\\")\")", 0) == 7);
  CHECK(past_bracket("(\")", 0, {.quotes = Quotes::none}) == 3);
  CHECK(past_bracket("(\"\n)", 0) == 4);  // the mark ends with its line
  CHECK(past_bracket("(\"\n)", 0, {.quotes = Quotes::whole}) == none);
  CHECK(past_bracket("(\"\n\")", 0, {.quotes = Quotes::whole}) == 5);
  CHECK(past_bracket("(\"", 0) == none);
  // No further than asked.
  CHECK(past_bracket("(1234)", 0, {.longest = 6}) == 6);
  CHECK(past_bracket("(1234)", 0, {.longest = 5}) == none);
}

}  // namespace stridescope
