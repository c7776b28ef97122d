// Stable sorting with one instantiation of the algorithm for all types: each instantiation of std::stable_sort adds 2
// kB to the page's module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stridescope {

namespace sort_detail {

// Compares two items by their indexes. `context` is what the caller gave.
using Less = bool (*)(const void* context, std::size_t a, std::size_t b);
// The indexes of `count` items in ascending order; equal items keep their order. pre: count fits 32 bits.
std::vector<std::uint32_t> stable_order(std::size_t count, Less less, const void* context);

}  // namespace sort_detail

// Sorts items in ascending order; equal items keep their order. pre: `less` is a strict weak order.
// Moves each item twice and allocates room for all of them.
template <class T, class Less>
void sort_stable(std::span<T> items, const Less& less) {
  struct Context {
    const T* items;
    const Less* less;
  };
  const Context context = {items.data(), &less};
  const auto order = sort_detail::stable_order(
      items.size(),
      [](const void* of, std::size_t a, std::size_t b) -> bool {
        const auto& c = *static_cast<const Context*>(of);
        return (*c.less)(c.items[a], c.items[b]);
      },
      &context);
  std::vector<T> sorted;
  sorted.reserve(items.size());
  for (const std::uint32_t from : order) sorted.push_back(std::move(items[from]));
  for (std::size_t i = 0; i < sorted.size(); ++i) items[i] = std::move(sorted[i]);
}

}  // namespace stridescope
