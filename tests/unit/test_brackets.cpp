// Brackets: the position where one is closed, by the rules of each language that is read.
#include <doctest/doctest.h>

#include "core/base/brackets.h"

namespace stridescope {

TEST_CASE("brackets: each language's own are counted") {
  constexpr std::size_t none = std::string_view::npos;
  CHECK(past_bracket("(a[b{c}])x", 0) == 9);
  CHECK(past_bracket("f(a)(b)", 1) == 4);
  CHECK(past_bracket("(a", 0) == none);
  CHECK(past_bracket("", 0) == none);
  // Angle brackets, and an arrow, which is not a bracket.
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
  // Stops at the requested limit.
  CHECK(past_bracket("(1234)", 0, {.longest = 6}) == 6);
  CHECK(past_bracket("(1234)", 0, {.longest = 5}) == none);
}

TEST_CASE("brackets: the parts of a list between commas that stand outside") {
  using Parts = std::vector<std::string_view>;
  CHECK(split_outside("a, f(b, [c, d]), {e, g} ,h", ',') == Parts{"a", "f(b, [c, d])", "{e, g}", "h"});
  CHECK(split_outside("A<1,2>, B", ',') == Parts{"A<1", "2>", "B"});
  CHECK(split_outside("A<1,2>, x->y, B", ',', {.angles = true}) == Parts{"A<1,2>", "x->y", "B"});
  CHECK(split_outside("\"a,b\", c", ',') == Parts{"\"a,b\"", "c"});
  CHECK(split_outside("\"a,b\", c", ',', {.quotes = Quotes::none}) == Parts{"\"a", "b\"", "c"});
  CHECK(split_outside("{a, b", ',', {.braces = false}) == Parts{"{a", "b"});
  // An unclosed bracket is one part with all text after it; a closing one without a partner is a character like others.
  CHECK(split_outside("a, (b, c", ',') == Parts{"a", "(b, c"});
  CHECK(split_outside("a), b, \"c, d", ',', {.quotes = Quotes::whole}) == Parts{"a)", "b", "\"c, d"});
  CHECK(split_outside("a;b,c; ", ';') == Parts{"a", "b,c", ""});
  CHECK(split_outside("", ',') == Parts{""});
}

}  // namespace stridescope
