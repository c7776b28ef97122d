// Finds the shortest CuTe form of a linear map: strides if no two bases share a bit; otherwise swizzles that remove the
// shared bits one after the other, found by elimination, shortened by merging neighbors, and proved minimal by trying
// all shorter chains.
#include <algorithm>
#include <bit>

#include "core/algebra/algebra.h"
#include "core/foreign/systems/linear.h"

namespace stridescope {
namespace {

// The maximum number of chains to try.
constexpr std::uint64_t max_tried = std::uint64_t{1} << 22;
// Up to this number of swizzles, a chain is checked to be the shortest.
constexpr int max_searched = 5;

using Columns = std::vector<std::uint64_t>;

// x ^= the `bits` rows from `source` on, shifted to the rows from `target` on.
struct Step {
  int bits = 1;
  int source = 0;
  int target = 0;

  std::uint64_t operator()(std::uint64_t x) const {
    const std::uint64_t field = (x >> source) & (bit_at(bits) - 1);
    return x ^ (field << target);
  }
  Swizzle swizzle() const {
    const int base = std::min(source, target);
    return {bits, base, source - target};
  }
};

bool disjoint(const Columns& columns) {
  std::uint64_t seen = 0;
  for (const std::uint64_t column : columns) {
    if ((column & seen) != 0) return false;
    seen |= column;
  }
  return true;
}

// The number of bits that two bases share, summed over pairs.
int overlap(const Columns& columns) {
  int out = 0;
  std::uint64_t seen = 0;
  for (const std::uint64_t column : columns) {
    out += std::popcount(column & seen);
    seen |= column;
  }
  return out;
}

void apply_step(Columns& columns, const Step& step) {
  for (std::uint64_t& column : columns) column = step(column);
}

// Every swizzle of offsets of `bits` bits.
std::vector<Step> all_steps(int bits) {
  std::vector<Step> out;
  for (int b = 1; 2 * b <= bits; ++b) {
    for (int low = 0; low + 2 * b <= bits; ++low) {
      for (int high = low + b; high + b <= bits; ++high) {
        out.push_back({b, high, low});
        out.push_back({b, low, high});
      }
    }
  }
  return out;
}

// Row by row until each base is one bit. pre: the nonzero bases are independent.
std::vector<Step> eliminate(Columns columns, int bits) {
  std::vector<Step> out;
  std::uint64_t taken = 0;
  for (std::size_t j = 0; j < columns.size() && !disjoint(columns); ++j) {
    if (columns[j] == 0) continue;
    const int pivot = std::countr_zero(columns[j] & ~taken);
    taken |= bit_at(pivot);
    for (int row = 0; row < bits; ++row) {
      if (row == pivot || (columns[j] >> row & 1) == 0) continue;
      const Step step = {1, pivot, row};
      apply_step(columns, step);
      out.push_back(step);
    }
  }
  return out;
}

bool overlaps(int a, int b, int bits_a, int bits_b) { return a < b + bits_b && b < a + bits_a; }
bool commute(const Step& a, const Step& b) {
  return !overlaps(a.source, b.target, a.bits, b.bits) && !overlaps(a.target, b.source, a.bits, b.bits);
}

// Merges adjacent rows with the same shift into one swizzle.
std::vector<Step> merged(std::vector<Step> steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (std::size_t k = i + 1; k < steps.size();) {
      Step& a = steps[i];
      const Step& b = steps[k];
      bool joins = a.source - a.target == b.source - b.target &&
                   (b.source == a.source + a.bits || a.source == b.source + b.bits) &&
                   a.bits + b.bits <= std::abs(a.source - a.target) && commute(a, b);
      for (std::size_t between = i + 1; joins && between < k; ++between) joins = commute(steps[between], b);
      if (!joins) {
        ++k;
        continue;
      }
      a = {a.bits + b.bits, std::min(a.source, b.source), std::min(a.target, b.target)};
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(k));
      k = i + 1;
    }
  }
  return steps;
}

// Takes the swizzle that removes most of the shared bits, as long as one removes any; then continues row by row.
std::vector<Step> greedy(Columns columns, int bits, const std::vector<Step>& all) {
  std::vector<Step> out;
  for (int left = overlap(columns); left > 0;) {
    const Step* best = nullptr;
    for (const Step& step : all) {
      Columns next = columns;
      apply_step(next, step);
      if (const int shared = overlap(next); shared < left) {
        left = shared;
        best = &step;
      }
    }
    if (best == nullptr) break;
    apply_step(columns, *best);
    out.push_back(*best);
  }
  for (const Step& step : eliminate(columns, bits)) out.push_back(step);
  return merged(std::move(out));
}

// The bits that several columns have.
std::uint64_t shared_bits(const Columns& columns) {
  std::uint64_t seen = 0;
  std::uint64_t out = 0;
  for (const std::uint64_t column : columns) {
    out |= column & seen;
    seen |= column;
  }
  return out;
}

// Tries every chain of `count` swizzles; stops at the first that makes the bases disjoint. Prunes chains that cannot: a
// shared bit stays shared until a swizzle writes it, a swizzle writes at most half of the bits, a repeated swizzle
// cancels, and commuting swizzles are tried in one order. pre: no shorter chain suffices.
class Search {
 public:
  Search(const std::vector<Step>& all, int bits) : all_(all), widest_(bits / 2) {
    for (const Step& step : all) written_.push_back((bit_at(step.bits) - 1) << step.target);
    after_.resize(all.size() * all.size());
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = 0; b < all.size(); ++b)
        after_[a * all.size() + b] = b > a || (b < a && !commute(all[a], all[b]));
    }
  }

  std::optional<std::vector<Step>> chain(const Columns& columns, int count) {
    chain_.clear();
    return found(columns, count, all_.size()) ? std::optional(chain_) : std::nullopt;
  }

 private:
  bool found(const Columns& columns, int count, std::size_t before) {
    const std::uint64_t shared = shared_bits(columns);
    Columns next(columns.size());
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const std::uint64_t left = shared & ~written_[i];
      if ((count == 1 && left != 0) ||
          (count == 2 && static_cast<int>(std::bit_width(left)) - std::countr_zero(left) > widest_))
        continue;
      if (before != all_.size() && !after_[before * all_.size() + i]) continue;
      for (std::size_t j = 0; j < columns.size(); ++j) next[j] = all_[i](columns[j]);
      if (count == 1 ? !disjoint(next) : !found(next, count - 1, i)) continue;
      chain_.insert(chain_.begin(), all_[i]);
      return true;
    }
    return false;
  }

  const std::vector<Step>& all_;
  int widest_;
  std::vector<std::uint64_t> written_;
  std::vector<char> after_;  // true if b can follow a
  std::vector<Step> chain_;
};

void add_modes(LayoutBuilder& out, const Columns& columns, std::size_t first, int bits) {
  struct Mode {
    std::int64_t extent;
    std::int64_t stride;
  };
  std::vector<Mode> modes;
  for (std::size_t j = first; j < first + static_cast<std::size_t>(bits); ++j) {
    const auto stride = static_cast<std::int64_t>(columns[j]);
    if (!modes.empty() && modes.back().stride * modes.back().extent == stride) {
      modes.back().extent *= 2;
    } else {
      modes.push_back({2, stride});
    }
  }
  if (modes.empty()) modes.push_back({1, 0});
  if (modes.size() > 1) out.open();
  for (const Mode& mode : modes) out.mode(static_int(mode.extent), static_int(mode.stride));
  if (modes.size() > 1) out.close();
}

Layout strides(Arith& arith, const Columns& columns, const std::vector<int>& in) {
  LayoutBuilder out(arith);
  if (in.size() != 1) out.open();
  std::size_t first = 0;
  for (const int bits : in) {
    add_modes(out, columns, first, bits);
    first += static_cast<std::size_t>(bits);
  }
  if (in.size() != 1) out.close();
  return arith.intact(out.take());
}

// Gives each base that depends on earlier ones a bit of its own, above the others.
int lift(Columns& columns, int bits) {
  int lifted = 0;
  Columns pivots(64, 0);
  for (std::uint64_t& column : columns) {
    std::uint64_t rest = column;
    while (rest != 0) {
      std::uint64_t& pivot = pivots[static_cast<std::size_t>(std::countr_zero(rest))];
      if (pivot == 0) {
        pivot = rest;
        break;
      }
      rest ^= pivot;
    }
    if (rest == 0 && column != 0) column |= bit_at(bits + lifted++);
  }
  return lifted;
}

// Swizzles below which the columns share no bit, in the order of removal. pre: some columns share a bit, and the
// nonzero ones are independent.
struct Chain {
  std::vector<Step> steps;
  bool complete = true;  // fewer do not suffice: `tried` counts all of them
  std::uint64_t tried = 0;
};

std::optional<Chain> find_chain(Arith& arith, const Columns& columns, int bits) {
  Chain out;
  const std::vector<Step> all = all_steps(bits);
  const auto work = [&](std::uint64_t chains) { return saturating_product(chains, columns.size()) / 4 + 1; };
  if (!arith.spend(work(saturating_product(all.size(), 64)))) return std::nullopt;
  out.steps = greedy(columns, bits, all);
  if (std::vector<Step> other = merged(eliminate(columns, bits)); other.size() < out.steps.size())
    out.steps = std::move(other);
  // Strides alone are already excluded.
  Search search(all, bits);
  std::uint64_t chains = 1;
  for (int count = 1; out.complete && count < static_cast<int>(out.steps.size()); ++count) {
    chains = saturating_product(chains, all.size());
    out.complete = count <= max_searched && chains <= max_tried &&
                   (arith.budget() == nullptr || arith.budget()->has(work(chains)));
    if (!out.complete || !arith.spend(work(chains))) break;
    if (auto shorter = search.chain(columns, count)) {
      out.steps = *std::move(shorter);
      break;
    }
    out.tried += chains;
  }
  return out;
}

}  // namespace

std::optional<std::vector<Swizzle>> shortest_swizzles(Arith& arith, std::vector<std::uint64_t> columns, int bits) {
  std::vector<Swizzle> out;
  if (disjoint(columns)) return out;
  if (bits > max_linear_bits || lift(columns, bits) > 0) return std::nullopt;
  const auto found = find_chain(arith, columns, bits);
  if (!found) return std::nullopt;
  for (const Step& step : found->steps) out.push_back(step.swizzle());
  return out;
}

LinearForm shortest_form(Arith& arith, const LinearMap& a) {
  LinearForm out;
  Columns columns = a.columns;
  for (std::size_t j = 0; out.second == 0 && j < columns.size(); ++j) {
    for (std::size_t i = 0; out.second == 0 && i < j; ++i) {
      if ((columns[i] & columns[j]) == 0) continue;
      out.first = bit_at(static_cast<int>(i));
      out.second = bit_at(static_cast<int>(j));
    }
  }
  if (out.second == 0) {
    out.layout = strides(arith, columns, a.in);
    out.minimal = true;
    return out;
  }
  const int lifted = lift(columns, a.out);
  const int bits = a.out + lifted;
  if (bits > max_linear_bits) {
    arith.fail(ErrorCode::too_large, say("a linear layout can have at most {} bits", max_linear_bits));
    return out;
  }
  const auto found = find_chain(arith, columns, bits);
  if (!found) return out;
  out.tried = found->tried;
  const std::vector<Step>& chain = found->steps;
  for (const Step& step : chain) apply_step(columns, step);
  AnyLayout made = strides(arith, columns, a.in);
  for (std::size_t i = chain.size(); i-- > 0;)
    made = compose(chain[i].swizzle(), SwizzleOffset(static_int(0)), std::move(made));
  out.kind = LinearForm::Kind::swizzles;
  out.swizzles = static_cast<int>(chain.size());
  out.minimal = found->complete && lifted == 0;
  if (lifted > 0) {
    LayoutBuilder drop(arith);
    drop.open();
    drop.mode(static_int(std::int64_t{1} << a.out), static_int(1));
    drop.mode(static_int(std::int64_t{1} << lifted), static_int(0));
    drop.close();
    out.kind = LinearForm::Kind::projected;
    made = compose(StageFunction(drop.take()), SwizzleOffset(static_int(0)), std::move(made));
  }
  out.layout = std::move(made);
  return out;
}

Message to_message(const LinearForm& form, const LinearMap& a) {
  if (form.kind == LinearForm::Kind::strides) return say("strides: no two bases share a bit");
  const std::uint64_t x = a(form.first);
  const std::uint64_t y = a(form.second);
  const Message no_strides = say("not strides: L({}) = {} and L({}) = {} add up to {}, but L({}) is {}", form.first, x,
                                 form.second, y, x + y, form.first + form.second, x ^ y);
  if (form.kind == LinearForm::Kind::projected && form.swizzles > 1) {
    return say(
        "{}; bases depend on each other, so a layout of stride 0 follows {} {swizzle|swizzles}; shorter chains were "
        "not tried",
        no_strides, form.swizzles);
  }
  if (form.kind == LinearForm::Kind::projected) {
    return say("{}; bases depend on each other, so a layout of stride 0 follows {} {swizzle|swizzles}", no_strides,
               form.swizzles);
  }
  if (form.swizzles == 1) return say("{}; one swizzle over strides", no_strides);
  if (form.minimal) {
    return say("{}; {} {swizzle|swizzles} over strides; none of the {} shorter chains on these bits works", no_strides,
               form.swizzles, form.tried);
  }
  return say("{}; {} {swizzle|swizzles} over strides, found by elimination; shorter chains were not tried", no_strides,
             form.swizzles);
}

}  // namespace stridescope
