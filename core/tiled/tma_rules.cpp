// Error messages for the limits of a TMA's box.
#include "core/tiled/tma_rules.h"

#include "core/tiled/units.h"
#include "core/value/alignment.h"

namespace stridescope {

std::optional<TmaFault> address_fault(std::uint64_t address, bool interleaved_by_32) {
  const std::int64_t bytes = interleaved_by_32 ? 2 * tma_global_alignment : tma_global_alignment;
  if (address % static_cast<std::uint64_t>(bytes) == 0) return std::nullopt;
  return TmaFault{say("the global address {} is not a multiple of {} {byte|bytes}", hex_address(address), bytes),
                  say("align the tensor")};
}

std::optional<TmaFault> row_fault(std::int64_t bytes) {
  if (bytes % 16 == 0) return std::nullopt;
  return TmaFault{say("the inner dimension of the box is {}, not a multiple of 16", in_units(bytes, 0)),
                  say("make the tile wider along the contiguous mode")};
}

std::optional<TmaFault> span_fault(std::int64_t bytes, std::string_view swizzle, std::int64_t span) {
  if (bytes <= span) return std::nullopt;
  return TmaFault{
      say("the inner dimension of the box is {}; the span of {} is {}", in_units(bytes, 0), swizzle, in_units(span, 0)),
      bytes <= 128 ? say("tile a wider swizzle atom, or make the tile narrower along the contiguous mode")
                   : say("a swizzle spans at most 128 bytes: make the tile narrower along the contiguous mode, or tile "
                         "a swizzle atom, which the box covers row by row")};
}

std::optional<TmaFault> extent_fault(std::int64_t elements, std::int64_t mode) {
  if (elements >= 1 && elements <= max_box_extent) return std::nullopt;
  return TmaFault{
      elements < 1
          ? say("the box has {} {element|elements} along mode {}; expected at least 1", elements, mode)
          : say("the box has {} {element|elements} along mode {}; expected at most {}", elements, mode, max_box_extent),
      say("tile shared memory by 1 to {} along mode {}", max_box_extent, mode)};
}

}  // namespace stridescope
