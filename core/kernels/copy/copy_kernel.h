// Copy kernels as values of the language, so that the displayed program is the one that runs.
//
//   copy_kernel(src, dst, via)          dst(c) = src(c) for every coordinate c of two tensors in global memory, through
//                                       registers; `via` assigns the elements of a tile to threads
//   copy_kernel(src, dst, via, smem)    through a tile in shared memory with that layout. via is one partition, or two:
//                                       global to shared memory, then shared to global memory; "tma" in place of a
//                                       partition is the copy engine of sm90
//
// A TiledCopy that is smaller than the tile in shared memory is repeated over the tile.
//
// The value is not checked yet: plan_copy (core/kernels/copy/copy_plan.h) reports why it cannot run. All its integers
// become compile-time constants.
#pragma once

#include <optional>
#include <string>

#include "core/tiled/tiled_copy.h"

namespace stridescope {

// The value of copy_kernel(...). post of make_copy_kernel: src and dst have the same extents, and load and store divide
// them into tiles of the same extents. plan_copy checks that smem has the extents of a tile.
struct CopyKernel {
  AnyLayout src;  // coordinate -> offset in elements
  // Same extents as src, mode by mode; a transpose is dst = (M,N):(1,M) for src = (M,N):(N,1).
  AnyLayout dst;
  DataType type;
  TiledCopy load;                 // partitions a tile of src
  TiledCopy store;                // partitions a tile of dst; the same as load without shared memory
  std::optional<AnyLayout> smem;  // coordinate in the tile -> offset in elements
  int access_bytes = 16;          // maximum bytes of an access
  // One instruction of one thread moves boxes of the tile; load and store are then one thread with all elements.
  bool tma_load = false;
  bool tma_store = false;
  int stages = 1;           // tiles of shared memory; with more than one a block iterates over tiles
  bool persistent = false;  // as many blocks as fit on the GPU, each iterating over tiles
  bool turn = false;        // permute values in a thread's registers if that allows wider accesses

  static const ObjectKind object_kind;
};

// `name = value` in the call of a kernel function: a value of its own, which the function interprets.
struct KernelOption {
  std::string name;
  Value value;

  static const ObjectKind object_kind;
};

// Options of a kernel by name, each empty or default if not given; the comments give the names. The language has
// checked their ranges: bytes is 1, 2, 4, 8 or 16, stages 1 ... max_kernel_stages.
struct CopyKernelOptions {
  // dtype. If not given, the value type of the last TiledCopy that has one, else float.
  std::optional<DataType> type;
  // tile, for plain thread-value layouts. Without it their elements are numbers in the whole tensor, first mode
  // fastest.
  std::optional<Tiler> tile;
  int access_bytes = 16;    // bytes
  int stages = 1;           // stages
  bool persistent = false;  // persistent
  bool turn = false;        // turn
};

// A partition of the tiles of a kernel: a TiledCopy, a thread-value layout (with the widest atom that the layouts
// allow), or the copy engine. pre: at most one of `copy` and `tma` is set.
struct CopyVia {
  std::optional<TiledCopy> copy;
  Layout tv;
  bool tma = false;  // the copy engine
};

// Limit of the option stages.
inline constexpr int max_kernel_stages = 8;

// The layout of a layout or a tensor; empty for other values.
std::optional<AnyLayout> memory_layout(const Value& value);

// via: one partition for both sides, or two: into shared memory and out of it. smem null: through registers. pre: the
// copy engine has smem. rank_mismatch: src and dst have different extents; shape_divisibility: the partitions have
// different tiles; arguments: the values of a TiledCopy have another width than the elements, or a TiledCopy is given
// together with `tile`; also the errors of make_tiled_copy_impl. Errors are in the Arith; the result is then
// incomplete. plan_copy checks later whether a GPU can execute the kernel.
CopyKernel make_copy_kernel(Arith&, const AnyLayout& src, const AnyLayout& dst, const std::vector<CopyVia>& via,
                            const AnyLayout* smem, const CopyKernelOptions& options);

// The bytes of TMA that a barrier expects for one stage; 0 without TMA.
std::int64_t transaction_bytes(const CopyKernel& kernel);

// The output of eval: the interpreted arguments, one per line; options unless they are defaults. Two kernels are equal
// if their texts are.
std::string print_kernel(const CopyKernel& kernel, IntegerMode mode);

}  // namespace stridescope
