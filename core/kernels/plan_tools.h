// Common tools of the plans of all kinds of kernels: layouts as sums of digits, and the width of an access. Internal to
// core/kernels.
#pragma once

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

// The digits of a layout's index; `path` is what its modes are called after.
KernelIndex index_of(LayoutRef layout, const std::string& path);
// The threads of a tiling, in blocks of whole warps: additional threads repeat the work of the first ones.
KernelIndex index_of_threads(LayoutRef threads);
// ((ThrV,ThrX), FrgV, (RestM,RestN,...)) as a map.
KernelMap map_of(const Layout& partition);

// The newest architecture that kernels are generated for; its blocks have as much shared memory as any of them.
inline constexpr int newest_architecture = 90;
std::int64_t most_shared_bytes();
// Raises a kernel's requirement, "" or "sm80" or "sm90a", to at least this architecture.
void raise_need(std::string& needs, int arch);

struct PreparedLayout {
  Layout layout;  // before swizzles, static
  std::vector<KernelSwizzle> swizzles;
};
// basis, unsupported: memory that a kernel cannot address; `name` begins the message.
Result<PreparedLayout> prepare_layout(const AnyLayout& layout, std::string_view name);

// Lowest and highest sum of digits, and what the swizzles can make of the highest.
void set_reach(KernelSide& side, const KernelIndex& whole);
// The widest access of `values` consecutive values of a thread, at most `limit` bytes. Elements of less than 8 bits lie
// packed, the first in the low bits, and an access moves whole bytes of them: returns what is in the way of one byte.
std::optional<Message> set_width(int element_bits, const std::vector<KernelEdge>& edges, KernelSide& side,
                                 std::int64_t values, bool load, int limit);

// The number of elements per byte: 1 if an element has whole bytes.
inline std::int64_t elements_in_byte(int element_bits) { return element_bits < 8 ? 8 / element_bits : 1; }
// Offsets in elements as offsets in bytes, where elements are packed; as they are where not. Requires a side that has a
// width: right for the first of the values that an access moves.
KernelIndex in_bytes(const KernelIndex& index, int element_bits);
KernelMap in_bytes(const KernelMap& map, int element_bits);
std::vector<KernelSwizzle> in_bytes(const std::vector<KernelSwizzle>& swizzles, int element_bits);

}  // namespace stridescope
