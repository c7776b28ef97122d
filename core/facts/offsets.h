// All offsets of a layout at once, for pictures, brute-force checks and benchmarks. In 1-D coordinates the first mode
// is the fastest, as in CuTe; facts that need no offsets are in function.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/value/value.h"

namespace stridescope {

// A leaf of a layout, or several leaves merged into one loop. FlatModes are the normal form of a plain layout as a
// function, without nesting and staticness.
struct FlatMode {
  std::int64_t extent;
  std::int64_t stride;
  bool operator==(const FlatMode&) const = default;
};
using FlatModes = InlineVector<FlatMode, 16>;

// The leaves of extent > 1, with neighbors merged if s0*d0 == d1, whether static or not. Two layouts of positive size
// are the same function of the 1-D coordinate exactly if their flat modes are equal. pre: plain integer strides and a
// cosize that fits 64 bits.
FlatModes flat_modes(LayoutRef layout);

// Writes the offsets of the 1-D coordinates 0 ... count-1 to out. Each mode repeats the offsets written so far, shifted
// by its stride, so each offset costs one addition. pre: plain integer strides, count <= size, and a cosize that fits
// 64 bits.
void fill_offsets(LayoutRef layout, std::int64_t* out, std::int64_t count);

// A layout, composed layout, or tensor over plain integers, ready for evaluation without checks.
struct OffsetFunction {
  Layout layout;                              // the domain
  std::vector<ComposedLayout::Stage> stages;  // applied to its offsets, innermost last
  std::int64_t start = 0;                     // start of a counting tensor
  std::int64_t origin = 0;                    // place of a swizzled pointer, from which the offsets count

  // Offsets of the 1-D coordinates 0 ... count-1.
  void fill(std::int64_t* out, std::int64_t count) const;
  // Converts offsets of `layout`, in place, to offsets of the whole function: each stage adds its offset and applies
  // its function.
  void finish(std::int64_t* offsets, std::int64_t count) const;
};

// The function of the value; a tensor with a swizzled pointer has the swizzle in its stages. Empty for values whose
// offsets are not plain integers or may not fit 62 bits, for negative extents, and for values that are not layouts.
std::optional<OffsetFunction> offset_function(const Value& value);
// The positions of the elements in memory. They differ from the offsets only for a layout without its pointer
// (UnsetPointer): L(c) swizzles element indices, while the pointer will swizzle byte addresses. Pictures, kernels and
// counts show memory, as CuTe's print_layout does.
std::optional<OffsetFunction> memory_function(const Value& value);

// The number of coordinates of a layout or tensor; empty if it does not fit 64 bits or is undefined, for example for
// the negative extents that CuTe's left_inverse gives.
std::optional<std::int64_t> domain_size(const Value& value);
// The layout that defines the domain of a layout, composed layout or tensor; null for other values. Points into the
// value; valid as long as the value.
const Layout* domain_of(const Value& value);
const Layout* domain_of(Value&&) = delete;  // the result would be invalid after the call

}  // namespace stridescope
