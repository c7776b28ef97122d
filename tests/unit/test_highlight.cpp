// The colored pieces of a line.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "core/app/highlight.h"

namespace stridescope::app {

TEST_CASE("highlighting: the pieces of a line are those of the page's editor") {
  std::ifstream file("tests/web/tokens.json");
  // The page's names of the kinds, in their order.
  constexpr const char* names[] = {"plain", "comment",    "number", "static",  "basis",  "operator",
                                   "call",  "definition", "name",   "keyword", "string", "punctuation"};
  const nlohmann::json vectors = nlohmann::json::parse(file, nullptr, false);
  REQUIRE(vectors.size() >= 10);
  for (const auto& vector : vectors) {
    const auto line = vector[0].get<std::string>();
    CAPTURE(line);
    std::vector<std::string> found;
    bool in_comment = false;
    std::istringstream lines(line);
    for (std::string one; std::getline(lines, one);) {
      for (const Token& token : highlight(one, in_comment)) {
        if (token.kind == TokenKind::plain) continue;
        found.push_back(std::string(names[static_cast<int>(token.kind)]) + " " +
                        one.substr(token.begin, token.end - token.begin));
      }
    }
    CHECK(found == vector[1].get<std::vector<std::string>>());
  }
  // Every typed character is drawn exactly once.
  const std::string odd = "\xE4\xB8\xAD \xFF\xFE a\x80 \"\\ ~`@ @x _- -- - !";
  std::size_t end = 0;
  bool in_comment = false;
  for (const Token& token : highlight(odd, in_comment)) {
    CHECK(token.begin >= end);
    CHECK(token.end > token.begin);
    CHECK(odd.substr(end, token.begin - end).find_first_not_of(' ') == std::string::npos);
    end = token.end;
  }
  CHECK(end == odd.size());
  CHECK(highlight_cuda("const int t = threadIdx.x;  // t").back().kind == TokenKind::comment);
  const std::vector<Token> ptx = highlight_ptx("\tmov.u32 %r1, 7; // x");
  CHECK(ptx.front().kind == TokenKind::function);
  CHECK(ptx.back().kind == TokenKind::comment);
}

}  // namespace stridescope::app
