// The kernel that adds, as a value of the language (core/kernels/copy/copy_kernel.h has those that copy):
//
//   reduce_kernel(src, dst, via)     dst has an extent of 1 where src is summed: each element of dst is the sum
//                                    of those of src that have its other coordinates; `via` says which thread adds
//                                    which elements of a tile: a TiledCopy, or a layout (thread, value) -> element
//   reduce_kernel(..., combine="shuffle")   how threads with parts of one sum meet: by shuffles within a warp and in
//                                    shared memory beyond, or "shared", in shared memory alone
//   reduce_kernel(..., split=8)      so many blocks share the tiles of each sum; the last one adds what they have
//
// Such a value cannot run yet: plan_reduce (core/kernels) reports the obstacles.
#pragma once

#include <string>

#include "core/kernels/copy/copy_kernel.h"

namespace stridescope {

// The combination of threads with parts of one sum: shuffle within a warp and shared memory beyond, or shared memory
// alone.
enum class Combine : std::uint8_t { shuffle, shared };

// The value of reduce_kernel(...). post of make_reduce_kernel: along each mode dst has the extent of src or 1. dst's
// strides are free: (M,1):(1,0) of a src (M,N):(N,1) are the sums of rows.
struct ReduceKernel {
  AnyLayout src;  // coordinate -> offset in elements
  AnyLayout dst;  // of the same rank: coordinate -> offset in sums
  DataType type;  // of src
  TiledCopy via;  // partitions a tile of src
  Combine combine = Combine::shuffle;
  std::int64_t split = 1;  // blocks that share the tiles of a sum
  int access_bytes = 16;   // no access is wider

  static const ObjectKind object_kind;
};

// Cap of the option split.
inline constexpr std::int64_t max_reduce_split = 4096;

// The value from its arguments; combine and split are set afterwards. rank_mismatch: dst has neither the extent of src
// nor 1 along some mode; the refusals of make_copy_kernel for a copy of src to itself. A fault is in the Arith. pre:
// via is not a copy engine.
ReduceKernel make_reduce_kernel(Arith&, const AnyLayout& src, const AnyLayout& dst, const CopyVia& via,
                                const CopyKernelOptions& options);
// True if dst has one element along that mode and src several. pre: 0 <= mode < rank.
bool is_summed(Arith&, const ReduceKernel& kernel, int mode);

// The arguments as understood, a line each; combine always, split and the bytes unless they are defaults.
std::string print_kernel(const ReduceKernel& kernel, IntegerMode mode);

}  // namespace stridescope
