// The reason why an access wastes wavefronts or sectors, and the smallest
// change that fixes it: for memory that several accesses share, the swizzle or
// the padding with the fewest wavefronts of all of them together, which keeps
// their width and alignment; for an access to global memory the order of its
// lanes. Predictions are counted request by request, with the model that
// counted the trace.
#pragma once

#include "core/trace/report.h"

namespace stridescope {

// The reason why an access costs more than its lanes and width need.
enum class WasteCause : std::uint8_t {
  stride,       // one mode of the lanes steps by a multiple of the banks, or from
                // sector to sector
  modes,        // no mode alone: several meet
  swizzle,      // there is one, and it does not reach the bits that conflict
  alignment,    // the lanes are adjacent, but they, or rows of them, begin in the
                // middle of a sector
  destination,  // of cp.async past L1: its rows in shared memory split sectors
  scattered,    // the addresses are not a layout
};
std::string_view name_of(WasteCause cause);

// The best order of an access's lanes.
struct LaneOrder {
  std::string layout;  // (thread, repetition) -> element, as
                       // TracedAccess::expression has it
  std::int64_t sectors = 0;
};

// One access that costs more than it needs, and why.
struct AccessWaste {
  std::size_t access = 0;  // in the report
  WasteCause cause = WasteCause::stride;
  FitMode mode;                     // of stride, and of rows that begin in the middle of a sector: the mode, in bytes
  std::int64_t ways = 0;            // lanes of it that meet in one bank, or sectors of one request
  std::int64_t removed = 0;         // of alignment and destination: sectors once the cause is gone
  std::optional<LaneOrder> better;  // of global memory, where another order of
                                    // the same addresses has fewer sectors
};

// A range of shared memory that accesses share.
struct SharedTile {
  std::int64_t begin = 0;  // bytes
  std::int64_t end = 0;
  std::vector<std::size_t> accesses;  // in the report, those that are counted
  std::int64_t wavefronts = 0;
  std::int64_t ideal_wavefronts = 0;

  // The best change; neither where nothing is better. Both act on bytes from
  // `begin`, without the swizzle that is there.
  Swizzle swizzle;
  struct Padding {
    std::int64_t row_bytes = 0;
    std::int64_t bytes = 0;  // after each row
  };
  std::optional<Padding> padding;
  std::int64_t best_wavefronts = 0;
  bool hardware = false;  // other instructions write or read it: only swizzles
                          // that they know were tried, no padding

  bool has_change() const { return best_wavefronts < wavefronts; }
};

struct Advice {
  std::vector<AccessWaste> wastes;  // in the order of the report
  std::vector<SharedTile> tiles;    // those that waste wavefronts, by where they begin; no two overlap
};

// pre: the report is of this launch. Only the trace counts: blocks that were not traced are unknown. A tile beyond the
// budget has no change, and best_wavefronts is the current number.
Advice advise(const TracedLaunch& launch, const LaunchReport& report, Budget& budget);

// In sentences: the fact, and each fix; for a changed tile the layout, in CuTe C++ too, and, in bytes, the index
// arithmetic.
struct AdviceWords {
  Message what;
  std::vector<Message> mends;
  std::string layout;
  Message cute;
  Message arithmetic;
};
AdviceWords to_words(const LaunchReport& report, const AccessWaste& waste);
AdviceWords to_words(const LaunchReport& report, const SharedTile& tile);
// The line of a layout program that is the tile as it should lie; empty where nothing is better.
std::string tile_program(const LaunchReport& report, const SharedTile& tile);

// "load_83: 32 lanes meet in one bank, because ...", and what to write instead,
// as a layout program's line and as index arithmetic.
std::string advice_text(const LaunchReport& report, const Advice& advice, const Catalog& catalog);
void write_advice(JsonWriter& out, const LaunchReport& report, const Advice& advice);
// Lines for the program of report_program: each tile that is changed, as a
// layout of elements under its swizzle.
std::string advice_program(const LaunchReport& report, const Advice& advice);

}  // namespace stridescope
