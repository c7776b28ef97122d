// A TMA (bulk tensor copy) between a global tensor and a tile of shared memory: the contents of its descriptor, or the
// reason why the hardware refuses it. Source: PTX ISA 9.0, 5.5 (tensors, box, swizzling modes); CUDA driver API,
// cuTensorMapEncodeTiled (the limits); CUTLASS include/cute/atom/copy_traits_sm90_tma.hpp (the box of a shared memory
// layout).
//   make_tma_atom(SM90_TMA_LOAD, (1024,1024):(1024,1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>,(_128,_64)),
//   "half_t") box (64,128) by modes (1,0), strides (2048) bytes, SW128: one instruction of 131072 bits moves the tile
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/tiled/smem_operand.h"
#include "core/value/print.h"

namespace stridescope {

// The result of make_tma_atom. post: the instructions, of one box each, fill `smem`, and the dimensions are within the
// driver's limits: at most 5, extents up to 2^32, strides multiples of 16 bytes below 2^40, boxes up to 256. A row of
// box[0] elements is a multiple of 16 bytes, and not wider than the span of the swizzle, if any. All vectors except
// stride_bytes have an entry for each mode of gmem, in the order of the descriptor.
struct TmaAtom {
  std::string operation = "SM90_TMA_LOAD";  // CUTLASS's, without template arguments
  Layout gmem;                              // in elements
  AnyLayout smem;                           // the tile in CuTe's form: static, with a byte swizzle
  int element_bits = 0;
  // Dimensions of the descriptor, contiguous one first.
  std::vector<int> modes;                  // the mode of the global tensor
  std::vector<std::int64_t> extents;       // elements
  std::vector<std::int64_t> stride_bytes;  // stride bytes of dimensions 1, 2, ...
  std::vector<std::int64_t> box;           // elements per instruction
  SwizzleMode swizzle = SwizzleMode::none;
  std::int64_t bits = 0;          // bits per instruction
  std::int64_t instructions = 0;  // instructions for the whole tile

  static const ObjectKind object_kind;
};

// Elements of all boxes of the tile: their bytes are the transactions that its barrier expects.
std::int64_t moved_elements(const TmaAtom& atom);

// The box and the swizzle as words: box(64,128)@sw128. core/machine/tensor_words.h reads them.
std::string map_words(const TmaAtom& atom);

// The arguments of make_tma, and the derived facts, with their names.
using TmaFacts = std::array<std::pair<std::string_view, std::string>, 11>;
TmaFacts tma_facts(const TmaAtom& atom, IntegerMode mode);

// The facts, one per line. The language can read it back. Two atoms are equal if their texts are.
std::string print_tma(const TmaAtom& atom, IntegerMode mode);

// gmem: flat modes in elements, static or dynamic. smem: the tile in elements, with or without a swizzle; mode i is a
// part of mode i of gmem. `address`: byte address of the global tensor's first element. The box is the longest
// beginning of the tile, in the order of addresses in shared memory, that passes through each mode once in steps of
// one; other modes have a box of 1. unsupported, with the number that exceeds the limit: elements not of 8, 16, 32 or
// 64 bits, more than 5 modes, a contiguous mode in shared memory whose global stride is not 1 (a TMA does not
// transpose), and the limits above; rank_mismatch: nested modes or different ranks; bad_swizzle: a swizzle that the
// hardware does not have.
Result<TmaAtom> make_tma(const Layout& gmem, const AnyLayout& smem, int element_bits, std::int64_t address);
// Sets the operation, given with or without `cute::`: SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST, SM90_TMA_STORE or
// SM90_TMA_REDUCE_ADD, the ones that CuTe's make_tma_atom accepts for a tile. arguments: another operation.
Result<bool> set_operation(TmaAtom& atom, std::string_view operation);
// arguments, with both versions: one of `lines` (in the format of print_tma, in any order) does not match this atom.
// Lines without a label, or with an unknown label, are ignored. Otherwise true.
Result<bool> check_printed(const TmaAtom& atom, std::string_view lines);

}  // namespace stridescope
