// The order of a product: the assignment of tiles of C to blocks: single, in clusters, alternating, or by parts of K. A
// step of plan_gemm. Internal to core/kernels.
#pragma once

#include "core/kernels/gemm/gemm_plan.h"

namespace stridescope {

// The error of a kernel that cannot be planned: "gemm_kernel: " and the message.
tl::unexpected<Error> refuse(ErrorCode code, const Message& message, Message hint = {});

// Sets band, cluster, split, stream and teams from the kernel's options, and rejects invalid combinations. pre: the
// tile is planned, and extents, grid, tiles and path are set.
Result<void> plan_order(GemmPlan& plan);

}  // namespace stridescope
