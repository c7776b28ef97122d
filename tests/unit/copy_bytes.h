// Checks the start of each access of a copy, in the bytes that its text computes; for all tests of copies.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "core/kernels/copy/copy_turn.h"
#include "core/kernels/plan_tools.h"

namespace stridescope {

// The text's sum in bytes equals the start of each access in elements, and the elements of an access are contiguous.
inline void check_bytes(const CopyPlan& plan) {
  const auto check = [&](const KernelSide& side, std::int64_t values) {
    KernelSide packed = side;
    packed.map = in_bytes(in_order(side.map, side.order), plan.element_bits);
    packed.swizzles = in_bytes(side.swizzles, plan.element_bits);
    std::vector<std::int64_t> last;
    for (const std::int64_t n : plan.grid) last.push_back(n - 1);
    const std::int64_t* tile = side.name == "smem" ? nullptr : last.data();
    std::int64_t wrong = 0;
    for (std::int64_t t = 0; t < plan.threads; ++t) {
      for (std::int64_t p = 0; p < values; p += plan.access_elements(side)) {
        const std::int64_t begin = side.offset(t, side.value_at(p), tile);
        wrong += packed.offset(t, p, tile) * plan.unit_elements() != begin;
        for (std::int64_t i = 1; i < plan.access_elements(side); ++i)
          wrong += side.offset(t, side.value_at(p + i), tile) != begin + i;
      }
    }
    CHECK(wrong == 0);
  };
  if (plan.path != CopyPlan::Path::tma) check(plan.src, plan.load_values);
  if (!plan.tma_store) check(plan.dst, plan.store_values);
  if (plan.path == CopyPlan::Path::cp_async || plan.path == CopyPlan::Path::shared) {
    check(plan.smem_write, plan.load_values);
  }
  if (plan.path == CopyPlan::Path::shared && plan.read_matrices.count == 0) check(plan.smem_read, plan.store_values);
}

}  // namespace stridescope
