// The arrays of a block's shared memory, derived from the accesses: ranges of bytes that accesses share.
#pragma once

#include "core/trace/trace.h"

namespace stridescope {

// The requests of each instruction: block and request, by their indices in the launch.
struct RequestPlace {
  std::uint32_t block = 0;
  std::uint32_t request = 0;
};
using Executions = std::vector<std::vector<RequestPlace>>;
Executions executions_of(const TracedLaunch& launch);

struct SharedRange {
  struct Part {
    std::uint32_t instruction = 0;
    int number = 0;  // which address of the instruction
  };
  std::int64_t begin = 0;  // bytes
  std::int64_t end = 0;
  std::vector<Part> parts;  // accesses with addresses in the range
};

// Sorted by address; accesses with common bytes belong to one range.
std::vector<SharedRange> shared_ranges(const TracedLaunch& launch, const Executions& executions);

}  // namespace stridescope
