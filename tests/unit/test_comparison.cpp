// Two values cell by cell: which cells differ, how many, and the first of them.
#include <doctest/doctest.h>

#include "core/app/comparison.h"
#include "core/app/languages.h"
#include "core/app/line_difference.h"

namespace stridescope {
namespace {

Comparison compared(std::string_view program) {
  Workspace workspace;
  workspace.evaluate(program, IntegerMode::teaching);
  return compare(workspace, 0, 1);
}

std::string joined(std::string_view before, std::string_view after, std::size_t most = 100) {
  std::string out;
  for (const std::string& line : line_difference(before, after, most)) out += (out.empty() ? "" : "|") + line;
  return out;
}

}  // namespace

TEST_CASE("comparison: equal pictures, and the first cell that differs") {
  Comparison made = compared("A = (4,8):(8,1)\nB = (4,8):(8,1)");
  CHECK(made.text == "all 32 cells are the same");
  CHECK(made.first.empty());
  made = compared("A = (4,8):(8,1)\nB = (4,8):(1,4)");
  // All but the first and the last one are elsewhere.
  CHECK(made.text == "30 of 32 cells differ");
  CHECK(made.differ_a.size() == 30);
  CHECK(made.differ_b.size() == 30);
  CHECK(made.first == "first in row 0, column 1: 1 and 4");
}

TEST_CASE("comparison: pictures of other sizes lie on each other, and what one has alone differs") {
  const Comparison made = compared("A = (4,8):(8,1)\nB = (6,4):(8,1)");
  // 16 cells in common, 16 of A alone, 8 of B alone.
  CHECK(made.text == "24 of 40 cells differ");
  CHECK(made.differ_a.size() == 16);
  CHECK(made.differ_b.size() == 8);
  CHECK(made.first == "first in row 0, column 4: 4 and nothing");
  CHECK(render(made.first, *catalog_of("zh")) != english(made.first));
}

TEST_CASE("comparison: thread-value layouts differ by the owner of an element") {
  const Comparison made = compared("T = ((_4,_8),_2):((_16,_1),_8)\nU = ((_4,_8),_2):((_16,_1),_64)\n");
  CHECK(made.differ_a.size() > 0);
  CHECK(!made.first.empty());
}

TEST_CASE("comparison: programs by line") {
  const std::string minus = "\xE2\x88\x92 ";
  CHECK(joined("a\nb\nc\n", "a\nb\nc") == "");
  CHECK(joined("a\nb\nc", "a\nx\nc") == minus + "b|+ x");
  CHECK(joined("a\nc", "a\nb\nc") == "+ b");
  CHECK(joined("a\nb\nc\nd", "b\nx\nd\ne") == minus + "a|" + minus + "c|+ x|+ e");
  CHECK(joined("", "a") == "+ a");
  CHECK(joined("a\na\na", "a") == minus + "a|" + minus + "a");
  CHECK(joined("a\nb\nc", "x\ny\nz", 3) == minus + "a|" + minus + "b|\xE2\x80\xA6");
  // What is too long to be compared is told whole.
  std::string many, others;
  for (int i = 0; i < 1000; ++i) {
    many += std::to_string(i) + "\n";
    others += std::to_string(i + 1) + "\n";
  }
  CHECK(line_difference(many, others, 5000).size() == 2000);
}

}  // namespace stridescope
