// The map is split into a part for each of two indices and one for the block by
// going from one address to the next that shares two of the three with what is
// known; each part is then fitted by itself, and the sum is tried everywhere. A
// swizzle is its own inverse: it is tried by taking it off.
#include "core/trace/recover.h"

#include <algorithm>
#include <bit>

namespace stridescope {
namespace {

// Enough to see that a swizzle does not fit; the others are tried on all.
constexpr std::size_t probe_size = 2048;
constexpr int highest_swizzle_bit = 24;

struct Sample {
  std::int64_t address = 0;
  std::uint32_t thread = 0;
  std::uint32_t repetition = 0;
  std::uint32_t block = 0;  // of the list of bases
};

struct Samples {
  std::vector<Sample> all;
  std::vector<std::int64_t> blocks;  // their numbers
  std::int64_t first_thread = 0;
  std::int64_t threads = 0;
  std::int64_t repetitions = 0;
  std::int64_t left_out = 0;
};

Samples samples_of(const TracedLaunch& launch, const Executions& executions, std::uint32_t instruction, int number) {
  Samples out;
  const int numbers = numbers_of(launch.instructions[instruction].kind);
  std::int64_t lowest = max_traced_threads;
  std::int64_t highest = 0;
  std::array<std::uint32_t, 32> executed = {};
  std::uint32_t last_block = UINT32_MAX;
  for (const RequestPlace& place : executions[instruction]) {
    const TracedBlock& block = launch.blocks[place.block];
    const TracedRequest& r = block.requests[place.request];
    if (static_cast<std::int64_t>(out.all.size()) + 32 > max_recovered) {
      out.left_out += r.lanes();
      continue;
    }
    if (place.block != last_block) {
      out.blocks.push_back(block.block);
      executed = {};
      last_block = place.block;
    }
    const std::uint32_t repetition = executed[r.warp]++;
    std::size_t at = r.first + static_cast<std::size_t>(number);
    for (std::uint32_t rest = r.active; rest != 0; rest &= rest - 1) {
      const std::uint32_t thread = 32 * r.warp + static_cast<std::uint32_t>(std::countr_zero(rest));
      out.all.push_back({block.numbers[at], thread, repetition, static_cast<std::uint32_t>(out.blocks.size() - 1)});
      at += static_cast<std::size_t>(numbers);
    }
    lowest = std::min(lowest, std::int64_t{32} * r.warp);
    highest = std::max(highest, std::min(launch.threads(), std::int64_t{32} * (r.warp + 1)));
    out.repetitions = std::max(out.repetitions, std::int64_t{repetition} + 1);
  }
  if (out.all.empty()) return out;
  out.first_thread = lowest;
  out.threads = highest - lowest;
  for (Sample& s : out.all) s.thread -= static_cast<std::uint32_t>(lowest);
  return out;
}

// How many indices the two parts have.
struct Extents {
  std::int64_t first = 0;
  std::int64_t second = 0;
};
Extents extents_of(AccessIndex index, const Samples& samples) {
  switch (index) {
    case AccessIndex::running:
      return {samples.threads * samples.repetitions, 1};
    case AccessIndex::lane_running:
      return {32 * samples.repetitions, (samples.threads + 31) / 32};
    case AccessIndex::thread_repetition:
      break;
  }
  return {samples.threads, samples.repetitions};
}
struct Place {
  std::size_t first = 0;
  std::size_t second = 0;
};
Place place_of(AccessIndex index, std::int64_t threads, std::int64_t thread, std::int64_t repetition) {
  switch (index) {
    case AccessIndex::running:
      return {static_cast<std::size_t>(thread + threads * repetition), 0};
    case AccessIndex::lane_running:
      return {static_cast<std::size_t>(thread % 32 + 32 * repetition), static_cast<std::size_t>(thread / 32)};
    case AccessIndex::thread_repetition:
      break;
  }
  return {static_cast<std::size_t>(thread), static_cast<std::size_t>(repetition)};
}

std::int64_t swizzled(const Swizzle& swizzle, std::int64_t x) {
  const std::int64_t moved = x & swizzle.yyy();
  return x ^ (swizzle.shift >= 0 ? moved >> swizzle.shift : moved << -swizzle.shift);
}

// One way to read the samples.
struct Reading {
  AccessIndex index = AccessIndex::thread_repetition;
  Swizzle swizzle;
  std::int64_t origin = 0;
};

struct Parts {
  Fit first;
  Fit second;
  std::vector<std::int64_t> bases;

  std::size_t modes() const { return first.modes.size() + second.modes.size(); }
};

// The sum of a part for each index, from what is known of the other two.
struct Split {
  std::vector<std::int64_t> first, second, base;
  // False where no sum has all samples.
  bool from(const Samples& samples, std::size_t count, const Reading& reading);
};

bool Split::from(const Samples& samples, std::size_t count, const Reading& reading) {
  const Extents extents = extents_of(reading.index, samples);
  first.assign(static_cast<std::size_t>(extents.first), unknown_value);
  second.assign(static_cast<std::size_t>(extents.second), unknown_value);
  base.assign(samples.blocks.size(), unknown_value);
  const Place start = place_of(reading.index, samples.threads, samples.all[0].thread, samples.all[0].repetition);
  first[start.first] = 0;
  second[start.second] = 0;
  // Usually every sample is known after the first time; what is apart from the
  // rest is left to the fit.
  for (bool more = true; more;) {
    more = false;
    bool pending = false;
    for (std::size_t i = 0; i < count; ++i) {
      const Sample& s = samples.all[i];
      const Place at = place_of(reading.index, samples.threads, s.thread, s.repetition);
      std::int64_t& a = first[at.first];
      std::int64_t& b = second[at.second];
      std::int64_t& c = base[s.block];
      const int unknown = (a == unknown_value ? 1 : 0) + (b == unknown_value ? 1 : 0) + (c == unknown_value ? 1 : 0);
      if (unknown > 1) {
        pending = true;
        continue;
      }
      const std::int64_t value = swizzled(reading.swizzle, s.address - reading.origin);
      if (unknown == 0) {
        if (a + b + c != value) return false;
        continue;
      }
      more = true;
      if (a == unknown_value) {
        a = value - b - c;
      } else if (b == unknown_value) {
        b = value - a - c;
      } else {
        c = value - a - b;
      }
    }
    more = more && pending;
  }
  return true;
}

std::vector<std::int64_t> table(const Fit& fit, std::size_t size) {
  std::vector<std::int64_t> out(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = fit.at(static_cast<std::int64_t>(i));
  return out;
}

// The sample that the parts do not have, or `count`.
std::size_t first_miss(const Samples& samples, std::size_t count, const Reading& reading, Parts& parts) {
  const Extents extents = extents_of(reading.index, samples);
  const auto first = table(parts.first, static_cast<std::size_t>(extents.first));
  const auto second = table(parts.second, static_cast<std::size_t>(extents.second));
  for (std::size_t i = 0; i < count; ++i) {
    const Sample& s = samples.all[i];
    const Place at = place_of(reading.index, samples.threads, s.thread, s.repetition);
    const std::int64_t value = swizzled(reading.swizzle, s.address - reading.origin);
    std::int64_t& base = parts.bases[s.block];
    const std::int64_t rest = first[at.first] + second[at.second];
    if (base == unknown_value) base = value - rest;
    if (base + rest != value) return i;
  }
  return count;
}

std::optional<Parts> parts_of(const Samples& samples, std::size_t count, const Reading& reading, Budget& budget) {
  if (!budget.take(count)) return std::nullopt;
  Split split;
  if (!split.from(samples, count, reading)) return std::nullopt;
  const SparseSearch sparse = reading.swizzle.bits == 0 ? SparseSearch::yes : SparseSearch::no;
  auto first = fit_values(split.first, budget, sparse);
  auto second = first ? fit_values(split.second, budget, sparse) : std::nullopt;
  if (!second) return std::nullopt;
  Parts out{std::move(*first), std::move(*second), std::move(split.base)};
  // What the parts begin with is the block's.
  for (std::int64_t& base : out.bases) {
    if (base != unknown_value) base += out.first.base + out.second.base;
  }
  out.first.base = 0;
  out.second.base = 0;
  if (first_miss(samples, count, reading, out) != count) return std::nullopt;
  return out;
}

struct Found {
  Reading reading;
  Parts parts;
};

bool worth_trying(AccessIndex index, const Samples& samples) {
  if (index == AccessIndex::thread_repetition) return true;
  if (samples.repetitions < 2) return false;
  if (index == AccessIndex::lane_running && samples.threads <= 32) return false;
  // A table of indices that hardly anybody has would be larger than what it is
  // made of.
  return extents_of(index, samples).first <= 4 * static_cast<std::int64_t>(samples.all.size()) + 1024;
}

constexpr AccessIndex indices[] = {AccessIndex::thread_repetition, AccessIndex::running, AccessIndex::lane_running};

std::optional<Found> with_swizzle(const Samples& samples, const Swizzle& swizzle, std::int64_t origin, Budget& budget) {
  for (const AccessIndex index : indices) {
    if (!worth_trying(index, samples)) continue;
    const Reading reading{index, swizzle, origin};
    const std::size_t probe = std::min(probe_size, samples.all.size());
    if (probe < samples.all.size() && index == AccessIndex::thread_repetition && swizzle.bits > 0 &&
        !parts_of(samples, probe, reading, budget))
      continue;
    if (auto parts = parts_of(samples, samples.all.size(), reading, budget)) return Found{reading, std::move(*parts)};
  }
  return std::nullopt;
}

// The addresses of the threads in the first repetition that was traced.
std::vector<std::int64_t> first_addresses(const Samples& samples) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(samples.threads), unknown_value);
  const Sample& first = samples.all[0];
  for (const Sample& s : samples.all) {
    if (s.block == first.block && s.repetition == first.repetition) out[s.thread] = s.address;
  }
  return out;
}

// Are they a layout when the swizzle is taken off? Nearly all candidates fail
// here.
bool threads_fit(const std::vector<std::int64_t>& addresses, const Swizzle& swizzle, std::int64_t origin,
                 Budget& budget) {
  std::vector<std::int64_t> values = addresses;
  for (std::int64_t& value : values) {
    if (value != unknown_value) value = swizzled(swizzle, value - origin);
  }
  return fit_values(values, budget, SparseSearch::no).has_value();
}

// Swizzles of the fewest bits first; of as many those that TMA and wgmma know,
// then the shortest way.
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
          // A bit that is never set moves nothing: with such a one at its end
          // fewer bits do.
          const std::int64_t lowest = one.yyy() & -one.yyy();
          if ((set & lowest) != 0 && (set & lowest << (bits - 1)) != 0) out.push_back(one);
        }
      }
    }
    std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(),
                     [&](const Swizzle& a, const Swizzle& b) {
                       const auto rank = [&](const Swizzle& s) {
                         const bool hardware = s.shift == 3 && s.base >= 4 && s.base + s.bits <= 7;
                         return std::array{(s.yyy() & varies) != 0 ? 0 : 1, hardware ? 0 : 1, s.shift < 0 ? 1 : 0,
                                           std::abs(s.shift), s.base};
                       };
                       return rank(a) < rank(b);
                     });
  }
  return out;
}

// Where a swizzle may count from: the block's shared memory or all addresses,
// and the lowest address.
std::vector<std::int64_t> origins_of(const Samples& samples, AccessSpace space, const TracedLaunch& launch) {
  std::int64_t lowest = samples.all[0].address;
  for (const Sample& s : samples.all) lowest = std::min(lowest, s.address);
  std::vector<std::int64_t> out = {space == AccessSpace::shared ? launch.shared_base : 0};
  if (space == AccessSpace::shared && lowest != out[0]) out.push_back(lowest);
  return out;
}

std::optional<Found> find_layout(const Samples& samples, AccessSpace space, const TracedLaunch& launch,
                                 Budget& budget) {
  const std::vector<std::int64_t> origins = origins_of(samples, space, launch);
  if (auto plain = with_swizzle(samples, {}, origins[0], budget)) return plain;
  const std::vector<std::int64_t> threads = first_addresses(samples);
  for (const std::int64_t origin : origins) {
    std::optional<Found> best;
    for (const Swizzle& swizzle : candidates(samples, origin)) {
      if (best && swizzle.bits > best->reading.swizzle.bits) break;
      if (!threads_fit(threads, swizzle, origin, budget)) continue;
      auto one = with_swizzle(samples, swizzle, origin, budget);
      if (one && (!best || one->parts.modes() < best->parts.modes())) best = std::move(one);
    }
    if (best) return best;
  }
  return std::nullopt;
}

// As far as the first block's threads and repetitions are one.
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
            {fit_first_values(threads, budget).fit, fit_first_values(repetitions, budget).fit, std::move(bases)}};
  const std::int64_t at_first = out.parts.first.at(first.thread) + out.parts.second.at(first.repetition);
  for (std::int64_t& base : out.parts.bases) {
    if (base != unknown_value) base -= at_first - out.parts.first.base - out.parts.second.base;
  }
  out.parts.first.base = 0;
  out.parts.second.base = 0;
  return out;
}

// --- who takes part ---

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
  // A box: every thread that takes part at all does so in every repetition in
  // which anybody does.
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
  out.swizzle = found.reading.swizzle;
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
  for (std::size_t i = 0; i < samples.blocks.size(); ++i)
    out.bases.push_back({samples.blocks[i], found.parts.bases[i]});
  add_masks(out, samples);
  return out;
}

}  // namespace

std::int64_t AccessLayout::address(std::int64_t thread, std::int64_t repetition, std::size_t base) const {
  const Place at = place_of(index, threads, thread - first_thread, repetition);
  const std::int64_t sum = bases[base].bytes + Fit{0, first}.at(static_cast<std::int64_t>(at.first)) +
                           Fit{0, second}.at(static_cast<std::int64_t>(at.second));
  return origin + swizzled(swizzle, sum);
}

Executions executions_of(const TracedLaunch& launch) {
  Executions out(launch.instructions.size());
  for (std::uint32_t b = 0; b < launch.blocks.size(); ++b) {
    const std::vector<TracedRequest>& requests = launch.blocks[b].requests;
    for (std::uint32_t i = 0; i < requests.size(); ++i) out[requests[i].instruction].push_back({b, i});
  }
  return out;
}

std::optional<AccessLayout> recover_layout(const TracedLaunch& launch, const Executions& executions,
                                           std::uint32_t instruction, int number, Budget& budget) {
  if (executions[instruction].empty()) return std::nullopt;
  const Samples samples = samples_of(launch, executions, instruction, number);
  const AccessSpace space = space_of(launch.instructions[instruction].kind, number);
  // One instruction that is no layout does not take what the others need.
  const std::uint64_t most = (std::uint64_t{1} << 24) + 32 * samples.all.size();
  Budget own(std::min(most, budget.steps_left()), 0);
  auto found = find_layout(samples, space, launch, own);
  const bool spent = !found && own.steps_left() < samples.all.size();
  AccessLayout out;
  if (found) {
    out = layout_of(launch, instruction, number, samples, std::move(*found), true);
  } else {
    Budget rest(std::uint64_t{1} << 24, 0);
    out = layout_of(launch, instruction, number, samples, partial(samples, origins_of(samples, space, launch)[0], rest),
                    false);
  }
  out.undecided = spent && out.miss.has_value();
  budget.spend(most - own.steps_left());
  return out;
}

std::vector<AccessLayout> recover_layouts(const TracedLaunch& launch, const Executions& executions, Budget& budget) {
  std::vector<AccessLayout> out;
  for (std::uint32_t i = 0; i < launch.instructions.size(); ++i) {
    const AccessKind kind = launch.instructions[i].kind;
    for (int number = 0; number < std::min(2, numbers_of(kind)); ++number) {
      if (auto one = recover_layout(launch, executions, i, number, budget)) out.push_back(std::move(*one));
    }
  }
  // One swizzle for all that need one in shared memory, the one of most bits
  // that somebody needs.
  const auto needs = [](const AccessLayout& a) {
    return a.exact() && a.space == AccessSpace::shared && a.swizzle.bits > 0;
  };
  const AccessLayout* most = nullptr;
  for (const AccessLayout& a : out) {
    if (needs(a) && (most == nullptr || a.swizzle.bits > most->swizzle.bits)) most = &a;
  }
  if (most == nullptr) return out;
  const Swizzle wanted = most->swizzle;
  const std::int64_t origin = most->origin;
  for (AccessLayout& a : out) {
    if (!needs(a) || a.swizzle == wanted) continue;
    const Samples samples = samples_of(launch, executions, a.instruction, a.number);
    if (auto found = with_swizzle(samples, wanted, origin, budget))
      a = layout_of(launch, a.instruction, a.number, samples, std::move(*found), true);
  }
  return out;
}

}  // namespace stridescope
