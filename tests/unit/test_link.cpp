// Share links: the page's links are read (tests/links/vectors.jsonl, which tests/web/link.test.ts also reads), written
// links are read back, and hostile text can only fail.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/deflate.h"
#include "core/workspace/link.h"

namespace stridescope {
namespace {

std::vector<nlohmann::json> vectors() {
  std::ifstream in("tests/links/vectors.jsonl");
  std::vector<nlohmann::json> out;
  for (std::string line; std::getline(in, line);) out.push_back(nlohmann::json::parse(line));
  return out;
}

// Bytes of a generator with the same sequence on every machine.
std::string noise(std::size_t size, std::uint32_t seed, std::uint32_t kinds) {
  std::string out;
  for (std::uint32_t state = seed; out.size() < size;) {
    state = state * 1664525U + 1013904223U;
    out.push_back(static_cast<char>((state >> 16) % kinds));
  }
  return out;
}

}  // namespace

TEST_CASE("link: the vectors of the page") {
  int good = 0;
  int bad = 0;
  for (const nlohmann::json& vector : vectors()) {
    const std::string address = vector["link"];
    CAPTURE(address);
    const auto link = decode_link(address);
    if (!vector.contains("program")) {
      CHECK_FALSE(link.has_value());
      ++bad;
      continue;
    }
    REQUIRE(link.has_value());
    ++good;
    CHECK(link->program == vector["program"].get<std::string>());
    CHECK((link->mode == IntegerMode::cute) == (vector["mode"] == "cute"));
    nlohmann::json views = nlohmann::json::array();
    for (const auto& view : link->views) views.push_back({view.first, view.second});
    CHECK(views == vector["views"]);
    const auto fragment = encode_link(*link);
    REQUIRE(fragment.has_value());
    const auto again = decode_link(*fragment);
    REQUIRE(again.has_value());
    CHECK(again->program == link->program);
    CHECK(again->mode == link->mode);
    CHECK(again->views == link->views);
  }
  CHECK(good >= 20);
  CHECK(bad >= 15);
}

TEST_CASE("link: only characters that survive in an address, and no line of a view that is none") {
  Link link;
  link.program = "?\?\?>>>~~~ÿÿ";
  link.mode = IntegerMode::cute;
  link.views = {
      {"A", "kind=strip"}, {"A B", "kind=grid"}, {"C", "kind=grid\nD kind=grid"}, {"", "kind=grid"}, {"E", ""}};
  const auto fragment = encode_link(link);
  REQUIRE(fragment.has_value());
  const std::string& text = *fragment;
  CHECK(text.starts_with("#z="));
  CHECK(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 3) ==
        std::string::npos);
  const auto read = decode_link("https://example.org/explorer/?embed=A" + text);
  REQUIRE(read.has_value());
  CHECK(read->program == link.program);
  CHECK(read->views == std::vector<std::pair<std::string, std::string>>{{"A", "kind=strip"}});
}

TEST_CASE("link: what cannot be read is not written") {
  const auto read = [](const std::string& program) {
    const auto fragment = encode_link({program, IntegerMode::teaching, {}});
    if (!fragment) return std::optional<ErrorCode>(fragment.error().code);
    const auto link = decode_link(*fragment);
    REQUIRE(link.has_value());
    CHECK(link->program == program);
    return std::optional<ErrorCode>();
  };
  const std::size_t most = max_link_text - std::string_view("teaching\n\n").size();
  CHECK_FALSE(read(std::string(most, 'x')));
  CHECK(read(std::string(most + 1, 'x')) == ErrorCode::too_large);
  // The only number in the message is the limit.
  const auto long_link = encode_link({std::string(most + 1, 'x'), IntegerMode::teaching, {}});
  REQUIRE_FALSE(long_link.has_value());
  CHECK(english(long_link.error().message) == "a link of 600001 bytes is too long; expected at most 600000");
  CHECK(english(long_link.error().hint).find_first_of("0123456789") == std::string::npos);
  CHECK(read("A = 4:1 # \xff") == ErrorCode::syntax);
  const auto views = encode_link({"A = 4:1", IntegerMode::teaching, {{"A", std::string(most, 'x')}}});
  CHECK_FALSE(views.has_value());
}

TEST_CASE("deflate: every text comes back, and what repeats becomes short") {
  std::string repeated;
  for (int i = 0; i < 400; ++i) repeated += "A = composition((6,2):(8,2), (4,3):(3,1))\n";
  CHECK(deflate(repeated).size() < repeated.size() / 40);
  for (const std::string& text :
       {std::string(), std::string("a"), std::string(100'000, 'x'), repeated, noise(70'000, 1, 256),
        noise(70'000, 2, 2), noise(40'000, 3, 4) + std::string(300, 'y') + noise(40'000, 3, 4)}) {
    const std::string packed = deflate(text);
    const auto back = inflate(packed, text.size());
    REQUIRE(back.has_value());
    CHECK(*back == text);
    if (text.empty()) continue;
    CHECK(inflate(packed, text.size() - 1).error().code == ErrorCode::too_large);
    CHECK(inflate(std::string_view(packed).substr(0, packed.size() - 1), text.size()).error().code ==
          ErrorCode::syntax);
  }
}

TEST_CASE("deflate: damaged bytes are refused or read as others, and never more than is allowed") {
  const std::string packed = deflate("A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n");
  for (std::size_t at = 0; at < packed.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = packed;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      const auto text = inflate(damaged, 500);
      if (text.has_value()) CHECK(text->size() <= 500);
    }
  }
  int refused = 0;
  for (std::uint32_t seed = 0; seed < 20'000; ++seed) refused += !inflate(noise(60, seed, 256), 4096).has_value();
  CHECK(refused > 15'000);
}

}  // namespace stridescope
