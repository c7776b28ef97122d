// Counts of Nsight Compute pinned to the accesses of a traced launch: the instruction at the same place of the same
// kernel, the trace's prediction for the whole launch next to the count, and the same for the ideal.
//
// A trace has some blocks of a launch, a report all of them. If each traced block executes an instruction as often as
// the count's average over all blocks, the prediction is that of the traced blocks scaled by the number of blocks;
// otherwise it is scaled by executions, and says so.
#pragma once

#include <optional>

#include "core/base/json.h"
#include "core/trace/ncu.h"
#include "core/trace/report.h"

namespace stridescope {

enum class PinState : std::uint8_t {
  equal,         // predicted is counted
  differs,       // it is not, and every block was traced
  uneven,        // it is not, and blocks that were not traced execute the instruction more or less often
  uncounted,     // the report, or the model, has no number for it
  extrapolated,  // it is not, and blocks that were not traced may have other lanes or addresses: masked edges
};
std::string_view name_of(PinState state);

struct PinnedAccess {
  std::size_t access = 0;       // in the launch's report
  std::size_t instruction = 0;  // in the kernel
  PinState state = PinState::uncounted;
  bool by_executions = false;  // how it was brought to the whole launch
  std::int64_t traced_blocks = 0;
  std::int64_t blocks = 0;
  std::int64_t predicted = 0;  // wavefronts of shared memory, sectors of global memory
  std::int64_t counted = 0;
  std::int64_t predicted_ideal = 0;
  std::int64_t counted_ideal = 0;

  bool equal() const { return state == PinState::equal; }
};

struct PinnedLaunch {
  std::size_t kernel = 0;  // in the report of counts
  bool by_name = false;    // else the only one that has instructions at the same places
  std::vector<PinnedAccess> accesses;
  std::size_t unplaced = 0;  // accesses of the trace without an access of that memory at their place in the report
  std::size_t equal = 0;
  std::size_t compared = 0;  // equal, or not
};

// Nothing where no kernel of the report is this one: of the same name, with the same blocks, or, where none has the
// name, with an access to the same memory at each place where the trace has one.
std::optional<PinnedLaunch> pin_counts(const TracedLaunch& launch, const LaunchReport& report, const NcuReport& counts);

// "predicted 1048576 wavefronts, counted 1048576: equal".
Message to_message(const TracedAccess& access, const PinnedAccess& pinned);
// The header: the counted kernel, and the number of equal counts.
Message to_message(const NcuKernel& kernel, const PinnedLaunch& pinned);
// A line for each access.
std::string pinned_text(const LaunchReport& report, const NcuReport& counts, const PinnedLaunch& pinned,
                        const Catalog& catalog);
void write_pinned(JsonWriter& out, const LaunchReport& report, const NcuReport& counts, const PinnedLaunch& pinned);

// The report without a trace: each kernel's accesses, dearest first, with excess and cause; then what each number
// includes.
std::string ncu_text(const NcuReport& report, const Catalog& catalog);
void write_ncu(JsonWriter& out, const NcuReport& report);
// A line for each number that some instruction has: "wavefronts (L1 Wavefronts Shared): ...".
std::vector<Message> included_in(const NcuReport& report);

}  // namespace stridescope
