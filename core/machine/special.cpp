// Special registers: their names, and their values in a thread.
#include <algorithm>

#include "core/machine/schedule.h"

namespace stridescope::machine {

std::array<std::uint32_t, 3> coordinates(const std::array<std::int64_t, 3>& extents, std::uint64_t index) {
  const auto x = static_cast<std::uint64_t>(extents[0]);
  const auto y = static_cast<std::uint64_t>(extents[1]);
  return {static_cast<std::uint32_t>(index % x), static_cast<std::uint32_t>(index / x % y),
          static_cast<std::uint32_t>(index / x / y)};
}

std::uint64_t special_value(std::string_view name, const Launch& launch, const Block& block, std::uint32_t thread) {
  const std::size_t axis =
      name.size() > 1 && name[name.size() - 2] == '.' ? static_cast<std::size_t>(name.back() - 'x') : 3;
  const bool vector = axis < 3;
  const auto extent = [&](const std::array<std::int64_t, 3>& all) {
    return static_cast<std::uint64_t>(vector ? all[axis] : 1);
  };
  const std::uint32_t lane = thread % lanes_of_warp;
  if (name.starts_with("%tid")) return vector ? coordinates(launch.block, thread)[axis] : 0;
  if (name.starts_with("%ntid")) return extent(launch.block);
  if (name.starts_with("%ctaid")) return vector ? block.index[axis] : 0;
  if (name.starts_with("%nctaid")) return extent(launch.grid);
  if (name.starts_with("%clusterid"))
    return vector ? block.index[axis] / static_cast<std::uint64_t>(launch.cluster[axis]) : 0;
  if (name.starts_with("%nclusterid")) return extent(launch.grid) / extent(launch.cluster);
  if (name == "%cluster_ctarank") return block.rank;
  if (name == "%cluster_nctarank")
    return static_cast<std::uint64_t>(launch.cluster[0] * launch.cluster[1] * launch.cluster[2]);
  if (name.starts_with("%cluster_ctaid"))
    return vector ? block.index[axis] % static_cast<std::uint64_t>(launch.cluster[axis]) : 0;
  if (name.starts_with("%cluster_nctaid")) return extent(launch.cluster);
  if (name == "%laneid") return lane;
  if (name == "%warpid") return thread / lanes_of_warp;
  if (name == "%nwarpid")
    return (static_cast<std::uint64_t>(launch.block[0] * launch.block[1] * launch.block[2]) + 31) / 32;
  if (name == "%lanemask_eq") return std::uint64_t{1} << lane;
  if (name == "%lanemask_lt") return (std::uint64_t{1} << lane) - 1;
  if (name == "%lanemask_le") return (std::uint64_t{2} << lane) - 1;
  if (name == "%lanemask_gt") return ~((std::uint64_t{2} << lane) - 1) & 0xffffffff;
  if (name == "%lanemask_ge") return ~((std::uint64_t{1} << lane) - 1) & 0xffffffff;
  if (name == "%nsmid") return 1;
  if (name == "%dynamic_smem_size") return static_cast<std::uint64_t>(launch.shared_bytes);
  // %smid, %gridid: the machine has one of each.
  return 0;
}

bool is_special(std::string_view name) {
  constexpr std::string_view vectors[] = {"%tid",       "%ntid",       "%ctaid",         "%nctaid",
                                          "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"};
  constexpr std::string_view scalars[] = {"%laneid",          "%warpid",          "%nwarpid",     "%smid",
                                          "%nsmid",           "%gridid",          "%lanemask_eq", "%lanemask_lt",
                                          "%lanemask_le",     "%lanemask_gt",     "%lanemask_ge", "%dynamic_smem_size",
                                          "%cluster_ctarank", "%cluster_nctarank"};
  if (std::find(std::begin(scalars), std::end(scalars), name) != std::end(scalars)) return true;
  if (name.size() < 3 || name[name.size() - 2] != '.' || name.back() < 'x' || name.back() > 'z') return false;
  return std::find(std::begin(vectors), std::end(vectors), name.substr(0, name.size() - 2)) != std::end(vectors);
}

}  // namespace stridescope::machine
