// The accesses of a block to its shared memory, request by request and lane by lane. The requests go by phases, the
// barriers that their warp has passed: within one phase, warps are unordered.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/budget.h"
#include "core/trace/trace.h"

namespace stridescope {

// Bytes beyond what a block can have are not looked at.
inline constexpr std::int64_t max_shared_bytes = 1 << 18;

struct SharedTouch {
  bool reads = false;
  bool writes = false;
  bool atomic = false;
  int number = 0;  // which of the request's addresses
};
// Nothing for what does not touch the block's own shared memory.
std::optional<SharedTouch> shared_touch(AccessKind kind);

// One lane of a request.
struct TouchedBytes {
  const TracedRequest* request = nullptr;
  SharedTouch how;
  std::uint32_t phase = 0;
  std::int64_t from = 0;
  std::int64_t bytes = 0;
  const std::int64_t* numbers = nullptr;  // of the lane
};

// Those of the block whose kind `wanted` accepts, with their phases: (phase, index), by phase.
template <class Wanted>
std::vector<std::pair<std::uint32_t, std::uint32_t>> requests_by_phase(const TracedLaunch& launch,
                                                                       const TracedBlock& block, Wanted wanted) {
  std::array<std::uint32_t, 32> passed = {};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (std::uint32_t i = 0; i < block.requests.size(); ++i) {
    const TracedRequest& r = block.requests[i];
    const AccessKind kind = launch.instructions[r.instruction].kind;
    if (kind == AccessKind::barrier) ++passed[r.warp];
    if (wanted(kind)) out.emplace_back(passed[r.warp], i);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

// Calls touched(TouchedBytes) for each lane that touches shared memory, in the order of the phases. False where the
// budget was spent before all.
template <class Touched>
bool for_each_touch(const TracedLaunch& launch, const TracedBlock& block, Budget& budget, Touched touched) {
  const auto order = requests_by_phase(launch, block, [](AccessKind kind) { return shared_touch(kind).has_value(); });
  for (const auto& [phase, i] : order) {
    const TracedRequest& r = block.requests[i];
    const TracedInstruction& instruction = launch.instructions[r.instruction];
    const SharedTouch how = *shared_touch(instruction.kind);
    const int numbers = numbers_of(instruction.kind);
    const int lanes = instruction.matrices > 0 ? std::min(8 * instruction.matrices, r.lanes()) : r.lanes();
    for (int lane = 0; lane < lanes; ++lane) {
      const std::int64_t* number = block.numbers.data() + r.first + lane * numbers;
      const std::int64_t bytes = instruction.bytes > 0 ? instruction.bytes : std::min(number[2], max_shared_bytes);
      if (!budget.take(4 * static_cast<std::uint64_t>(bytes))) return false;
      if (number[how.number] < max_shared_bytes)
        touched(TouchedBytes{&r, how, phase, number[how.number], bytes, number});
    }
  }
  return true;
}

}  // namespace stridescope
