// The use of a block's shared memory over time: bytes that each instruction writes and reads between two barriers,
// bytes that pass between instructions and warps, and repeated loads from global memory.
#pragma once

#include "core/trace/shared_touch.h"

namespace stridescope {

// An instruction between two barriers of a block, summed over all warps.
struct SharedEvent {
  std::uint32_t phase = 0;  // number of barriers that its warps have passed
  std::uint32_t instruction = 0;
  std::int64_t written = 0;  // bytes of shared memory, counted at each write
  std::int64_t read = 0;
  std::int64_t unwritten = 0;  // part of `read`: uninitialized bytes
  std::int64_t loaded = 0;     // bytes of global memory
  std::int64_t again = 0;      // part of `loaded`: bytes that the block had loaded before
};

// Bytes that one event wrote and another one read.
struct SharedFlow {
  std::size_t from = 0;  // index in `events`
  std::size_t to = 0;
  std::int64_t bytes = 0;
  std::int64_t other_warps = 0;  // part of `bytes`: written by another warp
  // law: a barrier is in between exactly if the phases differ
};

// The part of an event within one line of shared memory. A line is as wide as all banks together.
inline constexpr std::int64_t shared_line_bytes = 128;
struct SharedUse {
  std::size_t event = 0;
  std::int64_t line = 0;  // address / shared_line_bytes
  // Bytes, counted at each access:
  std::int64_t written = 0;
  std::int64_t read = 0;
  std::int64_t unwritten = 0;  // part of `read`: uninitialized bytes
  std::int64_t unread = 0;     // part of `written`: never read before the next write or the end of the block
  // Bytes that another warp also accesses without a barrier in between, with at least one write.
  std::int64_t unordered = 0;
  std::int64_t from = -1;  // the event that wrote the bytes that are read, the first of several; -1: none
  bool several = false;
};

// law: `written`, `read` and `unwritten` of an event are the sums over its uses.
struct SharedTimeline {
  std::int64_t block = 0;
  std::vector<SharedEvent> events;  // by phase, then by instruction
  std::vector<SharedFlow> flows;    // by reading event
  std::vector<SharedUse> uses;      // by event, then by line
  bool cut = false;                 // the budget was exhausted, or requests are missing from the trace
};

// pre: index < launch.blocks.size()
SharedTimeline shared_timeline(const TracedLaunch& launch, std::size_t index, Budget& budget);

}  // namespace stridescope
