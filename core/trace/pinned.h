// Joins the counts of Nsight Compute with the accesses of a traced launch: matches instructions by their address in the
// kernel, and compares the trace's prediction for the whole launch with the count, for actual and ideal numbers.
//
// A trace has some blocks of a launch, a report all of them. If each traced block executes an instruction as often as
// the average block of the report, the prediction is scaled by the number of blocks. Otherwise it is scaled by the
// number of executions, and by_executions is set.
#pragma once

#include <optional>

#include "core/base/json.h"
#include "core/trace/ncu.h"
#include "core/trace/report.h"

namespace stridescope {

enum class PinState : std::uint8_t {
  equal,         // predicted is counted
  differs,       // not equal, and every block was traced
  uneven,        // not equal, and blocks that were not traced execute the instruction more or less often
  uncounted,     // the report, or the model, has no number for it
  extrapolated,  // not equal, and blocks that were not traced may have other lanes or addresses: masked edges
};
std::string_view name_of(PinState state);

struct PinnedAccess {
  std::size_t access = 0;       // index in the launch's report
  std::size_t instruction = 0;  // index in the kernel
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
  std::size_t kernel = 0;  // index in the report of counts
  bool by_name = false;    // matched by name; else it is the only one with instructions at the same addresses
  std::vector<PinnedAccess> accesses;
  std::size_t unplaced = 0;  // accesses without an instruction for the same memory at their address in the report
  std::size_t equal = 0;
  std::size_t compared = 0;  // number of states `equal`, `differs` and `uneven`
};

// Empty if the report does not have this kernel. A kernel matches by function name, grid and block size. If no name
// matches, the only kernel of the same size with an access to the same memory at each address of the trace is used.
std::optional<PinnedLaunch> pin_counts(const TracedLaunch& launch, const LaunchReport& report, const NcuReport& counts);

// "predicted 1048576 wavefronts, counted 1048576: equal".
Message to_message(const TracedAccess& access, const PinnedAccess& pinned);
// The header: the counted kernel, and the number of equal counts.
Message to_message(const NcuKernel& kernel, const PinnedLaunch& pinned);
// A line for each access.
std::string pinned_text(const LaunchReport& report, const NcuReport& counts, const PinnedLaunch& pinned,
                        const Catalog& catalog);
void write_pinned(JsonWriter& out, const LaunchReport& report, const NcuReport& counts, const PinnedLaunch& pinned);

// A report without a trace: the accesses of each kernel, largest excess first, with their cause; then the meaning of
// each number.
std::string ncu_text(const NcuReport& report, const Catalog& catalog);
void write_ncu(JsonWriter& out, const NcuReport& report);
// A line for each counter that any instruction has: "wavefronts (L1 Wavefronts Shared): ...".
std::vector<Message> included_in(const NcuReport& report);

}  // namespace stridescope
