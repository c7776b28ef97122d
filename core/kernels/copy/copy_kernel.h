// Kernels are values of the language: what is on the screen is what runs.
//
//   copy_kernel(src, dst, via)          dst(c) = src(c) for every coordinate c of two tensors in global memory, through
//                                       registers; `via` says which thread moves which element of a tile
//   copy_kernel(src, dst, via, smem)    through a tile in shared memory of that layout; via is one partition, or two:
//                                       from global to shared memory, and from there to global memory; "tma" in the
//                                       place of a partition is the copy engine of sm90
//
// A TiledCopy that is smaller than the tile in shared memory goes over it as often as it fits.
//
// A kernel value cannot run yet: plan_copy (core/kernels/copy/copy_plan.h) checks it and reports the obstacles. All
// integers in it count as compile-time constants.
#pragma once

#include <optional>
#include <string>

#include "core/tiled/tiled_copy.h"

namespace stridescope {

// The value of copy_kernel(...). post of make_copy_kernel: src and dst have the same extents, load and store cut them
// into tiles of the same extents. plan_copy checks that smem has the extents of a tile.
struct CopyKernel {
  AnyLayout src;  // coordinate -> offset in elements
  // of the same extents as src, mode by mode; a transpose is dst = (M,N):(1,M) of a src = (M,N):(N,1)
  AnyLayout dst;
  DataType type;
  TiledCopy load;                 // partitions a tile of src
  TiledCopy store;                // partitions a tile of dst; the same as load without shared memory
  std::optional<AnyLayout> smem;  // coordinate in the tile -> offset in elements
  int access_bytes = 16;          // no access is wider
  // One instruction of one thread moves boxes of the tile: load and store are then one thread with all its elements.
  bool tma_load = false;
  bool tma_store = false;
  int stages = 1;           // tiles of shared memory; with more than one a block goes from tile to tile
  bool persistent = false;  // as many blocks as fit on the GPU, each goes from tile to tile
  bool turn = false;        // values change places in a thread's registers where accesses become wider by it

  static const ObjectKind object_kind;
};

// `name = value` in the call of a kernel function, a separate value of the language; the function gives it a meaning.
struct KernelOption {
  std::string name;
  Value value;

  static const ObjectKind object_kind;
};

// Options of a kernel by name, as far as they were given; the comments name them. The language has checked their
// ranges: bytes is 1, 2, 4, 8 or 16, stages 1 ... max_kernel_stages.
struct CopyKernelOptions {
  // dtype. If not given, the value type of the last TiledCopy that has one, else float.
  std::optional<DataType> type;
  // tile, of plain thread-value layouts; without it these number the elements of the whole tensor, first mode
  // fastest.
  std::optional<Tiler> tile;
  int access_bytes = 16;    // bytes
  int stages = 1;           // stages
  bool persistent = false;  // persistent
  bool turn = false;        // turn
};

// A partition of the tiles of a kernel: a TiledCopy, or a thread-value layout (atom then copies what the layouts
// allow), or the copy engine. pre: `copy` and `tma` are not both there.
struct CopyVia {
  std::optional<TiledCopy> copy;
  Layout tv;
  bool tma = false;  // neither: the copy engine
};

// Cap of the option stages.
inline constexpr int max_kernel_stages = 8;

// via: one partition for both sides, or two, the first into shared memory and the second out of it; smem null: through
// registers. pre: one or two of them; the copy engine has smem. rank_mismatch: src and dst have other extents;
// shape_divisibility: the two partitions cut other tiles; arguments: a TiledCopy copies values of another width than
// the elements, or has its own tile in addition to `tile`; the refusals of make_tiled_copy_impl. A fault is in the
// Arith, and the kernel is then unfinished. Whether a GPU can execute it is checked later.
CopyKernel make_copy_kernel(Arith&, const AnyLayout& src, const AnyLayout& dst, const std::vector<CopyVia>& via,
                            const AnyLayout* smem, const CopyKernelOptions& options);

// The output of eval: the arguments as understood, a line each; options unless they are defaults. Two kernels are equal
// if they print alike.
std::string print_kernel(const CopyKernel& kernel, IntegerMode mode);

// The same with every integer static: in a kernel all are compile-time constants.
IntTuple with_static_integers(Arith&, TupleRef t);
Layout with_static_integers(Arith&, LayoutRef a);

}  // namespace stridescope
