// Takes the range from the lowest to the highest byte of each access, and joins overlapping ranges.
#include "core/trace/shared_ranges.h"

#include <algorithm>

#include "core/base/sort_stable.h"

namespace stridescope {
namespace {

SharedRange range_of(const TracedLaunch& launch, const Executions& executions, std::uint32_t instruction, int number) {
  SharedRange out{INT64_MAX, 0, {{instruction, number}}};
  const TracedInstruction& of = launch.instructions[instruction];
  const int numbers = numbers_of(of.kind);
  for (const RequestPlace& place : executions[instruction]) {
    const TracedBlock& block = launch.blocks[place.block];
    const TracedRequest& r = block.requests[place.request];
    for (int lane = 0; lane < r.lanes(); ++lane) {
      const std::int64_t* numbers_of_lane = block.numbers.data() + r.first + lane * numbers;
      const std::int64_t bytes = of.bytes > 0 ? of.bytes : numbers == 3 ? numbers_of_lane[2] : 1;
      out.begin = std::min(out.begin, numbers_of_lane[number]);
      out.end = std::max(out.end, numbers_of_lane[number] + bytes);
    }
  }
  return out;
}

}  // namespace

Executions executions_of(const TracedLaunch& launch) {
  Executions out(launch.instructions.size());
  for (std::uint32_t b = 0; b < launch.blocks.size(); ++b) {
    const std::vector<TracedRequest>& requests = launch.blocks[b].requests;
    for (std::uint32_t i = 0; i < requests.size(); ++i) out[requests[i].instruction].push_back({b, i});
  }
  return out;
}

std::vector<SharedRange> shared_ranges(const TracedLaunch& launch, const Executions& executions) {
  std::vector<SharedRange> all;
  for (std::uint32_t i = 0; i < launch.instructions.size(); ++i) {
    const AccessKind kind = launch.instructions[i].kind;
    for (int number = 0; number < std::min(2, numbers_of(kind)); ++number) {
      if (space_of(kind, number) == AccessSpace::shared && !executions[i].empty())
        all.push_back(range_of(launch, executions, i, number));
    }
  }
  sort_stable(std::span(all), [](const SharedRange& a, const SharedRange& b) { return a.begin < b.begin; });
  std::vector<SharedRange> out;
  for (SharedRange& one : all) {
    if (out.empty() || one.begin >= out.back().end) {
      out.push_back(std::move(one));
      continue;
    }
    out.back().end = std::max(out.back().end, one.end);
    out.back().parts.push_back(one.parts.front());
  }
  return out;
}

}  // namespace stridescope
