// A TMA (bulk tensor copy) between a global tensor and a tile of shared memory: what its descriptor would hold, or why
// the hardware refuses it. Source: PTX ISA 9.0, 5.5 (tensors, box, swizzling modes); CUDA driver API,
// cuTensorMapEncodeTiled (the limits); CUTLASS include/cute/atom/copy_traits_sm90_tma.hpp (how the box follows from the
// shared-memory layout).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tiled/smem_operand.h"
#include "core/value/print.h"

namespace stridescope {

// What a make_tma_atom answers. post: as many instructions of one box each as fill `smem`, the dimensions within the
// driver's limits: at most 5, extents up to 2^32, strides multiples of 16 bytes below 2^40, boxes up to 256.
struct TmaAtom {
  std::string operation = "SM90_TMA_LOAD";  // CUTLASS's, without template arguments
  Layout gmem;                              // of elements
  AnyLayout smem;                           // the tile as CuTe takes it: static, a swizzle of bytes
  int element_bits = 0;
  // Dimensions of the descriptor, the contiguous one first.
  std::vector<int> modes;                  // the mode of the global tensor
  std::vector<std::int64_t> extents;       // elements
  std::vector<std::int64_t> stride_bytes;  // of dimensions 1, 2, ...
  std::vector<std::int64_t> box;           // elements that one instruction moves
  SwizzleMode swizzle = SwizzleMode::none;
  std::int64_t bits = 0;          // that one instruction moves
  std::int64_t instructions = 0;  // to move the whole tile

  static const ObjectKind object_kind;
};

// What it was made of, which make_tma takes again, and what follows from that, a line each. The language reads it back.
std::string print_tma(const TmaAtom& atom, IntegerMode mode);

// gmem: flat modes in elements. smem: the tile, mode i of it a part of mode i of gmem; of elements, swizzled or not.
// `address`: bytes, of the global tensor's first element.
Result<TmaAtom> make_tma(const Layout& gmem, const AnyLayout& smem, int element_bits, std::int64_t address);
// arguments unless it is one of the operations that CuTe's make_tma_atom takes: a tile, in its rows and columns.
Result<bool> set_operation(TmaAtom& atom, std::string_view operation);
// arguments, with both, when one of `lines` (as print_tma writes them, in any order) is not what follows for this atom.
Result<bool> check_printed(const TmaAtom& atom, std::string_view lines);

}  // namespace stridescope
