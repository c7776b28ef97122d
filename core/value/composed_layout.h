// A composed layout A o offset o B: c -> A(offset + B(c)), for an A (usually a swizzle) that composition cannot merge
// into B. Its shape is B's; it has no strides.
// Source: CUTLASS include/cute/layout_composed.hpp, swizzle_layout.hpp.
#pragma once

#include <variant>
#include <vector>

#include "core/value/layout.h"
#include "core/value/swizzle.h"

namespace stridescope {

// law: L(c) = outer[0](... a(offset + b(c)) ...). post of compose (core/algebra): b has integer strides under a
// swizzle.
struct ComposedLayout {
  // One function to the left of the domain's layout: x -> function(offset + x).
  struct Stage {
    std::variant<Swizzle, Layout> function;
    SwizzleOffset offset = static_int(0);
    bool operator==(const Stage&) const = default;
  };

  std::variant<Swizzle, Layout> a;
  SwizzleOffset offset = static_int(0);
  Layout b;
  std::vector<Stage> outer = {};  // further stages, outermost first; nearly always none

  bool operator==(const ComposedLayout&) const = default;
};

using AnyLayout = std::variant<Layout, ComposedLayout>;

// The layout that defines the domain: the layout itself, or B of A o offset o B.
inline const Layout& domain_layout(const AnyLayout& layout) {
  if (const auto* composed = std::get_if<ComposedLayout>(&layout)) return composed->b;
  return std::get<Layout>(layout);
}

}  // namespace stridescope
