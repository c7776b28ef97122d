// Fuzzes traces: any bytes are a trace or are refused; an accepted trace survives writing and reading unchanged;
// layouts are recovered from it in bounded time, and those reported as exact are exact.
#include "core/trace/recover.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

void ask(const TracedLaunch& launch) {
  const Executions executions = executions_of(launch);
  Budget budget(1 << 20, 0);
  for (const AccessLayout& layout : recover_layouts(launch, executions, budget)) {
    if (!layout.exact()) continue;
    std::int64_t seen = 0;
    std::size_t base = 0;
    std::array<std::int64_t, 32> repetitions = {};
    std::uint32_t last = UINT32_MAX;
    for (const RequestPlace& place : executions[layout.instruction]) {
      const TracedBlock& block = launch.blocks[place.block];
      const TracedRequest& r = block.requests[place.request];
      if (last != UINT32_MAX && place.block != last) {
        ++base;
        repetitions = {};
      }
      last = place.block;
      const std::int64_t repetition = repetitions[r.warp]++;
      std::size_t at = r.first + static_cast<std::size_t>(layout.number);
      for (std::int64_t lane = 0; lane < 32; ++lane) {
        if ((r.active >> lane & 1) == 0) continue;
        if (seen++ < layout.addresses)
          require(layout.address(32 * r.warp + lane, repetition, base) == block.numbers[at], "an exact layout is");
        at += static_cast<std::size_t>(numbers_of(launch.instructions[r.instruction].kind));
      }
    }
  }
}

void run(std::string_view bytes) {
  const auto trace = bytes.starts_with(trace_magic) ? read_trace(bytes) : read_trace_payload(bytes);
  if (!trace) {
    require(!english(trace.error().message).empty(), "a refusal says why");
    return;
  }
  ++tally.taken;
  if (chosen(bytes, 4)) {
    const auto again = read_trace(write_trace(*trace));
    require(again && *again == *trace, "a trace is read as it was written");
  }
  if (chosen(bytes, 4, 1)) {
    for (const TracedLaunch& launch : trace->launches) ask(launch);
  }
}

const Target target("trace", Input::bytes, run);

}  // namespace
}  // namespace stridescope::fuzz
