// Vectorization: the widest access that a copy between two layouts can use, and the mode that prevents a wider one.
//
// CuTe's copy() takes as many elements at once as both sides have adjacent in the same order, max_common_vector, and as
// the strides of all other modes and the pointers are multiples of, max_alignment; at most 128 bits. Only static
// integers count. Source: CUTLASS include/cute/algorithm/copy.hpp (AutoVectorizingCopyWithAssumedAlignment).
#pragma once

#include <string>

#include "core/algebra/algebra.h"

namespace stridescope {

inline constexpr std::int64_t max_vector_bits = 128;

// A width and its reason.
struct VectorWidth {
  std::int64_t bits = 0;  // of one access; a power of two
  Message limit;          // what stops it from being wider, a sentence without a full stop; empty at 128 bits
};

// Each side alone, to or from registers, and both together, which is the width of a copy; `both` is never wider than a
// side.
struct Vectorization {
  int element_bits = 0;
  VectorWidth source;
  VectorWidth destination;
  VectorWidth both;
};

// One side, copied to or from registers. alignment_bits: of the pointer.
VectorWidth vector_width(const AnyLayout& layout, int element_bits, std::int64_t alignment_bits = max_vector_bits);
// Both layouts have the same size; rank_mismatch otherwise.
Vectorization vectorization(Arith&, const AnyLayout& source, const AnyLayout& destination, int element_bits,
                            std::int64_t source_alignment_bits = max_vector_bits,
                            std::int64_t destination_alignment_bits = max_vector_bits);

}  // namespace stridescope
