// Counts the stages that the pieces of C need.
#include "core/kernels/gemm/gemm_fetch.h"

namespace stridescope {

GemmFetch fetch_of(const FetchQuestion& q) {
  if (!q.asked || q.split > 1) return {};
  // With alternating tiles they would occupy stages of the warpgroup that multiplies: 0.85 of cuBLASLt instead of 0.95.
  if (q.teams > 1) return {};
  // With stream-K, some blocks that sum a part of a tile do not store it.
  if (q.streams) return {};
  GemmFetch out;
  out.owners = q.owners;
  out.each = q.stage_bytes / q.piece_bytes / out.owners;
  if (out.each == 0) return {};
  out.stages = (q.pieces + out.each - 1) / out.each;
  return out.stages < q.stages ? out : GemmFetch{};
}

GemmFetch fetch_of(const GemmPlan& plan) {
  if (!plan.boxed) return {};
  FetchQuestion q;
  q.asked = plan.reads_c() && plan.math.form == MmaPlan::Form::wgmma;
  q.streams = plan.streams();
  q.split = plan.split;
  q.teams = plan.teams;
  q.owners = plan.math.threads / plan.boxed->owner;
  q.pieces = static_cast<std::int64_t>(plan.boxed->pieces.size());
  q.piece_bytes = plan.boxed->piece_bytes;
  q.stage_bytes = plan.stage_bytes;
  q.stages = plan.stages;
  return fetch_of(q);
}

}  // namespace stridescope
