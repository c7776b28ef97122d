// The kernel value that sums (copy kernels: core/kernels/copy/copy_kernel.h):
//
//   reduce_kernel(src, dst, via)     dst has an extent of 1 along each summed mode of src: an element of dst is the sum
//                                    of the elements of src with its other coordinates; `via` assigns the elements of a
//                                    tile to threads: a TiledCopy, or a layout (thread, value) -> element
//   reduce_kernel(..., combine="shuffle")   adds the threads' partial sums by shuffles within a warp and in shared
//                                    memory between warps; "shared": in shared memory only
//   reduce_kernel(..., split=8)      8 blocks share the tiles of each sum; the last one adds their partial sums
//
// The value is not checked yet: plan_reduce (core/kernels) reports why it cannot run.
#pragma once

#include <string>

#include "core/kernels/copy/copy_kernel.h"

namespace stridescope {

// Combination of the threads' partial sums: shuffles within a warp and shared memory between warps, or shared memory
// alone.
enum class Combine : std::uint8_t { shuffle, shared };

// The value of reduce_kernel(...). post of make_reduce_kernel: along each mode dst has the extent of src or 1. dst's
// strides are arbitrary: (M,1):(1,0) for src (M,N):(N,1) are the sums of rows.
struct ReduceKernel {
  AnyLayout src;  // coordinate -> offset in elements
  AnyLayout dst;  // same rank: coordinate -> offset in sums
  DataType type;  // type of src
  TiledCopy via;  // partitions a tile of src
  Combine combine = Combine::shuffle;
  std::int64_t split = 1;  // blocks that share the tiles of a sum
  int access_bytes = 16;   // maximum bytes of an access

  static const ObjectKind object_kind;
};

// Limit of the option split.
inline constexpr std::int64_t max_reduce_split = 4096;

// Makes the value; the caller sets combine and split. rank_mismatch: dst has neither the extent of src nor 1 along some
// mode; also the errors of make_copy_kernel for a copy of src to itself. Errors are in the Arith. pre: via is not a
// copy engine.
ReduceKernel make_reduce_kernel(Arith&, const AnyLayout& src, const AnyLayout& dst, const CopyVia& via,
                                const CopyKernelOptions& options);
// True if dst has extent 1 along that mode and src a larger one. pre: 0 <= mode < rank.
bool is_summed(Arith&, const ReduceKernel& kernel, int mode);

// The interpreted arguments, one per line; always combine; split and bytes unless they are defaults.
std::string print_kernel(const ReduceKernel& kernel, IntegerMode mode);

}  // namespace stridescope
