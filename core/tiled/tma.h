// A TMA (bulk tensor copy) between a global tensor and a tile of shared memory: what its descriptor would hold, or why
// the hardware refuses it. Source: PTX ISA 9.0, 5.5 (tensors, box, swizzling modes); CUDA driver API,
// cuTensorMapEncodeTiled (the limits); CUTLASS include/cute/atom/copy_traits_sm90_tma.hpp (how the box follows from the
// shared-memory layout).
//   make_tma_atom(SM90_TMA_LOAD, (1024,1024):(1024,1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>,(_128,_64)),
//   "half_t") box (64,128) by modes (1,0), strides (2048) bytes, SW128: one instruction of 131072 bits moves the tile
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tiled/smem_operand.h"
#include "core/value/print.h"

namespace stridescope {

// The result of make_tma_atom. post: as many instructions of one box each as fill `smem`, the dimensions within the
// driver's limits: at most 5, extents up to 2^32, strides multiples of 16 bytes below 2^40, boxes up to 256. A row of
// box[0] elements is a multiple of 16 bytes and no wider than the span of the swizzle, if any. All vectors but
// stride_bytes have an entry for each mode of gmem, in the order of the descriptor.
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

// Its source, which make_tma accepts again, and the consequences, a line each. The language reads it back. Two atoms
// are equal if they print alike.
std::string print_tma(const TmaAtom& atom, IntegerMode mode);

// gmem: flat modes in elements, of any staticness. smem: the tile, mode i of it a part of mode i of gmem; in elements,
// swizzled or not. `address`: bytes, of the global tensor's first element. The box is the largest beginning of the
// tile, in the order of its addresses in shared memory, that passes through each mode once in steps of one; other modes
// have a box of 1. unsupported, with the number that exceeds the limit: elements not of 8, 16, 32 or 64 bits, more than
// 5 modes, a contiguous mode in shared memory whose stride in global memory is not 1 (a TMA does not transpose), and
// the limits above; rank_mismatch for nested modes or other ranks; bad_swizzle for a swizzle that the hardware does not
// have.
Result<TmaAtom> make_tma(const Layout& gmem, const AnyLayout& smem, int element_bits, std::int64_t address);
// Names the operation, with or without `cute::`: SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST, SM90_TMA_STORE or
// SM90_TMA_REDUCE_ADD, those that CuTe's make_tma_atom takes for a tile in its rows and columns. arguments for
// another.
Result<bool> set_operation(TmaAtom& atom, std::string_view operation);
// arguments, with both, when one of `lines` (as print_tma writes them, in any order) is not what follows for this
// atom. Lines without a label, or with one that print_tma does not write, are passed over. True otherwise.
Result<bool> check_printed(const TmaAtom& atom, std::string_view lines);

}  // namespace stridescope
