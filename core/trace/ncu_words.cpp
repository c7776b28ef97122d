// Words for the counts of an instruction: its kind, its cost, and the cause as far as the counts show it.
#include <algorithm>

#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/trace/ncu.h"
#include "core/trace/report.h"

namespace stridescope {

Error no_ncu(const Message& what) {
  return {ErrorCode::syntax,
          say("this is not a readable Nsight Compute report: {}", what),
          say("pass the output of `ncu --set full -o FILE` or of `ncu --page source --csv`"),
          {},
          {}};
}

Result<NcuReport> read_ncu(std::string_view bytes) {
  if (bytes.size() > max_ncu_bytes)
    return failure(ErrorCode::too_large, say("the report is larger than {} {byte|bytes}", max_ncu_bytes),
                   say("export fewer kernels: ncu --kernel-name, or --launch-count"));
  return is_ncu_file(bytes) ? read_ncu_file(bytes) : read_ncu_text(bytes);
}

namespace {

// Never negative, also for the counts of a hostile file.
std::int64_t beyond(std::int64_t count, std::int64_t ideal) {
  return count == not_counted || ideal == not_counted ? 0 : std::max<std::int64_t>(0, count - ideal);
}

// The count per execution if it divides evenly; otherwise 0.
std::int64_t each(std::int64_t count, std::int64_t executions) {
  return executions > 0 && count > 0 && count % executions == 0 ? count / executions : 0;
}

}  // namespace

std::int64_t NcuInstruction::excess_wavefronts() const {
  return beyond(count(NcuCounter::wavefronts), count(NcuCounter::ideal_wavefronts));
}
std::int64_t NcuInstruction::excess_sectors() const {
  return beyond(count(NcuCounter::sectors), count(NcuCounter::ideal_sectors));
}

std::string_view name_of(NcuCause cause) {
  constexpr std::string_view names[] = {"none", "banks", "uneven", "lanes", "alignment", "gaps"};
  return names[static_cast<std::size_t>(cause)];
}

NcuCause cause_of(const NcuInstruction& i) {
  const std::int64_t executed = i.count(NcuCounter::executed);
  if (i.excess_wavefronts() > 0) {
    const std::int64_t now = each(i.count(NcuCounter::wavefronts), executed);
    const std::int64_t ideal = each(i.count(NcuCounter::ideal_wavefronts), executed);
    return now > 0 && ideal > 0 && now % ideal == 0 ? NcuCause::banks : NcuCause::uneven;
  }
  if (i.excess_sectors() > 0) {
    const std::int64_t sectors = i.count(NcuCounter::sectors);
    if (sectors == i.count(NcuCounter::lanes)) return NcuCause::lanes;
    return i.excess_sectors() == executed ? NcuCause::alignment : NcuCause::gaps;
  }
  return NcuCause::none;
}

Message to_message(const NcuInstruction& i) {
  const Message memory = i.global && i.shared ? say("global or shared memory")
                         : i.shared           ? say("shared memory")
                         : i.global           ? say("global memory")
                                              : say("local memory");
  const Message lane = i.bytes > 0 ? say(" of {} {byte|bytes} per lane", i.bytes) : Message();
  if (i.loads && i.stores) return say("atomic{} on {}", lane, memory);
  if (i.loads) return say("load{} from {}", lane, memory);
  if (i.stores) return say("store{} to {}", lane, memory);
  return say("access{} to {}", lane, memory);
}

Message counts_of(const NcuInstruction& i) {
  std::vector<Message> parts;
  if (i.has(NcuCounter::executed)) parts.push_back(say("{} {execution|executions}", i.count(NcuCounter::executed)));
  const auto both = [&](NcuCounter count, NcuCounter ideal, const Message& words) {
    if (!i.has(count)) return;
    parts.push_back(words);
    if (i.has(ideal)) parts.push_back(say("ideal {}", i.count(ideal)));
  };
  if (i.shared && i.count(NcuCounter::wavefronts) > 0)
    both(NcuCounter::wavefronts, NcuCounter::ideal_wavefronts,
         say("{} {wavefront|wavefronts}", i.count(NcuCounter::wavefronts)));
  if (i.global && i.count(NcuCounter::sectors) > 0)
    both(NcuCounter::sectors, NcuCounter::ideal_sectors, say("{} {sector|sectors}", i.count(NcuCounter::sectors)));
  return comma_list(parts);
}

Message cause_words(const NcuInstruction& i) {
  const std::int64_t executed = i.count(NcuCounter::executed);
  switch (cause_of(i)) {
    case NcuCause::none:
      return {};
    case NcuCause::banks: {
      const std::int64_t now = each(i.count(NcuCounter::wavefronts), executed);
      const std::int64_t ideal = each(i.count(NcuCounter::ideal_wavefronts), executed);
      const std::int64_t ways = now / ideal;
      const std::int64_t step = ways * std::max(i.bytes, 4);
      if (i.bytes == 0 || (ways & (ways - 1)) != 0 || step > 128)
        return say("each execution takes {} {wavefront|wavefronts} (ideal: {}): {} {lane|lanes} meet in one bank", now,
                   ideal, ways);
      // From one bank row on, every multiple of the row conflicts.
      if (step == 128)
        return say(
            "each execution takes {} {wavefront|wavefronts} (ideal: {}): {} {lane meets|lanes meet} in one bank, as "
            "with neighbors a multiple of {} {byte|bytes} apart",
            now, ideal, ways, step);
      return say(
          "each execution takes {} {wavefront|wavefronts} (ideal: {}): {} {lane meets|lanes meet} in one bank, as with "
          "neighbors an odd multiple of {} {byte|bytes} apart",
          now, ideal, ways, step);
    }
    case NcuCause::uneven:
      return say("{} {wavefront|wavefronts} more than necessary; not all executions conflict alike",
                 i.excess_wavefronts());
    case NcuCause::lanes:
      return say("each lane is in its own sector: neighbors are 32 bytes or more apart, and {} of 32 bytes are used",
                 i.bytes);
    case NcuCause::alignment:
      return say("each execution takes one additional sector: its addresses begin in the middle of a sector");
    case NcuCause::gaps:
      return say(
          "{} of {} {sector|sectors} would suffice: the lanes' addresses have gaps, or begin in the middle of a sector",
          i.count(NcuCounter::ideal_sectors), i.count(NcuCounter::sectors));
  }
  return {};
}

Message to_message(const NcuKernel& kernel) {
  const std::string name = short_kernel_name(kernel.name);
  if (kernel.grid[0] == 0 || kernel.block[0] == 0) return Message::verbatim(name);
  const auto text = [](const std::array<std::int64_t, 3>& e) { return cat(e[0], " x ", e[1], " x ", e[2]); };
  return say("{}: {} {block|blocks} of {} {thread|threads}", name, text(kernel.grid), text(kernel.block));
}

std::string place_of(const NcuInstruction& instruction) {
  TracedInstruction at;
  at.pc = instruction.pc;
  return place_of(at);
}

std::vector<const NcuInstruction*> by_excess(const NcuKernel& kernel) {
  std::vector<const NcuInstruction*> out;
  for (const NcuInstruction& one : kernel.instructions) {
    if (one.count(NcuCounter::executed) != 0) out.push_back(&one);
  }
  const auto excess = [](const NcuInstruction& i) { return std::max(i.excess_wavefronts(), i.excess_sectors()); };
  sort_stable(std::span(out),
              [&](const NcuInstruction* a, const NcuInstruction* b) { return excess(*a) > excess(*b); });
  return out;
}

}  // namespace stridescope
