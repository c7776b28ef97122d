// Nsight Compute's counters, instruction by instruction: a report (.ncu-rep), or its source page as text (`ncu --page
// source --csv`). Only instructions that access memory are kept.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"

namespace stridescope {

// The counters of an instruction: ncu_counters.def is the list.
enum class NcuCounter : std::uint8_t {
#define NCU_COUNTER(word, metric, column, title, includes) word,
#include "core/trace/ncu_counters.def"
#undef NCU_COUNTER
};
// A row of that list.
struct NcuCounterFacts {
  std::string_view word;    // the name in the core
  std::string_view metric;  // Nsight Compute's name in a report
  std::string_view column;  // column of the source page
  Term title;               // plain name
  Term includes;            // what the number also includes
};
inline constexpr NcuCounterFacts ncu_counters[] = {
#define NCU_COUNTER(word, metric, column, title, includes) {#word, metric, column, term(title), term(includes)},
#include "core/trace/ncu_counters.def"
#undef NCU_COUNTER
};
inline constexpr std::size_t ncu_counter_count = std::size(ncu_counters);
// The value of a count that the report does not have.
inline constexpr std::int64_t not_counted = -1;

// Limits of a report. A larger one is refused; kernels beyond max_ncu_kernels are counted and left out.
inline constexpr std::size_t max_ncu_bytes = std::size_t{1} << 28;
inline constexpr std::size_t max_ncu_kernels = 4096;
inline constexpr std::size_t max_ncu_instructions = std::size_t{1} << 20;  // instructions of all kernels

// One instruction that accesses memory. The counts are sums over all executions by all warps.
struct NcuInstruction {
  std::int64_t pc = 0;  // bytes from the kernel's begin
  std::string sass;     // empty if the report has machine code only
  bool global = false;  // memory that it is counted for; both for a generic address
  bool shared = false;
  bool local = false;
  bool loads = false;  // both: atomic; neither: unknown
  bool stores = false;
  int bytes = 0;  // bytes per lane; 0: unknown
  std::array<std::int64_t, ncu_counter_count> counts = uncounted();

  static constexpr std::array<std::int64_t, ncu_counter_count> uncounted() {
    std::array<std::int64_t, ncu_counter_count> out{};
    out.fill(not_counted);
    return out;
  }
  std::int64_t count(NcuCounter counter) const { return counts[static_cast<std::size_t>(counter)]; }
  std::int64_t& count(NcuCounter counter) { return counts[static_cast<std::size_t>(counter)]; }
  bool has(NcuCounter counter) const { return count(counter) != not_counted; }
  // Wavefronts and sectors beyond the ideal; 0 if not counted.
  std::int64_t excess_wavefronts() const;
  std::int64_t excess_sectors() const;
  bool operator==(const NcuInstruction&) const = default;
};

// One launch. Several launches of one kernel are separate entries, in the order of the report.
struct NcuKernel {
  std::string name;                       // with the parameters if the report has them
  std::array<std::int64_t, 3> grid = {};  // zeros: unknown
  std::array<std::int64_t, 3> block = {};
  std::vector<NcuInstruction> instructions;  // by pc
  bool operator==(const NcuKernel&) const = default;
};

// post of read_ncu: at least one kernel has an instruction that is counted.
struct NcuReport {
  std::string device;             // empty: unknown
  std::int64_t architecture = 0;  // 90 is sm_90; 0: unknown
  std::vector<NcuKernel> kernels;
  std::size_t left_out = 0;  // kernels beyond the cap
  bool operator==(const NcuReport&) const = default;
};

// True for bytes that begin like a report.
bool is_ncu_file(std::string_view bytes);

// read_ncu detects the form by its beginning; the other two read one form. syntax: the bytes are not a report, are cut
// off, or have no counted instruction; too_large: above a limit. Memory is bounded by the size of the input and the
// limits, for any input.
Result<NcuReport> read_ncu(std::string_view bytes);
Result<NcuReport> read_ncu_file(std::string_view bytes);
Result<NcuReport> read_ncu_text(std::string_view text);
// The error of both readers.
Error no_ncu(const Message& what);

// --- in words ---

// The cause of the excess over the minimum for the lanes and width, as far as the counts show it.
enum class NcuCause : std::uint8_t {
  none,       // no excess, or not counted
  banks,      // bank conflicts, equal in all requests
  uneven,     // bank conflicts that differ between requests
  lanes,      // each lane needs a sector of its own
  alignment,  // one sector too many: the first address is within a sector
  gaps,       // partly used sectors
};
std::string_view name_of(NcuCause cause);
NcuCause cause_of(const NcuInstruction& instruction);
// The kind: "load of 4 bytes per lane from shared memory".
Message to_message(const NcuInstruction& instruction);
// "32768 executions, 1048576 wavefronts, ideal 32768"; without what is not counted.
Message counts_of(const NcuInstruction& instruction);
// The cause as a sentence; or empty.
Message cause_words(const NcuInstruction& instruction);
// "tr(...): 64 x 64 x 1 blocks of 32 x 8 x 1 threads".
Message to_message(const NcuKernel& kernel);
// The address in the kernel's code: "0x1390".
std::string place_of(const NcuInstruction& instruction);
// The executed instructions, largest excess first, then by address.
std::vector<const NcuInstruction*> by_excess(const NcuKernel& kernel);

}  // namespace stridescope
