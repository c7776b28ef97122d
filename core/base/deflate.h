// The compressed form of RFC 1951 ("raw deflate") for programs in share links: by zlib natively, by node's zlib in the
// WebAssembly build. The page uses the browser's library instead.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace stridescope {

// law: inflate(deflate(b), most) = b if most >= size(b).
std::string deflate(std::string_view bytes);

// Unpacks at most `most` bytes; ignores data after the last block. syntax: the data is not deflated, or is cut off.
// too_large: there are more bytes than `most`.
Result<std::string> inflate(std::string_view packed, std::size_t most);

}  // namespace stridescope
