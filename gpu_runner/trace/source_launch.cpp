// The blocks of a list. Needs no driver.
#include "gpu_runner/trace/source_launch.h"

#include <algorithm>
#include <cstdlib>

#include "gpu_runner/trace/spool.h"

namespace stridescope::gpu {

std::vector<std::uint32_t> listed_blocks(const std::string& list, std::uint64_t all) {
  const std::string& words = list.empty() ? "first,middle" : list;
  std::vector<std::uint32_t> out;
  const auto add = [&](std::uint64_t block) {
    const bool there = std::find(out.begin(), out.end(), block) != out.end();
    if (block < all && block < UINT32_MAX && !there && out.size() < spool::most_blocks)
      out.push_back(static_cast<std::uint32_t>(block));
  };
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    const std::string word = words.substr(at, end - at);
    at = end + 1;
    if (word == "first") {
      add(0);
    } else if (word == "middle") {
      add(all / 2);
    } else if (word == "last") {
      add(all - 1);
    } else {
      char* rest = nullptr;
      std::uint64_t first = word == "all" ? 0 : std::strtoull(word.c_str(), &rest, 10);
      const std::uint64_t last = word == "all" ? all - 1 : *rest == '-' ? std::strtoull(rest + 1, nullptr, 10) : first;
      for (; first <= last && first < all && out.size() < spool::most_blocks; ++first) add(first);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace stridescope::gpu
