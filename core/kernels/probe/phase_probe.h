// The probe of shared memory: which lanes of a warp share a wavefront when each accesses 8 or 16 bytes.
//
// Three patterns for each pair of lanes; in all of them the words of the two lanes lie in different rows (of 128
// bytes).
//   alone   in banks of their own, every other lane off: one wavefront serves both, or each has its own
//   apart   in banks of their own, every other lane on one address in a third place, which fits into every wavefront
//   clash   the same, but both in the same banks: one wavefront more than apart if, and only if, one phase has both
// So two lanes share alone when that costs one wavefront, and in a crowd when clash - apart is one. `alone` meets the
// merging of phases (core/memory/shared_memory.h), since no lane is there that could disagree; the crowd never does.
//
// One compilation serves all patterns: the kernel takes the addresses from a table. Counters count a whole launch, so a
// launch does phase_digits patterns, pattern d of them phase_base^d times: the count's digits are the patterns' own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/kernels/kernel.h"
#include "core/memory/shared_memory.h"

namespace stridescope {

// Which lanes are on and where: the head of this file says what each tells.
enum class PhasePattern { alone, apart, clash };

inline constexpr int phase_pairs = 32 * 31 / 2;
inline constexpr int phase_patterns = 3 * phase_pairs;  // of one width: (0,1) alone, apart, clash, (0,2) alone, ...
inline constexpr int phase_digits = 5;                  // patterns in a launch
// The model's most is 5 wavefronts. What took 16 would carry into the next digit, and contradict the model there too.
inline constexpr int phase_base = 16;
inline constexpr int phase_launches = (phase_patterns + phase_digits - 1) / phase_digits;  // of one width
inline constexpr int phase_table_words = 32 * phase_digits;                                // of one launch
inline constexpr int phase_memory_bytes = 512;
inline constexpr std::array<int, 2> phase_widths = {8, 16};

// Two lanes of a warp, i < j.
struct LanePair {
  int i = 0;
  int j = 0;
};
// Of number 0 ... phase_pairs - 1: pairs i < j in the order (0,1), (0,2), ..., (30,31).
LanePair phase_pair(int number);

// The addresses of one pattern, in bytes below phase_memory_bytes, multiples of `bytes`: lane i in row 1, lane j in
// row 2, the crowd at 2 * bytes. pre: bytes is one of phase_widths.
WarpRequest phase_request(int bytes, LanePair pair, PhasePattern pattern);
// The kernel's table for every launch of that width, phase_table_words each; a lane that is off has an address beyond
// the memory.
std::vector<std::uint32_t> phase_table(int bytes);
// Accesses of a launch, all patterns and repetitions: what the counter of instructions must say.
std::int64_t phase_accesses(int launch);
// The wavefronts of a launch's patterns from the count of the whole; false when that is no such number.
bool read_phase_count(std::uint64_t count, int launch, std::span<int> wavefronts);

// Wavefronts of every pattern by the model (core/memory/shared_memory.h), in their order; operation: load or store.
std::vector<int> predicted_phases(int bytes, SharedOperation operation);

// Lanes that share a wavefront with each lane, itself included: bit j of entry i, and bit i of entry j. Of patterns
// that are not known (-1) nothing is said. wavefronts: phase_patterns of one width; crowd: by clash and apart, else
// by alone.
using PhaseRelation = std::array<std::uint32_t, 32>;
PhaseRelation phase_relation(std::span<const int> wavefronts, bool crowd);

// extern "C" __global__ void stridescope_phases_8(const unsigned* table, unsigned step, unsigned* sums), and _16.
// table: of one launch; step: 0; sums: 32 words that are written. One block of 32 threads.
KernelText phase_probe_text();
// A file that nvcc builds and whose four launches for one pair of lanes Nsight Compute counts.
std::string phase_standalone_text();

}  // namespace stridescope
