// What a copy kernel does, number by number: how the source, the destination and the tile in shared memory are
// addressed from thread, value and tile, how wide each access is, and where edges must be masked. Kernel text, the
// reference device and the predicted counts are all made from this one plan.
//
// An address is a sum of one part for the thread, one for the value and one for each mode of the grid of tiles; a part
// is a sum of digits of its index. Swizzles act on the sum. Offsets count elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/codegen/copy_tma.h"
#include "core/tiled/kernel.h"
#include "core/tiled/thread_value.h"

namespace stridescope {

// Caps of a kernel.
inline constexpr std::int64_t max_kernel_values = 512;  // of one thread: they are registers
inline constexpr std::int64_t max_kernel_tiles = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t max_kernel_elements = std::int64_t{1} << 40;

// (index / divisor) % extent * stride. Where the digit is the last of its index, the remainder is not taken.
struct KernelDigit {
  std::int64_t divisor = 1;
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  std::string mode;  // of the partition's layout, "0.1"
};

// The digits of one index, the fastest first.
struct KernelIndex {
  std::vector<KernelDigit> digits;
  std::string layout;  // printed, (extents):(strides)

  std::int64_t at(std::int64_t index) const {
    std::int64_t out = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const KernelDigit& d = digits[i];
      const std::int64_t q = index / d.divisor;
      out += (i + 1 == digits.size() ? q : q % d.extent) * d.stride;
    }
    return out;
  }
  std::int64_t largest() const;  // over its extents
  std::int64_t smallest() const;
};

// One access side of the kernel: an integer for every (thread, value, tile).
struct KernelMap {
  KernelIndex thread;
  KernelIndex value;
  std::vector<KernelIndex> tile;  // one for each mode of the tensor

  std::int64_t largest() const;
  std::int64_t smallest() const;
};

// x -> x + offset, then the swizzle.
struct KernelSwizzle {
  Swizzle swizzle;
  std::int64_t offset = 0;
};

// A tensor as one partition addresses it.
struct KernelSide {
  std::string name;  // "src", "dst", "smem"
  KernelMap map;
  std::vector<KernelSwizzle> swizzles;  // innermost first
  std::int64_t lowest = 0;              // offset of all elements of the tensor, before swizzles
  std::int64_t highest = 0;             // and the highest after them
  int access_bytes = 0;
  Message limit;  // what keeps the access from being twice as wide; empty at 16 bytes
  // Place in a thread's registers -> value; no digits: as the values are numbered. Accesses are of neighbouring places.
  KernelIndex order = {};

  std::int64_t value_at(std::int64_t place) const { return order.digits.empty() ? place : order.at(place); }
  std::int64_t swizzled(std::int64_t x) const;
  // One of its elements: of the thread, value and tile.
  std::int64_t offset(std::int64_t thread, std::int64_t value, const std::int64_t* tile) const;
};

// A mode of the tensor where the tiles reach past its end.
// law: an element is inside exactly where load (or store) of its thread, value and tile is below extent.
struct KernelEdge {
  int mode = 0;
  std::int64_t extent = 0;
  KernelMap load;  // (thread, value, tile) -> coordinate in the mode
  KernelMap store;
};

// How a thread's values change places in its registers between an access that reads and one that writes, where the
// orders of these differ (copy_turn.h). Registers are words, each with as many elements as it has room for.
struct KernelTurn {
  // Of a place two binary digits change: their weights in elements. Both within a word, or one that counts words.
  struct Exchange {
    std::int64_t low = 0, high = 0;
  };
  int word_bits = 0;  // 0: nothing changes places
  std::vector<Exchange> exchanges;
  KernelIndex words;  // word as it is written -> that word after the exchanges; no digits: the same

  bool any() const { return word_bits > 0; }
  std::int64_t before(std::int64_t place, int element_bits) const;  // place as it is written -> as it was read
};

// ldmatrix or stmatrix, where values go between shared memory and the registers of a whole warp.
struct KernelMatrices {
  int count = 0;  // 8x8 matrices of one instruction: 1, 2 or 4; 0: each thread moves its own values
  bool transposed = false;
  std::int64_t instruction_values = 0;  // of one thread, in registers
  std::int64_t row_values = 0;          // in 16 bytes of a row
};

// The whole plan. post of plan_copy: every address of every thread, value and tile is inside the tensors where the
// masks let it be, accesses are aligned to their width, and the kernel fits a block.
struct CopyPlan {
  // From src to the tile: by each thread's registers, past them, or by the copy engine.
  enum class Path { registers, shared, cp_async, tma };
  Path path = Path::registers;
  KernelMatrices write_matrices, read_matrices;  // into shared memory, and out of it
  std::optional<TmaTransfer> tma_load, tma_store;
  int stages = 1;           // tiles of shared memory
  bool persistent = false;  // a block goes from tile to tile; as many blocks as fit on the GPU
  DataType type;
  int element_bits = 0;
  std::int64_t threads = 0;        // of a block
  std::int64_t load_threads = 0;   // that load: one for the copy engine, else all
  std::int64_t store_threads = 0;  // that store
  std::int64_t load_values = 0;    // of one thread
  std::int64_t store_values = 0;
  std::vector<std::int64_t> extents;  // of the tensor, mode by mode
  std::vector<std::int64_t> tile;     // of the tile
  std::vector<std::int64_t> grid;     // tiles along each mode
  std::vector<int> order;             // of the modes of the grid, the fastest first
  std::int64_t tiles = 0;
  std::int64_t elements = 0;  // of the tensor
  std::vector<KernelEdge> edges;
  KernelSide src, dst;
  // With shared memory: written by the load partition, read by the store partition.
  KernelSide smem_write, smem_read;
  // Where the lanes point to for stmatrix and ldmatrix: rows of 16 bytes, whose elements other lanes hold.
  KernelSide smem_write_rows, smem_read_rows;
  KernelTurn load_turn;           // between src and the tile, or dst where there is none
  KernelTurn store_turn;          // between the tile and dst
  std::int64_t stage_bytes = 0;   // of one tile of shared memory
  std::int64_t shared_bytes = 0;  // of a block
  bool cache_global = false;      // cp.async.cg: past the L1 cache
  std::string needs;  // "sm80" for cp.async, "sm75" for ldmatrix, "sm90" for stmatrix and TMA; empty: any GPU
  CopyKernel kernel;  // integers static

  // Coordinates along the grid of tile number b.
  void tile_coordinates(std::int64_t b, std::int64_t* out) const;
  bool inside(std::int64_t thread, std::int64_t value, const std::int64_t* tile_coordinates, bool load) const;
  // Elements of less than 8 bits are packed, and the unit of memory is a byte of them; else it is an element.
  int unit_bytes() const { return element_bits < 8 ? 1 : element_bits / 8; }
  std::int64_t unit_elements() const { return element_bits < 8 ? 8 / element_bits : 1; }
  std::int64_t access_elements(const KernelSide& side) const {
    return std::int64_t{8} * side.access_bytes / element_bits;
  }
  std::int64_t bytes_of(std::int64_t n) const { return (n * element_bits + 7) / 8; }  // n elements
  std::int64_t bytes_moved() const { return 2 * bytes_of(elements); }                 // read plus written
};

// Refused, with the condition that fails, when no kernel can do it: alignment, divisibility, shared memory, element
// width, atoms that are no copies of one thread.
Result<CopyPlan> plan_copy(const CopyKernel& kernel);

// Who moves the element at a 1-D coordinate of the tensor: threads and values of the partitions of its tile.
struct CopyOwners {
  std::string coordinate;  // "(3,5)", by mode
  std::string tile;        // along the modes of the grid
  std::vector<TvPair> load;
  std::vector<TvPair> store;
};
CopyOwners copy_owners(const CopyPlan& plan, std::int64_t coordinate);

// Offset of the 1-D coordinate of a tensor, by its own layout alone: what a checker compares with.
struct TensorIndex {
  KernelIndex index;
  std::vector<KernelSwizzle> swizzles;
  std::int64_t at(std::int64_t coordinate) const;
};
Result<TensorIndex> tensor_index(const AnyLayout& layout);

}  // namespace stridescope
