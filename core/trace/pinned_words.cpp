// Text and JSON of predictions compared with counts, and of reports without a trace.
#include <algorithm>

#include "core/base/text.h"
#include "core/trace/pinned.h"

namespace stridescope {
namespace {

void write_counts(JsonWriter& out, const NcuInstruction& one) {
  for (std::size_t i = 0; i < ncu_counter_count; ++i) {
    if (one.counts[i] != not_counted) out.field(ncu_counters[i].word, one.counts[i]);
  }
}

std::int64_t excess_of(const NcuInstruction& one) { return std::max(one.excess_wavefronts(), one.excess_sectors()); }

}  // namespace

Message to_message(const TracedAccess& access, const PinnedAccess& p) {
  if (p.state == PinState::uncounted) return say("nothing to compare: the model or the report lacks a number for it");
  const bool shared = access.layout.space == AccessSpace::shared;
  const Message numbers = shared ? say("predicted {} {wavefront|wavefronts}, ideal {}; counted {}, ideal {}",
                                       p.predicted, p.predicted_ideal, p.counted, p.counted_ideal)
                                 : say("predicted {} {sector|sectors}, ideal {}; counted {}, ideal {}", p.predicted,
                                       p.predicted_ideal, p.counted, p.counted_ideal);
  switch (p.state) {
    case PinState::equal:
      return say("{}: equal", numbers);
    case PinState::uneven:
      return say("{}: not equal, and blocks that were not traced execute it more or less often", numbers);
    case PinState::extrapolated:
      return say(
          "{}: not equal; the prediction covers {} of {} {block|blocks}, and the others may be masked or aligned "
          "differently",
          numbers, p.traced_blocks, p.blocks);
    default:
      return say("{}: not equal", numbers);
  }
}

Message to_message(const NcuKernel& kernel, const PinnedLaunch& pinned) {
  const Message which =
      pinned.by_name
          ? say("counted by Nsight Compute: {}", to_message(kernel))
          : say("counted by Nsight Compute, the only kernel with accesses at these places: {}", to_message(kernel));
  const Message equal = say("{} of {} {access|accesses} as predicted", pinned.equal, pinned.compared);
  if (pinned.unplaced == 0) return say("{}; {}", which, equal);
  return say(
      "{}; {}; {}", which, equal,
      say("{} {access of the trace is|accesses of the trace are} not at counted addresses: possibly another build",
          pinned.unplaced));
}

std::string pinned_text(const LaunchReport& report, const NcuReport& counts, const PinnedLaunch& pinned,
                        const Catalog& catalog) {
  const NcuKernel& kernel = counts.kernels[pinned.kernel];
  std::string out = render(to_message(kernel, pinned), catalog) + "\n";
  for (const PinnedAccess& one : pinned.accesses) {
    const TracedAccess& access = report.accesses[one.access];
    append_all(out, "  ", access.name, ": ", render(to_message(access, one), catalog), "\n");
  }
  return out;
}

void write_pinned(JsonWriter& out, const LaunchReport& report, const NcuReport& counts, const PinnedLaunch& pinned) {
  const NcuKernel& kernel = counts.kernels[pinned.kernel];
  out.open_object();
  out.field("kernel", kernel.name);
  out.field("by_name", pinned.by_name);
  out.field("compared", pinned.compared);
  out.field("equal", pinned.equal);
  out.field("unplaced", pinned.unplaced);
  out.objects("accesses", pinned.accesses, [&](const PinnedAccess& one) {
    out.field("name", report.accesses[one.access].name);
    out.field("pc", kernel.instructions[one.instruction].pc);
    out.field("state", name_of(one.state));
    out.field("by_executions", one.by_executions);
    if (one.state != PinState::uncounted) {
      out.field("predicted", one.predicted);
      out.field("predicted_ideal", one.predicted_ideal);
    }
    out.key("counted");
    out.open_object();
    write_counts(out, kernel.instructions[one.instruction]);
    out.close_object();
  });
  out.close_object();
}

std::vector<Message> included_in(const NcuReport& report) {
  std::vector<Message> out;
  for (std::size_t i = 0; i < ncu_counter_count; ++i) {
    const bool any = std::any_of(report.kernels.begin(), report.kernels.end(), [&](const NcuKernel& kernel) {
      return std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                         [&](const NcuInstruction& one) { return one.counts[i] > 0; });
    });
    if (!any) continue;
    const NcuCounterFacts& facts = ncu_counters[i];
    out.push_back(say("{} ({}): {}", facts.title, facts.column, facts.includes));
  }
  return out;
}

std::string ncu_text(const NcuReport& report, const Catalog& catalog) {
  std::string out;
  if (!report.device.empty())
    append_all(out, report.device, report.architecture > 0 ? cat(", sm_", report.architecture) : std::string(), "\n");
  for (const NcuKernel& kernel : report.kernels) {
    if (!out.empty()) out += "\n";
    append_all(out, render(to_message(kernel), catalog), "\n");
    const auto listed = by_excess(kernel);
    if (listed.empty()) append_all(out, "  ", render(say("no access was counted"), catalog), "\n");
    for (const NcuInstruction* one : listed) {
      append_all(out, "\n", place_of(*one), one->sass.empty() ? "" : "  ", one->sass, "\n  ",
                 render(to_message(*one), catalog), "; ", render(counts_of(*one), catalog), "\n");
      if (const Message why = cause_words(*one); !why.empty()) append_all(out, "  ", render(why, catalog), "\n");
    }
  }
  if (report.left_out > 0)
    append_all(out, "\n", render(say("{} more {kernel is|kernels are} not shown", report.left_out), catalog), "\n");
  out += "\n";
  for (const Message& line : included_in(report)) append_all(out, render(line, catalog), "\n");
  return out;
}

void write_ncu(JsonWriter& out, const NcuReport& report) {
  out.open_object();
  if (!report.device.empty()) out.field("device", report.device);
  if (report.architecture > 0) out.field("architecture", report.architecture);
  out.field("left_out", report.left_out);
  out.key("kernels");
  out.open_array();
  for (const NcuKernel& kernel : report.kernels) {
    out.open_object();
    out.field("name", kernel.name);
    if (kernel.grid[0] != 0) out.numbers("grid", kernel.grid);
    if (kernel.block[0] != 0) out.numbers("block", kernel.block);
    out.objects("accesses", by_excess(kernel), [&](const NcuInstruction* one) {
      out.field("pc", one->pc);
      if (!one->sass.empty()) out.field("sass", one->sass);
      out.field("global", one->global);
      out.field("shared", one->shared);
      out.field("loads", one->loads);
      out.field("stores", one->stores);
      if (one->bytes > 0) out.field("bytes", one->bytes);
      write_counts(out, *one);
      out.field("excess", excess_of(*one));
      out.field("cause", name_of(cause_of(*one)));
      if (const Message why = cause_words(*one); !why.empty()) out.field("why", english(why));
    });
    out.close_object();
  }
  out.close_array();
  out.close_object();
}

}  // namespace stridescope
