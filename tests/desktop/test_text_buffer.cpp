// The edited text: typing, selecting, indenting, comments, and undoing all of it.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "desktop/model/text_buffer.h"

namespace stridescope::desktop {

using Move = TextBuffer::Move;

TEST_CASE("text: typing, selecting, moving by code points, and undo by words typed") {
  TextBuffer text;
  text.insert("a");
  text.insert("b");
  text.insert("\n");
  text.insert("\xE4\xB8\xAD");
  CHECK(text.text() == "ab\n\xE4\xB8\xAD");
  CHECK(text.line_count() == 2);
  text.move(Move::left, false);
  CHECK(text.caret() == 3);
  text.move(Move::left, false);
  text.move(Move::left, true);
  CHECK(text.selected() == "b");
  text.insert("xyz");
  CHECK(text.text() == "axyz\n\xE4\xB8\xAD");
  CHECK(text.undo());
  CHECK(text.text() == "ab\n\xE4\xB8\xAD");
  CHECK(text.redo());
  CHECK(text.text() == "axyz\n\xE4\xB8\xAD");
  while (text.undo()) {
  }
  CHECK(text.text().empty());
  CHECK_FALSE(text.undo());
}

TEST_CASE("text: bytes that are no UTF-8 and control characters never get in") {
  TextBuffer text;
  text.insert(
      "a\xFF\x01"
      "b\r\nc");
  CHECK(text.text() ==
        "a\xEF\xBF\xBD"
        "b\nc");
}

TEST_CASE("text: lines are indented, commented in and out, and keep their indentation") {
  TextBuffer text;
  text.reset("  A = 1\nB = 2\n");
  text.place(2, false);
  text.move(Move::line_end, false);
  text.newline();
  CHECK(text.line(1) == "  ");
  text.undo();
  text.select_all();
  text.toggle_comment();
  CHECK(text.text() == "  # A = 1\n# B = 2\n");
  text.select_all();
  text.toggle_comment();
  CHECK(text.text() == "  A = 1\nB = 2\n");
  text.select_all();
  text.indent(true);
  CHECK(text.text() == "A = 1\nB = 2\n");
}

TEST_CASE("text: any sequence of edits can be undone and done again") {
  std::uint32_t seed = 7;
  const auto random = [&](std::uint32_t below) { return (seed = seed * 1664525 + 1013904223) / 65536 % below; };
  for (int round = 0; round < 40; ++round) {
    TextBuffer text;
    text.reset("A = (2,4):(1,2)\n\xE4\xB8\xAD\n");
    const std::string first = text.text();
    for (int i = 0; i < 60; ++i) {
      switch (random(9)) {
        case 0:
          text.insert("x");
          break;
        case 1:
          text.newline();
          break;
        case 2:
          text.backspace(random(2) == 0);
          break;
        case 3:
          text.erase(random(2) == 0);
          break;
        case 4:
          text.place(random(40), random(2) == 0);
          break;
        case 5:
          text.indent(random(2) == 0);
          break;
        case 6:
          text.toggle_comment();
          break;
        case 7:
          text.move(static_cast<Move>(random(8)), random(2) == 0);
          break;
        default:
          text.append("B = 1");
          break;
      }
      REQUIRE(text.caret() <= text.text().size());
      REQUIRE(text.selection().end <= text.text().size());
    }
    const std::string last = text.text();
    while (text.undo()) {
    }
    CHECK(text.text() == first);
    while (text.redo()) {
    }
    CHECK(text.text() == last);
  }
}

}  // namespace stridescope::desktop
