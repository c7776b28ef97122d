// The compressed form of RFC 1951 ("raw deflate"), in which share links carry programs: zlib's natively, node's in its
// WebAssembly build. The page has its own library and no part of this.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace stridescope {

// law: inflate(deflate(b), most) = b where most is at least the size of b.
std::string deflate(std::string_view bytes);

// The bytes that were packed, at most `most`; what follows the last block is not looked at. syntax: the text is none of
// deflate's, or is cut off. too_large: there are more bytes; no more than `most` are kept.
Result<std::string> inflate(std::string_view packed, std::size_t most);

}  // namespace stridescope
