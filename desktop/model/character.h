// The characters of a text, for who measures them one by one.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/utf.h"

namespace stridescope::desktop {

struct Character {
  std::uint32_t code;
  std::size_t length;
};

// A byte that is none of UTF-8 stands for itself.
inline Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])); };
  switch (utf8_sequence(text, at)) {
    case 2:
      return {(byte(0) & 0x1f) << 6 | (byte(1) & 0x3f), 2};
    case 3:
      return {(byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f), 3};
    case 4:
      return {(byte(0) & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f), 4};
    default:
      return {byte(0), 1};
  }
}

}  // namespace stridescope::desktop
