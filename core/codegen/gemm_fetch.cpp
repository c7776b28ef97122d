// Which stages the pieces of C take.
#include "core/codegen/gemm_fetch.h"

namespace stridescope {

GemmFetch fetch_of(const GemmPlan& plan) {
  if (!plan.reads_c() || !plan.boxed || plan.split > 1 || plan.math.form != MmaPlan::Form::wgmma) return {};
  // Of tiles in turns they would take stages from the warpgroup that multiplies: 0.85 of cuBLASLt instead of 0.95.
  if (plan.teams > 1) return {};
  // Not all blocks that sum a part of a tile store it.
  if (plan.streams()) return {};
  GemmFetch out;
  out.owners = plan.math.threads / plan.boxed->owner;
  out.each = plan.stage_bytes / plan.boxed->piece_bytes / out.owners;
  if (out.each == 0) return {};
  const auto pieces = static_cast<std::int64_t>(plan.boxed->pieces.size());
  out.stages = (pieces + out.each - 1) / out.each;
  return out.stages < plan.stages ? out : GemmFetch{};
}

}  // namespace stridescope
