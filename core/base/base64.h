// Bytes as letters (RFC 4648): machine code in the runner's results, programs in share links.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace stridescope {

enum class Base64 : std::uint8_t {
  standard,  // section 4: with + and /, filled up to whole groups of four by =
  url,       // section 5: with - and _, never filled up
};

// law: decode_base64(encode_base64(b, f), f) = b.
std::string encode_base64(std::string_view bytes, Base64 form);

// The bytes that encode_base64 makes this text from. syntax, with the place: a letter that is not in the alphabet (line
// breaks and blanks are none), a last group of one letter, and in the standard form a last group that is not filled up
// or is filled up too far. As in browsers, bits of the last letter that belong to no byte are not looked at.
Result<std::string> decode_base64(std::string_view text, Base64 form);

}  // namespace stridescope
