// Counts the 32-byte sectors that a warp touches, request by request. Addresses are relative to the tensor's base and
// can be negative, so sectors are computed with a shift, which rounds down, instead of a division.
#include "core/memory/global_memory.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace stridescope {
namespace {

std::int64_t sector_of(std::int64_t byte) { return byte >> 5; }  // rounded down, even for negative addresses
std::uint32_t bytes_mask(int count) { return count >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << count) - 1; }

// Sectors with their used bytes. At most 64, so that a linear search suffices.
struct Touched {
  std::array<std::int64_t, 64> sector;
  std::array<std::uint32_t, 64> bytes;
  std::array<std::uint32_t, 64> lanes;
  int count = 0;

  void add(std::int64_t s, std::uint32_t mask, int lane) {
    int i = count;
    // Search from the last sector, since adjacent lanes touch adjacent sectors.
    while (i > 0 && sector[static_cast<std::size_t>(i - 1)] != s) --i;
    if (i == 0) {
      sector[static_cast<std::size_t>(count)] = s;
      bytes[static_cast<std::size_t>(count)] = 0;
      lanes[static_cast<std::size_t>(count)] = 0;
      i = ++count;
    }
    bytes[static_cast<std::size_t>(i - 1)] |= mask;
    lanes[static_cast<std::size_t>(i - 1)] |= std::uint32_t{1} << lane;
  }
};

Touched touched_by(const WarpRequest& request, int access_bytes) {
  Touched out;
  for (int lane = 0; lane < 32; ++lane) {
    if ((request.active >> lane & 1) == 0) continue;
    const std::int64_t begin = request.address[static_cast<std::size_t>(lane)];
    const std::int64_t first = sector_of(begin);
    const int within = static_cast<int>(begin - first * sector_bytes);
    const int here = std::min<int>(access_bytes, static_cast<int>(sector_bytes) - within);
    out.add(first, bytes_mask(here) << within, lane);
    if (here < access_bytes) out.add(first + 1, bytes_mask(access_bytes - here), lane);
  }
  return out;
}

}  // namespace

GlobalRequest global_request(const WarpRequest& request, int access_bytes) {
  const Touched touched = touched_by(request, access_bytes);
  GlobalRequest out;
  out.lanes = std::popcount(request.active);
  out.sectors = touched.count;
  std::array<std::int64_t, 64> lines;
  for (int i = 0; i < touched.count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    out.bytes_used += std::popcount(touched.bytes[place]);
    const std::int64_t line = touched.sector[place] >> 2;
    const auto end = lines.begin() + out.cache_lines;
    if (std::find(lines.begin(), end, line) == end) lines[static_cast<std::size_t>(out.cache_lines++)] = line;
  }
  out.ideal_sectors = static_cast<int>((out.bytes_used + sector_bytes - 1) / sector_bytes);
  return out;
}

int bypass_sectors(const WarpRequest& request, const WarpRequest& to) {
  std::array<std::pair<std::int64_t, std::int64_t>, 32> filled;
  auto end = filled.begin();
  for (std::uint32_t rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::pair one{request.address[lane] >> 7, to.address[lane] >> 5};
    if (std::find(filled.begin(), end, one) == end) *end++ = one;
  }
  return static_cast<int>(end - filled.begin());
}

GlobalMemory global_memory(const WarpAccess& access) {
  GlobalMemory out;
  out.access_bytes = access.access_bytes;
  out.requests_per_warp = access.instructions;
  out.warps.resize(static_cast<std::size_t>(access.warps()));
  std::vector<std::int64_t> all;
  for (std::int64_t w = 0; w < access.warps(); ++w) {
    auto& warp = out.warps[static_cast<std::size_t>(w)];
    for (std::int64_t i = 0; i < access.instructions; ++i) {
      const WarpRequest request = access.request(w, i);
      if (request.active == 0) continue;
      const GlobalRequest r = global_request(request, access.access_bytes);
      ++out.requests;
      warp.sectors += r.sectors;
      warp.ideal_sectors += r.ideal_sectors;
      out.cache_lines += r.cache_lines;
      out.bytes_used += r.bytes_used;
      if (out.requests == 1 || r.sectors < out.fewest_sectors) out.fewest_sectors = r.sectors;
      if (r.sectors > out.most_sectors) {
        out.most_sectors = r.sectors;
        out.worst_warp = w;
        out.worst_instruction = i;
      }
      const Touched touched = touched_by(request, access.access_bytes);
      all.insert(all.end(), touched.sector.begin(), touched.sector.begin() + touched.count);
    }
    out.sectors += warp.sectors;
    out.ideal_sectors += warp.ideal_sectors;
  }
  std::sort(all.begin(), all.end());
  out.different_sectors = std::unique(all.begin(), all.end()) - all.begin();
  return out;
}

std::vector<SectorUse> sectors_of(const WarpRequest& request, int access_bytes) {
  const Touched touched = touched_by(request, access_bytes);
  std::vector<SectorUse> out;
  for (int i = 0; i < touched.count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    out.push_back({touched.sector[place], touched.lanes[place], std::popcount(touched.bytes[place])});
  }
  std::sort(out.begin(), out.end(), [](const SectorUse& a, const SectorUse& b) { return a.sector < b.sector; });
  return out;
}

}  // namespace stridescope
