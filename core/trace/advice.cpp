// Tries candidates on the recorded requests: removes the existing swizzle from each address, applies the candidate, and
// counts with the model. Requests that differ by whole bank rows cost the same and are tried once.
#include "core/trace/advice.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "core/base/sort_stable.h"

namespace stridescope {
namespace {

constexpr std::int64_t row_of_banks = bank_count * bank_bytes;
constexpr std::size_t most_requests = 4096;  // requests of a tile that candidates are tried on
constexpr int highest_bit = 16;

// A request relative to the start of its tile, and its number of occurrences.
struct Sample {
  WarpRequest request;
  int bytes = 0;
  SharedKind kind;
  std::int64_t weight = 1;
};

struct Tried {
  std::int64_t wavefronts = 0;
  Swizzle swizzle;
  std::optional<SharedTile::Padding> padding;
};

template <class Move>
std::int64_t wavefronts_of(const std::vector<Sample>& samples, const Move& move, std::int64_t most) {
  std::int64_t out = 0;
  for (const Sample& s : samples) {
    WarpRequest moved;
    moved.active = s.request.active;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      if ((moved.active >> lane & 1) != 0) moved.address[lane] = move(s.request.address[lane]);
    }
    out += s.weight * shared_request(moved, s.bytes, s.kind).wavefronts;
    if (out > most) break;
  }
  return out;
}

std::vector<Sample> samples_of(const TracedLaunch& launch, const Executions& executions, const LaunchReport& report,
                               const SharedTile& tile) {
  std::map<std::tuple<std::size_t, std::uint32_t, std::array<std::int64_t, 32>>, std::int64_t> seen;
  std::vector<Sample> out;
  for (const std::size_t a : tile.accesses) {
    const AccessLayout& layout = report.accesses[a].layout;
    const TracedInstruction& instruction = launch.instructions[layout.instruction];
    const SharedKind kind = *shared_kind(instruction);
    for (const RequestPlace& place : executions[layout.instruction]) {
      WarpRequest request = warp_request(launch, place, layout.number);
      for (std::size_t lane = 0; lane < 32; ++lane) {
        if ((request.active >> lane & 1) == 0) continue;
        std::int64_t& address = request.address[lane];
        address = layout.origin + taken_out(layout.swizzles, address - layout.origin);
        address -= tile.begin;
      }
      const auto [at, fresh] =
          seen.try_emplace({a, request.active, request.address}, static_cast<std::int64_t>(out.size()));
      if (!fresh) {
        ++out[static_cast<std::size_t>(at->second)].weight;
      } else if (out.size() < most_requests) {
        out.push_back({request, instruction.bytes, kind, 1});
      }
    }
  }
  return out;
}

// Row lengths that padding may follow: the strides of the accesses.
std::vector<std::int64_t> rows_of_tile(const LaunchReport& report, const SharedTile& tile) {
  std::vector<std::int64_t> out;
  for (const std::size_t a : tile.accesses) {
    for (const auto* modes : {&report.accesses[a].layout.first, &report.accesses[a].layout.second}) {
      for (const FitMode& mode : *modes) {
        const std::int64_t stride = std::abs(mode.stride);
        if (stride >= 32 && stride < tile.end - tile.begin) out.push_back(stride);
      }
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.size() > 12) out.resize(12);
  return out;
}

void find_change(const TracedLaunch& launch, const Executions& executions, const LaunchReport& report, SharedTile& tile,
                 Budget& budget) {
  const std::vector<Sample> samples = samples_of(launch, executions, report, tile);
  int widest = 1;
  for (const Sample& s : samples) widest = std::max(widest, s.bytes);
  const int width = std::countr_zero(static_cast<unsigned>(widest));
  const std::int64_t span = tile.end - tile.begin;
  const std::int64_t now = [&] {
    std::int64_t sum = 0;
    for (const Sample& s : samples) sum += s.weight;
    return sum;
  }();
  Tried best{INT64_MAX, {}, std::nullopt};
  // About a hundred steps per request.
  const std::uint64_t cost = 128 * samples.size();
  const auto consider = [&](Tried one) {
    if (one.wavefronts < best.wavefronts) best = std::move(one);
  };
  consider({wavefronts_of(
                samples, [](std::int64_t x) { return x; }, INT64_MAX),
            {},
            std::nullopt});
  for (int bits = 1; bits <= 5; ++bits) {
    for (int base = width; base + bits <= 7; ++base) {
      for (int shift = bits; base + shift + bits <= highest_bit; ++shift) {
        const Swizzle swizzle{bits, base, shift};
        // The swizzle permutes whole blocks, so the tile must consist of whole blocks.
        if (span % (std::int64_t{1} << (base + shift + bits)) != 0) continue;
        if (tile.hardware && (base != 4 || shift != 3 || bits > 3)) continue;
        if (!budget.take(cost)) return;
        consider({wavefronts_of(
                      samples, [&](std::int64_t x) { return swizzled(swizzle, x); }, best.wavefronts),
                  swizzle, std::nullopt});
      }
    }
  }
  if (!tile.hardware) {
    for (const std::int64_t row : rows_of_tile(report, tile)) {
      for (std::int64_t padding = widest; padding <= row_of_banks; padding += widest) {
        if (row % widest != 0 || !budget.take(cost)) break;
        consider({wavefronts_of(
                      samples, [&](std::int64_t x) { return x + x / row * padding; }, best.wavefronts),
                  {},
                  SharedTile::Padding{row, padding}});
      }
    }
  }
  // Scales the count to all requests, including those that were not tried.
  if (best.wavefronts == INT64_MAX || now == 0) return;
  std::int64_t all = 0;
  for (const std::size_t a : tile.accesses) all += report.accesses[a].costs.requests;
  const std::int64_t predicted = best.wavefronts * all / now;
  if (predicted >= tile.wavefronts) return;
  tile.best_wavefronts = predicted;
  tile.swizzle = best.swizzle;
  tile.padding = best.padding;
}

// --- tiles: accesses with overlapping ranges ---

std::vector<SharedTile> tiles_of(const TracedLaunch& launch, const Executions& executions, const LaunchReport& report) {
  std::map<std::pair<std::uint32_t, int>, std::size_t> access_of;
  for (std::size_t a = 0; a < report.accesses.size(); ++a)
    access_of[{report.accesses[a].layout.instruction, report.accesses[a].layout.number}] = a;
  std::vector<SharedTile> out;
  for (const SharedRange& range : shared_ranges(launch, executions)) {
    SharedTile& tile = out.emplace_back();
    tile.begin = range.begin;
    tile.end = range.end;
    for (const SharedRange::Part& part : range.parts) {
      if (!shared_kind(launch.instructions[part.instruction])) {
        tile.hardware = true;
        continue;
      }
      const std::size_t access = access_of.at({part.instruction, part.number});
      tile.accesses.push_back(access);
      tile.wavefronts += report.accesses[access].costs.wavefronts;
      tile.ideal_wavefronts += report.accesses[access].costs.ideal_wavefronts;
    }
    tile.best_wavefronts = tile.wavefronts;
  }
  return out;
}

// --- causes ---

// The modes that the 32 lanes of a warp cover.
std::vector<FitMode> lane_modes(const AccessLayout& layout) {
  std::vector<FitMode> out;
  std::int64_t left = std::min<std::int64_t>(32, layout.threads);
  for (const FitMode& mode : layout.first) {
    if (left <= 1) break;
    out.push_back({std::min(mode.extent, left), mode.stride});
    left = (left + mode.extent - 1) / mode.extent;
  }
  return out;
}

// Conflicts of this mode alone: lanes that need different words of one bank; for global memory the sectors of the
// lanes.
std::int64_t ways_of(const FitMode& mode, std::int64_t step, int bytes, bool shared) {
  WarpRequest request;
  for (std::int64_t i = 0; i < mode.extent && i * step < 32; ++i) {
    request.active |= std::uint32_t{1} << (i * step);
    request.address[static_cast<std::size_t>(i * step)] = (std::int64_t{1} << 40) + i * mode.stride;
  }
  return shared ? shared_request(request, bytes, {SharedOperation::store, 4}).ways
                : global_request(request, bytes).sectors;
}

// Sectors of an access to global memory, and what they would be without one kind of waste after the other.
struct SectorCounts {
  std::int64_t now = 0;
  std::int64_t destination = 0;  // sectors if the destination rows of cp.async begin at sectors
  std::int64_t aligned = 0;      // sectors if lanes are also adjacent and begin at sectors
  std::int64_t ideal = 0;        // sectors if all bytes are adjacent
};

// Lanes whose bytes are adjacent: by address, the place of each run's first lane.
struct Runs {
  std::array<std::size_t, 32> lane;
  std::size_t lanes = 0;
  std::array<std::size_t, 33> begin;  // the last is `lanes`
  std::size_t count = 0;
};

Runs runs_of(const WarpRequest& request, int bytes, const WarpRequest* to) {
  Runs out;
  for (std::uint32_t rest = request.active; rest != 0; rest &= rest - 1)
    out.lane[out.lanes++] = static_cast<std::size_t>(std::countr_zero(rest));
  const std::span lanes(out.lane.data(), out.lanes);
  sort_stable(lanes, [&](std::size_t a, std::size_t b) { return request.address[a] < request.address[b]; });
  for (std::size_t i = 0; i < out.lanes; ++i) {
    const auto steps = [&](const WarpRequest& of) { return of.address[lanes[i]] - of.address[lanes[i - 1]]; };
    const bool goes_on =
        i > 0 && (steps(request) == bytes || steps(request) == 0) && (to == nullptr || steps(*to) == steps(request));
    if (!goes_on) out.begin[out.count++] = i;
  }
  out.begin[out.count] = out.lanes;
  return out;
}

SectorCounts sector_counts(const TracedLaunch& launch, const Executions& executions, const TracedAccess& access) {
  const AccessLayout& layout = access.layout;
  const TracedInstruction& instruction = launch.instructions[layout.instruction];
  const bool bypass = bypasses_l1(instruction);
  SectorCounts out;
  std::int64_t lanes = 0;
  for (const RequestPlace& place : executions[layout.instruction]) {
    const WarpRequest request = warp_request(launch, place, layout.number);
    lanes += std::popcount(request.active);
    if (lanes > max_recovered) break;
    WarpRequest to = bypass ? warp_request(launch, place, 1) : WarpRequest{};
    const GlobalRequest plain = global_request(request, layout.bytes);
    const Runs source = runs_of(request, layout.bytes, nullptr);
    out.now += bypass ? bypass_sectors(request, to) : plain.sectors;
    out.ideal += plain.ideal_sectors;
    for (std::size_t r = 0; r < source.count; ++r) {
      const std::int64_t first = request.address[source.lane[source.begin[r]]];
      const std::int64_t last = request.address[source.lane[source.begin[r + 1] - 1]];
      out.aligned += (last - first + layout.bytes + sector_bytes - 1) / sector_bytes;
    }
    if (!bypass) {
      out.destination += plain.sectors;
      continue;
    }
    const Runs rows = runs_of(request, layout.bytes, &to);
    std::int64_t next = 0;
    for (std::size_t r = 0; r < rows.count; ++r) {
      const std::int64_t first = request.address[rows.lane[rows.begin[r]]];
      std::int64_t end = next;
      for (std::size_t i = rows.begin[r]; i < rows.begin[r + 1]; ++i) {
        to.address[rows.lane[i]] = next + request.address[rows.lane[i]] - first;
        end = to.address[rows.lane[i]] + layout.bytes;
      }
      next = (end + sector_bytes - 1) / sector_bytes * sector_bytes;
    }
    out.destination += std::min<std::int64_t>(bypass_sectors(request, to), out.now);
  }
  out.destination = std::min(out.destination, out.now);
  out.aligned = std::min(out.aligned, out.destination);
  out.ideal = std::min(out.ideal, out.aligned);
  return out;
}

std::optional<LaneOrder> better_order(const AccessLayout& layout, const AccessCosts& costs) {
  // Orders all accesses of a block's threads by stride: adjacent lanes get adjacent elements.
  if (layout.index != AccessIndex::thread_repetition || layout.masked > 0 || !layout.swizzles.empty() ||
      !layout.offsets.empty())
    return std::nullopt;
  std::vector<FitMode> modes = layout.first;
  modes.insert(modes.end(), layout.second.begin(), layout.second.end());
  for (const FitMode& mode : modes) {
    if (mode.stride == 0) return std::nullopt;
  }
  sort_stable(std::span(modes),
              [](const FitMode& a, const FitMode& b) { return std::abs(a.stride) < std::abs(b.stride); });
  std::vector<FitMode> first;
  std::vector<FitMode> second;
  std::int64_t threads = 1;
  for (const FitMode& mode : modes) {
    const std::int64_t room = layout.threads / threads;
    if (room <= 1) {
      second.push_back(mode);
    } else if (mode.extent <= room) {
      if (room % mode.extent != 0) return std::nullopt;
      first.push_back(mode);
      threads *= mode.extent;
    } else {
      if (mode.extent % room != 0) return std::nullopt;
      first.push_back({room, mode.stride});
      second.push_back({mode.extent / room, mode.stride * room});
      threads *= room;
    }
  }
  join_modes(first);
  join_modes(second);
  const Fit by_thread{0, first};
  const Fit by_repetition{0, second};
  LaneOrder out;
  for (const AccessLayout::Base& base : layout.bases) {
    for (std::int64_t r = 0; r < layout.repetitions; ++r) {
      for (std::int64_t t = 0; t < layout.threads; t += 32) {
        WarpRequest request;
        for (std::int64_t lane = 0; lane < std::min<std::int64_t>(32, layout.threads - t); ++lane) {
          request.active |= std::uint32_t{1} << lane;
          request.address[static_cast<std::size_t>(lane)] = base.bytes + by_thread.at(t + lane) + by_repetition.at(r);
        }
        out.sectors += global_request(request, layout.bytes).sectors;
      }
    }
  }
  if (out.sectors >= costs.sectors) return std::nullopt;
  out.layout = index_layout_text(first, second, layout.bytes);
  return out.layout == index_layout_text(layout.first, layout.second, layout.bytes) ? std::nullopt : std::optional(out);
}

// The mode that steps from row to row, where rows begin at several places of a sector; none where all begin alike.
FitMode row_mode(const AccessLayout& layout) {
  std::int64_t row = layout.bytes;
  for (const auto* modes : {&layout.first, &layout.second}) {
    for (const FitMode& mode : *modes) {
      if (std::abs(mode.stride) > row && mode.stride % sector_bytes != 0) return mode;
      row = std::max(row, mode.extent * std::abs(mode.stride));
    }
  }
  return {};
}

AccessWaste waste_of(const TracedLaunch& launch, const Executions& executions, const LaunchReport& report,
                     std::size_t a) {
  const TracedAccess& access = report.accesses[a];
  const AccessLayout& layout = access.layout;
  const bool shared = layout.space == AccessSpace::shared;
  const TracedInstruction& instruction = launch.instructions[layout.instruction];
  AccessWaste out;
  out.access = a;
  out.ways = shared ? access.costs.ways : access.costs.most_sectors;
  if (!layout.exact()) {
    out.cause = WasteCause::scattered;
    return out;
  }
  // A row of ldmatrix is eight banks wide, and a phase has eight lanes.
  const bool matrices = instruction.matrices > 0;
  std::int64_t most = 0;
  std::int64_t step = 1;
  for (const FitMode& mode : lane_modes(layout)) {
    const std::int64_t ways =
        matrices ? ways_of({std::min<std::int64_t>(8, mode.extent), mode.stride}, 1, instruction.bytes, shared)
                 : ways_of(mode, step, instruction.bytes, shared);
    step *= mode.extent;
    const std::int64_t needs = shared ? 1 : (mode.extent * instruction.bytes + sector_bytes - 1) / sector_bytes;
    if (ways > needs && ways > most) {
      most = ways;
      out.mode = mode;
      out.ways = ways;
    }
  }
  if (shared) {
    out.cause = !layout.swizzles.empty() ? WasteCause::swizzle : most > 0 ? WasteCause::stride : WasteCause::modes;
    return out;
  }
  // The waste that costs most, counted by taking it away.
  const SectorCounts counts = sector_counts(launch, executions, access);
  const std::int64_t destination = counts.now - counts.destination;
  const std::int64_t alignment = counts.destination - counts.aligned;
  const std::int64_t gaps = counts.aligned - counts.ideal;
  if (destination >= std::max<std::int64_t>({1, alignment, gaps})) {
    out.cause = WasteCause::destination;
    out.removed = counts.destination;
  } else if (alignment >= std::max<std::int64_t>(1, gaps)) {
    out.cause = WasteCause::alignment;
    out.removed = counts.now - alignment;
    out.mode = row_mode(layout);
  } else {
    out.cause = most > 0 ? WasteCause::stride : WasteCause::modes;
  }
  // Lanes in another order fill the same rows of the destination.
  if (destination > 0) return out;
  if (!shared) out.better = better_order(layout, access.costs);
  return out;
}

}  // namespace

Advice advise(const TracedLaunch& launch, const LaunchReport& report, Budget& budget) {
  Advice out;
  const Executions executions = executions_of(launch);
  for (std::size_t a = 0; a < report.accesses.size(); ++a) {
    if (report.accesses[a].costs.excess() > 0) out.wastes.push_back(waste_of(launch, executions, report, a));
  }
  for (SharedTile& tile : tiles_of(launch, executions, report)) {
    if (tile.wavefronts == tile.ideal_wavefronts) continue;
    find_change(launch, executions, report, tile, budget);
    out.tiles.push_back(std::move(tile));
  }
  return out;
}

}  // namespace stridescope
