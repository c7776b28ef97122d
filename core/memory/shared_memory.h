// Bank conflicts: how many wavefronts the requests of a warp cost in shared memory, 32 banks of 4 bytes.
//
// A request is served in phases: up to 32-bit accesses one of 32 lanes, 64-bit two of 16, 128-bit four of 8;
// ldmatrix and stmatrix one for each 8x8 matrix, 8 rows of 16 bytes. A phase costs as many wavefronts as its most
// loaded bank has different 4-byte words; lanes with the same word share it; lanes masked off do not count, and a phase
// with no active lane costs nothing. So a contiguous 128-bit load has 4 wavefronts and no conflict.
//
// Loads (not stores) of 64 and 128 bits merge pairs of phases, the two halves of the warp or the two quarters of each
// half, when over the whole warp each active lane n has the same address as lane n^1 or that is inactive; or likewise
// n^2. Measured on an H100 with l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}: 480 random patterns with masks,
// all equal (tests/unit/wavefronts_h100.inc); and 624 of ldmatrix and stmatrix, which never merge, transposed or not
// (tests/unit/matrix_wavefronts_h100.inc). cp.async writes have other rules, which the model does not know.
//   bank_conflicts<32>(32:1)        1 wavefront      32 neighbours, one word in each bank
//   bank_conflicts<32>(32:2)        2 wavefronts     2-way: banks 0, 2, ... have two words each
//   bank_conflicts<32>(32:32)      32 wavefronts     a column of a tile with rows of 128 bytes
//   bank_conflicts<32>(32:0)        1 wavefront      a broadcast
#pragma once

#include <span>
#include <string>

#include "core/memory/warp_access.h"

namespace stridescope {

// For NVIDIA's GPUs: word w, of 4 bytes, is in bank w % 32, and a wavefront serves one word of each bank.
inline constexpr int bank_count = 32;
inline constexpr int bank_bytes = 4;

// A warp's access of shared memory; loads and stores differ in the merging of phases.
enum class SharedOperation { load, store, ldmatrix, stmatrix };
// "load", "store", "ldmatrix", "stmatrix", and back; nothing for another word, letter case counts.
std::string_view name_of(SharedOperation operation);
std::optional<SharedOperation> shared_operation_named(std::string_view name);

// An instruction of AMD's LDS (lds.def). A wave of CDNA has 64 lanes; its halves are served one after the other, so
// that each counts as a warp here, as a wave of 32 lanes of RDNA does. From tables: none of this was measured here.
struct LdsRule {
  std::string_view name;  // "gfx942 ds_read_b128"
  SharedOperation operation = SharedOperation::load;
  int access_bytes = 4;
  // Banks of 4 bytes; a power of two, at most 64.
  int banks = 32;
  // Masks of lanes of 32 that are served together, disjoint, the first phase first; 0 behind the last.
  std::array<std::uint32_t, 4> phases = {};
  // The source of the rule, in words.
  std::string_view sources;
  // The number of independent sources: two statements by AMD count as one.
  int independent = 1;
};
// An instruction of an architecture with rows that has none: no public source gives its lanes, or sources disagree.
// `why` gives the reason.
struct LdsGap {
  std::string name;  // "gfx950 ds_read_b32"
  std::string_view why;
};
// The rows of lds.def in its order, and what they leave out of ds_read and ds_write of 32 to 128 bits. Static, never
// freed.
std::span<const LdsRule> lds_rules();
std::span<const LdsGap> lds_gaps();
// Printed next to each count by such a rule.
Message to_message(const LdsRule& rule);
// By the full name, "gfx942 ds_read_b128"; null if unknown. The two never both answer for a name.
const LdsRule* lds_rule(std::string_view name);
const LdsGap* lds_gap(std::string_view name);
// Their names, with commas between.
std::string lds_rule_names();

// An operation with everything that its phases depend on. With an LdsRule, the rule's phases and banks count, and the
// operation only gives the direction; phases then do not merge.
struct SharedKind {
  SharedOperation operation = SharedOperation::load;
  int matrices = 4;  // of ldmatrix and stmatrix: 1, 2 or 4; lanes 8 i ... 8 i + 7 address matrix i
  const LdsRule* lds = nullptr;
  int banks() const { return lds != nullptr ? lds->banks : bank_count; }
  bool operator==(const SharedKind&) const = default;
};
// "load", or "gfx942 ds_read_b128". A view of static text.
std::string_view name_of(const SharedKind& kind);

// The cost of one instruction of one warp. law: phases <= wavefronts <= phases * ways; phases and wavefronts are equal
// if no bank has two words. All are 0 if no lane is active.
struct SharedRequest {
  // Active lanes whose addresses count: ldmatrix.x1 uses the first 8, x2 the first 16.
  int lanes = 0;
  int phases = 0;  // with an active lane, after merging: the fewest wavefronts of an access this wide
  int wavefronts = 0;
  int ways = 0;  // maximum of different words of one bank in one phase: 1 means no conflict
};

// The sum over all requests of all warps, the extremes, and the first request that has most. Requests with no active
// lane do not count.
struct SharedMemory {
  SharedOperation operation = SharedOperation::load;
  int access_bytes = 0;  // of one lane
  std::int64_t requests = 0;
  std::int64_t requests_per_warp = 0;
  std::int64_t wavefronts = 0;
  std::int64_t ideal_wavefronts = 0;  // phases: no bank with two words
  int fewest_wavefronts = 0;          // of one request
  int most_wavefronts = 0;
  // The degree of the worst phase: 1 means no conflict, 0 no request.
  int conflict_ways = 0;
  // Requests with a phase of two ways or more.
  std::int64_t conflicting_requests = 0;
  std::int64_t worst_warp = 0;  // of the first request with most_wavefronts
  std::int64_t worst_instruction = 0;
  // The wavefronts of each warp, by its number; their sum is `wavefronts`.
  std::vector<std::int64_t> warp_wavefronts;

  // The cost of conflicts: the wavefronts beyond one per phase.
  std::int64_t excess_wavefronts() const { return wavefronts - ideal_wavefronts; }
};

// Counts one request. pre: access_bytes from 1 to 16, a power of two, and each address a multiple of it; of ldmatrix
// and stmatrix 16; of an LdsRule its own, which may be 12, at a multiple of 4. Addresses are bytes from a base in
// bank 0, and may be negative. Constant cost: at most four phases of 32 lanes.
SharedRequest shared_request(const WarpRequest& request, int access_bytes, SharedKind kind);
// All requests of an access, counted one by one.
SharedMemory shared_memory(const WarpAccess& access, SharedKind kind);

// One word that a wavefront of a request serves: what a picture shows. Which of the words of one bank goes first is
// the order of the lanes here; the hardware's is not known.
// law: two words of one wavefront lie in different banks.
struct BankWord {
  int phase = 0;
  int wavefront = 0;  // of the request
  int bank = 0;
  std::int64_t word = 0;    // address / 4
  std::uint32_t lanes = 0;  // that get it
};
// Every word once in each phase that touches it, in the order in which lanes meet them. Conditions as shared_request.
std::vector<BankWord> words_of(const WarpRequest& request, int access_bytes, SharedKind kind);

// Lanes of each phase with an active lane, after merging, the first `count` of the array. Their union is the active
// lanes whose addresses count.
struct SharedPhases {
  std::array<std::uint32_t, 4> lanes = {};
  int count = 0;
};
SharedPhases shared_phases(const WarpRequest& request, int access_bytes, SharedKind kind);

}  // namespace stridescope
