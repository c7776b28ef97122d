// Bytes as letters (RFC 4648): machine code in results of the runner, programs in share links.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace stridescope {

enum class Base64 : std::uint8_t {
  standard,  // section 4: with + and /, padded to groups of four by =
  url,       // section 5: with - and _, never padded
};

// law: decode_base64(encode_base64(b, f), f) = b.
std::string encode_base64(std::string_view bytes, Base64 form);

// The bytes whose encoding is this text. syntax, with the position: a character outside the alphabet (including line
// breaks and blanks), a last group of one letter, and in the standard form a wrongly padded last group. As in browsers,
// the unused bits of the last letter are ignored.
Result<std::string> decode_base64(std::string_view text, Base64 form);

}  // namespace stridescope
