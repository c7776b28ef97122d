#include "core/workspace/devices.h"

#include <string>
#include <vector>

namespace stridescope {

const Gpu* gpu_of_driver(std::string_view driver_name) {
  std::vector<std::string> words = {""};  // of "NVIDIA A100-SXM4-80GB"
  for (const char c : driver_name) {
    if (c == ' ' || c == '-') {
      words.emplace_back();
    } else {
      words.back().push_back(c);
    }
  }
  const Gpu* found = nullptr;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string_view other : {"PCIe", "PCIE", "NVL", "40GB"}) {
      if (words[i] == other) return nullptr;
    }
    for (const Gpu& gpu : gpus()) {
      const bool pair = i + 1 < words.size() && words[i] + words[i + 1] == gpu.name;  // RTX 4090
      if (pair || words[i] == gpu.name) found = &gpu;
    }
  }
  return found;
}

}  // namespace stridescope
