// What the lanes of a warp address, instruction by instruction: the input of every count of sectors and wavefronts.
//
// A thread's values are taken in order; as many neighbours as the access is wide go into one instruction. Threads are
// consecutive: thread t is lane t % 32 of warp t / 32. Addresses are bytes from the base of the tensor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/tiled/thread_value.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {

inline constexpr int max_access_bytes = 16;  // of one lane in one instruction, wherever layouts choose it
inline constexpr int max_global_bytes = 32;  // of the instructions of sm100 that name it: global memory only

// One instruction of one warp.
struct WarpRequest {
  std::array<std::int64_t, 32> address = {};  // bytes; of inactive lanes 0
  std::uint32_t active = 0;                   // lane 0 in the lowest bit
};

// What all threads address, instruction after instruction: request(w, i) is what warp w does in instruction i.
struct WarpAccess {
  int element_bits = 0;
  int access_bytes = 0;  // of one lane in one instruction: 1, 2, 4, 8, 16, in AMD's LDS 12, in global memory 32
  std::int64_t threads = 0;
  std::int64_t instructions = 0;      // of each warp
  std::vector<std::int64_t> address;  // bytes, instruction * threads + thread
  std::vector<std::uint32_t> active;  // lanes, instruction * warps + warp

  std::int64_t warps() const { return (threads + lanes_per_warp - 1) / lanes_per_warp; }
  std::int64_t requests() const { return warps() * instructions; }
  WarpRequest request(std::int64_t warp, std::int64_t instruction) const;
};

// Offsets of a pattern in elements, thread fastest: offset[value * threads + thread].
struct ThreadOffsets {
  std::int64_t threads = 0;
  std::int64_t values = 0;           // of one thread
  std::vector<std::int64_t> offset;  // elements
  std::vector<bool> inside;          // the same order; empty: all are
};

// Caps: as for thread-value layouts, max_tv_pairs. too_large beyond, basis for offsets that are no integers.

// From (thread, value...) to the offset: mode 0 are the threads, all further modes the values.
ThreadOffsets thread_offsets(Arith&, const AnyLayout& pattern);
// tv maps (thread, value) to the index in the tensor, whose offsets count. index_range when it leaves the tensor. With
// `inside` only elements whose coordinate in each mode is below it are touched.
ThreadOffsets thread_offsets(Arith&, const AnyLayout& tensor, LayoutRef tv, const TupleRef* inside);
// All that a TiledCopy does on one side of a tensor, tile after tile.
ThreadOffsets thread_offsets(Arith&, const TiledCopy& copy, CopySide side, const AnyLayout& tensor);

// How offsets in elements become addresses.
struct AccessOptions {
  int element_bits = 0;         // 1 ... 128; arguments otherwise
  std::int64_t base_bytes = 0;  // address of the tensor modulo what matters: 0 is aligned to everything
  int access_bytes = 0;         // 0: the widest that every instruction of every thread allows
};
// The instructions that read or write these offsets. unsupported, with the reason, when access_bytes is given and the
// values of some thread are not neighbours or not aligned.
WarpAccess warp_access(Arith&, const ThreadOffsets& offsets, const AccessOptions& options);

// Bytes of the widest access that keeps the order of the values, at most `limit`: every group of neighbours adjacent
// and aligned.
int widest_access(const ThreadOffsets& offsets, int element_bits, std::int64_t base_bytes, int limit);

// The bits of one lane's part of an instruction of the atom on that side; 0: as wide as the layouts allow.
int atom_access_bits(const CopyAtom& atom, CopySide side);

}  // namespace stridescope
