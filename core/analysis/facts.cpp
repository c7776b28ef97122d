#include "core/analysis/facts.h"

#include <algorithm>
#include <vector>

#include "core/analysis/offsets.h"

namespace stridescope {
namespace {

// For a plain layout of any size: sorted by stride, each mode starts beyond what the faster ones span. Sufficient for
// injective; with no gap between them also for contiguous.
FunctionFacts by_strides(const Layout& layout) {
  std::vector<std::pair<std::int64_t, std::int64_t>> modes;  // |stride|, extent
  for (std::uint32_t i = 0; i < layout.shape.ref().node_count(); ++i) {
    const Node& shape = layout.shape.ref().nodes()[i];
    if (shape.kind == NodeKind::tuple || shape.integer.value == 1) continue;
    const std::int64_t stride = layout.stride.ref().nodes()[i].integer.value;
    modes.emplace_back(stride < 0 ? -stride : stride, shape.integer.value);
  }
  std::sort(modes.begin(), modes.end());
  std::int64_t span = 1;
  FunctionFacts facts = {true, true};
  for (const auto& [stride, extent] : modes) {
    if (stride < span) facts.injective.reset();
    if (stride > span) facts.contiguous.reset();
    span += (extent - 1) * stride;
  }
  if (!modes.empty() && modes.front().first == 0) facts.injective = false;
  return facts;
}

}  // namespace

FunctionFacts function_facts(const Value& value) {
  const auto function = offset_function(value);
  const auto count = domain_size(value);
  if (!function || !count) return {};
  if (*count == 0) return {true, true};
  if (*count > max_enumerated) return function->stages.empty() ? by_strides(function->layout) : FunctionFacts{};
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(*count));
  function->fill(offsets.data(), *count);
  const auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
  const std::uint64_t span = static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low) + 1;
  std::uint64_t distinct = 0;
  if (span <= 16 * static_cast<std::uint64_t>(max_enumerated)) {
    const std::int64_t base = *low;
    std::vector<bool> hit(static_cast<std::size_t>(span));
    for (const std::int64_t offset : offsets) {
      distinct += !hit[static_cast<std::size_t>(offset - base)];
      hit[static_cast<std::size_t>(offset - base)] = true;
    }
  } else {
    std::sort(offsets.begin(), offsets.end());
    distinct = static_cast<std::uint64_t>(std::unique(offsets.begin(), offsets.end()) - offsets.begin());
  }
  return {distinct == static_cast<std::uint64_t>(*count), distinct == span};
}

}  // namespace stridescope
