// A copy kernel, number by number: the addresses of the source, the destination and the tile in shared memory by
// thread, value and tile, the width of each access, and the masks of edges. Kernel text, the reference device and the
// predicted counts are all made from this one plan.
//
// An address is a sum of one part for the thread, one for the value and one for each mode of the grid of tiles; a part
// is a sum of digits of its index. Swizzles act on the sum. Offsets count elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/copy/copy_tma.h"
#include "core/tiled/thread_value.h"

namespace stridescope {

// Caps of a kernel: values of one thread, which are registers; tiles, which are blocks of a grid; elements of a
// tensor.
inline constexpr std::int64_t max_kernel_values = 512;  // of one thread: they are registers
inline constexpr std::int64_t max_kernel_tiles = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t max_kernel_elements = std::int64_t{1} << 40;

// (index / divisor) % extent * stride. Where the digit is the last of its index, the remainder is not taken. It is
// one leaf of a layout: divisor is the product of the extents before it.
struct KernelDigit {
  std::int64_t divisor = 1;
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  std::string mode;  // of the partition's layout, "0.1"
};

// The digits of one index, the fastest first: a layout with integer strides, as a function of its 1-D coordinate.
// Without digits it is 0 everywhere.
struct KernelIndex {
  std::vector<KernelDigit> digits;
  // the layout as text, (extents):(strides)
  std::string layout;

  // The offset of that index, in elements. pre: index >= 0; beyond the extents the last digit goes on.
  std::int64_t at(std::int64_t index) const {
    std::int64_t out = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const KernelDigit& d = digits[i];
      const std::int64_t q = index / d.divisor;
      out += (i + 1 == digits.size() ? q : q % d.extent) * d.stride;
    }
    return out;
  }
  // The extremes of at() over the extents; never on the other side of 0, which index 0 has.
  std::int64_t largest() const;  // over its extents
  std::int64_t smallest() const;
};

// One access side of the kernel: an integer for every (thread, value, tile), the sum of thread.at(t), value.at(v) and
// tile[i].at(x_i) for the coordinates x of the tile in the grid. In units of elements, or of a coordinate for an
// edge.
struct KernelMap {
  KernelIndex thread;
  KernelIndex value;
  std::vector<KernelIndex> tile;  // one for each mode of the tensor

  std::int64_t largest() const;
  std::int64_t smallest() const;
};

// x -> x + offset, then the swizzle; both on elements. bits 0 is the offset alone.
struct KernelSwizzle {
  Swizzle swizzle;
  std::int64_t offset = 0;
};

// The obstacle to a wider access: rows that begin in the middle of it, a mode that ends there, or something else.
enum class WidthLimit : std::uint8_t { other, stride, end };

// A tensor as one partition addresses it: the position of a thread's element, and the bytes per access. post of
// plan_copy: access_bytes is a power of two, at most 16; the values of one access are adjacent, and its offset is a
// multiple of its elements, in every thread and tile.
struct KernelSide {
  std::string name;  // "src", "dst", "smem"
  KernelMap map;
  std::vector<KernelSwizzle> swizzles;  // innermost first
  // The lowest offset of all elements of the tensor, before swizzles, and the highest after them: how much memory
  // there is around the base. In elements; lowest is 0 or below.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;  // and the highest after them
  int access_bytes = 0;
  Message limit;  // what keeps the access from being twice as wide; empty at 16 bytes
  WidthLimit limited_by = WidthLimit::other;
  std::int64_t ends_at = 0;  // of the mode that limits it by its end
  // Place in a thread's registers -> value; no digits: in the order of the values. Accesses are of adjacent places.
  KernelIndex order = {};

  // The value at that place among the thread's registers: the places of one access are adjacent in memory, in ascending
  // order.
  std::int64_t value_at(std::int64_t place) const { return order.digits.empty() ? place : order.at(place); }
  // Applies the swizzles to the sum of an address, the innermost first.
  std::int64_t swizzled(std::int64_t x) const;
  // Position of one of its elements, in elements from the tensor's base. tile: its coordinates in the grid, one per
  // mode; null: the tile's own start, as in shared memory. Without checks: masks are CopyPlan::inside's.
  std::int64_t offset(std::int64_t thread, std::int64_t value, const std::int64_t* tile) const;
};

// A mode of the tensor where the tiles reach past its end. Masks are made of the coordinate itself, cut as the data
// is, so they cannot disagree with it.
// law: an element is inside exactly where load (or store) of its thread, value and tile is below extent, in every
// edge.
struct KernelEdge {
  int mode = 0;
  std::int64_t extent = 0;
  KernelMap load;  // (thread, value, tile) -> coordinate in the mode
  KernelMap store;
};

// The permutation of a thread's values in its registers between an access that reads and one that writes, if their
// orders differ (copy_turn.h). Registers are words, each with as many elements as fit. A transpose of bytes reads 4
// rows of 4, exchanges pieces in two rounds, and writes 4 columns of 4. law: the place p that is written has the value
// of the place before(p, element_bits) that was read.
struct KernelTurn {
  // Exchanges two binary digits of a place: their weights in elements, 1, 2, 4, ... Both within a word, or one that
  // counts words.
  struct Exchange {
    std::int64_t low = 0, high = 0;
  };
  int word_bits = 0;  // 0: nothing changes places
  std::vector<Exchange> exchanges;
  KernelIndex words;  // word as it is written -> that word after the exchanges; no digits: the same

  bool any() const { return word_bits > 0; }
  std::int64_t before(std::int64_t place, int element_bits) const;  // place as it is written -> as it was read
};

// ldmatrix or stmatrix, where values go between shared memory and the registers of a whole warp: a lane points to a
// row of 16 bytes, and has parts of several rows. Source: PTX ISA 9.0, 9.7.14.5.15 and 9.7.14.5.16.
struct KernelMatrices {
  int count = 0;  // 8x8 matrices of one instruction: 1, 2 or 4; 0: each thread moves its own values
  bool transposed = false;
  std::int64_t instruction_values = 0;  // of one thread, in registers
  std::int64_t row_values = 0;          // in 16 bytes of a row
};

// The whole plan. post of plan_copy: every address of every thread, value and tile is inside the tensors where the
// masks let it be, accesses are aligned to their width, and the kernel fits a block.
// laws: tiles is the product of grid; grid[i] * tile[i] >= extents[i]; shared_bytes >= stages * stage_bytes. A plan
// owns what it holds; it is not changed once it is made.
struct CopyPlan {
  // From src to the tile: by each thread's registers, past them, or by the copy engine.
  enum class Path { registers, shared, cp_async, tma };
  Path path = Path::registers;
  KernelMatrices write_matrices, read_matrices;  // into shared memory, and out of it
  std::optional<TmaTransfer> tma_load, tma_store;
  // Tiles of shared memory; more than one only for cp_async and tma, whose block iterates over tiles.
  int stages = 1;
  // A block goes from tile to tile, and as many blocks run as fit on the GPU; else there is a block a tile.
  bool persistent = false;
  DataType type;
  int element_bits = 0;
  std::int64_t threads = 0;  // of a block
  // Those that load: one for the copy engine, else all of the block. Likewise those that store.
  std::int64_t load_threads = 0;
  std::int64_t store_threads = 0;  // that store
  std::int64_t load_values = 0;    // of one thread
  std::int64_t store_values = 0;
  // The extents of the tensor, mode by mode; one mode of all elements if the tile numbers them.
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> tile;  // of the tile
  std::vector<std::int64_t> grid;  // tiles along each mode
  // The order of the grid's modes, the fastest first: the one with the smallest stride of src, so that adjacent blocks
  // read adjacent memory.
  std::vector<int> order;
  std::int64_t tiles = 0;
  std::int64_t elements = 0;  // of the tensor
  // The modes whose end needs a mask; empty if tiles divide the tensor.
  std::vector<KernelEdge> edges;
  // Global memory, as the load partition reads it and the store partition writes it.
  KernelSide src, dst;
  // With shared memory: written by the load partition, read by the store partition.
  KernelSide smem_write, smem_read;
  // The addresses of the lanes for stmatrix and ldmatrix: rows of 16 bytes, whose elements other lanes hold.
  KernelSide smem_write_rows, smem_read_rows;
  // The permutations of values in registers; not on a side that the engine, cp.async or matrix instructions move.
  KernelTurn load_turn;   // between src and the tile, or dst without a tile
  KernelTurn store_turn;  // between the tile and dst
  // The size of one tile of shared memory, up to its highest offset; with several stages a multiple of 1024, which the
  // 128-byte swizzle needs.
  std::int64_t stage_bytes = 0;
  // Per block, including all stages and the engine's barriers.
  std::int64_t shared_bytes = 0;
  bool cache_global = false;  // cp.async.cg: past the L1 cache
  // The architecture of its instructions: "sm80" for cp.async, "sm75" for ldmatrix, "sm90" for stmatrix and TMA; empty:
  // any GPU.
  std::string needs;
  CopyKernel kernel;  // as it was given; the plan's own integers are what counts

  // Coordinates along the grid of tile number b, 0 <= b < tiles, into out[0 ... grid.size() - 1].
  void tile_coordinates(std::int64_t b, std::int64_t* out) const;
  // True if the element belongs to the tensor, for the load partition (load) or the store partition. True without
  // edges.
  bool inside(std::int64_t thread, std::int64_t value, const std::int64_t* tile_coordinates, bool load) const;
  // Elements of less than 8 bits are packed, and the unit of memory is a byte of them, of unit_elements() elements;
  // else it is an element.
  int unit_bytes() const { return element_bits < 8 ? 1 : element_bits / 8; }
  std::int64_t unit_elements() const { return element_bits < 8 ? 8 / element_bits : 1; }
  // Elements of one access of that side.
  std::int64_t access_elements(const KernelSide& side) const {
    return std::int64_t{8} * side.access_bytes / element_bits;
  }
  // Bytes of n elements, rounded up; and those that a copy moves, read plus written, each element counted once a
  // direction.
  std::int64_t bytes_of(std::int64_t n) const { return (n * element_bits + 7) / 8; }
  std::int64_t bytes_moved() const { return 2 * bytes_of(elements); }  // read plus written
};

// Checks the kernel and plans it. The first obstacle is reported: unsupported (elements of 6 bits, atoms of which a
// thread executes only a part, swizzled or negative strides under TMA, cp.async of less than 4 bytes, alignment that an
// atom requires), shape_divisibility (tiles of src and dst differ, smem of other extents), rank_mismatch (threads),
// arguments (bytes, stages), too_large (threads, values, tiles, shared memory of sm90, tensors). Slow kernels are not
// refused: they show bank conflicts and narrow accesses. Cost: linear in the elements of a tile and the values of a
// thread, not in those of the tensor.
Result<CopyPlan> plan_copy(const CopyKernel& kernel);

// The owner of the element at a 1-D coordinate of the tensor: threads and values of the partitions of its tile. Several
// if a partition moves it twice, none if it omits it.
struct CopyOwners {
  std::string coordinate;  // "(3,5)", by mode
  std::string tile;        // along the modes of the grid
  std::vector<TvPair> load;
  std::vector<TvPair> store;
};
// pre: 0 <= coordinate < plan.elements. A walk over the threads and values of a tile.
CopyOwners copy_owners(const CopyPlan& plan, std::int64_t coordinate);

// Offset of the 1-D coordinate of a tensor, by its own layout alone, in elements: what a checker compares with. It
// knows no partition, so a wrong plan cannot hide in it.
struct TensorIndex {
  KernelIndex index;
  std::vector<KernelSwizzle> swizzles;
  std::int64_t at(std::int64_t coordinate) const;
};
// basis or unsupported for a layout that a kernel cannot address.
Result<TensorIndex> tensor_index(const AnyLayout& layout);

}  // namespace stridescope
