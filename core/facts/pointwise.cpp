// Evaluates two sums of terms at many coordinates and reports the first difference. Works in chunks whose buffers fit
// in the cache. The extents prove in advance that all intermediate values fit 64 bits, so the inner loops check
// nothing.
#include "core/facts/pointwise.h"

#include <algorithm>
#include <bit>

#include "core/base/checked.h"
#include "core/base/strides.h"
#include "core/facts/linear.h"

namespace stridescope::verdicts {
namespace {

constexpr std::int64_t chunk = 4096;
constexpr std::int64_t value_limit = std::int64_t{1} << 62;

// --- bounds of values ---

// The largest intermediate |value|; `fits` becomes false if it can exceed the limit.
struct Reach {
  std::int64_t value = 0;
  bool fits = true;

  void multiply(std::int64_t by) {
    fits = fits && by != std::numeric_limits<std::int64_t>::min() && !mul_overflows(value, magnitude(by), value) &&
           value <= value_limit;
  }
  void add(std::int64_t x) {
    fits = fits && x != std::numeric_limits<std::int64_t>::min() && !add_overflows(value, magnitude(x), value) &&
           value <= value_limit;
  }
};

// The largest |offset| of modes whose last digit is at most `last`.
Reach reach_of(const LinearModes& modes, std::optional<std::int64_t> last) {
  Reach sum;
  for (std::uint32_t i = 0; i < modes.size(); ++i) {
    const bool unbounded = last && i + 1 == modes.size();
    Reach mode = {unbounded ? *last : (modes[i].extent - 1) / modes[i].divisor, true};
    mode.multiply(modes[i].stride);
    if (!mode.fits) return mode;
    sum.add(mode.value);
  }
  return sum;
}

Comparison::Outcome check_term(const Term& term, Reach& total) {
  using Outcome = Comparison::Outcome;
  Reach reach = reach_of(term.index, std::nullopt);
  for (const Step& step : term.steps) {
    if (!reach.fits) return Outcome::overflow;
    switch (step.kind) {
      case Step::Kind::add:
        reach.add(step.value);
        break;
      case Step::Kind::multiply:
        reach.multiply(step.value);
        break;
      case Step::Kind::divide:
        break;
      case Step::Kind::swizzle:
        reach.add(step.swizzle.zzz());
        break;
      case Step::Kind::layout:
        for (const LinearMode& mode : step.modes) {
          if (mode.extent <= 0) return Outcome::empty_mode;
        }
        reach = reach_of(step.modes, reach.value);
        break;
    }
  }
  if (!reach.fits) return Outcome::overflow;
  total.add(reach.value);
  return total.fits ? Outcome::equal : Outcome::overflow;
}

Comparison::Outcome check_sum(const Sum& sum) {
  Reach total;
  for (const Term& term : sum) {
    const auto outcome = check_term(term, total);
    if (outcome != Comparison::Outcome::equal) return outcome;
  }
  return Comparison::Outcome::equal;
}

// --- values of many coordinates at once ---

std::int64_t index_at(const LinearModes& modes, std::int64_t at) {
  std::int64_t out = 0;
  for (const LinearMode& mode : modes) {
    out += at % mode.extent / mode.divisor * mode.stride;
    at /= mode.extent;
  }
  return out;
}

// The index at coordinates begin, begin+1, ...: the first digit runs in an inner loop, the others carry.
void fill_index(const LinearModes& modes, std::int64_t begin, std::int64_t count, std::int64_t* out) {
  if (modes.empty()) {
    std::fill(out, out + count, 0);
    return;
  }
  InlineVector<std::int64_t, 64> digits;
  std::int64_t base = 0;
  for (const LinearMode& mode : modes) {
    digits.push_back(begin % mode.extent);
    begin /= mode.extent;
    if (digits.size() > 1) base += digits.back() / mode.divisor * mode.stride;
  }
  const LinearMode first = modes[0];
  std::int64_t digit = digits[0];
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t run = std::min(first.extent - digit, count - done);
    if (first.divisor == 1) {
      // Unsigned, since the loop also computes the value after the last one, which may not fit.
      auto value = static_cast<std::uint64_t>(base + digit * first.stride);
      for (std::int64_t i = 0; i < run; ++i, value += static_cast<std::uint64_t>(first.stride)) {
        out[done + i] = static_cast<std::int64_t>(value);
      }
    } else {
      for (std::int64_t i = 0; i < run; ++i) out[done + i] = base + (digit + i) / first.divisor * first.stride;
    }
    done += run;
    digit = 0;
    for (std::uint32_t j = 1; j < modes.size(); ++j) {
      const LinearMode& mode = modes[j];
      std::int64_t& d = digits[j];
      base -= d / mode.divisor * mode.stride;
      if (++d < mode.extent) {
        base += d / mode.divisor * mode.stride;
        break;
      }
      d = 0;
    }
  }
}

// Replaces each 1-D coordinate in x by its offset.
void apply_layout(const LinearModes& modes, std::int64_t* x, std::int64_t count) {
  std::int64_t all = 0;
  for (std::int64_t i = 0; i < count; ++i) all |= x[i];
  const bool narrow = all >= 0 && all <= std::numeric_limits<std::uint32_t>::max();
  std::int64_t sum[chunk];
  std::fill_n(sum, count, 0);
  for (std::uint32_t m = 0; m + 1 < modes.size(); ++m) {
    const std::int64_t extent = modes[m].extent;
    const std::int64_t stride = modes[m].stride;
    if (all >= 0 && std::has_single_bit(static_cast<std::uint64_t>(extent))) {
      const int bits = std::countr_zero(static_cast<std::uint64_t>(extent));
      for (std::int64_t i = 0; i < count; ++i) {
        sum[i] += (x[i] & (extent - 1)) * stride;
        x[i] >>= bits;
      }
    } else if (narrow && extent <= std::numeric_limits<std::uint32_t>::max()) {
      const auto by = static_cast<std::uint32_t>(extent);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto value = static_cast<std::uint32_t>(x[i]);
        const std::uint32_t quotient = value / by;
        sum[i] += static_cast<std::int64_t>(value - quotient * by) * stride;
        x[i] = quotient;
      }
    } else {
      for (std::int64_t i = 0; i < count; ++i) {
        sum[i] += x[i] % extent * stride;
        x[i] /= extent;
      }
    }
  }
  const std::int64_t last = modes.empty() ? 0 : modes.back().stride;
  for (std::int64_t i = 0; i < count; ++i) x[i] = sum[i] + x[i] * last;
}

void apply_step(const Step& step, std::int64_t* x, std::int64_t count) {
  switch (step.kind) {
    case Step::Kind::add:
      for (std::int64_t i = 0; i < count; ++i) x[i] += step.value;
      return;
    case Step::Kind::multiply:
      for (std::int64_t i = 0; i < count; ++i) x[i] *= step.value;
      return;
    case Step::Kind::divide:
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t quotient = x[i] / step.value;
        x[i] = quotient - (x[i] % step.value < 0);
      }
      return;
    case Step::Kind::swizzle: {
      const std::int64_t mask = step.swizzle.yyy();
      const int shift = step.swizzle.shift;
      for (std::int64_t i = 0; i < count; ++i) x[i] ^= shift >= 0 ? (x[i] & mask) >> shift : (x[i] & mask) << -shift;
      return;
    }
    case Step::Kind::layout:
      apply_layout(step.modes, x, count);
      return;
  }
}

// Evaluates the sum into `out`. pre: count <= chunk.
void fill(const Sum& sum, std::int64_t begin, std::int64_t by, std::int64_t count, std::int64_t* out,
          std::int64_t* scratch) {
  bool first = true;
  for (const Term& term : sum) {
    std::int64_t* const to = first ? out : scratch;
    if (by == 1) {
      fill_index(term.index, begin, count, to);
    } else {
      for (std::int64_t i = 0; i < count; ++i) to[i] = index_at(term.index, begin + i * by);
    }
    for (const Step& step : term.steps) apply_step(step, to, count);
    if (!first) {
      for (std::int64_t i = 0; i < count; ++i) out[i] += scratch[i];
    }
    first = false;
  }
  if (first) std::fill(out, out + count, 0);
}

struct Buffers {
  std::vector<std::int64_t> got = std::vector<std::int64_t>(chunk);
  std::vector<std::int64_t> should = std::vector<std::int64_t>(chunk);
  std::vector<std::int64_t> scratch = std::vector<std::int64_t>(chunk);
};

// Compares at the coordinates begin + i*by; false at the first difference.
bool try_range(const Sum& got, const Sum& should, std::int64_t begin, std::int64_t by, std::int64_t count,
               Buffers& buffers, Comparison& out) {
  for (std::int64_t done = 0; done < count; done += chunk) {
    const std::int64_t now = std::min(chunk, count - done);
    const std::int64_t from = begin + done * by;
    fill(got, from, by, now, buffers.got.data(), buffers.scratch.data());
    fill(should, from, by, now, buffers.should.data(), buffers.scratch.data());
    const auto end = buffers.got.begin() + static_cast<std::ptrdiff_t>(now);
    const auto [x, y] = std::mismatch(buffers.got.begin(), end, buffers.should.begin());
    out.tried += now;
    if (x == end) continue;
    out.outcome = Comparison::Outcome::different;
    out.at = from + (x - buffers.got.begin()) * by;
    out.got = *x;
    out.should = *y;
    return false;
  }
  return true;
}

Sum with_merged_modes(const Sum& sum) {
  Sum out;
  for (const Term& term : sum) {
    out.push_back({merge_modes(term.index), {}});
    for (const Step& step : term.steps) {
      out.back().steps.push_back(step.kind == Step::Kind::layout ? layout_step(step.modes) : step);
    }
  }
  return out;
}

// Up to this many coordinates, buffers need no heap: most layouts of a page are small.
constexpr std::int64_t few = 64;

}  // namespace

LinearModes merge_modes(const LinearModes& modes) {
  LinearModes out;
  for (const LinearMode& mode : modes) {
    if (mode.extent == 1) continue;
    const bool joined = !out.empty() && out.back().divisor == 1 && mode.divisor == 1 &&
                        takes_in(out.back().extent, out.back().stride, mode.extent, mode.stride);
    if (!joined) out.push_back(mode);
  }
  return out;
}

Step layout_step(const LinearModes& modes) {
  Step step = {Step::Kind::layout, 0, {}, {}};
  if (modes.empty()) return step;
  LinearModes front;
  for (std::uint32_t i = 0; i + 1 < modes.size(); ++i) front.push_back(modes[i]);
  step.modes = merge_modes(front);
  const LinearMode last = modes.back();
  const bool joined = !step.modes.empty() && last.extent > 0 &&
                      takes_in(step.modes.back().extent, step.modes.back().stride, last.extent, last.stride);
  if (!joined) step.modes.push_back(last);
  return step;
}

std::int64_t value_at(const Sum& sum, std::int64_t at) {
  std::int64_t out = 0;
  for (const Term& term : sum) {
    std::int64_t x = index_at(term.index, at);
    for (const Step& step : term.steps) apply_step(step, &x, 1);
    out += x;
  }
  return out;
}

Comparison compare(const Sum& got_as_given, const Sum& should_as_given, std::int64_t size, std::int64_t most) {
  using Outcome = Comparison::Outcome;
  Comparison out;
  if (size <= 0) return out;
  const Sum got = with_merged_modes(got_as_given);
  const Sum should = with_merged_modes(should_as_given);
  for (const Sum* sum : {&got, &should}) {
    out.outcome = check_sum(*sum);
    if (out.outcome != Outcome::equal) return out;
  }
  if (size <= few) {
    std::int64_t x[few];
    std::int64_t y[few];
    std::int64_t scratch[few];
    fill(got, 0, 1, size, x, scratch);
    fill(should, 0, 1, size, y, scratch);
    const std::int64_t at = std::mismatch(x, x + size, y).first - x;
    if (at < size) return {Outcome::different, at, x[at], y[at], at + 1};
    out.tried = size;
    return out;
  }
  Buffers buffers;
  if (size <= std::min(most, max_tried)) {
    try_range(got, should, 0, 1, size, buffers, out);
    return out;
  }
  // An odd step, so that the sample does not miss differences at multiples of powers of two.
  const std::int64_t spread = std::max<std::int64_t>(size / (2 * sample_block) - 1, 1) | 1;
  const std::int64_t block = std::min(sample_block, size);
  if (!try_range(got, should, 0, 1, block, buffers, out)) return out;
  if (!try_range(got, should, 0, spread, std::min(2 * sample_block, (size - 1) / spread + 1), buffers, out)) return out;
  if (!try_range(got, should, size - block, 1, block, buffers, out)) return out;
  const auto difference = first_difference(got, should);
  if (!difference) {
    out.outcome = Outcome::undecided;
  } else if (*difference >= 0) {
    out = {Outcome::different, *difference, value_at(got, *difference), value_at(should, *difference), out.tried};
  }
  return out;
}

}  // namespace stridescope::verdicts
