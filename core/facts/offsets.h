// All offsets of a layout at once: what pictures, brute-force checks and benchmarks are made of.
// 1-D coordinates count the first mode fastest, as CuTe's do; facts that need no offsets are in function.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/value/value.h"

namespace stridescope {

// A leaf of a layout, or several that one loop runs through. FlatModes are a plain layout's normal form: what is left
// of it as a function once nesting and staticness are gone.
struct FlatMode {
  std::int64_t extent;
  std::int64_t stride;
  bool operator==(const FlatMode&) const = default;
};
using FlatModes = InlineVector<FlatMode, 16>;

// The leaves of extent > 1 with neighbors merged if s0*d0 == d1, whatever is static: layouts of positive size are the
// same function of the 1-D coordinate exactly if this is the same. Requires plain integer strides and a cosize that
// fits 64 bits.
FlatModes flat_modes(LayoutRef layout);

// Offsets of the 1-D coordinates 0 ... count-1 into out[0 ... count-1]: each mode repeats what is written, shifted by
// its stride, so an offset costs an addition. pre: plain integer strides, count <= size, and a cosize that fits 64
// bits.
void fill_offsets(LayoutRef layout, std::int64_t* out, std::int64_t count);

// A layout, composed layout, or tensor over plain integers, ready to be evaluated without checks.
struct OffsetFunction {
  Layout layout;                              // the domain
  std::vector<ComposedLayout::Stage> stages;  // applied to its offsets, innermost last
  std::int64_t start = 0;                     // of a counting tensor
  std::int64_t origin = 0;                    // of a swizzled pointer: its own place, from which the offsets count

  // Offsets of the 1-D coordinates 0 ... count-1.
  void fill(std::int64_t* out, std::int64_t count) const;
  // Turns offsets of `layout`, in place, into offsets of the whole: each stage adds its offset and applies its
  // function.
  void finish(std::int64_t* offsets, std::int64_t count) const;
};

// The value as its own function; a tensor of a swizzled pointer has the swizzle in its stages. Empty for values whose
// offsets are not plain integers or may not fit 62 bits, for negative extents, and for values that are not layouts.
std::optional<OffsetFunction> offset_function(const Value& value);
// The position of the elements in memory. Only for a layout without its pointer (UnsetPointer) is this another function
// than its own: L(c) swizzles element indices, the pointer will swizzle the addresses of its bytes. Pictures, kernels
// and counts show memory, as CuTe's print_layout does.
std::optional<OffsetFunction> memory_function(const Value& value);

// The number of coordinates of a layout or tensor; empty if it does not fit 64 bits or is undefined, as for the
// negative extents that CuTe's left_inverse leaves.
std::optional<std::int64_t> domain_size(const Value& value);
// The layout that defines the domain of a layout, composed layout or tensor; null for other values. It points into the
// value, and is valid as long as that is.
const Layout* domain_of(const Value& value);
const Layout* domain_of(Value&&) = delete;  // it would end with the call

}  // namespace stridescope
