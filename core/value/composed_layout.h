// A composed layout A o offset o B: c -> A(offset + B(c)), for an A (usually a swizzle) that composition cannot merge
// into B. Its shape is B's. It has no strides, since a step along a mode may add different amounts.
//
//   Sw<2,0,3> o 0 o (8,8):(8,1)   at (1,0):  B yields 8, the swizzle of 8 is 9
//
// Source: CUTLASS include/cute/layout_composed.hpp, swizzle_layout.hpp.
#pragma once

#include <variant>
#include <vector>

#include "core/value/layout.h"
#include "core/value/swizzle.h"

namespace stridescope {

// A function to the left of a domain's layout: a swizzle, or a layout applied to a 1-D coordinate.
struct StageFunction : std::variant<Swizzle, Layout> {
  using variant::variant;
  StageFunction() = default;
  StageFunction(const StageFunction&);
  StageFunction(StageFunction&&) noexcept;
  StageFunction& operator=(const StageFunction&);
  StageFunction& operator=(StageFunction&&) noexcept;
  ~StageFunction();
};

// law: L(c) = outer[0](... a(offset + b(c)) ...). post of compose (core/algebra): b has integer strides under a
// swizzle, and what has no stage to keep is a plain Layout. Equality is of the parts, not of the functions.
//
// CuTe's A and B may both be composed. The functions of the whole are a row here, from left to right; `group` of each
// offset says how CuTe nests them (core/algebra/function_chain.h reads it). A printed layout does not show it.
struct ComposedLayout {
  // A function to the left of the domain's layout: x -> function(offset + x).
  struct Stage {
    StageFunction function;
    SwizzleOffset offset = static_int(0);
    // Functions in the A of `A o offset o B`, this one and those directly to its left; more than 1 if A is composed.
    int group = 1;
    bool operator==(const Stage&) const = default;
  };

  // The function next to b.
  StageFunction a;
  // Added to the value of b before the function. A slice adds the offset of fixed modes here if it cannot move past the
  // swizzle.
  SwizzleOffset offset = static_int(0);
  // The layout that defines the domain.
  Layout b;
  // Further stages, outermost first; usually empty.
  std::vector<Stage> outer = {};
  // Functions in the A that `offset` follows, as in Stage.
  int group = 1;

  bool operator==(const ComposedLayout&) const = default;
};

// True if an offset of it is a coordinate.
bool has_coordinate_offset(const ComposedLayout& layout);

// A layout in the sense of CuTe's functions: most of them act on the domain and keep the stages (on_domain in
// core/algebra/algebra.h).
struct AnyLayout : std::variant<Layout, ComposedLayout> {
  using variant::variant;
  AnyLayout() = default;
  AnyLayout(const AnyLayout&);
  AnyLayout(AnyLayout&&) noexcept;
  AnyLayout& operator=(const AnyLayout&);
  AnyLayout& operator=(AnyLayout&&) noexcept;
  ~AnyLayout();
};

// The layout that defines the domain: the layout itself, or B of A o offset o B. A reference into the argument.
inline const Layout& domain_layout(const AnyLayout& layout) {
  if (const auto* composed = std::get_if<ComposedLayout>(&layout)) return composed->b;
  return std::get<Layout>(layout);
}

}  // namespace stridescope
