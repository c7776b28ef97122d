// Matches kernels by the name of their function: report and trace may write parameters and template arguments
// differently.
#include "core/trace/pinned.h"

#include <algorithm>
#include <utility>

namespace stridescope {
namespace {

// `ns::transpose` of "void ns::transpose<float>(const float *, int)".
std::string_view qualified(std::string_view name) {
  name = name.substr(0, name.find_first_of("<("));
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  const std::size_t begin = name.rfind(' ');
  return begin == std::string_view::npos ? name : name.substr(begin + 1);
}

// `transpose` of `ns::transpose`.
std::string_view function_of(std::string_view name) {
  name = qualified(name);
  return name.substr(name.rfind(':') + 1);
}

bool same_blocks(const TracedLaunch& launch, const NcuKernel& kernel) {
  return (kernel.grid[0] == 0 || kernel.grid == launch.grid) && (kernel.block[0] == 0 || kernel.block == launch.block);
}

bool reaches(const NcuInstruction& one, AccessSpace space) {
  return (space == AccessSpace::global && one.global) || (space == AccessSpace::shared && one.shared);
}

const NcuInstruction* instruction_at(const NcuKernel& kernel, std::int64_t pc, AccessSpace space) {
  auto at = std::lower_bound(kernel.instructions.begin(), kernel.instructions.end(), pc,
                             [](const NcuInstruction& a, std::int64_t b) { return a.pc < b; });
  for (; at != kernel.instructions.end() && at->pc == pc; ++at) {
    if (reaches(*at, space)) return &*at;
  }
  return nullptr;
}

// True if counts can belong to it.
bool is_placed(const TracedAccess& access) {
  return access.layout.space == AccessSpace::global || access.layout.space == AccessSpace::shared;
}

std::size_t unplaced_in(const NcuKernel& kernel, const TracedLaunch& launch, const LaunchReport& report) {
  std::size_t out = 0;
  for (const TracedAccess& access : report.accesses) {
    const TracedInstruction& i = launch.instructions[access.layout.instruction];
    if (is_placed(access) && instruction_at(kernel, i.pc, access.layout.space) == nullptr) ++out;
  }
  return out;
}

struct WholeLaunch {
  std::int64_t count = 0;
  std::int64_t ideal = 0;
  bool by_executions = false;
  bool known = false;
};

// Scales the counts of the traced requests to the whole launch. The report also counts executions without an active
// lane, which a trace does not record. If the trace has all blocks, its own number of requests is exact.
WholeLaunch whole_launch(const TracedLaunch& launch, const TracedAccess& access, std::int64_t executed) {
  const AccessCosts& costs = access.costs;
  const bool shared = access.layout.space == AccessSpace::shared;
  const std::int64_t count = shared ? costs.wavefronts : costs.sectors;
  const std::int64_t ideal = shared ? costs.ideal_wavefronts : costs.ideal_sectors;
  const auto traced = static_cast<std::int64_t>(launch.blocks.size());
  const std::int64_t blocks = launch.blocks_in_all();
  WholeLaunch out;
  const bool all_kept = access.layout.left_out == 0 && std::none_of(launch.blocks.begin(), launch.blocks.end(),
                                                                    [](const auto& b) { return b.left_out > 0; });
  if (traced == blocks && all_kept) return {count, ideal, false, true};
  const auto times = [](std::int64_t a, std::int64_t b, std::int64_t by) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) || by <= 0 ? not_counted : product / by;
  };
  std::int64_t here = 0;
  std::int64_t there = 0;
  const bool fits =
      !__builtin_mul_overflow(costs.requests, blocks, &here) && !__builtin_mul_overflow(executed, traced, &there);
  out.by_executions = !fits || here != there;
  out.count = out.by_executions ? times(count, executed, costs.requests) : times(count, blocks, traced);
  out.ideal = out.by_executions ? times(ideal, executed, costs.requests) : times(ideal, blocks, traced);
  out.known = out.count != not_counted && out.ideal != not_counted && costs.requests > 0;
  return out;
}

}  // namespace

std::string_view name_of(PinState state) {
  constexpr std::string_view names[] = {"equal", "differs", "uneven", "uncounted", "extrapolated"};
  return names[static_cast<std::size_t>(state)];
}

std::optional<PinnedLaunch> pin_counts(const TracedLaunch& launch, const LaunchReport& report,
                                       const NcuReport& counts) {
  PinnedLaunch out;
  std::pair<bool, std::size_t> best = {true, SIZE_MAX};
  for (std::size_t k = 0; k < counts.kernels.size(); ++k) {
    const NcuKernel& kernel = counts.kernels[k];
    if (function_of(kernel.name) != function_of(launch.kernel) || !same_blocks(launch, kernel)) continue;
    // Kernels of the same namespace come first, then the one with the fewest unplaced instructions.
    const std::pair<bool, std::size_t> rank = {qualified(kernel.name) != qualified(launch.kernel),
                                               unplaced_in(kernel, launch, report)};
    if (rank >= best) continue;
    best = rank;
    out.kernel = k;
    out.by_name = true;
  }
  if (!out.by_name) {
    std::size_t found = 0;
    for (std::size_t k = 0; k < counts.kernels.size(); ++k) {
      if (counts.kernels[k].instructions.empty() || !same_blocks(launch, counts.kernels[k]) ||
          unplaced_in(counts.kernels[k], launch, report) > 0)
        continue;
      ++found;
      out.kernel = k;
    }
    if (found != 1) return std::nullopt;
  }
  const NcuKernel& kernel = counts.kernels[out.kernel];
  for (std::size_t a = 0; a < report.accesses.size(); ++a) {
    const TracedAccess& access = report.accesses[a];
    if (!is_placed(access)) continue;
    const bool shared = access.layout.space == AccessSpace::shared;
    const NcuInstruction* one =
        instruction_at(kernel, launch.instructions[access.layout.instruction].pc, access.layout.space);
    if (one == nullptr) {
      ++out.unplaced;
      continue;
    }
    PinnedAccess& pinned = out.accesses.emplace_back();
    pinned.access = a;
    pinned.instruction = static_cast<std::size_t>(one - kernel.instructions.data());
    pinned.counted = one->count(shared ? NcuCounter::wavefronts : NcuCounter::sectors);
    pinned.counted_ideal = one->count(shared ? NcuCounter::ideal_wavefronts : NcuCounter::ideal_sectors);
    if (!access.costs.counted || pinned.counted == not_counted || !one->has(NcuCounter::executed)) continue;
    const WholeLaunch whole = whole_launch(launch, access, one->count(NcuCounter::executed));
    if (!whole.known) continue;
    pinned.by_executions = whole.by_executions;
    pinned.traced_blocks = static_cast<std::int64_t>(launch.blocks.size());
    pinned.blocks = launch.blocks_in_all();
    pinned.predicted = whole.count;
    pinned.predicted_ideal = whole.ideal;
    ++out.compared;
    if (whole.count == pinned.counted) {
      pinned.state = PinState::equal;
      ++out.equal;
    } else {
      pinned.state = whole.by_executions                    ? PinState::uneven
                     : pinned.traced_blocks < pinned.blocks ? PinState::extrapolated
                                                            : PinState::differs;
    }
  }
  return out;
}

}  // namespace stridescope
