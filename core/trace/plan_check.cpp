// Compares requests by keys: kind, width, warp, active lanes, and addresses relative to the base of their memory.
// Candidates for a base are the allocations, and the base at which the lowest addresses of plan and trace agree. The
// base with the most common requests is used.
#include "core/trace/plan_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/kernels/copy/planned_access.h"

namespace stridescope {
namespace {

using Key = std::vector<std::int64_t>;

constexpr std::pair<PlannedKind, AccessKind> planned_kinds[] = {
    {PlannedKind::global_load, AccessKind::global_load}, {PlannedKind::global_store, AccessKind::global_store},
    {PlannedKind::shared_load, AccessKind::shared_load}, {PlannedKind::shared_store, AccessKind::shared_store},
    {PlannedKind::ldmatrix, AccessKind::ldmatrix},       {PlannedKind::stmatrix, AccessKind::stmatrix},
    {PlannedKind::async_copy, AccessKind::async_copy},
};
AccessKind traced_kind(PlannedKind kind) {
  for (const auto& [planned, traced] : planned_kinds) {
    if (planned == kind) return traced;
  }
  return AccessKind::other_wait;
}

bool has_global(AccessKind kind) { return space_of(kind) == AccessSpace::global; }
bool has_shared(AccessKind kind) { return kind == AccessKind::async_copy || space_of(kind) == AccessSpace::shared; }

// The addresses that a key contains.
struct Part {
  bool global = true;
  bool shared = true;
};

// One request of a warp, with both addresses of each active lane.
struct Request {
  AccessKind kind = AccessKind::global_load;
  int bytes = 0;
  int matrices = 0;
  int tensor = -1;  // the plan's tensor; -1: unknown, as in a trace
  std::int64_t warp = 0;
  std::uint32_t active = 0;
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;

  Key key(Part part, std::int64_t global_begin, std::int64_t shared_begin) const {
    Key out = {static_cast<std::int64_t>(kind), bytes, matrices, warp, active};
    if (part.global) {
      for (const std::int64_t address : global) out.push_back(global_begin + address);
    }
    if (part.shared) {
      for (const std::int64_t address : shared) out.push_back(shared_begin + address);
    }
    return out;
  }
};

std::vector<Request> planned_requests(const PlannedBlock& block) {
  std::vector<Request> out;
  for (const PlannedAccess& access : block.accesses) {
    const std::size_t threads = std::max(access.global.size(), access.shared.size());
    for (std::size_t first = 0; first < threads; first += 32) {
      Request one;
      one.kind = traced_kind(access.kind);
      one.bytes = access.bytes;
      one.matrices = access.matrices;
      one.tensor = access.global.empty() ? -1 : access.tensor;
      one.warp = static_cast<std::int64_t>(first / 32);
      for (std::size_t t = first; t < std::min(threads, first + 32); ++t) {
        if ((access.global.empty() ? access.shared[t] : access.global[t]) < 0) continue;
        one.active |= std::uint32_t{1} << (t - first);
        if (!access.global.empty()) one.global.push_back(access.global[t]);
        if (!access.shared.empty()) one.shared.push_back(access.shared[t]);
      }
      if (one.active != 0) out.push_back(std::move(one));
    }
  }
  return out;
}

Request traced_request(const TracedLaunch& launch, const TracedBlock& block, const TracedRequest& r) {
  const TracedInstruction& of = launch.instructions[r.instruction];
  const int numbers = numbers_of(of.kind);
  Request out;
  out.kind = of.kind;
  out.bytes = of.bytes;
  out.matrices = of.matrices;
  out.warp = r.warp;
  // The rows of the matrices are those of the first lanes.
  out.active = of.matrices > 0 && of.matrices < 4 ? r.active & ((1u << 8 * of.matrices) - 1) : r.active;
  std::size_t at = r.first;
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if ((r.active >> lane & 1) == 0) continue;
    if ((out.active >> lane & 1) != 0) {
      if (has_global(of.kind)) out.global.push_back(block.numbers[at]);
      if (has_shared(of.kind)) out.shared.push_back(block.numbers[at + (numbers > 1 ? 1 : 0)]);
    }
    at += static_cast<std::size_t>(numbers);
  }
  return out;
}

// The two requests with half of the bytes each; empty if no instruction accesses half.
std::optional<std::array<Request, 2>> halves(const Request& r) {
  const bool plain = r.matrices == 0 && r.kind != AccessKind::async_copy;
  if (!plain || r.bytes < 2 || r.bytes % 2 != 0) return std::nullopt;
  std::array<Request, 2> out = {r, r};
  for (Request& half : out) half.bytes = r.bytes / 2;
  for (std::int64_t& address : out[1].global) address += r.bytes / 2;
  for (std::int64_t& address : out[1].shared) address += r.bytes / 2;
  return out;
}

using Planned = std::map<Key, bool>;  // true: occurs in the trace

// Finds the planned requests of a recorded request: the same request, or the requests that a wider instruction
// combined.
bool find_planned(const Request& made, Planned& planned, std::vector<Planned::iterator>& out) {
  const auto found = planned.find(made.key({}, 0, 0));
  if (found != planned.end()) {
    out.push_back(found);
    return true;
  }
  const auto parts = halves(made);
  return parts && find_planned((*parts)[0], planned, out) && find_planned((*parts)[1], planned, out);
}

// The base with the most planned requests among the recorded ones: of shared memory, or of a tensor if shared_begin is
// given. The shared addresses distinguish tensors with equal access patterns.
std::int64_t best_begin(const std::vector<Request>& planned, const std::vector<Request>& made,
                        std::optional<std::int64_t> shared_begin, std::vector<std::int64_t> begins) {
  const Part part{shared_begin.has_value(), true};
  const auto addresses = [&](const Request& r) -> const std::vector<std::int64_t>& {
    return shared_begin ? r.global : r.shared;
  };
  std::set<Key> keys;
  std::int64_t lowest_made = INT64_MAX;
  std::int64_t lowest = INT64_MAX;
  for (const Request& r : made) {
    if (addresses(r).empty()) continue;
    keys.insert(r.key(part, 0, 0));
    if (std::any_of(planned.begin(), planned.end(), [&](const Request& p) { return p.kind == r.kind; }))
      lowest_made = std::min(lowest_made, *std::min_element(addresses(r).begin(), addresses(r).end()));
  }
  for (const Request& r : planned) {
    if (!addresses(r).empty()) lowest = std::min(lowest, *std::min_element(addresses(r).begin(), addresses(r).end()));
  }
  if (lowest == INT64_MAX || lowest_made == INT64_MAX) return 0;
  begins.push_back(lowest_made - lowest);
  std::int64_t best = begins.back();
  std::int64_t most = 0;
  for (const std::int64_t begin : begins) {
    std::int64_t common = 0;
    for (const Request& r : planned) {
      if (addresses(r).empty()) continue;
      common += keys.count(r.key(part, begin, shared_begin.value_or(begin))) > 0 ? 1 : 0;
    }
    if (common > most) {
      most = common;
      best = begin;
    }
  }
  return best;
}

}  // namespace

std::string planned_kernel_name(const Value& kernel) {
  const auto plan = is_kernel(kernel) ? plan_kernel(kernel) : failure(ErrorCode::unsupported, {});
  return plan ? cuda_text(*plan).name : std::string();
}

Result<PlanCheck> check_plan(const TracedLaunch& launch, const LaunchReport& report, const Value& kernel) {
  const auto plan = plan_kernel(kernel);
  if (!plan) return failure(plan.error());
  const KernelText text = cuda_text(*plan);
  if (launch.threads() != text.threads)
    return failure(
        ErrorCode::arguments,
        say("the launch has blocks of {} {thread|threads}, but the kernel uses {}", launch.threads(), text.threads),
        say("give the program that the kernel was made from"));
  PlanCheck out;
  std::vector<std::int64_t> allocations;
  for (const TracedAllocation& a : launch.allocations) allocations.push_back(a.base);
  std::vector<std::int64_t> tensors;  // base address of each tensor
  std::int64_t shared_begin = 0;
  std::set<AccessKind> told;
  std::set<std::uint32_t> wrong;  // instructions
  for (const TracedBlock& block : launch.blocks) {
    if (block.left_out > 0)
      return failure(ErrorCode::arguments, say("requests of block {} were left out of the trace", block.block),
                     say("record it with more --records"));
    const auto plan_of_block = planned_block(*plan, block.block, launch.blocks_in_all());
    if (!plan_of_block) return failure(plan_of_block.error());
    out.missing = plan_of_block->missing;
    const std::vector<Request> planned = planned_requests(*plan_of_block);
    for (const Request& r : planned) told.insert(r.kind);
    std::vector<Request> made;
    made.reserve(block.requests.size());
    for (const TracedRequest& r : block.requests) made.push_back(traced_request(launch, block, r));
    // The bases are the same in all blocks.
    if (tensors.empty()) {
      shared_begin = best_begin(planned, made, std::nullopt, {launch.shared_base});
      for (std::size_t t = 0; t < plan_of_block->tensors.size(); ++t) {
        std::vector<Request> of_tensor;
        for (const Request& r : planned) {
          if (r.tensor == static_cast<int>(t)) of_tensor.push_back(r);
        }
        tensors.push_back(best_begin(of_tensor, made, shared_begin, allocations));
      }
    }
    ++out.blocks;
    Planned is_made;
    for (const Request& r : planned)
      is_made[r.key({}, r.tensor < 0 ? 0 : tensors[static_cast<std::size_t>(r.tensor)], shared_begin)] = false;
    for (std::size_t i = 0; i < made.size(); ++i) {
      std::vector<Planned::iterator> found;
      if (find_planned(made[i], is_made, found)) {
        for (const Planned::iterator one : found) one->second = true;
        out.joined += found.size() > 1 ? 1 : 0;
        continue;
      }
      const std::uint32_t instruction = block.requests[i].instruction;
      if (told.count(made[i].kind) == 0) continue;
      wrong.insert(instruction);
      if (out.difference) continue;
      for (std::size_t a = 0; a < report.accesses.size() && !out.difference; ++a) {
        if (report.accesses[a].layout.instruction == instruction)
          out.difference = PlanCheck::Difference{a, block.block, made[i].warp, block.numbers[block.requests[i].first]};
      }
    }
    out.planned += static_cast<std::int64_t>(is_made.size());
    for (const auto& one : is_made) out.made += one.second ? 1 : 0;
  }
  for (const TracedAccess& access : report.accesses) {
    if (told.count(launch.instructions[access.layout.instruction].kind) == 0) {
      ++out.others;
      continue;
    }
    ++out.accesses;
    if (access.layout.exact() && wrong.count(access.layout.instruction) == 0) ++out.same;
  }
  return out;
}

Message to_message(const PlanCheck& check) {
  return say("{} of {} {access|accesses} are recovered as planned; {} of {} planned {request|requests} were made",
             check.same, check.accesses, check.made, check.planned);
}

}  // namespace stridescope
