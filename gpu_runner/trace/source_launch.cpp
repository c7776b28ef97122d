// The launch of a traced source: contents of its buffers, and the blocks of a list. Needs no driver.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "gpu_runner/trace/spool.h"
#include "gpu_runner/trace/trace_source.h"

namespace stridescope::gpu {

std::string filled(const SourceArgument& a) {
  std::string out(static_cast<std::size_t>(a.buffer_bytes), '\0');
  if (a.fill == SourceArgument::Fill::zeros) return out;
  std::uint64_t state = 0x9e3779b97f4a7c15;
  const auto width = static_cast<std::size_t>(a.element_bytes);
  for (std::size_t i = 0; (i + 1) * width <= out.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t number = a.fill == SourceArgument::Fill::iota ? i : state >> 33;
    char* to = out.data() + i * width;
    if (a.floating && width == 4) {
      const float value = static_cast<float>(number % 64);
      std::memcpy(to, &value, 4);
    } else if (a.floating && width == 8) {
      const double value = static_cast<double>(number % 64);
      std::memcpy(to, &value, 8);
    } else {
      // half and narrower types get the bits of small normal numbers.
      const std::uint64_t bits = a.floating && width == 2 ? 0x3c00 + number % 64 : number;
      std::memcpy(to, &bits, std::min<std::size_t>(width, 8));
    }
  }
  return out;
}

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
