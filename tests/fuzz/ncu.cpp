// Fuzzes counts of Nsight Compute: any bytes are a report or a source page, or are refused; an accepted input keeps the
// caps, can be reported, and can be pinned to the accesses of a trace that has instructions at the same places.
#include "core/trace/ncu.h"

#include "core/trace/pinned.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

// A launch with an access to shared memory at each of the first places.
TracedLaunch beside(const NcuKernel& kernel) {
  TracedLaunch launch;
  launch.kernel = kernel.name;
  launch.block = {32, 1, 1};
  launch.blocks.emplace_back();
  std::int64_t last = -1;
  for (const NcuInstruction& one : kernel.instructions) {
    if (launch.instructions.size() == 8) break;
    if (one.pc == last) continue;
    last = one.pc;
    TracedInstruction instruction;
    instruction.pc = one.pc;
    instruction.kind = AccessKind::shared_load;
    instruction.bytes = 4;
    launch.instructions.push_back(instruction);
    TracedRequest request;
    request.instruction = static_cast<std::uint32_t>(launch.instructions.size() - 1);
    request.active = 3;
    request.first = static_cast<std::uint32_t>(launch.blocks[0].numbers.size());
    for (const std::int64_t address : {0, 128}) launch.blocks[0].numbers.push_back(address);
    launch.blocks[0].requests.push_back(request);
  }
  return launch;
}

void run(std::string_view bytes) {
  const auto report = read_ncu(bytes);
  require(is_ncu_file(bytes) == bytes.starts_with(std::string_view("NVR\0", 4)), "a report is known by its begin");
  if (!report) {
    require(!english(report.error().message).empty(), "a refusal says why");
    return;
  }
  ++tally.taken;
  require(report->kernels.size() <= max_ncu_kernels, "kernels keep the cap");
  for (const NcuKernel& kernel : report->kernels) {
    std::int64_t last = 0;
    for (const NcuInstruction& one : kernel.instructions) {
      require(one.pc >= last, "instructions stand by their places");
      last = one.pc;
      require(one.global || one.shared || one.local, "each accesses a memory");
      require(one.excess_wavefronts() >= 0 && one.excess_sectors() >= 0, "an excess is none below nothing");
      require(cause_words(one).empty() == (cause_of(one) == NcuCause::none), "a cause is told");
    }
  }
  if (!chosen(bytes, 4)) return;
  require(!ncu_text(*report, english_catalog()).empty(), "a report can be told");
  std::string json;
  JsonWriter out(json);
  write_ncu(out, *report);
  for (const NcuKernel& kernel : report->kernels) {
    if (kernel.instructions.empty()) continue;
    const TracedLaunch launch = beside(kernel);
    Budget budget(1 << 16, 0);
    const LaunchReport traced = report_launch(launch, budget);
    const auto pinned = pin_counts(launch, traced, *report);
    if (!pinned) continue;
    require(pinned->equal <= pinned->compared && pinned->compared <= pinned->accesses.size(), "counts are of accesses");
    require(!pinned_text(traced, *report, *pinned, english_catalog()).empty(), "what is pinned can be told");
  }
}

const Target target("ncu", Input::bytes, run);

}  // namespace
}  // namespace stridescope::fuzz
