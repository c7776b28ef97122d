// Tests of layouts of functions that are given by their values: swizzles over extents that are not powers of two, by
// brute force.
#include <doctest/doctest.h>

#include <random>

#include "core/base/text.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/table.h"
#include "tests/unit/notation.h"

namespace stridescope {
namespace {

// Form found for the table; its values are compared at every coordinate.
std::string form_of(const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& values) {
  Budget budget(1'000'000'000, 1 << 28);
  Arith arith(&budget);
  const AnyLayout found = layout_of_table(arith, extents, values);
  if (arith.failed()) return english(arith.error().value().message);
  const Value value = to_value(found);
  if (values_of(arith, value) != values) return cat("other values: ", to_text(value, IntegerMode::teaching));
  return to_text(value, IntegerMode::teaching);
}

TEST_CASE("table: a swizzle over strides is found whatever the extents are") {
  std::mt19937 random(20261126);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  int swizzled_tables = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::int64_t> extents;
    std::vector<std::pair<std::int64_t, std::int64_t>> modes;  // extent, index of its stride
    const int rank = pick(1, 3);
    for (int d = 0; d < rank; ++d) {
      extents.push_back(1);
      for (int m = pick(1, 2); m > 0; --m) {
        static constexpr std::int64_t sizes[] = {2, 3, 4, 5, 6, 7, 8, 12, 16};
        const std::int64_t extent = sizes[pick(0, 8)];
        if (extents.back() * extent > 48) break;
        extents.back() *= extent;
        modes.emplace_back(extent, 0);
      }
    }
    std::vector<std::size_t> order(modes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    std::int64_t stride = 1;
    for (const std::size_t i : order) {
      modes[i].second = stride;
      stride *= modes[i].first;
      if (pick(0, 4) == 0) stride += pick(1, 9);
    }
    const int bits = pick(1, 3);
    const int distance = pick(bits, 6);
    const Swizzle swizzle = {bits, pick(0, 4), pick(0, 1) == 0 ? distance : -distance};
    std::int64_t size = 1;
    for (const auto& [extent, unused] : modes) size *= extent;
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < size; ++i) {
      std::int64_t rest = i;
      std::int64_t offset = 0;
      for (const auto& [extent, step] : modes) {
        offset += rest % extent * step;
        rest /= extent;
      }
      values.push_back(swizzled(swizzle, offset));
    }
    const std::string form = form_of(extents, values);
    CAPTURE(swizzle.bits);
    CAPTURE(swizzle.base);
    CAPTURE(swizzle.shift);
    CAPTURE(extents.size());
    CHECK(form.find("no layout") == std::string::npos);
    CHECK(form.find("other values") == std::string::npos);
    swizzled_tables += form.find("Sw<") != std::string::npos ? 1 : 0;
  }
  CHECK(swizzled_tables > 500);
}

TEST_CASE("table: two swizzles over extents that are no powers of two") {
  std::vector<std::int64_t> values;
  for (std::int64_t j = 0; j < 96; ++j) {
    for (std::int64_t i = 0; i < 24; ++i) {
      const std::int64_t offset = i * 32 + j % 32 + j / 32 * 768;
      values.push_back(swizzled(Swizzle{1, 0, 4}, swizzled(Swizzle{2, 3, 3}, offset)));
    }
  }
  // In the order (i, j).
  CHECK(form_of({24, 96}, values).find("Sw<") == 0);
}

TEST_CASE("table: what was not found is not said to be none") {
  CHECK(form_of({4}, {0, 0, 1, 0}).find("no layout was found: at 3 the value is 0") == 0);
  CHECK(form_of({3}, {0, -1, -4}).find("not strides: at 2 the value is -4") == 0);
  CHECK(form_of({2}, {3, 4}).find("not a layout: the value at 0 is 3") == 0);
}

}  // namespace
}  // namespace stridescope
