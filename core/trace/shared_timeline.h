// The shared memory of a block in time: between two barriers which instruction writes how much and which reads it, what
// of it the others wrote, and what is brought from global memory more than once.
#pragma once

#include "core/trace/shared_touch.h"

namespace stridescope {

// An instruction between two barriers of a block, all its warps together.
struct SharedEvent {
  std::uint32_t phase = 0;  // barriers that its warps have passed
  std::uint32_t instruction = 0;
  std::int64_t written = 0;  // bytes of shared memory, each time that one is
  std::int64_t read = 0;
  std::int64_t unwritten = 0;  // of the read ones: uninitialized
  std::int64_t loaded = 0;     // bytes of global memory
  std::int64_t again = 0;      // of those loaded: that the block had loaded before
};

// Bytes that one event wrote and another one read.
struct SharedFlow {
  std::size_t from = 0;  // of the events
  std::size_t to = 0;
  std::int64_t bytes = 0;
  std::int64_t other_warps = 0;  // of those: that another warp wrote
  // law: a barrier lies between exactly where the phases differ
};

// The part of an event in one line of shared memory, as wide as all banks together.
inline constexpr std::int64_t shared_line_bytes = 128;
struct SharedUse {
  std::size_t event = 0;
  std::int64_t line = 0;  // address / shared_line_bytes
  // Bytes, each time:
  std::int64_t written = 0;
  std::int64_t read = 0;
  std::int64_t unwritten = 0;  // of the read ones: uninitialized
  std::int64_t unread = 0;     // of the written ones: never read before they were overwritten, or the block ended
  std::int64_t unordered = 0;  // that another warp touches, too, one of both writing, with no barrier between
  std::int64_t from = -1;      // the event that wrote what is read, the first of several; -1: none
  bool several = false;
};

// law: what the uses of an event have written, read and unwritten adds up to what the event has.
struct SharedTimeline {
  std::int64_t block = 0;
  std::vector<SharedEvent> events;  // by phase, in it by instruction
  std::vector<SharedFlow> flows;    // by the reading event
  std::vector<SharedUse> uses;      // by event, in it by line
  bool cut = false;                 // the budget was spent, or the trace has not all requests
};

// pre: index < launch.blocks.size()
SharedTimeline shared_timeline(const TracedLaunch& launch, std::size_t index, Budget& budget);

}  // namespace stridescope
