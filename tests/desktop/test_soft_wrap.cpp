// Long lines broken into rows, and the caret in them.
#include <doctest/doctest.h>

#include "desktop/model/chinese_lines.h"
#include "desktop/model/soft_wrap.h"

namespace stridescope::desktop {
namespace {

// Each letter is one wide, Chinese ones are two.
float advance(std::uint32_t character) { return character >= 0x2e80 ? 2 : 1; }

struct Wrapped {
  TextBuffer text;
  SoftWrap wrap;

  Wrapped(std::string program, float room) {
    text.reset(std::move(program));
    wrap.lay(text, room, advance);
  }
  std::string rows() const {
    std::string out;
    for (const SoftWrap::Row& r : wrap.rows())
      out += "[" + std::string(static_cast<std::size_t>(r.indent), '.') +
             text.text().substr(r.text.begin, r.text.end - r.text.begin) + "]";
    return out;
  }
};

}  // namespace

TEST_CASE("rows: a line is broken behind a blank or a comma, where there is none at the edge") {
  CHECK(Wrapped("", 10).rows() == "[]");
  CHECK(Wrapped("A = 1\n\nB", 10).rows() == "[A = 1][][B]");
  CHECK(Wrapped("aaaa bbbb cccc", 10).rows() == "[aaaa bbbb ][..cccc]");
  CHECK(Wrapped("f(aaaa,bbbb,cc)", 10).rows() == "[f(aaaa,][..bbbb,cc)]");
  CHECK(Wrapped("abcdefghijklmno", 10).rows() == "[abcdefghij][..klmno]");
  // A line is not broken after its indentation, which is repeated in its rows.
  CHECK(Wrapped("  abcdefghijklm", 10).rows() == "[  abcdefgh][...ijklm]");
  // A word wider than its row is broken inside.
  CHECK(Wrapped("a bcdefghijklmnopqrstu", 10).rows() == "[a ][..bcdefghi][..jklmnopq][..rstu]");
  CHECK(Wrapped("# \xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD", 10).rows() ==
        "[# ][..\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD][..\xE4\xB8\xAD]");
  // However narrow it is, each row has a character.
  CHECK(Wrapped("abc", 0).rows() == "[a][b][c]");
}

TEST_CASE("rows: the rows of a line are its text, whatever it is") {
  std::uint32_t seed = 3;
  const auto random = [&](std::uint32_t below) { return (seed = seed * 1664525 + 1013904223) / 65536 % below; };
  const std::string pieces[] = {"a", "bcd", " ", "  ", ",", "(", "\n", "\t", "\xE4\xB8\xAD"};
  for (int round = 0; round < 300; ++round) {
    std::string program;
    for (std::uint32_t i = random(40); i > 0; --i) program += pieces[random(9)];
    const auto room = static_cast<float>(random(20));
    const Wrapped w(program, room);
    std::string together;
    for (std::size_t line = 0; line < w.text.line_count(); ++line) {
      if (line > 0) together += "\n";
      REQUIRE(w.wrap.first_of(line) < w.wrap.end_of(line));
      for (std::size_t row = w.wrap.first_of(line); row < w.wrap.end_of(line); ++row) {
        const SoftWrap::Row& r = w.wrap.rows()[row];
        REQUIRE(r.line == line);
        together += w.text.text().substr(r.text.begin, r.text.end - r.text.begin);
        for (std::size_t at = r.text.begin; at < r.text.end; ++at) REQUIRE(w.wrap.row_of(w.text, at) == row);
      }
      REQUIRE(w.wrap.row_of(w.text, w.text.line_end(line)) == w.wrap.end_of(line) - 1);
    }
    REQUIRE(together == program);
  }
}

TEST_CASE("rows: a place and how far right it is are each other's") {
  const Wrapped w("f(aaaa,bbbb,cc)", 10);
  CHECK(w.wrap.x_of(w.text, 1, 7) == 2);
  CHECK(w.wrap.x_of(w.text, 1, 15) == 10);
  CHECK(w.wrap.at(w.text, 1, 0) == 7);
  CHECK(w.wrap.at(w.text, 1, 4.4F) == 9);
  CHECK(w.wrap.at(w.text, 1, 99) == 15);
  // After a row that continues comes the start of the next row, so its last position is before its last character.
  CHECK(w.wrap.at(w.text, 0, 99) == 6);
}

TEST_CASE("rows: the caret goes from row to row and keeps to how far right it was") {
  Wrapped w("f(aaaa,bbbb,cc)\nx\nlonger", 10);
  w.text.place(13, false);  // position 8 in the second row
  w.wrap.move_rows(w.text, 1, false);
  CHECK(w.text.caret() == 17);  // the end of the text
  w.wrap.move_rows(w.text, 1, false);
  CHECK(w.text.caret() == 24);
  w.wrap.move_rows(w.text, -2, true);
  CHECK(w.text.caret() == 13);
  CHECK(w.text.selected() == "c)\nx\nlonger");
  w.wrap.move_rows(w.text, -1, false);
  CHECK(w.text.caret() == 6);
  w.wrap.move_rows(w.text, -1, false);
  CHECK(w.text.caret() == 0);
  w.wrap.move_rows(w.text, 100, false);
  CHECK(w.text.caret() == w.text.text().size());
}

TEST_CASE("rows: Home and End stop at the row's ends, then go to the line's") {
  Wrapped w("f(aaaa,bbbb,cc)", 10);
  w.text.place(9, false);
  w.wrap.move_start(w.text, false);
  CHECK(w.text.caret() == 7);
  w.wrap.move_start(w.text, false);
  CHECK(w.text.caret() == 0);
  w.wrap.move_end(w.text, false);
  CHECK(w.text.caret() == 6);
  w.wrap.move_end(w.text, false);
  CHECK(w.text.caret() == 15);
}

TEST_CASE("words: Chinese is broken between its characters, before no mark that closes; other words are left") {
  const auto lines = [](std::string_view text, float width) { return chinese_lines(text, width, advance); };
  CHECK(lines("a long line of words", 6) == "a long line of words");
  CHECK(lines("\xE5\xB7\xA6: src \xE8\xAF\xBB\xE8\xBF\x99\xE4\xB8\xAA", 10) ==
        "\xE5\xB7\xA6: src \xE8\xAF\xBB\n\xE8\xBF\x99\xE4\xB8\xAA");
  // A punctuation mark moves to the next row together with the character before it.
  CHECK(lines("\xE8\xAF\xBB\xE8\xBF\x99\xE4\xB8\xAA\xEF\xBC\x8C\xE5\xB7\xA6", 6) ==
        "\xE8\xAF\xBB\xE8\xBF\x99\n\xE4\xB8\xAA\xEF\xBC\x8C\xE5\xB7\xA6");
  CHECK(lines("\xE8\xAF\xBB src\n\xE8\xAF\xBB", 20) == "\xE8\xAF\xBB src\n\xE8\xAF\xBB");
}

}  // namespace stridescope::desktop
