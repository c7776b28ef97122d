// Finds modes from the fastest on. The first mode is as long as its step holds; the rest, one value for each run of
// that length, must be a layout again. If values are missing, the length is not visible: lengths that divide the number
// of indices are tried first, and a length without a layout for the rest is discarded.
#include "core/trace/fit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "core/base/strides.h"

namespace stridescope {
namespace {

constexpr int most_lengths = 48;  // candidates for the extent of one mode
constexpr int most_steps = 6;

bool known(std::int64_t value) { return value != unknown_value; }

struct Search {
  Budget& budget;
  std::vector<FitMode> modes;  // found so far
  std::int64_t base = 0;

  // Appends the modes of the values. False, with nothing appended, if no modes fit.
  bool fit(const std::vector<std::int64_t>& values, int depth);
  bool with_step(const std::vector<std::int64_t>& values, std::int64_t from, std::int64_t first, std::int64_t step,
                 int depth);
  bool with_length(const std::vector<std::int64_t>& values, std::int64_t length, std::int64_t step, int depth);
};

// Replaces every run of `length` by its value at digit 0.
bool Search::with_length(const std::vector<std::int64_t>& values, std::int64_t length, std::int64_t step, int depth) {
  const auto n = static_cast<std::int64_t>(values.size());
  std::vector<std::int64_t> rest(static_cast<std::size_t>((n + length - 1) / length), unknown_value);
  std::int64_t run = 0;
  std::int64_t digit = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t value = values[static_cast<std::size_t>(i)];
    if (known(value)) {
      std::int64_t& first = rest[static_cast<std::size_t>(run)];
      if (!known(first)) first = value - digit * step;
      if (first != value - digit * step) {
        budget.spend(static_cast<std::uint64_t>(i));
        return false;
      }
    }
    if (++digit == length) {
      digit = 0;
      ++run;
    }
  }
  if (!budget.take(static_cast<std::uint64_t>(n))) return false;
  const std::size_t before = modes.size();
  modes.push_back({length, step});
  if (fit(rest, depth + 1)) return true;
  modes.resize(before);
  return false;
}

bool Search::fit(const std::vector<std::int64_t>& values, int depth) {
  const auto n = static_cast<std::int64_t>(values.size());
  if (depth > 64 || !budget.take(static_cast<std::uint64_t>(n))) return false;
  const auto value = [&](std::int64_t i) { return values[static_cast<std::size_t>(i)]; };
  std::int64_t first = 0;
  while (first < n && !known(value(first))) ++first;
  std::int64_t second = first + 1;
  while (second < n && !known(value(second))) ++second;
  if (second >= n) {
    // With at most one known value any step fits.
    base = first < n ? value(first) : 0;
    if (n > 1) modes.push_back({n, 0});
    return true;
  }
  // If only every n-th index is known, the indices in between have no step of their own.
  std::int64_t apart = 0;
  std::int64_t nearest = first;
  std::int64_t gap = n;
  for (std::int64_t i = second, last = first; i < n; ++i) {
    if (!known(value(i))) continue;
    apart = std::gcd(apart, i - first);
    if (i - last < gap) {
      gap = i - last;
      nearest = last;
    }
    last = i;
  }
  if (apart > 1) return with_length(values, apart, 0, depth);
  if (first == 0 && gap == 1 && nearest == 0) {
    // No values are missing where the first step was seen: the mode ends where this step ends, unless values are
    // missing there.
    std::int64_t broken = 1;
    const std::int64_t step = value(1) - value(0);
    while (broken < n && known(value(broken)) && value(broken) == value(0) + broken * step) ++broken;
    if (broken == n) {
      base = value(0);
      modes.push_back({n, step});
      return true;
    }
    if (known(value(broken))) return with_length(values, broken, step, depth);
  }
  // Two neighbors may be in different runs: then another pair has the step.
  std::int64_t seen[most_steps] = {};
  int steps = 0;
  for (std::int64_t i = nearest; i + gap < n && steps < most_steps; ++i) {
    if (!known(value(i)) || !known(value(i + gap)) || (value(i + gap) - value(i)) % gap != 0) continue;
    const std::int64_t step = (value(i + gap) - value(i)) / gap;
    if (std::find(seen, seen + steps, step) != seen + steps) continue;
    seen[steps++] = step;
    if (with_step(values, i, first, step, depth)) return true;
  }
  return false;
}

// The step holds at `from`, whose run is as long as one that has a fit for the
// rest.
bool Search::with_step(const std::vector<std::int64_t>& values, std::int64_t from, std::int64_t first,
                       std::int64_t step, int depth) {
  const auto n = static_cast<std::int64_t>(values.size());
  const auto value = [&](std::int64_t i) { return values[static_cast<std::size_t>(i)]; };
  // From `from` on the step holds up to `good`; its run ends before `broken`.
  std::int64_t good = from;
  std::int64_t broken = n;
  for (std::int64_t i = from + 1; i < n; ++i) {
    if (!known(value(i))) continue;
    if (value(i) != value(from) + (i - from) * step) {
      broken = i;
      break;
    }
    good = i;
  }
  if (from == first && broken == n) {
    base = value(first) - first * step;
    modes.push_back({n, step});
    return true;
  }
  // Lengths for which the known run lies within one run: those that divide come
  // first, the longest first.
  int tried = 0;
  for (const bool dividing : {true, false}) {
    for (std::int64_t length = std::min(broken, n); length > good - from && length > 1; --length) {
      if ((n % length == 0) != dividing || good / length != from / length) continue;
      if (broken < n && broken / length == from / length) continue;
      if (++tried > most_lengths || !budget.has(static_cast<std::uint64_t>(n))) return false;
      if (with_length(values, length, step, depth)) return true;
    }
  }
  return false;
}

// --- without visible steps: a mode for each prime factor, in some order ---

// Integers modulo a prime; strides below 2^30. The result is checked against all values.
constexpr std::int64_t prime = (std::int64_t{1} << 31) - 1;
std::int64_t times(std::int64_t a, std::int64_t b) { return a * b % prime; }
std::int64_t inverse(std::int64_t a) {
  std::int64_t out = 1;
  for (std::int64_t power = prime - 2; power > 0; power >>= 1, a = times(a, a)) {
    if ((power & 1) != 0) out = times(out, a);
  }
  return out;
}

// Finds a stride for each digit of the index by elimination, the constant last; undetermined digits get 0.
class DigitSystem {
 public:
  explicit DigitSystem(const std::vector<std::int64_t>& extents) : extents_(extents), rows_(extents.size() + 1) {}

  // False if it contradicts the previous values.
  bool add(std::int64_t index, std::int64_t value) {
    Row row = {};
    for (std::size_t i = 0; i < extents_.size(); ++i) {
      row[i] = index % extents_[i];
      index /= extents_[i];
    }
    row[extents_.size()] = 1;
    row[most_digits + 1] = (value % prime + prime) % prime;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (row[i] == 0) continue;
      if (rows_[i][i] == 0) {
        const std::int64_t scale = inverse(row[i]);
        for (std::int64_t& x : row) x = times(x, scale);
        rows_[i] = row;
        return true;
      }
      const std::int64_t by = prime - row[i];
      for (std::size_t k = 0; k < row.size(); ++k) row[k] = (row[k] + times(by, rows_[i][k])) % prime;
    }
    return row[most_digits + 1] == 0;
  }

  Fit solve() const {
    Row x = {};
    for (std::size_t i = rows_.size(); i-- > 0;) {
      if (rows_[i][i] == 0) continue;
      std::int64_t value = rows_[i][most_digits + 1];
      for (std::size_t k = i + 1; k < rows_.size(); ++k) value = (value + times(prime - rows_[i][k], x[k])) % prime;
      x[i] = value;
    }
    const auto whole = [](std::int64_t v) { return v > prime / 2 ? v - prime : v; };
    Fit out;
    out.base = whole(x[extents_.size()]);
    for (std::size_t i = 0; i < extents_.size(); ++i) out.modes.push_back({extents_[i], whole(x[i])});
    return out;
  }

  static constexpr std::size_t most_digits = 24;

 private:
  using Row = std::array<std::int64_t, most_digits + 2>;
  std::vector<std::int64_t> extents_;
  std::vector<Row> rows_;
};

// Extents multiply to the number of values.
std::optional<Fit> fit_digits(const std::vector<std::int64_t>& values, const std::vector<std::int64_t>& extents) {
  DigitSystem system(extents);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (known(values[i]) && !system.add(static_cast<std::int64_t>(i), values[i])) return std::nullopt;
  }
  Fit out = system.solve();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (known(values[i]) && out.at(static_cast<std::int64_t>(i)) != values[i]) return std::nullopt;
  }
  return out;
}

constexpr int most_orders = 32;

std::optional<Fit> fit_sparse(const std::vector<std::int64_t>& values, Budget& budget) {
  std::vector<std::int64_t> primes;
  auto rest = static_cast<std::int64_t>(values.size());
  for (std::int64_t p = 2; p <= 31; ++p) {
    for (; rest % p == 0; rest /= p) primes.push_back(p);
  }
  if (rest > 1) primes.push_back(rest);
  if (primes.size() > DigitSystem::most_digits) return std::nullopt;
  for (int orders = 0; orders < most_orders; ++orders) {
    if (!budget.take(64 * values.size())) return std::nullopt;
    if (auto fit = fit_digits(values, primes)) return fit;
    if (!std::next_permutation(primes.begin(), primes.end())) break;
  }
  return std::nullopt;
}

}  // namespace

void join_modes(std::vector<FitMode>& modes) {
  std::vector<FitMode> out;
  for (const FitMode& mode : modes) {
    if (mode.extent == 1) continue;
    if (out.empty() || !takes_in(out.back().extent, out.back().stride, mode.extent, mode.stride)) out.push_back(mode);
  }
  modes = std::move(out);
}

std::int64_t Fit::at(std::int64_t index) const {
  std::int64_t out = base;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const bool last = i + 1 == modes.size();
    out += (last ? index : index % modes[i].extent) * modes[i].stride;
    index /= modes[i].extent;
  }
  return out;
}

std::optional<Fit> fit_values(const std::vector<std::int64_t>& values, Budget& budget, SparseSearch sparse) {
  Search search{budget, {}, 0};
  Fit out;
  if (search.fit(values, 0)) {
    out = {search.base, std::move(search.modes)};
  } else {
    // Without gaps every step was seen.
    if (sparse == SparseSearch::no || std::find(values.begin(), values.end(), unknown_value) == values.end())
      return std::nullopt;
    auto by_digits = fit_sparse(values, budget);
    if (!by_digits) return std::nullopt;
    out = std::move(*by_digits);
  }
  join_modes(out.modes);
  return out;
}

Fit fit_first_values(const std::vector<std::int64_t>& values, Budget& budget) {
  // If a prefix has a fit, so does every shorter prefix.
  std::size_t good = 0;
  Fit out;
  for (std::size_t step = std::bit_ceil(values.size() + 1); step > 0; step /= 2) {
    const std::size_t tried = good + step;
    if (tried > values.size()) continue;
    auto fit = fit_values({values.begin(), values.begin() + static_cast<std::ptrdiff_t>(tried)}, budget);
    if (!fit) continue;
    good = tried;
    out = std::move(*fit);
  }
  return out;
}

std::optional<std::vector<FitBound>> fit_mask(const std::vector<bool>& active) {
  std::vector<FitBound> out;
  std::vector<bool> rest = active;
  while (rest.size() > 1 || out.empty()) {
    const std::size_t n = rest.size();
    std::size_t begin = 0;
    while (begin < n && !rest[begin]) ++begin;
    if (begin == n) return std::nullopt;
    std::size_t end = begin;
    while (end < n && rest[end]) ++end;
    std::size_t again = end;
    while (again < n && !rest[again]) ++again;
    if (again == n) {
      out.push_back({static_cast<std::int64_t>(n), static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)});
      return out;
    }
    // The next run of the active ones begins where the first does, one extent
    // later.
    const std::size_t extent = again - begin;
    std::vector<bool> next((n + extent - 1) / extent);
    for (std::size_t run = 0; run < next.size(); ++run) {
      const std::size_t from = run * extent;
      const bool takes_part = from + begin < n && rest[from + begin];
      for (std::size_t i = from; i < std::min(n, from + extent); ++i) {
        const bool within = i - from >= begin && i - from < end;
        if (rest[i] != (takes_part && within)) return std::nullopt;
      }
      next[run] = takes_part;
    }
    out.push_back(
        {static_cast<std::int64_t>(extent), static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)});
    rest = std::move(next);
  }
  return out;
}

}  // namespace stridescope
