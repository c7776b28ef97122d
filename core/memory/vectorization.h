// Vectorization: the widest access that a copy between two layouts can use, and the mode that prevents a wider one.
//
// CuTe's copy() accesses at once as many elements as are adjacent in the same order on both sides (max_common_vector),
// and as divide the strides of all other modes and the pointers (max_alignment); at most 128 bits. Only static integers
// count. Source: CUTLASS include/cute/algorithm/copy.hpp (AutoVectorizingCopyWithAssumedAlignment).
#pragma once

#include <string>

#include "core/algebra/algebra.h"

namespace stridescope {

inline constexpr std::int64_t max_vector_bits = 128;

// A width and its reason.
struct VectorWidth {
  std::int64_t bits = 0;  // per access; a power of two
  Message limit;          // the reason why it is not wider, a sentence without a full stop; empty at 128 bits
};

// Each side alone, to or from registers, and both together, which is the width of a copy; `both` is at most as wide as
// each side.
struct Vectorization {
  int element_bits = 0;
  VectorWidth source;
  VectorWidth destination;
  VectorWidth both;
};

// The width of one side in a copy to or from registers. alignment_bits: of the pointer.
VectorWidth vector_width(const AnyLayout& layout, int element_bits, std::int64_t alignment_bits = max_vector_bits);
// Error: rank_mismatch if the layouts have different sizes.
Vectorization vectorization(Arith&, const AnyLayout& source, const AnyLayout& destination, int element_bits,
                            std::int64_t source_alignment_bits = max_vector_bits,
                            std::int64_t destination_alignment_bits = max_vector_bits);

}  // namespace stridescope
