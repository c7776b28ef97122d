// Finds a GPU of the table by its driver's name. Whole product names are compared: a laptop variant or a Ti is a
// different, unknown GPU.
#include "core/runs/devices.h"

#include <algorithm>
#include <string>

namespace stridescope {
namespace {

// The words in lower case, separated by single blanks: "NVIDIA A100-SXM4-80GB" becomes "a100 sxm4 80gb".
std::string normalised(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool word = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (word) {
      out.push_back(upper ? static_cast<char>(c - 'A' + 'a') : c);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  if (out.starts_with("nvidia ")) out.erase(0, 7);
  return out;
}

}  // namespace

const Gpu* gpu_of_driver(std::string_view driver_name) {
  if (driver_name.size() > 200) return nullptr;
  const std::string wanted = normalised(driver_name);
  for (const Gpu& gpu : gpus()) {
    for (std::string_view names = gpu.driver_names; !names.empty();) {
      const std::string_view name = names.substr(0, names.find('|'));
      if (normalised(name) == wanted) return &gpu;
      names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
  }
  return nullptr;
}

const Gpu* gpu_named(std::string_view name) {
  const Gpu* gpu = find_gpu(name);
  return gpu != nullptr ? gpu : gpu_of_driver(name);
}

bool is_same_product(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const Gpu* gpu = gpu_named(a);
  return gpu != nullptr && gpu == gpu_named(b);
}

}  // namespace stridescope
