// TileLang's buffers in shared memory, by the words that make them. Internal to tilelang*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/scanner.h"

namespace stridescope {

// alloc_shared, make_swizzled_layout and the like, of any instruction's.
bool is_tilelang_buffer(std::string_view word);
// make_swizzled_layout((16, 64), "float16", k_major=True) behind its first word: (m, n) -> offset in elements. The
// shape is the given one, or the text's.
Value read_tilelang_buffer(Scanner&, std::string_view word, const ForeignShape& shape);
// make_gemm_fragment_8x8() and the like behind its first word, as the fragment that TileLang prints of it; empty of
// another word, and with a fault.
std::string tilelang_fragment(Scanner&, std::string_view word, const ForeignShape& shape);

}  // namespace stridescope
