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
  std::int64_t unwritten = 0;  // of those read: that nobody wrote before
  std::int64_t loaded = 0;     // bytes of global memory
  std::int64_t again = 0;      // of those loaded: that the block had loaded before
};

// What one event wrote and another one read.
struct SharedFlow {
  std::size_t from = 0;  // of the events
  std::size_t to = 0;
  std::int64_t bytes = 0;
  std::int64_t other_warps = 0;  // of those: that another warp wrote
  // law: a barrier lies between exactly where the phases differ
};

struct SharedTimeline {
  std::int64_t block = 0;
  std::vector<SharedEvent> events;  // by phase, in it by instruction
  std::vector<SharedFlow> flows;    // by the reading event
  bool cut = false;                 // the budget was spent, or the trace has not all requests
};

// pre: index < launch.blocks.size()
SharedTimeline shared_timeline(const TracedLaunch& launch, std::size_t index, Budget& budget);

}  // namespace stridescope
