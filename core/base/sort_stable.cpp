// The one instantiation of the algorithm.
#include "core/base/sort_stable.h"

#include <algorithm>
#include <numeric>

namespace stridescope::sort_detail {

std::vector<std::uint32_t> stable_order(std::size_t count, Less less, const void* context) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return less(context, a, b); });
  return order;
}

}  // namespace stridescope::sort_detail
