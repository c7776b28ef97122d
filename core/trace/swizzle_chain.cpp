// The columns of a map are its values at powers of two, relative to the constant. Below a chain, columns are strides if
// no two share a bit. The constant may share bits with them; those strides are then negative.
#include "core/trace/swizzle_chain.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "core/base/sort_stable.h"
#include "core/foreign/systems/linear.h"

namespace stridescope {
namespace {

constexpr int highest_bit = 24;  // highest bit that a swizzle reads or writes
constexpr int most_bits = 6;     // bits of one swizzle
constexpr std::size_t most_chains = 64;

using Columns = std::vector<std::int64_t>;

bool disjoint_under(const Columns& columns, const Swizzle& swizzle) {
  std::int64_t seen = 0;
  for (const std::int64_t column : columns) {
    const std::int64_t moved = swizzled(swizzle, column);
    if ((moved & seen) != 0) return false;
    seen |= moved;
  }
  return true;
}

struct Shape {
  int modes = 0;
  int down = 0;
};

// The size of the layout below the chain.
Shape shape_of(const BitMap& map, const SwizzleChain& chain) {
  const std::int64_t constant = taken_out(chain, map.constant);
  Shape out;
  std::int64_t next = 0;
  for (std::size_t j = 0; j < map.columns.size(); ++j) {
    const std::int64_t stride = (constant ^ taken_out(chain, map.columns[j])) - constant;
    const bool joins = j > 0 && j != static_cast<std::size_t>(map.first_bits) && stride == next;
    if (!joins) {
      ++out.modes;
      out.down += stride < 0 ? 1 : 0;
    }
    next = 2 * stride;
  }
  return out;
}

auto rank_of(const BitMap& map, std::int64_t varies, const SwizzleChain& chain) {
  const Shape shape = shape_of(map, chain);
  const Swizzle& s = chain.front();
  const bool hardware = s.shift == 3 && s.base >= 4 && s.base + s.bits <= 7;
  return std::array<int, 8>{shape.modes,      shape.down,          bits_of(chain),    (s.yyy() & varies) != 0 ? 0 : 1,
                            hardware ? 0 : 1, s.shift < 0 ? 1 : 0, std::abs(s.shift), s.base};
}

void sort_by_rank(std::vector<SwizzleChain>& chains, const BitMap& map, std::int64_t varies) {
  using Rank = decltype(rank_of(map, varies, chains.front()));
  std::vector<std::pair<Rank, SwizzleChain>> ranked;
  for (SwizzleChain& chain : chains) ranked.emplace_back(rank_of(map, varies, chain), std::move(chain));
  sort_stable(std::span(ranked), [](const auto& a, const auto& b) { return a.first < b.first; });
  chains.clear();
  for (auto& one : ranked) {
    if (chains.size() < most_chains) chains.push_back(std::move(one.second));
  }
}

std::vector<SwizzleChain> single_swizzles(const BitMap& map, std::int64_t set) {
  std::vector<SwizzleChain> out;
  const int width = std::min<int>(highest_bit, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(set))));
  for (int bits = 1; bits <= most_bits; ++bits) {
    for (int base = 0; base + 2 * bits <= highest_bit; ++base) {
      for (int shift = bits; base + shift + bits <= highest_bit; ++shift) {
        for (const int way : {shift, -shift}) {
          const Swizzle one{bits, base, way};
          // A bit that is never set has no effect: if the swizzle ends in one, a swizzle of fewer bits does the same.
          const std::int64_t lowest = one.yyy() & -one.yyy();
          if ((set & lowest) == 0 || (set & lowest << (bits - 1)) == 0 || base + (way > 0 ? way : 0) >= width) continue;
          if (disjoint_under(map.columns, one)) out.push_back({one});
        }
      }
    }
  }
  return out;
}

// Chains of shortest_swizzles: the first also separates the constant from the columns, if possible; the second is for
// the columns alone.
std::vector<SwizzleChain> longer_chains(const BitMap& map, Budget& budget) {
  std::vector<SwizzleChain> out;
  std::int64_t used = map.constant;
  for (const std::int64_t column : map.columns) used |= column;
  if (used <= 0) return out;
  const int low = std::countr_zero(static_cast<std::uint64_t>(used));
  const int width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(used))) - low;
  if (width > highest_bit) return out;
  for (const bool with_constant : {true, false}) {
    std::vector<std::uint64_t> columns;
    for (const std::int64_t column : map.columns) columns.push_back(static_cast<std::uint64_t>(column >> low));
    if (with_constant) columns.push_back(static_cast<std::uint64_t>(map.constant >> low));
    Arith arith(&budget);
    const auto found = shortest_swizzles(arith, columns, width);
    if (!found || found->empty()) continue;
    SwizzleChain chain;
    for (const Swizzle& s : *found) chain.push_back({s.bits, s.base + low, s.shift});
    out.push_back(std::move(chain));
  }
  return out;
}

}  // namespace

int bits_of(const SwizzleChain& chain) {
  int out = 0;
  for (const Swizzle& s : chain) out += s.bits;
  return out;
}

bool BitSystem::add(std::int64_t index, std::int64_t value) {
  index |= std::int64_t{1} << (pivots_.size() - 1);
  while (index != 0) {
    Pivot& pivot = pivots_[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(index))) - 1];
    if (pivot.index == 0) {
      pivot = {index, value};
      ++count_;
      return true;
    }
    index ^= pivot.index;
    value ^= pivot.value;
  }
  return value == 0;
}

BitMap BitSystem::solve(int first_bits) const {
  // Solves from the lowest bit up: the bits of a pivot below its own are then known.
  BitMap out;
  out.first_bits = first_bits;
  std::vector<std::int64_t> known(pivots_.size(), 0);
  for (std::size_t bit = 0; bit < pivots_.size(); ++bit) {
    const Pivot& pivot = pivots_[bit];
    if (pivot.index == 0) continue;
    std::int64_t value = pivot.value;
    for (std::size_t below = 0; below < bit; ++below) {
      if ((pivot.index >> below & 1) != 0) value ^= known[below];
    }
    known[bit] = value;
  }
  out.constant = known.back();
  known.pop_back();
  out.columns = std::move(known);
  return out;
}

std::vector<SwizzleChain> chains_of(const BitMap& map, std::int64_t varies, Budget& budget) {
  std::int64_t set = map.constant | varies;
  for (const std::int64_t column : map.columns) set |= column;
  // About two thousand swizzles, each on a few columns.
  if (!budget.take(2048 * (map.columns.size() + 1))) return {};
  std::vector<SwizzleChain> out = single_swizzles(map, set);
  if (out.empty()) {
    out = longer_chains(map, budget);
    if (out.size() == 2 && out[1].size() < out[0].size()) out.erase(out.begin());
    if (out.size() == 2 && out[0].size() < out[1].size()) out.pop_back();
  }
  sort_by_rank(out, map, varies);
  return out;
}

}  // namespace stridescope
