// Coalescing: how many 32-byte sectors the requests of a warp touch in global memory.
//
// A request costs the number of different sectors that its active lanes touch, whatever the width of the access: the
// lanes of a 64- or 128-bit access are not split. Measured on an H100 with l1tex__t_sectors_pipe_lsu_mem_global_op_ld:
// 240 patterns of 32 to 128 bits, all equal. Source: CUDA C++ Programming Guide, device memory accesses.
// A contiguous load of 4 bytes a lane touches 4 sectors, all bytes used; with a stride of 2 elements 8 sectors, 50 %
// used; with a stride of 32 bytes or more 32, one a lane. Broadcasts cost nothing: lanes of one sector share it.
// Whether a sector is then a hit in L1 or L2 is not modelled here.
#pragma once

#include "core/memory/warp_access.h"

namespace stridescope {

// The unit of a request: it moves between DRAM, L2 and L1. A cache line, the unit of a tag, has four.
inline constexpr std::int64_t sector_bytes = 32;
inline constexpr std::int64_t cache_line_bytes = 128;

// The cost of one instruction of one warp. law: ideal_sectors <= sectors <= 4 cache_lines, and 32 sectors >=
// bytes_used. All are 0 if no lane is active.
struct GlobalRequest {
  int lanes = 0;    // active
  int sectors = 0;  // different ones
  // bytes_used / 32, rounded up: what the same bytes would cost if they lay next to each other from a sector on.
  int ideal_sectors = 0;
  int cache_lines = 0;          // of 128 bytes
  std::int64_t bytes_used = 0;  // different bytes that some lane asked for
};

// The sum over all requests of all warps, the extremes, and the first request that has most. Sums count a sector
// again for each request that touches it, as the counter does; different_sectors counts it once.
struct GlobalMemory {
  int access_bytes = 0;       // of one lane
  std::int64_t requests = 0;  // of all warps; those with no active lane do not count
  // Instructions of each warp, those with no active lane included.
  std::int64_t requests_per_warp = 0;
  std::int64_t sectors = 0;
  std::int64_t ideal_sectors = 0;
  std::int64_t cache_lines = 0;
  std::int64_t bytes_used = 0;  // summed over requests
  int fewest_sectors = 0;       // of one request
  int most_sectors = 0;
  // Over all requests. law: different_sectors <= sectors; what is more was touched again, and comes from a cache or
  // is read twice.
  std::int64_t different_sectors = 0;
  std::int64_t worst_warp = 0;  // of the first request with most_sectors
  std::int64_t worst_instruction = 0;
  // The part of each warp, by its number: as many entries as the access has warps, also where none of its lanes is
  // active.
  struct Warp {
    std::int64_t sectors = 0;
    std::int64_t ideal_sectors = 0;
  };
  std::vector<Warp> warps;
};

// Counts one request. pre: access_bytes from 1 to 32, a power of two, and each address a multiple of it. Addresses
// may be negative, relative to a base that is aligned to a cache line. Constant cost: at most 64 sectors.
GlobalRequest global_request(const WarpRequest& request, int access_bytes);

// The count of l1tex__t_sectors_pipe_lsu_mem_global_op_ld for one cp.async.cg of 16 bytes, which bypasses L1: a filled
// sector of 32 bytes of shared memory counts once for each cache line of 128 bytes that it is filled from. So two
// halves of one sector of global memory that go to different sectors of shared memory count twice, and two sectors of a
// line whose halves meet in shared memory count once. `to`: the bytes in shared memory, lane by lane. Measured on an
// H100: 240 random permutations of bits of global and shared addresses, all equal (tests/unit/bypass_sectors_h100.inc),
// and on an H200: 302 patterns of rows and of random addresses, all equal (tests/gpu/bypass.py). Two other counters count
// something else: Nsight Compute's source page the different pairs of a sector of global and one of shared memory, L2
// (lts__t_sectors_srcunit_tex_op_read) a number between the sectors touched and these pairs, which no model is known
// for. Rows of 64 bytes that lie 80 apart in shared memory: 20, 24 and 20 for one request, 16 sectors touched.
int bypass_sectors(const WarpRequest& request, const WarpRequest& to);
// All requests of an access, counted one by one. Linear in their number, and a sort of the sectors touched. Of an
// access without requests everything is 0.
GlobalMemory global_memory(const WarpAccess& access);

// The picture of one request: one of its sectors.
struct SectorUse {
  std::int64_t sector = 0;  // address / 32
  std::uint32_t lanes = 0;  // that touch it
  // Different bytes of it that some lane asked for, 1 to 32.
  int bytes_used = 0;
};
// In the order of their addresses, each once; conditions as global_request. law: as many as its `sectors`.
std::vector<SectorUse> sectors_of(const WarpRequest& request, int access_bytes);

}  // namespace stridescope
