// TileLang's buffers in shared memory, by the functions that make them. Internal to tilelang*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/scanner.h"

namespace stridescope {

// True for alloc_shared, make_swizzled_layout and similar functions of any instruction.
bool is_tilelang_buffer(std::string_view word);
// make_swizzled_layout((16, 64), "float16", k_major=True) after its first word: (m, n) -> offset in elements. The shape
// is the given one, or the text's.
Value read_tilelang_buffer(Scanner&, std::string_view word, const ForeignShape& shape);
// make_gemm_fragment_8x8() and similar after the first word, as the fragment that TileLang prints for it; empty for
// another word, and after a fault.
std::string tilelang_fragment(Scanner&, std::string_view word, const ForeignShape& shape);

}  // namespace stridescope
