// The families of layouts for sweeps. Every family is complete as described; test_families.cpp counts its members.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "tests/unit/layouts.h"
#include "tests/unit/reference.h"

namespace stridescope::laws {

// The main masks: all integers static; only the extents; only the strides; none.
template <class Visit>
void for_main_masks(int leaves, Visit&& visit) {
  for (const Mask mask : {all_static(leaves), static_extents(leaves), static_strides(leaves), Mask{0}}) visit(mask);
}

template <class Visit>
void for_all_masks(int leaves, Visit&& visit) {
  for (Mask mask = 0; mask < mask_count(leaves); ++mask) visit(mask);
}

// Every flat layout of up to 4 leaves with extents 1..4 that is compact in some order of its modes, under every
// static/dynamic mask of its integers.
template <class Visit>
void every_compact(Visit&& visit) {
  for (int leaves = 1; leaves <= 4; ++leaves) {
    const IntTuple profile = flat_profile(leaves);
    for_each_vector(leaves, {1, 2, 3, 4}, [&](const Integers& extents) {
      for (const Integers& strides : compact_strides(extents)) {
        for_all_masks(leaves, [&](Mask mask) {
          if (wanted()) visit(make(profile, extents, strides, mask));
        });
      }
    });
  }
}

// Every flat layout of up to `leaves` leaves with extents 1..4 that is compact in some order, except for at most one
// mode with stride 0, a negative stride or a gap before it; under every mask for up to 3 leaves, and the main masks for
// 4.
template <class Visit>
void every_varied(int max_leaves, Visit&& visit) {
  for (int leaves = 1; leaves <= max_leaves; ++leaves) {
    const IntTuple profile = flat_profile(leaves);
    for_each_vector(leaves, {1, 2, 3, 4}, [&](const Integers& extents) {
      for (const Integers& strides : varied_strides(extents)) {
        const auto build = [&](Mask mask) {
          if (wanted()) visit(make(profile, extents, strides, mask));
        };
        if (leaves < 4) {
          for_all_masks(leaves, build);
        } else {
          for_main_masks(leaves, build);
        }
      }
    });
  }
}

// The members of every_varied with all integers static.
template <class Visit>
void every_static(int max_leaves, Visit&& visit) {
  for (int leaves = 1; leaves <= max_leaves; ++leaves) {
    const IntTuple profile = flat_profile(leaves);
    for_each_vector(leaves, {1, 2, 3, 4}, [&](const Integers& extents) {
      for (const Integers& strides : varied_strides(extents)) {
        if (wanted()) visit(make(profile, extents, strides, all_static(leaves)));
      }
    });
  }
}

// The compact ones with all integers static.
template <class Visit>
void every_static_compact(int max_leaves, Visit&& visit) {
  for (int leaves = 1; leaves <= max_leaves; ++leaves) {
    const IntTuple profile = flat_profile(leaves);
    for_each_vector(leaves, {1, 2, 3, 4}, [&](const Integers& extents) {
      for (const Integers& strides : compact_strides(extents)) {
        if (wanted()) visit(make(profile, extents, strides, all_static(leaves)));
      }
    });
  }
}

// Every flat layout of up to 3 leaves with extents 1..4 and strides of {0,1,2,3,4,6,8,12}: overlaps, repetitions,
// strides that do not divide. Under two masks: all static, and only the extents dynamic.
template <class Visit>
void every_stride(Visit&& visit) {
  for (int leaves = 1; leaves <= 3; ++leaves) {
    const IntTuple profile = flat_profile(leaves);
    for_each_vector(leaves, {1, 2, 3, 4}, [&](const Integers& extents) {
      for_each_vector(leaves, {0, 1, 2, 3, 4, 6, 8, 12}, [&](const Integers& strides) {
        for (const Mask mask : {all_static(leaves), static_strides(leaves)}) {
          if (wanted()) visit(make(profile, extents, strides, mask));
        }
      });
    });
  }
}

// Every nesting (without modes of rank 1) of up to 4 leaves with extents 1..max_extent, compact in every order, under
// the main masks.
template <class Visit>
void every_nesting(std::int64_t max_extent, Visit&& visit) {
  Integers extent_set;
  for (std::int64_t extent = 1; extent <= max_extent; ++extent) extent_set.push_back(extent);
  for (int leaves = 1; leaves <= 4; ++leaves) {
    for (const IntTuple& profile : nestings(leaves)) {
      for_each_vector(leaves, extent_set, [&](const Integers& extents) {
        for (const Integers& strides : compact_strides(extents)) {
          for_main_masks(leaves, [&](Mask mask) {
            if (wanted()) visit(make(profile, extents, strides, mask));
          });
        }
      });
    }
  }
}

// --- facts that the laws of complement and left_inverse need ---

struct ModeFacts {
  bool negative = false;  // some stride is negative
  bool overlap = false;   // a stride is smaller than the span of the faster modes
  bool divides = true;    // each stride is a multiple of the span of the faster modes
  bool repeats = false;   // two modes have the same stride
};

// Facts of the relevant modes: those without static extent 1 or static stride 0.
inline ModeFacts mode_facts(LayoutRef a) {
  constexpr std::size_t most = 64;
  std::pair<std::int64_t, std::int64_t> modes[most];  // (stride, extent), sorted by stride
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    const Int extent = a.shape.nodes()[i].integer;
    const Int stride = a.stride.nodes()[i].integer;
    if (a.shape.nodes()[i].kind == NodeKind::tuple || extent.is_constant(1) || stride.is_constant(0)) continue;
    if (count == most) std::abort();
    std::size_t at = count++;
    for (; at > 0 && modes[at - 1].first > stride.value; --at) modes[at] = modes[at - 1];
    modes[at] = {stride.value, extent.value};
  }
  ModeFacts facts;
  std::int64_t span = 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [stride, extent] = modes[i];
    facts.negative |= stride < 0;
    facts.overlap |= stride < span;
    facts.divides &= stride >= 0 && stride % std::max<std::int64_t>(span, 1) == 0;
    facts.repeats |= i > 0 && modes[i - 1].first == stride;
    span = stride * extent;
  }
  return facts;
}

}  // namespace stridescope::laws
