// Addresses of the lanes of a warp, instruction by instruction: the input of every count of sectors and wavefronts.
//
// A thread's values are accessed in order; one instruction accesses as many adjacent values as its width has. Threads
// are consecutive: thread t is lane t % 32 of warp t / 32. Addresses are bytes from the base of the tensor. A pattern
// comes from a layout (thread, value) -> offset, from a thread-value layout over a tensor, or from one side of a
// TiledCopy; kernels have their own patterns (core/kernels/copy/planned_access.h). No memory is accessed: addresses are
// numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/tiled/thread_value.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {

// Limit of bytes per lane and instruction if layouts choose the width: PTX's ld and st of .v4.b32.
inline constexpr int max_access_bytes = 16;
// The limit for copy atoms from sm100 on, which give their width; only for global memory.
inline constexpr int max_global_bytes = 32;

// One instruction of one warp, lane by lane.
struct WarpRequest {
  std::array<std::int64_t, 32> address = {};  // bytes; 0 for inactive lanes
  std::uint32_t active = 0;                   // bit i: lane i is active
};

// The addresses of all threads, instruction after instruction: request(w, i) is the request of warp w in instruction i.
// Every thread takes part in every instruction or is masked; if the threads do not fill whole warps, the remaining
// lanes of the last warp are inactive.
struct WarpAccess {
  int element_bits = 0;
  // Bytes per lane and instruction: 1, 2, 4, 8, 16; in AMD's LDS also 12, in global memory also 32. Elements that share
  // a byte and are not adjacent take a byte each.
  int access_bytes = 0;
  std::int64_t threads = 0;
  std::int64_t instructions = 0;      // instructions of each warp
  std::int64_t base_bytes = 0;        // the address of offset 0, as AccessOptions has it
  std::vector<std::int64_t> address;  // bytes, instruction * threads + thread
  std::vector<std::uint32_t> active;  // lanes, instruction * warps + warp

  std::int64_t warps() const { return (threads + lanes_per_warp - 1) / lanes_per_warp; }
  // The number for all warps, including requests without an active lane.
  std::int64_t requests() const { return warps() * instructions; }
  // pre: 0 <= warp < warps(), 0 <= instruction < instructions. Copies 32 addresses.
  WarpRequest request(std::int64_t warp, std::int64_t instruction) const;
};

// The offsets of a pattern in elements, thread fastest: offset[value * threads + thread]. A pattern without elements is
// empty, with threads = values = 0.
struct ThreadOffsets {
  std::int64_t threads = 0;
  std::int64_t values = 0;           // per thread
  std::vector<std::int64_t> offset;  // elements
  // True for the accessed offsets, in the same order; empty: all are accessed.
  std::vector<bool> inside;
};

// Three ways to make a pattern. Errors: too_large beyond max_tv_pairs elements or offsets beyond 2^54; basis for
// offsets that are not integers; after an error the pattern is empty. Swizzles apply as in memory: a layout without its
// pointer uses the swizzle of its byte addresses. This function takes (thread, value...) -> offset: mode 0 is the
// threads, all other modes are the values, the first one fastest. A layout with one integer mode has only threads, with
// one value each.
ThreadOffsets thread_offsets(Arith&, const AnyLayout& pattern);
// tv maps (thread, value) to a 1-D index of the tensor, whose offset counts. index_range if it exceeds the tensor.
// `inside` has as many modes as the tensor (otherwise rank_mismatch): only elements whose coordinate is below it in
// each mode are accessed, as in a residue tile.
ThreadOffsets thread_offsets(Arith&, const AnyLayout& tensor, LayoutRef tv, const TupleRef* inside);
// All accesses of a TiledCopy to one side of a tensor, tile after tile: the values of a thread are those of its
// fragment in the first tile, then in the next one. Errors also include those of tidfrg (core/tiled/tiled_copy.h).
ThreadOffsets thread_offsets(Arith&, const TiledCopy& copy, CopySide side, const AnyLayout& tensor);

// Conversion of offsets in elements to addresses: base_bytes + offset * element_bits / 8, rounded down to a byte.
struct AccessOptions {
  int element_bits = 0;  // a power of two, 1 ... 128; arguments otherwise
  // The address of the tensor modulo the alignments in use; 0 is aligned to all of them.
  std::int64_t base_bytes = 0;
  // Bytes per lane; 0: the widest that every instruction of every thread allows, at most max_access_bytes.
  int access_bytes = 0;
};
// The instructions that read or write these offsets, all with the same width, in the order of the values. Fails with
// unsupported and the reason if access_bytes is given and the values of some thread are not adjacent or not aligned. A
// group of values is one access only if all of them are inside or none is. post: instructions * values per instruction
// = values of a thread. Cost: linear in the offsets, times the tried widths.
WarpAccess warp_access(Arith&, const ThreadOffsets& offsets, const AccessOptions& options);

// Bytes of the widest access that keeps the order of the values: a power of two, at most `limit`, such that every group
// of values is adjacent and aligned in every thread. At least an element of whole bytes, whose alignment is assumed; 1
// if elements that share a byte are not adjacent.
int widest_access(const ThreadOffsets& offsets, int element_bits, std::int64_t base_bytes, int limit);

// The bits that one lane accesses on that side in one instruction of the atom; 0: as wide as the layouts allow, or more
// than one access (the box of a TMA).
int atom_access_bits(const CopyAtom& atom, CopySide side);

}  // namespace stridescope
