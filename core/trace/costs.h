// The cost of each instruction of a launch: wavefronts of shared memory and sectors of global memory. The model of
// core/memory counts them request by request from the addresses, with the minimum for the same lanes and width.
#pragma once

#include "core/memory/global_memory.h"
#include "core/memory/shared_memory.h"
#include "core/trace/recover.h"

namespace stridescope {

// Sums over the traced blocks. `counted` is false for kinds of accesses that the model does not cover.
struct AccessCosts {
  std::int64_t requests = 0;
  std::int64_t lanes = 0;  // active lanes of all requests
  bool counted = false;
  std::int64_t wavefronts = 0;  // wavefronts of shared memory
  std::int64_t ideal_wavefronts = 0;
  int most_wavefronts = 0;   // maximum of a request
  int ways = 0;              // maximum number of words in one bank in one phase
  std::int64_t sectors = 0;  // sectors of global memory
  std::int64_t ideal_sectors = 0;
  int most_sectors = 0;  // maximum of a request

  std::int64_t excess() const { return wavefronts - ideal_wavefronts + sectors - ideal_sectors; }
};

// A request in the form that the model takes. number: which address of the instruction.
WarpRequest warp_request(const TracedLaunch& launch, const RequestPlace& place, int number = 0);
// The model's name for the kind; empty if the model does not cover it.
std::optional<SharedKind> shared_kind(const TracedInstruction& instruction);

// True for cp.async of 16 bytes a lane that bypasses L1: its sectors are counted by both of its ends (bypass_sectors).
bool bypasses_l1(const TracedInstruction& instruction);

// Requests beyond max_recovered addresses are not looked at, as in recovery.
AccessCosts access_costs(const TracedLaunch& launch, const Executions& executions, std::uint32_t instruction,
                         int number = 0);

}  // namespace stridescope
