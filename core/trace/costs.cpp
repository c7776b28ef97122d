// Counts requests one by one with the model. A cp.async that bypasses L1 is counted by both of its addresses.
#include "core/trace/costs.h"

#include <algorithm>

namespace stridescope {

WarpRequest warp_request(const TracedLaunch& launch, const RequestPlace& place, int number) {
  const TracedBlock& block = launch.blocks[place.block];
  const TracedRequest& r = block.requests[place.request];
  const int numbers = numbers_of(launch.instructions[r.instruction].kind);
  WarpRequest out;
  out.active = r.active;
  std::size_t at = r.first + static_cast<std::size_t>(number);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if ((r.active >> lane & 1) == 0) continue;
    out.address[lane] = block.numbers[at];
    at += static_cast<std::size_t>(numbers);
  }
  return out;
}

std::optional<SharedKind> shared_kind(const TracedInstruction& instruction) {
  switch (instruction.kind) {
    case AccessKind::shared_load:
      return SharedKind{SharedOperation::load, 4};
    case AccessKind::shared_store:
      return SharedKind{SharedOperation::store, 4};
    case AccessKind::ldmatrix:
      return SharedKind{SharedOperation::ldmatrix, instruction.matrices};
    case AccessKind::stmatrix:
      return SharedKind{SharedOperation::stmatrix, instruction.matrices};
    default:
      return std::nullopt;
  }
}

bool bypasses_l1(const TracedInstruction& instruction) {
  return instruction.kind == AccessKind::async_copy && instruction.bytes == 16 &&
         instruction.sass.find("BYPASS") != std::string::npos;
}

AccessCosts access_costs(const TracedLaunch& launch, const Executions& executions, std::uint32_t instruction,
                         int number) {
  AccessCosts out;
  const TracedInstruction& of = launch.instructions[instruction];
  const auto shared = shared_kind(of);
  const bool copy = of.kind == AccessKind::async_copy && number == 0;
  const bool bypass = copy && bypasses_l1(of);
  const bool global = of.kind == AccessKind::global_load || of.kind == AccessKind::global_store || copy;
  out.counted = shared.has_value() || global;
  for (const RequestPlace& place : executions[instruction]) {
    const WarpRequest request = warp_request(launch, place, number);
    ++out.requests;
    out.lanes += std::popcount(request.active);
    if (out.lanes > max_recovered) continue;
    if (shared) {
      const SharedRequest cost = shared_request(request, of.bytes, *shared);
      out.wavefronts += cost.wavefronts;
      out.ideal_wavefronts += cost.phases;
      out.most_wavefronts = std::max(out.most_wavefronts, cost.wavefronts);
      out.ways = std::max(out.ways, cost.ways);
    } else if (global) {
      const GlobalRequest cost = global_request(request, of.bytes);
      const int sectors = bypass ? bypass_sectors(request, warp_request(launch, place, 1)) : cost.sectors;
      out.sectors += sectors;
      out.ideal_sectors += std::min(cost.ideal_sectors, sectors);
      out.most_sectors = std::max(out.most_sectors, sectors);
    }
  }
  return out;
}

}  // namespace stridescope
