// Splits the map into a part for each of two indices and one for the block. The search goes from one sample to the next
// that shares two of its three indices with known parts. Each part is then fitted alone, and the sum is verified
// everywhere.
#include "core/trace/samples.h"

#include <algorithm>
#include <array>
#include <bit>

namespace stridescope {
namespace {

// Enough samples to reject most swizzles; the remaining candidates are verified on all.
constexpr std::size_t probe_size = 2048;

// The number of indices of each part.
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

// Derives each part of the sum from the known values of the other two.
struct Split {
  std::vector<std::int64_t> first, second, base;
  // False if no sum equals all samples.
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
  // One pass usually reaches every sample; the fit handles samples that are disconnected from the rest.
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
      const std::int64_t value = taken_out(reading.swizzles, s.address - reading.origin);
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

// The first sample that differs from the sum of the parts; `count` if none does.
std::size_t first_miss(const Samples& samples, std::size_t count, const Reading& reading, Parts& parts) {
  const Extents extents = extents_of(reading.index, samples);
  const auto first = table(parts.first, static_cast<std::size_t>(extents.first));
  const auto second =
      parts.offsets.empty() ? table(parts.second, static_cast<std::size_t>(extents.second)) : parts.offsets;
  for (std::size_t i = 0; i < count; ++i) {
    const Sample& s = samples.all[i];
    const Place at = place_of(reading.index, samples.threads, s.thread, s.repetition);
    const std::int64_t value = taken_out(reading.swizzles, s.address - reading.origin);
    std::int64_t& base = parts.bases[s.block];
    const std::int64_t rest = first[at.first] + second[at.second];
    if (base == unknown_value) base = value - rest;
    if (base + rest != value) return i;
  }
  return count;
}

bool worth_trying(AccessIndex index, const Samples& samples) {
  if (index == AccessIndex::thread_repetition) return true;
  if (samples.repetitions < 2) return false;
  if (index == AccessIndex::lane_running && samples.threads <= 32) return false;
  // Skips an index that is so sparse that its table would be larger than the samples.
  return extents_of(index, samples).first <= 4 * static_cast<std::int64_t>(samples.all.size()) + 1024;
}

constexpr AccessIndex indices[] = {AccessIndex::thread_repetition, AccessIndex::running, AccessIndex::lane_running};

}  // namespace

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

std::optional<Parts> parts_of(const Samples& samples, std::size_t count, const Reading& reading, Budget& budget,
                              Repetitions repetitions) {
  if (!budget.take(count)) return std::nullopt;
  Split split;
  if (!split.from(samples, count, reading)) return std::nullopt;
  const SparseSearch sparse = reading.swizzles.empty() ? SparseSearch::yes : SparseSearch::no;
  auto first = fit_values(split.first, budget, sparse);
  if (!first) return std::nullopt;
  Parts out;
  if (repetitions == Repetitions::layout) {
    auto second = fit_values(split.second, budget, sparse);
    if (!second) return std::nullopt;
    out.second = std::move(*second);
  } else {
    if (4 * split.second.size() > count) return std::nullopt;
    out.offsets = std::move(split.second);
    std::replace(out.offsets.begin(), out.offsets.end(), unknown_value, std::int64_t{0});
  }
  out.first = std::move(*first);
  out.bases = std::move(split.base);
  // The bases of the parts move to the blocks.
  for (std::int64_t& base : out.bases) {
    if (base != unknown_value) base += out.first.base + out.second.base;
  }
  out.first.base = 0;
  out.second.base = 0;
  if (first_miss(samples, count, reading, out) != count) return std::nullopt;
  return out;
}

std::optional<Found> with_swizzles(const Samples& samples, const SwizzleChain& swizzles, std::int64_t origin,
                                   Budget& budget) {
  for (const AccessIndex index : indices) {
    if (!worth_trying(index, samples)) continue;
    const Reading reading{index, swizzles, origin};
    const std::size_t probe = std::min(probe_size, samples.all.size());
    if (probe < samples.all.size() && index == AccessIndex::thread_repetition && !swizzles.empty() &&
        !parts_of(samples, probe, reading, budget))
      continue;
    if (auto parts = parts_of(samples, samples.all.size(), reading, budget)) return Found{reading, std::move(*parts)};
  }
  return std::nullopt;
}

}  // namespace stridescope
