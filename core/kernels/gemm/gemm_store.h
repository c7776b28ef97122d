// The store of a tile of C through shared memory. Each warpgroup, or warp of mma.sync, writes pieces with stmatrix; the
// copy engine stores them while the next tile is multiplied. Source: PTX ISA 9.0, 9.7.14.5.16 (stmatrix), 9.7.15.5.1
// (results of wgmma), 9.7.14.5.8 (results of mma.m16n8k16). Reason for shared memory: the results are pairs of elements
// in rows of 8, which a thread can only write as partial sectors; a box of the engine writes whole rows, and masks the
// ends of C.
#pragma once

#include <cstdint>
#include <vector>

#include "core/kernels/copy/copy_tma.h"
#include "core/kernels/mma/mma_plan.h"

namespace stridescope {

// One piece of a thread's results: its first value, and its start in the owner's part of the tile.
struct StoredPiece {
  std::int64_t value = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
};

// One stmatrix of a warp: four matrices of 8 x 8 elements of 16 bits, whose rows lanes 8 i ... 8 i + 7 address.
struct StoredRow {
  std::int64_t row = 0;  // row in the piece of the first element of this lane's row
  std::int64_t column = 0;
};

// post of plan_store: the pieces of all owners cover the tile exactly once. A piece is one box of the engine, rows x
// columns elements; each row of 8 elements is 16 contiguous bytes.
struct GemmStore {
  TmaAtom atom;
  std::int64_t owner = 128;  // threads that store a piece together: a warpgroup or a warp
  std::int64_t rows = 64;    // 16 per warp
  // Columns per piece, a multiple of 16.
  std::int64_t columns = 0;
  // C is contiguous along M: rows of stmatrix run along M, and the matrices are stored transposed.
  bool turned = false;
  // Row or column of a piece -> offset, in elements; the offset of an element is their sum, before the swizzle.
  KernelIndex row, column;
  KernelSide side;  // its swizzles
  // Values of a thread from one group of 8 columns to the next. Of each group a thread has four: a pair along N in each
  // of two rows, 8 apart.
  std::int64_t eight = 4;
  // Thread -> start of its owner's part of the tile.
  KernelIndex owner_row, owner_column;
  std::vector<StoredPiece> pieces;
  std::int64_t piece_bytes = 0;

  // The first row of the part of owner `number`, 0 ... threads / owner - 1, in the tile.
  std::int64_t first_row(std::int64_t number) const { return owner_row.at(number * owner); }
  std::int64_t first_column(std::int64_t number) const { return owner_column.at(number * owner); }
  // The address that lane `thread` % 32 of its warp gives to stmatrix for columns `from` ... `from` + 15 of a piece.
  // pre: from is a multiple of 16.
  StoredRow addressed(std::int64_t thread, std::int64_t from) const;
  // Position of an element in a piece, in elements from its start, with the swizzle applied.
  std::int64_t offset(std::int64_t row, std::int64_t column) const;
};

// math: the planned tile; c: C in global memory; type: type of C in memory; given: the engine's atom for a piece.
// unsupported, with the violated condition: results other than those of wgmma and mma.sync, accumulators that are not
// float or int, a C that is swizzled or not of 16 bits, an atom of another operation, tensor, tile or type, a piece
// that is not a part of a warpgroup's rows (64) or a warp's rows (16).
Result<GemmStore> plan_store(const MmaPlan& math, const AnyLayout& c, const DataType& type, const TmaAtom& given);

}  // namespace stridescope
