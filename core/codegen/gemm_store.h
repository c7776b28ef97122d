// How warpgroups, or warps of mma.sync, store a tile of C through shared memory: pieces of it by stmatrix, and from
// there by the copy engine, while the next tile is multiplied. Source: PTX ISA 9.0, 9.7.14.5.16 (stmatrix), 9.7.15.5.1
// (the results of wgmma), 9.7.14.5.8 (those of mma.m16n8k16).
#pragma once

#include <cstdint>
#include <vector>

#include "core/codegen/copy_tma.h"
#include "core/codegen/mma_plan.h"

namespace stridescope {

// One piece of a thread's results: its first value, and where in the tile it begins.
struct StoredPiece {
  std::int64_t value = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
};

// One stmatrix of a warp: four matrices of 8 x 8, whose rows lanes 8 i ... 8 i + 7 address.
struct StoredRow {
  std::int64_t row = 0;  // in the piece, of the first element of this lane's row
  std::int64_t column = 0;
};

// post of plan_store: the pieces of all owners cover the tile once; a piece is one box of the engine.
struct GemmStore {
  TmaAtom atom;
  std::int64_t owner = 128;  // threads that store a piece together: a warpgroup's, or a warp's
  std::int64_t rows = 64;    // 16 a warp
  std::int64_t columns = 0;
  bool turned = false;      // rows of stmatrix run along M: C is contiguous along M
  KernelIndex row, column;  // in a piece -> offset, in elements
  KernelSide side;          // its swizzles
  std::int64_t eight = 4;   // values of a thread from one 8 columns to the next
  // (thread) -> where its owner's part of the tile begins.
  KernelIndex owner_row, owner_column;
  std::vector<StoredPiece> pieces;
  std::int64_t piece_bytes = 0;

  std::int64_t first_row(std::int64_t number) const { return owner_row.at(number * owner); }
  std::int64_t first_column(std::int64_t number) const { return owner_column.at(number * owner); }
  // What lane `thread` % 32 of its warp addresses in the stmatrix of columns `from` ... `from` + 15 of a piece.
  StoredRow addressed(std::int64_t thread, std::int64_t from) const;
  std::int64_t offset(std::int64_t row, std::int64_t column) const;  // in a piece, swizzled
};

// Refused, with the condition that fails: what is no store of C by the engine, results that stmatrix cannot store, a
// piece that is no part of what a warpgroup has.
Result<GemmStore> plan_store(const MmaPlan& math, const AnyLayout& c, const DataType& type, const TmaAtom& given);

}  // namespace stridescope
