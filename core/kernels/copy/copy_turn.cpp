// Orders a thread's values by the memory of each side, and finds the exchanges between words that lead from one order
// to the other.
#include "core/kernels/copy/copy_turn.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/base/at.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/kernels/plan_tools.h"

namespace stridescope {
namespace {

// A digit of the value's index: binary, or an odd factor.
struct Atom {
  std::int64_t weight = 1;
  std::int64_t extent = 2;
};

// The common digits of all indices; empty if the indices split the value's index in incompatible ways.
std::vector<Atom> atoms_of(std::int64_t values, const std::vector<const KernelIndex*>& indices) {
  std::vector<std::int64_t> cuts = {1, values};
  for (const KernelIndex* index : indices) {
    for (const KernelDigit& d : index->digits) cuts.push_back(d.divisor);
  }
  std::sort(cuts.begin(), cuts.end());
  std::vector<Atom> out;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    if (cuts[i] % cuts[i - 1] != 0) return {};
    std::int64_t weight = cuts[i - 1];
    std::int64_t extent = cuts[i] / weight;
    for (; extent % 2 == 0; extent /= 2, weight *= 2) out.push_back({weight, 2});
    if (extent > 1) out.push_back({weight, extent});
  }
  return out;
}

// The digits sorted by stride in memory, nearest first.
std::vector<std::size_t> sorted(const std::vector<Atom>& atoms, const KernelIndex& by) {
  std::vector<std::size_t> out(atoms.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  const auto step = [&](std::size_t i) {
    const std::int64_t s = std::llabs(by.at(atoms[i].weight));
    return s == 0 ? max_kernel_elements : s;
  };
  sort_stable(std::span(out), [&](std::size_t a, std::size_t b) { return step(a) < step(b); });
  return out;
}

// Appends a digit, or extends the last one if the digit continues it.
void append_digit(KernelIndex& to, KernelDigit digit) {
  if (!to.digits.empty()) {
    KernelDigit& last = to.digits.back();
    if (digit.divisor == last.divisor * last.extent && digit.stride == last.stride * last.extent) {
      last.extent *= digit.extent;
      return;
    }
  }
  to.digits.push_back(std::move(digit));
}

void describe(KernelIndex& index) {
  std::string extents;
  std::string strides;
  for (const KernelDigit& d : index.digits) {
    append_all(extents, extents.empty() ? "" : ",", d.extent);
    append_all(strides, strides.empty() ? "" : ",", d.stride);
  }
  index.layout = cat('(', extents, "):(", strides, ')');
}

bool counts_as_numbered(const KernelIndex& index) { return index.digits.size() == 1 && index.digits[0].stride == 1; }

KernelIndex order_of(const std::vector<Atom>& atoms, const std::vector<std::size_t>& by) {
  KernelIndex out;
  std::int64_t place = 1;
  for (const std::size_t i : by) {
    append_digit(out, {place, atoms[i].extent, atoms[i].weight, "1"});
    place *= atoms[i].extent;
  }
  if (counts_as_numbered(out)) out.digits.clear();
  describe(out);
  return out;
}

// The exchanges from one order to the other, in words of the given number of bits; empty if a word does not consist of
// whole digits.
std::optional<KernelTurn> exchanged(const std::vector<Atom>& atoms, std::vector<std::size_t> now,
                                    const std::vector<std::size_t>& wanted, int element_bits, int word_bits) {
  const std::int64_t in_word = word_bits / element_bits;
  std::size_t slots = 0;
  for (std::int64_t room = 1; room < in_word; room *= 2, ++slots) {
    if (slots >= now.size() || atoms[now[slots]].extent != 2 || atoms[wanted[slots]].extent != 2) return std::nullopt;
  }
  KernelTurn out;
  out.word_bits = word_bits;
  const auto weight = [&](std::size_t position) {
    std::int64_t w = 1;
    for (std::size_t i = 0; i < position; ++i) w *= atoms[now[i]].extent;
    return w;
  };
  for (std::size_t i = 0; i < slots; ++i) {
    const auto found = static_cast<std::size_t>(std::find(now.begin(), now.end(), wanted[i]) - now.begin());
    if (found == i) continue;
    out.exchanges.push_back({weight(i), weight(found)});
    std::swap(now[i], now[found]);
  }
  std::int64_t divisor = 1;
  for (std::size_t i = slots; i < wanted.size(); ++i) {
    const auto found = static_cast<std::size_t>(std::find(now.begin(), now.end(), wanted[i]) - now.begin());
    append_digit(out.words, {divisor, atoms[wanted[i]].extent, weight(found) / in_word, "1"});
    divisor *= atoms[wanted[i]].extent;
  }
  if (counts_as_numbered(out.words)) out.words.digits.clear();
  describe(out.words);
  return out;
}

}  // namespace

std::int64_t KernelTurn::before(std::int64_t place, int element_bits) const {
  if (!any()) return place;
  const std::int64_t in_word = word_bits / element_bits;
  std::int64_t out = words.digits.empty() ? place : words.at(place / in_word) * in_word + place % in_word;
  for (std::size_t i = exchanges.size(); i-- > 0;) {
    const auto [low, high] = exchanges[i];
    const std::int64_t a = out / low % 2;
    const std::int64_t b = out / high % 2;
    out += (b - a) * low + (a - b) * high;
  }
  return out;
}

KernelIndex in_order(const KernelIndex& values, const KernelIndex& order) {
  if (order.digits.empty()) return values;
  KernelIndex out;
  out.layout = cat(values.layout, ", by places ", order.layout);
  for (const KernelDigit& d : order.digits) {
    // One digit of the order can cover several consecutive digits of the values' index: each is handled separately.
    std::int64_t place = d.divisor;
    std::int64_t left = d.extent;
    std::int64_t weight = d.stride;
    while (left > 1) {
      std::int64_t extent = left;
      std::string mode;
      for (const KernelDigit& v : values.digits) {
        if (weight < v.divisor || weight >= v.divisor * v.extent) continue;
        extent = std::min(left, v.divisor * v.extent / weight);
        mode = v.mode;
      }
      append_digit(out, {place, extent, values.at(weight), mode});
      place *= extent;
      weight *= extent;
      left /= extent;
    }
  }
  return out;
}

KernelMap in_order(const KernelMap& map, const KernelIndex& order) {
  KernelMap out = map;
  out.value = in_order(map.value, order);
  return out;
}

std::optional<Message> turn_values(const TurnedSides& sides, const std::vector<KernelEdge>& edges, KernelTurn& turn) {
  std::vector<const KernelIndex*> indices = {&sides.read->map.value, &sides.written->map.value};
  for (const KernelEdge& edge : edges) indices.push_back(sides.load ? &edge.load.value : &edge.store.value);
  const std::vector<Atom> atoms = atoms_of(sides.values, indices);
  std::vector<std::size_t> numbered(atoms.size());
  std::iota(numbered.begin(), numbered.end(), std::size_t{0});
  const auto widen = [&](KernelSide& side) {
    return set_width(sides.element_bits, edges, side, sides.values, sides.load, sides.limit);
  };
  // Digits of equal stride keep the order of the values.
  const auto choose = [&](KernelSide& side, std::vector<std::size_t>& order) -> std::optional<Message> {
    auto why = widen(side);
    if (atoms.empty()) return why;
    KernelSide other = side;
    const std::vector<std::size_t> by_memory = sorted(atoms, side.map.value);
    other.order = order_of(atoms, by_memory);
    const auto why_not = widen(other);
    if (!why && (why_not || other.access_bytes <= side.access_bytes)) return std::nullopt;
    if (why_not) return why_not;
    side = std::move(other);
    order = by_memory;
    return std::nullopt;
  };
  KernelSide read = *sides.read;
  KernelSide written = *sides.written;
  std::vector<std::size_t> from = numbered;
  std::vector<std::size_t> to = numbered;
  if (auto why = choose(read, from)) return why;
  if (auto why = choose(written, to)) return why;
  std::optional<KernelTurn> out;
  if (from == to) {
    out.emplace();
  } else if (sides.element_bits >= 32) {
    out = exchanged(atoms, from, to, sides.element_bits, sides.element_bits);
  } else {
    for (int word = 32; !out && word >= std::max(sides.element_bits, 8); word /= 2) {
      if (sides.values * sides.element_bits % word == 0) out = exchanged(atoms, from, to, sides.element_bits, word);
    }
  }
  if (!out) return say("the values of a thread are not binary digits");
  *sides.read = std::move(read);
  *sides.written = std::move(written);
  turn = std::move(*out);
  return std::nullopt;
}

}  // namespace stridescope
