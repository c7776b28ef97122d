// Base64: the vectors of the RFC, round trips for every byte and length, and every kind of malformed text.
#include <doctest/doctest.h>

#include "core/base/base64.h"

namespace stridescope {
namespace {

bool is_error(std::string_view text, Base64 form) {
  const auto out = decode_base64(text, form);
  return !out && out.error().code == ErrorCode::syntax && !out.error().message.empty();
}

// Bytes without a pattern, the same each time.
std::string some_bytes(std::size_t count, std::uint32_t seed) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    seed = seed * 1664525 + 1013904223;
    out.push_back(static_cast<char>(seed >> 24));
  }
  return out;
}

}  // namespace

TEST_CASE("base64: the vectors of RFC 4648, section 10, and the letters in which the two forms differ") {
  const char* const vectors[][2] = {{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}};
  for (const auto& vector : vectors) {
    const std::string padded = vector[1];
    const std::string bare = padded.substr(0, padded.find('='));
    CHECK(encode_base64(vector[0], Base64::standard) == padded);
    CHECK(encode_base64(vector[0], Base64::url) == bare);
    CHECK(decode_base64(padded, Base64::standard) == std::string(vector[0]));
    CHECK(decode_base64(bare, Base64::url) == std::string(vector[0]));
  }
  const std::string ends("\xFB\xFF\0", 3);
  CHECK(encode_base64(ends, Base64::standard) == "+/8A");
  CHECK(encode_base64(ends, Base64::url) == "-_8A");
  CHECK(decode_base64("+/8A", Base64::standard) == ends);
  CHECK(decode_base64("-_8A", Base64::url) == ends);
}

TEST_CASE("base64: bytes of every value and every length come back, in letters of the form alone") {
  std::string all;
  for (int i = 0; i < 256; ++i) all.push_back(static_cast<char>(i));
  for (const Base64 form : {Base64::standard, Base64::url}) {
    CHECK(decode_base64(encode_base64(all, form), form) == all);
    for (std::size_t length = 0; length < 200; ++length) {
      const std::string bytes = some_bytes(length, static_cast<std::uint32_t>(length));
      const std::string text = encode_base64(bytes, form);
      CHECK(text.size() == (form == Base64::url ? (4 * length + 2) / 3 : (length + 2) / 3 * 4));
      CHECK(decode_base64(text, form) == bytes);
      CHECK(text.find_first_of(form == Base64::url ? "+/=" : "-_") == std::string::npos);
    }
  }
}

TEST_CASE("base64: every letter that is in no alphabet, at every place, is an error") {
  constexpr std::string_view common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  for (const Base64 form : {Base64::standard, Base64::url}) {
    for (int code = 0; code < 256; ++code) {
      const char letter = static_cast<char>(code);
      const bool known = common.find(letter) != std::string_view::npos ||
                         std::string_view(form == Base64::url ? "-_" : "+/").find(letter) != std::string_view::npos;
      for (std::size_t place = 0; place < 8; ++place) {
        std::string text = "Zm9vYmFy";
        text[place] = letter;
        // A last = fills up the group.
        const bool fills = form == Base64::standard && letter == '=' && place == 7;
        CHECK(is_error(text, form) == !(known || fills));
      }
    }
  }
  const auto out = decode_base64("Zm 9", Base64::url);
  REQUIRE(!out);
  CHECK(out.error().message == "base64: byte 3 of 4 has the code 32, which is not a base64 character");
}

TEST_CASE("base64: a text that is cut off, or filled up otherwise than its form is, is an error") {
  for (const char* text :
       {"Z", "Zg", "Zg=", "Zg===", "Zm8",  "Zm8==", "Zm9v=",    "Zm9v==",   "Zm9v====", "Zm9vY", "Zm9vYg",  "Zm9vYg=",
        "=", "==", "===", "====",  "=Zg=", "Z===",  "Zg==Zg==", "Zm8=Zm8=", "Zg==\n",   " Zg==", "Zm9v\r\n"}) {
    CAPTURE(text);
    CHECK(is_error(text, Base64::standard));
  }
  for (const char* text : {"Z", "Zm9vY", "Zg==", "Zm8=", "=", "Zm9v\n", "Zm9v+A", "Zm9v/A"}) {
    CAPTURE(text);
    CHECK(is_error(text, Base64::url));
  }
  // Every prefix of a text is an error, or decodes to fewer bytes: never to different bytes.
  const std::string bytes = some_bytes(50, 7);
  for (const Base64 form : {Base64::standard, Base64::url}) {
    const std::string text = encode_base64(bytes, form);
    for (std::size_t length = 0; length < text.size(); ++length) {
      const auto out = decode_base64(std::string_view(text).substr(0, length), form);
      const bool whole = form == Base64::standard ? length % 4 == 0 : length % 4 != 1;
      CHECK(out.has_value() == whole);
      if (out) CHECK(*out == bytes.substr(0, length * 3 / 4));
    }
  }
}

TEST_CASE("base64: bits of the last letter that belong to no byte are not looked at") {
  for (const char* text : {"Zg", "Zh", "Zv"}) {
    CHECK(decode_base64(text, Base64::url) == std::string("f"));
    CHECK(decode_base64(std::string(text) + "==", Base64::standard) == std::string("f"));
  }
}

}  // namespace stridescope
