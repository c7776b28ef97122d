// What the plans of all kinds of kernels are made with: layouts as sums of digits, and how wide an access may be.
// Internal to core/codegen.
#pragma once

#include "core/codegen/copy_plan.h"

namespace stridescope {

// The digits of a layout's index; `path` is what its modes are called after.
KernelIndex index_of(LayoutRef layout, const std::string& path);
// ((ThrV,ThrX), FrgV, (RestM,RestN,...)) as a map.
KernelMap map_of(const Layout& partition);

struct PreparedLayout {
  Layout layout;  // before swizzles, static
  std::vector<KernelSwizzle> swizzles;
};
// basis, unsupported: memory that a kernel cannot address; `name` begins the message.
Result<PreparedLayout> prepare_layout(const AnyLayout& layout, std::string_view name);

// Lowest and highest sum of digits, and what the swizzles can make of the highest.
void set_reach(KernelSide& side, const KernelIndex& whole);
// The widest access of `values` consecutive values of a thread, at most `limit` bytes.
void set_width(int element_bytes, const std::vector<KernelEdge>& edges, KernelSide& side, std::int64_t values,
               bool load, int limit);

}  // namespace stridescope
