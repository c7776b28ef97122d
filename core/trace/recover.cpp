// Finds swizzles by removing candidates from the addresses: chains derived from the address bits, and, where the
// addresses are not linear in the bits, all single swizzles. A candidate is a reading of the samples (samples.h),
// verified on every sample.
#include "core/trace/recover.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "core/base/sort_stable.h"
#include "core/trace/samples.h"

namespace stridescope {
namespace {

constexpr int highest_swizzle_bit = 24;
constexpr int max_index_bits = 40;

// Addresses of the threads in the first traced repetition.
std::vector<std::int64_t> first_addresses(const Samples& samples) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(samples.threads), unknown_value);
  const Sample& first = samples.all[0];
  for (const Sample& s : samples.all) {
    if (s.block == first.block && s.repetition == first.repetition) out[s.thread] = s.address;
  }
  return out;
}

// True if the addresses are a layout after the swizzle is removed. Rejects nearly all candidates quickly.
bool threads_fit(const std::vector<std::int64_t>& addresses, const Swizzle& swizzle, std::int64_t origin,
                 Budget& budget) {
  std::vector<std::int64_t> values = addresses;
  for (std::int64_t& value : values) {
    if (value != unknown_value) value = swizzled(swizzle, value - origin);
  }
  return fit_values(values, budget, SparseSearch::no).has_value();
}

// Candidates, fewest bits first; among equals those whose source bits vary, then those that TMA and wgmma support, then
// the smallest shift.
std::vector<Swizzle> candidates(const Samples& samples, std::int64_t origin) {
  std::int64_t varies = 0;
  std::int64_t set = 0;
  for (const Sample& s : samples.all) {
    varies |= (s.address - origin) ^ (samples.all[0].address - origin);
    set |= s.address - origin;
  }
  std::vector<Swizzle> out;
  for (int bits = 1; bits <= 6; ++bits) {
    const std::size_t from = out.size();
    for (int base = 0; base + 2 * bits <= highest_swizzle_bit; ++base) {
      for (int shift = bits; base + shift + bits <= highest_swizzle_bit; ++shift) {
        for (const int way : {shift, -shift}) {
          const Swizzle one{bits, base, way};
          // A bit that is never set has no effect: if the swizzle ends in one, a swizzle of fewer bits does the same.
          const std::int64_t lowest = one.yyy() & -one.yyy();
          if ((set & lowest) != 0 && (set & lowest << (bits - 1)) != 0) out.push_back(one);
        }
      }
    }
    sort_stable(std::span(out).subspan(from), [&](const Swizzle& a, const Swizzle& b) {
      const auto rank = [&](const Swizzle& s) {
        const bool hardware = s.shift == 3 && s.base >= 4 && s.base + s.bits <= 7;
        return std::array{(s.yyy() & varies) != 0 ? 0 : 1, hardware ? 0 : 1, s.shift < 0 ? 1 : 0, std::abs(s.shift),
                          s.base};
      };
      return rank(a) < rank(b);
    });
  }
  return out;
}

// Possible origins of a swizzle: the start of the block's shared memory (by the hardware, or the lowest access), the
// range that the access shares with others, address 0, or the allocation. A tensor may begin at an address that is not
// aligned to its swizzle.
std::vector<std::int64_t> origins_of(AccessSpace space, const TracedLaunch& launch, const Samples& samples,
                                     std::int64_t shared_begin, std::int64_t range_begin) {
  std::vector<std::int64_t> out = {space == AccessSpace::shared ? launch.shared_base : 0};
  const auto add = [&](std::int64_t origin) {
    if (std::find(out.begin(), out.end(), origin) == out.end()) out.push_back(origin);
  };
  if (space == AccessSpace::shared) {
    add(shared_begin);
    add(range_begin);
  } else if (space == AccessSpace::global) {
    std::int64_t lowest = samples.all[0].address;
    for (const Sample& s : samples.all) lowest = std::min(lowest, s.address);
    for (const TracedAllocation& a : launch.allocations) {
      if (a.base <= lowest && lowest - a.base < a.bytes) add(a.base);
    }
  }
  return out;
}

int bits_for(std::int64_t indices_there) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(0, indices_there - 1))));
}

// The first block's addresses as bits of thread and repetition, or of the threads of its first repetition alone.
std::optional<BitMap> bit_map(const Samples& samples, std::int64_t origin, bool repetitions) {
  const int thread_bits = bits_for(samples.threads);
  const int all_bits = thread_bits + (repetitions ? bits_for(samples.repetitions) : 0);
  if (all_bits > max_index_bits) return std::nullopt;
  BitSystem system(all_bits);
  const Sample& first = samples.all[0];
  for (const Sample& s : samples.all) {
    if (s.block != first.block) break;
    if (!repetitions && s.repetition != first.repetition) continue;
    const std::int64_t index = s.thread | (repetitions ? std::int64_t{s.repetition} << thread_bits : 0);
    if (!system.add(index, s.address - origin)) return std::nullopt;
    if (system.complete()) break;
  }
  BitMap out = system.solve(thread_bits);
  // The remaining samples must agree, too; a table per index makes that fast.
  const auto table_of = [&](std::int64_t extent, int from) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(extent), 0);
    for (std::size_t i = 1; i < values.size(); ++i)
      values[i] = values[i & (i - 1)] ^ out.columns[static_cast<std::size_t>(from + std::countr_zero(i))];
    return values;
  };
  const auto threads = table_of(samples.threads, 0);
  const auto executions = repetitions ? table_of(samples.repetitions, thread_bits) : std::vector<std::int64_t>();
  for (const Sample& s : samples.all) {
    if (s.block != first.block) break;
    if (!repetitions && s.repetition != first.repetition) continue;
    const std::int64_t value = out.constant ^ threads[s.thread] ^ (repetitions ? executions[s.repetition] : 0);
    if (value != s.address - origin) return std::nullopt;
  }
  return out;
}

std::int64_t varying_bits(const Samples& samples, std::int64_t origin) {
  std::int64_t out = 0;
  for (const Sample& s : samples.all) out |= (s.address - origin) ^ (samples.all[0].address - origin);
  return out;
}

// Finds chains by the bits of the addresses of the first block: all repetitions, or the first alone.
std::optional<Found> find_by_bits(const Samples& samples, std::int64_t origin, bool repetitions, Budget& budget) {
  const auto map = bit_map(samples, origin, repetitions);
  if (!map) return std::nullopt;
  for (const SwizzleChain& chain : chains_of(*map, varying_bits(samples, origin), budget)) {
    if (auto found = with_swizzles(samples, chain, origin, budget)) return found;
  }
  return std::nullopt;
}

// Finds a single swizzle by trial.
std::optional<Found> find_by_trying(const Samples& samples, std::int64_t origin, Budget& budget) {
  const std::vector<std::int64_t> threads = first_addresses(samples);
  std::optional<Found> best;
  for (const Swizzle& swizzle : candidates(samples, origin)) {
    if (best && swizzle.bits > bits_of(best->reading.swizzles)) break;
    if (!threads_fit(threads, swizzle, origin, budget)) continue;
    auto one = with_swizzles(samples, {swizzle}, origin, budget);
    if (one && (!best || one->parts.modes() < best->parts.modes())) best = std::move(one);
  }
  return best;
}

// Rank of a result: number of swizzles, then of modes, then of bits. Decreasing strides count twice.
std::array<std::size_t, 3> length_of(const Found& found) {
  std::size_t down = 0;
  for (const Fit* fit : {&found.parts.first, &found.parts.second}) {
    for (const FitMode& mode : fit->modes) down += mode.stride < 0 ? 1 : 0;
  }
  return {found.reading.swizzles.size(), found.parts.modes() + down,
          static_cast<std::size_t>(bits_of(found.reading.swizzles))};
}

std::optional<Found> find_layout(const Samples& samples, const std::vector<std::int64_t>& origins, Budget& budget) {
  if (auto plain = with_swizzles(samples, {}, origins[0], budget)) return plain;
  const auto shorter = [](std::optional<Found>& best, std::optional<Found> one) {
    if (one && (!best || length_of(*one) < length_of(*best))) best = std::move(one);
  };
  std::optional<Found> best;
  for (const std::int64_t origin : origins) shorter(best, find_by_bits(samples, origin, true, budget));
  // If each bit of an index takes both values together with all others, the strides below a swizzle are the values of
  // the bits.
  const auto whole = [](std::int64_t extent) { return std::has_single_bit(static_cast<std::uint64_t>(extent)); };
  const bool masked = samples.threads * samples.repetitions * static_cast<std::int64_t>(samples.blocks.size()) !=
                      static_cast<std::int64_t>(samples.all.size());
  const bool told = !masked && whole(samples.threads) && whole(samples.repetitions);
  if (best && told) return best;
  // Repetitions with fewer and fewer threads, as in a tree reduction, or one part of a ring buffer after the other.
  const auto by_offsets = [&](SwizzleChain swizzles, std::int64_t origin) -> std::optional<Found> {
    Reading reading{AccessIndex::thread_repetition, std::move(swizzles), origin};
    auto parts = parts_of(samples, samples.all.size(), reading, budget, Repetitions::offsets);
    return parts ? std::optional(Found{std::move(reading), std::move(*parts)}) : std::nullopt;
  };
  if (masked && !best) {
    if (auto found = by_offsets({}, origins[0])) return found;
  }
  for (const std::int64_t origin : origins) {
    if (samples.repetitions > 1) shorter(best, find_by_bits(samples, origin, false, budget));
    shorter(best, find_by_trying(samples, origin, budget));
  }
  if (best) return best;
  if (auto found = by_offsets({}, origins[0])) return found;
  for (const std::int64_t origin : origins) {
    const auto map = bit_map(samples, origin, false);
    if (!map) continue;
    for (const SwizzleChain& chain : chains_of(*map, varying_bits(samples, origin), budget)) {
      if (auto found = by_offsets(chain, origin)) return found;
    }
  }
  return std::nullopt;
}

// The best partial layout of the first block's threads and repetitions.
Found partial(const Samples& samples, std::int64_t origin, Budget& budget) {
  std::vector<std::int64_t> threads(static_cast<std::size_t>(samples.threads), unknown_value);
  std::vector<std::int64_t> repetitions(static_cast<std::size_t>(samples.repetitions), unknown_value);
  std::vector<std::int64_t> bases(samples.blocks.size(), unknown_value);
  const Sample& first = samples.all[0];
  for (const Sample& s : samples.all) {
    const std::int64_t value = s.address - origin;
    if (s.block == first.block && s.repetition == first.repetition) threads[s.thread] = value;
    if (s.block == first.block && s.thread == first.thread)
      repetitions[s.repetition] = value - (first.address - origin);
    if (s.thread == first.thread && s.repetition == first.repetition) bases[s.block] = value;
  }
  Found out{{AccessIndex::thread_repetition, {}, origin},
            {fit_first_values(threads, budget), fit_first_values(repetitions, budget), std::move(bases), {}}};
  const std::int64_t at_first = out.parts.first.at(first.thread) + out.parts.second.at(first.repetition);
  for (std::int64_t& base : out.parts.bases) {
    if (base != unknown_value) base -= at_first - out.parts.first.base - out.parts.second.base;
  }
  out.parts.first.base = 0;
  out.parts.second.base = 0;
  return out;
}

// --- the active lanes and warps ---

void add_masks(AccessLayout& out, const Samples& samples) {
  const std::int64_t pairs = samples.threads * samples.repetitions;
  const auto blocks = static_cast<std::int64_t>(samples.blocks.size());
  const auto count = static_cast<std::int64_t>(samples.all.size());
  out.masked = pairs * blocks - count;
  if (out.masked == 0) return;
  std::vector<bool> thread(static_cast<std::size_t>(samples.threads));
  std::vector<bool> repetition(static_cast<std::size_t>(samples.repetitions));
  for (const Sample& s : samples.all) {
    thread[s.thread] = true;
    repetition[s.repetition] = true;
  }
  const auto number = [](const std::vector<bool>& some) {
    return static_cast<std::int64_t>(std::count(some.begin(), some.end(), true));
  };
  // A box: every active thread is active in every repetition in which any thread is.
  if (number(thread) * number(repetition) * blocks != count) {
    out.irregular_mask = true;
    return;
  }
  if (number(thread) < samples.threads) out.thread_mask = fit_mask(thread);
  if (number(repetition) < samples.repetitions) out.repetition_mask = fit_mask(repetition);
  out.irregular_mask = (number(thread) < samples.threads && !out.thread_mask) ||
                       (number(repetition) < samples.repetitions && !out.repetition_mask);
}

AccessLayout layout_of(const TracedLaunch& launch, std::uint32_t instruction, int number, const Samples& samples,
                       Found&& found, bool exact) {
  AccessLayout out;
  const TracedInstruction& of = launch.instructions[instruction];
  out.instruction = instruction;
  out.number = number;
  out.space = space_of(of.kind, number);
  out.bytes = std::max(1, of.bytes);
  out.index = found.reading.index;
  out.first_thread = samples.first_thread;
  out.threads = samples.threads;
  out.repetitions = samples.repetitions;
  out.origin = found.reading.origin;
  out.swizzles = std::move(found.reading.swizzles);
  out.addresses = static_cast<std::int64_t>(samples.all.size());
  out.left_out = samples.left_out;
  out.agreeing = out.addresses;
  if (!exact) {
    Parts counted = found.parts;
    out.agreeing = 0;
    for (const Sample& s : samples.all) {
      const Place at = place_of(out.index, samples.threads, s.thread, s.repetition);
      std::int64_t& base = counted.bases[s.block];
      const std::int64_t rest = counted.first.at(static_cast<std::int64_t>(at.first)) +
                                counted.second.at(static_cast<std::int64_t>(at.second));
      if (base == unknown_value) base = s.address - out.origin - rest;
      const std::int64_t says = out.origin + base + rest;
      if (says == s.address) {
        ++out.agreeing;
      } else if (!out.miss) {
        out.miss = AccessMiss{s.thread + samples.first_thread, s.repetition, samples.blocks[s.block], s.address, says};
      }
    }
    found.parts.bases = counted.bases;
  }
  out.first = std::move(found.parts.first.modes);
  out.second = std::move(found.parts.second.modes);
  out.offsets = std::move(found.parts.offsets);
  for (std::size_t i = 0; i < samples.blocks.size(); ++i)
    out.bases.push_back({samples.blocks[i], found.parts.bases[i]});
  add_masks(out, samples);
  return out;
}

}  // namespace

std::int64_t AccessLayout::address(std::int64_t thread, std::int64_t repetition, std::size_t base) const {
  const Place at = place_of(index, threads, thread - first_thread, repetition);
  const std::int64_t sum =
      bases[base].bytes + Fit{0, first}.at(static_cast<std::int64_t>(at.first)) +
      (offsets.empty() ? Fit{0, second}.at(static_cast<std::int64_t>(at.second)) : offsets[at.second]);
  return origin + put_under(swizzles, sum);
}

namespace {

AccessLayout recover_one(const TracedLaunch& launch, const Executions& executions, std::uint32_t instruction,
                         int number, std::int64_t shared_begin, std::int64_t range_begin, Budget& budget) {
  const Samples samples = samples_of(launch, executions, instruction, number);
  const AccessSpace space = space_of(launch.instructions[instruction].kind, number);
  const std::vector<std::int64_t> origins = origins_of(space, launch, samples, shared_begin, range_begin);
  // A separate budget: an instruction without a layout does not consume that of the others.
  const std::uint64_t most = (std::uint64_t{1} << 24) + 32 * samples.all.size();
  Budget own(std::min(most, budget.steps_left()), 0);
  auto found = find_layout(samples, origins, own);
  const bool spent = !found && own.steps_left() < samples.all.size();
  AccessLayout out;
  if (found) {
    out = layout_of(launch, instruction, number, samples, std::move(*found), true);
  } else {
    Budget rest(std::uint64_t{1} << 24, 0);
    out = layout_of(launch, instruction, number, samples, partial(samples, origins[0], rest), false);
  }
  out.undecided = spent && out.miss.has_value();
  budget.spend(most - own.steps_left());
  return out;
}

// The access below other swizzles; empty if it is not a layout below them.
std::optional<AccessLayout> under_others(const TracedLaunch& launch, const Executions& executions,
                                         const AccessLayout& a, const SwizzleChain& swizzles, std::int64_t origin,
                                         Budget& budget) {
  const Samples samples = samples_of(launch, executions, a.instruction, a.number);
  auto found = with_swizzles(samples, swizzles, origin, budget);
  if (!found) return std::nullopt;
  return layout_of(launch, a.instruction, a.number, samples, std::move(*found), true);
}

std::size_t modes_of(const AccessLayout& a) {
  std::size_t out = a.first.size() + a.second.size();
  for (const auto* modes : {&a.first, &a.second}) {
    for (const FitMode& mode : *modes) out += mode.stride < 0 ? 1 : 0;
  }
  return out;
}

// Gives the swizzled accesses of one range the same chain if one chain fits all of them with no more modes.
void unify(const TracedLaunch& launch, const Executions& executions, const std::vector<AccessLayout*>& all,
           Budget& budget) {
  constexpr std::size_t most_tried = 8;
  std::vector<AccessLayout*> needing;
  std::size_t modes = 0;
  for (AccessLayout* a : all) {
    if (!a->exact() || a->swizzles.empty()) continue;
    needing.push_back(a);
    modes += modes_of(*a);
  }
  std::vector<std::pair<SwizzleChain, std::int64_t>> chains;
  for (const AccessLayout* a : needing) {
    const std::pair one(a->swizzles, a->origin);
    if (std::find(chains.begin(), chains.end(), one) == chains.end()) chains.push_back(one);
  }
  if (chains.size() < 2) return;
  // Chains with the fewest swizzles and the most bits fit most accesses.
  sort_stable(std::span(chains), [](const auto& a, const auto& b) {
    return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : bits_of(a.first) > bits_of(b.first);
  });
  if (chains.size() > most_tried) chains.resize(most_tried);
  std::vector<AccessLayout> best;
  for (const auto& [swizzles, origin] : chains) {
    std::vector<AccessLayout> under;
    std::size_t sum = 0;
    for (const AccessLayout* a : needing) {
      auto one = a->swizzles == swizzles && a->origin == origin
                     ? std::optional(*a)
                     : under_others(launch, executions, *a, swizzles, origin, budget);
      if (!one) break;
      sum += modes_of(*one);
      under.push_back(std::move(*one));
    }
    if (under.size() < needing.size() || sum > modes || (sum == modes && !best.empty())) continue;
    modes = sum;
    best = std::move(under);
  }
  for (std::size_t i = 0; i < best.size(); ++i) *needing[i] = std::move(best[i]);
}

}  // namespace

std::vector<std::pair<std::uint32_t, int>> executed_addresses(const TracedLaunch& launch,
                                                              const Executions& executions) {
  std::vector<std::pair<std::uint32_t, int>> out;
  for (std::uint32_t i = 0; i < launch.instructions.size(); ++i) {
    const int numbers = executions[i].empty() ? 0 : std::min(2, numbers_of(launch.instructions[i].kind));
    for (int number = 0; number < numbers; ++number) out.emplace_back(i, number);
  }
  return out;
}

std::vector<AccessLayout> recover_layouts(const TracedLaunch& launch, const Executions& executions, Budget& budget) {
  std::vector<AccessLayout> out;
  const std::vector<SharedRange> ranges = shared_ranges(launch, executions);
  const std::int64_t begin = ranges.empty() ? launch.shared_base : ranges.front().begin;
  std::map<std::pair<std::uint32_t, int>, std::size_t> range_of;
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    for (const SharedRange::Part& part : ranges[r].parts) range_of[{part.instruction, part.number}] = r;
  }
  for (const auto& [instruction, number] : executed_addresses(launch, executions)) {
    const auto range = range_of.find({instruction, number});
    out.push_back(recover_one(launch, executions, instruction, number, begin,
                              range == range_of.end() ? begin : ranges[range->second].begin, budget));
  }
  std::vector<std::vector<AccessLayout*>> by_range(ranges.size());
  for (AccessLayout& a : out) {
    if (const auto range = range_of.find({a.instruction, a.number}); range != range_of.end())
      by_range[range->second].push_back(&a);
  }
  for (const auto& accesses : by_range) unify(launch, executions, accesses, budget);
  return out;
}

}  // namespace stridescope
