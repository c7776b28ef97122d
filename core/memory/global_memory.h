// Coalescing: the number of 32-byte sectors that the requests of a warp touch in global memory.
//
// A request costs the number of different sectors that its active lanes touch, for accesses of any width: the lanes of
// a 64- or 128-bit access are not split. Measured on an H100 with l1tex__t_sectors_pipe_lsu_mem_global_op_ld: 240
// patterns of 32 to 128 bits, all equal. Source: CUDA C++ Programming Guide, device memory accesses.
// Examples for loads of 4 bytes per lane: contiguous, 4 sectors with all bytes used; with a stride of 2 elements, 8
// sectors, 50 % used; with a stride of 32 bytes or more, 32 sectors, one per lane. Lanes that read the same sector
// share it, so a broadcast costs one sector. Hits in L1 or L2 are not modeled here.
#pragma once

#include "core/memory/warp_access.h"

namespace stridescope {

// The unit of transfer between DRAM, L2 and L1. A cache line, the unit of a tag, has four sectors.
inline constexpr std::int64_t sector_bytes = 32;
inline constexpr std::int64_t cache_line_bytes = 128;

// The cost of one instruction of one warp. law: ideal_sectors <= sectors <= 4 cache_lines, and 32 sectors >=
// bytes_used. All members are 0 if no lane is active.
struct GlobalRequest {
  int lanes = 0;    // active
  int sectors = 0;  // number of different sectors
  // bytes_used / 32, rounded up: the sectors for the same number of contiguous bytes.
  int ideal_sectors = 0;
  int cache_lines = 0;          // cache lines of 128 bytes
  std::int64_t bytes_used = 0;  // different bytes that any lane accesses
};

// The sum over all requests of all warps, the extremes, and the first request with the maximum. Sums count a sector
// once for each request that touches it, as the counter does; different_sectors counts it once.
struct GlobalMemory {
  int access_bytes = 0;       // per lane
  std::int64_t requests = 0;  // requests of all warps; requests without an active lane do not count
  // Instructions of each warp, including those without an active lane.
  std::int64_t requests_per_warp = 0;
  std::int64_t sectors = 0;
  std::int64_t ideal_sectors = 0;
  std::int64_t cache_lines = 0;
  std::int64_t bytes_used = 0;  // summed over requests
  int fewest_sectors = 0;       // per request
  int most_sectors = 0;
  // Over all requests. law: different_sectors <= sectors; the difference is repeated accesses, which hit a cache or
  // read the sector again.
  std::int64_t different_sectors = 0;
  std::int64_t worst_warp = 0;  // warp of the first request with most_sectors sectors
  std::int64_t worst_instruction = 0;
  // The counts of each warp, in order of its number: one entry for every warp of the access, even if none of its lanes
  // is active.
  struct Warp {
    std::int64_t sectors = 0;
    std::int64_t ideal_sectors = 0;
  };
  std::vector<Warp> warps;
};

// Counts one request. pre: access_bytes is a power of two from 1 to 32, and each address is a multiple of it. Addresses
// are relative to a base that is aligned to a cache line, and can be negative. Constant cost: at most 64 sectors.
GlobalRequest global_request(const WarpRequest& request, int access_bytes);

// The count of l1tex__t_sectors_pipe_lsu_mem_global_op_ld for one cp.async.cg of 16 bytes, which bypasses L1: a filled
// sector of 32 bytes of shared memory counts once for each cache line of 128 bytes that it is filled from. So two
// halves of one sector of global memory that go to different sectors of shared memory count twice, and two sectors of a
// line whose halves meet in shared memory count once. `to`: the bytes in shared memory, lane by lane. Measured on an
// H100: 240 random permutations of bits of global and shared addresses, all equal (tests/unit/bypass_sectors_h100.inc),
// and on an H200: 302 patterns of rows and of random addresses, all equal (tests/gpu/bypass.py). Two other counters
// count something else: Nsight Compute's source page the different pairs of a sector of global and one of shared
// memory, L2 (lts__t_sectors_srcunit_tex_op_read) a number between the sectors touched and these pairs, which no model
// is known for. Rows of 64 bytes that lie 80 apart in shared memory: 20, 24 and 20 for one request, 16 sectors touched.
int bypass_sectors(const WarpRequest& request, const WarpRequest& to);
// Counts all requests of an access, one by one. Cost: linear in their number, and a sort of the touched sectors. For an
// access without requests, all members are 0.
GlobalMemory global_memory(const WarpAccess& access);

// One sector of a request, for pictures.
struct SectorUse {
  std::int64_t sector = 0;  // address / 32
  std::uint32_t lanes = 0;  // lanes that touch it
  // Number of different bytes of it that any lane accesses, 1 to 32.
  int bytes_used = 0;
};
// Each sector once, in the order of addresses; preconditions as for global_request. law: as many as its `sectors`.
std::vector<SectorUse> sectors_of(const WarpRequest& request, int access_bytes);

}  // namespace stridescope
