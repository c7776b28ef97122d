// Alignment of tcgen05.cp (CUTLASS: UTCCP) for the addresses of a partition. It moves rows of 128 bits: the
// descriptor's start address and both of its byte offsets are multiples of 16 bytes of shared memory, and a row takes
// four columns of a lane of tensor memory from a multiple of four on. Violations end as "misaligned address". Source:
// PTX ISA 9.0, 9.7.16.4.1 (descriptor), 9.7.16.9.2 (tcgen05.cp).
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/result.h"
#include "core/tiled/atom.h"
#include "core/value/value.h"

namespace stridescope {

inline constexpr std::int64_t tmem_copy_row_bits = 128;

// The first row that an instruction takes no whole one of, by ascending instruction and address.
struct BrokenRow {
  std::int64_t instruction = 0;  // 1-D coordinate in the modes after the first
  std::int64_t bit = 0;          // address of the first of its elements that the instruction takes, in bits
  std::int64_t taken_bits = 0;   // of the row's 128
  bool misaligned() const { return bit % tmem_copy_row_bits != 0; }
};

// One side of the copies.
struct TmemCopySide {
  std::int64_t instructions = 0;
  std::optional<BrokenRow> broken;  // nothing: each row is whole, at a multiple of 128 bits
};

enum class TmemCopyMemory : std::uint8_t { shared, tensor };

// Cap: elements of a side, repeats with them. A block's tensor memory holds fewer of 8 bits.
inline constexpr std::int64_t max_tmem_copy_elements = 1 << 21;

// Inspects `part` as partition_S or partition_D of the copy gives it: mode 0 is the part of one instruction, each
// coordinate of the others an instruction; offsets in elements of the atom's type. `start`: byte address of offset 0.
// arguments: the atom is not a tcgen05.cp or has no type, whose elements do not divide a row; mode 0 is not its part;
// an address that the memory does not have. too_large beyond the limit.
Result<TmemCopySide> tmem_copy_side(const CopyAtom& atom, const Value& part, TmemCopyMemory memory, std::int64_t start);

}  // namespace stridescope
