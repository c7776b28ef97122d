// Base64 in both alphabets (RFC 4648, sections 4 and 5). A byte outside the alphabet, or a text that is cut off, is an
// error with its position; unused bits of the last letter are ignored.
#include "core/base/base64.h"

#include <array>

#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::string_view letters_of(Base64 form) {
  return form == Base64::url ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                             : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

using Values = std::array<std::int8_t, 256>;  // value of each letter; -1: not a letter

constexpr Values values_of(Base64 form) {
  Values out = {};
  for (auto& value : out) value = -1;
  const std::string_view letters = letters_of(form);
  for (std::size_t i = 0; i < letters.size(); ++i)
    out[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
  return out;
}

constexpr Values standard_values = values_of(Base64::standard);
constexpr Values url_values = values_of(Base64::url);

tl::unexpected<Error> malformed(Message message) {
  return failure(ErrorCode::syntax, std::move(message), say("copy the whole text"));
}

}  // namespace

std::string encode_base64(std::string_view bytes, Base64 form) {
  const std::string_view letters = letters_of(form);
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t held = 0;
  int filled = 0;  // bits of `held` that are not written
  for (const char byte : bytes) {
    held = held << 8 | static_cast<unsigned char>(byte);
    for (filled += 8; filled >= 6; filled -= 6) out.push_back(letters[held >> (filled - 6) & 63]);
  }
  if (filled > 0) out.push_back(letters[held << (6 - filled) & 63]);
  if (form == Base64::standard) out.resize((out.size() + 3) / 4 * 4, '=');
  return out;
}

Result<std::string> decode_base64(std::string_view text, Base64 form) {
  const Values& values = form == Base64::url ? url_values : standard_values;
  const std::size_t whole = text.size();
  for (int fill = 0; form == Base64::standard && fill < 2 && text.ends_with('='); ++fill) text.remove_suffix(1);
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t held = 0;
  int filled = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (values[byte] < 0)
      return malformed(
          say("base64: byte {} of {} has the code {}, which is not a base64 character", i + 1, whole, byte));
    held = held << 6 | static_cast<std::uint32_t>(values[byte]);
    filled += 6;
    if (filled < 8) continue;
    filled -= 8;
    out.push_back(static_cast<char>(held >> filled & 255));
  }
  if (text.size() % 4 == 1)
    return malformed(
        say("base64: the last of {} {character|characters} is incomplete: the text is cut off", text.size()));
  if (form == Base64::standard && whole != (text.size() + 3) / 4 * 4)
    return malformed(
        say("base64: {} {character|characters} with {} of = do not form groups of four: the text is cut off",
            text.size(), whole - text.size()));
  return out;
}

}  // namespace stridescope
