// Finding a word, and replacing it.
#include <doctest/doctest.h>

#include "desktop/model/find.h"

namespace stridescope::desktop {
namespace {

std::string places(std::string_view text, std::string_view word) {
  std::string out;
  for (const TextBuffer::Range& r : find_all(text, word))
    out += (out.empty() ? "" : " ") + std::to_string(r.begin) + "-" + std::to_string(r.end);
  return out;
}

}  // namespace

TEST_CASE("find: letters of either case, unless the word has a large one; none within another") {
  CHECK(places("copy Copy COPY", "copy") == "0-4 5-9 10-14");
  CHECK(places("copy Copy COPY", "Copy") == "5-9");
  CHECK(places("aaaa", "aa") == "0-2 2-4");
  CHECK(places("abc", "") == "");
  CHECK(places("", "a") == "");
  CHECK(find_all(std::string(3 * max_found, 'a'), "a").size() == max_found);
}

TEST_CASE("find: the next place and the one before, round the end") {
  const auto found = find_all("a.a.a", "a");
  CHECK(next_found(found, 0, false) == 0);
  CHECK(next_found(found, 1, false) == 1);
  CHECK(next_found(found, 5, false) == 0);
  CHECK(next_found(found, 2, true) == 0);
  CHECK(next_found(found, 0, true) == 2);
}

TEST_CASE("find: which of the places is said, and a dash beside all of them") {
  const auto found = find_all("a.a.a", "a");
  CHECK(found_text(found, {2, 3}) == "2 / 3");
  CHECK(found_text(found, {4, 5}) == "3 / 3");
  CHECK(found_text(found, {2, 2}) == "\xE2\x80\x93 / 3");
}

TEST_CASE("find: another word in all places is one text") {
  const std::string text = "A = (4,8):(8,1)\nB = A o 4:2";
  CHECK(replaced(text, find_all(text, "A"), "tile") == "tile = (4,8):(8,1)\nB = tile o 4:2");
  CHECK(replaced(text, {}, "x") == text);
}

}  // namespace stridescope::desktop
