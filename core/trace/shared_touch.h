// The accesses of a block to its shared memory, by request and lane, ordered by phase. A phase is the number of
// barriers that a warp has passed; within a phase, warps are unordered.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/budget.h"
#include "core/base/sort_stable.h"
#include "core/trace/trace.h"

namespace stridescope {

// Upper bound for the shared memory of a block; bytes above it are ignored.
inline constexpr std::int64_t max_shared_bytes = 1 << 18;

struct SharedTouch {
  bool reads = false;
  bool writes = false;
  bool atomic = false;
  int number = 0;  // which address of the request
};
// Empty for kinds that do not access the block's own shared memory.
std::optional<SharedTouch> shared_touch(AccessKind kind);

// One lane of a request.
struct TouchedBytes {
  const TracedRequest* request = nullptr;
  SharedTouch how;
  std::uint32_t phase = 0;
  std::int64_t from = 0;
  std::int64_t bytes = 0;
  const std::int64_t* numbers = nullptr;  // the numbers of the lane (TracedBlock::numbers)
};

// Requests of the block whose kind `wanted` accepts: (phase, index), sorted by phase.
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
  sort_stable(std::span(out), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

// Calls touched(TouchedBytes) for each lane that accesses shared memory, in order of phase. False if the budget is
// exhausted before the end.
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
