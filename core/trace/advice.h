// The cause of wasted wavefronts or sectors, and the smallest change that fixes it. For a range of shared memory, the
// change is the swizzle or padding with the fewest wavefronts over all accesses to the range; it preserves their width
// and alignment. For an access to global memory, the change is the order of its lanes. Predictions are counted request
// by request, with the same model as the trace.
#pragma once

#include "core/trace/report.h"

namespace stridescope {

// The cause of the excess over the minimum for the access's lanes and width.
enum class WasteCause : std::uint8_t {
  stride,       // one mode of the lanes steps by a multiple of the banks, or from
                // sector to sector
  modes,        // no mode alone: several meet
  swizzle,      // a swizzle exists, but does not reach the bits that conflict
  alignment,    // the lanes are adjacent, but they, or rows of them, begin in the
                // middle of a sector
  destination,  // cp.async past L1: its rows in shared memory split sectors
  scattered,    // the addresses are not a layout
};
std::string_view name_of(WasteCause cause);

// The best order of an access's lanes.
struct LaneOrder {
  std::string layout;  // (thread, repetition) -> element, written like TracedAccess::expression
  std::int64_t sectors = 0;
};

// An access that costs more than the minimum, with the cause.
struct AccessWaste {
  std::size_t access = 0;  // index in the report
  WasteCause cause = WasteCause::stride;
  FitMode mode;                     // mode of `stride`, and of rows that begin within a sector, in bytes
  std::int64_t ways = 0;            // lanes of that mode in one bank, or sectors of one request
  std::int64_t removed = 0;         // for alignment and destination: sectors once the cause is gone
  std::optional<LaneOrder> better;  // for global memory, where another order of
                                    // the same addresses has fewer sectors
};

// A range of shared memory that accesses share.
struct SharedTile {
  std::int64_t begin = 0;  // bytes
  std::int64_t end = 0;
  std::vector<std::size_t> accesses;  // the counted ones, as indices in the report
  std::int64_t wavefronts = 0;
  std::int64_t ideal_wavefronts = 0;

  // The best change: a swizzle or a padding; neither if no change helps. Both apply to byte offsets from `begin`, with
  // the existing swizzle removed.
  Swizzle swizzle;
  struct Padding {
    std::int64_t row_bytes = 0;
    std::int64_t bytes = 0;  // after each row
  };
  std::optional<Padding> padding;
  std::int64_t best_wavefronts = 0;
  // Other instructions access it, too: only swizzles that they support are candidates, no padding.
  bool hardware = false;

  bool has_change() const { return best_wavefronts < wavefronts; }
};

struct Advice {
  std::vector<AccessWaste> wastes;  // in the order of the report
  std::vector<SharedTile> tiles;    // with excess wavefronts, by `begin`; no two overlap
};

// pre: the report is of this launch. Only traced blocks are counted. If the budget does not suffice for a tile, the
// tile has no change, and best_wavefronts is the current number.
Advice advise(const TracedLaunch& launch, const LaunchReport& report, Budget& budget);

// Sentences: the fact and each fix. For a changed tile also the layout, the layout in CuTe C++, and the index
// arithmetic in bytes.
struct AdviceWords {
  Message what;
  std::vector<Message> fixes;
  std::string layout;
  Message cute;
  Message arithmetic;
};
AdviceWords to_words(const LaunchReport& report, const AccessWaste& waste);
AdviceWords to_words(const LaunchReport& report, const SharedTile& tile);
// The changed tile as a line of a layout program; empty without a change.
std::string tile_program(const LaunchReport& report, const SharedTile& tile);

// "load_83: 32 lanes meet in one bank, because ...", then the fix as a line of a layout program and as index
// arithmetic.
std::string advice_text(const LaunchReport& report, const Advice& advice, const Catalog& catalog);
void write_advice(JsonWriter& out, const LaunchReport& report, const Advice& advice);
// Lines for the program of report_program: each changed tile as a layout of elements below its swizzle.
std::string advice_program(const LaunchReport& report, const Advice& advice);

}  // namespace stridescope
