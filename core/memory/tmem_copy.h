// Checks the addresses of a partition against the alignment of tcgen05.cp (CUTLASS: UTCCP). It moves rows of 128 bits:
// the descriptor's start address and both of its byte offsets are multiples of 16 bytes of shared memory, and a row
// takes four columns of a lane of tensor memory, beginning at a multiple of four. Violations cause "misaligned
// address". Source: PTX ISA 9.0, 9.7.16.4.1 (descriptor), 9.7.16.9.2 (tcgen05.cp).
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/result.h"
#include "core/tiled/atom.h"
#include "core/value/value.h"

namespace stridescope {

inline constexpr std::int64_t tmem_copy_row_bits = 128;

// The first row, by ascending instruction and address, of which an instruction takes only a part.
struct BrokenRow {
  std::int64_t instruction = 0;  // 1-D coordinate in the modes after mode 0
  std::int64_t bit = 0;          // bit address of the first element that the instruction takes of it
  std::int64_t taken_bits = 0;   // out of the row's 128
  bool misaligned() const { return bit % tmem_copy_row_bits != 0; }
};

// One side of the copies.
struct TmemCopySide {
  std::int64_t instructions = 0;
  std::optional<BrokenRow> broken;  // empty: each row is complete, at a multiple of 128 bits
};

enum class TmemCopyMemory : std::uint8_t { shared, tensor };

// Limit of the elements of a side, including repeated ones. The tensor memory of a block has fewer of 8 bits.
inline constexpr std::int64_t max_tmem_copy_elements = 1 << 21;

// Inspects `part`, from partition_S or partition_D of the copy: mode 0 is the part of one instruction, each coordinate
// of the other modes is an instruction; offsets are in elements of the atom's type. `start`: byte address of offset 0.
// Errors: arguments if the atom is not a tcgen05.cp or has no type whose elements divide a row, if mode 0 is not its
// part, or if an address is outside the memory; too_large beyond the limit.
Result<TmemCopySide> tmem_copy_side(const CopyAtom& atom, const Value& part, TmemCopyMemory memory, std::int64_t start);

}  // namespace stridescope
