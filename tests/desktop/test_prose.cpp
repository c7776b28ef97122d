// A lesson's Markdown as blocks: what the panel of the course lays out.
#include <doctest/doctest.h>

#include "desktop/model/course.h"
#include "desktop/model/prose.h"

namespace stridescope::desktop {

TEST_CASE("prose: spans have their style and their link") {
  const auto blocks = read_prose("A **layout** is `(4,8):(1,4)`, see [its *first* row](cell:A:0,4)\nand 2 < 3.");
  REQUIRE(blocks.size() == 1);
  const ProseText& text = blocks[0].text;
  REQUIRE(text.size() == 9);
  CHECK(text[0] == ProseSpan{"A "});
  CHECK(text[1] == ProseSpan{"layout", true});
  CHECK(text[3] == ProseSpan{"(4,8):(1,4)", false, false, true});
  CHECK(text[5] == ProseSpan{"its ", false, false, false, "cell:A:0,4"});
  CHECK(text[6] == ProseSpan{"first", false, true, false, "cell:A:0,4"});
  CHECK(text[7] == ProseSpan{" row", false, false, false, "cell:A:0,4"});
}

TEST_CASE("prose: what a program prints in it is no link") {
  const auto blocks = read_prose("row three is gmem_ptr\\[32b\\](0x1060) o (8):(1), and \\_ keeps, as \\_ does");
  REQUIRE(blocks.size() == 1);
  REQUIRE(blocks[0].text.size() == 1);
  CHECK(blocks[0].text[0].text == "row three is gmem_ptr[32b](0x1060) o (8):(1), and _ keeps, as _ does");
}

TEST_CASE("prose: lists, tables, quotations and code") {
  const auto blocks = read_prose(
      "# Head\n\n- one\n- two\n\n3. three\n\n> said\n\n```\na = 1\nb = 2\n```\n\n| a | b |\n| --- | --- |\n| `c` | d "
      "|\n");
  REQUIRE(blocks.size() == 7);
  using Kind = ProseBlock::Kind;
  CHECK(blocks[0].kind == Kind::heading);
  CHECK(blocks[1].sign == "\xE2\x80\xA2");
  CHECK(blocks[2].text[0].text == "two");
  CHECK(blocks[2].depth == 1);
  CHECK(blocks[3].sign == "3.");
  CHECK(blocks[4].quoted);
  CHECK(blocks[5].kind == Kind::code);
  CHECK(blocks[5].text[0].text == "a = 1\nb = 2");
  REQUIRE(blocks[6].rows.size() == 2);
  CHECK(blocks[6].rows[1][0][0] == ProseSpan{"c", false, false, true});
}

TEST_CASE("prose: any text is read") {
  CHECK(read_prose("").empty());
  for (const char* text : {"**", "[x](", "`", "| a |\n|--|\n", "1. \n2. ", "> - > x", "\n\n&nbsp; &lt;", "[](cell:)"})
    (void)read_prose(text);
}

}  // namespace stridescope::desktop
