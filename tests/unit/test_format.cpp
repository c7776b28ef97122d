// Formatting keeps the meaning of a program, and a second pass changes nothing.
#include <doctest/doctest.h>

#include "core/data/gallery.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

std::vector<std::string> printed_values(std::string_view program) {
  Workspace w;
  std::vector<std::string> out;
  for (const ReportBinding& b : w.evaluate(program, IntegerMode::teaching).bindings)
    out.push_back(b.name + "=" + b.text);
  return out;
}

}  // namespace

TEST_CASE("format: blanks are put in order") {
  CHECK(format_program("A=( 6 , 2 ) : (8,2)") == "A = (6,2):(8,2)\n");
  CHECK(format_program("R =composition( A,B )") == "R = composition(A, B)\n");
  CHECK(format_program("zipped_divide(M,<4,3>)") == "zipped_divide(M, <4,3>)\n");
  CHECK(format_program("composition(A,<3:4,8:2>)") == "composition(A, <3:4, 8:2>)\n");
  CHECK(format_program("S=Sw<3,0,3>o 0 o L") == "S = Sw<3,0,3> o 0 o L\n");
  CHECK(format_program("get< 1,0 >(A)") == "get<1,0>(A)\n");
  CHECK(format_program("A(_,3)") == "A(_, 3)\n");
  CHECK(format_program("  # a\n\n\n\n  A = 4:1   \n\n\n") == "  # a\n\nA = 4:1\n");
  CHECK(format_program("A = 4:1; B = 2:1 # c") == "A = 4:1; B = 2:1 # c\n");
  CHECK(format_program("A =\n  (4,\n2):(1,4)") == "A =\n    (4,\n    2):(1,4)\n");
  CHECK(format_program("a=4*8-1; b=-a; c=a- -b") == "a = 4 * 8 - 1; b = -a; c = a - -b\n");
  CHECK(format_program("get<a-1>(A)") == "get<a - 1>(A)\n");
  CHECK(format_program("") == "");
}

TEST_CASE("format: what does not parse stays") {
  for (const std::string_view broken : {"A = (6,2:(8,2)\n", "A = composition(\n", "((((\n", "A = ?\n"}) {
    CHECK(format_program(broken) == broken);
  }
  CHECK(format_program("E = (\nA=4:1\n").find("E = (") == 0);
  // A carriage return within a line separates the text around it; at the end of a line it is removed.
  CHECK(printed_values("3\r3\n4") == printed_values(format_program("3\r3\n4")));
  CHECK(format_program("A=4:1 # c\r\nB=2:1\r\n") == "A = 4:1 # c\nB = 2:1\n");
}

TEST_CASE("format: the gallery's programs keep their values, and a second time changes nothing") {
  for (const GalleryEntry& entry : gallery()) {
    const std::string once = format_program(entry.program);
    CHECK(printed_values(once) == printed_values(entry.program));
    CHECK(format_program(once) == once);
  }
}

}  // namespace stridescope
