// The arrays of a block's shared memory, as far as accesses show: ranges that accesses share.
#pragma once

#include "core/trace/trace.h"

namespace stridescope {

// The places of the requests of each instruction: block and request, by their index in the launch.
struct RequestPlace {
  std::uint32_t block = 0;
  std::uint32_t request = 0;
};
using Executions = std::vector<std::vector<RequestPlace>>;
Executions executions_of(const TracedLaunch& launch);

struct SharedRange {
  struct Part {
    std::uint32_t instruction = 0;
    int number = 0;  // which of its addresses
  };
  std::int64_t begin = 0;  // bytes
  std::int64_t end = 0;
  std::vector<Part> parts;  // whose addresses are in it
};

// By address; accesses with common bytes belong to one range.
std::vector<SharedRange> shared_ranges(const TracedLaunch& launch, const Executions& executions);

}  // namespace stridescope
