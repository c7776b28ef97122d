#include "core/analysis/facts.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/analysis/offsets.h"

namespace stridescope {
namespace {

// For a plain layout of any size, by its strides: where each mode, in the order of |stride|, starts beyond what the
// faster ones span, no two coordinates meet, and the image has gaps exactly if it is smaller than its span.
FunctionFacts by_strides(const Layout& layout) {
  struct Mode {
    std::int64_t stride;
    std::int64_t extent;
  };
  InlineVector<Mode, 16> modes;
  bool repeats = false;  // a mode of stride 0
  std::int64_t count = 1;
  for (std::uint32_t i = 0; i < layout.shape.ref().node_count(); ++i) {
    const Node& shape = layout.shape.ref().nodes()[i];
    if (shape.kind == NodeKind::tuple || shape.integer.value == 1) continue;
    const std::int64_t stride = layout.stride.ref().nodes()[i].integer.value;
    repeats |= stride == 0;
    if (stride == 0) continue;
    modes.push_back({stride < 0 ? -stride : stride, shape.integer.value});
    count *= shape.integer.value;
  }
  for (std::uint32_t i = 1; i < modes.size(); ++i) {  // few modes: insertion sort
    for (std::uint32_t j = i; j > 0 && modes[j].stride < modes[j - 1].stride; --j) std::swap(modes[j], modes[j - 1]);
  }
  std::int64_t span = 1;
  for (const Mode& mode : modes) {
    if (mode.stride < span) return {repeats ? std::optional(false) : std::nullopt, std::nullopt};
    span += (mode.extent - 1) * mode.stride;
  }
  return {!repeats, count == span};
}

// A swizzle is a bijection: it keeps a layout injective, and it keeps a contiguous one that fills whole blocks of the
// bits that it exchanges contiguous.
FunctionFacts by_structure(const OffsetFunction& function) {
  FunctionFacts facts = by_strides(function.layout);
  if (function.stages.empty()) return facts;
  const bool only = function.stages.size() == 1 && to_integer(function.stages[0].offset).value == 0;
  const auto& swizzle = std::get<Swizzle>(function.stages.back().function);
  const auto block = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max(swizzle.yyy(), swizzle.zzz()))));
  Arith arith;
  const bool whole = only && function.start == 0 && size(arith, function.layout).value % block == 0;
  bool forward = true;
  for (std::uint32_t i = 0; i < function.layout.stride.ref().node_count(); ++i) {
    const Node& node = function.layout.stride.ref().nodes()[i];
    forward = forward && (node.kind == NodeKind::tuple || node.integer.value >= 0);
  }
  if (!(whole && forward && facts.injective == true && facts.contiguous == true)) facts.contiguous.reset();
  return facts;
}

}  // namespace

FunctionFacts function_facts(const Value& value) {
  const auto function = offset_function(value);
  const auto count = domain_size(value);
  if (!function || !count) return {};
  if (*count == 0) return {true, true};
  const FunctionFacts known = by_structure(*function);
  if (*count > max_enumerated || (known.injective && known.contiguous)) return known;
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
