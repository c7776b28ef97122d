// A thread-value (TV) layout maps (thread, value) to the index of an element in a tile, first mode of the tile fastest:
// it determines which register of which thread holds an element. MMA and copy atoms, TiledMMA and TiledCopy consist of
// them.
//
//   ((4,8),2):((16,1),8)   32 threads with 2 values each over an 8x8 tile (M x N, index m + 8 n): the accumulator of
//                          an m8n8 MMA. T5 V1: thread (1,1), value 1 -> 16 + 1 + 8 = 25, that is (1,3).
//
// All functions here enumerate every (thread, value) pair, so they are valid for any layout of rank 2 with integer
// strides, static or dynamic. At most max_tv_pairs pairs (too_large); another rank is a rank_mismatch. Threads are
// consecutive: thread t is lane t % 32 of warp t / 32.
// Source: CUTLASS media/docs/cpp/cute/0t_mma_atom.md (TV layouts); CuTe DSL cute.make_layout_tv; CUDA C++ programming
// guide, warp shuffle functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/algebra/algebra.h"

namespace stridescope {

inline constexpr std::int64_t lanes_per_warp = 32;
inline constexpr std::int64_t max_tv_pairs = 1 << 20;  // threads x values
inline constexpr std::size_t max_tv_examples = 4;      // stored per kind

// A value of a thread: one register, or a part of one. Printed as T5 V1.
struct TvPair {
  std::int64_t thread = 0;
  std::int64_t value = 0;
  bool operator==(const TvPair&) const = default;
};

// A TV layout with constant-time access to every pair's element, in memory of threads + values: a layout is linear in
// its two modes.
class TvTable {
 public:
  // rank_mismatch: not rank 2; basis: strides that are basis elements; arguments: negative extents; overflow: offsets
  // beyond 64 bits; too_large: see the head of this file. A layout without pairs gives an empty table; after a fault
  // the table is invalid.
  static TvTable make(Arith&, LayoutRef tv);

  // Number of threads, including those of an incomplete last warp; `values` is per thread.
  std::int64_t threads() const { return static_cast<std::int64_t>(thread_part_.size()); }
  // Values per thread.
  std::int64_t values() const { return static_cast<std::int64_t>(value_part_.size()); }
  std::int64_t warps() const { return (threads() + lanes_per_warp - 1) / lanes_per_warp; }
  std::int64_t element(std::int64_t thread, std::int64_t value) const {
    return thread_part_[static_cast<std::size_t>(thread)] + value_part_[static_cast<std::size_t>(value)];
  }
  // Maximum and minimum of element over all pairs; both 0 for an empty table. They may be outside of a tile.
  std::int64_t largest() const { return largest_; }
  std::int64_t smallest() const { return smallest_; }

 private:
  std::vector<std::int64_t> thread_part_;  // a layout is linear in its two modes
  std::vector<std::int64_t> value_part_;
  std::int64_t smallest_ = 0;
  std::int64_t largest_ = 0;
};

// --- making and inverting (thread_value.cpp) ---

// The result of make_layout_tv, like that of cute.make_layout_tv in CuTe DSL.
//   make_layout_tv((_4,_8):(_8,_1), (_2,_2):(_2,_1))   tiler (_8,_16), tv ((_8,_4),(_2,_2)):((_16,_2),(_8,_1))
struct TiledLayoutTv {
  IntTuple tiler;  // the tile that threads and values fill
  Layout tv;       // (thread, value) -> index in the tile
};
// From the arrangement of threads and values: (m,n) -> thread and (m,n) -> value. The values of one thread stay
// together. pre: static layouts, since an inverse skips dynamic strides. Faults are those of raked_product and
// composition. law: tv has shape (size(threads), size(values)), and covers the tile once if both are compact.
TiledLayoutTv make_layout_tv(Arith&, LayoutRef threads, LayoutRef values);

// The layout from a coordinate of the tile to thread + threads * value; the first owner if several pairs hold an
// element. Integers count as static. Checked at every element of the tile, at most max_tv_pairs (too_large). law:
// TV(R(c)) = index of c. unsupported, with the first such element: an element has no owner, or no layout describes the
// owners. The example of the file comment over (8,8) has the inverse (8,(2,4)):(4,(32,1)).
Layout tv_inverse(Arith&, LayoutRef tv, TupleRef tile);

// The pairs that hold the element with that index, sorted by thread and value; empty if none does. Enumerates all
// pairs.
std::vector<TvPair> tv_owners(const TvTable& tv, std::int64_t element);

// The elements of one thread, one warp or one value index, as a tensor over the index, or over the tile's coordinates:
// thread 5 of the example is counting_iter(17) o (2):(8), or with the tile (8,8) ArithTuple(1,2) o (2):(1@1).
// index_range: it does not exist; divisibility: a warp is neither complete nor the only one. Values keep the modes of
// tv.
enum class TvPart { thread, warp, value };
Tensor tv_part(Arith&, LayoutRef tv, TvPart part, std::int64_t index, const TupleRef* tile);

// --- coverage and contiguity (tv_coverage.cpp) ---

// The coverage of a tile: elements held once, several times, or not at all, and pairs outside of the tile. law:
// elements_once + elements_missing + elements_shared = elements.
struct TvCoverage {
  std::int64_t threads = 0;
  std::int64_t values_per_thread = 0;
  std::int64_t elements = 0;       // elements of the tile
  std::int64_t elements_once = 0;  // held by exactly one pair
  std::int64_t elements_missing = 0;
  std::int64_t elements_shared = 0;  // held by several pairs
  std::int64_t fewest_owners = 0;    // minimum over the elements
  std::int64_t most_owners = 0;
  std::int64_t pairs_outside = 0;     // pairs whose index is outside the tile
  std::vector<std::int64_t> missing;  // the first max_tv_examples; likewise below
  std::vector<std::int64_t> shared;
  std::vector<TvPair> outside;

  bool exact() const { return elements_once == elements && pairs_outside == 0; }
};
// The number of columns of a tile of `elements` elements that is as square as possible, with at least as many rows: the
// largest divisor up to the square root. 1 above max_tv_pairs, since such tiles are never drawn.
std::int64_t squarest_columns(std::int64_t elements);
// Counts the owners of elements 0 ... elements-1. too_large: more than max_tv_pairs elements. Enumerates all pairs.
TvCoverage tv_coverage(Arith&, const TvTable& tv, std::int64_t elements);

// The number of consecutive values of a thread that are adjacent in memory: the possible width of a copy in elements,
// without regard to alignment. `elements` divides the number of values; it is 1 if no two values are adjacent in every
// thread.
struct TvContiguity {
  std::int64_t elements = 1;  // the largest N such that values N i ... N i + N-1 of every thread are adjacent, in order
  std::optional<TvPair> breaks;  // the first pair whose successor is not adjacent; empty if all are
};
// In memory where element e has the offset data(e), or e if data is null. Errors of `data`: too_large above
// max_tv_pairs elements, basis for basis strides, index_range if tv reaches an element that it does not have.
TvContiguity tv_contiguity(Arith&, const TvTable& tv, const AnyLayout* data);

// --- two TV layouts (tv_convert.cpp) ---

// Two layouts over the same tile, compared pair by pair and thread by thread. If sizes differ, only the common part is
// compared.
struct TvComparison {
  std::int64_t pairs = 0;                  // in both layouts
  std::int64_t pairs_equal = 0;            // with the same element
  std::int64_t threads = 0;                // in both layouts
  std::int64_t threads_same_elements = 0;  // with the same set of elements, in any order
  std::int64_t elements_only_a = 0;        // in A but not in B
  std::int64_t elements_only_b = 0;
  bool same_sizes = false;
  std::optional<TvPair> difference;  // the first pair with a different element

  bool equal() const { return same_sizes && pairs_equal == pairs; }
};
// Compares pairs by index: thread t, value v of both. Enumerates each table, and sorts its elements.
TvComparison tv_compare(const TvTable& a, const TvTable& b);

// One __shfl_sync of a whole warp: each active lane gets the source register of another lane. butterfly, offset and
// broadcast are the lane patterns of __shfl_xor_sync, __shfl_up/down_sync and a single source lane; indexed is any
// other. The simplest pattern that fits all lanes of all warps is used.
struct TvShuffle {
  enum class Lanes { butterfly, offset, broadcast, indexed };
  std::int64_t source_register = 0;
  std::int64_t destination_register = 0;
  Lanes lanes = Lanes::indexed;
  // butterfly: the lane mask; offset: source lane minus destination lane; broadcast: the source lane; indexed: 0.
  std::int64_t argument = 0;
  bool same_in_all_warps = true;
  std::vector<std::int8_t> source_lane = {};  // for each lane of the first active warp; -1: inactive
};

// The conversion of elements in layout A to the registers of layout B. If A holds an element several times, the nearest
// source is used: the same value of the same thread, then the thread, the warp, any. law: the five pairs_ members add
// up to `pairs`, the pairs of B.
struct TvConversion {
  // The necessary work: none; rename registers; move registers differently per thread (selects); shuffle within warps;
  // use shared memory; impossible: B needs an element that A does not hold. The most expensive pair decides.
  enum class Method { nothing, rename, select, shuffle, shared_memory, impossible };
  Method method = Method::nothing;
  std::int64_t elements_per_register = 1;
  // The pairs of B by the location of their nearest source.
  std::int64_t pairs = 0;
  std::int64_t pairs_in_place = 0;   // the same value of the same thread
  std::int64_t pairs_in_thread = 0;  // another value of the same thread
  std::int64_t pairs_in_warp = 0;    // another lane of the warp
  std::int64_t pairs_across_warps = 0;
  std::int64_t pairs_missing = 0;  // no thread of A holds the element
  // For Method::rename: for each value of B the value of A that becomes it, equal in every thread; otherwise empty.
  std::vector<std::int64_t> renamed;
  // Shuffles of every warp: one per (source, destination) pair of registers that lanes exchange, and a second one if
  // several elements share a register and a lane needs data of two lanes for one register.
  std::vector<TvShuffle> shuffles;
  std::int64_t shuffles_per_warp = 0;
  // The maximum number of different registers of other lanes that one lane reads: a lower bound for the number of
  // shuffles.
  std::int64_t shuffles_at_least = 0;
  // The elements that pass through shared memory if warps exchange elements.
  std::int64_t shared_elements_written = 0;  // distinct elements
  std::int64_t shared_elements_read = 0;     // by the pairs of B
  std::optional<TvPair> missing;             // the first pair of B whose element A does not hold
  // The first pair of B whose element comes from another thread, and its pair in A.
  std::optional<std::pair<TvPair, TvPair>> moved;
};
// elements_per_register: 1 for 32-bit elements, 2 for halves: consecutive values share a register. arguments: below 1;
// too_large: the lanes of all shuffles exceed 2^24. Enumerates B's pairs, each with a search in A's.
//   (32,2):(2,1) to (32,2):(1,32): 4 shuffles per warp; the lower bound is 2
TvConversion tv_convert(Arith&, const TvTable& a, const TvTable& b, std::int64_t elements_per_register);

// --- residue tiles (tv_predicate.cpp) ---

// The pairs of a tile that are inside the problem if only the first `inside` coordinates of each mode exist: the
// predicate of a residue tile, which CuTe kernels compute from an identity tensor. law: threads_all + threads_some +
// threads_none = threads, and likewise for warps.
struct TvPredicate {
  std::int64_t threads = 0;
  std::int64_t values_per_thread = 0;
  std::int64_t pairs_inside = 0;
  std::int64_t threads_all = 0;  // every value is inside
  std::int64_t threads_some = 0;
  std::int64_t threads_none = 0;  // no value is inside
  std::int64_t warps_all = 0;
  std::int64_t warps_some = 0;
  std::int64_t warps_none = 0;
  // For each warp and value (warp * values + value) the lanes that are inside, lane 0 in the lowest bit: a ballot of
  // the predicate.
  std::vector<std::uint32_t> active_lanes;

  // pre: 0 <= thread < threads, 0 <= value < values_per_thread.
  bool inside(std::int64_t thread, std::int64_t value) const {
    const std::int64_t word = thread / lanes_per_warp * values_per_thread + value;
    return (active_lanes[static_cast<std::size_t>(word)] >> (thread % lanes_per_warp)) & 1;
  }
};
// rank_mismatch: tile and inside have different ranks. An element's coordinate in each mode of the tile counts, nested
// modes as one. index_range: tv reaches outside of the tile; arguments: a tile without elements. Enumerates all pairs.
//   (32,4):(4,1) over (128) with 100 inside: T0-T24 completely inside, T25-T31 masked, lanes of every value 0x01ffffff
TvPredicate tv_predicate(Arith&, const TvTable& tv, TupleRef tile, TupleRef inside);

// --- in words (tv_text.cpp) ---

// Lines without line breaks, the verdict first. Elements are named by their coordinate in the tile, or by their index
// if tile is null. pre: the tables are those that the result was computed from.
std::vector<Message> lines_of(const TvCoverage&, const TvTable& tv, const TupleRef* tile);
std::vector<Message> lines_of(const TvComparison&, const TvTable& a, const TvTable& b);
std::vector<Message> lines_of(const TvConversion&);
std::vector<Message> lines_of(const TvPredicate&);

}  // namespace stridescope
