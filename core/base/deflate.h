// The compressed form of RFC 1951 ("raw deflate"), in which share links carry programs: what zlib, gzip and every
// browser read and write, without a library.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace stridescope {

// One block of the fixed codes: not the smallest that there is, but every reader takes it. Time and memory are linear
// in the bytes.
std::string deflate(std::string_view bytes);

// The bytes that were packed, at most `most`; what follows the last block is not looked at. syntax: the text is none of
// deflate's, or is cut off. too_large: there are more bytes; no more than `most` are made.
Result<std::string> inflate(std::string_view packed, std::size_t most);

}  // namespace stridescope
