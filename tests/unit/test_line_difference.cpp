// Two programs line by line.
#include <doctest/doctest.h>

#include "core/runs/line_difference.h"

namespace stridescope {
namespace {

std::string joined(std::string_view before, std::string_view after, std::size_t most = 100) {
  std::string out;
  for (const std::string& line : line_difference(before, after, most)) out += (out.empty() ? "" : "|") + line;
  return out;
}

}  // namespace

TEST_CASE("line difference: programs by line") {
  const std::string minus = "\xE2\x88\x92 ";
  CHECK(joined("a\nb\nc\n", "a\nb\nc") == "");
  CHECK(joined("a\nb\nc", "a\nx\nc") == minus + "b|+ x");
  CHECK(joined("a\nc", "a\nb\nc") == "+ b");
  CHECK(joined("a\nb\nc\nd", "b\nx\nd\ne") == minus + "a|" + minus + "c|+ x|+ e");
  CHECK(joined("", "a") == "+ a");
  CHECK(joined("a\na\na", "a") == minus + "a|" + minus + "a");
  CHECK(joined("a\nb\nc", "x\ny\nz", 3) == minus + "a|" + minus + "b|\xE2\x80\xA6");
  // Texts too long to compare are reported whole.
  std::string many, others;
  for (int i = 0; i < 1000; ++i) {
    many += std::to_string(i) + "\n";
    others += std::to_string(i + 1) + "\n";
  }
  CHECK(line_difference(many, others, 5000).size() == 2000);
}

}  // namespace stridescope
