// A thread-value (TV) layout maps (thread, value) to the flat index of an element in a tile, the first mode of the tile
// fastest: the register of each thread that holds an element. MMA and copy atoms, TiledMMA and TiledCopy are made of
// them.
//
//   ((4,8),2):((16,1),8)   32 threads with 2 values each over an 8x8 tile (M x N, index m + 8 n): the accumulator of
//                          an m8n8 MMA. T5 V1: thread (1,1), value 1 -> 16 + 1 + 8 = 25, that is (1,3).
//
// All functions here answer by walking every (thread, value) pair, so they hold for any layout of rank 2 with integer
// strides, static or dynamic. At most max_tv_pairs pairs (too_large); a layout of another rank is a rank_mismatch.
// Threads are consecutive: thread t is lane t % 32 of warp t / 32.
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
inline constexpr std::size_t max_tv_examples = 4;      // kept of each kind

// A value of a thread: one register, or a part of one. Printed T5 V1.
struct TvPair {
  std::int64_t thread = 0;
  std::int64_t value = 0;
  bool operator==(const TvPair&) const = default;
};

// A TV layout with every pair's element at hand, in memory of threads + values: a layout is linear in its two modes.
class TvTable {
 public:
  // rank_mismatch unless rank 2, basis for strides that are basis elements, arguments for negative extents, overflow
  // for offsets beyond 64 bits, too_large as the head says. Of a layout without pairs the table is empty; after a
  // fault it says nothing.
  static TvTable make(Arith&, LayoutRef tv);

  // Threads, those of the last warp that may not be whole included; values count one thread's.
  std::int64_t threads() const { return static_cast<std::int64_t>(thread_part_.size()); }
  // of one thread
  std::int64_t values() const { return static_cast<std::int64_t>(value_part_.size()); }
  std::int64_t warps() const { return (threads() + lanes_per_warp - 1) / lanes_per_warp; }
  std::int64_t element(std::int64_t thread, std::int64_t value) const {
    return thread_part_[static_cast<std::size_t>(thread)] + value_part_[static_cast<std::size_t>(value)];
  }
  // The extremes of element over all pairs; both 0 of an empty table. They may lie outside of a tile.
  std::int64_t largest() const { return largest_; }
  std::int64_t smallest() const { return smallest_; }

 private:
  std::vector<std::int64_t> thread_part_;  // a layout is linear in its two modes
  std::vector<std::int64_t> value_part_;
  std::int64_t smallest_ = 0;
  std::int64_t largest_ = 0;
};

// --- making and inverting (thread_value.cpp) ---

// The result of make_layout_tv, as of CuTe DSL's cute.make_layout_tv.
//   make_layout_tv((_4,_8):(_8,_1), (_2,_2):(_2,_1))   tiler (_8,_16), tv ((_8,_4),(_2,_2)):((_16,_2),(_8,_1))
struct TiledLayoutTv {
  IntTuple tiler;  // the tile that threads and values fill together
  Layout tv;       // (thread, value) -> index in the tile
};
// From where threads and values lie: (m,n) -> thread and (m,n) -> value. The values of one thread stay together. pre:
// static layouts, since an inverse passes over dynamic strides. Faults are those of raked_product and composition.
// law: tv has shape (size(threads), size(values)) and covers the tile once when both are compact.
TiledLayoutTv make_layout_tv(Arith&, LayoutRef threads, LayoutRef values);

// The layout from a coordinate of the tile to thread + threads * value; the first owner if several pairs hold an
// element. Integers count as static. Checked at every element of the tile, at most max_tv_pairs of them (too_large).
// law: TV(R(c)) = index of c. unsupported, with the first element, if some element has no owner or no layout describes
// the owners. The example at the head over (8,8) has the inverse (8,(2,4)):(4,(32,1)).
Layout tv_inverse(Arith&, LayoutRef tv, TupleRef tile);

// Every pair that holds the element of that index, ordered by thread and value; empty if none does. A walk over all
// pairs.
std::vector<TvPair> tv_owners(const TvTable& tv, std::int64_t element);

// The elements of one thread, one warp or one value index, as a tensor over the flat index, or over the tile's
// coordinates: thread 5 of the example is counting_iter(17) o (2):(8), or with the tile (8,8) ArithTuple(1,2) o
// (2):(1@1). index_range if it does not exist; a warp is whole, or the only one (divisibility). Values keep their
// modes, as in tv.
enum class TvPart { thread, warp, value };
Tensor tv_part(Arith&, LayoutRef tv, TvPart part, std::int64_t index, const TupleRef* tile);

// --- coverage and contiguity (tv_coverage.cpp) ---

// Coverage of a tile: held once, several times, or not at all, and pairs outside of it. law: elements_once +
// elements_missing + elements_shared = elements.
struct TvCoverage {
  std::int64_t threads = 0;
  std::int64_t values_per_thread = 0;
  std::int64_t elements = 0;       // of the tile
  std::int64_t elements_once = 0;  // held by exactly one pair
  std::int64_t elements_missing = 0;
  std::int64_t elements_shared = 0;  // held by several pairs
  std::int64_t fewest_owners = 0;    // of one element
  std::int64_t most_owners = 0;
  std::int64_t pairs_outside = 0;     // whose index is outside the tile
  std::vector<std::int64_t> missing;  // the first max_tv_examples, likewise below
  std::vector<std::int64_t> shared;
  std::vector<TvPair> outside;

  bool exact() const { return elements_once == elements && pairs_outside == 0; }
};
// The columns of a tile of the given number of elements that is as square as possible, higher than wide: the largest
// divisor up to the square root. 1 beyond max_tv_pairs, which is never drawn.
std::int64_t squarest_columns(std::int64_t elements);
// Counts owners of the elements 0 ... elements-1; at most max_tv_pairs of them, too_large beyond. A walk over all
// pairs.
TvCoverage tv_coverage(Arith&, const TvTable& tv, std::int64_t elements);

// The number of a thread's consecutive values that are adjacent in memory: the width, in elements, of a possible copy,
// without alignment. `elements` divides the number of values, and is 1 if no two are adjacent in every thread.
struct TvContiguity {
  std::int64_t elements = 1;  // the largest N such that values N i ... N i + N-1 of every thread are adjacent, in order
  std::optional<TvPair> breaks;  // the first pair whose successor is not adjacent; empty if all are
};
// In memory where element e lies at offset data(e); data null: at e. Of `data`: too_large beyond max_tv_pairs
// elements, basis for basis strides, index_range when tv reaches an element that it has not.
TvContiguity tv_contiguity(Arith&, const TvTable& tv, const AnyLayout* data);

// --- two TV layouts (tv_convert.cpp) ---

// Two layouts over the same tile, pair by pair and thread by thread. Where sizes differ, only what both have is
// compared.
struct TvComparison {
  std::int64_t pairs = 0;                  // that both have
  std::int64_t pairs_equal = 0;            // holding the same element
  std::int64_t threads = 0;                // that both have
  std::int64_t threads_same_elements = 0;  // holding the same set of elements, in any order
  std::int64_t elements_only_a = 0;        // held somewhere in A and nowhere in B
  std::int64_t elements_only_b = 0;
  bool same_sizes = false;
  std::optional<TvPair> difference;  // the first pair that holds another element

  bool equal() const { return same_sizes && pairs_equal == pairs; }
};
// Pairs are compared by index: thread t, value v of both. Each table is walked, and its elements sorted.
TvComparison tv_compare(const TvTable& a, const TvTable& b);

// One __shfl_sync of a whole warp: each lane that takes part gets the source register of one other lane. butterfly,
// offset and broadcast are the lane patterns of __shfl_xor_sync, __shfl_up/down_sync and one source lane; indexed is
// any other. The plainest that fits all lanes of all warps is named.
struct TvShuffle {
  enum class Lanes { butterfly, offset, broadcast, indexed };
  std::int64_t source_register = 0;
  std::int64_t destination_register = 0;
  Lanes lanes = Lanes::indexed;
  // butterfly: the lane mask; offset: source lane minus destination lane; broadcast: the source lane; indexed: 0.
  std::int64_t argument = 0;
  bool same_in_all_warps = true;
  std::vector<std::int8_t> source_lane = {};  // of each lane of the first warp that takes part, -1: takes nothing
};

// The way of the elements of layout A to the registers of layout B. If A holds an element several times, the nearest
// source counts: the same value of the same thread, then the thread, the warp, any. law: the five pairs_ members sum to
// `pairs`, those of B.
struct TvConversion {
  // The necessary work: none; rename registers; move registers differently in different threads (selects); shuffle
  // within the warps; use shared memory; impossible: B needs an element that A does not hold. The most expensive need
  // of any pair decides.
  enum class Method { nothing, rename, select, shuffle, shared_memory, impossible };
  Method method = Method::nothing;
  std::int64_t elements_per_register = 1;
  // The destination's pairs by where their element comes from, the nearest source counted.
  std::int64_t pairs = 0;
  std::int64_t pairs_in_place = 0;   // the same value of the same thread
  std::int64_t pairs_in_thread = 0;  // another value of the same thread
  std::int64_t pairs_in_warp = 0;    // another lane of the warp
  std::int64_t pairs_across_warps = 0;
  std::int64_t pairs_missing = 0;  // no thread of A holds the element
  // For Method::rename: for each value of B the value of A that becomes it, the same in every thread; otherwise empty.
  std::vector<std::int64_t> renamed;
  // Shuffles that every warp executes: one for each (source, destination) pair of registers that lanes exchange, and
  // a second where several elements share a register and a lane needs two lanes' for one of its own.
  std::vector<TvShuffle> shuffles;
  std::int64_t shuffles_per_warp = 0;
  // The most different registers of other lanes that one lane reads: no schedule does with fewer shuffles.
  std::int64_t shuffles_at_least = 0;
  // The elements that go through shared memory if warps exchange elements.
  std::int64_t shared_elements_written = 0;  // different elements
  std::int64_t shared_elements_read = 0;     // by the destination's pairs
  std::optional<TvPair> missing;             // the first destination pair whose element A does not hold
};
// elements_per_register: 1 for 32-bit elements, 2 for halves: consecutive values share a register. arguments below 1;
// too_large where the lanes of all shuffles are more than 2^24. A walk over B's pairs, each a search in A's.
//   (32,2):(2,1) to (32,2):(1,32): 4 shuffles a warp, of which no schedule does with fewer than 2
TvConversion tv_convert(Arith&, const TvTable& a, const TvTable& b, std::int64_t elements_per_register);

// --- residue tiles (tv_predicate.cpp) ---

// The pairs of a tile that are inside the problem if only the first `inside` coordinates of each mode exist: the
// predicate of a residue tile, as CuTe kernels compute it from an identity tensor. law: threads_all + threads_some +
// threads_none = threads, and likewise the warps.
struct TvPredicate {
  std::int64_t threads = 0;
  std::int64_t values_per_thread = 0;
  std::int64_t pairs_inside = 0;
  std::int64_t threads_all = 0;  // every value inside
  std::int64_t threads_some = 0;
  std::int64_t threads_none = 0;  // wholly masked
  std::int64_t warps_all = 0;
  std::int64_t warps_some = 0;
  std::int64_t warps_none = 0;
  // For each warp and value (warp * values + value) the lanes inside, lane 0 in the lowest bit: a ballot of the
  // predicate.
  std::vector<std::uint32_t> active_lanes;

  // pre: 0 <= thread < threads, 0 <= value < values_per_thread.
  bool inside(std::int64_t thread, std::int64_t value) const {
    const std::int64_t word = thread / lanes_per_warp * values_per_thread + value;
    return (active_lanes[static_cast<std::size_t>(word)] >> (thread % lanes_per_warp)) & 1;
  }
};
// tile and inside have the same rank (rank_mismatch); an element counts by its coordinate in each mode of the tile,
// nested modes as one. index_range when tv reaches outside the tile, arguments for a tile without elements. A walk
// over all pairs.
//   (32,4):(4,1) over (128) with 100 inside: T0-T24 whole, T25-T31 masked, every value's lanes are 0x01ffffff
TvPredicate tv_predicate(Arith&, const TvTable& tv, TupleRef tile, TupleRef inside);

// --- in words (tv_text.cpp) ---

// Line by line, without the line breaks, the verdict first. Elements are named by their coordinate in the tile; tile
// null: by their index. pre: the tables are those that the answer was made from.
std::vector<Message> lines_of(const TvCoverage&, const TvTable& tv, const TupleRef* tile);
std::vector<Message> lines_of(const TvComparison&, const TvTable& a, const TvTable& b);
std::vector<Message> lines_of(const TvConversion&);
std::vector<Message> lines_of(const TvPredicate&);

}  // namespace stridescope
