// Bank conflicts: the number of wavefronts that the requests of a warp take in shared memory, with 32 banks of 4 bytes.
//
// A request is served in phases: up to 32-bit accesses one phase of 32 lanes, 64-bit two of 16, 128-bit four of 8;
// ldmatrix and stmatrix one for each 8x8 matrix, 8 rows of 16 bytes. A phase takes as many wavefronts as the maximum
// number of different 4-byte words in one bank. Lanes with the same word share it; masked lanes do not count, and a
// phase without an active lane costs nothing. So a contiguous 128-bit load takes 4 wavefronts, without a conflict.
//
// Loads (not stores) of 64 and 128 bits merge pairs of phases: the two halves of the warp, or the two quarters of each
// half. The condition is that in the whole warp each active lane n has the same address as lane n^1, or that lane is
// inactive; or the same for n^2. Measured on an H100 with l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}: 480
// random patterns with masks, all equal (tests/unit/wavefronts_h100.inc); and 624 of ldmatrix and stmatrix, which never
// merge, transposed or not (tests/unit/matrix_wavefronts_h100.inc). Writes of cp.async have other rules, which the
// model does not include. Examples:
//   bank_conflicts<32>(32:1)        1 wavefront      32 neighbours, one word in each bank
//   bank_conflicts<32>(32:2)        2 wavefronts     2-way: banks 0, 2, ... have two words each
//   bank_conflicts<32>(32:32)      32 wavefronts     a column of a tile with rows of 128 bytes
//   bank_conflicts<32>(32:0)        1 wavefront      a broadcast
#pragma once

#include <span>
#include <string>

#include "core/memory/warp_access.h"

namespace stridescope {

// On NVIDIA's GPUs, the 4-byte word w is in bank w % 32, and a wavefront serves one word of each bank.
inline constexpr int bank_count = 32;
inline constexpr int bank_bytes = 4;

// A warp's access to shared memory; loads and stores differ in the merging of phases.
enum class SharedOperation { load, store, ldmatrix, stmatrix };
// "load", "store", "ldmatrix", "stmatrix", and the inverse, which is empty for other words. Case-sensitive.
std::string_view name_of(SharedOperation operation);
std::optional<SharedOperation> shared_operation_named(std::string_view name);

// An instruction of AMD's LDS (lds.def). A wave of CDNA has 64 lanes; its halves are served one after the other, so
// each half counts as a warp here, as does a wave of RDNA with 32 lanes. From tables: none of this was measured here.
struct LdsRule {
  std::string_view name;  // "gfx942 ds_read_b128"
  SharedOperation operation = SharedOperation::load;
  int access_bytes = 4;
  // Banks of 4 bytes; a power of two, at most 64.
  int banks = 32;
  // Masks of the lanes, out of 32, that are served together: disjoint, in the order of the phases; 0 after the last
  // one.
  std::array<std::uint32_t, 4> phases = {};
  // The sources of the rule, as text.
  std::string_view sources;
  // The number of independent sources: two statements by AMD count as one.
  int independent = 1;
};
// An instruction without a row, of an architecture that has rows. `why` gives the reason: no public source gives its
// lanes, or sources disagree.
struct LdsGap {
  std::string name;  // "gfx950 ds_read_b32"
  std::string_view why;
};
// The rows of lds.def in its order, and the missing instructions among ds_read and ds_write of 32 to 128 bits. Static
// memory.
std::span<const LdsRule> lds_rules();
std::span<const LdsGap> lds_gaps();
// Text that is printed next to each count of such a rule.
Message to_message(const LdsRule& rule);
// Finds a rule or a gap by the full name, "gfx942 ds_read_b128"; null if unknown. A name has at most one of the two.
const LdsRule* lds_rule(std::string_view name);
const LdsGap* lds_gap(std::string_view name);
// The names of the rules, separated by commas.
std::string lds_rule_names();

// An operation with all properties that its phases depend on. With an LdsRule, the rule gives phases and banks, the
// operation gives only the direction, and phases do not merge.
struct SharedKind {
  SharedOperation operation = SharedOperation::load;
  int matrices = 4;  // for ldmatrix and stmatrix: 1, 2 or 4; lanes 8 i ... 8 i + 7 address matrix i
  const LdsRule* lds = nullptr;
  int banks() const { return lds != nullptr ? lds->banks : bank_count; }
  bool operator==(const SharedKind&) const = default;
};
// "load", or "gfx942 ds_read_b128". Points to static text.
std::string_view name_of(const SharedKind& kind);

// The cost of one instruction of one warp. law: phases <= wavefronts <= phases * ways; phases equals wavefronts if no
// bank has two words. All members are 0 if no lane is active.
struct SharedRequest {
  // Active lanes whose addresses count: ldmatrix.x1 uses the first 8, x2 the first 16.
  int lanes = 0;
  int phases = 0;  // with an active lane, after merging: the minimum of wavefronts for this width
  int wavefronts = 0;
  int ways = 0;  // maximum number of different words of one bank in one phase: 1 means no conflict
};

// The sum over all requests of all warps, the extremes, and the first request with the maximum. Requests without an
// active lane do not count.
struct SharedMemory {
  SharedOperation operation = SharedOperation::load;
  int access_bytes = 0;  // per lane
  std::int64_t requests = 0;
  std::int64_t requests_per_warp = 0;
  std::int64_t wavefronts = 0;
  std::int64_t ideal_wavefronts = 0;  // number of phases: the wavefronts without any conflict
  int fewest_wavefronts = 0;          // per request
  int most_wavefronts = 0;
  // The ways of the worst phase: 1 means no conflict, 0 no request.
  int conflict_ways = 0;
  // Number of requests with a phase of two or more ways.
  std::int64_t conflicting_requests = 0;
  std::int64_t worst_warp = 0;  // warp of the first request with most_wavefronts wavefronts
  std::int64_t worst_instruction = 0;
  // The wavefronts of each warp, in order of its number; their sum is `wavefronts`.
  std::vector<std::int64_t> warp_wavefronts;

  // The cost of conflicts: the wavefronts in excess of one per phase.
  std::int64_t excess_wavefronts() const { return wavefronts - ideal_wavefronts; }
};

// Counts one request. pre: access_bytes is a power of two from 1 to 16, and each address is a multiple of it. For
// ldmatrix and stmatrix it is 16; for an LdsRule that of the rule, which can be 12, with addresses that are multiples
// of 4. Addresses are bytes from a base in bank 0, and can be negative. Constant cost: at most four phases of 32 lanes.
SharedRequest shared_request(const WarpRequest& request, int access_bytes, SharedKind kind);
// All requests of an access, counted one by one.
SharedMemory shared_memory(const WarpAccess& access, SharedKind kind);

// A word that a wavefront of a request serves, for pictures. The order of words of the same bank is that of the lanes
// here; the order in hardware is unknown. law: two words of one wavefront are in different banks.
struct BankWord {
  int phase = 0;
  int wavefront = 0;  // index in the request
  int bank = 0;
  std::int64_t word = 0;    // address / 4
  std::uint32_t lanes = 0;  // lanes that access it
};
// Every word once in each phase that accesses it, in the order of the first lanes. Preconditions as for shared_request.
std::vector<BankWord> words_of(const WarpRequest& request, int access_bytes, SharedKind kind);

// The lanes of each phase with an active lane, after merging: the first `count` entries. Their union is the set of
// active lanes whose addresses count.
struct SharedPhases {
  std::array<std::uint32_t, 4> lanes = {};
  int count = 0;
};
SharedPhases shared_phases(const WarpRequest& request, int access_bytes, SharedKind kind);

}  // namespace stridescope
