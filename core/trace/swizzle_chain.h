// Chains of swizzles on the offsets of a layout, and the search for a chain that addresses are under. If addresses are
// linear over F2 in the bits of their indices, up to a constant, the offsets below a suitable chain are strides.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/budget.h"
#include "core/value/swizzle.h"

namespace stridescope {

// The last swizzle to act comes first, as written: Sw<3,0,3> o 0 o Sw<2,0,6> o 0 o (32,8):(1,32).
using SwizzleChain = std::vector<Swizzle>;

inline std::int64_t put_under(const SwizzleChain& chain, std::int64_t x) {
  for (std::size_t i = chain.size(); i-- > 0;) x = swizzled(chain[i], x);
  return x;
}
// law: taken_out(c, put_under(c, x)) = x.
inline std::int64_t taken_out(const SwizzleChain& chain, std::int64_t x) {
  for (const Swizzle& swizzle : chain) x = swizzled(swizzle, x);
  return x;
}
int bits_of(const SwizzleChain& chain);

// value = constant ^ (the columns of the set bits of the index).
struct BitMap {
  std::int64_t constant = 0;
  std::vector<std::int64_t> columns;  // 0 for those that no value determines
  int first_bits = 0;                 // the number of bits of the first index; the others belong to the second
};

// Solves for the map that has given values.
class BitSystem {
 public:
  explicit BitSystem(int bits) : pivots_(static_cast<std::size_t>(bits) + 1) {}

  // False if the value contradicts the previous ones.
  bool add(std::int64_t index, std::int64_t value);
  // The added values determine every value.
  bool complete() const { return count_ == pivots_.size(); }
  BitMap solve(int first_bits) const;

 private:
  struct Pivot {
    std::int64_t index = 0;  // its highest bit is its position in pivots_; the constant's bit is above all
    std::int64_t value = 0;
  };
  std::vector<Pivot> pivots_;  // sorted by their highest bit
  std::size_t count_ = 0;
};

// Chains below which the map is strides, best first: the fewest swizzles; then the fewest modes, then the fewest
// decreasing strides, the fewest bits, those supported by TMA and wgmma, the shortest form. varies: the bits of the
// values that vary. Empty if none exists, or the budget is exhausted.
std::vector<SwizzleChain> chains_of(const BitMap& map, std::int64_t varies, Budget& budget);

}  // namespace stridescope
