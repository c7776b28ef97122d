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
  std::string_view word;    // ours
  std::string_view metric;  // Nsight Compute's name of it, in a report
  std::string_view column;  // and on the source page
  Term title;               // in plain words
  Term includes;            // what else is counted in it
};
inline constexpr NcuCounterFacts ncu_counters[] = {
#define NCU_COUNTER(word, metric, column, title, includes) {#word, metric, column, term(title), term(includes)},
#include "core/trace/ncu_counters.def"
#undef NCU_COUNTER
};
inline constexpr std::size_t ncu_counter_count = std::size(ncu_counters);
// In the place of a count that the report does not have.
inline constexpr std::int64_t not_counted = -1;

// Caps of a report; what is beyond is refused, and kernels beyond are counted and left out.
inline constexpr std::size_t max_ncu_bytes = std::size_t{1} << 28;
inline constexpr std::size_t max_ncu_kernels = 4096;
inline constexpr std::size_t max_ncu_instructions = std::size_t{1} << 20;  // of all kernels

// One instruction that accesses memory, with what all of its executions by all warps came to.
struct NcuInstruction {
  std::int64_t pc = 0;  // bytes from the kernel's begin
  std::string sass;     // empty where the report has machine code alone
  bool global = false;  // the memory that it is counted for: an address that may be of either is of both
  bool shared = false;
  bool local = false;
  bool loads = false;  // both: atomic; neither: not told
  bool stores = false;
  int bytes = 0;  // of one lane; 0: not told
  std::array<std::int64_t, ncu_counter_count> counts = uncounted();

  static constexpr std::array<std::int64_t, ncu_counter_count> uncounted() {
    std::array<std::int64_t, ncu_counter_count> out{};
    out.fill(not_counted);
    return out;
  }
  std::int64_t count(NcuCounter counter) const { return counts[static_cast<std::size_t>(counter)]; }
  std::int64_t& count(NcuCounter counter) { return counts[static_cast<std::size_t>(counter)]; }
  bool has(NcuCounter counter) const { return count(counter) != not_counted; }
  // Wavefronts and sectors beyond the ideal; 0 where they are not counted.
  std::int64_t excess_wavefronts() const;
  std::int64_t excess_sectors() const;
  bool operator==(const NcuInstruction&) const = default;
};

// One launch. Launches of the same kernel are kernels of their own, in the order of the report.
struct NcuKernel {
  std::string name;                       // with its parameters where the report has them
  std::array<std::int64_t, 3> grid = {};  // zeros: not told
  std::array<std::int64_t, 3> block = {};
  std::vector<NcuInstruction> instructions;  // by pc
  bool operator==(const NcuKernel&) const = default;
};

// post of read_ncu: at least one kernel has an instruction that is counted.
struct NcuReport {
  std::string device;             // empty: not told
  std::int64_t architecture = 0;  // 90 is sm_90; 0: not told
  std::vector<NcuKernel> kernels;
  std::size_t left_out = 0;  // kernels beyond the cap
  bool operator==(const NcuReport&) const = default;
};

// True if bytes begin like a report, and if a text has the source page's columns.
bool is_ncu_file(std::string_view bytes);
bool is_ncu_text(std::string_view text);

// Either form, by how it begins; the other two take the one that they name. syntax: it is none, is cut off, or has no
// instruction that is counted; too_large: beyond a cap. Whatever the bytes are, no more memory is taken than they have
// and the caps say.
Result<NcuReport> read_ncu(std::string_view bytes);
Result<NcuReport> read_ncu_file(std::string_view bytes);
Result<NcuReport> read_ncu_text(std::string_view text);
// The error of both readers.
Error no_ncu(const Message& what);

// --- in words ---

// The reason why it costs more than its lanes and width need, as far as counts show.
enum class NcuCause : std::uint8_t {
  none,       // it does not, or nothing is counted
  banks,      // lanes of a request meet in a bank, alike in all requests
  uneven,     // some requests conflict, or not all alike
  lanes,      // each lane is in a sector of its own
  alignment,  // a sector more than is needed: it begins in the middle of one
  gaps,       // partly used sectors
};
std::string_view name_of(NcuCause cause);
NcuCause cause_of(const NcuInstruction& instruction);
// Its kind: "load of 4 bytes per lane from shared memory".
Message to_message(const NcuInstruction& instruction);
// "32768 executions, 1048576 wavefronts, ideal 32768"; what is not counted is left out.
Message counts_of(const NcuInstruction& instruction);
// The cause in a sentence; or empty.
Message cause_words(const NcuInstruction& instruction);
// "tr(...): 64 x 64 x 1 blocks of 32 x 8 x 1 threads".
Message to_message(const NcuKernel& kernel);
// "0x1390".
std::string place_of(const NcuInstruction& instruction);
// Instructions that were executed, dearest first: by what is in excess, then by their place.
std::vector<const NcuInstruction*> by_excess(const NcuKernel& kernel);

}  // namespace stridescope
