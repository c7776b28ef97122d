// The plan of a copy kernel in integers: the addresses of source, destination and shared tile by thread, value and
// tile, the width of each access, and the masks of edges. Kernel text, reference device and predicted counts are made
// from this one plan.
//
// An address is a sum of one part for the thread, one for the value, and one for each mode of the grid of tiles. A part
// is a sum of digits of its index. Swizzles apply to the sum. Offsets count elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/copy/copy_tma.h"
#include "core/tiled/thread_value.h"

namespace stridescope {

// Limits of a kernel: values of one thread, tiles (the blocks of a grid), elements of a tensor.
inline constexpr std::int64_t max_kernel_values = 512;  // per thread, in registers
inline constexpr std::int64_t max_kernel_tiles = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t max_kernel_elements = std::int64_t{1} << 40;

// (index / divisor) % extent * stride: one leaf of a layout, where divisor is the product of the extents before it. The
// last digit of an index takes no remainder.
struct KernelDigit {
  std::int64_t divisor = 1;
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  std::string mode;  // path of the mode in the partition's layout, "0.1"
};

// The digits of one index, fastest first: a layout with integer strides as a function of its 1-D coordinate. Constant 0
// without digits.
struct KernelIndex {
  std::vector<KernelDigit> digits;
  // the layout as text, (extents):(strides)
  std::string layout;

  // The offset of that index, in elements. pre: index >= 0; beyond the extents the last digit continues.
  std::int64_t at(std::int64_t index) const {
    std::int64_t out = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const KernelDigit& d = digits[i];
      const std::int64_t q = index / d.divisor;
      out += (i + 1 == digits.size() ? q : q % d.extent) * d.stride;
    }
    return out;
  }
  // Maximum and minimum of at() over the extents. The maximum is at least 0 and the minimum at most 0, since at(0) is
  // 0.
  std::int64_t largest() const;
  std::int64_t smallest() const;
};

// One side of the kernel's accesses: an integer for every (thread, value, tile), namely the sum of thread.at(t),
// value.at(v) and tile[i].at(x_i) for the coordinates x of the tile in the grid. Units are elements, or coordinates for
// an edge.
struct KernelMap {
  KernelIndex thread;
  KernelIndex value;
  std::vector<KernelIndex> tile;  // one for each mode of the tensor

  std::int64_t largest() const;
};

// x -> x + offset, then the swizzle; both in elements. With bits 0 only the offset applies.
struct KernelSwizzle {
  Swizzle swizzle;
  std::int64_t offset = 0;
};

// The obstacle to a wider access: a stride that is not a multiple of the wider access, a mode that ends within it, or
// another one.
enum class WidthLimit : std::uint8_t { other, stride, end };

// A tensor as one partition addresses it: the position of each element of a thread, and the bytes per access. post of
// plan_copy: access_bytes is a power of two, at most 16; the values of one access are adjacent, and its offset is a
// multiple of its elements, for every thread and tile.
struct KernelSide {
  std::string name;  // "src", "dst", "smem"
  KernelMap map;
  std::vector<KernelSwizzle> swizzles;  // innermost first
  // The lowest offset of all elements before swizzles, 0 or below, in elements. `lowest` and `highest` bound the memory
  // around the base.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;  // the highest offset after swizzles
  int access_bytes = 0;
  Message limit;  // the obstacle to an access of twice the width; empty at 16 bytes
  WidthLimit limited_by = WidthLimit::other;
  std::int64_t ends_at = 0;  // for WidthLimit::end: the extent of the limiting mode
  // Position in a thread's registers -> value; without digits the identity. The values of an access have adjacent
  // positions.
  KernelIndex order = {};

  // The value at a position in the thread's registers. The positions of one access are adjacent in memory, in ascending
  // order.
  std::int64_t value_at(std::int64_t place) const { return order.digits.empty() ? place : order.at(place); }
  // Applies the swizzles to the sum of an address, innermost first.
  std::int64_t swizzled(std::int64_t x) const;
  // Position of an element, in elements from the tensor's base. tile: its coordinates in the grid, one per mode; null:
  // relative to the tile, as in shared memory. Does not check masks; CopyPlan::inside does.
  std::int64_t offset(std::int64_t thread, std::int64_t value, const std::int64_t* tile) const;
};

// A mode of the tensor whose tiles extend past its end. The mask is the coordinate itself, partitioned like the data,
// so the two cannot disagree. law: an element is inside exactly if, for every edge, load (or store) of its thread,
// value and tile is below extent.
struct KernelEdge {
  int mode = 0;
  std::int64_t extent = 0;
  KernelMap load;  // (thread, value, tile) -> coordinate in the mode
  KernelMap store;
};

// The permutation of a thread's values between an access that reads and one that writes, if their orders differ
// (copy_turn.h). Registers are words, each with as many elements as fit. A transpose of bytes reads 4 rows of 4,
// exchanges pieces in two rounds, and writes 4 columns of 4. law: the written position p has the value of the read
// position before(p, element_bits).
struct KernelTurn {
  // Exchanges two binary digits of a position, given by their weights in elements: 1, 2, 4, ... Either both are within
  // a word, or one of them selects the word.
  struct Exchange {
    std::int64_t low = 0, high = 0;
  };
  int word_bits = 0;  // 0: no permutation
  std::vector<Exchange> exchanges;
  KernelIndex words;  // written word -> word after the exchanges; without digits the identity

  bool any() const { return word_bits > 0; }
  std::int64_t before(std::int64_t place, int element_bits) const;  // written position -> read position
};

// ldmatrix or stmatrix between shared memory and the registers of a warp: each lane gives the address of a row of 16
// bytes, and holds parts of several rows. Source: PTX ISA 9.0, 9.7.14.5.15 and 9.7.14.5.16.
struct KernelMatrices {
  int count = 0;  // 8x8 matrices per instruction: 1, 2 or 4; 0: each thread moves its own values
  bool transposed = false;
  std::int64_t instruction_values = 0;  // registers of one thread, in values
  std::int64_t row_values = 0;          // values in a row of 16 bytes
};

// The whole plan, immutable and self-contained. post of plan_copy: every unmasked address is inside its tensor,
// accesses are aligned to their width, and the kernel fits a block. laws: tiles is the product of grid; grid[i] *
// tile[i] >= extents[i]; shared_bytes >= stages * stage_bytes.
struct CopyPlan {
  // The path of the data: through registers alone; through registers into the shared tile; into the shared tile by
  // cp.async; into it by the copy engine.
  enum class Path { registers, shared, cp_async, tma };
  Path path = Path::registers;
  KernelMatrices write_matrices, read_matrices;  // write to shared memory, read from it
  std::optional<TmaTransfer> tma_load, tma_store;
  // Tiles of shared memory; more than one only for cp_async and tma, whose block iterates over tiles.
  int stages = 1;
  // True: as many blocks as fit on the GPU, each iterating over tiles. False: one block per tile.
  bool persistent = false;
  DataType type;
  int element_bits = 0;
  std::int64_t threads = 0;  // threads of a block
  // Threads that load: one with the copy engine, else all of the block.
  std::int64_t load_threads = 0;
  std::int64_t store_threads = 0;  // threads that store, likewise
  std::int64_t load_values = 0;    // values per thread
  std::int64_t store_values = 0;
  // Extents of the tensor, mode by mode; a single mode of all elements if the tile is an integer.
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> tile;  // extents of the tile
  std::vector<std::int64_t> grid;  // tiles along each mode
  // The modes of the grid, fastest first: by increasing stride of src, so that adjacent blocks read adjacent memory.
  std::vector<int> order;
  std::int64_t tiles = 0;
  std::int64_t elements = 0;  // elements of the tensor
  // Modes that need a mask at their end; empty if the tiles divide the tensor.
  std::vector<KernelEdge> edges;
  // Global memory, in the partition of the load and of the store.
  KernelSide src, dst;
  // Shared memory, in the partition of the load (writes) and of the store (reads).
  KernelSide smem_write, smem_read;
  // Addresses of stmatrix and ldmatrix: rows of 16 bytes, whose elements other lanes hold.
  KernelSide smem_write_rows, smem_read_rows;
  // Permutations of values in registers; empty on sides moved by the engine, cp.async or matrix instructions.
  KernelTurn load_turn;   // between src and the tile, or dst without a tile
  KernelTurn store_turn;  // between the tile and dst
  // Size of one tile of shared memory, up to its highest offset. With several stages a multiple of 1024, as the
  // 128-byte swizzle requires.
  std::int64_t stage_bytes = 0;
  // Bytes per block, including all stages and the engine's barriers.
  std::int64_t shared_bytes = 0;
  bool cache_global = false;  // cp.async.cg: bypasses the L1 cache
  // The minimum architecture: "sm80" for cp.async, "sm75" for ldmatrix, "sm90" for stmatrix and TMA; empty: any GPU.
  std::string needs;
  CopyKernel kernel;  // the given value; the plan's own integers are authoritative

  // Coordinates along the grid of tile number b, 0 <= b < tiles, into out[0 ... grid.size() - 1].
  void tile_coordinates(std::int64_t b, std::int64_t* out) const;
  // True if the element belongs to the tensor, for the load partition (load) or the store partition. True without
  // edges.
  bool inside(std::int64_t thread, std::int64_t value, const std::int64_t* tile_coordinates, bool load) const;
  // The unit of memory: an element, or, for elements of less than 8 bits, a byte of unit_elements() elements.
  int unit_bytes() const { return element_bits < 8 ? 1 : element_bits / 8; }
  std::int64_t unit_elements() const { return element_bits < 8 ? 8 / element_bits : 1; }
  // Elements of one access of that side.
  std::int64_t access_elements(const KernelSide& side) const {
    return std::int64_t{8} * side.access_bytes / element_bits;
  }
  // Bytes of n elements, rounded up.
  std::int64_t bytes_of(std::int64_t n) const { return (n * element_bits + 7) / 8; }
  // read plus written, each element once per direction
  std::int64_t bytes_moved() const { return 2 * bytes_of(elements); }
};

// Checks the kernel and plans it. The first problem is reported: unsupported (elements of 6 bits, an atom of which a
// thread executes only a part, swizzled or negative strides under TMA, cp.async of less than 4 bytes, the alignment
// that an atom requires), shape_divisibility (tiles of src and dst differ, smem has other extents), rank_mismatch
// (threads), arguments (bytes, stages), too_large (threads, values, tiles, shared memory of sm90, tensors). Slow
// kernels are accepted: they demonstrate bank conflicts and narrow accesses. Cost: linear in the elements of a tile and
// the values of a thread, independent of the tensor's size.
Result<CopyPlan> plan_copy(const CopyKernel& kernel);

// The owners of the element at a 1-D coordinate of the tensor: threads and values of the partitions of its tile.
// Several if a partition moves the element more than once; empty if it omits the element.
struct CopyOwners {
  std::string coordinate;  // "(3,5)", by mode
  std::string tile;        // coordinates in the grid
  std::vector<TvPair> load;
  std::vector<TvPair> store;
};
// Iterates over the threads and values of a tile. pre: 0 <= coordinate < plan.elements.
CopyOwners copy_owners(const CopyPlan& plan, std::int64_t coordinate);

// Offset of a 1-D coordinate of a tensor by its own layout, in elements: the reference of a checker. It is independent
// of the partition, so it exposes a wrong plan.
struct TensorIndex {
  KernelIndex index;
  std::vector<KernelSwizzle> swizzles;
  std::int64_t at(std::int64_t coordinate) const;
};
// basis or unsupported: a layout that a kernel cannot address.
Result<TensorIndex> tensor_index(const AnyLayout& layout);

}  // namespace stridescope
