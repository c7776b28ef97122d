// Addresses of the lanes of a warp, instruction by instruction: the input of every count of sectors and wavefronts.
//
// A thread's values are taken in order; one instruction takes as many adjacent values as the access is wide. Threads
// are consecutive: thread t is lane t % 32 of warp t / 32. Addresses are bytes from the base of the tensor. Sources of
// a pattern are a layout from (thread, value) to offset, a thread-value layout over a tensor, or a TiledCopy on one of
// its sides; kernels have their own (core/kernels/copy/planned_access.h). No memory is touched: addresses are numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/tiled/thread_value.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {

// Bytes of one lane in one instruction, wherever layouts choose it: PTX's ld and st of .v4.b32.
inline constexpr int max_access_bytes = 16;
// The same of copy atoms from sm100 on, which name their width: global memory only.
inline constexpr int max_global_bytes = 32;

// One instruction of one warp, lane by lane.
struct WarpRequest {
  std::array<std::int64_t, 32> address = {};  // bytes; of inactive lanes 0
  std::uint32_t active = 0;                   // lane 0 in the lowest bit
};

// The addresses of all threads, instruction after instruction: request(w, i) is the request of warp w in instruction i.
// Every thread takes part in every instruction, or is masked off; if threads are not whole warps, the last warp's other
// lanes are inactive.
struct WarpAccess {
  int element_bits = 0;
  // Bytes of one lane in one instruction: 1, 2, 4, 8, 16; in AMD's LDS also 12, in global memory also 32. Elements that
  // share a byte and are not adjacent take a byte each.
  int access_bytes = 0;
  std::int64_t threads = 0;
  std::int64_t instructions = 0;      // of each warp
  std::int64_t base_bytes = 0;        // the address of offset 0, as AccessOptions has it
  std::vector<std::int64_t> address;  // bytes, instruction * threads + thread
  std::vector<std::uint32_t> active;  // lanes, instruction * warps + warp

  std::int64_t warps() const { return (threads + lanes_per_warp - 1) / lanes_per_warp; }
  // Over all warps, including those without an active lane.
  std::int64_t requests() const { return warps() * instructions; }
  // pre: 0 <= warp < warps(), 0 <= instruction < instructions. Copies 32 addresses.
  WarpRequest request(std::int64_t warp, std::int64_t instruction) const;
};

// Offsets of a pattern in elements, thread fastest: offset[value * threads + thread]. Empty, with threads = values =
// 0, of a pattern without elements.
struct ThreadOffsets {
  std::int64_t threads = 0;
  std::int64_t values = 0;           // of one thread
  std::vector<std::int64_t> offset;  // elements
  // Marks the touched ones, in the same order; empty: all are touched.
  std::vector<bool> inside;
};

// Three ways to make a pattern. too_large beyond max_tv_pairs elements or offsets beyond 2^54, basis for offsets that
// are not integers; a fault leaves an empty pattern. Swizzles count as in memory: for a layout without its pointer, the
// swizzle of its byte addresses. From (thread, value...) to the offset: mode 0 is the threads, all further modes the
// values, the first fastest. A layout of one integer mode has only threads, one value each.
ThreadOffsets thread_offsets(Arith&, const AnyLayout& pattern);
// tv maps (thread, value) to the index in the tensor, the first mode fastest, whose offsets count. index_range if it
// leaves the tensor. With `inside` (with as many modes as the tensor, rank_mismatch) only elements whose coordinate in
// each mode is below it are touched: a residue tile.
ThreadOffsets thread_offsets(Arith&, const AnyLayout& tensor, LayoutRef tv, const TupleRef* inside);
// All that a TiledCopy does on one side of a tensor, tile after tile: the values of a thread are those of its
// fragment in the first tile, then in the next. Faults are also those of tidfrg (core/tiled/tiled_copy.h).
ThreadOffsets thread_offsets(Arith&, const TiledCopy& copy, CopySide side, const AnyLayout& tensor);

// Conversion of offsets in elements to addresses: base_bytes + offset * element_bits / 8, rounded down to a byte.
struct AccessOptions {
  int element_bits = 0;  // a power of two, 1 ... 128; arguments otherwise
  // The address of the tensor modulo what matters; 0 is aligned to everything.
  std::int64_t base_bytes = 0;
  // Per lane; 0: the widest that every instruction of every thread allows, at most max_access_bytes.
  int access_bytes = 0;
};
// The instructions that read or write these offsets, all of one width, in the order of the values. unsupported, with
// the reason, if access_bytes is given and the values of some thread are not adjacent or not aligned. A group of values
// is one access only if all of them are inside or none is. post: instructions * values in one = values of a thread.
// Linear in the offsets, times the widths tried.
WarpAccess warp_access(Arith&, const ThreadOffsets& offsets, const AccessOptions& options);

// Bytes of the widest access that keeps the order of the values, at most `limit`, a power of two: every group of values
// adjacent and aligned, in every thread. Never less than an element of whole bytes, whose own alignment is assumed; 1
// if elements that share a byte are not adjacent.
int widest_access(const ThreadOffsets& offsets, int element_bits, std::int64_t base_bytes, int limit);

// The bits of one lane's part of an instruction of the atom on that side; 0: as wide as the layouts allow, or more
// than one access has (a TMA's box).
int atom_access_bits(const CopyAtom& atom, CopySide side);

}  // namespace stridescope
