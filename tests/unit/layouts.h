// Test layouts for the laws: exhaustive families of small ones, and a fixed-seed source of random ones.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/value/layout.h"

namespace stridescope::laws {

using Integers = std::vector<std::int64_t>;

// With a sanitizer each case takes ten times as long, and the target is other faults than broken laws; under node the
// platform differs, not the laws. There the sweeps visit every 17th member of a family (a prime, since masks come in
// powers of 2). Otherwise they are complete.
#if defined(__SANITIZE_ADDRESS__)
#define STRIDESCOPE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STRIDESCOPE_SANITIZED 1
#endif
#endif
#if defined(STRIDESCOPE_SANITIZED) || defined(__EMSCRIPTEN__)
inline constexpr bool complete = false;
inline bool wanted() {
  static long member = 0;
  return member++ % 17 == 0;
}
#else
inline constexpr bool complete = true;
inline bool wanted() { return true; }
#endif
// The step of a loop over independent cases that take long: each, or with a sanitizer each n-th.
inline constexpr int step(int n) { return complete ? 1 : n; }

// Calls visit for every vector of that length with entries from `values`.
template <class Visit>
void for_each_vector(int length, const Integers& values, Visit&& visit) {
  Integers vector(static_cast<std::size_t>(length), values.front());
  std::vector<std::size_t> at(static_cast<std::size_t>(length), 0);
  for (;;) {
    visit(static_cast<const Integers&>(vector));
    std::size_t i = 0;
    while (i < at.size() && ++at[i] == values.size()) at[i++] = 0;
    if (i == at.size()) return;
    for (std::size_t j = 0; j <= i; ++j) vector[j] = values[at[j]];
  }
}

// The strides of every compact layout of these extents: one for each order of the modes, without repetitions.
std::vector<Integers> compact_strides(const Integers& extents);

// compact_strides, and each of them with one mode changed: stride 0; negated; or doubled together with those of all
// slower modes, which leaves a gap. Without repetitions.
std::vector<Integers> varied_strides(const Integers& extents);

// Every tuple with that many leaves and no mode of rank 1 or 0; a single integer for one leaf. The leaves are _0.
std::vector<IntTuple> nestings(int leaves);
IntTuple flat_profile(int leaves);  // (_0,_0,...), also with rank 1

// Bit 2j of the mask makes extent j static, bit 2j+1 makes stride j static.
using Mask = std::uint32_t;
inline Mask mask_count(int leaves) { return Mask{1} << (2 * leaves); }
inline Mask all_static(int leaves) { return mask_count(leaves) - 1; }
inline Mask static_extents(int leaves) { return all_static(leaves) & 0x55555555u; }
inline Mask static_strides(int leaves) { return all_static(leaves) & 0xaaaaaaaau; }
Layout make(TupleRef profile, const Integers& extents, const Integers& strides, Mask mask);
// The layout with every integer static.
Layout static_form(LayoutRef a);

// A generator with the same numbers on every platform (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0 .. n-1
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

struct RandomLayouts {
  int max_leaves = 6;
  int max_depth = 4;
  std::int64_t max_extent = 6;
  std::int64_t max_size = 2048;
  int dynamic_percent = 0;  // percentage of dynamic integers
};
// A compact layout in a random order with a random nesting; sometimes with gaps, zeros or a negated stride.
Layout random_layout(Random& random, const RandomLayouts& options);

}  // namespace stridescope::laws
