// Coalescing: how many 32-byte sectors the requests of a warp touch in global memory.
//
// A request costs the number of different sectors that its active lanes touch, whatever the width of the access: the
// lanes of a 64- or 128-bit access are not split. Measured on an H100 with l1tex__t_sectors_pipe_lsu_mem_global_op_ld:
// 240 patterns of 32 to 128 bits, all equal. Source: CUDA C++ Programming Guide, device memory accesses.
#pragma once

#include "core/analysis/warp_access.h"

namespace stridescope {

inline constexpr std::int64_t sector_bytes = 32;
inline constexpr std::int64_t cache_line_bytes = 128;

// What one instruction of one warp costs. law: ideal_sectors <= sectors.
struct GlobalRequest {
  int lanes = 0;                // active
  int sectors = 0;              // different ones
  int ideal_sectors = 0;        // bytes_used / 32, rounded up
  int cache_lines = 0;          // of 128 bytes
  std::int64_t bytes_used = 0;  // different bytes that some lane asked for
};

// The sum over all requests of all warps, the extremes, and the first request that has most.
struct GlobalMemory {
  int access_bytes = 0;       // of one lane
  std::int64_t requests = 0;  // of all warps; those with no active lane do not count
  std::int64_t requests_per_warp = 0;
  std::int64_t sectors = 0;
  std::int64_t ideal_sectors = 0;
  std::int64_t cache_lines = 0;
  std::int64_t bytes_used = 0;  // summed over requests
  int fewest_sectors = 0;       // of one request
  int most_sectors = 0;
  std::int64_t different_sectors = 0;  // over all requests: sectors touched again come from a cache, or are read again
  std::int64_t worst_warp = 0;         // of the first request with most_sectors
  std::int64_t worst_instruction = 0;
  struct Warp {
    std::int64_t sectors = 0;
    std::int64_t ideal_sectors = 0;
  };
  std::vector<Warp> warps;

  // bytes_used / (32 sectors), in hundredths of a percent: 10000 is all of it.
  std::int64_t efficiency_e4() const { return sectors == 0 ? 0 : bytes_used * 10000 / (sectors * sector_bytes); }
};

// pre: access_bytes from 1 to 32, a power of two, and each address a multiple of it.
GlobalRequest global_request(const WarpRequest& request, int access_bytes);

// What l1tex__t_sectors_pipe_lsu_mem_global_op_ld counts of one cp.async.cg of 16 bytes, which goes past L1: a sector
// of 32 bytes of shared memory that is filled is one for each cache line of 128 bytes that it is filled from. So two
// halves of one sector of global memory that go to different sectors of shared memory count twice, and two sectors of a
// line whose halves meet in shared memory count once. `to`: the bytes in shared memory, lane by lane. Measured on an
// H100: 240 random permutations of bits of global and shared addresses, all equal (tests/unit/bypass_sectors_h100.inc).
int bypass_sectors(const WarpRequest& request, const WarpRequest& to);
// All requests of an access, counted one by one.
GlobalMemory global_memory(const WarpAccess& access);

// What a picture shows of one request: its sectors in the order of their addresses.
struct SectorUse {
  std::int64_t sector = 0;  // address / 32
  std::uint32_t lanes = 0;  // that touch it
  int bytes_used = 0;
};
std::vector<SectorUse> sectors_of(const WarpRequest& request, int access_bytes);

}  // namespace stridescope
