// Composition: where its law holds, where CuTe refuses, and the two ways in which CuTe is wrong.
#include "tests/unit/laws.h"
#include "tests/unit/layouts.h"
#include "tests/unit/notation.h"
#include "tests/unit/reference.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// CuTe's two conditions for one mode extent:stride of B, checked where all integers are static: for each mode but the
// last of the coalesced A, the stride is a multiple of its extent or smaller, and what the mode holds divides the extent.
bool admissible(const Function& lhs, std::int64_t extent, std::int64_t stride) {
  if (stride == 0) return true;
  for (int i = 0; i + 1 < lhs.leaves(); ++i) {
    const std::int64_t modulus = lhs.leaf(i).extent;
    const std::int64_t step = magnitude(stride);
    if (stride % modulus != 0 && stride >= modulus) return false;
    const std::int64_t taken = std::min((modulus + step - 1) / step, extent);
    if (extent % taken != 0) return false;
    extent /= taken;
    stride = (step + modulus - 1) / modulus * (stride < 0 ? -1 : 1);
  }
  return true;
}

// Does the mode walk A's modes in whole steps: either it stays inside the mode, or the stride and the extent divide each
// other? CuTe does not ask that a stride below the extent divides it, and asks nothing of a negative one.
bool walks_exactly(const Function& lhs, std::int64_t extent, std::int64_t stride) {
  std::int64_t step = magnitude(stride);
  for (int i = 0; i + 1 < lhs.leaves() && step != 0; ++i) {
    const std::int64_t modulus = lhs.leaf(i).extent;
    if (extent == 1) return true;
    if (step >= modulus) {
      if (step % modulus != 0) return false;
      step /= modulus;
    } else {
      const std::int64_t held = (modulus + step - 1) / step;
      if (extent <= held) return true;
      if (modulus % step != 0 || extent % held != 0) return false;
      extent /= held;
      step = 1;
    }
  }
  return true;
}

// Can the offsets of two modes of B together carry from one mode of A into the next?
bool carries(const Function& lhs, const Function& b) {
  bool positive = false;
  bool negative = false;
  for (int k = 0; k < b.leaves(); ++k) {
    positive |= b.leaf(k).extent > 1 && b.leaf(k).stride > 0;
    negative |= b.leaf(k).extent > 1 && b.leaf(k).stride < 0;
  }
  if (positive && negative) return true;
  std::int64_t unit = 1;
  for (int i = 0; i + 1 < lhs.leaves(); ++i) {
    const std::int64_t modulus = lhs.leaf(i).extent;
    std::int64_t digits = 0;
    for (int k = 0; k < b.leaves(); ++k) {
      std::int64_t largest = 0;
      for (std::int64_t c = 0; c < b.leaf(k).extent; ++c) {
        largest = std::max(largest, c * magnitude(b.leaf(k).stride) / unit % modulus);
      }
      digits += largest;
    }
    if (digits >= modulus) return true;
    unit *= modulus;
  }
  return false;
}

struct Tallies {
  Tally fits;         // B walks A exactly and does not carry: the law must hold
  Tally admission;    // all static: accepted if and only if CuTe's conditions hold
  long wrong = 0;     // accepted, and the law fails (outside `fits`)
  long dynamic_wrong = 0;

  void try_pair(const Layout& a, const Layout& b) {
    const auto describe = [&] { return cat(to_text(a), " o ", to_text(b)); };
    Arith arith;
    const Function lhs(coalesce_unbounded(arith, a, IntTuple(static_int(0))));
    const Function modes(b);
    const Layout r = composition(arith, LayoutRef(a), LayoutRef(b));
    const bool is_static = a.is_static() && b.is_static();
    bool admitted = true;
    bool exact = true;
    for (int k = 0; k < modes.leaves(); ++k) {
      admitted &= admissible(lhs, modes.leaf(k).extent, modes.leaf(k).stride);
      exact &= walks_exactly(lhs, modes.leaf(k).extent, modes.leaf(k).stride);
    }
    if (is_static) {
      const bool as_documented = arith.ok() == admitted;
      admission.add(as_documented ? "" : arith.ok() ? "accepted" : "refused", describe);
    }
    if (arith.failed()) {
      fits.refuse();
      return;
    }
    const Counterexample found = composition(a, b, r);
    if (exact && !carries(lhs, modes)) {
      fits.add(found, describe);
    } else if (!found.empty()) {
      ++(is_static ? wrong : dynamic_wrong);
    }
  }
};

template <class Visit>
void small_left(int max_leaves, Visit&& visit) {
  for (int leaves = 1; leaves <= max_leaves; ++leaves) {
    for_each_vector(leaves, {1, 2, 3, 4}, [&](const Integers& extents) {
      for (const Integers& strides : varied_strides(extents)) visit(leaves, extents, strides);
    });
  }
}

}  // namespace

TEST_CASE("law: composition, static: every A of up to 3 leaves with every B of up to 2") {
  Tallies tallies;
  small_left(3, [&](int leaves, const Integers& extents, const Integers& strides) {
    const Layout a = make(flat_profile(leaves), extents, strides, all_static(leaves));
    for (int modes = 1; modes <= 2; ++modes) {
      const IntTuple profile = flat_profile(modes);
      for_each_vector(modes, {1, 2, 3, 4}, [&](const Integers& extent) {
        for_each_vector(modes, modes == 1 ? Integers{-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12, 16, 24} : Integers{-2, 0, 1, 2, 3, 4, 6, 12},
                        [&](const Integers& stride) { tallies.try_pair(a, make(profile, extent, stride, all_static(modes))); });
      });
    }
  });
  CHECK_HELD(tallies.fits, 1000);
  CHECK_HELD(tallies.admission, 1000);
  CHECK(tallies.wrong == 0);
  CHECK(tallies.fits.refused() == 0);
}

TEST_CASE("law: composition, every mask: every A of up to 2 leaves with every B of 1") {
  Tallies tallies;
  small_left(2, [&](int leaves, const Integers& extents, const Integers& strides) {
    for (Mask mask = 0; mask < mask_count(leaves); ++mask) {
      const Layout a = make(flat_profile(leaves), extents, strides, mask);
      for (Mask b_mask = 0; b_mask < mask_count(1); ++b_mask) {
        for_each_vector(1, {1, 2, 3, 4, 6, 8}, [&](const Integers& extent) {
          for_each_vector(1, {-4, -1, 0, 1, 2, 3, 4, 6, 8}, [&](const Integers& stride) { tallies.try_pair(a, make(flat_profile(1), extent, stride, b_mask)); });
        });
      }
    }
  });
  CHECK_HELD(tallies.fits, 1000);
  CHECK_HELD(tallies.admission, 1000);
  CHECK(tallies.dynamic_wrong == 0);
  CHECK(tallies.fits.refused() == 0);
}

}  // namespace stridescope::laws
