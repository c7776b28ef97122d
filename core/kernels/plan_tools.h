// Common tools of the plans of all kinds of kernels: layouts as sums of digits, and the width of an access. Internal to
// core/kernels.
#pragma once

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

// The digits of a layout's index; `path` prefixes the names of its modes.
KernelIndex index_of(LayoutRef layout, const std::string& path);
// The threads of a tiling in whole warps: additional threads repeat the work of the first ones.
KernelIndex index_of_threads(LayoutRef threads);
// ((ThrV,ThrX), FrgV, (RestM,RestN,...)) as a map.
KernelMap map_of(const Layout& partition);

// The newest architecture that kernels are generated for; its blocks have the most shared memory of the supported ones.
inline constexpr int newest_architecture = 90;
std::int64_t most_shared_bytes();
// Raises a kernel's minimum architecture, "" or "sm80" or "sm90a", to at least this one.
void raise_need(std::string& needs, int arch);

// The fault of `arith`, after the name of the kernel and the step that failed.
tl::unexpected<Error> failed_step(Arith& arith, std::string_view kernel, const Message& step);

struct PreparedLayout {
  Layout layout;  // before swizzles, static
  std::vector<KernelSwizzle> swizzles;
};
// basis, unsupported: memory that a kernel cannot address; `name` begins the message.
Result<PreparedLayout> prepare_layout(const AnyLayout& layout, std::string_view name);

// Sets the lowest and highest sum of digits, and the upper bound after the swizzles.
void set_reach(KernelSide& side, const KernelIndex& whole);
// Sets the widest access of `values` consecutive values of a thread, at most `limit` bytes. Elements of less than 8
// bits are packed, the first in the low bits, and an access moves whole bytes. Returns the obstacle if not even one
// byte is possible.
std::optional<Message> set_width(int element_bits, const std::vector<KernelEdge>& edges, KernelSide& side,
                                 std::int64_t values, bool load, int limit);

// The number of elements per byte; 1 if an element has whole bytes.
inline std::int64_t elements_in_byte(int element_bits) { return element_bits < 8 ? 8 / element_bits : 1; }
// Offsets in elements as offsets in bytes if elements are packed; else unchanged. pre: the side has a width. Correct
// for the first value of each access.
KernelIndex in_bytes(const KernelIndex& index, int element_bits);
KernelMap in_bytes(const KernelMap& map, int element_bits);
std::vector<KernelSwizzle> in_bytes(const std::vector<KernelSwizzle>& swizzles, int element_bits);

}  // namespace stridescope
